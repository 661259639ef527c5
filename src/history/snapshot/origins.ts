import {
  ConfigError,
  HISTORY_ORIGINS,
  type History,
  type HistoryHeader,
  type HistoryOrigin,
  type HistoryRow,
  historyOrigin,
  type OriginHeader,
} from '../../model/index.ts';
import { headerOf } from './header.ts';

/** The history of one origin. */
export interface OriginHistory {
  readonly origin: HistoryOrigin;
  readonly history: History;
}

/** Groups histories by their origin, production first, and merges those of one origin with `merge`. */
export function byOrigin(
  histories: readonly History[],
  merge: (several: readonly History[]) => History,
): readonly OriginHistory[] {
  return HISTORY_ORIGINS.flatMap((origin) => {
    const own = histories.filter(({ header }) => historyOrigin(header.sources) === origin);
    const [only, ...others] = own;
    return only ? [{ origin, history: others.length === 0 ? only : merge(own) }] : [];
  });
}

/** One history of all origins, whose rows say where they come from. */
export function withOrigins(parts: readonly OriginHistory[]): History {
  const [first, ...others] = parts.map(({ origin, history }) => markedRows(history, origin));
  if (!first || others.length === 0) return first ?? { header: headerOf([], NOT_FOLDED, EMPTY, new Date(0)), rows: [] };
  const all = [first, ...others];
  return { header: joinedHeader(all.map(({ header }) => header)), rows: all.flatMap(({ rows }) => rows) };
}

/** The header of the snapshots of each origin, production first. Those of one origin are first passed to `check`. */
export function headersByOrigin(
  headers: readonly HistoryHeader[],
  check: (own: readonly HistoryHeader[]) => void,
): readonly OriginHeader[] {
  return HISTORY_ORIGINS.flatMap((origin) => {
    const own = headers.filter(({ sources }) => historyOrigin(sources) === origin);
    check(own);
    return own.length > 0 ? [{ origin, header: joinedHeader(own) }] : [];
  });
}

function joinedHeader(headers: readonly HistoryHeader[]): HistoryHeader {
  const sum = (count: (header: HistoryHeader) => number) => headers.reduce((total, header) => total + count(header), 0);
  return headerOf(
    headers.flatMap(({ sources }) => sources),
    {
      maxVariants: Math.max(...headers.map(({ folded }) => folded.maxVariants)),
      flows: sum(({ folded }) => folded.flows),
      rows: sum(({ folded }) => folded.rows),
    },
    { rows: sum(({ rows }) => rows), statements: sum(({ statements }) => statements) },
    new Date(Math.min(...headers.map(({ collected }) => Date.parse(collected)))),
  );
}

const NOT_FOLDED: HistoryHeader['folded'] = { maxVariants: 0, flows: 0, rows: 0 };
const EMPTY = { rows: 0, statements: 0 };

function markedRows({ header, rows }: History, origin: HistoryOrigin): History {
  return origin === 'production'
    ? { header, rows }
    : { header, rows: rows.map((row): HistoryRow => ({ ...row, origin })) };
}

/** Raises ConfigError for snapshots of different origins: one snapshot could not say which of its rows are whose. */
export function refuseMixedOrigins(headers: readonly HistoryHeader[]): void {
  if (new Set(headers.map(({ sources }) => historyOrigin(sources))).size > 1)
    throw new ConfigError(
      'snapshots of production and of tests cannot be merged, since one snapshot does not say which flows come from where; give `simulate` both',
    );
}
