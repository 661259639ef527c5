import type { RulesetFiles } from '../../../contract/index.ts';
import { ConfigError, type FileTree } from '../../../model/index.ts';
import { emptyRuleset, loadRuleset, RULE_FILE, RULE_FOLDER, type Ruleset } from '../../../rules/index.ts';

/** A file tree of the files that a client sent. */
export function sentTree({ commit, files }: RulesetFiles): FileTree {
  const byPath = new Map<string, string>();
  for (const { path, text } of files) {
    if (byPath.has(path))
      throw new ConfigError('two files of the request have this path; send each file once', { file: path });
    byPath.set(path, text);
  }
  const paths = [...byPath.keys()].sort();
  return {
    label: 'files of the request',
    commit,
    read: async (path) => {
      const text = byPath.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'file', bytes: new TextEncoder().encode(text) };
    },
    list: async (folder) => (folder === '' ? paths : paths.filter((path) => path.startsWith(`${folder}/`))),
  };
}

/** Loads a ruleset from the files of a client; without files, the empty ruleset. Raises ConfigError. */
export async function loadSent(sent: RulesetFiles): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: sentTree(sent), entry: sent.entry });
  if (ruleset) return ruleset;
  const [first] = sent.files;
  // Files that were sent are never ignored silently.
  if (first)
    throw new ConfigError(
      `none of the files is \`${RULE_FILE}\` or in \`${RULE_FOLDER}/\`; set \`entry\` to the file that the ruleset starts with`,
      { file: first.path },
    );
  return emptyRuleset();
}
