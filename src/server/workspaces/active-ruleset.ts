import type { ActiveRuleset } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import type { EngineRuleset } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import type { Database } from '../store/database.ts';
import { RulesetCache } from './ruleset-cache.ts';
import { findVersion } from './ruleset-rows.ts';

/** Characters of rule files that are kept in memory for one store. */
const MOST_KEPT = 32 * 1024 * 1024;

const KEPT = new WeakMap<Database, RulesetCache>();

/**
 * The active ruleset of a workspace. Which version is active is read each time, since another server may have made another
 * one active; its files come from memory where they are known, since nothing changes a version any more.
 * Raises ProblemError `workspace_not_found`.
 */
export async function activeRuleset({ db }: Pick<Context, 'db'>, workspace: string): Promise<ActiveRuleset> {
  const { rows } = await db.query<{ active_version: number }>('SELECT active_version FROM workspaces WHERE id = $1', [
    workspace,
  ]);
  const [row] = rows;
  if (!row) throw noWorkspace(workspace);
  const kept = KEPT.get(db) ?? new RulesetCache(MOST_KEPT);
  KEPT.set(db, kept);
  const known = kept.find(workspace, row.active_version);
  if (known) return known;
  const found = await findVersion(db, workspace, row.active_version);
  if (!found) throw new Error(`the active ruleset of the workspace \`${workspace}\` is not in the store`);
  kept.keep(found);
  return found;
}

/** As the engine takes it. */
export function engineRuleset({ workspace, version, hash, ruleset }: ActiveRuleset): EngineRuleset {
  return { key: `${workspace}/${version}/${hash}`, files: ruleset };
}

export function noWorkspace(workspace: string): ProblemError {
  return new ProblemError('workspace_not_found', `there is no workspace \`${workspace}\``);
}
