import type { ObjectClass, Operation, OperationKind, Target } from '../../model/index.ts';
import { namesDatabase, qualified, templateName } from '../text/names.ts';
import { fullName, fullTable } from './home-schema.ts';

/** Classes that are not those of a named object. */
const NOT_NAMED = [
  ...(['branch', 'jump', 'block', 'end of block'] as const),
  ...(['transaction table', 'not null check', 'stable function', 'unset', 'off', 'transaction setting'] as const),
] as const;
type NotNamed = (typeof NOT_NAMED)[number];

/** A namespace of object names: an index and a table may have the same name and are still two objects. */
type NameClass = Exclude<ObjectClass, NotNamed | 'relation'> | 'rule';

/** The class of object that each kind of operation targets. */
const CLASSES: Partial<Record<OperationKind, NameClass>> = {
  create_index: 'index',
  drop_index: 'index',
  create_view: 'view',
  drop_view: 'view',
  create_materialized_view: 'materialized view',
  drop_materialized_view: 'materialized view',
  refresh_materialized_view: 'materialized view',
  create_schema: 'schema',
  drop_schema: 'schema',
  create_database: 'database',
  drop_database: 'database',
  create_sequence: 'sequence',
  drop_sequence: 'sequence',
  alter_sequence: 'sequence',
  create_type: 'type',
  drop_type: 'type',
  alter_type: 'type',
  create_function: 'function',
  drop_function: 'function',
  create_procedure: 'procedure',
  drop_procedure: 'procedure',
  create_role: 'role',
  drop_role: 'role',
  alter_role: 'role',
  create_extension: 'extension',
  drop_extension: 'extension',
  create_event: 'event',
  drop_event: 'event',
  create_policy: 'policy',
  drop_policy: 'policy',
  alter_policy: 'policy',
  create_trigger: 'trigger',
  drop_trigger: 'trigger',
  create_rule: 'rule',
  drop_rule: 'rule',
  create_table: 'table',
  drop_table: 'table',
  truncate: 'table',
  truncate_partition: 'table',
  insert: 'table',
  update: 'table',
  delete: 'table',
  merge: 'table',
  merge_delete: 'table',
  replace: 'table',
  copy_from: 'table',
  add_column: 'table',
  drop_column: 'table',
  rename_column: 'table',
  alter_column_type: 'table',
  set_not_null: 'table',
  drop_not_null: 'table',
  set_default: 'table',
  drop_default: 'table',
  add_constraint: 'table',
  drop_constraint: 'table',
  add_cascade: 'table',
  validate_constraint: 'table',
  rename_table: 'table',
  attach_partition: 'table',
  detach_partition: 'table',
  drop_partition: 'table',
  switch_partition: 'table',
  enable_trigger: 'table',
  disable_trigger: 'table',
  enable_row_security: 'table',
  disable_row_security: 'table',
  alter_table: 'table',
};

/** Classes whose objects belong to a table: `p ON t` and `p ON u` are two policies. */
const ON_TABLE: ReadonlySet<string> = new Set(['policy', 'trigger', 'rule']);
/** Classes that share one namespace. Indexes have their own: that of the table's schema, or of the table itself. */
const RELATIONS: readonly NameClass[] = ['table', 'view', 'materialized view', 'sequence'];

/** Classes whose bare names are looked for in the schemas of the search path. An index is in that of its table. */
const IN_SCHEMA: ReadonlySet<string> = new Set([...RELATIONS, 'type', 'function', 'procedure']);

/** An object that an operation targets. */
export interface ObjectName {
  readonly class: NameClass;
  /** Folded name in its normal form (`fullName`), plus its table if it belongs to one. Undefined if it contains a placeholder. */
  readonly key: string | undefined;
  /** The same as it is written: a temporary object has no schema. */
  readonly written: string | undefined;
  /** Instead of `key` for a name with placeholders, if the same text stands for the same name (`templateName`). */
  readonly template: string | undefined;
  /** The name without qualifiers. */
  readonly name: string | undefined;
  readonly schema: string | undefined;
  /** Whether the name is written with a database. */
  readonly inDatabase: boolean;
}

