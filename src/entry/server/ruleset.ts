import { stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { repoRoot, workingTree } from '../../ci/index.ts';
import { readRulesetFiles } from '../../commands/index.ts';
import { ConfigError } from '../../model/index.ts';

/**
 * Reads the files of a ruleset from disk: a rule file, a folder of rule files, or the name of a pack. Files named by
 * `extends` are read from the same repository or, outside a repository, from the same folder. Raises ConfigError with
 * file and line.
 */
export async function readRuleset(path: string): Promise<unknown> {
  if (path.startsWith('querygate:')) return { entry: path, files: [] };
  const at = resolve(path);
  const found = await stat(at).catch(() => undefined);
  if (!found)
    throw new ConfigError(`there is no ruleset at \`${path}\`; give a rule file, a folder of rule files or a pack`);
  const folder = found.isDirectory() ? at : dirname(at);
  const root = (await repoRoot(folder)) ?? folder;
  return readRulesetFiles({ tree: workingTree(root), entry: relative(root, at).split(sep).join('/') });
}
