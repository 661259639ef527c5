import { DIALECTS, type Dialect, type FileTree, isAvailable, type Unavailable } from '../../src/model/index.ts';
import type { Engine } from './engine.ts';
import type { Repository } from './repositories.ts';

/** The files of Querygate that a replay puts on the base branch and on the change, by path. */
export type Configured = ReadonlyMap<string, Uint8Array>;

/** What `querygate init` writes to `.querygate/` in a repository, with the settings of the list. */
export async function configure(
  engine: Engine,
  tree: FileTree,
  { dialect, ignore = [] }: Pick<Repository, 'dialect' | 'ignore'>,
): Promise<Configured> {
  const request = { tree, dialect, host: 'github', owners: [], today: '2026-01-01' } as const;
  // The first run over all files is not needed: it may take no time at all.
  const { files } = await engine.commands.planInit({ ...request, deadline: 0 });
  const own = files.filter(({ path }) => path.startsWith('.querygate/'));
  const encode = (text: string) => new TextEncoder().encode(text);
  return new Map(
    own.map(({ path, text }) => [path, encode(path.endsWith('config.yml') ? withIgnored(text, ignore) : text)]),
  );
}

/** The default dialect of a configuration; undefined if `init` leaves it to the user. */
export function dialectOf(files: Configured): Dialect | undefined {
  const config = new TextDecoder().decode(files.get('.querygate/config.yml'));
  const name = /^dialect: *(\S+)/m.exec(config)?.[1];
  return DIALECTS.find((dialect) => dialect === name);
}

/** Adds globs to the `ignore` list of a configuration, which `init` writes as a block list or as a comment. */
export function withIgnored(config: string, globs: readonly string[]): string {
  if (globs.length === 0) return config;
  const lines = globs.map((glob) => `  - '${glob}'\n`).join('');
  return /^ignore:\n/m.test(config)
    ? config.replace(/^ignore:\n/m, `ignore:\n${lines}`)
    : `${config.trimEnd()}\nignore:\n${lines}`;
}

/** The tree with the configured files in it. */
export function withConfigured<T extends FileTree | Unavailable>(tree: T, files: Configured): T {
  if (!isAvailable<FileTree>(tree)) return tree;
  const under = (folder: string) => [...files.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`));
  return {
    ...tree,
    read: async (path: string) => {
      const bytes = files.get(path);
      return bytes ? { kind: 'file', bytes } : tree.read(path);
    },
    list: async (folder: string) => [...new Set([...(await tree.list(folder)), ...under(folder)])].sort(),
  };
}
