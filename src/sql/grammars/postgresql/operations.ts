import type { Operation, OperationKind, Place, Span, Target } from '../../../model/index.ts';
import { type Facts, makeOperation } from '../../reader/operation.ts';
import { isTree, known, list, names, node, type Tree, text, unwrap } from './ast.ts';

const GRAMMAR: Operation['readers'] = ['libpg-query'];

type Add = (kind: OperationKind, facts?: Facts) => void;

function target(name: string, schema = ''): Target {
  return { name: known(name), schema: known(schema), quoted: false, text: schema === '' ? name : `${schema}.${name}` };
}

function relation(value: unknown): Target {
  const tree = node(value, 'RangeVar') ?? (isTree(value) ? value : {});
  return target(text(tree['relname']), text(tree['schemaname']));
}

function qualifiedName(parts: readonly string[]): Target {
  return target(parts.at(-1) ?? '', parts.at(-2) ?? '');
}

const DROPPED: Record<string, OperationKind> = {
  OBJECT_TABLE: 'drop_table',
  OBJECT_FOREIGN_TABLE: 'drop_table',
  OBJECT_INDEX: 'drop_index',
  OBJECT_VIEW: 'drop_view',
  OBJECT_MATVIEW: 'drop_materialized_view',
  OBJECT_SCHEMA: 'drop_schema',
  OBJECT_SEQUENCE: 'drop_sequence',
  OBJECT_TYPE: 'drop_type',
  OBJECT_DOMAIN: 'drop_type',
  OBJECT_EXTENSION: 'drop_extension',
  OBJECT_FUNCTION: 'drop_function',
  OBJECT_AGGREGATE: 'drop_function',
  OBJECT_ROUTINE: 'drop_function',
  OBJECT_PROCEDURE: 'drop_procedure',
  OBJECT_TRIGGER: 'drop_trigger',
  OBJECT_EVENT_TRIGGER: 'drop_trigger',
  OBJECT_RULE: 'drop_rule',
  OBJECT_POLICY: 'drop_policy',
};

const ALTERED: Record<string, OperationKind> = {
  AT_AddColumn: 'add_column',
  AT_DropColumn: 'drop_column',
  AT_AlterColumnType: 'alter_column_type',
  AT_SetNotNull: 'set_not_null',
  AT_DropNotNull: 'drop_not_null',
  AT_AddConstraint: 'add_constraint',
  AT_DropConstraint: 'drop_constraint',
  AT_ValidateConstraint: 'validate_constraint',
  AT_ChangeOwner: 'change_owner',
  AT_AttachPartition: 'attach_partition',
  AT_DetachPartition: 'detach_partition',
  AT_EnableRowSecurity: 'enable_row_security',
  AT_DisableRowSecurity: 'disable_row_security',
  AT_ForceRowSecurity: 'enable_row_security',
  AT_NoForceRowSecurity: 'disable_row_security',
  AT_DisableTrig: 'disable_trigger',
  AT_DisableTrigAll: 'disable_trigger',
  AT_DisableTrigUser: 'disable_trigger',
  AT_DisableRule: 'disable_trigger',
};

/** Commands whose name is a column; the name of others is a constraint, a trigger or a rule. */
const OF_COLUMNS = new Set<OperationKind>(['drop_column', 'alter_column_type', 'set_not_null', 'drop_not_null']);

const RENAMED: Record<string, OperationKind> = { OBJECT_TABLE: 'rename_table', OBJECT_COLUMN: 'rename_column' };

