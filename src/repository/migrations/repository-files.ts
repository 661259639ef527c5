import { type FileTree, isSqlFileName } from '../../model/index.ts';
import { decodeSql } from '../../sql/index.ts';

/** Bytes of a file that are read to find out what a repository uses. */
const SAMPLE_BYTES = 256 * 1024;
/** Characters of text kept in memory. */
const CACHE_SIZE = 16 * 1024 * 1024;

/** The end of the name of a folder of dependencies, or of git. */
const FOREIGN = /(?<=^|\/)(?:node_modules|vendor|third_party|bower_components|\.git|site-packages)\//g;

/** The files of a repository, for finding out what they are. */
export interface RepositoryFiles {
  /** Without dependencies. */
  readonly paths: readonly string[];
  /** Those of SQL files. */
  readonly sql: readonly string[];
  /** The folders of dependencies that hold SQL files, with `/` at their ends, and how many. */
  readonly dependencies: ReadonlyMap<string, number>;
  readonly submodules: readonly string[];
  /** The paths directly in a folder, which ends in `/`; '' is the root. */
  in(folder: string): readonly string[];
  matching(path: RegExp): readonly string[];
  /** Announces files whose text is needed next, so that they are read in batches. */
  expect(paths: readonly string[]): void;
  /** The start of a file as text; undefined if it cannot be read. */
  text(path: string): Promise<string | undefined>;
}

export async function repositoryFiles(tree: FileTree): Promise<RepositoryFiles> {
  const all = await tree.list('');
  const foreignFolder = foreignFolders(all);
  const paths = all.filter((path) => foreignFolder(path) === undefined);
  const dependencies = new Map<string, number>();
  for (const path of all) {
    const folder = isSqlFileName(path) ? foreignFolder(path) : undefined;
    if (folder !== undefined) dependencies.set(folder, (dependencies.get(folder) ?? 0) + 1);
  }
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = byFolder.get(folderOf(path));
    if (folder) folder.push(path);
    else byFolder.set(folderOf(path), [path]);
  }
  const matches = new Map<string, readonly string[]>();
  const texts = new Map<string, string | undefined>();
  let size = 0;
  return {
    paths,
    sql: paths.filter(isSqlFileName),
    dependencies,
    submodules: (await tree.submodules?.()) ?? [],
    in: (folder) => byFolder.get(folder) ?? [],
    matching: (pattern) => {
      const key = `${pattern}`;
      const found = matches.get(key) ?? paths.filter((path) => pattern.test(path));
      matches.set(key, found);
      return found;
    },
    expect: (next) => tree.expect?.(next.filter((path) => !texts.has(path))),
    text: async (path) => {
      if (texts.has(path)) return texts.get(path);
      const text = await textOf(tree, path);
      size += text?.length ?? 0;
      if (size > CACHE_SIZE) {
        texts.clear();
        size = text?.length ?? 0;
      }
      texts.set(path, text);
      return text;
    },
  };
}

/**
 * Finds the outermost folder above a file that others maintain, because it is of dependencies or git: `web/node_modules/`.
 *
 * @param paths all files of the repository
 */
export function foreignFolders(paths: readonly string[]): (path: string) => string | undefined {
  const known = new Set(paths);
  const ofCargo = new Set(paths.flatMap((path) => /^.*?(?=[^/]+\/\.cargo-checksum\.json$)/.exec(path) ?? []));
  // A package manager fills it, or it is a service of that name.
  const isOfManager = (folder: string) =>
    ofCargo.has(folder) ||
    ['go.mod', 'composer.json', 'Gemfile'].some((name) => known.has(folder.replace(/vendor\/$/, name))) ||
    ['modules.txt', 'autoload.php'].some((name) => known.has(folder + name));
  return (path) => {
    for (const { 0: name, index } of path.matchAll(FOREIGN)) {
      const folder = path.slice(0, index) + name;
      if (name !== 'vendor/' || isOfManager(folder)) return folder;
    }
    return undefined;
  };
}

/** The folder of a path, with `/` at its end; '' is the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The folder above; undefined for the root. */
export function folderAbove(folder: string): string | undefined {
  return folder === '' ? undefined : folderOf(folder.slice(0, -1));
}

async function textOf(tree: FileTree, path: string): Promise<string | undefined> {
  const entry = await tree.read(path);
  return entry.kind === 'file' ? codeText(entry.bytes.subarray(0, SAMPLE_BYTES)) : undefined;
}

/** Source code as text, in any encoding that migrations are written in; enough to recognise it. */
export function codeText(bytes: Uint8Array): string | undefined {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  // The bytes may end within a character, which a strict decoder would reject.
  return isUtf16 ? decodeSql(bytes).text : new TextDecoder().decode(bytes);
}
