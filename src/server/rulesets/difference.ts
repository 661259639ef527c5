import type { z } from 'zod';
import type { ActiveRuleset, rulesetDifferenceSchema } from '../../contract/index.ts';
import { type Context, dayOf } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { findSimulation } from './simulated-difference.ts';
import { readRulesetVersion } from './versions.ts';

/**
 * The difference between two versions of the ruleset, rule by rule; `from` defaults to the version before.
 * Raises ProblemError `workspace_not_found`, `version_not_found`, and EngineRefusal for a version that this version of
 * the service no longer loads.
 */
export async function rulesetDifference(
  ctx: Context,
  engine: Pick<Engine, 'compareRulesets'>,
  workspace: string,
  version: number,
  from: number = Math.max(1, version - 1),
): Promise<z.input<typeof rulesetDifferenceSchema>> {
  const to = await readRulesetVersion(ctx, workspace, version);
  const before = await readRulesetVersion(ctx, workspace, from);
  const { equal, rules } = await engine.compareRulesets(before.ruleset, to.ruleset, dayOf(ctx.now()), workspace);
  const simulated = await findSimulation(ctx, workspace, before, to);
  const replayed = new Map(simulated?.rules);
  return {
    workspace,
    from: named(before),
    to: named(to),
    equal,
    rules: rules.map((each) => ({ ...each, replayed: replayed.get(each.rule) })),
    simulation: simulated?.simulation,
  };
}

function named({ version, hash, sources }: ActiveRuleset) {
  return { version, hash, sources };
}
