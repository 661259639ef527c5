import { ConfigError, type FileTree } from '../../model/index.ts';
import { emptyRuleset } from '../ruleset/effective.ts';
import type { Ruleset } from '../ruleset/types.ts';
import { loadRuleset, RULE_FILE, RULE_FOLDER } from './ruleset.ts';

/** A ruleset as complete files, as clients and the service exchange it. */
export interface GivenFiles {
  readonly entry?: string | undefined;
  readonly commit?: string | undefined;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Loads a ruleset from files in memory; without files and entry, the empty ruleset. Raises ConfigError. */
export async function loadGivenFiles(given: GivenFiles): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: givenTree(given), entry: given.entry });
  if (ruleset) return ruleset;
  const [first] = given.files;
  // Files that were given are never ignored silently.
  if (first)
    throw new ConfigError(
      `none of the files is \`${RULE_FILE}\` or in \`${RULE_FOLDER}/\`; set \`entry\` to the file that the ruleset starts with`,
      { file: first.path },
    );
  return emptyRuleset();
}

function givenTree({ commit, files }: GivenFiles): FileTree {
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
