import type { OperationKind } from '../model/index.ts';
import { atomsOf, type FactPath, type Formula } from '../rules/index.ts';
import type { ConditionEvaluator } from './condition-evaluator.ts';
import { type FactNumbers, TupleCache } from './tuple-cache.ts';

/** Something that can be asked of operations of some kinds. */
export interface Evaluable<T> {
  readonly kinds: Iterable<OperationKind>;
  readonly formulas: readonly Formula[];
  /** What it says of the operation at hand. */
  evaluate(): T;
}

/** Several that read the same facts, asked together: once for each distinct tuple of them. */
export interface EvaluationGroup<All> {
  evaluate(): All;
}

/**
 * Groups what is asked by the facts that it reads, for each kind of operation.
 *
 * @param join what a group says together, found by asking each of its members
 */
export function groupByFacts<T, All>(
  items: readonly Evaluable<T>[],
  join: (members: readonly Evaluable<T>[]) => All,
  questions: ConditionEvaluator,
  numbers: FactNumbers,
): ReadonlyMap<OperationKind, readonly EvaluationGroup<All>[]> {
  const byKind = new Map<OperationKind, Evaluable<T>[]>();
  for (const item of items) {
    for (const kind of item.kinds) {
      const list = byKind.get(kind);
      if (list) list.push(item);
      else byKind.set(kind, [item]);
    }
  }
  // Kinds that the same items are about share their groups, and so what these remember.
  const known = new Map<string, readonly EvaluationGroup<All>[]>();
  const order = new Map(items.map((item, index) => [item, index]));
  const groups = new Map<OperationKind, readonly EvaluationGroup<All>[]>();
  for (const [kind, list] of byKind) {
    const key = list.map((item) => order.get(item)).join();
    const shared = known.get(key) ?? groupsOf(list, join, questions, numbers);
    known.set(key, shared);
    groups.set(kind, shared);
  }
  return groups;
}

function groupsOf<T, All>(
  items: readonly Evaluable<T>[],
  join: (members: readonly Evaluable<T>[]) => All,
  questions: ConditionEvaluator,
  numbers: FactNumbers,
): EvaluationGroup<All>[] {
  const byReads = new Map<string, { reads: readonly FactPath[] | undefined; members: Evaluable<T>[] }>();
  for (const item of items) {
    const reads = readsOf(item.formulas);
    const key = reads ? reads.map(({ text }) => text).join() : 'everything';
    const group = byReads.get(key);
    if (group) group.members.push(item);
    else byReads.set(key, { reads, members: [item] });
  }
  return [...byReads.values()].map(({ reads, members }) => {
    const byTuple = new TupleCache<All>(reads, numbers);
    const find = (): All => join(members);
    return { evaluate: () => byTuple.get(questions, find) };
  });
}

function readsOf(formulas: readonly Formula[]): readonly FactPath[] | undefined {
  const reads = new Map<string, FactPath>();
  for (const formula of formulas) {
    for (const atom of atomsOf(formula)) {
      if (!atom.reads) return undefined;
      for (const fact of atom.reads) reads.set(fact.text, fact);
    }
  }
  return [...reads.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}
