import type { BaseIndex, Operation, OperationKind, Target } from '../../model/index.ts';
import { tableNamed, tableOf } from '../objects/object-classes.ts';
import type { TableNames } from '../objects/table-names.ts';
import type { Facts } from '../reader/operation.ts';
import { qualified } from '../text/names.ts';
import { TableRows } from './table-rows.ts';

/** What is known of a domain that the file creates. */
type Domain = Pick<Operation, 'checkedDomain' | 'hasDefault' | 'defaultKind'>;

const SERIAL = /^(?:small|big)?serial[248]?$/;
const REFERS: ReadonlySet<OperationKind> = new Set(['create_table', 'add_constraint']);

/** The key of a table that another names: `s.t` or `t`. */
function keyOf(text: string, home: string): string | undefined {
  return text.includes('.') ? `table ${text}` : tableNamed({ name: text, schema: '' }, home).key;
}

/** A table that others may use: not one that was created earlier in the file. */
type IsOlder = (table: Target) => boolean;

/**
 * What earlier statements of a file say about tables, domains and functions, beside their creation. What is wrongly forgotten
 * costs at most a warning.
 */
export class KnownObjects {
  readonly #rows = new TableRows();
  /** Partitioned tables by qualified name. */
  readonly #partitioned = new Set<string | undefined>();
  /** By bare name. */
  readonly #domains = new Map<string | undefined, Domain>();
  /** Functions by bare name: whether no definition of that name is volatile. */
  readonly #functions = new Map<string | undefined, boolean>();
  /** By bare name. */
  readonly #droppedIndexes = new Set<string | undefined>();
  /** Indexes of partitioned tables by bare name. */
  readonly #partitionedIndexes = new Set<string | undefined>();
  readonly #stable: ReadonlySet<string>;
  readonly #partitionedBefore: readonly (string | undefined)[];
  readonly #partitionedIndexesBefore: readonly string[];

  /**
   * @param stable built-in functions that are not volatile, in upper case
   * @param partitioned tables that the base partitions
   * @param indexes that the base creates
   */
  constructor(
    stable: ReadonlySet<string>,
    partitioned: readonly Pick<Target, 'name' | 'schema'>[],
    indexes: readonly BaseIndex[],
    home: string,
  ) {
    this.#stable = stable;
    this.#partitionedBefore = partitioned.map((table) => tableNamed(table, home).key);
    const tables = new Set(partitioned.map(({ name }) => name));
    this.#partitionedIndexesBefore = indexes.flatMap(({ name, table }) => (tables.has(table) ? name : []));
    this.#addOlder();
  }

