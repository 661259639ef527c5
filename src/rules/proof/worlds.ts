import { changedText } from './answers.ts';
import { type FactValue, valueWith } from './fact-groups.ts';
import { ANY, EITHER, FALSE, TRUE, type Truths, UNDECIDED } from './logic.ts';
import type { Proposition } from './propositions.ts';
import { type Answered, passes } from './text-tests.ts';

/** What is said about a fact in a world. `partly`: a caller of which only a pattern is known. */
type Status = 'known' | 'absent' | 'unknown' | 'partly';

/** What facts can be. */
export interface FactRules {
  /** All values that a text fact can have; undefined if it can be any text. */
  valuesOf(fact: string): readonly string[] | undefined;
  /** There is no caller or file that has this fact. */
  isAbsent(fact: string): boolean;
  /** Whether facts may be not known, so that what reads them is undecided. */
  readonly mayBeUnknown: boolean;
}

/** Facts that are part of a model: those that the search had to decide. */
export interface World {
  readonly answers: readonly Answered<Proposition>[];
  readonly values: ReadonlyMap<string, FactValue>;
  readonly unknown: readonly string[];
  readonly absent: readonly string[];
}

/** What a search looks for, as far as it is decided: a proposition if it depends on one. */
export type Goal = (truthsOf: (proposition: Proposition) => Truths) => boolean | Proposition;

/** The steps that searches may still take. One step evaluates one proposition. */
export class SearchBudget {
  readonly #steps: number;
  taken = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** Raises OutOfSteps. */
  take(): void {
    if (this.taken++ >= this.#steps) throw new OutOfSteps();
  }
}

export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps';
}

/** Facts of which one is zero if the other is false. */
const ZERO_UNLESS: ReadonlyMap<string, string> = new Map([
  ['statement.limit', 'statement.hasLimit'],
  ['statement.offset', 'statement.hasOffset'],
]);
const UNLESS_ZERO: ReadonlyMap<string, string> = new Map([...ZERO_UNLESS].map(([number, flag]) => [flag, number]));

/**
 * All worlds in which a goal is reached; none proves that it cannot be reached. Facts count as independent of each other, so a
 * world may be impossible in SQL. Raises OutOfSteps.
 */
export function worldsWhere(goal: Goal, facts: FactRules, budget: SearchBudget): Generator<World> {
  return new WorldSearch(goal, facts, budget).worlds();
}

interface Answer {
  readonly proposition: Proposition;
  readonly truth: Truths;
}

class WorldSearch {
  readonly #goal: Goal;
  readonly #facts: FactRules;
  readonly #budget: SearchBudget;
  /** What is assumed so far, by fact and by proposition. */
  readonly #statuses = new Map<string, Status>();
  readonly #answers = new Map<string, Answer>();

  constructor(goal: Goal, facts: FactRules, budget: SearchBudget) {
    this.#goal = goal;
    this.#facts = facts;
    this.#budget = budget;
  }

  *worlds(): Generator<World> {
    const reached = this.#goal((proposition) => this.#truthsOf(proposition));
    if (reached === false) return;
    if (reached === true) {
      yield this.#worldNow();
      return;
    }
    const { key, fact } = reached;
    const plain = plainFact(fact);
    if (!this.#statuses.has(plain) && !this.#facts.isAbsent(fact)) {
      for (const status of this.#statusesOf(reached)) {
        this.#statuses.set(plain, status);
        yield* this.worlds();
      }
      this.#statuses.delete(plain);
      return;
    }
    const possible = this.#truthsOf(reached);
    // Few facts are true of most operations, so the first world is the plainest.
    const order = reached.question.type === 'flag' ? [FALSE, TRUE, UNDECIDED] : [TRUE, FALSE, UNDECIDED];
    for (const truth of order) {
      if (!(possible & truth)) continue;
      this.#answers.set(key, { proposition: reached, truth });
      if (this.#isPossible(fact)) yield* this.worlds();
    }
    this.#answers.delete(key);
  }

  #truthsOf(proposition: Proposition): Truths {
    this.#budget.take();
    const answer = this.#answers.get(proposition.key);
    if (answer) return answer.truth;
    const { question, fact } = proposition;
    const isPresence = question.type === 'present';
    switch (this.#facts.isAbsent(fact) ? 'absent' : this.#statuses.get(plainFact(fact))) {
      case 'absent':
        return isPresence ? FALSE : UNDECIDED;
      case 'unknown':
        return UNDECIDED;
      case 'known':
        return isPresence ? TRUE : EITHER;
      case 'partly':
        return isPresence ? TRUE : ANY;
      default:
        return this.#statusesOf(proposition).some((each) => each !== 'known') ? ANY : isPresence ? TRUE : EITHER;
    }
  }

