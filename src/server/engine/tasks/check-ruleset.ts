import type { RulesetFiles } from '../../../contract/index.ts';
import { ConfigError } from '../../../model/index.ts';
import { withBase } from '../../../repository/index.ts';
import { compareRulesets, loadGivenFiles, type Ruleset, rulesThatApply, testRuleset } from '../../../rules/index.ts';
import type { CheckedRuleset } from '../engine.ts';
import { sentByClient } from './refusal.ts';
import type { TaskTools } from './worker-cache.ts';

export interface CheckRulesetJob {
  readonly files: RulesetFiles;
  /** Key of the active ruleset. */
  readonly active: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/**
 * Loads a ruleset, runs the examples of the rules that its files define or override, and compares it with the active
 * one. Raises EngineRefusal with each mistake.
 */
export async function checkRuleset(
  { files, active, today }: CheckRulesetJob,
  tools: TaskTools,
): Promise<CheckedRuleset> {
  const ruleset = await sentByClient('rules_invalid', () => loadGivenFiles(files));
  tools.begin(0);
  const paths = new Set(files.files.map(({ path }) => path));
  // The examples of built-in packs are tested when the packs are built.
  const own = ruleset.rules.filter(({ source, verdict }) => paths.has(source) && verdict !== 'off');
  const results = await testRuleset({ ...ruleset, rules: own }, withBase(tools.reader));
  const failed = results.filter(({ passed }) => !passed);
  return {
    hash: ruleset.hash,
    sources: [...ruleset.sources],
    rules: rulesThatApply(ruleset),
    examples: {
      passed: results.length - failed.length,
      rulesWithout: own.filter(({ examples }) => examples.length === 0).length,
      failed: failed.map(({ rule: { id, place }, wanted, dialect, sql, problem }) => ({
        ...{ rule: id, wanted, dialect, sql, problem },
        place: { file: place.file, line: place.line },
      })),
    },
    compared: await compared(active, ruleset, today, tools),
  };
}

async function compared(
  active: string,
  ruleset: Ruleset,
  today: string,
  tools: TaskTools,
): Promise<CheckedRuleset['compared']> {
  let base: Ruleset;
  try {
    base = await tools.ruleset(active);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
  const { equal, differences } = compareRulesets(base, ruleset, today);
  return {
    equal,
    changes: differences.map(({ rule, change, differences: effects, effect }) => ({
      ...{ rule, change, effect },
      effects: [...effects],
    })),
  };
}
