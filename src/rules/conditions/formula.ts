import { CALLER_PATTERNS } from '../../model/index.ts';
import type { Decision } from '../cel/engine.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import type { KnownFacts, RuleFacts } from '../cel/views.ts';
import type { Term } from './term.ts';

/** A fact as a condition names it: `statement.limit`, `operation.target.name`. */
export interface FactPath {
  readonly text: string;
  /** Its value; undefined where it is not carried, a NamePattern where a history knows no more of a caller's name. */
  valueIn(facts: KnownFacts): unknown;
}

/** A comparison of one fact with constants: what it says follows from the fact's value alone. */
export interface Comparison {
  readonly fact: string;
  readonly constants: readonly (string | number)[];
  holds(value: string | number): boolean;
}

/** A question that is not taken apart any further. */
export interface Atom {
  /** One spelling: atoms of one text are the same question, in whatever rule. */
  readonly text: string;
  /** The text, and what else decides the answer: how far lists are gone through. */
  readonly key: string;
  /** Read by every evaluation, in order: where one of them is not carried, there is no need to evaluate. */
  readonly needs: readonly FactPath[];
  /** All that an evaluation may read; undefined where that is not told fact by fact (`[operation].exists(o, o.cascade)`). */
  readonly reads: readonly FactPath[] | undefined;
  readonly comparison: Comparison | undefined;
  /** Parts that one evaluation visits, but for what lists multiply. */
  readonly size: number;
  decide(facts: RuleFacts): Decision;
}

/**
 * A condition as logic over questions. An undecided question leaves it as undecided as the condition itself is
 * (CEL's `&&`, `||` and `!` over three values), and one that stands in two conditions is undecided alike in both.
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

/** A name of which only a pattern is known: no text is equal to it. */
export class NamePattern {
  readonly pattern: string;
  constructor(pattern: string) {
    this.pattern = pattern;
  }
}

const MAX_PATTERNS = 10_000;
const namePatterns = new Map<string, NamePattern>();

/** The same object for the same pattern, most of the time. */
function namePattern(pattern: string): NamePattern {
  let known = namePatterns.get(pattern);
  if (!known) {
    known = new NamePattern(pattern);
    if (namePatterns.size >= MAX_PATTERNS) namePatterns.clear();
    namePatterns.set(pattern, known);
  }
  return known;
}

/** A fact of the caller that may be known in part only: of tags, nothing is known then that a rule could rely on. */
function callerPath(text: string, fact: string): FactPath {
  return {
    text,
    valueIn({ caller, callerPatterns }) {
      const value = (caller as Readonly<Record<string, unknown>> | undefined)?.[fact];
      if (!(callerPatterns as readonly string[] | undefined)?.includes(fact)) return value;
      return typeof value === 'string' ? namePattern(value) : undefined;
    },
  };
}

/** Every question of a formula, each as often as it stands there. */
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

/** What a formula says where the questions say this; undefined is undecided. */
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

const FACTS_IN_TERM = /\b(?:operation|statement)\.(?:target\.)?[a-zA-Z]+/g;

/** The condition of a built-in pack, taken apart. */
export function formulaOfTerm(term: Term): Formula {
  if (term.negates) return { op: 'not', part: formulaOfTerm(term.negates) };
  if (term.parts) return { op: term.shape === 'or' ? 'some' : 'all', parts: term.parts.map(formulaOfTerm) };
  const text = normalizeCondition(term.cel);
  // The quoted values of a term could look like facts.
  const reads = [...new Set(term.cel.replace(/"[^"]*"/g, '').match(FACTS_IN_TERM) ?? [])].map(factPath);
  const atom: Atom = {
    text,
    key: `pack ${text}`,
    // It never raises, so nothing is gained by knowing before that it will not decide.
    needs: [],
    reads,
    comparison: undefined,
    size: 1,
    decide: (facts) => term.decide(facts.of.operation, facts.of.statement),
  };
  return { op: 'atom', atom };
}
