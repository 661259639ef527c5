import type { z } from 'zod';
import type { ActiveRuleset, rulesetDifferenceSchema, Simulation } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';

type Difference = z.input<typeof rulesetDifferenceSchema>;
type Replayed = NonNullable<Difference['rules'][number]['replayed']>;
type Result = Extract<Simulation, { outcome: 'simulated' }>;

/** A larger result is not read for a list of rules. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What the newest simulation of exactly these two rulesets found for each rule; undefined if there is none. */
export async function findSimulation(
  { db }: Context,
  workspace: string,
  from: ActiveRuleset,
  to: ActiveRuleset,
): Promise<
  | {
      readonly simulation: Difference['simulation'];
      readonly rules: readonly (readonly [rule: string, replayed: Replayed])[];
    }
  | undefined
> {
  const { rows } = await db.query<{ id: string; outcome: string }>(
    `SELECT s.id, s.outcome FROM simulation_sources o JOIN simulations s ON s.id = o.simulation_id
     WHERE o.workspace_id = $1 AND o.ended = 'done' AND o.head_hash = $2
       AND (o.summary->>'ruleset')::integer IN (
         SELECT version FROM rulesets WHERE workspace_id = $1 AND hash = $3)
       AND o.summary->>'outcome' = 'simulated' AND octet_length(s.outcome) <= $4
     ORDER BY o.created_at DESC LIMIT 1`,
    [workspace, to.hash, from.hash, MAX_BYTES],
  );
  const [row] = rows;
  if (!row) return undefined;
  // Written by this service.
  const { id, finishedAt, result, history } = JSON.parse(row.outcome) as Result;
  const partly = new Map<string, { flows: number; calls: number }>();
  for (const flow of result.flows) {
    if (flow.class !== 'partly_blocked' || flow.leftOut !== undefined || flow.acknowledged !== undefined) continue;
    for (const rule of new Set(flow.causes.map((cause) => cause.rule))) {
      const { flows, calls } = partly.get(rule) ?? { flows: 0, calls: 0 };
      partly.set(rule, { flows: flows + 1, calls: calls + flow.affectedCalls });
    }
  }
  return {
    simulation: { id, finishedAt, firstSeen: history.firstSeen, lastSeen: history.lastSeen },
    rules: result.ruleChanges.map(({ rule, exercised, newlyBlocked, newlyAllowed, unknown }) => [
      rule,
      { exercised, newlyBlocked, partlyBlocked: partly.get(rule) ?? { flows: 0, calls: 0 }, newlyAllowed, unknown },
    ]),
  };
}
