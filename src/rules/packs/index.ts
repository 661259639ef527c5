import { ConfigError, docsUrl, suggestion } from '../../model/index.ts';
import { termCondition } from '../conditions/compile.ts';
import { kindsNamed } from '../ruleset/operations.ts';
import type { Rule } from '../ruleset/types.ts';
import type { PackRule } from './pack-rule.ts';
import { RECOMMENDED_1 } from './recommended/index.ts';

export type { PackRule } from './pack-rule.ts';

/** What the name of every built-in pack begins with. */
export const PACK_PREFIX = 'querygate:';

/** The pack that stands in where a repository has no ruleset of its own. */
export const DEFAULT_PACK = 'querygate:recommended@1';

/**
 * Built-in packs by name and version. Within a version no verdict changes:
 * a rule that is added or made stricter makes the next one.
 */
export const PACKS: ReadonlyMap<string, readonly PackRule[]> = new Map([[DEFAULT_PACK, RECOMMENDED_1]]);

/** The rules of a pack. Raises ConfigError, without a place, for a pack that does not exist. */
export function packRules(name: string): Rule[] {
  const rules = PACKS.get(name);
  if (!rules) {
    throw new ConfigError(
      `there is no pack \`${name}\`${suggestion(name, PACKS.keys())}; use ${[...PACKS.keys()].join(', ')}`,
    );
  }
  return rules.map((rule) => ({
    id: rule.id,
    operations: rule.operations,
    kinds: kindsNamed(rule.operations),
    condition: rule.when === undefined ? undefined : termCondition(rule.when),
    verdict: rule.verdict,
    message: { text: rule.message },
    description: rule.description,
    help: rule.help,
    owner: undefined,
    suppressible: rule.suppressible ?? true,
    docs: docsUrl(`rules/${rule.id}`),
    finalIn: undefined,
    keyPlaces: {},
    examples: rule.examples,
    source: name,
    place: { file: name },
  }));
}
