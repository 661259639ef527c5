import type { OPERATION_FACTS } from './facts.ts';
import { isOperationKind, kindsOf, OPERATION_KINDS, type OperationGroup, type OperationKind } from './operations.ts';

type Carrier = OperationKind | Exclude<OperationGroup, 'any'>;

const CREATE = (Object.keys(OPERATION_KINDS) as OperationKind[]).filter((kind) => kind.startsWith('create_'));

/** What an ALTER TABLE does, with the options that it has as a whole. */
const ALTER_TABLE: readonly OperationKind[] = [
  ...(['alter_table', 'add_column', 'drop_column', 'rename_column', 'alter_column_type', 'set_not_null'] as const),
  ...(['drop_not_null', 'set_default', 'drop_default', 'add_constraint', 'drop_constraint'] as const),
  ...(['validate_constraint', 'create_index', 'drop_index', 'rename_table', 'rename_other', 'set_schema'] as const),
  ...(['attach_partition', 'detach_partition', 'drop_partition', 'truncate_partition', 'switch_partition'] as const),
  ...(['enable_trigger', 'disable_trigger', 'enable_row_security', 'disable_row_security', 'change_owner'] as const),
  ...(['truncate', 'maintain'] as const),
];

const FILTERED = ['update', 'delete', 'merge', 'merge_delete'] as const;
const PRIVILEGES = ['grant', 'revoke', 'grant_role', 'revoke_role'] as const;

/**
 * The kinds and groups of operations on which each fact can differ from its default. It must list every kind for which a
 * reader sets the fact, as a condition that reads the fact on other kinds only is refused.
 */
