import {
  CALLER_FACTS,
  FACTS_VERSION,
  type FactEntry,
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

/** The sources of a header, each with the facts that its version lacks listed as not recorded. */
export function sourcesOf({
  sources,
  factsVersion,
}: Pick<HistoryHeader, 'sources' | 'factsVersion'>): readonly HistorySource[] {
  if (factsVersion >= FACTS_VERSION) return sources;
  const missing = factsMissingIn(factsVersion);
  return sources.map((source) => ({ ...source, notCarried: [...new Set([...source.notCarried, ...missing])] }));
}
