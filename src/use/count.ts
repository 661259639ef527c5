import { flowCaller, type HistoryRow } from '../model/index.ts';
import { lastPartOf, wordsOf } from '../sql/index.ts';
import { isHidden } from './hidden.ts';
import { SEQUENCE_FUNCTIONS } from './object-use.ts';
import { type ObjectName, questionKey, type UseQuestion } from './question.ts';
import { type UseScope, useIn } from './row-use.ts';

/** How a history uses an object. */
export interface CountedUse {
  readonly calls: number;
  readonly writes: number;
  readonly flows: number;
  /** The names of those who used it, with their calls; most calls first. */
  readonly callers: readonly (readonly [name: string, calls: number])[];
  /** `YYYY-MM-DD`; empty if there is none. */
  readonly lastDay: string;
  /** Calls that may use it. */
  readonly unclear: number;
  /** Calls of statements whose text may concern it, in whatever form; undefined if not all texts were searched. */
  readonly named: number | undefined;
  readonly insertsWithoutColumn: number;
  readonly insertsWithoutList: number;
  /** The queries that use it, or INSERTs that leave it out, with their calls; most calls first. */
  readonly queries: readonly (readonly [shape: string, calls: number])[];
  /** Those that may use it. */
  readonly unclearQueries: readonly (readonly [shape: string, calls: number])[];
}

interface Tally {
  readonly question: UseQuestion;
  readonly scope: UseScope;
  calls: number;
  writes: number;
  unclear: number;
  named: number;
  insertsWithoutColumn: number;
  insertsWithoutList: number;
  lastDay: string;
  readonly flows: Set<string>;
  readonly callers: Map<string, number>;
  readonly examples: Record<'yes' | 'unclear', Map<string, number>>;
}

/** In every database, by statements that name the object itself. */
export const ANYWHERE: UseScope = { database: undefined, views: [] };

/** Texts in a line of a snapshot which show that its statement may use anything, or that a name in it may be any. */
export const HIDDEN_USES = [
  ...(['"unreadable":', '"truncated":true', '"readable":false', '"kind":"do_block"', '"kind":"execute_'] as const),
  ...(['sp_executesql', 'sp_prep', 'sp_execute', '"unload'] as const),
  // Names of which the history has only a pattern: `tenant_*.users`, `events_*`.
  ...(['*.', '*"'] as const),
] as const;

/** Texts that are searched in lines. Looking for more takes longer than reading all lines. */
export const MAX_TEXTS = 30;
/** Objects for which all rows are searched by their texts. */
const MAX_SEARCHED = 200;

/** The texts, in any case, one of which each other line has that can matter for these objects. */
export function textsNaming(objects: readonly ObjectName[]): readonly string[] {
  return [...new Set(objects.map(({ name }) => JSON.stringify(name).slice(1, -1)))];
}

/** The texts, one of which each line has that can matter for a question. */
export function textsOf(question: UseQuestion, scope: UseScope): readonly string[] {
  // A table without a schema may be in this one, so that only the user matters, if there is one.
  if (question.kind === 'schema' && question.roles)
    return [
      '"user",',
      '"user"]',
      '"callerPatterns"',
      ...question.roles.map((role) => `"user":${JSON.stringify(role)}`),
    ];
  const names = textsNaming(objectsIn(question, scope));
  return question.kind === 'sequence' ? [...names, ...SEQUENCE_FUNCTIONS] : names;
}

/** Counts how the rows of a history use objects. */
export class UseCounter {
  /** Calls of statements that build SQL at run time, or could not be read. */
  hidden = 0;
  readonly #tallies = new Map<string, Tally>();
  /** By `keysOf`. */
  readonly #byKey = new Map<string, Tally[]>();

