import { CALLER_PATTERNS, type CallerFacts } from '../../model/index.ts';
import type { Decision } from '../cel/engine.ts';
import type { KnownFacts, RuleFacts } from '../cel/fact-views.ts';

/** A fact by its name in conditions: `statement.limit`, `operation.target.name`. */
export interface FactPath {
  readonly text: string;
  /** Its value; undefined if it is not known, PartlyKnown if a history knows only a part of it. */
  valueIn(facts: KnownFacts): unknown;
}

/** A comparison of one fact with constants. Its result depends only on the value of the fact. */
export interface Comparison {
  readonly fact: string;
  readonly constants: readonly (string | number)[];
  holds(value: string | number): boolean;
}

/** A part of a condition that is not split any further. */
export interface Atom {
  /** Normalized text. Atoms with the same text ask the same question, even in different rules. */
  readonly text: string;
  /** The text and the item limit for lists, which together determine the answer. */
  readonly key: string;
  /** Facts that every evaluation reads, in order. If one of them is not known, there is no need to evaluate. */
  readonly needs: readonly FactPath[];
  /** All facts that an evaluation may read; undefined if they cannot be listed (`[operation].exists(o, o.cascade)`). */
  readonly reads: readonly FactPath[] | undefined;
  readonly comparison: Comparison | undefined;
  /** Number of nodes. Loops over lists visit some of them more than once. */
  readonly size: number;
  decide(facts: RuleFacts): Decision;
}

/**
 * A condition as boolean logic over atoms, with CEL's three-valued `&&`, `||` and `!`. An undecided atom that occurs in
 * two conditions has the same (unknown) answer in both.
 */
export type Formula =
  | { readonly op: 'all' | 'some'; readonly parts: readonly Formula[] }
  | { readonly op: 'not'; readonly part: Formula }
  | { readonly op: 'choice'; readonly test: Formula; readonly yes: Formula; readonly no: Formula }
  | { readonly op: 'atom'; readonly atom: Atom };

export const ALWAYS: Formula = { op: 'all', parts: [] };
export const NEVER: Formula = { op: 'some', parts: [] };

export function factPath(text: string): FactPath {
  const [table, fact, field] = text.split('.') as [keyof KnownFacts, string, string | undefined];
  if (table === 'caller' && (CALLER_PATTERNS as readonly string[]).includes(fact)) return callerPath(text, fact);
  return {
    text,
    valueIn(facts) {
      const value = (facts[table] as Readonly<Record<string, unknown>> | undefined)?.[fact];
      return field === undefined ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[field];
    },
  };
}

/** A name for which only a pattern is known, or tags of which some are not. It does not equal any value. */
export class PartlyKnown {
  readonly known: string | Tags;
  constructor(known: string | Tags) {
    this.known = known;
  }
}

type Tags = NonNullable<CallerFacts['tags']>;

const MAX_CACHED = 10_000;
const cached = new Map<string | Tags, PartlyKnown>();

/** Returns the same object for the same pattern or tags, unless the cache was cleared. */
function partlyKnown(known: string | Tags): PartlyKnown {
  let made = cached.get(known);
  if (!made) {
    made = new PartlyKnown(known);
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(known, made);
  }
  return made;
}

/** A caller fact that may be only partly known. */
function callerPath(text: string, fact: string): FactPath {
  return {
    text,
    valueIn({ caller, callerPatterns }) {
      const value = (caller as Readonly<Record<string, string | Tags>> | undefined)?.[fact];
      const isPart = (callerPatterns as readonly string[] | undefined)?.includes(fact);
      return isPart && value !== undefined ? partlyKnown(value) : value;
    },
  };
}

/** All atoms of a formula, each as often as it occurs. */
export function* atomsOf(formula: Formula): Generator<Atom> {
  switch (formula.op) {
    case 'atom':
      yield formula.atom;
      return;
    case 'not':
      yield* atomsOf(formula.part);
      return;
    case 'choice':
      yield* atomsOf(formula.test);
      yield* atomsOf(formula.yes);
      yield* atomsOf(formula.no);
      return;
    default:
      for (const part of formula.parts) yield* atomsOf(part);
  }
}

/** Evaluates a formula with these answers for its atoms; undefined means undecided. */
export function evaluate(formula: Formula, answer: (atom: Atom) => boolean | undefined): boolean | undefined {
  switch (formula.op) {
    case 'atom':
      return answer(formula.atom);
    case 'not': {
      const value = evaluate(formula.part, answer);
      return value === undefined ? undefined : !value;
    }
    case 'choice': {
      const value = evaluate(formula.test, answer);
      return value === undefined ? undefined : evaluate(value ? formula.yes : formula.no, answer);
    }
    default: {
      const settling = formula.op === 'some';
      let undecided = false;
      for (const part of formula.parts) {
        const value = evaluate(part, answer);
        if (value === settling) return settling;
        if (value === undefined) undecided = true;
      }
      return undecided ? undefined : !settling;
    }
  }
}

/** Decides a formula. Of several parts that leave it undecided, the first gives the cause. */
export function decideFormula(formula: Formula, facts: RuleFacts): Decision {
  switch (formula.op) {
    case 'atom':
      return formula.atom.decide(facts);
    case 'not': {
      const value = decideFormula(formula.part, facts);
      return typeof value === 'boolean' ? !value : value;
    }
    case 'choice': {
      const value = decideFormula(formula.test, facts);
      return typeof value === 'boolean' ? decideFormula(value ? formula.yes : formula.no, facts) : value;
    }
    default: {
      const settling = formula.op === 'some';
      let undecided: Decision | undefined;
      for (const part of formula.parts) {
        const value = decideFormula(part, facts);
        if (value === settling) return settling;
        if (typeof value !== 'boolean') undecided ??= value;
      }
      return undecided ?? !settling;
    }
  }
}
