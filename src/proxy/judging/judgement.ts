import type { QueryFinding } from '../../check/index.ts';
import type { CallerFacts, OperationKind, Verdict } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import type { ActiveRules } from '../types.ts';

/** What the verdict of a query depends on besides its text. */
export interface QuerySession {
  /** Name for tracking which objects the session created; empty if that is not known for this query. */
  readonly name: string;
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
  /** Some finding could be another one if more was known: values of parameters, the session. */
  readonly isOpen: boolean;
  /** Rows of a snapshot without their days, as JSON. */
  readonly rows: readonly string[];
  readonly effects: QueryEffects;
  /** Undefined if there are no rules. */
  readonly rules: ActiveRules | undefined;
}

/** What a query does to the session, as far as later ones must be judged by it. */
export interface QueryEffects {
  readonly kinds: ReadonlySet<OperationKind>;
  /** Settings that it sets or resets, in lower case; `all`, or empty if the text does not say which. */
  readonly settings: ReadonlySet<string>;
  /** It runs statements that the text does not show, or cannot be read: it may do anything. */
  readonly isOpaque: boolean;
  /** Creates or drops objects, or changes settings. */
  readonly concernsSession: boolean;
}
