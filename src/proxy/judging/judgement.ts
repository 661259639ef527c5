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
  /** Creates, changes or drops objects, begins or ends a transaction, or changes settings. */
  readonly changesSession: boolean;
  readonly creates: boolean;
  /** What the session created may be gone, or have another name, without being named: CASCADE, partitions, schemas. */
  readonly mayRemove: boolean;
  /** A view of the settings, or a cursor that sets one: using it can change the search path, and does not look like it. */
  readonly mayChangePathLater: boolean;
}

/** What may run in place of statements that are not known. */
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

/** Whether it sets the search path, or may. */
export function changesPath({ isOpaque, settings }: QueryEffects): boolean {
  return isOpaque || PATH_SETTINGS.some((name) => settings.has(name));
}

/** The effects of a query that runs another one. */
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

/** The stricter one of the judgements of a text that can be read in two ways. */
export function stricterOf(one: Judgement, other: Judgement): Judgement {
  return stricter(one.verdict, other.verdict) === one.verdict ? one : other;
}