const FACT_CARRIERS: Readonly<Record<keyof typeof OPERATION_FACTS, 'all' | readonly Carrier[]>> = {
  kind: 'all',
  target: 'all',
  place: 'all',
  temporary: 'all',
  createdHere: 'all',
  tableCreatedHere: 'all',
  deferred: 'all',
  onlyDefined: 'all',
  readable: 'all',
  columns: [
    ...(['insert', 'update', 'merge', 'replace', 'copy_from', 'copy_to', 'create_table', 'create_type'] as const),
    ...(['create_view', 'create_materialized_view', 'create_other', 'drop_table'] as const),
    ...ALTER_TABLE,
  ],
  filter: [...FILTERED, 'truncate', 'truncate_partition', 'discard_data'],
  filterColumns: FILTERED,
  pinnedColumns: FILTERED,
  cascade: ['drop', 'truncate', 'truncate_partition', 'grant', 'revoke'],
  ifExists: [
    ...(['drop', 'alter_type', 'alter_sequence', 'alter_database', 'alter_role', 'alter_other'] as const),
    ...(['rename_column', 'rename_other', 'change_owner', 'set_schema', 'add_constraint'] as const),
  ],
  ifNotExists: ['add_column', 'add_constraint', ...CREATE],
  orReplace: CREATE,
  concurrently: ['create_index', 'drop', 'maintain', 'refresh_materialized_view', 'add_cascade', ...ALTER_TABLE],
  columnsCreatedHere: ['update', 'drop_column'],
  keepsValues: ['update'],
  rebuilt: ['drop_table'],
  rowsCopied: ['drop_table'],
  valuesCopied: ['drop_column'],
  valuesMoved: ['drop_column', 'drop_table', 'update'],
  recreated: [
    ...([
      'drop_policy',
      'drop_trigger',
      'drop_view',
      'drop_function',
      'drop_procedure',
      'drop_rule',
      'drop_event',
      'drop_type',
    ] as const),
    ...(['disable_constraint', 'disable_protection', 'alter_policy', 'rename_table', 'rename_other'] as const),
    ...(['drop_constraint', 'drop_index', 'create_index'] as const),
  ],
  indexGap: ['drop_index'],
  tableDroppedHere: ['drop_index', 'drop_policy', 'drop_trigger'],
  lockRepeated: ['drop_index'],
  replacesNothing: ['drop_table', 'drop_type', 'drop_sequence', 'drop_materialized_view'],
  rolledBack: ['write', 'drop', 'detach_partition', 'switch_partition', 'discard_data'],
  locksTable: [
    ...(['create_table', 'create_view', 'create_index', 'create_trigger', 'create_rule', 'create_policy'] as const),
    ...(['drop_view', 'drop_materialized_view', 'drop_schema', 'drop_trigger', 'drop_rule', 'drop_policy'] as const),
    ...(['drop_table', 'alter_policy', 'alter_other', 'refresh_materialized_view', 'lock_table'] as const),
    ...ALTER_TABLE,
  ],
  lockedTables: ['create_table', 'add_constraint'],
  tableFilledHere: ['add_constraint'],
  tableEmptied: ['add_column'],
  partitioned: ['create_table', 'create_index', 'drop_index', 'add_constraint'],
  refusedInTransaction: [
    ...(['maintain', 'alter_system', 'create_database', 'drop_database', 'create_other', 'drop_tablespace'] as const),
    ...(['alter_database', 'alter_other', 'set'] as const),
  ],
  dataTypes: ['add_column', 'alter_column_type', 'create_table', 'create_other', 'create_type'],
  oldType: ['alter_column_type'],
  typeChange: ['alter_column_type'],
  changeEffects: ['alter_column_type'],
  notNull: ['add_column', 'alter_column_type', 'set_not_null'],
  hasDefault: ['add_column', 'alter_column_type', 'set_default', 'add_constraint', 'create_type'],
  defaultKind: ['add_column', 'alter_column_type', 'set_default', 'create_type'],
  checkedDomain: ['create_type', 'add_column', 'add_constraint', 'validate_constraint'],
  hasPrimaryKey: ['create_table', 'add_column', 'alter_column_type', 'add_constraint'],
  constraintType: ['add_constraint', 'drop_constraint'],
  notValid: ['add_constraint'],
  inline: ['add_constraint'],
  usingIndex: ['add_constraint'],
  notNullChecked: ['set_not_null'],
  boundsChecked: ['attach_partition'],
  unique: ['create_index', 'add_constraint', 'create_other', 'drop_index'],
  indexType: ['create_index'],
  constraint: ['add_constraint', 'drop_constraint', 'validate_constraint'],
  table: [
    ...(['create_index', 'create_trigger', 'create_event', 'create_rule', 'create_policy', 'create_table'] as const),
    'discard_writes',
    ...([
      'drop',
      'alter_policy',
      'rename_other',
      'attach_partition',
      'detach_partition',
      'alter_table',
      'maintain',
    ] as const),
  ],
  objectType: ['rename_other', 'set_schema', 'change_owner'],
  language: ['create_function', 'create_procedure', 'do_block', 'load_library', 'execute_dynamic'],
  privileges: [...PRIVILEGES, 'alter_default_privileges', 'create_role', 'alter_role'],
  grantees: [...PRIVILEGES, 'alter_default_privileges'],
  enumValue: ['alter_type'],
  options: ['create_view', 'create_function', 'create_procedure'],
  lostOptions: ['create_view', 'create_function', 'create_procedure', 'alter_other'],
  rowSecurity: ['create_table'],
  unindexedKeys: ['create_table', 'add_constraint'],
  revokes: ['alter_default_privileges'],
  grantOption: PRIVILEGES,
  maintenance: ['maintain', 'alter_table'],
  algorithm: [...ALTER_TABLE, 'add_cascade'],
  lockOption: [...ALTER_TABLE, 'add_cascade', 'lock_table'],
  endpoint: ['copy_from', 'copy_to'],
};

/** The kinds and groups that can carry a fact of operations, without repetition; `all` if every kind can. */
export function carriersOf(fact: keyof typeof OPERATION_FACTS): 'all' | readonly Carrier[] {
  const carriers = FACT_CARRIERS[fact];
  if (carriers === 'all') return 'all';
  const grouped = new Set<string>(carriers.flatMap((name) => (isOperationKind(name) ? [] : kindsOf(name))));
  return [...new Set(carriers)].filter((name) => !grouped.has(name));
}

/** Whether an operation of this kind can carry the fact: on others it always has its default. */
export function canCarry(kind: OperationKind, fact: keyof typeof OPERATION_FACTS): boolean {
  const carriers = FACT_CARRIERS[fact];
  if (carriers === 'all') return true;
  const groups: readonly Carrier[] = OPERATION_KINDS[kind].groups;
  return carriers.some((name) => name === kind || groups.includes(name));
}