/** The objects that the operation may target: several if all that is known is that the target is a relation. */
export function objectsOf(operation: Operation, home = ''): readonly ObjectName[] {
  const { target, objectClass } = operation;
  if (target.name === '') return [];
  const classes = classesOf(operation.kind, objectClass);
  return classes.map((cls) => {
    const written = qualified(target);
    const own = IN_SCHEMA.has(cls) ? home : '';
    const name = fullName(target, own);
    const { table } = operation;
    const known = name !== undefined && !(ON_TABLE.has(cls) && table === undefined);
    const key = ON_TABLE.has(cls) ? `${cls} ${name} on ${fullTable(table, home)}` : `${cls} ${name}`;
    return {
      class: cls,
      key: known ? key : undefined,
      written: known ? `${cls} ${written}` : undefined,
      template: known ? undefined : templateOf(operation, cls, home),
      name: target.name,
      schema: target.schema === '' ? own : target.schema,
      inDatabase: namesDatabase(target),
    };
  });
}

/** The object's name as it is written, if placeholders are all that is not known of it and of its table. */
function templateOf({ target, table, tableWritten }: Operation, cls: NameClass, home: string): string | undefined {
  const name = templateName(target) ?? qualified(target);
  const on = ON_TABLE.has(cls) ? (tableWritten ?? fullTable(table, home)) : '';
  return name === undefined || on === undefined ? undefined : `${cls} ${home} ${name} on ${on}`;
}

/** Operations on an object of a table that name the table beside the object. */
const NAMES_TABLE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['create_index', 'drop_index', 'create_trigger', 'drop_trigger', 'create_rule', 'drop_rule'] as const),
  ...(['create_policy', 'drop_policy', 'alter_policy', 'create_table', 'maintain'] as const),
  // The rows of the attached table are checked; its parent is not blocked.
  'attach_partition',
]);
/** Operations whose target is a table, whatever else the kind may target. */
const TARGETS_TABLE: ReadonlySet<OperationKind> = new Set(['maintain', 'lock_table']);

/** The table that the operation changes, or the table of its index, constraint, trigger or policy. */
export function tableOf(operation: Operation, home = ''): ObjectName | undefined {
  const { kind, table, tableWritten, target } = operation;
  if (table !== '' && NAMES_TABLE.has(kind)) {
    const key = table === undefined ? undefined : `table ${fullTable(table, home)}`;
    return {
      class: 'table',
      key,
      written: table === undefined ? undefined : `table ${table}`,
      template: tableWritten && `table ${home} ${tableWritten} on `,
      name: table?.slice(table.lastIndexOf('.') + 1),
      schema: undefined,
      inDatabase: false,
    };
  }
  if (kind.startsWith('create_') || target.name === '') return undefined;
  const isTable =
    operation.objectClass === 'relation' ||
    CLASSES[kind] === 'table' ||
    (TARGETS_TABLE.has(kind) && operation.objectClass === undefined);
  if (!isTable) return undefined;
  return tableNamed(target, home);
}

export function tableNamed(
  { name, schema, text = '', quoted = false }: Pick<Target, 'name' | 'schema'> & Partial<Target>,
  home = '',
): ObjectName {
  const target = { name, schema, quoted, text };
  const [full, written, template] = [fullName(target, home), qualified(target), templateName(target)];
  return {
    class: 'table',
    key: full === undefined ? undefined : `table ${full}`,
    written: written === undefined ? undefined : `table ${written}`,
    template: template && `table ${home} ${template} on `,
    name,
    schema: schema === '' ? home : schema,
    inDatabase: namesDatabase({ name, schema, text }),
  };
}

/** The materialized view of the same name: an index is built on either. */
export function asMaterializedView(table: ObjectName): ObjectName {
  const [key, template] = [table.key, table.template].map((name) => name?.replace(/^table /, 'materialized view '));
  return { ...table, class: 'materialized view', key, template };
}

function classesOf(kind: OperationKind, objectClass: ObjectClass | undefined): readonly NameClass[] {
  const fromKind = CLASSES[kind];
  // Views and composite types have columns too.
  if (fromKind === 'table' && (objectClass === 'type' || objectClass === 'view' || objectClass === 'materialized view'))
    return [objectClass];
  if (fromKind) return [fromKind];
  if (objectClass === 'relation') return RELATIONS;
  return objectClass === undefined || isNotNamed(objectClass) ? [] : [objectClass];
}

function isNotNamed(objectClass: ObjectClass): objectClass is NotNamed {
  return (NOT_NAMED as readonly ObjectClass[]).includes(objectClass);
}