  #addOlder(): void {
    for (const key of this.#partitionedBefore) this.#partitioned.add(key);
    for (const name of this.#partitionedIndexesBefore) this.#partitionedIndexes.add(name);
  }

  /** Facts of an operation before it is applied. */
  mark(
    operation: Operation,
    functions: readonly string[],
    names: TableNames | undefined,
    home: string,
    isOlder: IsOlder,
  ): Facts {
    const { kind } = operation;
    const facts: Facts = {};
    if (kind === 'add_column') {
      Object.assign(facts, this.#columnFacts(operation, functions));
      if (this.#rows.isEmptied(operation, home)) facts.tableEmptied = true;
    } else if (kind === 'set_default') Object.assign(facts, this.#ownDefault(operation, functions));
    else if (kind === 'create_index' || kind === 'add_constraint') {
      if (this.#isPartitioned(operation, home)) facts.partitioned = true;
      if (kind === 'add_constraint' && this.#rows.isFilled(operation)) facts.tableFilledHere = true;
    } else if (kind === 'create_type' && operation.checkedDomain === false) {
      if (this.#domainOf(operation)?.checkedDomain) facts.checkedDomain = true;
    }
    if (kind === 'create_index' && this.#droppedIndexes.has(operation.target.name)) facts.recreated = true;
    if (kind === 'drop_index' && this.#partitionedIndexes.has(operation.target.name)) facts.partitioned = true;
    if (names && REFERS.has(kind)) {
      const tables = lockedTables(operation, names, isOlder);
      if (tables.length > 0) facts.lockedTables = tables;
    }
    return facts;
  }

  #isPartitioned(operation: Operation, home: string): boolean {
    return this.#partitioned.size > 0 && this.#partitioned.has(tableOf(operation, home)?.key);
  }

  #columnFacts(operation: Operation, functions: readonly string[]): Facts {
    const domain = this.#domainOf(operation);
    const own = this.#ownDefault(operation, functions);
    if (!domain) return own;
    return {
      ...own,
      ...(domain.checkedDomain && { checkedDomain: true }),
      ...(operation.hasDefault === false && domain.hasDefault && { hasDefault: true, defaultKind: domain.defaultKind }),
    };
  }

  #domainOf({ dataTypes }: Operation): Domain | undefined {
    return this.#domains.size === 0 ? undefined : this.#domains.get(dataTypes?.[0]);
  }

  /** A default that is not volatile, as the file says of the functions that it calls. */
  #ownDefault({ defaultKind, dataTypes }: Operation, functions: readonly string[]): Facts {
    if (defaultKind !== 'volatile' || this.#functions.size === 0 || functions.length === 0) return {};
    if (SERIAL.test(dataTypes?.[0] ?? '') || !functions.some((name) => this.#functions.has(name))) return {};
    const isStable = (name: string) => this.#functions.get(name) ?? this.#stable.has(name.toUpperCase());
    return functions.every(isStable) ? { defaultKind: 'stable' } : {};
  }

  /** @param certain whether the operation runs whenever the file does */
  apply(operation: Operation, certain: boolean, names: TableNames | undefined, home: string): void {
    const { kind, target, table, partitioned, objectClass, place } = operation;
    this.#rows.apply(operation, certain, home, () => names?.copiesRows() === true);
    if (place === 'routine_body') return;
    switch (kind) {
      case 'create_table':
        if (partitioned) this.#partitioned.add(tableNamed(target, home).key);
        if (table !== '' && table !== undefined) this.#partitioned.add(keyOf(table, home));
        return;
      case 'attach_partition':
        this.#partitioned.add(tableNamed(target, home).key);
        return;
      case 'drop_table':
      case 'rename_table':
        this.#partitioned.delete(tableNamed(target, home).key);
        return;
      case 'drop_index':
        if (certain) this.#droppedIndexes.add(target.name);
        this.#partitionedIndexes.delete(target.name);
        return;
      case 'create_index':
        this.#droppedIndexes.delete(target.name);
        if (this.#isPartitioned(operation, home)) this.#partitionedIndexes.add(target.name);
        return;
      case 'create_type': {
        const { checkedDomain, hasDefault, defaultKind } = operation;
        this.#domains.set(target.name, { checkedDomain, hasDefault, defaultKind });
        return;
      }
      case 'add_constraint': {
        const domain = objectClass === 'type' ? this.#domains.get(target.name) : undefined;
        if (domain) this.#domains.set(target.name, { ...domain, checkedDomain: true });
        return;
      }
      case 'drop_type':
        this.#domains.delete(target.name);
        return;
      case 'create_function': {
        const isStable = certain && objectClass === 'stable function';
        this.#functions.set(target.name, isStable && this.#functions.get(target.name) !== false);
        return;
      }
      case 'alter_other':
      case 'rename_other':
      case 'drop_function':
        if (this.#functions.has(target.name)) this.#functions.set(target.name, false);
    }
  }

  /** From here on, names may stand for other objects. */
  forget(): void {
    this.#rows.clear();
    this.#droppedIndexes.clear();
    this.#partitioned.clear();
    this.#partitionedIndexes.clear();
    this.#addOlder();
    this.#domains.clear();
    this.#functions.clear();
  }

  rollBack(): void {
    this.#rows.clear();
    this.#droppedIndexes.clear();
    this.#functions.clear();
  }
}

/** The older tables that new foreign keys reference, and the one that gets a new partition. */
function lockedTables(operation: Operation, names: TableNames, isOlder: IsOlder): readonly string[] {
  const { kind, constraintType, target, table, temporary } = operation;
  if (temporary || (kind === 'add_constraint' && constraintType !== 'foreign_key')) return [];
  const own = qualified(target);
  const found = new Set<string>();
  for (const { reference } of names.foreignKeys()) {
    const name = qualified(reference);
    if (name !== undefined && name !== '' && name !== own && isOlder(reference)) found.add(name);
  }
  if (kind === 'create_table' && table && !operation.tableCreatedHere) found.add(table);
  return [...found];
}
