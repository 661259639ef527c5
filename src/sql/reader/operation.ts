import type { Operation, OperationKind, Place, Span, Target } from '../../model/index.ts';
import type { Lazy } from './lazy.ts';
import { copyFields, NONE, OperationFields } from './operation-fields.ts';

export type LazyColumns = Lazy<readonly string[] | undefined>;

/**
 * An operation with default facts: the values that apply if the SQL does not mention them. A class, so that all
 * operations share one hidden class in V8: objects made by spreading are ten times as slow.
 */
class OperationRecord extends OperationFields implements Operation {
  kind: OperationKind;
  place: Place;
  span: Span;
  /** An own property of each operation, since operations are copied by spreading. */
  declare pinnedColumns: Operation['pinnedColumns'];
  #pinned: LazyColumns | undefined;

  constructor(kind: OperationKind, place: Place, span: Span, pinned?: LazyColumns) {
    super();
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

  static copy(operation: Operation, withPinned: boolean): OperationRecord {
    const pinned = withPinned ? OperationRecord.pinnedOf(operation) : undefined;
    const copy = new OperationRecord(operation.kind, operation.place, operation.span, pinned);
    copyFields(operation, copy);
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
