import { LIMITS } from '../../contract/index.ts';
import { invalidCursor, readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Filter } from '../lists/filters.ts';
import {
  conditionSql,
  kindConditions,
  lookUpKinds,
  newestOfKinds,
  type Parameter,
  type TimeSpan,
  timeConditions,
} from '../lists/narrow-places.ts';
import { instantOf, type PageRequest, readRows, type TimedList } from '../lists/page.ts';
import type { Queryable } from '../store/database.ts';

// Queries by duration. No index has that order, so the newest ones that match are sorted: the window. All pages of a list
// have the same window, since each reads up to the sequence that was the last when the first page was read.

/** Rows that are searched for each row of the window, where filters are evaluated row by row. */
const SEARCHED = 5;

/** Kinds of narrow rows that are looked up one by one. */
const KINDS = 50_000;

/** Before all rows, and within the range of PostgreSQL. */
const BEGINNING = new Date('0001-01-01T00:00:00Z');

/** Queries without a duration come last. */
const DURATION = 'coalesce(duration_ms, -1)';
const ORDER = `${DURATION} DESC, sequence DESC`;

interface Slow {
  readonly sequence: number;
  readonly duration_ms: number | null;
}

interface Window {
  /** Rows that are added later are not in it. */
  readonly upTo: number;
  /** The first instant that is searched. */
  readonly from: Date;
  /** Whether narrow rows are looked up by kind. */
  readonly byKind: boolean;
  /** Whether rows before `from` could match. */
  readonly isCut?: boolean;
}

interface Sorted<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
  /** On the first page, if not all rows that match are sorted: how many of the newest are. */
  readonly sortedNewest?: number | undefined;
}

/** A page of the newest `size` rows that match all filters, the slowest first. Raises ProblemError for a bad cursor. */
export async function readSlowest<Row extends Slow>(
  db: Queryable,
  workspace: string,
  list: TimedList,
  filters: readonly Filter[],
  { size = LIMITS.sortedQueries, ...request }: PageRequest & { readonly size?: number | undefined },
): Promise<Sorted<Row>> {
  const { limit = LIMITS.defaultPageItems } = request;
  const after = readCursor(request.cursor);
  const window = after?.window ?? (await firstWindow(db, workspace, filters, request, size * SEARCHED));
  const parameters: unknown[] = [workspace];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const times = { ...spanOf(request), ...window };
  const newest = 'ORDER BY at DESC, sequence DESC';
  const narrow = window.byKind
    ? `SELECT e.* ${newestOfKinds({ ...NARROW, filters }, { ...times, limit: size }, parameter)}`
    : narrowRows(filters, times, parameter);
  const { rows: found } = await db.query<Slow & { sorted: number }>(
    `SELECT sequence, duration_ms, ${after ? 0 : 'count(*) OVER ()'} AS sorted FROM (
       SELECT * FROM (
         (${wideRows(filters, times, parameter)} ${newest} LIMIT ${size}) UNION ALL (${narrow} ${newest} LIMIT ${size})
       ) AS n ${newest} LIMIT ${size}
     ) AS w
     ${after ? `WHERE (${DURATION}, sequence) < (${parameter(after.duration)}, ${parameter(after.sequence)})` : ''}
     ORDER BY ${ORDER} LIMIT ${limit + 1}`,
    parameters,
  );
  const page = found.slice(0, limit);
  const { rows, cut } = await readRows<Row>(db, workspace, list, page, ORDER);
  const last = cut ?? (found.length > limit ? page.at(-1) : undefined);
  const sorted = Number(found[0]?.sorted ?? 0);
  const isWhole = after !== undefined || (sorted < size && !window.isCut);
  return { rows, next: last && writeCursor(window, last), ...(!isWhole && { sortedNewest: sorted }) };
}

const NARROW = { time: 'ran_at', columns: ', t.duration_ms' } as const;

function spanOf({ from, to }: PageRequest): TimeSpan {
  return { after: undefined, from: instantOf(from), to: instantOf(to), order: 'newest' };
}

