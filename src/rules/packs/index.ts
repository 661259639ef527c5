import { ConfigError, suggestion } from '../../model/index.ts';
import { checkedCondition } from '../conditions/compile.ts';
import { isUser, onlyUsers } from '../conditions/only-users.ts';
import { kindsNamed } from '../ruleset/operations.ts';
import type { Rule } from '../ruleset/types.ts';
import { RULES as AVAILABILITY_1 } from './compiled/availability-1.ts';
import { RULES as RECOMMENDED_1 } from './compiled/recommended-1.ts';
import { RULES as SUPABASE_1 } from './compiled/supabase-1.ts';
import { checkedValues, type Given, GUARD_PACKS } from './guard/index.ts';
import type { PackRule } from './pack-rule.ts';

export { type Given, GUARD_PACKS, type GuardPack } from './guard/index.ts';
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

/** The names of all packs. */
function packNames(): readonly string[] {
  return [...PACKS.keys(), ...GUARD_PACKS.keys()];
}

/** A pack as a ruleset extends it: by name, or with values for its parameters. */
export interface PackUse {
  readonly name: string;
  readonly given?: Given | undefined;
  /** The database users to whose queries alone its rules apply. */
  readonly users?: readonly string[] | undefined;
}

/** The conditions of a pack that the expression language evaluates. Raises ConfigError, without a place, as `packRules`. */
export function packConditions({ name, given, users }: PackUse): readonly string[] {
  const guard = GUARD_PACKS.get(name);
  const ofUsers = users ? [isUser(users)] : [];
  if (guard) return [...ofUsers, ...guard.rules(checkedValues(guard, given)).map(({ when }) => when)];
  if (!PACKS.has(name)) {
    throw new ConfigError(
      `there is no pack \`${name}\`${suggestion(name, packNames())}; use one of ${packNames().join(', ')}`,
    );
  }
  if (given !== undefined) throw new ConfigError(`\`${name}\` has no parameters; leave out \`with\``);
  return ofUsers;
}

/**
 * Returns the rules of a pack. Raises ConfigError, without a place, if the pack does not exist, or a value for one of its
 * parameters is missing or not valid. `loadConditionEngine` must have been awaited for its `packConditions`.
 */
export function packRules({ users, ...pack }: PackUse): Rule[] {
  const rules = rulesForAll(pack);
  // The examples of a pack have no caller.
  return users
    ? rules.map((rule) => ({ ...rule, users, condition: onlyUsers(users, rule.condition), examples: [] }))
    : rules;
}

function rulesForAll({ name, given }: PackUse): Rule[] {
  packConditions({ name, given });
  const guard = GUARD_PACKS.get(name);
  if (guard) {
    const values = checkedValues(guard, given);
    // Examples of a rule hold for the tables and functions that they name, and not for those of a ruleset.
    const hold = JSON.stringify(values) === JSON.stringify(guard.exampleValues);
    return guard.rules(values).map((rule) => {
      const examples = hold ? rule.examples : [];
      return ruleOf({ ...rule, when: checkedCondition(rule.when, true), examples }, name, guard.docs);
    });
  }
  return (PACKS.get(name) ?? []).map((rule) => ruleOf(rule, name, `rules/${rule.id}`));
}

function ruleOf(rule: PackRule, name: string, docs: string): Rule {
  return {
    id: rule.id,
    operations: rule.operations,
    kinds: kindsNamed(rule.operations),
    condition: rule.when,
    verdict: rule.verdict,
    message: { text: rule.message },
    description: rule.description,
    help: rule.help,
    fixes: rule.fixes ?? [],
    per: rule.per ?? 'operation',
    owner: undefined,
    suppressible: rule.suppressible ?? true,
    docs,
    finalIn: undefined,
    keyPlaces: {},
    examples: rule.examples,
    source: name,
    place: { file: name },
  };
}

const LOCK_RULES: ReadonlySet<string> = new Set(AVAILABILITY_1.map(({ id }) => id));

/** Whether the rule is about what a migration blocks while it runs, also if a ruleset overrides it. */
export function isAboutLocks({ id }: Pick<Rule, 'id'>): boolean {
  return LOCK_RULES.has(id);
}
