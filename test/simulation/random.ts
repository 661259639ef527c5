import {
  CALLER_PATTERNS,
  type CallerFacts,
  type CallerPattern,
  type HistoryRow,
  type Operation,
  type OperationKind,
  type StatementFacts,
} from '../../src/model/index.ts';
import { row } from './build.ts';

/** Numbers from a seed (mulberry32): the same on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

const QUESTIONS = [
  'statement.limit > 5',
  'statement.limit > 10',
  '10 <= statement.limit',
  'statement.limit == 7',
  'statement.limit != 5',
  'statement.limit in [5, 7]',
  'statement.limit - (statement.offset - 1) > 3',
  'statement.limit / statement.offset > 1',
  'statement.longestInList > statement.limit',
  'statement.hasLimit',
  'statement.leadingWildcard',
  '(statement.leadingWildcard == statement.hasLimit)',
  'statement.tablesRead.exists(t, t == "a")',
  '"b" in statement.tablesRead',
  'statement.tablesRead.exists(t, statement.limit > 6 || t == "a")',
  'statement.tablesRead.all(t, t != "b" && statement.leadingWildcard)',
  'statement.tablesRead == ["a"]',
  'caller.application == "web"',
  'caller.application != "web"',
  '"etl" == caller.application',
  'caller.application in ["web", "etl"]',
  'caller.application.startsWith("w")',
  'caller.user != "root"',
  'caller.tags.route == "/x"',
  'has(caller.tags.route) && caller.tags.route == "/x"',
  'operation.target.name == "a"',
  'operation.target.name in ["a", "b"]',
  'operation.target.name.matches("^(a|c)$")',
  'operation.temporary',
  'operation.createdHere',
  '[statement].exists(s, s.limit > 6)',
  '[operation].all(o, o.temporary || o.createdHere)',
  'has(statement.limit)',
  'true',
  'false',
];

export function condition(random: Random, depth = 3): string {
  if (depth === 0 || random.chance(0.3)) return random.pick(QUESTIONS);
  const part = (): string => `(${condition(random, depth - 1)})`;
  switch (random.below(6)) {
    case 0:
      return `!${part()}`;
    case 1:
      return `${part()} ? ${part()} : ${part()}`;
    case 2:
    case 3:
      return `${part()} || ${part()}`;
    default:
      return `${part()} && ${part()}`;
  }
}

const KINDS: readonly OperationKind[] = ['select', 'update', 'delete'];

/** Possible values of facts. */
type Values = Readonly<Record<string, readonly unknown[]>>;

const STATEMENT: Values = {
  limit: [0, 4, 5, 6, 7, 8, 11],
  offset: [0, 1, 3],
  longestInList: [0, 6, 20],
  hasLimit: [true, false],
  leadingWildcard: [true, false],
  tablesRead: [[], ['a'], ['b'], ['a', 'b']],
};
const CALLER: Values = {
  application: ['', 'web', 'etl', 'job'],
  user: ['app', 'root'],
  database: ['shop_1', 'shop_2', 'log'],
  tags: [{}, { route: '/x' }, { route: '/y' }],
};
/** Recorded patterns of names and parts of tags, with what they may stand for. */
const PATTERNED: Readonly<Record<CallerPattern, ReadonlyMap<unknown, readonly unknown[]>>> = {
  user: new Map([
    ['*', ['app', 'root', 'r']],
    ['a*', ['app', 'a']],
  ]),
  application: new Map([
    ['w*', ['web', 'w1']],
    ['*', ['web', 'etl', '']],
  ]),
  database: new Map([
    ['shop_*', ['shop_1', 'shop_']],
    ['*', ['shop_1', 'log']],
  ]),
  tags: new Map<unknown, readonly unknown[]>([
    [{}, [{}, { route: '/x' }, { route: '/z' }]],
    [{ route: '/x' }, [{ route: '/x' }, { route: '/x', job: 'nightly' }]],
    [{ route: '/*' }, [{ route: '/x' }, { route: '/z' }, { route: '/*' }]],
  ]),
};
const OPERATION: Values = { temporary: [true, false], createdHere: [true, false] };
const NAMES = ['a', 'b', 'c'];

function fill(values: Values, random: Random, gaps: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, choices]) => [name, random.chance(gaps) ? undefined : random.pick(choices)]),
  );
}

