import type { z } from 'zod';
import type { RulesetFiles, simulatedRulesetSchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';

/** The ruleset that a simulation proposed, with its files if they are kept. Raises ProblemError `simulation_not_found`. */
export async function readSimulatedRuleset(
  { db }: Context,
  workspace: string,
  id: string,
): Promise<z.output<typeof simulatedRulesetSchema>> {
  const { rows } = await db.query<{ head_hash: string; head: string | null }>(
    'SELECT head_hash, head FROM simulation_sources WHERE simulation_id = $1 AND workspace_id = $2',
    [id, workspace],
  );
  const [row] = rows;
  if (!row) throw new ProblemError('simulation_not_found', `the workspace \`${workspace}\` has no such simulation`);
  // Validated when it was received.
  return { id, hash: row.head_hash, ruleset: row.head === null ? undefined : (JSON.parse(row.head) as RulesetFiles) };
}
