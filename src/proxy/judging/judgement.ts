import type { QueryFinding } from '../../check/index.ts';
import { type CallerFacts, stricter, type Verdict } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import type { ActiveRules } from '../types.ts';
import { bothEffects, type QueryEffects } from './effects.ts';

/** What the verdict of a query depends on besides its text. */
export interface QuerySession {
  /** Name for tracking which objects the session created; empty if that is not known for this query. */
  readonly name: string;
  /** Whether a bare name means the session's temporary table of that name, if there is one. */
  readonly areNamesSure: boolean;
  /** Without tags: those of the query's comments apply. */
  readonly caller: CallerFacts;
  readonly mode: LexicalMode | undefined;
  /** Undefined: not known. */
  readonly inTransaction: boolean | undefined;
  readonly lockTimeoutSet: boolean | undefined;
}

/** A verdict with its reasons. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Those that count, without those that an exception covers. */
  readonly findings: readonly QueryFinding[];
  /** A finding could differ if more were known, such as the values of parameters or the state of the session. */
  readonly isOpen: boolean;
  /** Rows of a snapshot without their days, as JSON. */
  readonly rows: readonly string[];
  readonly effects: QueryEffects;
  /** Undefined if there are no rules. */
  readonly rules: ActiveRules | undefined;
}

/** The stricter judgement, for a text that can be read in two ways. */
export function stricterOf(one: Judgement, other: Judgement): Judgement {
  return stricter(one.verdict, other.verdict) === one.verdict ? one : other;
}

/** The judgement of a query that also runs another one, such as a prepared statement by its name. */
export function bothJudgements(one: Judgement, other: Judgement): Judgement {
  return {
    ...one,
    verdict: stricterOf(one, other).verdict,
    findings: [...one.findings, ...other.findings],
    effects: bothEffects(one.effects, other.effects),
    isOpen: one.isOpen || other.isOpen,
  };
}
