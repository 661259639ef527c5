// Reads the YAML files of the built-in packs, with the loader that reads the rule files of users.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError, type ErrorPlace } from '../../src/model/index.ts';
import { loadConditionEngine } from '../../src/rules/cel/engine.ts';
import { RuleMerger } from '../../src/rules/load/merge.ts';
import { Mistakes } from '../../src/rules/load/mistakes.ts';
import { type RuleSource, readRuleSource } from '../../src/rules/load/rule-source.ts';
import type { Rule } from '../../src/rules/ruleset/types.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The folder of the packs, from the repository's root. */
const FOLDER = 'src/rules/packs';

/** The versions of the packs. Each is a rule file that extends the files with its rules. */
export const PACK_FILES = ['recommended-1', 'availability-1', 'supabase-1'] as const;

type WrittenRule = RuleSource['rules'][number];

/** A rule of a pack, as loaded and as written. */
export interface PackFileRule {
  readonly rule: Rule;
  readonly written: WrittenRule;
}

export type ReadText = (path: string) => string;

export const readText: ReadText = (path) => readFileSync(`${ROOT}${path}`, 'utf8');

/** Reads a pack. Raises ConfigError with file, line and column of every mistake. */
export async function readPack(name: string, read: ReadText = readText): Promise<readonly PackFileRule[]> {
  const mistakes = new Mistakes();
  const files = await readFiles(name, read, mistakes);
  const written = rulesOf(files, mistakes);
  await loadConditionEngine([...written.values()].flatMap(({ entry }) => entry.when ?? []));
  const merger = new RuleMerger({ mistakes, isIncomplete: false });
  for (const file of files) merger.applyRules(file);
  mistakes.throwIfAny();
  return merger.rules.flatMap((rule) => {
    const entry = written.get(rule.id);
    return entry ? [{ rule, written: entry }] : [];
  });
}

/** The files that a pack extends. Neither they nor the pack may have what the compiled pack would leave out. */
async function readFiles(name: string, read: ReadText, mistakes: Mistakes): Promise<readonly RuleSource[]> {
  const source = async (path: string): Promise<RuleSource> => {
    const found = await readRuleSource(path, new TextEncoder().encode(read(path)), mistakes);
    mistakes.throwIfAny();
    if (!found) throw new Error(`${path} could not be read`);
    return found;
  };
  const refuse = (entries: readonly { readonly place: ErrorPlace }[], message: string): void => {
    for (const { place } of entries) mistakes.add(new ConfigError(message, place));
  };
  const pack = await source(`${FOLDER}/${name}.yml`);
  refuse([...pack.rules, ...pack.exceptions, ...pack.acknowledgements], 'a pack can have only `extends`');
  const files: RuleSource[] = [];
  for (const { name: path } of pack.extends) files.push(await source(`${FOLDER}/${path}`));
  for (const file of files)
    refuse([...file.extends, ...file.exceptions, ...file.acknowledgements], 'a file of a pack can have only `rules`');
  return files;
}

/** The rules of all files by id, each complete. */
function rulesOf(files: readonly RuleSource[], mistakes: Mistakes): ReadonlyMap<string, WrittenRule> {
  const written = new Map<string, WrittenRule>();
  for (const rule of files.flatMap(({ rules }) => rules)) {
    const { entry, place, placeOf } = rule;
    if (written.has(entry.id)) mistakes.add(new ConfigError(`rule \`${entry.id}\` is in two files of the pack`, place));
    for (const key of ['message', 'description', 'help', 'examples'] as const)
      if (entry[key] === undefined)
        mistakes.add(new ConfigError(`rule \`${entry.id}\` of a pack needs \`${key}\``, placeOf('id')));
    for (const key of ['owner', 'final'] as const)
      if (entry[key] !== undefined)
        mistakes.add(new ConfigError(`a rule of a pack cannot have \`${key}\``, placeOf(key)));
    written.set(entry.id, rule);
  }
  return written;
}
