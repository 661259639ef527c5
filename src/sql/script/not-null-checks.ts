import type { BaseCheck, Operation, Target } from '../../model/index.ts';
import { type ObjectName, tableNamed, tableOf } from '../objects/object-classes.ts';

interface Check {
  /** Empty for a constraint that proves no column to be not null. */
  readonly columns: readonly string[];
  readonly valid: boolean;
}

/** The constraints of one table that the file added. */
class TableChecks {
  readonly #named = new Map<string, Check>();
  /** For each column, how many valid constraints prove it to be not null. */
  readonly #proven = new Map<string, number>();
  /** Whether a constraint was validated that the file does not define: it may be about any column. */
  unknownValidated = false;

  get named(): ReadonlyMap<string, Check> {
    return this.#named;
  }

  proves(column: string): boolean {
    return (this.#proven.get(column) ?? 0) > 0;
  }

  /** Adds a constraint; an empty name stands for one that the server chooses. */
  add(name: string, check: Check): void {
    this.remove(name);
    if (name !== '') this.#named.set(name, check);
    if (check.valid) this.#count(check.columns, 1);
  }

  validate(name: string): void {
    const check = this.#named.get(name);
    if (check) this.add(name, { ...check, valid: true });
    else this.unknownValidated = true;
  }

  remove(name: string): boolean {
    const check = this.#named.get(name);
    if (check?.valid) this.#count(check.columns, -1);
    return this.#named.delete(name);
  }

  #count(columns: readonly string[], by: number): void {
    for (const column of columns) this.#proven.set(column, (this.#proven.get(column) ?? 0) + by);
  }
}

/** Operations after which the constraints of a table are no longer known. */
const ENDS: ReadonlySet<Operation['kind']> = new Set([
  'drop_table',
  'rename_table',
  'set_schema',
  'rename_column',
  'drop_column',
  'rename_other',
]);

/**
 * Tracks which columns of which tables a valid CHECK proves to be not null, so that SET NOT NULL needs no scan. A
 * forgotten constraint costs only a warning, so everything that may remove a constraint forgets it.
 */
export class NotNullChecks {
  /** By name without schema, then by qualified name: a DROP applies to the table however it is qualified. */
  readonly #tables = new Map<string, Map<string, TableChecks>>();

  clear(): void {
    this.#tables.clear();
  }

  /** Adds what the base says, before the file runs. */
  addOlder(checks: readonly BaseCheck[], home: string): void {
    for (const { name, schema, constraint, columns, valid } of checks)
      this.#in(tableNamed({ name, schema }, home))?.add(constraint, { columns, valid });
  }

  /** The named constraints of a table that are known. */
  of({ name = '', schema = '' }: Target, home: string): readonly BaseCheck[] {
    const { key = '' } = tableNamed({ name, schema }, home);
    const named = this.#tables.get(name)?.get(key)?.named ?? [];
    return Array.from(named, ([constraint, { columns, valid }]) => ({ name, schema, constraint, columns, valid }));
  }

  /** Whether the columns of a SET NOT NULL are proven to be not null; undefined if that is not known. */
  proves(operation: Operation, home: string): boolean | undefined {
    const table = tableOf(operation, home);
    const checks = this.#tables.get(table?.name ?? '')?.get(table?.key ?? '');
    if (!checks || !operation.columns || operation.columns.length === 0) return false;
    if (operation.columns.every((column) => checks.proves(column))) return true;
    return checks.unknownValidated ? undefined : false;
  }

  /** Applies an operation. With `certain` false it may not run, and then proves nothing. */
  apply(operation: Operation, home: string, certain: boolean): void {
    switch (operation.kind) {
      case 'add_constraint':
        if (certain) this.#add(operation, home);
        return;
      case 'validate_constraint':
        if (certain) this.#at(operation, home)?.validate(operation.constraint ?? '');
        return;
      case 'drop_constraint':
        return this.#forget(operation, home, operation.constraint ?? '');
      default:
        if (ENDS.has(operation.kind)) this.#forget(operation, home, '');
    }
  }

  #at(operation: Operation, home: string): TableChecks | undefined {
    return this.#in(tableOf(operation, home));
  }

  #in(table: ObjectName | undefined): TableChecks | undefined {
    if (table?.name === undefined || table.key === undefined) return undefined;
    const tables = this.#tables.get(table.name) ?? new Map<string, TableChecks>();
    const checks = tables.get(table.key) ?? new TableChecks();
    this.#tables.set(table.name, tables.set(table.key, checks));
    return checks;
  }

  #add(operation: Operation, home: string): void {
    const { constraint, notValid, objectClass, columns } = operation;
    if (operation.inline || constraint === undefined) return;
    const proves = objectClass === 'not null check' ? (columns ?? []) : [];
    this.#at(operation, home)?.add(constraint, { columns: proves, valid: notValid === false });
  }

  /**
   * Removes the constraint. If the file did not name one like it, the server chose the name of the removed one, which
   * may be any.
   */
  #forget(operation: Operation, home: string, constraint: string): void {
    if (this.#tables.size === 0) return;
    const table = tableOf(operation, home);
    if (table?.name === undefined) return this.clear();
    const tables = this.#tables.get(table.name);
    if (!tables) return;
    for (const [key, checks] of tables) if (key !== table.key || !checks.remove(constraint)) tables.delete(key);
  }
}
