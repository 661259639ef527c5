import type { ActivateRuleset, ActiveRuleset, RulesetFiles } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { dayOf } from '../context/types.ts';
import { type Engine, EngineLimit, EngineRefusal, type LoadedRuleset } from '../engine/engine.ts';
import { noWorkspace, ProblemError } from '../problems/error.ts';
import { activeRuleset, engineRuleset } from './active.ts';
import { etagOf, ifMatchHolds } from './etag.ts';
import { loadRuleset } from './load.ts';
import { insertVersion } from './rows.ts';
import { readRulesetVersion } from './versions.ts';

/** The simulation that proposed a ruleset. */
interface SimulatedRuleset {
  /** The hash that the simulation gave the ruleset. */
  readonly hash: string;
  /** For the audit trail. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Activation {
  readonly workspace: string;
  readonly body: ActivateRuleset;
  readonly ifMatch: string | undefined;
  readonly by: Author;
  readonly simulated?: SimulatedRuleset;
}

/**
 * Activates a ruleset, or an earlier version again, as a new version. `ifMatch` names the ruleset that it replaces;
 * `*`, which would match any, is refused. An earlier version is loaded again, so that its hash and rules are those of
 * the current engine.
 * Raises ProblemError `workspace_not_found`, `precondition_missing`, `ruleset_changed`, `version_not_found`,
 * `rules_invalid`, `simulation_not_activatable`.
 */
export async function activateRuleset(
  ctx: Context,
  engine: Pick<Engine, 'loadRuleset' | 'dryRun'>,
  { workspace, body, ifMatch, by, simulated }: Activation,
): Promise<ActiveRuleset> {
  const { actor, requestId, reauthorize } = by;
  const before = await activeRuleset(ctx, workspace);
  if (ifMatch === undefined || ifMatch.trim() === '*') {
    const fault = ifMatch === undefined ? 'is missing' : 'must not be `*`';
    throw new ProblemError(
      'precondition_missing',
      `\`If-Match\` ${fault}: read the active ruleset, and send its \`ETag\` (now ${etagOf(before)})`,
    );
  }
  if (!ifMatchHolds(ifMatch, etagOf(before))) throw changed(before);
  const restores = 'restore' in body ? body.restore : undefined;
  const files = 'restore' in body ? (await readRulesetVersion(ctx, workspace, body.restore)).ruleset : body.ruleset;
  const loaded = await loadRuleset(engine, files, workspace);
  if (simulated && simulated.hash !== loaded.hash)
    throw new ProblemError(
      'simulation_not_activatable',
      'this version of the service reads these rules differently than the one that simulated them; simulate them again',
    );
  const at = ctx.now();
  const next: ActiveRuleset = {
    workspace,
    version: before.version + 1,
    activatedAt: at.toISOString(),
    activatedBy: actor,
    ...loaded,
    reason: body.reason ?? '',
    restores,
    ruleset: files,
  };
  const changes = await countChanges(engine, before, files, loaded, dayOf(at));
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ active_version: number }>(
      'SELECT active_version FROM workspaces WHERE id = $1 FOR NO KEY UPDATE',
      [workspace],
    );
    const [row] = rows;
    if (!row) throw noWorkspace(workspace);
    await reauthorize?.(tx);
    if (row.active_version !== before.version) throw changed();
    await insertVersion(tx, next);
    await tx.query('UPDATE workspaces SET active_version = $2 WHERE id = $1', [workspace, next.version]);
    const details = {
      version: next.version,
      hash: next.hash,
      rules: next.rules,
      restores,
      commit: files.commit,
      before: { version: before.version, hash: before.hash, rules: before.rules },
      changes,
      ...simulated?.details,
    };
    await appendAudit(tx, workspace, [{ at, type: 'ruleset.activated', actor, requestId, details }]);
  });
  return next;
}

function changed(active?: ActiveRuleset): ProblemError {
  return new ProblemError(
    'ruleset_changed',
    `another ruleset was activated in the meantime${active ? ` (version ${active.version})` : ''}; read it, and decide again`,
  );
}

/** Counts the changed rules; undefined if the previous ruleset no longer loads, or the comparison exceeds a limit. */
async function countChanges(
  engine: Pick<Engine, 'loadRuleset' | 'dryRun'>,
  before: ActiveRuleset,
  files: RulesetFiles,
  { hash }: LoadedRuleset,
  today: string,
): Promise<Readonly<Record<'added' | 'edited' | 'removed', number>> | undefined> {
  const counts = { added: 0, edited: 0, removed: 0 };
  if (hash === before.hash) return counts;
  try {
    await engine.loadRuleset(before.ruleset, before.workspace);
    // The drift of a dry run without files compares two rulesets.
    const { drift } = await engine.dryRun({
      active: engineRuleset(before),
      head: undefined,
      own: { hash, ruleset: files },
      files: [],
      settings: { failOn: 'block', suppressions: 'on' },
      baseline: [],
      today,
    });
    if (!drift) return undefined;
    for (const { change } of drift.changes) counts[change]++;
    return counts;
  } catch (error) {
    if (error instanceof EngineRefusal || error instanceof EngineLimit) return undefined;
    throw error;
  }
}
