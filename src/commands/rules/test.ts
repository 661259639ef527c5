import { counted, EXIT } from '../../model/index.ts';
import { withBase } from '../../repository/index.ts';
import { type Ruleset, testRuleset } from '../../rules/index.ts';
import type { CommandResult } from '../command-result.ts';
import { memoisedReader } from '../inputs/effective-ruleset.ts';

/** Runs the examples of all rules, for `querygate rules test`. */
export async function testRules(ruleset: Ruleset): Promise<CommandResult> {
  const results = await testRuleset(ruleset, withBase(memoisedReader()));
  const failures = results.filter(({ passed }) => !passed);
  const lines = failures.map(({ rule, wanted, sql, problem, dialect }) => {
    const { file, line, column } = rule.place;
    return `${[file, line, column].filter((part) => part !== undefined).join(':')}: ${rule.id}: the example \`${sql}\` (${dialect}) is listed under \`${wanted}\`, but ${problem}`;
  });
  const without = ruleset.rules.filter(({ verdict, examples }) => verdict !== 'off' && examples.length === 0).length;
  const passed = results.length - failures.length;
  const total = `${counted(passed, 'example')} passed, ${failures.length} failed; ${counted(without, 'rule')} without examples`;
  return { text: [...lines, total, ''].join('\n'), exitCode: failures.length > 0 ? EXIT.config : EXIT.ok };
}
