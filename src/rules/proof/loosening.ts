import { canCarry, InternalError, OPERATION_FACTS, type OperationKind } from '../../model/index.ts';
import { loadConditionEngine } from '../cel/engine.ts';
import { valuesOfFact } from '../conditions/fact-values.ts';
import type { RuleInForce } from '../judge/compare.ts';
import { isAboutLocks } from '../packs/index.ts';
import { whyNotApplicable } from '../ruleset/applicability.ts';
import { FALSE, type Logic, not, openAtom, simplify, TRUE, type Truths, truthsOf, UNDECIDED } from './logic.ts';
import { type ConditionText, type Proposition, propositionsOf } from './propositions.ts';
import { withoutSharedParts } from './shared-parts.ts';
import { passes } from './text-tests.ts';
import { type FactRules, type Goal, type SearchBudget, type World, worldsWhere } from './worlds.ts';

/** Where statements run: in a file of which the caller may be known, or as a query of a caller. */
export interface Surroundings {
  readonly file: boolean;
  readonly caller: boolean;
}

export const SURROUNDINGS: readonly Surroundings[] = [
  { file: true, caller: false },
  { file: false, caller: true },
  { file: true, caller: true },
];

/** Two lists of rules in force on one day. */
export interface Sides {
  /** The rules that differ. */
  readonly base: readonly RuleInForce[];
  readonly head: readonly RuleInForce[];
  /** The rules that are the same on both sides. */
  readonly same: readonly RuleInForce[];
}

/** Facts for which the base is stricter than the head, as far as the conditions tell. */
export interface Loosening {
  readonly kind: OperationKind;
  readonly surroundings: Surroundings;
  /** The rule of the base that is stricter. */
  readonly rule: string;
  readonly world: World;
}

interface SideRule {
  readonly id: string;
  readonly blocks: boolean;
  readonly logic: Logic<Proposition>;
}

/** The rules of two sides as conditions over propositions; each condition is read once. */
export class Conditions {
  readonly #read = new Map<string, Logic<Proposition>>();

  /** Loads the expression language, which packs alone do not need. */
  static async load(): Promise<Conditions> {
    await loadConditionEngine(['true']);
    return new Conditions();
  }

  of(condition: ConditionText): Logic<Proposition> {
    const key = `${condition.isPrecompiled ? 'pack' : 'own'} ${condition.text}`;
    const known = this.#read.get(key) ?? propositionsOf(condition);
    this.#read.set(key, known);
    return known;
  }
}

/**
 * Facts of one kind of operation for which the head is looser than the base. The order of the verdicts is allow, warn (also
 * one that is undecided), unknown (an undecided block), block. None proves that the head is nowhere looser for this kind.
 *
 * First the facts that are all known, then those of which some are not. Raises OutOfSteps.
 *
 * @param withUnknown whether facts that are not known count
 */
export function* loosenings(
  sides: Sides,
  kind: OperationKind,
  conditions: Conditions,
  budget: SearchBudget,
  withUnknown: boolean,
): Generator<Loosening> {
  const isOfKind = ({ rule }: RuleInForce) => rule.kinds.has(kind);
  const [base, head, same] = [sides.base, sides.head, sides.same].map((rules) => rules.filter(isOfKind)) as [
    RuleInForce[],
    RuleInForce[],
    RuleInForce[],
  ];
  if (base.length === 0) return;
  const readsSurroundings = [...base, ...head, ...same].some(
    (each) =>
      isAboutLocks(each.rule) || conditionsOf(each).some(({ reads }) => reads.caller !== 'no' || reads.file !== 'no'),
  );
  for (const mayBeUnknown of withUnknown ? [false, true] : [false]) {
    for (const surroundings of readsSurroundings ? SURROUNDINGS : SURROUNDINGS.slice(0, 1)) {
      const read = (rules: readonly RuleInForce[]) =>
        rules.flatMap((rule) => sideRule(rule, kind, surroundings, conditions) ?? []);
      const facts = factRules(surroundings, mayBeUnknown);
      for (const { rule, world } of stricterWorlds(read(base), read(head), read(same), facts, budget)) {
        yield { kind, surroundings, rule, world };
      }
    }
  }
}

function factRules({ file, caller }: Surroundings, mayBeUnknown: boolean): FactRules {
  const isAbsent = (fact: string) => (!caller && fact.startsWith('caller.')) || (!file && fact.startsWith('file.'));
  return { mayBeUnknown, valuesOf: valuesOfFact, isAbsent };
}

