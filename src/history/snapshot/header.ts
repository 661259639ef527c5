import { FACTS_VERSION, HISTORY_VERSION, type HistoryHeader, type HistorySource, PRODUCT } from '../../model/index.ts';

/** Adds up counts of one source. */
export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Builds the header of a history from its sources and rows. */
export function headerOf(
  sources: readonly HistorySource[],
  folded: HistoryHeader['folded'],
  { rows, statements }: { readonly rows: number; readonly statements: number },
  now: Date,
): HistoryHeader {
  const defined = (texts: readonly (string | undefined)[]): string[] =>
    texts.filter((text) => text !== undefined).sort();
  return {
    querygateHistory: HISTORY_VERSION,
    factsVersion: FACTS_VERSION,
    tool: PRODUCT.version,
    collected: now.toISOString(),
    from: defined(sources.map(({ from }) => from))[0],
    to: defined(sources.map(({ to }) => to)).at(-1),
    sources,
    rows,
    statements,
    unread: sources.reduce((sum, { unread }) => sum + total(unread), 0),
    truncated: sources.reduce((sum, { truncated }) => sum + truncated, 0),
    folded,
  };
}
