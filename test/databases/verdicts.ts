import {
  type CallerFacts,
  flowId,
  type History,
  type Operation,
  type SimulationResult,
} from '../../src/model/index.ts';
import { judgeStatement, type Ruleset } from '../../src/rules/index.ts';
import { simulate } from '../../src/simulation/index.ts';
import { blocks, file, rulesetOf } from '../simulation/build.ts';
import type { FullRow } from './full-history.ts';

const TODAY = '2026-11-20';
const WRITES = 'operations: [update, delete, truncate, merge]';

/** Active rules, and a change that has every kind of effect on a workload. */
export const BASE = file([
  blocks('no-huge-page', 'statement.limit > 8000'),
  blocks('no-long-list', 'statement.longestInList > 30', 'warn'),
  blocks('no-leading-wildcard', 'statement.leadingWildcard'),
  blocks('no-star', 'statement.selectStar', 'warn'),
  `id: no-empty-filter, verdict: block, ${WRITES}, when: 'operation.filter != "conditional" && !operation.temporary && !operation.createdHere'`,
  'id: no-audit-writes, verdict: block, operations: [insert], when: \'operation.target.name == "audit" && caller.user == "batch"\'',
]);
// Reads tags only if no string can be mistaken for a comment.
const CONTROLLERS = `id: no-cart, verdict: block, operations: [select], when: '"upper" in statement.functions && "controller" in caller.tags && caller.tags["controller"] == "cart"'`;
export const HEAD = file(
  [
    CONTROLLERS,
    blocks('no-huge-page', 'statement.limit > 500 && caller.application != "checkout"'),
    blocks('no-long-list', 'statement.longestInList > 10'),
    blocks('no-star', 'statement.selectStar && statement.joinedTables < 2', 'warn'),
    blocks('no-deep-page', 'statement.hasOffset && statement.offset > 40'),
    `id: no-empty-filter, verdict: block, ${WRITES}, when: 'operation.filter != "conditional"'`,
    'id: no-audit-writes, verdict: block, operations: [insert], when: \'operation.target.name == "audit" && caller.user == "web"\'',
    "id: no-many-rows, verdict: warn, operations: [insert], when: 'statement.valuesRows > 4'",
    'id: no-grants, verdict: block, operations: [grant]',
    "id: no-schema-changes, verdict: block, operations: [alter_table, add_column, drop_column, drop_table], when: '!operation.createdHere && !operation.temporary'",
  ],
  {
    exceptions: [
      'rule: no-huge-page, reason: paid for, owner: shop, until: 2027-01-31, when: \'caller.database == "Shop 2"\'',
    ],
  },
);

/** Effect on the flows that the change affects, by id: class, affected executions, and all executions. */
export type Classes = Readonly<Record<string, string>>;

/** Possible results of base and head rules, for each value that an unknown fact could have. */
type Outcomes = readonly { readonly base: Level; readonly head: Level }[];
type Level = 'allow' | 'warn' | 'block';

/** Classes of the flows by judging every statement of the journal under both rulesets, one by one. */
export async function classesOneByOne(rows: readonly FullRow[]): Promise<Classes> {
  const [base, head] = [await rulesetOf(BASE), await rulesetOf(HEAD)];
  const flows = new Map<string, Change[]>();
  for (const row of rows) {
    const id = flowId(row);
    const runs = flows.get(id) ?? [];
    const outcomes = completions(row).map((whole) => ({ base: levelOf(base, whole), head: levelOf(head, whole) }));
    runs.push(changeOf(outcomes));
    flows.set(id, runs);
  }
  const classes: Record<string, string> = {};
  for (const [id, runs] of flows) {
    const found = classOf(runs);
    if (found !== undefined) classes[id] = found;
  }
  return classes;
}

/** Values on either side of each threshold in the rules. */
const POSSIBLE: Readonly<Record<string, readonly unknown[]>> = {
  limit: [0, 600, 9000],
  offset: [0, 50],
  longestInList: [0, 20, 40],
  valuesRows: [0, 9],
  joinedTables: [1, 3],
  hasOffset: [false, true],
  selectStar: [false, true],
  leadingWildcard: [false, true],
  filter: ['none', 'conditional'],
  createdHere: [false, true],
  temporary: [false, true],
};
/** The same for a caller that a history does not record, or only with masked tags. */
const POSSIBLE_NAMES = {
  application: ['checkout', 'another'],
  tags: [{}, { controller: 'cart' }],
};

