import { LIMITS } from '../../contract/index.ts';
import { invalidCursor, readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Queryable } from '../store/database.ts';
import type { Filter } from './filters.ts';
import { fitting } from './fitting.ts';

/** A list of a workspace, sorted by time and sequence, newest first. */
export interface TimedList {
  readonly table: 'queries' | 'audit_events' | 'dry_runs';
  /** Columns of an item, and `bytes`. */
  readonly columns: string;
}

export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** ISO 8601: `from` is inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Place {
  readonly at: Date;
  readonly sequence: number;
}

interface Found extends Place {
  readonly matches: boolean;
  /** Number of the row among those examined, from 1. */
  readonly place: number;
}

/**
 * Rows that one page examines if several filters are given: the first filter is served by its index, and the others are
 * evaluated row by row. If fewer rows match, the page is short or empty, and has a `next`.
 */
const EXAMINED = 3_000;

/** Digits of a `sequence`. */
const SEQUENCE = /^[1-9]\d{0,14}$/;

/**
 * A page of rows that match all filters, and the cursor of the next page. The page is bounded in rows, bytes and rows
 * examined. Raises ProblemError for a bad cursor.
 */
export async function readPage<Row extends Place>(
  db: Queryable,
  workspace: string,
  list: TimedList,
  filters: readonly Filter[],
  request: PageRequest,
): Promise<{ rows: readonly Row[]; next: string | undefined }> {
  const { limit = LIMITS.defaultPageItems } = request;
  const found = await findPlaces(db, workspace, list, filters, { ...request, limit: limit + 1 });
  const last = found.at(-1);
  const page = found.filter(({ matches }) => matches).slice(0, limit);
  const { rows } = await db.query<Row>(
    fitting(
      `SELECT at, sequence, ${list.columns} FROM ${list.table}
       WHERE workspace_id = $1 AND sequence = ANY ($2::bigint[])`,
      'at DESC, sequence DESC',
    ),
    [workspace, page.map(({ sequence }) => sequence)],
  );
  // Rows that were deleted meanwhile are missing; they do not end the list.
  const end = rows.at(-1);
  const complete = end === undefined || end.sequence === page.at(-1)?.sequence;
  if (!complete) return { rows, next: cursorAfter(end) };
  const after = last?.place === EXAMINED ? last : page.at(-1);
  const more = found.length > page.length || last?.place === EXAMINED;
  return { rows, next: more && after ? cursorAfter(after) : undefined };
}

/** The places of matching rows, at most `limit`; and of the last examined row, if rows may follow it. */
async function findPlaces(
  db: Queryable,
  workspace: string,
  { table }: TimedList,
  filters: readonly Filter[],
  { cursor, from, to, limit }: PageRequest & { readonly limit: number },
): Promise<readonly Found[]> {
  const first = filters.find(({ unindexed }) => !unindexed);
  const others = filters.filter((filter) => filter !== first);
  const parameters: unknown[] = [workspace];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const sqlOf = ({ sql, value }: Filter) => sql.replaceAll(/\$(?!\d)/g, () => parameter(value));
  const after = readPlace(cursor);
  const end = instantOf(to);
  const conditions = ['workspace_id = $1'];
  if (first) conditions.push(sqlOf(first));
  if (from !== undefined) conditions.push(`at >= ${parameter(instantOf(from))}`);
  // With both bounds, PostgreSQL could start the scan at the later one.
  if (after && (end === undefined || after.at < end))
    conditions.push(`(at, sequence) < (${parameter(after.at)}, ${parameter(after.sequence)})`);
  else if (end) conditions.push(`at < ${parameter(end)}`);
  const examined = others.length === 0 ? limit : EXAMINED;
  const { rows } = await db.query<Found>(
    `SELECT at, sequence, matches, place FROM (
       SELECT at, sequence, matches, row_number() OVER (ORDER BY at DESC, sequence DESC) AS place FROM (
         SELECT at, sequence, ${matchesOf(table, first, others.map(sqlOf))} AS matches
         FROM ${first?.table ?? table} AS f
         WHERE ${conditions.join(' AND ')} ORDER BY at DESC, sequence DESC LIMIT ${examined}
       ) AS e
     ) AS p
     WHERE matches OR place = ${EXAMINED} ORDER BY at DESC, sequence DESC LIMIT ${limit}`,
    parameters,
  );
  return rows;
}

function matchesOf(table: string, first: Filter | undefined, others: readonly string[]): string {
  if (others.length === 0) return 'true';
  const all = others.map((sql) => `(${sql})`).join(' AND ');
  if (first?.table === undefined) return `coalesce(${all}, false)`;
  // Not EXISTS, which PostgreSQL may turn into a join that reads all rows of the other filter.
  return `coalesce((SELECT ${all} FROM ${table} AS o WHERE o.workspace_id = $1 AND o.sequence = f.sequence), false)`;
}

function cursorAfter({ at, sequence }: Place): string {
  return writeTimeCursor({ at, id: String(sequence) });
}

function readPlace(cursor: string | undefined): Place | undefined {
  const place = readTimeCursor(cursor);
  if (place && !SEQUENCE.test(place.id)) throw invalidCursor();
  return place && { at: place.at, sequence: Number(place.id) };
}

/** Parses the timestamp here: PostgreSQL accepts fewer UTC offsets than ISO 8601. */
function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
