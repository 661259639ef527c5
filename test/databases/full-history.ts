import {
  CALLER_FACTS,
  type CallerPattern,
  canCarry,
  type Dialect,
  type HistoryRow,
  OPERATION_FACTS,
  type Operation,
  STATEMENT_FACTS,
  type StatementFacts,
  UNKNOWN_SURROUNDINGS,
} from '../../src/model/index.ts';
import {
  createSqlReader,
  objectsOf,
  ScriptState,
  type SqlReader,
  tableOf,
  writtenShapes,
} from '../../src/sql/index.ts';
import type { Entry } from './journal.ts';

/** What the current log does not record about a statement. */
export interface Carried {
  readonly application: boolean;
  /** Without it, earlier objects of a session are unknown. */
  readonly session: boolean;
}

export type FullRow = Omit<HistoryRow, 'days'>;

/** Shape of an unrecognised statement. */
const UNKNOWN_SHAPE = '(unrecognised statement)';
/** Facts that a bind value can give. */
const BOUND = ['hasLimit', 'limit', 'hasOffset', 'offset', 'leadingWildcard', 'longestInList'] as const;

/** The end of a string is unknown, so its words may be read as SQL: nothing is recorded then. */
const MISREAD = / is not closed|where (?:a|this) string ends/;

/** The row of a statement if only its dialect is known. */
function nothingKnown(dialect: Dialect) {
  const unknown = Object.fromEntries(Object.keys(STATEMENT_FACTS).map((name) => [name, undefined]));
  return {
    shape: UNKNOWN_SHAPE,
    dialect,
    facts: { ...unknown, dialect } as StatementFacts,
    operations: [],
    unreadable: 'no statement could be read',
    truncated: false,
  };
}

/** Builds a history the slow way: by reading every statement of a journal in full. */
export class FullHistory {
  readonly #sql: SqlReader;

  private constructor(sql: SqlReader) {
    this.#sql = sql;
  }

  static async of(dialect: Dialect): Promise<FullHistory> {
    return new FullHistory(await createSqlReader(dialect));
  }

  /** One row for each executed statement; entries of a session must be in order. */
  rows(entries: readonly Entry[], carried: Carried): readonly FullRow[] {
    const sessions = new Map<number, FollowedSession>();
    return entries.flatMap((entry) => {
      const session = (carried.session && sessions.get(entry.session)) || new FollowedSession(carried.session);
      sessions.set(entry.session, session);
      const rows = entry.unlogged ? [] : this.#read(carried.session ? entry : { ...entry, mode: undefined });
      const marked = session.follow(rows);
      // MariaDB's logs do not show which statements failed.
      if ((entry.outcome ?? 'done') !== 'done' || this.#sql.dialect !== 'postgresql') session.fail();
      return marked.map((row) => ({ ...row, ...callerOf(entry, carried) }));
    });
  }

  #read(entry: Entry): readonly Omit<FullRow, 'caller' | 'callerPatterns'>[] {
    const { dialect } = this.#sql;
    const sql = entry.foreign ? entry.sql.replace(/[^\0-\x7f]/g, '\ufffd') : entry.sql;
    const { statements, unreadable: around } = this.#sql.readTraffic(sql, entry.mode);
    if (statements.length === 0 && around.length > 0) return [nothingKnown(dialect)];
    const shapes = writtenShapes(sql, dialect, entry.mode);
    return statements.map(({ facts, operations, unreadable }, at) => {
      const problem = unreadable[0]?.reason ?? around[0]?.reason ?? (entry.foreign ? 'not UTF-8' : undefined);
      if (problem !== undefined && MISREAD.test(problem)) return nothingKnown(dialect);
      const unknown = unreadable.length > 0 && (operations.length === 0 || /^unrecognised syntax/.test(problem ?? ''));
      return {
        shape: unknown ? UNKNOWN_SHAPE : (shapes[at] ?? ''),
        dialect,
        facts: { ...facts, ...this.#boundFacts(entry, at), ...UNKNOWN_SURROUNDINGS },
        // What a statement locks depends on what its session created, which a log may not tell.
        operations: operations.map((operation) =>
          canCarry(operation.kind, 'locksTable') ? { ...operation, locksTable: undefined } : operation,
        ),
        unreadable: problem,
        truncated: false,
      };
    });
  }

  /** The literal facts of the statement with its values written into it. */
  #boundFacts({ sql, values, mode }: Entry, at: number): Partial<StatementFacts> {
    if (!values) return {};
    const written = sql.replace(/(\blike )?(?<![\w$])\$(\d+)/gi, (bind, like: string | undefined, digits: string) => {
      const value = values[Number(digits) - 1] ?? null;
      if (like === undefined) return literal(value);
      // A NULL pattern matches nothing; an empty one may be joined with the next text.
      return value === '' ? bind : `${like}${value === null ? "'none'" : literal(value)}`;
    });
    const facts = this.#sql.readTraffic(written, mode).statements[at]?.facts;
    if (!facts) throw new Error(`cannot write values into: ${sql}`);
    return Object.fromEntries(BOUND.map((name) => [name, facts[name]]));
  }
}

