import type { ObjectClass, Operation, OperationKind, Place, Span, Target } from '../../model/index.ts';
import { NO_TARGET } from '../text/names.ts';
import type { Lazy } from './lazy.ts';

const NONE: readonly string[] = [];
const TOKENS: Operation['readers'] = ['tokens'];

export type LazyColumns = Lazy<readonly string[] | undefined>;

/**
 * An operation with default facts: the values that apply if the SQL does not mention them. A class, so that all
 * operations share one hidden class in V8: objects made by spreading are ten times as slow.
 */
class OperationRecord implements Operation {
  kind: OperationKind;
  place: Place;
  span: Span;
  readers: Operation['readers'] = TOKENS;
  target: Target = NO_TARGET;
  columns: Operation['columns'] = NONE;
  filter: Operation['filter'] = '';
  filterDoubt: Operation['filterDoubt'] = undefined;
  filterColumns: Operation['filterColumns'] = NONE;
  cascade: Operation['cascade'] = false;
  ifExists: Operation['ifExists'] = false;
  ifNotExists: Operation['ifNotExists'] = false;
  orReplace: Operation['orReplace'] = false;
  concurrently: Operation['concurrently'] = false;
  temporary: Operation['temporary'] = false;
  createdHere: Operation['createdHere'] = false;
  tableCreatedHere: Operation['tableCreatedHere'] = false;
  columnsCreatedHere: Operation['columnsCreatedHere'] = false;
  rebuilt: Operation['rebuilt'] = false;
  rebuildDoubt: Operation['rebuildDoubt'] = undefined;
  recreated: Operation['recreated'] = false;
  replacesNothing: Operation['replacesNothing'] = false;
  deferred: Operation['deferred'] = false;
  dataTypes: Operation['dataTypes'] = NONE;
  notNull: Operation['notNull'] = false;
  hasDefault: Operation['hasDefault'] = false;
  defaultKind: Operation['defaultKind'] = '';
  hasPrimaryKey: Operation['hasPrimaryKey'] = false;
  constraintType: Operation['constraintType'] = '';
  notValid: Operation['notValid'] = false;
  inline: Operation['inline'] = false;
  usingIndex: Operation['usingIndex'] = false;
  notNullChecked: Operation['notNullChecked'] = false;
  unique: Operation['unique'] = false;
  indexType: Operation['indexType'] = '';
  constraint: Operation['constraint'] = '';
  table: Operation['table'] = '';
  language: Operation['language'] = '';
  privileges: Operation['privileges'] = NONE;
  grantees: Operation['grantees'] = NONE;
  grantOption: Operation['grantOption'] = false;
  maintenance: Operation['maintenance'] = '';
  algorithm: Operation['algorithm'] = '';
  lockOption: Operation['lockOption'] = '';
  endpoint: Operation['endpoint'] = '';
  readable: Operation['readable'] = true;
  objectClass: ObjectClass | undefined = undefined;
  /** An own property of each operation, since operations are copied by spreading. */
  declare pinnedColumns: Operation['pinnedColumns'];
  #pinned: LazyColumns | undefined;

  constructor(kind: OperationKind, place: Place, span: Span, pinned?: LazyColumns) {
    this.kind = kind;
    this.place = place;
    this.span = span;
    this.#pinned = pinned;
    if (pinned) Object.defineProperty(this, 'pinnedColumns', COMPUTED);
    else this.pinnedColumns = NONE;
  }

  static pinnedOf(operation: Operation): LazyColumns | undefined {
    return #pinned in operation ? operation.#pinned : undefined;
  }

