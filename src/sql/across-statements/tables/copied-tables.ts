import type { OperationKind, Target } from '../../../model/index.ts';
import type { FollowedStatement } from '../followed-statement.ts';
import { REBUILD_DOUBTS } from './rebuild-doubts.ts';

/** What the file did to a table that has, or had, a name. */
export interface CopiedTable {
  /** The name under which the table was there before the file ran; undefined if the file created it. */
  readonly original: string | undefined;
  /** That name as the file writes it first. */
  readonly written: Target | undefined;
  name: string;
  /** A created table that is new, keeps what is inserted, and was not changed in a way that loses rows. */
  sound: boolean;
  /** The columns with which the file created it. */
  columns: readonly string[] | undefined;
  /** It is gone at the end of the connection: its rows can be copied back, but it cannot take the place of a table. */
  temporary: boolean;
  /** The columns may be others than in the base. */
  reshaped: boolean;
  /** The created table that holds all rows of this one, and all columns except those in `leftOut`. */
  copy: CopiedTable | undefined;
  /** Columns that the copy leaves out. */
  leftOut: readonly string[];
  /** What the base does not show of it: its copy may leave columns out, or its drop delete rows of other tables. */
  unproven: string | undefined;
  /** The table that this one is a copy of. */
  source: CopiedTable | undefined;
  /** The batch that drops it even if the copy fails. */
  continues: number | undefined;
  /** Where this table was dropped after it was copied. */
  dropped: { readonly statement: FollowedStatement; readonly index: number } | undefined;
  /** Why the last copy of this table does not hold all its rows and columns. */
  doubt: string | undefined;
}

/** What may happen to a table between its copy and its drop: nothing that adds or changes rows. */
const KEEPS_COPY_TRUE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['select', 'create_index', 'drop_index', 'drop_trigger', 'lock_table', 'comment', 'revoke'] as const),
]);
/** What may happen to the new table before it has the old one's name: nothing that removes or changes rows. */
const KEEPS_ROWS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['select', 'insert', 'create_index', 'add_constraint', 'validate_constraint', 'add_column', 'comment'] as const),
  ...(['set_default', 'drop_default', 'set_not_null', 'drop_not_null', 'lock_table', 'grant', 'change_owner'] as const),
  ...(['enable_row_security', 'create_policy', 'create_trigger'] as const),
]);
/** What may happen to a table before it is copied: nothing that renames its columns. */
export const KEEPS_SHAPE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...KEEPS_ROWS,
  ...(['update', 'delete', 'drop_index', 'drop_trigger', 'drop_constraint', 'create_rule'] as const),
]);
export const NEW_TABLE: Omit<CopiedTable, 'name'> = {
  original: undefined,
  written: undefined,
  sound: false,
  temporary: false,
  columns: undefined,
  reshaped: false,
  copy: undefined,
  leftOut: [],
  unproven: undefined,
  source: undefined,
  continues: undefined,
  dropped: undefined,
  doubt: undefined,
};

/**
 * Whether a copy writes a column to another one although a column of that name is copied too: then the values of two columns
 * are mixed up. One that is written to a new name is renamed.
 *
 * @param into the columns that are written, in order
 * @param order see WholeTable
 * @param all the columns of the copied table
 */
export function isMixed(
  into: readonly string[] | undefined,
  order: readonly string[],
  all: readonly string[] | undefined,
): boolean {
  if (!into || (order.includes('*') && !all)) return false;
  const from = order.flatMap((column) => (column === '*' ? (all ?? []) : [column])).map((name) => name.toLowerCase());
  const copied = new Set(from);
  return from.some((column, index) => {
    const written = into[index]?.toLowerCase();
    return column !== '' && written !== undefined && written !== column && copied.has(written);
  });
}

export function changeTable(table: CopiedTable, kind: OperationKind): void {
  if (!KEEPS_SHAPE.has(kind)) table.reshaped = true;
  if (!KEEPS_ROWS.has(kind)) table.sound = false;
  if (!KEEPS_COPY_TRUE.has(kind)) detach(table);
}

/** The copy of a table that was changed since does not hold all its rows. */
function detach(table: CopiedTable): void {
  if (table.copy) {
    table.copy.source = undefined;
    table.doubt = REBUILD_DOUBTS.changed;
  }
  table.copy = undefined;
}
