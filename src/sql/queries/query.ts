import type { Target } from '../../model/index.ts';
import type { Expression } from '../expressions/expression.ts';
import type { Lexical } from '../text/dialects.ts';
import { foldName, unquote } from '../text/names.ts';
import { T, type TokenList } from '../text/tokens.ts';

/** The text that contains a query. */
export interface SqlText {
  readonly tokens: TokenList;
  readonly lexical: Lexical;
  /** Keys of the columns of a table that the text does not create; undefined if they are not known. */
  columnsOf?(table: Target): readonly string[] | undefined;
}

/** A table, query or function in a FROM list, or the table that a statement writes. */
export interface Source {
  readonly id: number;
  /** The table; undefined for a query, a function or a CTE. */
  readonly table: Target | undefined;
  /** Key of the alias, or of the name without one. */
  readonly alias: string;
  /** The query of a derived table or CTE. */
  readonly query: Query | undefined;
  /** Whether it refers to the CTE that it is a part of. */
  readonly recursive: boolean;
  /** Whether its query may refer to the sources before it: LATERAL, APPLY. */
  readonly lateral?: boolean;
  /** Tokens of a function's arguments in a FROM list, and of the column before its name: `t.xml.nodes('/a')`. */
  readonly args?: readonly (readonly [number, number])[];
  /** Whether it counts from one number to another: `generate_series(…)`, MariaDB's `seq_1_to_9`. */
  readonly series?: boolean;
  /** The token of a variable whose items it lists: `unnest(ids)`. */
  readonly array?: number | undefined;
  /** Keys of the column names that an alias gives: `d(a, b)`. */
  readonly columns: readonly string[] | undefined;
}

export interface Condition {
  readonly expression: Expression;
  /** Ids of the sources whose rows it restricts; undefined for all of its block. */
  readonly restricts: ReadonlySet<number> | undefined;
}

/** Rows of `to` are used only where this column equals that of `from`. */
export interface Link {
  readonly column: string;
  readonly from: number;
  readonly to: number;
}

export interface Item {
  /** Key of the column name; undefined if it has none, or none that is known. */
  readonly name: string | undefined;
  /** `*` or `t.*`: key of the alias, empty for `*`. */
  readonly star: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** A SELECT, or the part of a write that selects its rows. */
export interface Block {
  /** Id for the columns without a qualifier, if there are several sources. */
  readonly id: number;
  /** Where names are looked up that this block does not define. */
  readonly parent: Block | undefined;
  readonly sources: Source[];
  readonly conditions: Condition[];
  readonly links: Link[];
  /** Ids of sources without a row for some rows of the others: LEFT JOIN, OUTER APPLY. */
  readonly optional: Set<number>;
  items: readonly Item[] | undefined;
  /** Queries in its expressions, by their opening parenthesis. */
  readonly subqueries: Map<number, Query>;
  /** Whether it returns groups or some of the selected rows, so that a later condition does not restrict its sources. */
  reduced: boolean;
  /** Whether it returns some of the selected rows only: LIMIT, TOP, HAVING, DISTINCT ON. */
  limited: boolean;
  /** Tokens of the columns whose combinations are unique in the result: GROUP BY, DISTINCT ON. */
  groups: readonly [number, number] | undefined;
  /** Tokens of the conditions of HAVING. */
  readonly having: (readonly [number, number])[];
  /** Whether it returns no rows: `LIMIT 0`. */
  isEmpty: boolean;
}

/** Rows of the largest batch that a LIMIT is taken to select: with a higher one, it limits nothing. */
export const MAX_BATCH = 1_000_000;

/** A query, with one block for each part of a UNION, EXCEPT or INTERSECT. */
export interface Query {
  readonly blocks: Block[];
  /** Its tokens, without parentheses. */
  readonly from: number;
  readonly to: number;
  /** How often a statement uses it: once, but for CTEs. */
  references: number;
  /** Keys of the column names that a CTE gives. */
  columns: readonly string[] | undefined;
  /** Whether EXCEPT or INTERSECT takes rows away. */
  narrowed: boolean;
  /** The operator before each block but the first, if none is in parentheses: UNION, EXCEPT, INTERSECT, MINUS. */
  operators: readonly string[];
}

export type Ctes = ReadonlyMap<string, { readonly query: Query; readonly building: boolean }>;
export const NO_CTES: Ctes = new Map();

/** A table's use: it is read, or its rows are written. */
export interface Use {
  readonly source: Source;
  readonly block: Block;
}

/**
 * Thrown at syntax that is not understood: then nothing is known about the statement's queries. A single error, since it
 * takes longer to collect a stack than to read most statements.
 */
export const NOT_UNDERSTOOD = new Error('this query is not understood');

/** A write: the block that selects its rows, and its targets among the sources. */
export interface Write {
  /** The token of its verb. */
  readonly from: number;
  readonly block: Block;
  /** Several in MySQL's writes of joined tables. Empty for INSERT, which selects no rows of its target. */
  readonly targets: readonly Source[];
  /** Whether only some of the targets are written, and which is not known. */
  readonly unclear?: boolean;
  /** Keys of the columns that an UPDATE assigns. */
  readonly assigned?: readonly string[];
  /** The branches of a MERGE that ON does not restrict: WHEN NOT MATCHED BY SOURCE. */
  readonly unmatched: readonly (Expression | undefined)[];
}

/** The key by which names are compared. */
export function nameKey({ tokens, lexical }: SqlText, at: number): string {
  const raw = tokens.raw(at);
  const folded = tokens.kind(at) === T.quoted ? foldName(unquote(raw), true, lexical) : foldName(raw, false, lexical);
  return keyOf(folded, lexical);
}

export function keyOf(name: string, lexical: Lexical): string {
  return lexical.fold === 'unquoted' ? name : name.toLowerCase();
}