  ask(question: UseQuestion, scope: UseScope): void {
    const key = tallyKey(question, scope);
    if (this.#tallies.has(key)) return;
    const tally: Tally = {
      ...{ question, scope, calls: 0, writes: 0, unclear: 0, named: 0, insertsWithoutColumn: 0, insertsWithoutList: 0 },
      ...{ lastDay: '', flows: new Set(), callers: new Map(), examples: { yes: new Map(), unclear: new Map() } },
    };
    this.#tallies.set(key, tally);
    for (const key of new Set(keysOf(question, scope))) {
      const found = this.#byKey.get(key) ?? [];
      found.push(tally);
      this.#byKey.set(key, found);
    }
  }

  /** Matches the lines of a snapshot that can matter. Reading the others would take longer than all else. */
  pattern(): RegExp {
    const texts = [...new Set([...this.#tallies.values()].flatMap(({ question, scope }) => textsOf(question, scope)))];
    if (texts.length > MAX_TEXTS) return /(?:)/;
    const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const whole = (text: string) =>
      `${/^\w/.test(text) ? '(?<!\\w)' : ''}${literal(text)}${/\w$/.test(text) ? '(?!\\w)' : ''}`;
    return new RegExp([...HIDDEN_USES.map(literal), ...texts.map(whole)].join('|'), 'i');
  }

  add(row: HistoryRow): void {
    const calls = Object.values(row.days).reduce((sum, count) => sum + count, 0);
    const hides = isHidden(row);
    if (hides) this.hidden += calls;
    const isWhole = hides || !this.#isLarge;
    for (const tally of isWhole ? this.#tallies.values() : this.#talliesOf(row)) count(tally, row, calls);
  }

  get #isLarge(): boolean {
    return this.#tallies.size > MAX_SEARCHED;
  }

  /** Those that a row may matter for: a change can ask for thousands of objects. */
  #talliesOf({ shape, facts, operations, caller, callerPatterns }: HistoryRow): Iterable<Tally> {
    const { tablesRead, tablesWritten, functions } = facts;
    if (!tablesRead || !tablesWritten || !functions) return this.#tallies.values();
    if (caller.user === undefined || callerPatterns?.includes('user')) return this.#tallies.values();
    const called = operations.flatMap(({ kind, target }) =>
      kind === 'call' ? (target.name?.toLowerCase() ?? []) : [],
    );
    const tables = [...tablesRead, ...tablesWritten].map((name) => lastPartOf(name));
    // Sequences and types stand in the text alone.
    const keys = [...tables, ...functions, ...called, ...wordsOf(shape), userKey(caller.user)];
    return new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []));
  }

  /** Undefined if this was not asked. */
  of(question: UseQuestion, scope: UseScope): CountedUse | undefined {
    const tally = this.#tallies.get(tallyKey(question, scope));
    if (!tally) return undefined;
    const { calls, writes, unclear, insertsWithoutColumn, insertsWithoutList, lastDay, flows, callers, examples } =
      tally;
    return {
      named: this.#isLarge ? undefined : tally.named,
      ...{ calls, writes, unclear, insertsWithoutColumn, insertsWithoutList, lastDay, flows: flows.size },
      callers: mostCalls(callers),
      queries: mostCalls(examples.yes),
      unclearQueries: mostCalls(examples.unclear),
    };
  }
}

function objectsIn(question: UseQuestion, { views, routines = [] }: UseScope): readonly ObjectName[] {
  return [question, ...views, ...routines];
}

/** The names of the objects and views of a question, or of the users, in lower case: other rows do not matter for it. */
function keysOf(question: UseQuestion, scope: UseScope): readonly string[] {
  if (question.kind === 'schema' && question.roles) return question.roles.map(userKey);
  const names = objectsIn(question, scope).map(({ name }) => name.toLowerCase());
  return question.kind === 'sequence' ? [...names, ...SEQUENCE_FUNCTIONS] : names;
}

const userKey = (name: string) => `user ${name.toLowerCase()}`;

function tallyKey(question: UseQuestion, scope: UseScope): string {
  const names = objectsIn(question, scope).map(({ schema, name }) => [schema, name]);
  return JSON.stringify([questionKey(question), scope.database, names]);
}

function count(tally: Tally, row: HistoryRow, calls: number): void {
  const { uses, writes, inserts, isNamed } = useIn(row, tally.question, tally.scope);
  if (isNamed) tally.named += calls;
  if (inserts === 'without column') tally.insertsWithoutColumn += calls;
  if (inserts === 'without list') tally.insertsWithoutList += calls;
  const example = uses === 'no' ? inserts && 'yes' : uses;
  if (example) add(tally.examples[example], row.shape, calls);
  if (uses === 'unclear') tally.unclear += calls;
  if (uses !== 'yes' && !inserts) return;
  add(tally.callers, flowCaller(row) || 'an unnamed caller', calls);
  for (const day of Object.keys(row.days)) if (day > tally.lastDay) tally.lastDay = day;
  if (uses !== 'yes') return;
  tally.calls += calls;
  if (writes) tally.writes += calls;
  tally.flows.add(JSON.stringify([row.shape, flowCaller(row), row.caller.database]));
}

/** Of two days, `YYYY-MM-DD` or empty. */
export function laterDay(a: string, b: string): string {
  if (a > b) return a;
  return b;
}

function add(counts: Map<string, number>, key: string, calls: number): void {
  counts.set(key, (counts.get(key) ?? 0) + calls);
}

function mostCalls(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
