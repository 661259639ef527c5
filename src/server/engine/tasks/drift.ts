import type { RulesetDrift } from '../../../contract/index.ts';
import { ConfigError } from '../../../model/index.ts';
import { compareRulesets, type Ruleset } from '../../../rules/index.ts';
import type { TaskTools } from './worker-cache.ts';

/** The repository's own ruleset: the hash that the client computed and, if its files were sent, their cache key. */
export interface OwnRuleset {
  readonly hash: string;
  readonly key: string | undefined;
}

/** How the active ruleset differs from the repository's. For files that do not load, no changes are listed. */
export async function driftOf(
  active: Ruleset,
  own: OwnRuleset | undefined,
  today: string,
  tools: TaskTools,
): Promise<RulesetDrift | undefined> {
  if (!own) return undefined;
  const loaded = own.key === undefined ? undefined : await loadOwn(own.key, tools);
  if (!loaded) return { same: own.hash === active.hash, changes: [] };
  const { equal, differences } = compareRulesets(active, loaded, today);
  return {
    same: loaded.hash === active.hash || (equal && sameSuppressibles(active, loaded)),
    changes: differences.map(({ rule, change, differences: words }) => ({ rule, change, differences: [...words] })),
  };
}

async function loadOwn(key: string, tools: TaskTools): Promise<Ruleset | undefined> {
  try {
    return await tools.ruleset(key);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** `suppressible` does not change how rules compare, but it changes how files are judged. */
function sameSuppressibles(a: Ruleset, b: Ruleset): boolean {
  const names = ({ rules }: Ruleset): string =>
    rules
      .filter(({ suppressible, verdict }) => suppressible && verdict !== 'off')
      .map(({ id }) => id)
      .sort()
      .join();
  return names(a) === names(b);
}
