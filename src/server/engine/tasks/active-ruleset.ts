import { ConfigError, InternalError } from '../../../model/index.ts';
import type { Ruleset } from '../../../rules/index.ts';
import type { TaskTools } from './worker-cache.ts';

/** The ruleset in force, which loaded when it was made active: a mistake in it now is no client's. */
export async function activeRuleset(key: string, tools: TaskTools): Promise<Ruleset> {
  try {
    return await tools.ruleset(key);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new InternalError(`the active ruleset \`${key}\` does not load any more: ${error.toLine()}`);
  }
}
