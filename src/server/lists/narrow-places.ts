import type { Queryable } from '../store/database.ts';
import type { Filter } from './filters.ts';

/** The place of a row in a list, which is sorted by time and sequence. */
export interface Place {
  readonly at: Date;
  readonly sequence: number;
}

export interface Found extends Place {
  readonly matches: boolean;
  /** Number of the row among those examined, from 1; 0 if only matching rows were read. */
  readonly place: number;
}

/** The rows of a list that are read. */
export interface TimeSpan {
  readonly after: Place | undefined;
  /** `from` is inclusive, `to` exclusive. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly order: Order;
  /** The last sequence. */
  readonly upTo?: number | undefined;
}

export interface PlacesRequest extends TimeSpan {
  /** Places to find. */
  readonly limit: number;
}

/** Which rows come first, by time and sequence. */
export type Order = 'newest' | 'oldest';

/** SQL of an order. */
export function directionOf(order: Order): 'ASC' | 'DESC' {
  return order === 'newest' ? 'DESC' : 'ASC';
}

/**
 * Rows that one page examines if several filters are given: the first filter is served by its index, and the others are
 * evaluated row by row. If fewer rows match, the page is short or empty, and has a `next`.
 */
export const EXAMINED = 3_000;

/** Adds a value to a statement, and returns its parameter. */
export type Parameter = (value: unknown) => string;

/** Conditions on the time of a list, of which `time` is the column. */
export function timeConditions(
  { after, from, to, order, upTo }: TimeSpan,
  time: string,
  parameter: Parameter,
): readonly string[] {
  const isNewest = order === 'newest';
  const begin = from && (() => `${time} >= ${parameter(from)}`);
  const end = to && (() => `${time} < ${parameter(to)}`);
  const past =
    after &&
    (() => `(${time}, sequence) ${isNewest ? '<' : '>'} (${parameter(after.at)}, ${parameter(after.sequence)})`);
  // With both bounds of one side, PostgreSQL could start the scan at the farther one.
  const isWithin = isNewest ? !to || (after && after.at < to) : !from || (after && after.at >= from);
  const bounds = past && isWithin ? (isNewest ? [begin, past] : [past, end]) : [begin, end];
  const last = upTo === undefined ? undefined : () => `sequence <= ${parameter(upTo)}`;
  return [...bounds, last].flatMap((bound) => bound?.() ?? []);
}

/** Conditions with their values as parameters. */
export function conditionSql(sql: string, value: unknown, parameter: Parameter): string {
  return sql.replaceAll(/\$(?!\d)/g, () => parameter(value));
}

/** How the narrow rows of a list are found. */
export interface NarrowSearch {
  readonly time: 'at' | 'ran_at';
  readonly filters: readonly Filter[];
  /** Whether the newest rows of each kind are looked up, instead of examining rows in the order of the list. */
  readonly byKind: boolean;
}

/**
 * SQL for the places of the narrow rows that match, at most `limit`; and of the last examined row, if rows may follow it.
 * `$1` is the workspace.
 */
export function narrowPlaces(
  { time, filters, byKind }: NarrowSearch,
  request: PlacesRequest,
  parameter: Parameter,
): string {
  const { limit } = request;
  const direction = directionOf(request.order);
  if (byKind)
    return `SELECT at, sequence, true AS matches, 0::bigint AS place ${newestOfKinds({ time, filters }, request, parameter)}
      ORDER BY at ${direction}, sequence ${direction} LIMIT ${limit}`;
  const ofKind = kindConditions(filters, parameter);
  const conditions = timeConditions(request, time, parameter);
  const ofEntry = filters.flatMap(({ narrow, value }) =>
    narrow && 'entry' in narrow ? conditionSql(narrow.entry, value, parameter) : [],
  );
  const indexed = filters.flatMap(({ narrow, value }) =>
    narrow && 'indexed' in narrow ? conditionSql(narrow.indexed, value, parameter) : [],
  );
  const all = [...ofKind, ...ofEntry].map((sql) => `(${sql})`).join(' AND ');
  const matches = all === '' ? 'true' : `coalesce((SELECT ${all} FROM traffic_kinds k WHERE k.id = t.kind), false)`;
  return `SELECT at, sequence, matches, place FROM (
      SELECT at, sequence, matches, row_number() OVER (ORDER BY at ${direction}, sequence ${direction}) AS place FROM (
        SELECT t.${time} AS at, t.sequence, ${matches} AS matches FROM traffic_entries t
        WHERE ${['t.workspace_id = $1', ...indexed, ...conditions].join(' AND ')}
        ORDER BY t.${time} ${direction}, t.sequence ${direction} LIMIT ${all === '' ? limit : EXAMINED}
      ) AS e
    ) AS p
    WHERE matches OR place = ${EXAMINED} ORDER BY at ${direction}, sequence ${direction} LIMIT ${limit}`;
}

/** `FROM` the newest rows of each kind that matches, at most `limit` of each; `columns`: more than `at` and `sequence`. */
export function newestOfKinds(
  { time, filters, columns = '' }: Pick<NarrowSearch, 'time' | 'filters'> & { readonly columns?: string },
  request: PlacesRequest,
  parameter: Parameter,
): string {
  const direction = directionOf(request.order);
  const kinds = ['k.workspace_id = $1', ...kindConditions(filters, parameter)];
  const entries = ['t.kind = c.id', ...timeConditions(request, time, parameter)];
  return `FROM (SELECT k.id FROM traffic_kinds k WHERE ${kinds.join(' AND ')}) AS c
      CROSS JOIN LATERAL (
        SELECT t.${time} AS at, t.sequence${columns} FROM traffic_entries t WHERE ${entries.join(' AND ')}
        ORDER BY t.${time} ${direction}, t.sequence ${direction} LIMIT ${request.limit}
      ) AS e`;
}

export function kindConditions(filters: readonly Filter[], parameter: Parameter): readonly string[] {
  return filters.flatMap(({ narrow, value }) =>
    narrow && 'kind' in narrow ? conditionSql(narrow.kind, value, parameter) : [],
  );
}

/** Kinds whose entries are looked up at once, and if too few match among the rows that were examined. */
const FEW = 500;
const MANY = 5_000;

/** Whether the entries of at most `many` kinds that match can be looked up: at once, if few rows match, or never. */
export async function lookUpKinds(
  db: Queryable,
  workspace: string,
  filters: readonly Filter[],
  many = MANY,
): Promise<'at once' | 'if few match' | 'never'> {
  const parameters: unknown[] = [workspace];
  const conditions = kindConditions(filters, (value) => `$${parameters.push(value)}`);
  if (conditions.length === 0 || conditions.length < filters.length) return 'never';
  const { count } = await db.query(
    `SELECT FROM traffic_kinds k WHERE ${['k.workspace_id = $1', ...conditions].join(' AND ')} LIMIT ${many + 1}`,
    parameters,
  );
  return count <= FEW ? 'at once' : count <= many ? 'if few match' : 'never';
}
