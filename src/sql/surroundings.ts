import type { Operation, OperationKind, Section } from '../model/index.ts';
import type { Lexical } from './dialects.ts';
import { qualified } from './names.ts';
import { withFacts } from './reader/scan.ts';

/** What class of object a kind is about, so that an index and a table of one name are two things. */
const CLASSES: Partial<Record<OperationKind, string>> = {
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
const ON_TABLE = new Set(['policy', 'trigger', 'rule']);

function keyOf(operation: Operation): { key: string; kind: string } | undefined {
  const kind = CLASSES[operation.kind];
  const name = qualified(operation.target);
  if (kind === undefined || name === undefined || name === '') return undefined;
  if (ON_TABLE.has(kind))
    return operation.table === undefined ? undefined : { key: `${kind} ${name} on ${operation.table}`, kind };
  return { key: `${kind} ${name}`, kind };
}

/**
 * Follows a file statement by statement: what was created in it, whether a transaction is open, whether a
 * lock timeout is set. *Created here* holds only for an unconditional CREATE of the same name, in the same
 * section, not dropped, renamed or rolled back since; a temporary table shadows a real one until its drop.
 */
export class Surroundings {
  readonly #lexical: Lexical;
  #section: Section = '';
  #created = new Set<string>();
  #temporary = new Set<string>();
  #sinceBegin = new Set<string>();
  #inTransaction = false;
  #lockTimeout = false;
  /** Statements may be skipped from here on: behind T-SQL's IF up to GO, between psql's `\if` and `\endif`. */
  #conditional = false;

  constructor(lexical: Lexical) {
    this.#lexical = lexical;
  }

  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  get lockTimeoutSet(): boolean {
    return this.#lockTimeout;
  }

  /** A section runs apart from the ones before it. */
  enter(section: Section): void {
    if (section === this.#section) return;
    this.#section = section;
    this.#created = new Set();
    this.#temporary = new Set();
    this.#sinceBegin = new Set();
    this.#inTransaction = false;
    this.#lockTimeout = false;
    this.#conditional = false;
  }

  /** A batch ended (`GO`): a condition holds no longer. */
  endBatch(): void {
    this.#conditional = false;
  }

  /** The operations of the next statement with `createdHere` and `temporary` as they stand before it runs; then lets it run. */
  follow(operations: readonly Operation[], functions: readonly string[]): readonly Operation[] {
    const marked = operations.map((operation) => this.#mark(operation));
    if (functions.includes('set_config')) this.#forgetUnqualified();
    for (const operation of marked) this.#run(operation);
    return marked;
  }

  #mark(operation: Operation): Operation {
    const found = keyOf(operation);
    if (!found || operation.kind.startsWith('create_')) return operation;
    if (this.#temporary.has(found.key))
      return operation.temporary ? operation : withFacts(operation, { temporary: true });
    if (!this.#created.has(found.key)) return operation;
    return withFacts(operation, { createdHere: true });
  }

  #run(operation: Operation): void {
    const { kind } = operation;
    if (kind === 'control' && this.#lexical.client === 'sqlcmd') this.#conditional = true;
    if (kind === 'meta_command') {
      if (operation.target.name === 'if') this.#conditional = true;
      else if (operation.target.name === 'endif') this.#conditional = false;
    }
    if (kind === 'begin') {
      this.#inTransaction = true;
      this.#sinceBegin = new Set();
    } else if (kind === 'commit') this.#inTransaction = false;
    else if (kind === 'rollback') this.#rollBack();
    if (kind === 'set') this.#setting(operation);
    if (kind === 'use') this.#forgetUnqualified();
    const found = keyOf(operation);
    if (!found) return;
    const unconditional =
      operation.place === 'statement' && !operation.ifNotExists && !operation.orReplace && !this.#conditional;
    if (kind.startsWith('create_')) {
      if (!unconditional) return;
      if (operation.temporary) this.#temporary.add(found.key);
      else {
        this.#created.add(found.key);
        this.#sinceBegin.add(found.key);
      }
    } else if (kind.startsWith('drop_') && kind === `drop_${found.kind.replaceAll(' ', '_')}`) this.#forget(found.key);
    else if (kind === 'rename_table') this.#forget(found.key);
  }

  /** A drop uses up the temporary table first, and the real one behind it stays. */
  #forget(key: string): void {
    if (!this.#temporary.delete(key)) this.#created.delete(key);
  }

  #rollBack(): void {
    for (const key of this.#sinceBegin) this.#created.delete(key);
    this.#temporary = new Set();
    this.#inTransaction = false;
  }

  #setting(operation: Operation): void {
    const name = operation.target.name ?? '';
    if (name === 'lock_timeout' || name === 'lock_wait_timeout' || name === 'innodb_lock_wait_timeout')
      this.#lockTimeout = true;
    if (name === 'search_path' || operation.target.name === undefined) this.#forgetUnqualified();
  }

  #forgetUnqualified(): void {
    for (const key of this.#created) if (!key.includes('.')) this.#created.delete(key);
  }
}
