import type { ActiveRuleset } from '../../contract/index.ts';
import { InternalError } from '../../model/index.ts';
import type { Context } from '../context/types.ts';
import type { EngineRuleset } from '../engine/engine.ts';
import { noWorkspace, ProblemError } from '../problems/error.ts';
import type { Database } from '../store/database.ts';
import { RulesetCache } from './cache.ts';
import { findVersion } from './rows.ts';

/** Maximum characters of cached rule files per store. */
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;

const CACHES = new WeakMap<Database, RulesetCache>();

/**
 * The active ruleset of a workspace. The active version is read each time, since another server can activate another
 * one. The files are cached, since a version never changes.
 * Raises ProblemError `workspace_not_found`.
 */
export async function activeRuleset({ db }: Pick<Context, 'db'>, workspace: string): Promise<ActiveRuleset> {
  const { rows } = await db.query<{ active_version: number }>('SELECT active_version FROM workspaces WHERE id = $1', [
    workspace,
  ]);
  const [row] = rows;
  if (!row) throw noWorkspace(workspace);
  const cache = CACHES.get(db) ?? new RulesetCache(MAX_CACHED_CHARACTERS);
  CACHES.set(db, cache);
  const known = cache.find(workspace, row.active_version);
  if (known) return known;
  const found = await findVersion(db, workspace, row.active_version);
  if (!found) throw new InternalError(`the active ruleset of the workspace \`${workspace}\` is not in the store`);
  cache.keep(found);
  return found;
}

/** The ruleset in the form that the engine takes. */
export function engineRuleset({ workspace, version, hash, ruleset }: ActiveRuleset): EngineRuleset {
  return { key: `${workspace}/${version}/${hash}`, files: ruleset };
}

/** Another ruleset has become active: judge again. */
export class StaleRuleset extends Error {
  override readonly name = 'StaleRuleset';
}

/** Attempts to judge under a ruleset that is still active when the verdict is recorded. */
const ATTEMPTS = 4;

/**
 * Runs `work` with the active ruleset as this process last saw it, and again with the present one if `work` raises
 * StaleRuleset, as recording does. Raises ProblemError `workspace_not_found`, `unavailable`.
 */
export async function underActiveRuleset<T>(
  { db }: Pick<Context, 'db'>,
  workspace: string,
  work: (active: ActiveRuleset) => Promise<T>,
): Promise<T> {
  let active = CACHES.get(db)?.last(workspace) ?? (await activeRuleset({ db }, workspace));
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(active);
    } catch (error) {
      if (!(error instanceof StaleRuleset)) throw error;
      if (attempt >= ATTEMPTS)
        throw new ProblemError('unavailable', 'the active ruleset keeps changing; try again', {}, 1);
      active = await activeRuleset({ db }, workspace);
    }
  }
}
