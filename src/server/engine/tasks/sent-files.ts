import type { RulesetFiles } from '../../../contract/index.ts';
import { ConfigError, type FileTree } from '../../../model/index.ts';
import { emptyRuleset, loadRuleset, RULE_FILE, RULE_FOLDER, type Ruleset } from '../../../rules/index.ts';

/** Files that a client sent, as a tree. */
export function sentTree({ commit, files }: RulesetFiles): FileTree {
  const byPath = new Map<string, string>();
  for (const { path, text } of files) {
    if (byPath.has(path))
      throw new ConfigError('two files that were sent have this path; send each once', { file: path });
    byPath.set(path, text);
  }
  const paths = [...byPath.keys()].sort();
  return {
    label: 'files that were sent',
    commit,
    read: async (path) => {
      const text = byPath.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'file', bytes: new TextEncoder().encode(text) };
    },
    list: async (folder) => (folder === '' ? paths : paths.filter((path) => path.startsWith(`${folder}/`))),
  };
}

/** Loads a ruleset of files that were sent; without any it is the empty one. Raises ConfigError. */
export async function loadSent(sent: RulesetFiles): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: sentTree(sent), entry: sent.entry });
  if (ruleset) return ruleset;
  const [first] = sent.files;
  // Nothing that was sent is passed over in silence.
  if (first)
    throw new ConfigError(
      `none of the files that were sent is \`${RULE_FILE}\` or lies in \`${RULE_FOLDER}/\`; say in \`entry\` which of them the ruleset begins with`,
      { file: first.path },
    );
  return emptyRuleset();
}
