import { counted } from '../../model/index.ts';
import { type Ruleset, rulesThatApply } from '../../rules/index.ts';

/** The text of `querygate rules list`: one line for each rule. */
export function listRules(ruleset: Ruleset): string {
  const width = Math.max(...ruleset.rules.map(({ id }) => id.length));
  const lines = ruleset.rules.map(
    ({ id, verdict, operations, source, users }) =>
      `${verdict.padEnd(5)} ${id.padEnd(width)}  ${operations.join(', ')}  (${source}${users ? `, for ${users.join(', ')}` : ''})`,
  );
  const left = ruleset.rules.length - rulesThatApply(ruleset);
  const off = left === 0 ? '' : `, and ${left} that ${left === 1 ? 'is' : 'are'} off`;
  const packs = ruleset.extendsNoPack
    ? '; it extends no pack, so no built-in rule applies (write `extends: []` if that is intended)'
    : '';
  return [
    `${ruleset.sources.join(', ')}: ${counted(rulesThatApply(ruleset), 'rule')}${off}, hash ${ruleset.hash.slice(0, 12)}${packs}`,
    '',
    ...lines,
    '',
  ].join('\n');
}