/** The row with every possible value of each unknown fact. */
function completions(row: FullRow): readonly FullRow[] {
  const facts = completed(row.facts);
  let operations: readonly (readonly Operation[])[] = [[]];
  for (const operation of row.operations)
    operations = operations.flatMap((before) => completed(operation).map((whole) => [...before, whole]));
  return callersOf(row).flatMap((caller) =>
    facts.flatMap((known) =>
      operations.map((all) => ({ ...row, caller, callerPatterns: [], facts: known, operations: all })),
    ),
  );
}

function callersOf({ caller, callerPatterns = [] }: FullRow): readonly CallerFacts[] {
  // No pattern of these workloads matches a name in the rules.
  const callers =
    caller.application === undefined
      ? POSSIBLE_NAMES.application.map((application) => ({ ...caller, application }))
      : [caller];
  const isOpen = caller.tags === undefined || callerPatterns.includes('tags');
  return isOpen ? callers.flatMap((one) => POSSIBLE_NAMES.tags.map((tags) => ({ ...one, tags }))) : callers;
}

function completed<T extends object>(facts: T): readonly T[] {
  let all: readonly T[] = [facts];
  for (const [name, values] of Object.entries(POSSIBLE)) {
    if (name in facts && facts[name as keyof T] === undefined)
      all = all.flatMap((known) => values.map((value) => ({ ...known, [name]: value })));
  }
  return all;
}

function levelOf(ruleset: Ruleset, { operations, facts, caller }: FullRow): Level {
  const hits = judgeStatement(ruleset, { operations, facts }, { today: TODAY, caller, file: undefined });
  const counting = hits.filter(({ exemption }) => exemption === undefined).map(({ verdict }) => verdict);
  if (counting.includes('unknown')) throw new Error('a rule asks for a fact without possible values');
  return counting.includes('block') ? 'block' : counting.includes('warn') ? 'warn' : 'allow';
}

/** Effect of a change on one execution. */
type Change = 'blocked' | 'unknown' | 'freed' | 'changed' | 'stopped' | 'same';

function changeOf(outcomes: Outcomes): Change {
  const every = (side: 'base' | 'head') => outcomes.every((outcome) => outcome[side] === 'block');
  const some = (side: 'base' | 'head') => outcomes.some((outcome) => outcome[side] === 'block');
  if (outcomes.every(({ base, head }) => base === head)) return every('base') ? 'stopped' : 'same';
  if (every('head')) return 'blocked';
  if (every('base')) return 'freed';
  if (some('head') && (!some('base') || outcomes.some(({ base, head }) => base !== 'block' && head === 'block')))
    return 'unknown';
  return some('base') ? 'freed' : 'changed';
}

function classOf(runs: readonly Change[]): string | undefined {
  const count = (what: Change) => runs.filter((run) => run === what).length;
  const told = (name: string, affected: number) => `${name} ${affected} of ${runs.length}`;
  const blocked = count('blocked');
  if (blocked > 0) {
    const whole = blocked + count('stopped') + count('freed') === runs.length;
    return told(whole ? 'newly_blocked' : 'partly_blocked', blocked);
  }
  if (count('unknown') > 0) return told('unknown', count('unknown'));
  if (count('freed') > 0) return told('newly_allowed', count('freed'));
  return count('changed') > 0 ? told('changed', count('changed')) : undefined;
}

/** The same by simulating over a history. */
export async function classesSimulated({
  header,
  rows,
}: History): Promise<{ classes: Classes; result: SimulationResult }> {
  const result = await simulate({
    history: { header, rows },
    base: await rulesetOf(BASE),
    head: await rulesetOf(HEAD),
    today: TODAY,
    settings: { minCalls: 1, minDays: 1, ignoreCallers: [] },
    declared: [],
  });
  const classes = Object.fromEntries(
    result.flows.map((flow) => [flow.id, `${flow.class} ${flow.affectedCalls} of ${flow.calls}`]),
  );
  return { classes, result };
}
