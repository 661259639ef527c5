import { ConfigError, InternalError } from '../../../model/index.ts';
import type { Ruleset } from '../../../rules/index.ts';
import type { TaskTools } from './worker-cache.ts';

/** Loads the active ruleset. It loaded when it was activated, so an error now is internal. */
export async function activeRuleset(key: string, tools: TaskTools): Promise<Ruleset> {
  try {
    return await tools.ruleset(key);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new InternalError(`the active ruleset \`${key}\` no longer loads: ${error.toLine()}`);
  }
}
