import {
  CALLER_FACTS,
  FACTS_VERSION,
  type FactEntry,
  type HistoryGap,
  type HistoryHeader,
  type HistorySource,
  OPERATION_FACTS,
  ROW_STATEMENT_FACTS,
  UNKNOWN_SURROUNDINGS,
} from '../../model/index.ts';

const TABLES: Readonly<Record<string, Readonly<Record<string, FactEntry>>>> = {
  statement: ROW_STATEMENT_FACTS,
  caller: CALLER_FACTS,
  operation: OPERATION_FACTS,
};

/**
 * The facts that rows of an older version of the fact tables do not record, such as `operation.rebuilt`. Without those
 * that no history records.
 */
export function factsMissingIn(factsVersion: number): readonly string[] {
  return Object.entries(TABLES).flatMap(([table, entries]) =>
    Object.entries(entries)
      .filter(([name, { since }]) => since > factsVersion && !(table === 'statement' && name in UNKNOWN_SURROUNDINGS))
      .map(([name]) => `${table}.${name}`),
  );
}

/** What notes of older versions say about a source, by how they begin. */
const GAP_NOTES: readonly (readonly [start: string, gap: HistoryGap])[] = [
  ['no statement took less than', 'slow-only'],
  ['the server logged only one in', 'sampled'],
  ['the view keeps the most frequent statements only', 'top-n'],
  ['Query Store records what its capture mode selects', 'top-n'],
];
/** Digests that had no room, by how their reason begins. */
const OVERFLOW = 'statement without a text: the digest table was full';

/** What may be missing in a source of a version that does not say it: what its remarks and counts show. */
function gapsOf({ kind, notes, unread }: HistorySource): readonly HistoryGap[] {
  const found = GAP_NOTES.filter(([start]) => notes.some((note) => note.startsWith(start))).map(([, gap]) => gap);
  const isFull = kind === 'mysql-digest' && Object.keys(unread).some((reason) => reason.startsWith(OVERFLOW));
  return isFull ? [...found, 'top-n'] : found;
}

/**
 * The sources of a header, each with the facts that its version lacks listed as not recorded, and with what may be
 * missing in it.
 */
export function sourcesOf({
  sources,
  factsVersion,
}: Pick<HistoryHeader, 'sources' | 'factsVersion'>): readonly HistorySource[] {
  const missing = factsVersion >= FACTS_VERSION ? [] : factsMissingIn(factsVersion);
  return sources.map((source) => ({
    ...source,
    gaps: source.gaps ?? gapsOf(source),
    notCarried: missing.length === 0 ? source.notCarried : [...new Set([...source.notCarried, ...missing])],
  }));
}
