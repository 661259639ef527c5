import type { ActiveRuleset, RulesetFiles, Simulation } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { type Activation, activateRuleset } from '../rulesets/activate.ts';

interface Row {
  readonly status: Simulation['status'];
  readonly key_id: string;
  readonly repository: string | null;
  readonly ref: string | null;
  readonly commit_id: string | null;
  readonly default_branch: boolean;
  readonly head_hash: string;
  readonly head: string | null;
}

interface SimulationActivation extends Pick<Activation, 'workspace' | 'ifMatch' | 'by'> {
  readonly id: string;
  readonly reason: string;
}

/**
 * Activates the ruleset of a finished simulation of the default branch, exactly as it was simulated. That it is of the
 * default branch is what the client stated: the person who activates it sees repository, ref, commit and key, and the
 * audit trail records them.
 * Raises ProblemError `simulation_not_found`, `simulation_not_activatable`, and what activateRuleset raises.
 */
export async function activateSimulation(
  ctx: Context,
  engine: Pick<Engine, 'loadRuleset' | 'dryRun'>,
  { workspace, id, reason, ifMatch, by }: SimulationActivation,
): Promise<ActiveRuleset> {
  const { rows } = await ctx.db.query<Row>(
    `SELECT s.status, s.key_id, o.repository, o.ref, o.commit_id, o.default_branch, o.head_hash, o.head
     FROM simulation_sources o JOIN simulations s ON s.id = o.simulation_id
     WHERE o.simulation_id = $1 AND o.workspace_id = $2`,
    [id, workspace],
  );
  const [row] = rows;
  if (!row) throw new ProblemError('simulation_not_found', `the workspace \`${workspace}\` has no such simulation`);
  const ruleset = filesOf(row);
  const details = {
    simulation: id,
    repository: row.repository ?? undefined,
    ref: row.ref ?? undefined,
    simulatedCommit: row.commit_id ?? undefined,
    key: row.key_id,
  };
  const simulated = { hash: row.head_hash, details };
  return activateRuleset(ctx, engine, { workspace, body: { ruleset, reason }, ifMatch, by, simulated });
}

function filesOf({ status, default_branch, head }: Row): RulesetFiles {
  const refuse = (why: string): never => {
    throw new ProblemError('simulation_not_activatable', why);
  };
  if (status !== 'done') return refuse(`the simulation is ${status}; only one that is done can be activated`);
  if (!default_branch) return refuse('the simulation is not of the default branch; merge the change first');
  if (head === null) return refuse('newer simulations have replaced the files of this one; simulate the rules again');
  // Validated when it was received.
  return JSON.parse(head) as RulesetFiles;
}
