import { ConfigError } from '../../model/index.ts';
import type { RuleEntry } from '../../model/schemas/index.ts';
import { guardCaller, valueWithoutCaller } from '../cel/caller-guards.ts';
import { parseAgain } from '../cel/engine.ts';
import type { Rule } from '../ruleset/types.ts';
import type { Located } from './rule-source.ts';

/**
 * Raises ConfigError, at `when`, if an override makes a rule for SQL files depend on a caller. Most files have no
 * caller, so such an override would turn the rule off for them without any failing check.
 */
export function refuseCallerOnly(before: Rule, after: Rule, placed: Located<RuleEntry>): void {
  if (placed.entry.when === undefined || after.condition === undefined) return;
  if (before.verdict === 'off' || before.condition?.reads.caller === 'yes') return;
  const tree = parseAgain(after.condition.text);
  const place = placed.placeOf('when');
  if (after.condition.reads.caller === 'yes') {
    throw new ConfigError(
      `this override of \`${before.id}\` would apply only where \`caller\` is known, so the rule would be off for all other SQL files; ` +
        `guard \`caller\` with \`has()\`: \`${whenLine(guardCaller(tree))}\``,
      place,
    );
  }
  if (after.condition.reads.caller === 'no' || valueWithoutCaller(tree) !== false) return;
  if (before.condition && isAlreadyFalse(before.condition.text)) return;
  throw new ConfigError(
    `this override of \`${before.id}\` is never true without a caller, so the rule would be off for most SQL files; ` +
      `write \`${whenLine(guardCaller(tree))}\`, or \`verdict: 'off'\` and a rule of your own if that is intended`,
    place,
  );
}

function isAlreadyFalse(text: string): boolean {
  return valueWithoutCaller(parseAgain(text)) === false;
}

/** The key with the condition as a YAML text in single quotes. */
function whenLine(condition: string): string {
  return `when: '${condition.replaceAll("'", "''")}'`;
}
