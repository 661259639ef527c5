import type { OperationKind } from '../../model/index.ts';
import { changesPath, type QueryEffects } from '../judging/index.ts';

/** Settings that determine how the bytes of a text are decoded. `names` is SET NAMES. */
const ENCODING: readonly string[] = ['', 'all', 'client_encoding', 'names'];
const LOCK_TIMEOUT: readonly string[] = ['', 'all', 'lock_timeout'];
const WITHOUT_CODE: ReadonlySet<OperationKind> = new Set(['begin', 'savepoint', 'set', 'show']);
/** These may restore earlier values of settings. */
const ENDS_TRANSACTION: readonly OperationKind[] = ['commit', 'rollback'];

/** Effects of planning a query and reading its parameters: the server may call functions. */
export const PLANNING: QueryEffects = {
  kinds: new Set(['select']),
  settings: new Set(),
  isOpaque: false,
  changesSession: false,
  creates: false,
  mayRemove: false,
  mayChangePathLater: false,
};

/** Whether the bytes of later texts may be read as other characters. */
export function changesEncoding(effects: QueryEffects): boolean {
  return effects.isOpaque || sets(effects, ENCODING) || ENDS_TRANSACTION.some((kind) => effects.kinds.has(kind));
}

/**
 * Whether it may change how strings are read: by a function or a trigger, which may do anything to the session, by SET,
 * or by the end of a transaction, which undoes a SET.
 */
export function runsCode({ isOpaque, kinds, settings }: QueryEffects): boolean {
  return isOpaque || settings.size > 0 || [...kinds].some((kind) => !WITHOUT_CODE.has(kind));
}

/**
 * Whether the search path may name `pg_temp` after the query.
 *
 * @param text undefined if it has several statements, or is not known
 */
export function mayNameTemp(effects: QueryEffects, text: string | undefined): boolean {
  const { kinds, isOpaque } = effects;
  if (!changesPath(effects)) return false;
  const setsPath = changesPath({ ...effects, isOpaque: false });
  // The effects of a procedure are not visible in any text.
  if (!setsPath && kinds.has('call') && kinds.size === 1) return false;
  if (text === undefined || /pg_temp|\\|u&/i.test(text)) return true;
  // A string that continues on another line: `'pg_'` and `'temp'` are one name.
  if (text.includes("'") && /[\n\r]/.test(text)) return true;
  return isOpaque && COMPUTES.test(text.replace(OTHER_CONFIG, ''));
}

/** Code that may set a path whose name is not written in the text. */
const COMPUTES = /\bset_config\b|\bexecute\b|search_path/i;
/** One call of set_config, for another setting, or for a path that is written in the text. */
const OTHER_CONFIG = /\bset_config\s*\(\s*'(?:(?!search_path')[a-z_.]+'\s*,|search_path'\s*,\s*'[^']*'\s*,)/gi;

export function changesLockTimeout(effects: QueryEffects): boolean {
  return effects.isOpaque || sets(effects, LOCK_TIMEOUT);
}

function sets({ settings }: QueryEffects, names: readonly string[]): boolean {
  return settings.size > 0 && names.some((name) => settings.has(name));
}
