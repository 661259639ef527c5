import type { OperationKind } from '../../model/index.ts';

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

/** Whether it sets, or may set, the search path or the default database. */
export function changesPath({ isOpaque, kinds, settings }: QueryEffects): boolean {
  return isOpaque || kinds.has('use') || PATH_SETTINGS.some((name) => settings.has(name));
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

/**
 * Whether names may stand for other tables afterwards, because the session creates or drops tables or changes its
 * search path.
 */
export function changesObjects({ changesSession, kinds, isOpaque }: QueryEffects): boolean {
  return isOpaque || (changesSession && [...kinds].some((kind) => kind !== 'begin' && kind !== 'savepoint'));
}

// PREPARE TRANSACTION is a `prepare`.
const TRANSACTION: readonly OperationKind[] = ['begin', 'commit', 'rollback', 'prepare'];

export function changesTransaction({ kinds, isOpaque }: QueryEffects): boolean {
  return isOpaque || TRANSACTION.some((kind) => kinds.has(kind));
}

const NAMES: readonly OperationKind[] = ['prepare', 'execute_prepared', 'execute_dynamic'];

/** Whether it may prepare, execute or forget statements by SQL. DISCARD ALL forgets all. */
export function usesNames({ kinds, settings }: QueryEffects): boolean {
  return settings.has('all') || NAMES.some((kind) => kinds.has(kind));
}

/** Whether it changes how later messages must be read. */
export function isBarrier(effects: QueryEffects): boolean {
  // Equal queries share their effects, and nearly all of them change nothing.
  let known = barriers.get(effects);
  if (known === undefined) {
    known = effects.changesSession || usesNames(effects) || changesTransaction(effects) || changesRole(effects);
    barriers.set(effects, known);
  }
  return known;
}

const barriers = new WeakMap<QueryEffects, boolean>();
