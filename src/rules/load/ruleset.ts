import { ConfigError, type ErrorPlace, type FileTree } from '../../model/index.ts';
import { loadConditionEngine } from '../cel/engine.ts';
import { DEFAULT_PACKS, PACK_PREFIX, packConditions, packRules } from '../packs/index.ts';
import { effectiveRuleset } from '../ruleset/effective.ts';
import type { Acknowledgement, Exception, Rule, Ruleset } from '../ruleset/types.ts';
import { RuleMerger } from './merge.ts';
import { SourceLoader } from './sources.ts';

/** Default locations of a repository's ruleset. */
export const RULE_FILE = '.querygate/rules.yml';
export const RULE_FOLDER = '.querygate/rules';

const MAX_RULES = 2000;
/** Maximum steps of all conditions together for one operation: a few tenths of a second in the worst case. */
const MAX_COST = 5_000_000;

export interface LoadRequest {
  /** The commit or working directory from which every file is read. */
  readonly tree: FileTree;
  /**
   * Packs (`querygate:recommended@1`, several with commas between them), or the path of a rule file or a folder of them, from the root of the tree.
   * Undefined: `.querygate/rules.yml`, else every `*.yml` and `*.yaml` below `.querygate/rules/`, in name order.
   */
  readonly entry?: string | undefined;
}

/**
 * Loads a ruleset. Returns undefined if `entry` is undefined and the tree has no rule file (the caller then uses
 * DEFAULT_PACKS). Raises ConfigError with file, line and column of every mistake in the files, or if `entry` does not exist.
 */
export async function loadRuleset({ tree, entry }: LoadRequest): Promise<Ruleset | undefined> {
  if (entry?.startsWith(PACK_PREFIX)) return loadPacks(entry);
  const files = await entryFiles(tree, entry);
  if (!files) return undefined;

  const loader = new SourceLoader(tree);
  for (const file of files) await loader.add(file);
  const { items, mistakes } = loader;
  if (entry === undefined && !loader.isIncomplete) await rejectIgnoredFiles(tree, items, mistakes);
  await loadConditionEngine([...conditionsOf(items)]);

  const merger = new RuleMerger(loader);
  for (const item of items) {
    if (item.kind === 'file') merger.applyRules(item.source);
    else merger.applyPack(packRules(item));
  }
  const sources = items.flatMap((item) => (item.kind === 'file' ? [item.source] : []));
  const exceptions = sources.flatMap((source) => merger.readExceptions(source));
  const acknowledgements = sources.flatMap((source) => merger.readAcknowledgements(source));
  const rules = merger.rules;
  mistakes.attempt(() => assertCostBudget(rules, exceptions, acknowledgements));
  mistakes.throwIfAny();
  return effectiveRuleset({
    rules,
    exceptions,
    acknowledgements,
    sources: items.map((item) => (item.kind === 'file' ? item.source.name : item.name)),
    extendedAt: loader.extendedAt,
    commit: tree.commit,
    ...(extendsNoPack(items) && { extendsNoPack: true }),
  });
}

/** Whether the files leave out the packs for everybody without saying so: `extends: []` states it on purpose. */
function extendsNoPack(items: SourceLoader['items']): boolean {
  return items.every((item) => (item.kind === 'file' ? !item.source.statesNoExtends : item.users !== undefined));
}

/** Loads built-in packs by name and version, with commas between them. Raises ConfigError if one does not exist. */
export async function loadPacks(list: string = DEFAULT_PACKS): Promise<Ruleset> {
  const names = [...new Set(list.split(',').map((name) => name.trim()))];
  const packs = names.map((name) => ({ name }));
  await loadConditionEngine(packs.flatMap(packConditions));
  return effectiveRuleset({
    rules: packs.flatMap(packRules),
    exceptions: [],
    acknowledgements: [],
    sources: names,
    commit: undefined,
  });
}

/** Limits the cost of all rules together for one operation, so that a pull request cannot overload CI. */
function assertCostBudget(
  rules: readonly Rule[],
  exceptions: readonly Exception[],
  acknowledgements: readonly Acknowledgement[],
): void {
  let cost = 0;
  let count = 0;
  // Acknowledgements by flow id only cost a look-up, and there may be thousands of them.
  const conditional = acknowledgements.filter(({ condition }) => condition !== undefined);
  for (const { condition, place } of [...rules, ...exceptions, ...conditional]) {
    cost += condition?.cost ?? 1;
    if (++count > MAX_RULES)
      throw new ConfigError(`the ruleset has more than ${MAX_RULES} rules and exceptions; remove some`, place);
    if (cost > MAX_COST)
      throw new ConfigError(
        'the conditions of the ruleset together take too long over long lists; make some simpler',
        place,
      );
  }
}

function* conditionsOf(items: SourceLoader['items']): Generator<string> {
  for (const item of items) {
    if (item.kind === 'pack') {
      yield* packConditions(item);
      continue;
    }
    for (const { entry } of [...item.source.rules, ...item.source.exceptions, ...item.source.acknowledgements]) {
      if (entry.when !== undefined) yield entry.when;
    }
  }
}

async function entryFiles(tree: FileTree, entry: string | undefined): Promise<readonly string[] | undefined> {
  if (entry === undefined) {
    if ((await tree.read(RULE_FILE)).kind !== 'missing') return [RULE_FILE];
    await refuseMisnamed(tree);
    const files = await ruleFilesBelow(tree, RULE_FOLDER);
    return files.length > 0 ? files : undefined;
  }
  const path = entry.replace(/^\.\//, '').replace(/\/+$/, '');
  const place: ErrorPlace = { file: path };
  if (path.startsWith('/') || path.includes('\\') || path.split('/').includes('..')) {
    throw new ConfigError(`\`${path}\` is outside the repository; give a path from its root`, place);
  }
  if ((await tree.read(path)).kind !== 'missing') return [path];
  const files = await ruleFilesBelow(tree, path === '.' ? '' : path);
  if (files.length > 0) return files;
  throw new ConfigError(`there is no such rule file in the ${tree.label}; correct the path`, place);
}

/** Rejects `.querygate/rules.yaml`, which would otherwise be ignored silently. */
async function refuseMisnamed(tree: FileTree): Promise<void> {
  const misnamed = `${RULE_FILE.slice(0, -'.yml'.length)}.yaml`;
  if ((await tree.read(misnamed)).kind === 'missing') return;
  throw new ConfigError(`this file is not read; rename it to \`${RULE_FILE}\``, { file: misnamed });
}

/** Rejects files in the rules folder that nothing loads, which would otherwise be ignored silently. */
async function rejectIgnoredFiles(
  tree: FileTree,
  items: SourceLoader['items'],
  mistakes: SourceLoader['mistakes'],
): Promise<void> {
  const read = new Set(items.flatMap((item) => (item.kind === 'file' ? [item.source.name] : [])));
  for (const file of await ruleFilesBelow(tree, RULE_FOLDER)) {
    if (read.has(file)) continue;
    const message = `this file is not read because \`${RULE_FILE}\` exists; list it there under \`extends\`, or move it`;
    mistakes.add(new ConfigError(message, { file }));
  }
  for (const file of (await tree.links?.(RULE_FOLDER)) ?? []) {
    if (!/\.ya?ml$/.test(file)) continue;
    mistakes.add(new ConfigError('the rule file is a link, and links are not followed; use a file', { file }));
  }
}

async function ruleFilesBelow(tree: FileTree, folder: string): Promise<string[]> {
  const paths = await tree.list(folder);
  return paths.filter((path) => /\.ya?ml$/.test(path)).sort();
}