/** A row in which this share of the facts is not recorded. */
export function randomRow(random: Random, gaps: number): HistoryRow {
  const operations = Array.from({ length: 1 + random.below(3) }, (): Partial<Operation> => {
    const name = random.chance(gaps) ? undefined : random.pick(NAMES);
    return {
      kind: random.pick(KINDS),
      target: { name, schema: '', quoted: false, text: name ?? '?' },
      ...(fill(OPERATION, random, gaps) as Partial<Operation>),
    };
  });
  const callerPatterns = CALLER_PATTERNS.filter(() => random.chance(gaps / 2));
  const patterned = callerPatterns.map((name) => [name, random.pick([...PATTERNED[name].keys()])]);
  return row({
    shape: `shape ${random.below(6)}`,
    caller: { ...fill(CALLER, random, gaps), ...Object.fromEntries(patterned) } as Partial<CallerFacts>,
    ...(callerPatterns.length > 0 && { callerPatterns }),
    facts: fill(STATEMENT, random, gaps) as Partial<StatementFacts>,
    operations,
    days: { '2026-11-01': 1 + random.below(5), '2026-11-02': 1 },
  });
}

/** The row with some value for each fact that is not recorded. */
export function completed(source: HistoryRow, random: Random): HistoryRow {
  const complete = <T extends object>(facts: T, values: Values): T => {
    const gaps = Object.entries(values).filter(([name]) => (facts as Record<string, unknown>)[name] === undefined);
    return { ...facts, ...Object.fromEntries(gaps.map(([name, choices]) => [name, random.pick(choices)])) };
  };
  const { callerPatterns = [], caller, ...rest } = source;
  const names = callerPatterns.map((name) => [name, random.pick(PATTERNED[name].get(caller[name]) ?? [])]);
  return {
    ...rest,
    caller: { ...complete(caller, CALLER), ...Object.fromEntries(names) },
    facts: complete(source.facts, STATEMENT),
    operations: source.operations.map((operation) => ({
      ...complete(operation, OPERATION),
      target: { ...operation.target, name: operation.target.name ?? random.pick(NAMES) },
    })),
  };
}

/** A rule of a file, with its exceptions. */
export interface RandomRule {
  readonly id: string;
  readonly operations: readonly string[];
  readonly when: string | undefined;
  readonly verdict: string;
  readonly exceptions: readonly { readonly when: string; readonly until: string }[];
}

function randomRule(random: Random, id: string): RandomRule {
  return {
    id,
    operations: random.chance(0.2) ? ['any'] : [random.pick(KINDS), random.pick(KINDS)].filter(unique),
    when: random.chance(0.1) ? undefined : random.chance(0.05) ? 'file.section == "up"' : condition(random),
    verdict: random.pick(['block', 'block', 'warn', 'off']),
    exceptions: Array.from({ length: random.chance(0.4) ? 1 + random.below(2) : 0 }, () => randomException(random)),
  };
}

function randomException(random: Random) {
  return {
    when: random.chance(0.1) ? 'file.path == "x"' : condition(random, 2),
    until: random.pick(['2026-11-19', '2026-11-20', '2027-01-01']),
  };
}

function unique<T>(item: T, index: number, list: readonly T[]): boolean {
  return list.indexOf(item) === index;
}

function changed(random: Random, rule: RandomRule): RandomRule {
  const replacement = randomRule(random, rule.id);
  switch (random.below(5)) {
    case 0:
      return { ...rule, verdict: replacement.verdict };
    case 1:
      // A rule that reads file facts must not read caller facts.
      if (rule.when === undefined || rule.when.includes('file.')) return replacement;
      return { ...rule, when: `(${rule.when}) || (${condition(random, 1)})` };
    case 2:
      return { ...rule, exceptions: [...rule.exceptions, randomException(random)] };
    case 3:
      return { ...rule, operations: replacement.operations };
    default:
      return replacement;
  }
}

/** Two rulesets in which some rules differ. */
export function randomSides(random: Random): { base: RandomRule[]; head: RandomRule[] } {
  const base = Array.from({ length: 1 + random.below(6) }, (_, i) => randomRule(random, `no-${'abcdef'[i]}`));
  const head = base.flatMap((rule) => {
    if (random.chance(0.1)) return [];
    // Rename the rule.
    if (random.chance(0.05)) return [{ ...rule, id: `${rule.id}-new` }];
    return [random.chance(0.4) ? changed(random, rule) : rule];
  });
  if (random.chance(0.3)) head.push(randomRule(random, 'no-z'));
  return { base, head };
}

/** The rule file of these rules, as JSON, which is valid YAML. */
export function fileOf(rules: readonly RandomRule[]): string {
  return JSON.stringify({
    version: 1,
    rules: rules.map(({ id, operations, when, verdict }) => ({ id, operations, when, verdict, message: 'm' })),
    exceptions: rules.flatMap(({ id, exceptions }) =>
      exceptions.map(({ when, until }) => ({ rule: id, when, reason: 'r', owner: 'o', until })),
    ),
  });
}
