import { compareText, type OperationKind } from '../model/index.ts';
import { atomsOf, type FactPath, type Formula } from '../rules/index.ts';
import type { ConditionEvaluator } from './condition-evaluator.ts';
import { type FactNumbers, TupleCache } from './tuple-cache.ts';

/** Something that can be evaluated for operations of some kinds. */
export interface Evaluable<T> {
  readonly kinds: Iterable<OperationKind>;
  readonly formulas: readonly Formula[];
  /** Result for the current operation. */
  evaluate(): T;
}

/** Items that read the same facts. They are evaluated together, once for each distinct tuple of facts. */
export interface EvaluationGroup<All> {
  evaluate(): All;
}

/**
 * Groups items by the facts that they read, for each kind of operation.
 *
 * @param join evaluates all members of a group and combines the results
 */
export function groupByFacts<T, All>(
  items: readonly Evaluable<T>[],
  join: (members: readonly Evaluable<T>[]) => All,
  evaluator: ConditionEvaluator,
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
  // Kinds with the same items share their groups, and so the groups' caches.
  const groupsByItems = new Map<string, readonly EvaluationGroup<All>[]>();
  const order = new Map(items.map((item, index) => [item, index]));
  const groups = new Map<OperationKind, readonly EvaluationGroup<All>[]>();
  for (const [kind, list] of byKind) {
    const key = list.map((item) => order.get(item)).join();
    const shared = groupsByItems.get(key) ?? groupsOf(list, join, evaluator, numbers);
    groupsByItems.set(key, shared);
    groups.set(kind, shared);
  }
  return groups;
}

function groupsOf<T, All>(
  items: readonly Evaluable<T>[],
  join: (members: readonly Evaluable<T>[]) => All,
  evaluator: ConditionEvaluator,
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
    const evaluateAll = (): All => join(members);
    return { evaluate: () => byTuple.get(evaluator, evaluateAll) };
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
  return [...reads.values()].sort((a, b) => compareText(a.text, b.text));
}
