import { ConfigError, suggestion } from '../../model/index.ts';
import { kindsNamed } from '../ruleset/operations.ts';
import type { Rule } from '../ruleset/types.ts';
import { RULES as AVAILABILITY_1 } from './compiled/availability-1.ts';
import { RULES as RECOMMENDED_1 } from './compiled/recommended-1.ts';
import { RULES as SUPABASE_1 } from './compiled/supabase-1.ts';
import type { PackRule } from './pack-rule.ts';

export type { PackRule } from './pack-rule.ts';

/** Prefix of the name of every built-in pack. */
export const PACK_PREFIX = 'querygate:';

const RECOMMENDED = 'querygate:recommended@1';
const AVAILABILITY = 'querygate:availability@1';
/** For repositories that ask for it. */
export const SUPABASE = 'querygate:supabase@1';

/** The packs for repositories without a ruleset of their own, as `loadPacks` takes them. */
export const DEFAULT_PACKS = `${RECOMMENDED},${AVAILABILITY}`;

/**
 * Built-in packs by name and version. Verdicts never change within a version:
 * adding a rule or making one stricter requires a new version.
 */
export const PACKS: ReadonlyMap<string, readonly PackRule[]> = new Map([
  [RECOMMENDED, RECOMMENDED_1],
  [AVAILABILITY, AVAILABILITY_1],
  [SUPABASE, SUPABASE_1],
]);

/** Returns the rules of a pack. Raises ConfigError, without a place, if the pack does not exist. */
export function packRules(name: string): Rule[] {
  const rules = PACKS.get(name);
  if (!rules) {
    throw new ConfigError(
      `there is no pack \`${name}\`${suggestion(name, PACKS.keys())}; use one of ${[...PACKS.keys()].join(', ')}`,
    );
  }
  return rules.map((rule) => ({
    id: rule.id,
    operations: rule.operations,
    kinds: kindsNamed(rule.operations),
    condition: rule.when,
    verdict: rule.verdict,
    message: { text: rule.message },
    description: rule.description,
    help: rule.help,
    per: rule.per ?? 'operation',
    owner: undefined,
    suppressible: rule.suppressible ?? true,
    docs: `rules/${rule.id}`,
    finalIn: undefined,
    keyPlaces: {},
    examples: rule.examples,
    source: name,
    place: { file: name },
  }));
}

const LOCK_RULES: ReadonlySet<string> = new Set(AVAILABILITY_1.map(({ id }) => id));

/** Whether the rule is about what a migration blocks while it runs, also if a ruleset overrides it. */
export function isAboutLocks({ id }: Pick<Rule, 'id'>): boolean {
  return LOCK_RULES.has(id);
}