  static settle(operation: Operation, before: Operation | undefined): void {
    if (!(#pinned in operation)) return;
    if (operation.#pinned) {
      Object.defineProperty(operation, 'pinnedColumns', { ...SETTLED, value: operation.#pinned.value });
      operation.#pinned = undefined;
    }
    if (before?.kind !== operation.kind) return;
    if (isSameTarget(operation.target, before.target)) operation.target = before.target;
    operation.columns = sameList(operation.columns, before.columns);
    operation.filterColumns = sameList(operation.filterColumns, before.filterColumns);
    operation.dataTypes = sameList(operation.dataTypes, before.dataTypes);
  }

  /** Written out fact by fact: `Object.assign` with all of them takes twenty times as long. */
  static copy(operation: Operation, withPinned: boolean): OperationRecord {
    const pinned = withPinned ? OperationRecord.pinnedOf(operation) : undefined;
    const copy = new OperationRecord(operation.kind, operation.place, operation.span, pinned);
    copy.readers = operation.readers;
    copy.target = operation.target;
    copy.columns = operation.columns;
    copy.filter = operation.filter;
    copy.filterDoubt = operation.filterDoubt;
    copy.filterColumns = operation.filterColumns;
    copy.cascade = operation.cascade;
    copy.ifExists = operation.ifExists;
    copy.ifNotExists = operation.ifNotExists;
    copy.orReplace = operation.orReplace;
    copy.concurrently = operation.concurrently;
    copy.temporary = operation.temporary;
    copy.createdHere = operation.createdHere;
    copy.tableCreatedHere = operation.tableCreatedHere;
    copy.columnsCreatedHere = operation.columnsCreatedHere;
    copy.rebuilt = operation.rebuilt;
    copy.rebuildDoubt = operation.rebuildDoubt;
    copy.recreated = operation.recreated;
    copy.replacesNothing = operation.replacesNothing;
    copy.deferred = operation.deferred;
    copy.dataTypes = operation.dataTypes;
    copy.notNull = operation.notNull;
    copy.hasDefault = operation.hasDefault;
    copy.defaultKind = operation.defaultKind;
    copy.hasPrimaryKey = operation.hasPrimaryKey;
    copy.constraintType = operation.constraintType;
    copy.notValid = operation.notValid;
    copy.inline = operation.inline;
    copy.usingIndex = operation.usingIndex;
    copy.notNullChecked = operation.notNullChecked;
    copy.unique = operation.unique;
    copy.indexType = operation.indexType;
    copy.constraint = operation.constraint;
    copy.table = operation.table;
    copy.language = operation.language;
    copy.privileges = operation.privileges;
    copy.grantees = operation.grantees;
    copy.grantOption = operation.grantOption;
    copy.maintenance = operation.maintenance;
    copy.algorithm = operation.algorithm;
    copy.lockOption = operation.lockOption;
    copy.endpoint = operation.endpoint;
    copy.readable = operation.readable;
    copy.objectClass = operation.objectClass;
    if (withPinned && !pinned) copy.pinnedColumns = operation.pinnedColumns;
    return copy;
  }
}

/** One property for all operations: V8 is slow with objects that each have a getter of their own. */
const COMPUTED: PropertyDescriptor & ThisType<Operation> = {
  enumerable: true,
  configurable: true,
  get() {
    return OperationRecord.pinnedOf(this)?.value;
  },
};

const SETTLED: PropertyDescriptor = { enumerable: true, writable: true, configurable: true };

export type Facts = Partial<{ -readonly [K in keyof Operation]: Operation[K] }>;

/** An operation with the given facts; all other facts have their defaults. `pinned` computes the pinned columns on use. */
export function makeOperation(
  kind: OperationKind,
  place: Place,
  span: Span,
  facts: Facts,
  pinned?: LazyColumns,
): Operation {
  return Object.assign(new OperationRecord(kind, place, span, pinned), facts);
}

/** A copy of the operation with some facts changed. */
export function withFacts(operation: Operation, facts: Facts): Operation {
  return Object.assign(OperationRecord.copy(operation, !('pinnedColumns' in facts)), facts);
}

/**
 * Computes the lazy values, so that their inputs can be freed, and shares the target and the lists with an operation
 * that has the same ones.
 */
export function settleOperation(operation: Operation, before: Operation | undefined): void {
  OperationRecord.settle(operation, before);
}

/** The other list if it has the same items. */
export function sameList<List extends readonly string[] | undefined>(list: List, other: List): List {
  if (list === undefined || other === undefined || list.length !== other.length) return list;
  return list.every((item, at) => item === other[at]) ? other : list;
}

function isSameTarget(a: Target, b: Target): boolean {
  return a.name === b.name && a.schema === b.schema && a.quoted === b.quoted && a.text === b.text;
}
