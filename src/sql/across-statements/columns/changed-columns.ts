import {
  type BaseColumn,
  type ColumnDefinition,
  kindsOf,
  type Operation,
  type OperationKind,
} from '../../../model/index.ts';
import { fullName } from '../../objects/home-schema.ts';
import { columnDifference } from '../../reader/ddl/index.ts';
import type { Lexical } from '../../text/dialects.ts';
import { changeFacts, type FollowedStatement, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';
import { type Columns, changeColumns } from './column-changes.ts';

const CHANGES_COLUMNS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['add_column', 'alter_column_type', 'set_not_null', 'drop_not_null', 'set_default', 'drop_default'] as const),
  ...(['drop_column', 'rename_column'] as const),
]);
/** Operations that leave the definitions of all columns as they are. */
const KEEPS_COLUMNS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...kindsOf('read'),
  ...kindsOf('write'),
  ...(['create_index', 'drop_index', 'create_trigger', 'drop_trigger', 'enable_trigger', 'disable_trigger'] as const),
  ...(['add_constraint', 'drop_constraint', 'validate_constraint', 'comment', 'discard_data', 'lock_table'] as const),
  ...(['create_policy', 'drop_policy', 'alter_policy', 'enable_row_security', 'disable_row_security'] as const),
]);

/**
 * Compares each new definition of a column with the old one, as the base and the file define it (`oldType`, `typeChange`,
 * `changeEffects`), and finds columns that are NOT NULL before SET NOT NULL (`notNullChecked`).
 */
export function markChangedColumns(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  if (reading.kinds.has('alter_column_type') || reading.kinds.has('set_not_null'))
    followStatements(statements, new ChangedColumns(reading));
}

const FAILS = 'fail on existing values';
const CUTS = 'truncate values';

/** Whether a cast in USING cuts texts that are too long for the new type. */
function cutsText({ dataTypes, changeEffects }: Operation): boolean {
  return /char$/.test(dataTypes?.[0] ?? '') && changeEffects?.includes(CUTS) === true;
}

class ChangedColumns {
  /** By bare name in lower case, then by qualified name; null: not known. */
  readonly #tables = new Map<string, Map<string, Columns> | null>();
  readonly #base: readonly BaseColumn[];
  readonly #lexical: Lexical;
  #certain = true;
  #home: string;

  constructor({ context, lexical }: ScriptReading) {
    this.#base = context?.columns ?? [];
    this.#lexical = lexical;
    this.#home = lexical.ddl.homeSchema;
    this.startSection();
  }

  startSection(): void {
    this.#tables.clear();
    this.#certain = true;
    const { homeSchema } = this.#lexical.ddl;
    for (const column of this.#base)
      this.#columnsOf(column.table, nameOf(column, homeSchema))?.set(column.name, column);
  }

  forget(): void {
    this.#certain = false;
  }

  rollBack(): void {
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    this.#home = statement.home;
    this.#mark(statement);
    for (const operation of statement.operations) this.#apply(operation);
  }

  /** What a statement that may be skipped changes is not known afterwards. */
  skip(statement: FollowedStatement): void {
    this.#home = statement.home;
    this.#mark(statement);
    for (const operation of statement.operations) if (!KEEPS_COLUMNS.has(operation.kind)) this.#lose(operation);
  }

  #mark(statement: FollowedStatement): void {
    // A statement with several actions may change a column twice.
    const changed = new Set<string>();
    for (let index = 0; index < statement.operations.length; index++) {
      const operation = statement.operations[index] as Operation;
      if (operation.place !== 'statement') continue;
      if (operation.kind === 'set_not_null' && this.#oldColumn(operation)?.attributes.includes('not null'))
        changeFacts(statement, index, { notNullChecked: true });
      if (operation.kind !== 'alter_column_type') continue;
      const old = this.#oldColumn(operation);
      const [name = ''] = operation.columns ?? [];
      const definition = operation.definitions?.value[0];
      if (!old || !definition || old.type === '' || changed.has(name)) continue;
      changed.add(name);
      const { change, effects } = columnDifference(old, definition, this.#lexical.ddl.columnChange);
      // Values that are calculated are not compared.
      if (change === 'unknown') continue;
      const isCut = this.#lexical.ddl.columnChange.overflow === FAILS && cutsText(operation);
      const changeEffects = effects.map((effect) => (effect === FAILS && isCut ? CUTS : effect));
      changeFacts(statement, index, { oldType: old.type, typeChange: change, changeEffects });
      const keepsValues = change === 'same' || change === 'widen';
      // The name of the column let it look as if its values lost a part.
      const next = statement.operations[index + 1];
      if (keepsValues && next?.kind === 'discard_data' && next.filterDoubt !== undefined)
        statement.operations.splice(index + 1, 1);
    }
  }

  /** The column of the operation before it runs. */
  #oldColumn({ target, columns: [name = ''] = [] }: Operation): ColumnDefinition | undefined {
    const table = this.#certain ? fullName(target, this.#home) : undefined;
    return table === undefined ? undefined : this.#columnsOf(target.name ?? '', table)?.get(name);
  }

  #apply(operation: Operation): void {
    const { kind, target, ifNotExists, place } = operation;
    if (KEEPS_COLUMNS.has(kind) || place === 'routine_body') return;
    const name = fullName(target, this.#home);
    if (!CHANGES_COLUMNS.has(kind) || name === undefined || place !== 'statement') return this.#lose(operation);
    const columns = this.#columnsOf(target.name ?? '', name);
    if (!columns) return;
    if (kind === 'drop_column' || kind === 'rename_column')
      for (const each of operation.columns ?? []) columns.delete(each);
    if (kind === 'add_column')
      for (const added of operation.definitions?.value ?? [])
        if (!ifNotExists || columns.has(added.name))
          columns.set(added.name, ifNotExists ? { ...added, type: '' } : added);
    changeColumns(columns, operation, this.#lexical);
  }

  #lose({ target }: Operation): void {
    if (target.name === undefined) this.forget();
    else this.#tables.set(target.name.toLowerCase(), null);
  }

  #columnsOf(bare: string, name: string): Columns | undefined {
    const key = bare.toLowerCase();
    let same = this.#tables.get(key);
    if (same === null) return undefined;
    if (!same) {
      same = new Map();
      this.#tables.set(key, same);
    }
    const columns = same.get(name) ?? new Map();
    same.set(name, columns);
    return columns;
  }
}

function nameOf({ table: name, schema }: BaseColumn, home: string): string {
  return fullName({ name, schema, quoted: false, text: '' }, home) ?? name;
}