  #statusesOf({ fact, question }: Proposition): readonly Status[] {
    const { mayBeUnknown } = this.#facts;
    if (question.type === 'part') return ['partly'];
    if (question.type === 'other') {
      return mayBeUnknown || (question.readsCaller && this.#facts.isAbsent('caller.user')) ? ['partly'] : ['known'];
    }
    const found: Status[] = ['known'];
    if (fact === 'statement.serverVersion' || fact.startsWith('caller.tags.')) found.push('absent');
    // Most statements are judged without a history of their objects.
    if ((mayBeUnknown || fact.startsWith('use.')) && !ALWAYS_KNOWN.has(fact)) {
      found.push('unknown');
      if (fact.startsWith('caller.')) found.push('partly');
    }
    return found;
  }

  #answersOf(fact: string, wanted: Truths): Answered<Proposition>[] {
    const found: Answered<Proposition>[] = [];
    for (const { proposition, truth } of this.#answers.values()) {
      if (proposition.fact === fact && truth & wanted) found.push([proposition, truth === TRUE]);
    }
    return found;
  }

  #isPossible(fact: string): boolean {
    const known = this.#answersOf(fact, EITHER);
    if (!this.#valueOf(fact, known)) return false;
    const number = ZERO_UNLESS.has(fact) ? fact : UNLESS_ZERO.get(fact);
    if (number !== undefined && !this.#isZeroWhereItMust(number)) return false;
    if (!this.#isPossibleInEachCase(fact)) return false;
    // What follows from the part of a name that is known is not undecided.
    return this.#answersOf(fact, UNDECIDED).every(
      ([proposition]) =>
        proposition.question.type === 'other' ||
        proposition.question.type === 'part' ||
        (this.#valueOf(fact, [...known, [proposition, true]]) && this.#valueOf(fact, [...known, [proposition, false]])),
    );
  }

  #isZeroWhereItMust(number: string): boolean {
    const flag = this.#answersOf(ZERO_UNLESS.get(number) ?? '', EITHER)[0];
    if (flag?.[1] !== false) return true;
    return this.#answersOf(number, EITHER).every(
      ([{ question }, answer]) => !('constants' in question) || question.holds(0) === answer,
    );
  }

  /** A text that is one of given constants also decides what is said about it in lower case. */
  #isPossibleInEachCase(fact: string): boolean {
    const plain = plainFact(fact);
    const known = this.#answersOf(plain, EITHER);
    const texts = known.flatMap(([{ question }, answer]) =>
      question.type === 'text' && question.test.op === 'is' && answer ? [question.test.texts] : [],
    )[0];
    if (!texts) return true;
    const changed = [...this.#answers.values()].filter(
      ({ proposition, truth }) =>
        truth !== UNDECIDED && proposition.fact !== plain && proposition.fact.startsWith(`${plain}.`),
    );
    const answersOf = (text: string, [proposition, answer]: Answered<Proposition>) =>
      proposition.question.type !== 'text' ||
      passes(proposition.question.test, changedText(proposition.fact, text)) === answer;
    return texts.some(
      (text) =>
        known.every((each) => answersOf(text, each)) &&
        changed.every(({ proposition, truth }) => answersOf(text, [proposition, truth === TRUE])),
    );
  }

  #valueOf(fact: string, known: readonly Answered<Proposition>[]): FactValue | undefined {
    const plain = known.filter(([{ question }]) => question.type !== 'present');
    return valueWith(plain, this.#facts.valuesOf(fact));
  }

  #worldNow(): World {
    const known = [...this.#answers.values()].filter(({ truth }) => truth !== UNDECIDED);
    const values = new Map<string, FactValue>();
    for (const { fact } of known.map(({ proposition }) => proposition)) {
      const value = values.has(fact) ? undefined : this.#valueOf(fact, this.#answersOf(fact, EITHER));
      if (value) values.set(fact, value);
    }
    const withStatus = (status: Status) =>
      [...this.#statuses].flatMap(([fact, each]) => (each === status ? [fact] : []));
    return {
      answers: known.map(({ proposition, truth }) => [proposition, truth === TRUE]),
      values,
      unknown: withStatus('unknown'),
      absent: withStatus('absent'),
    };
  }
}

/** The functions that a fact of a proposition may be changed by. */
const CHANGED = /(?:\.(?:lowerAscii|upperAscii|trim)\(\))+$/;

function plainFact(fact: string): string {
  return fact.replace(CHANGED, '');
}

const ALWAYS_KNOWN: ReadonlySet<string> = new Set([
  'statement.serverVersion',
  'operation.kind',
  'statement.dialect',
  'file.path',
  'file.section',
  'use.known',
  'use.unused',
]);
