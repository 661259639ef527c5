import type { Dialect, SchemaChange } from '../../model/index.ts';
import {
  type ConstraintDefinition,
  columnDifference,
  type Definition,
  LEXICAL,
  type SchemaColumn,
  type TableDefinition,
} from '../../sql/index.ts';
import type { Renames } from './refactor-log.ts';

/** What ALTER TABLE adds to a table that a schema file creates. */
export interface AddedToTable {
  readonly constraints: ConstraintDefinition[];
  readonly columns: string[];
  readonly texts: string[];
}

/** What a tool does to a table whose definition changed; undefined if its columns are not known. */
export function tableChanges(
  before: Definition,
  after: Definition,
  added: { readonly base: AddedToTable | undefined; readonly head: AddedToTable | undefined },
  dialect: Dialect,
  renames: Renames,
): readonly SchemaChange[] | undefined {
  const [old, now] = [before.elements, after.elements];
  if (!old || !now) return before.text === after.text ? [] : undefined;
  const place = { target: after.target, span: after.span, statement: after.span.start };
  const changes: SchemaChange[] = [];
  const kept = namesOf(now, added.head);
  const known = namesOf(old, added.base);
  for (const [name, column] of old.columns) {
    const newName = keptAs(
      name,
      kept,
      (each) => renames.column(before.target, each) ?? renames.column(after.target, each),
    );
    if (newName === undefined) changes.push({ ...place, kind: 'drop_column', columns: [column.name] });
    else if (newName !== name) changes.push({ ...place, kind: 'rename_column', columns: [column.name] });
    const current = newName !== undefined && now.columns.get(newName);
    if (!current) continue;
    known.add(newName);
    changes.push(...columnChanges(column, current, place, dialect));
  }
  for (const [name, column] of now.columns) if (!known.has(name)) changes.push(addition(column, place));
  const constraints = [...now.constraints, ...(added.head?.constraints ?? [])];
  for (const constraint of [...old.constraints, ...(added.base?.constraints ?? [])])
    if (isLost(constraint, constraints, kept)) changes.push(dropped(constraint, place));
  return changes;
}

/** The name under which a column is still there: its own, or one that it got in one or more renames. */
function keptAs(
  name: string,
  kept: ReadonlySet<string>,
  newNameOf: (name: string) => string | undefined,
): string | undefined {
  const tried = new Set<string>();
  let current: string | undefined = name;
  while (current !== undefined && !kept.has(current)) {
    tried.add(current);
    const next = newNameOf(current);
    current = next === undefined || tried.has(next) ? undefined : next;
  }
  return current;
}

function namesOf({ columns }: TableDefinition, added: AddedToTable | undefined): Set<string> {
  return new Set([...columns.keys(), ...(added?.columns ?? []).map((name) => name.toLowerCase())]);
}

type Place = Required<Pick<SchemaChange, 'target' | 'span' | 'statement'>>;

function columnChanges(
  before: SchemaColumn,
  after: SchemaColumn,
  table: Place,
  dialect: Dialect,
): readonly SchemaChange[] {
  const place = { ...table, span: after.span, columns: [after.name] };
  const changes: SchemaChange[] = [];
  // The values of a calculated column are not stored, so nothing is lost with them.
  if (isCalculated(before) || isCalculated(after))
    return isCalculated(before) ? [] : [{ ...place, kind: 'drop_column' }];
  const { change } = columnDifference(typeOf(before), typeOf(after), LEXICAL[dialect].ddl.columnChange);
  if (change !== 'same' && change !== 'widen') {
    const note = `${change === 'narrow' ? 'narrowed' : 'changed'} from ${before.type} to ${after.type}`;
    changes.push({
      ...place,
      kind: 'alter_column_type',
      target: { ...table.target, note },
      dataTypes: [typeName(after)],
    });
  }
  if (before.notNull !== after.notNull)
    changes.push({ ...place, kind: after.notNull ? 'set_not_null' : 'drop_not_null' });
  return changes;
}

function isCalculated({ attributes }: SchemaColumn): boolean {
  return attributes.includes('computed');
}

/** Attributes are compared on their own. */
function typeOf({ type }: SchemaColumn): Parameters<typeof columnDifference>[1] {
  return { type, attributes: [] };
}

/** The type without its length. */
function typeName({ type }: SchemaColumn): string {
  return type.replace(/\s*\(.*?\)| (?:collate|charset|character) .*$/gs, '');
}

function addition(column: SchemaColumn, place: Place): SchemaChange {
  const { name, span, notNull, hasDefault } = column;
  const calculated = isCalculated(column);
  return {
    ...place,
    span,
    kind: 'add_column',
    columns: [name],
    dataTypes: calculated ? [] : [typeName(column)],
    notNull,
    hasDefault: hasDefault || calculated,
  };
}

/** Whether no constraint says the same any more, and its columns are still there. */
function isLost(
  { type, text, columns }: ConstraintDefinition,
  now: readonly ConstraintDefinition[],
  kept: ReadonlySet<string>,
): boolean {
  if (now.some((other) => other.type === type && other.text === text)) return false;
  return columns.every((name) => kept.has(name.toLowerCase()));
}

function dropped({ type, name, columns }: ConstraintDefinition, place: Place): SchemaChange {
  return { ...place, kind: 'drop_constraint', constraint: name, constraintType: type, columns };
}
