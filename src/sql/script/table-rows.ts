import type { Operation, OperationKind } from '../../model/index.ts';
import { tableOf } from '../objects/object-classes.ts';

const ADDS: ReadonlySet<OperationKind> = new Set(['insert', 'copy_from', 'merge', 'replace']);
const ALL_ROWS: ReadonlySet<string | undefined> = new Set(['none', 'always_true']);

/** Which tables the file filled or emptied. */
export class TableRows {
  /** Bare names of tables that got rows of a query or of COPY. */
  readonly #filled = new Set<string | undefined>();
  /** Bare names of emptied tables, with the qualified name of each. */
  readonly #emptied = new Map<string | undefined, string | undefined>();

  isFilled(operation: Operation): boolean {
    return this.#filled.size > 0 && this.#filled.has(tableOf(operation)?.name);
  }

  isEmptied(operation: Operation, home: string): boolean {
    if (this.#emptied.size === 0) return false;
    const table = tableOf(operation, home);
    return table?.key !== undefined && this.#emptied.get(table.name) === table.key;
  }

  /**
   * @param certain whether the operation runs whenever the file does
   * @param home the schema of bare names
   * @param copies whether the statement adds rows of a query or of COPY
   */
  apply(operation: Operation, certain: boolean, home: string, copies: () => boolean): void {
    const { kind, filter, place, target } = operation;
    if (place === 'routine_body') return;
    if (ADDS.has(kind) || (kind === 'create_table' && target.name !== '')) {
      this.#emptied.delete(target.name);
      if (copies()) this.#filled.add(target.name);
    } else if (kind === 'truncate' || (kind === 'delete' && ALL_ROWS.has(filter))) {
      const table = tableOf(operation, home);
      if (certain && table?.key !== undefined) this.#emptied.set(table.name, table.key);
      if (certain) this.#filled.delete(target.name);
    } else if (MAY_ADD.has(kind)) this.#emptied.clear();
  }

  clear(): void {
    this.#filled.clear();
    this.#emptied.clear();
  }
}

/** Operations that may add rows to any table, or give a name to another one. */
const MAY_ADD: ReadonlySet<OperationKind> = new Set([
  ...([
    'call',
    'execute_dynamic',
    'execute_prepared',
    'meta_command',
    'rename_table',
    'set_schema',
    'rollback',
  ] as const),
  ...(['attach_partition', 'switch_partition'] as const),
]);
