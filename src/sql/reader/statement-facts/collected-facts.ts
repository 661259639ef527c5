import type { TokenList } from '../../text/tokens.ts';

/** The tokens `from` to `to` of a text in which a name is that of a CTE. */
export interface CteScope {
  readonly tokens: TokenList;
  readonly from: number;
  to: number;
}

export class CollectedFacts {
  readonly tablesRead = new Set<string>();
  readonly functions = new Set<string>();
  readonly ctes = new Map<string, CteScope[]>();
  /** Where each name stands in a FROM list. */
  readonly bareReads = new Map<string, { readonly tokens: TokenList; readonly at: number }[]>();
  joinedTables = 0;
  selectStar = false;
  hasLimit = false;
  limit: number | undefined = 0;
  /** Whether its LIMIT is a TOP, and whether it has a UNION, EXCEPT or INTERSECT. */
  top = false;
  combined = false;
  hasOffset = false;
  offset: number | undefined = 0;
  longestInList = 0;
  /** Whether it has a list whose length is not known: `= ANY ($1)`. */
  unknownList = false;
  valuesRows = 0;
  leadingWildcard: boolean | undefined = false;
  placeholderTable = false;
  /** The tokens of the tables in FROM lists, by text. */
  readonly tablesAt = new Map<TokenList, number[]>();
}
