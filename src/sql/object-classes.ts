import type { ObjectClass, Operation, OperationKind } from '../model/index.ts';
import { qualified } from './text/names.ts';

/** A class of objects within which a name is one object, so that an index and a table of one name are two things. */
type NameClass = Exclude<ObjectClass, 'relation' | 'branch' | 'transaction table'> | 'rule';

/** What class of object a kind is about, so that an index and a table of one name are two things. */
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

/** On a table: `p ON t` and `p ON u` are two policies. */
const ON_TABLE: ReadonlySet<string> = new Set(['policy', 'trigger', 'rule']);
/** Classes that share their names. Indexes are left out: theirs are the table's schema's, or the table's own. */
const RELATIONS: readonly NameClass[] = ['table', 'view', 'materialized view', 'sequence'];

/** An object that an operation is about. */
export interface ObjectName {
  readonly class: NameClass;
  /** Folded, qualified as it is written, with its table where it is on one. Undefined where a placeholder stands in it. */
  readonly key: string | undefined;
  /** The name without qualifiers. */
  readonly name: string | undefined;
  readonly schema: string | undefined;
}

/** The objects that the operation's name may stand for; several where only that it is a relation is known. */
export function objectsOf(operation: Operation): readonly ObjectName[] {
  const { target, objectClass } = operation;
  if (target.name === '') return [];
  const classes = classesOf(operation.kind, objectClass);
  return classes.map((cls) => {
    const name = qualified(target);
    const { table } = operation;
    const known = name !== undefined && !(ON_TABLE.has(cls) && table === undefined);
    const key = ON_TABLE.has(cls) ? `${cls} ${name} on ${table}` : `${cls} ${name}`;
    return { class: cls, key: known ? key : undefined, name: target.name, schema: target.schema };
  });
}

function classesOf(kind: OperationKind, about: ObjectClass | undefined): readonly NameClass[] {
  const known = CLASSES[kind];
  if (known) return [known];
  if (about === undefined || about === 'branch' || about === 'transaction table') return [];
  return about === 'relation' ? RELATIONS : [about];
}