/** How each node type is read. Types that are not listed add nothing to what the token reader finds. */
const READERS: Record<string, (tree: Tree, add: Add) => void> = {
  InsertStmt: (tree, add) => add('insert', { target: relation(tree['relation']) }),
  // The token reader evaluates filters. For a write that it missed, only the absence of a filter is certain.
  UpdateStmt: (tree, add) =>
    add('update', { target: relation(tree['relation']), filter: tree['whereClause'] ? undefined : 'none' }),
  DeleteStmt: (tree, add) =>
    add('delete', { target: relation(tree['relation']), filter: tree['whereClause'] ? undefined : 'none' }),
  MergeStmt: (tree, add) => {
    add('merge', { target: relation(tree['relation']) });
    for (const when of list(tree['mergeWhenClauses'])) {
      if (text(node(when, 'MergeWhenClause')?.['commandType']) !== 'CMD_DELETE') continue;
      add('merge_delete', { target: relation(tree['relation']), filter: undefined });
    }
  },
  TruncateStmt: (tree, add) => {
    for (const item of list(tree['relations'])) {
      add('truncate', { target: relation(item), filter: 'none', cascade: tree['behavior'] === 'DROP_CASCADE' });
    }
  },
  DropStmt: (tree, add) => {
    const type = text(tree['removeType']);
    for (const item of list(tree['objects'])) {
      const routine = node(item, 'ObjectWithArgs') ?? node(item, 'TypeName');
      const parts = names(routine ? (routine['objname'] ?? routine['names']) : item);
      const onTable = type === 'OBJECT_TRIGGER' || type === 'OBJECT_RULE' || type === 'OBJECT_POLICY';
      add(DROPPED[type] ?? 'drop_other', {
        target: onTable || parts.length === 1 ? target(parts.at(-1) ?? '') : qualifiedName(parts),
        table: onTable ? parts.slice(0, -1).join('.') : '',
        cascade: tree['behavior'] === 'DROP_CASCADE',
        ifExists: tree['missing_ok'] === true,
        concurrently: tree['concurrent'] === true,
      });
    }
  },
  DropdbStmt: (tree, add) => add('drop_database', { target: target(text(tree['dbname'])) }),
  DropRoleStmt: (tree, add) => {
    for (const role of list(tree['roles']))
      add('drop_role', { target: target(text(node(role, 'RoleSpec')?.['rolename'])) });
  },
  DropTableSpaceStmt: (tree, add) => add('drop_tablespace', { target: target(text(tree['tablespacename'])) }),
  AlterTableStmt: (tree, add) => {
    if (tree['objtype'] !== 'OBJECT_TABLE' && tree['objtype'] !== undefined) return;
    for (const item of list(tree['cmds']))
      readCommand(node(item, 'AlterTableCmd') ?? {}, relation(tree['relation']), add);
  },
  RenameStmt: (tree, add) => {
    const kind = RENAMED[text(tree['renameType'])];
    if (
      !kind ||
      (tree['relationType'] !== undefined && tree['relationType'] !== 'OBJECT_TABLE' && kind === 'rename_column')
    )
      return;
    add(kind, { target: relation(tree['relation']), columns: kind === 'rename_column' ? [text(tree['subname'])] : [] });
  },
  CreateStmt: (tree, add) =>
    add('create_table', {
      target: relation(tree['relation']),
      ifNotExists: tree['if_not_exists'] === true,
      temporary: (isTree(tree['relation']) && tree['relation']['relpersistence'] === 't') || false,
      hasPrimaryKey: undefined,
    }),
  GrantStmt: (tree, add) => {
    const kind = tree['is_grant'] === true ? 'grant' : 'revoke';
    for (const item of list(tree['objects'])) {
      const object = unwrap(item);
      if (object?.type === 'RangeVar') add(kind, { target: relation(item) });
    }
  },
  CopyStmt: (tree, add) => {
    if (tree['relation'])
      add(tree['is_from'] === true ? 'copy_from' : 'copy_to', {
        target: relation(tree['relation']),
        endpoint: tree['is_program'] === true ? 'program' : tree['filename'] ? 'file' : 'client',
      });
    if (tree['is_program'] === true) add('execute_program', { target: target('copy program') });
  },
  DoStmt: (_tree, add) => add('do_block'),
  LoadStmt: (_tree, add) => add('load_library'),
  AlterSystemStmt: (tree, add) => {
    const set = node(tree['setstmt'], 'VariableSetStmt') ?? (isTree(tree['setstmt']) ? tree['setstmt'] : {});
    add('alter_system', { target: target(text(set['name']).toLowerCase()) });
  },
};

function readCommand(command: Tree, table: Target, add: Add): void {
  const kind = ALTERED[text(command['subtype'])];
  if (!kind) return;
  const name = text(command['name']);
  const column = node(command['def'], 'ColumnDef');
  add(kind, {
    target: table,
    cascade: command['behavior'] === 'DROP_CASCADE',
    columns: kind === 'add_column' ? [text(column?.['colname'])] : OF_COLUMNS.has(kind) ? [name] : [],
    // The token reader reads definitions. For a command that it missed, these facts are unknown.
    notNull: undefined,
    hasDefault: undefined,
    defaultKind: kind === 'add_column' ? undefined : '',
    usingIndex: kind === 'add_constraint' ? undefined : false,
    constraintType: undefined,
    notValid: undefined,
    dataTypes: undefined,
    ...(kind === 'alter_column_type' && { typeChange: 'unknown' }),
  });
}

/** The operations of one node, if its type is listed above. */
export function readNode(type: string, tree: Tree, place: Place, span: Span): readonly Operation[] {
  const operations: Operation[] = [];
  const add: Add = (kind, facts = {}) => {
    operations.push(makeOperation(kind, place, span, { ...facts, readers: GRAMMAR }));
  };
  if (Object.hasOwn(READERS, type)) READERS[type]?.(tree, add);
  return operations;
}