/** The window of a first page. Rows that no index finds are searched for among the newest `most` rows. */
async function firstWindow(
  db: Queryable,
  workspace: string,
  filters: readonly Filter[],
  request: PageRequest,
  most: number,
): Promise<Window> {
  const span = spanOf(request);
  const byKind = await areFew(db, workspace, filters, span, most);
  const parameters: unknown[] = [workspace];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const cut = (table: string, time: string) =>
    `(SELECT ${time} AS at FROM ${table} WHERE ${['workspace_id = $1', ...timeConditions(span, time, parameter)].join(' AND ')}
      ORDER BY ${time} DESC, sequence DESC OFFSET ${most} LIMIT 1)`;
  const isIndexed = filters.length === 0 || (filters.length === 1 && !filters[0]?.unindexed && !filters[0]?.table);
  const cuts = [
    'SELECT NULL::timestamptz AS at',
    ...(isIndexed ? [] : [cut('queries', 'at')]),
    ...(filters.length === 0 || byKind ? [] : [cut('traffic_entries', 'ran_at')]),
  ];
  const last = (table: string) => `(SELECT max(sequence) FROM ${table} WHERE workspace_id = $1)`;
  const { rows } = await db.query<{ up_to: number; cut_at: Date | null }>(
    `SELECT greatest(${last('queries')}, ${last('traffic_entries')}, 0) AS up_to, max(at) AS cut_at
     FROM (${cuts.join(' UNION ALL ')}) AS c`,
    parameters,
  );
  const { up_to: upTo = 0, cut_at: cutAt = null } = rows[0] ?? {};
  return { upTo, from: cutAt ?? span.from ?? BEGINNING, byKind, isCut: cutAt !== null };
}

/** Whether at most so many narrow rows match, which can be looked up by kind. */
async function areFew(
  db: Queryable,
  workspace: string,
  filters: readonly Filter[],
  span: TimeSpan,
  most: number,
): Promise<boolean> {
  if ((await lookUpKinds(db, workspace, filters, KINDS)) === 'never') return false;
  const parameters: unknown[] = [workspace];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const limit = most + 1;
  const { rows } = await db.query<{ entries: number }>(
    `SELECT count(*) AS entries FROM (
       SELECT ${newestOfKinds({ time: 'ran_at', filters }, { ...span, limit }, parameter)} LIMIT ${limit}
     ) AS e`,
    parameters,
  );
  return Number(rows[0]?.entries) < limit;
}

function wideRows(filters: readonly Filter[], span: TimeSpan, parameter: Parameter): string {
  const times = timeConditions(span, 'at', parameter);
  const conditions = filters.map(({ sql, value, table }) => {
    const condition = conditionSql(sql, value, parameter);
    if (table === undefined) return `(${condition})`;
    return `sequence IN (SELECT sequence FROM ${table} WHERE ${['workspace_id = $1', condition, ...times].join(' AND ')})`;
  });
  return `SELECT at, sequence, duration_ms FROM queries
    WHERE ${['workspace_id = $1', ...times, ...conditions].join(' AND ')}`;
}

function narrowRows(filters: readonly Filter[], span: TimeSpan, parameter: Parameter): string {
  const ofKind = kindConditions(filters, parameter);
  const ofEntry = filters.flatMap(({ narrow, value }) =>
    narrow && 'entry' in narrow ? conditionSql(narrow.entry, value, parameter) : [],
  );
  const conditions = [...ofKind, ...ofEntry].map((sql) => `(${sql})`);
  // Damaged rows have no kind: no filter finds them.
  const kinds = filters.length === 0 ? '' : 'JOIN traffic_kinds k ON k.id = t.kind';
  return `SELECT t.ran_at AS at, t.sequence, t.duration_ms FROM traffic_entries t ${kinds}
    WHERE ${['t.workspace_id = $1', ...timeConditions(span, 't.ran_at', parameter), ...conditions].join(' AND ')}`;
}

/** Raises ProblemError for a cursor of the list in another order. */
function readCursor(
  cursor: string | undefined,
): { readonly window: Window; readonly sequence: number; readonly duration: number } | undefined {
  const read = readTimeCursor(cursor);
  if (!read) return undefined;
  const [, upTo, sequence, duration, byKind] =
    /^(\d{1,15}):(\d{1,15}):(-?\d[\d.e+-]{0,30})(:kind)?$/.exec(read.id) ?? [];
  if (duration === undefined || Number.isNaN(Number(duration))) throw invalidCursor();
  const window = { upTo: Number(upTo), from: read.at, byKind: byKind !== undefined };
  return { window, sequence: Number(sequence), duration: Number(duration) };
}

function writeCursor({ upTo, from, byKind }: Window, { sequence, duration_ms }: Slow): string {
  return writeTimeCursor({ at: from, id: `${upTo}:${sequence}:${duration_ms ?? -1}${byKind ? ':kind' : ''}` });
}
