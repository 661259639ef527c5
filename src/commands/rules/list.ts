import { counted } from '../../model/index.ts';
import type { Ruleset } from '../../rules/index.ts';

/** The text of `querygate rules list`: one line for each rule. */
export function listRules(ruleset: Ruleset): string {
  const width = Math.max(...ruleset.rules.map(({ id }) => id.length));
  const lines = ruleset.rules.map(
    ({ id, verdict, operations, source }) =>
      `${verdict.padEnd(5)} ${id.padEnd(width)}  ${operations.join(', ')}  (${source})`,
  );
  return [
    `${ruleset.sources.join(', ')}: ${counted(ruleset.rules.length, 'rule')}, hash ${ruleset.hash.slice(0, 12)}`,
    '',
    ...lines,
    '',
  ].join('\n');
}
