import type { OperationKind } from '../../model/index.ts';
import type { QueryEffects } from '../judging/index.ts';

/** Settings by which a text is read. `names` is SET NAMES. */
const READING: readonly string[] = ['', 'all', 'client_encoding', 'names', 'standard_conforming_strings'];
const ROLE: readonly string[] = ['', 'all', 'role', 'session_authorization'];
const LOCK_TIMEOUT: readonly string[] = ['', 'all', 'lock_timeout'];
const TRANSACTION: readonly OperationKind[] = ['begin', 'commit', 'rollback'];
const NAMES: readonly OperationKind[] = ['prepare', 'execute_prepared'];

/** Whether later texts may be read in another way, or names of prepared statements stand for something else. */
export function changesReading(effects: QueryEffects): boolean {
  return effects.isOpaque || sets(effects, READING) || effects.kinds.has('prepare');
}

export function changesRole(effects: QueryEffects): boolean {
  return effects.isOpaque || sets(effects, ROLE) || effects.kinds.has('set_role');
}

export function changesLockTimeout(effects: QueryEffects): boolean {
  return effects.isOpaque || sets(effects, LOCK_TIMEOUT);
}

export function changesTransaction({ kinds, isOpaque }: QueryEffects): boolean {
  return isOpaque || TRANSACTION.some((kind) => kinds.has(kind));
}

/** Whether it prepares, executes or forgets statements by SQL. DISCARD ALL forgets all. */
export function usesNames({ kinds, settings }: QueryEffects): boolean {
  return settings.has('all') || NAMES.some((kind) => kinds.has(kind));
}

/** Whether later messages must be understood in another way after it. */
export function isBarrier(effects: QueryEffects): boolean {
  return effects.concernsSession || usesNames(effects) || changesTransaction(effects) || changesRole(effects);
}

function sets({ settings }: QueryEffects, names: readonly string[]): boolean {
  return settings.size > 0 && names.some((name) => settings.has(name));
}
