import { ConfigError, type FileTree } from '../model/index.ts';
import { DEFAULT_PACK, loadPack, loadRuleset, type Rule, type Ruleset, testRuleset } from '../rules/index.ts';
import { createSqlReader, type SqlReader } from '../sql/index.ts';
import { loadConfig } from './config.ts';

export interface RulesRequest {
  readonly tree: FileTree;
  /** A pack, a rule file or a folder of them; undefined takes the configuration's, else the usual place, else the pack. */
  readonly rules: string | undefined;
}

/** The effective ruleset of a tree. Raises ConfigError. */
export async function loadEffective({ tree, rules }: RulesRequest): Promise<Ruleset> {
  const entry = rules ?? (await loadConfig(tree))?.value.rules;
  return (await loadRuleset({ tree, entry })) ?? (await loadPack(DEFAULT_PACK));
}

/** `querygate rules list`: a line a rule. */
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

/** `querygate rules show <id>`: all that is known of one rule. */
export function showRule(ruleset: Ruleset, id: string): string {
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  if (!rule) throw new ConfigError(`there is no rule \`${id}\`; \`querygate rules list\` shows them`);
  const { place } = rule;
  const where = [place.file, place.line].filter((part) => part !== undefined).join(':');
  const exceptions = ruleset.exceptionsOf.get(id) ?? [];
  return [
    `${rule.id}: ${rule.verdict}`,
    '',
    ...section('operations', rule.operations.join(', ')),
    ...section('when', rule.condition?.text ?? ''),
    ...section('message', rule.message.text),
    ...section('why', rule.description),
    ...section('instead', rule.help),
    ...section('owner', rule.owner ?? ''),
    ...section('suppressible', rule.suppressible ? 'yes, by a comment in the SQL file' : 'no'),
    ...section('from', where),
    ...section('page', rule.docs ?? ''),
    ...exceptions.map(
      ({ condition, until, reason, owner }) => `exception until ${until} (${owner}: ${reason}): ${condition.text}`,
    ),
    ...examplesOf(rule),
    '',
  ].join('\n');
}

function section(title: string, text: string): readonly string[] {
  return text === '' ? [] : [`${title}: ${text.trim().replaceAll('\n', '\n  ')}`];
}

function examplesOf(rule: Rule): readonly string[] {
  return rule.examples.flatMap(({ block = [], pass = [], dialect = 'postgresql' }) => [
    ...block.map((sql) => `hits (${dialect}): ${sql}`),
    ...pass.map((sql) => `passes (${dialect}): ${sql}`),
  ]);
}

/** `querygate rules test`: runs every example. */
export async function testRules(
  ruleset: Ruleset,
): Promise<{ readonly text: string; readonly failed: number; readonly passed: number }> {
  const results = await testRuleset(ruleset, memoisedReader());
  const failures = results.filter(({ passed }) => !passed);
  const lines = failures.map(({ rule, wanted, sql, problem, dialect }) => {
    const { file, line, column } = rule.place;
    return `${[file, line, column].filter((part) => part !== undefined).join(':')}: ${rule.id}: the example \`${sql}\` (${dialect}, should ${wanted === 'block' ? 'be hit' : 'pass'}): ${problem}`;
  });
  const without = ruleset.rules.filter(({ verdict, examples }) => verdict !== 'off' && examples.length === 0).length;
  const passed = results.length - failures.length;
  const total = `${counted(passed, 'example')} passed, ${failures.length} failed; ${counted(without, 'rule')} without one`;
  return { text: [...lines, total, ''].join('\n'), failed: failures.length, passed };
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** A reader a dialect, loaded once. */
export function memoisedReader(): typeof createSqlReader {
  const readers = new Map<string, Promise<SqlReader>>();
  return (dialect) => {
    const reader = readers.get(dialect) ?? createSqlReader(dialect);
    readers.set(dialect, reader);
    return reader;
  };
}
