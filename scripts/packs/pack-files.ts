// Reads the YAML files of the built-in packs, with the loader that reads the rule files of users.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../src/model/index.ts';
import { loadConditionEngine } from '../../src/rules/cel/engine.ts';
import { RuleMerger } from '../../src/rules/load/merge.ts';
import { Mistakes } from '../../src/rules/load/mistakes.ts';
import { type RuleSource, readRuleSource } from '../../src/rules/load/rule-source.ts';
import type { Rule } from '../../src/rules/ruleset/types.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The folder of the packs, from the repository's root. */
const FOLDER = 'src/rules/packs';

/** The versions of the packs. Each is a rule file that extends the files with its rules. */
export const PACK_FILES = ['recommended-1', 'availability-1'] as const;

/** A rule of a pack, as written and as loaded. */
export interface PackFileRule {
  readonly rule: Rule;
  readonly written: RuleSource['rules'][number];
}

export type ReadText = (path: string) => string;

export const readText: ReadText = (path) => readFileSync(`${ROOT}${path}`, 'utf8');

/** Reads a pack. Throws ConfigError with file, line and column of every mistake. */
export async function readPack(name: string, read: ReadText = readText): Promise<readonly PackFileRule[]> {
  const mistakes = new Mistakes();
  const source = async (path: string): Promise<RuleSource> => {
    const found = await readRuleSource(path, new TextEncoder().encode(read(path)), mistakes);
    mistakes.throwIfAny();
    if (!found) throw new Error(`${path} could not be read`);
    return found;
  };
  const pack = await source(`${FOLDER}/${name}.yml`);
  const files: RuleSource[] = [];
  for (const { name: path } of pack.extends) files.push(await source(`${FOLDER}/${path}`));
  const written = new Map(files.flatMap(({ rules }) => rules.map((rule) => [rule.entry.id, rule] as const)));

  await loadConditionEngine([...written.values()].flatMap(({ entry }) => entry.when ?? []));
  const merger = new RuleMerger({ mistakes, isIncomplete: false });
  for (const file of files) merger.applyRules(file);
  for (const [id, { entry, placeOf }] of written) {
    for (const key of ['message', 'description', 'help', 'examples'] as const)
      if (entry[key] === undefined)
        mistakes.add(new ConfigError(`rule \`${id}\` of a pack needs \`${key}\``, placeOf('id')));
    for (const key of ['owner', 'final'] as const)
      if (entry[key] !== undefined) mistakes.add(new ConfigError(`a pack cannot have \`${key}\``, placeOf(key)));
  }
  mistakes.throwIfAny();
  return merger.rules.flatMap((rule) => {
    const entry = written.get(rule.id);
    return entry ? [{ rule, written: entry }] : [];
  });
}
