import type { RulesetFiles } from '../../contract/index.ts';
import { type Engine, EngineRefusal, type LoadedRuleset } from '../engine/engine.ts';
import { refusalProblem } from '../problems/refusal.ts';

/** Loads a ruleset that a client sent. Raises ProblemError `rules_invalid` with the place of each mistake. */
export async function loadRuleset(
  engine: Pick<Engine, 'loadRuleset'>,
  files: RulesetFiles,
  workspace: string,
): Promise<LoadedRuleset> {
  try {
    return await engine.loadRuleset(files, workspace);
  } catch (error) {
    throw error instanceof EngineRefusal ? refusalProblem(error) : error;
  }
}
