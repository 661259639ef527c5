import type { QueryEffects } from '../judging/index.ts';

/** `names` is SET NAMES, `character` and `charset` are SET CHARACTER SET. */
const CHARACTER_SET: readonly string[] = ['', 'names', 'character', 'charset', 'character_set_client'];
const LEXING: readonly string[] = ['', 'sql_mode'];
/** Tables of the engine MERGE, for example, have the rows of others. */
const STORAGE_ENGINE: readonly string[] = [
  ...['', 'default_storage_engine', 'default_tmp_storage_engine', 'storage_engine', 'enforce_storage_engine'],
];
const LOCK_TIMEOUT: readonly string[] = ['', 'lock_wait_timeout'];

/** Whether the bytes of later texts may be read as other characters. A procedure restores the character set as it ends. */
export function changesCharacterSet(effects: QueryEffects): boolean {
  return runsUnread(effects) || sets(effects, CHARACTER_SET);
}

/** Whether later texts may be cut into strings and names in another way. A procedure restores that as it ends. */
export function changesLexing(effects: QueryEffects): boolean {
  return runsUnread(effects) || sets(effects, LEXING);
}

/** Whether later tables that the text does not give an engine may have one that keeps no rows of its own. */
export function changesEngine(effects: QueryEffects): boolean {
  return sets(effects, STORAGE_ENGINE);
}

export function changesLockTimeout(effects: QueryEffects): boolean {
  return effects.isOpaque || sets(effects, LOCK_TIMEOUT);
}

/** Whether statements run in the session itself that are not known. */
function runsUnread({ isOpaque, kinds }: QueryEffects): boolean {
  return isOpaque && (kinds.size === 0 || kinds.has('execute_dynamic') || kinds.has('execute_prepared'));
}

function sets({ settings }: QueryEffects, names: readonly string[]): boolean {
  if (settings.size === 0) return false;
  return names.some((name) => settings.has(name)) || [...settings].some((name) => name.includes('`'));
}
