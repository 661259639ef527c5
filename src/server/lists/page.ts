import { LIMITS } from '../../contract/index.ts';
import { invalidCursor, readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Queryable } from '../store/database.ts';
import type { Filter } from './filters.ts';
import { fitting } from './fitting.ts';
import {
  conditionSql,
  directionOf,
  EXAMINED,
  type Found,
  lookUpKinds,
  narrowPlaces,
  type Order,
  type Parameter,
  type Place,
  type PlacesRequest,
  timeConditions,
} from './narrow-places.ts';

/** A list of a workspace, sorted by time and sequence. */
export interface TimedList {
  readonly table: 'queries' | 'audit_events' | 'dry_runs';
  /** Columns of an item, and `bytes`. */
  readonly columns: string;
  /** Its narrow rows: the column of their time, and the columns on `traffic_entries AS t` and `traffic_kinds AS k`. */
  readonly narrow?: NarrowColumns | undefined;
}

interface NarrowColumns {
  readonly time: 'at' | 'ran_at';
  readonly columns: string;
}

export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** ISO 8601: `from` is inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Default: newest. */
  readonly order?: Order | undefined;
}

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
  const { limit = LIMITS.defaultPageItems, order = 'newest' } = request;
  const wanted = { ...placesRequest(request), order, limit: limit + 1 };
  const { matching, end } = merged(await findPlaces(db, workspace, list, filters, wanted), order);
  const page = matching.slice(0, limit);
  const direction = directionOf(order);
  const { rows, cut } = await readRows<Row>(db, workspace, list, page, `at ${direction}, sequence ${direction}`);
  const after = cut ?? (matching.length > limit ? page.at(-1) : end);
  return { rows, next: after && cursorAfter(after) };
}

/** The rows of a page in an order; `cut`: the last one, if it is not the last of the page. */
export async function readRows<Row extends { readonly sequence: number }>(
  db: Queryable,
  workspace: string,
  list: TimedList,
  page: readonly Pick<Place, 'sequence'>[],
  order: string,
): Promise<{ readonly rows: readonly Row[]; readonly cut: Row | undefined }> {
  const { rows } = await db.query<Row>(
    fitting(
      `SELECT at, sequence, ${list.columns} FROM ${list.table}
       WHERE workspace_id = $1 AND sequence = ANY ($2::bigint[])${list.narrow ? narrowRows(list.narrow) : ''}`,
      order,
    ),
    [workspace, page.map(({ sequence }) => sequence)],
  );
  // Rows that were deleted meanwhile are missing; they do not end the list.
  const last = rows.at(-1);
  return { rows, cut: last?.sequence === page.at(-1)?.sequence ? undefined : last };
}

/** The matching places of all sources, up to where each of them was examined. */
function merged(found: readonly Found[], order: Order): { readonly matching: readonly Place[]; readonly end?: Place } {
  const inOrder = order === 'newest' ? newestFirst : (a: Place, b: Place) => newestFirst(b, a);
  const [end] = found.filter(({ place }) => place === EXAMINED).sort(inOrder);
  const all = found.filter((each) => each.matches && (!end || inOrder(each, end) <= 0));
  return { matching: all.sort(inOrder), ...(end && { end }) };
}

function newestFirst(a: Place, b: Place): number {
  return b.at.getTime() - a.at.getTime() || b.sequence - a.sequence;
}

/** A row whose kind is missing is listed too: no change of the store hides a row. */
function narrowRows({ time, columns }: NarrowColumns): string {
  return ` UNION ALL SELECT t.${time} AS at, t.sequence, ${columns}
    FROM traffic_entries t LEFT JOIN traffic_kinds k ON k.id = t.kind
    WHERE t.workspace_id = $1 AND t.sequence = ANY ($2::bigint[])`;
}

function placesRequest({ cursor, from, to }: PageRequest): Omit<PlacesRequest, 'limit' | 'order'> {
  return { after: readPlace(cursor), from: instantOf(from), to: instantOf(to) };
}

/**
 * The places of matching rows, at most `limit` of each table; and of the last examined row, if rows may follow it. In one
 * statement: rows that are added meanwhile must be newer than all that are found.
 */
async function findPlaces(
  db: Queryable,
  workspace: string,
  { table, narrow }: TimedList,
  filters: readonly Filter[],
  request: PlacesRequest,
): Promise<readonly Found[]> {
  const find = async (byKind: boolean) => {
    const parameters: unknown[] = [workspace];
    const parameter = (value: unknown) => `$${parameters.push(value)}`;
    const wide = widePlaces(table, filters, request, parameter);
    const sql = narrow
      ? `(${wide}) UNION ALL (${narrowPlaces({ time: narrow.time, filters, byKind }, request, parameter)})`
      : wide;
    return (await db.query<Found>(sql, parameters)).rows;
  };
  const lookUp = narrow ? await lookUpKinds(db, workspace, filters) : 'never';
  const found = await find(lookUp === 'at once');
  const isShort =
    merged(found, request.order).matching.length < request.limit && found.some(({ place }) => place === EXAMINED);
  return isShort && lookUp === 'if few match' ? find(true) : found;
}

function widePlaces(table: string, filters: readonly Filter[], request: PlacesRequest, parameter: Parameter): string {
  const first = filters.find(({ unindexed }) => !unindexed);
  const others = filters.filter((filter) => filter !== first);
  const sqlOf = ({ sql, value }: Filter) => conditionSql(sql, value, parameter);
  const conditions = ['workspace_id = $1'];
  if (first) conditions.push(sqlOf(first));
  conditions.push(...timeConditions(request, 'at', parameter));
  const { limit } = request;
  const direction = directionOf(request.order);
  const examined = others.length === 0 ? limit : EXAMINED;
  return `SELECT at, sequence, matches, place FROM (
       SELECT at, sequence, matches, row_number() OVER (ORDER BY at ${direction}, sequence ${direction}) AS place FROM (
         SELECT at, sequence, ${matchesOf(table, first, others.map(sqlOf))} AS matches
         FROM ${first?.table ?? table} AS f
         WHERE ${conditions.join(' AND ')} ORDER BY at ${direction}, sequence ${direction} LIMIT ${examined}
       ) AS e
     ) AS p
     WHERE matches OR place = ${EXAMINED} ORDER BY at ${direction}, sequence ${direction} LIMIT ${limit}`;
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
export function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