/** The worlds in which a rule of the base is stricter than all rules of the head. */
function* stricterWorlds(
  base: readonly SideRule[],
  head: readonly SideRule[],
  same: readonly SideRule[],
  facts: FactRules,
  budget: SearchBudget,
): Generator<Pick<Loosening, 'rule' | 'world'>> {
  for (const rule of base) {
    const goals = goalsOf(rule, [...head, ...same]);
    for (const [at, goal] of goalsOf(...inShort(rule, head)).entries()) {
      // The rules that are the same on both sides are many, and can only make it harder to reach the goal.
      if (worldsWhere(goal, facts, budget).next().done) continue;
      for (const world of worldsWhere(goals[at] ?? goal, facts, budget)) yield { rule: rule.id, world };
    }
  }
}

function conditionsOf({ rule, exceptions }: RuleInForce) {
  return [...(rule.condition ? [rule.condition] : []), ...exceptions.map(({ condition }) => condition)];
}

/** Undefined if the rule never applies here. */
function sideRule(
  { rule, exceptions }: RuleInForce,
  kind: OperationKind,
  { file, caller }: Surroundings,
  conditions: Conditions,
): SideRule | undefined {
  const scope = {
    file: file ? { path: '', section: '' as const } : undefined,
    caller: caller ? ANY_CALLER : undefined,
  };
  if (rule.condition && whyNotApplicable(rule.condition.reads, scope) !== undefined) return undefined;
  const exempt = exceptions.filter(({ condition }) => whyNotApplicable(condition.reads, scope) === undefined);
  const parts = [
    ...(rule.condition ? [conditions.of(rule.condition)] : []),
    ...exempt.map(({ condition }) => not(conditions.of(condition))),
    // A file only defines what a body does later, so nothing waits while the file runs.
    ...(file && isAboutLocks(rule) ? [not(conditions.of({ text: 'operation.deferred' }))] : []),
  ];
  const logic = simplify<Proposition>({ op: 'all', parts }, (proposition) => valueForKind(proposition, kind));
  return { id: rule.id, blocks: rule.verdict === 'block', logic };
}

const ANY_CALLER = { user: '', role: '', application: '', database: '', tags: {} };

/** The answer of a proposition about a fact that has one value for all operations of a kind. */
function valueForKind(proposition: Proposition, kind: OperationKind): boolean | undefined {
  const { fact, question } = proposition;
  if (fact === 'operation.kind') return question.type === 'text' ? passes(question.test, kind) : undefined;
  const name = fact.startsWith('operation.') ? fact.slice('operation.'.length) : '';
  if (!Object.hasOwn(OPERATION_FACTS, name) || canCarry(kind, name as keyof typeof OPERATION_FACTS)) return undefined;
  switch (question.type) {
    case 'flag':
      return false;
    case 'text':
      return passes(question.test, '');
    case 'number':
    case 'size':
      return question.holds(0);
    case 'item':
      return false;
    default:
      return undefined;
  }
}

function inShort(rule: SideRule, others: readonly SideRule[]): [rule: SideRule, others: readonly SideRule[]] {
  const short = withoutSharedParts(
    rule.logic,
    others.map(({ logic }) => logic),
  );
  return [
    { ...rule, logic: short.own },
    others.map((other, at) => ({ ...other, logic: short.others[at] ?? other.logic })),
  ];
}

/** The ways in which a rule of the base can be stricter than all rules of the head. */
function goalsOf(rule: SideRule, head: readonly SideRule[]): readonly Goal[] {
  const blocking = head.filter(({ blocks }) => blocks);
  const warns = goalOf(rule, TRUE | UNDECIDED, head, FALSE);
  if (!rule.blocks) return [warns];
  return [goalOf(rule, TRUE, blocking, FALSE | UNDECIDED), goalOf(rule, TRUE | UNDECIDED, blocking, FALSE), warns];
}

/** The rule has one of these truths, and each of the others one of those. */
function goalOf(rule: SideRule, wanted: Truths, others: readonly SideRule[], allowed: Truths): Goal {
  const parts = [{ logic: rule.logic, wanted }, ...others.map(({ logic }) => ({ logic, wanted: allowed }))];
  return (truthsOfProposition) => {
    let open: Logic<Proposition> | undefined;
    for (const { logic, wanted: truths } of parts) {
      const possible = truthsOf(logic, truthsOfProposition);
      if ((possible & truths) === 0) return false;
      if ((possible & ~truths) !== 0) open ??= logic;
    }
    if (!open) return true;
    const proposition = openAtom(open, truthsOfProposition);
    if (!proposition) throw new InternalError('a condition is open, and none of its parts is');
    return proposition;
  };
}
