import type { Operation, OperationKind } from '../../model/index.ts';
import type { ForeignKey } from '../objects/foreign-keys.ts';

const DELETES: ReadonlySet<OperationKind> = new Set(['delete', 'merge_delete', 'merge', 'replace']);

/**
 * New tables that rows of older tables refer to: a write to the new table can delete or change the older rows with it.
 * Names in lower case, without schema.
 */
export class OlderRows {
  readonly #keys = new Map<string, ForeignKey[]>();
  /** Keys of tables that the file creates, which may take the name, and the rows, of an older one. */
  readonly #ofNewTables = new Map<string, ForeignKey[]>();

  /** Extensions that took in objects which they did not create. */
  readonly #extensions = new Set<string | undefined>();

  /** Applies the foreign keys that a statement adds, whose operations are marked. */
  follow(added: { foreignKeys(): readonly ForeignKey[] }, operations: readonly Operation[]): void {
    for (const { kind, target } of operations) {
      if (kind !== 'rename_table' || this.#ofNewTables.size === 0) continue;
      for (const key of this.#ofNewTables.get(target.name?.toLowerCase() ?? '') ?? []) add(this.#keys, key.to, key);
    }
    for (const { kind, target, objectClass, table } of operations)
      if (kind === 'alter_other' && objectClass === 'extension' && table === undefined)
        this.#extensions.add(target.name);
    const creates = operations.some(({ kind }) => kind === 'create_table');
    const older = operations.some(
      ({ kind, createdHere, temporary }) =>
        (kind === 'add_constraint' || kind === 'add_column') && createdHere !== true && !temporary,
    );
    for (const key of creates || older ? added.foreignKeys() : []) {
      if (older) add(this.#keys, key.to, key);
      else if (creates) add(this.#ofNewTables, key.from, key);
    }
  }

  /** Whether the operation can reach rows of an older table through a foreign key. */
  isReachedBy({ kind, target, cascade }: Operation): boolean {
    if (this.#keys.size === 0) return false;
    const keys = this.#keys.get(target.name?.toLowerCase() ?? '') ?? [];
    if (kind === 'truncate') return cascade === true && keys.length > 0;
    if (DELETES.has(kind) && keys.some(({ deletes }) => deletes)) return true;
    return (kind === 'update' || kind === 'merge') && keys.some(({ updates }) => updates);
  }

  /** Whether the operation drops an extension with objects that are older, or may be. */
  drops({ kind, target }: Operation): boolean {
    return kind === 'drop_extension' && this.#extensions.size > 0 && this.#extensions.has(target.name);
  }

  clear(): void {
    this.#extensions.clear();
    this.#keys.clear();
    this.#ofNewTables.clear();
  }
}

function add(keys: Map<string, ForeignKey[]>, table: string, key: ForeignKey): void {
  const known = keys.get(table);
  if (known) known.push(key);
  else keys.set(table, [key]);
}
