import type { BaseCheck, NewTable, Operation, Target } from '../model/index.ts';
import {
  type FollowedStatement,
  type Follower,
  followStatements,
  LEXICAL,
  NotNullChecks,
  statementHeads,
  withoutSchema,
} from '../sql/index.ts';
import { type BaseFile, perFile, scriptOf } from './base-files.ts';
import { isSparedDown } from './table-columns.ts';

/** Whether the files partition the table, or attach partitions to it. */
export function isPartitioned(table: Target, files: readonly BaseFile[]): boolean {
  const isTable = (name: string | undefined) => name !== undefined && withoutSchema(name) === table.name;
  return files.some((file) =>
    partitioningIn(file).some(({ kind, target, table: parent, partitioned }) => {
      if (kind === 'attach_partition') return isSame(target, table);
      return (partitioned === true && isSame(target, table)) || isTable(parent);
    }),
  );
}

const partitioningIn = perFile(({ text, path, dialect }) =>
  statementHeads(text, path, dialect)
    .filter(({ span }) => /partition/i.test(text.slice(span.start, span.end)))
    .flatMap((head) => head.operations())
    .filter(({ kind }) => kind === 'attach_partition' || kind === 'create_table'),
);

/** What may take the primary key of a table away, or give its name to another one. */
const LOSES_KEY: ReadonlySet<Operation['kind']> = new Set([
  ...(['drop_constraint', 'drop_column', 'drop_table', 'rename_table', 'set_schema'] as const),
]);

/** Whether the files give the table a primary key, and nothing in them may take it away. */
export function hasPrimaryKey(table: Target, files: readonly BaseFile[]): boolean {
  const own = files.flatMap((file) => {
    const changes = keysIn(file).filter(({ target }) => isSame(target, table));
    const last = changes.findLastIndex(({ kind }) => !LOSES_KEY.has(kind));
    // If the file creates the table again with a key, it has one.
    return changes.filter(({ kind }, at) => kind !== 'drop_table' || at > last);
  });
  const keys = own.filter(({ kind }) => !LOSES_KEY.has(kind));
  const losses = own.filter(({ kind }) => LOSES_KEY.has(kind));
  return keys.length > 0 && losses.every((loss) => keys.every((key) => keeps(key, loss)));
}

/** Whether the table keeps the key: another constraint is dropped, or a column that is not one of the key. */
function keeps(key: Operation, { kind, constraint, columns }: Operation): boolean {
  if (kind === 'drop_constraint') return Boolean(key.constraint && constraint) && key.constraint !== constraint;
  return kind === 'drop_column' && columns?.some((column) => key.columns?.includes(column) !== false) === false;
}

const keysIn = perFile((file) =>
  scriptOf(file).statements.flatMap((statement) =>
    isSparedDown(statement, file)
      ? []
      : statement.operations.filter(
          ({ kind, place, hasPrimaryKey, constraintType }) =>
            LOSES_KEY.has(kind) ||
            (place === 'statement' &&
              ((kind === 'create_table' && hasPrimaryKey) ||
                (kind === 'add_constraint' && constraintType === 'primary_key'))),
        ),
  ),
);

/** A name without a schema may be that of any. */
function isSame(one: Pick<Target, 'name' | 'schema'>, other: Pick<Target, 'name' | 'schema'>): boolean {
  return one.name === other.name && (one.schema === other.schema || one.schema === '' || other.schema === '');
}

export function asNewTable({ name = '', schema = '' }: Target): NewTable {
  return { name, schema };
}

/** Operations that add, validate or remove a constraint of a table, or may remove one. */
const MAY_CHANGE: ReadonlySet<Operation['kind']> = new Set([
  ...(['add_constraint', 'validate_constraint', 'drop_constraint', 'drop_table', 'rename_table'] as const),
  ...(['set_schema', 'rename_column', 'drop_column', 'rename_other'] as const),
]);

/** Whether the file changes the constraints of the table, or may. */
export function changesConstraints(table: Target, file: BaseFile): boolean {
  return scriptOf(file).statements.some(({ operations }) =>
    operations.some(({ kind, target }) => MAY_CHANGE.has(kind) && (target.name ?? table.name) === table.name),
  );
}

/** The constraints of the table after the files ran in this order. */
export function checksAfter(table: Target, files: readonly BaseFile[]): readonly BaseCheck[] {
  const checks = new BaseChecks();
  for (const file of files) {
    checks.file = file;
    followStatements(scriptOf(file).statements, checks);
  }
  const [first] = files;
  return first ? checks.checks.of(table, LEXICAL[first.dialect].ddl.homeSchema) : [];
}

class BaseChecks implements Follower {
  readonly checks = new NotNullChecks();
  file: BaseFile | undefined;

  startSection(): void {
    // Constraints outlive the section.
  }

  forget(): void {
    this.checks.clear();
  }

  rollBack(): void {
    this.forget();
  }

  skip({ operations, home }: FollowedStatement): void {
    for (const operation of operations) this.checks.apply(operation, home, false);
  }

  follow(statement: FollowedStatement): void {
    if (this.file && isSparedDown(statement, this.file)) return;
    const certain = statement.section !== 'down';
    for (const operation of statement.operations)
      this.checks.apply(operation, statement.home, certain && operation.place === 'statement');
  }
}
