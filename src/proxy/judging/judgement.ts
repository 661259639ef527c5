import type { QueryFinding } from '../../check/index.ts';
import { type CallerFacts, type OperationKind, stricter, type Verdict } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import type { ActiveRules } from '../types.ts';

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

/** Effects of a query on the session that matter for judging later queries. */
export interface QueryEffects {
  readonly kinds: ReadonlySet<OperationKind>;
  /** Settings that it sets or resets, in lower case; `all`, or empty if the text does not say which. */
  readonly settings: ReadonlySet<string>;
  /** It runs statements that are not in the text, or it cannot be read: it may do anything. */
  readonly isOpaque: boolean;
  /** Creates, changes or drops objects, begins or ends a transaction, or changes settings. */
  readonly changesSession: boolean;
  readonly creates: boolean;
  /**
   * Objects that the session created may be dropped or renamed although the query does not name them: CASCADE,
   * partitions, schemas.
   */
  readonly mayRemove: boolean;
  /**
   * Creates a view on the settings, or a cursor that changes one: a later query that uses it can change the search path
   * without naming it.
   */
  readonly mayChangePathLater: boolean;
}

/** The effects of statements that are not known. */
export const UNKNOWN_EFFECTS: QueryEffects = {
  kinds: new Set(),
  settings: new Set(),
  isOpaque: true,
  changesSession: true,
  creates: true,
  mayRemove: true,
  mayChangePathLater: true,
};

const ROLE_SETTINGS: readonly string[] = ['', 'all', 'role', 'session_authorization'];

/** Whether a later query may run in another role. */
export function changesRole({ isOpaque, kinds, settings }: QueryEffects): boolean {
  return isOpaque || kinds.has('set_role') || ROLE_SETTINGS.some((name) => settings.has(name));
}

const PATH_SETTINGS: readonly string[] = ['', 'all', 'search_path', 'schema'];

/** Whether it sets, or may set, the search path. */
export function changesPath({ isOpaque, settings }: QueryEffects): boolean {
  return isOpaque || PATH_SETTINGS.some((name) => settings.has(name));
}

/** The combined effects of a query and another one that it runs. */
export function bothEffects(one: QueryEffects, other: QueryEffects): QueryEffects {
  return {
    kinds: new Set([...one.kinds, ...other.kinds]),
    settings: new Set([...one.settings, ...other.settings]),
    isOpaque: one.isOpaque || other.isOpaque,
    changesSession: one.changesSession || other.changesSession,
    creates: one.creates || other.creates,
    mayRemove: one.mayRemove || other.mayRemove,
    mayChangePathLater: one.mayChangePathLater || other.mayChangePathLater,
  };
}

/** The stricter judgement, for a text that can be read in two ways. */
export function stricterOf(one: Judgement, other: Judgement): Judgement {
  return stricter(one.verdict, other.verdict) === one.verdict ? one : other;
}