function literal(value: string | null): string {
  if (value === null) return 'NULL';
  return /^\d+$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
}

function callerOf(entry: Entry, carried: Carried): Pick<FullRow, 'caller' | 'callerPatterns'> {
  const { caller, tags = {}, tagsInPart = false } = entry;
  const { user, database } = caller;
  const application = carried.application ? caller.application : undefined;
  const callerPatterns: CallerPattern[] = [];
  if (application !== undefined && caller.pattern) callerPatterns.push('application');
  if (tagsInPart) callerPatterns.push('tags');
  return { caller: { user, role: undefined, application, database, tags }, callerPatterns };
}

/** The objects that a session created, as far as its log shows. */
class FollowedSession {
  readonly #surroundings = new ScriptState({ transactionsUnseen: true });
  #known: boolean;

  /** @param named whether the log names the session of its statements */
  constructor(named: boolean) {
    this.#known = named;
  }

  follow<Row extends Pick<FullRow, 'operations' | 'facts' | 'unreadable'>>(rows: readonly Row[]): readonly Row[] {
    const before = this.#surroundings.known;
    const marked = rows.map((row) => this.#marked(row, this.#surroundings));
    const obscure = rows.some(({ operations, unreadable }) => unreadable !== undefined && operations.length === 0);
    // An unreadable statement may have dropped everything.
    if (obscure && (before > 0 || this.#surroundings.known > 0)) this.#known = false;
    if (this.#known) return marked;
    const anew = new ScriptState({ transactionsUnseen: true });
    return rows.map((row) => {
      const fresh = this.#marked(row, anew);
      return { ...fresh, operations: fresh.operations.map(withoutSession) };
    });
  }

  fail(): void {
    this.#surroundings.fail();
  }

  #marked<Row extends Pick<FullRow, 'operations' | 'facts'>>(row: Row, surroundings: ScriptState): Row {
    return { ...row, operations: surroundings.follow(row.operations, row.facts.functions ?? ['set_config']) };
  }
}

/** Earlier objects of the session are unknown. */
function withoutSession(operation: Operation): Operation {
  const { kind, createdHere, temporary } = operation;
  const open = !kind.startsWith('create_') && objectsOf(operation).length > 0 && !createdHere && !temporary;
  const openTable = !operation.tableCreatedHere && (tableOf(operation) !== undefined || kind === 'drop_index');
  return {
    ...operation,
    ...(open && { createdHere: undefined, temporary: undefined }),
    ...(openTable && { tableCreatedHere: undefined }),
  };
}

/** The facts of a table that are not false, 0 or empty; null if not recorded. */
function picked(table: object, facts: object): Readonly<Record<string, unknown>> {
  const all = facts as Readonly<Record<string, unknown>>;
  const values = Object.keys(table).map((name) => [name, all[name] ?? null] as const);
  return Object.fromEntries(values.filter(([, value]) => value === null || (value && !isEmpty(value))));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Everything that rules see of a row, and its shape, as one text: equal exactly for equal rows. */
export function told(row: FullRow): string {
  return JSON.stringify({
    shape: row.shape,
    dialect: row.dialect,
    // If a comment cannot be distinguished from part of a string, unrecorded tags may have been in it.
    patterns:
      row.callerPatterns?.filter((name) => name !== 'tags' || Object.keys(row.caller.tags ?? {}).length > 0) ?? [],
    caller: picked(CALLER_FACTS, { ...row.caller, tags: Object.entries(row.caller.tags ?? {}).sort() }),
    facts: picked(STATEMENT_FACTS, row.facts),
    operations: row.operations.map((operation) => ({
      ...picked(OPERATION_FACTS, operation),
      target: picked({ name: 0, schema: 0, quoted: 0 }, operation.target),
    })),
    readable: row.unreadable === undefined,
    truncated: row.truncated,
  });
}

/** Executions by the text of their row. */
export type Counts = ReadonlyMap<string, number>;

export function countsOf(rows: Iterable<readonly [FullRow, number]>): Counts {
  const counts = new Map<string, number>();
  for (const [row, calls] of rows) {
    const key = told(row);
    counts.set(key, (counts.get(key) ?? 0) + calls);
  }
  return counts;
}

/** The rows of a history with their executions. */
export function* counted(rows: readonly HistoryRow[]): Generator<readonly [HistoryRow, number]> {
  for (const row of rows) yield [row, Object.values(row.days).reduce((sum, calls) => sum + calls, 0)];
}

/** Rows that occur in one history but not, or not as often, in the other; at most ten. */
export function differences(found: Counts, expected: Counts): readonly string[] {
  const all = new Set([...found.keys(), ...expected.keys()]);
  const lines: string[] = [];
  for (const key of all) {
    const [is, should] = [found.get(key) ?? 0, expected.get(key) ?? 0];
    if (is !== should) lines.push(`${is} in the log, ${should} in the journal: ${key}`);
  }
  return lines.sort((a, b) => shapeIn(a).localeCompare(shapeIn(b))).slice(0, 10);
}

function shapeIn(line: string): string {
  return line.slice(line.indexOf('{'));
}
