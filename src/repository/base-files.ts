import type { Dialect, FileTree, MigrationTool } from '../model/index.ts';
import { readScript } from '../sql/index.ts';
import { compareVersions, versionOf } from './migrations/version.ts';
import { isOtherDatabase, type RepositorySettings } from './settings.ts';
import { textAt } from './tree-text.ts';

/** A SQL file of the base branch. */
export interface BaseFile {
  readonly path: string;
  readonly text: string;
  readonly dialect: Dialect;
  /** The migration tool that runs it; it does not run the down sections that it knows. */
  readonly tool: MigrationTool | undefined;
}

/** Maximum number of files that name an object, and of their characters together. */
const MAX_FILES = 200;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * A change may ask for hundreds of tables that one file of the base defines: what is derived from a file is derived once.
 *
 * @returns `derive` that remembers its results as long as the file is in memory
 */
export function perFile<Result>(derive: (file: BaseFile) => Result): (file: BaseFile) => Result {
  const results = new WeakMap<BaseFile, Result>();
  return (file) => {
    const known = results.get(file);
    if (known !== undefined) return known;
    const result = derive(file);
    results.set(file, result);
    return result;
  };
}

/** The files in the order of their versions; those without one by path. */
export function byVersion(files: readonly BaseFile[]): readonly BaseFile[] {
  return [...files].sort((a, b) => {
    const [first, second] = [versionOf(a.path), versionOf(b.path)];
    return (first && second && compareVersions(first, second)) || (a.path < b.path ? -1 : 1);
  });
}

/** The script of a file of the base. */
export const scriptOf = perFile(({ text, path, dialect }) => readScript(text, path, dialect, undefined));

/**
 * The files as the migration at `path` may need them, without those of another database; undefined if they are too many, or
 * one cannot be read.
 */
export async function readBaseFiles(
  named: readonly string[],
  path: string,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<readonly BaseFile[] | undefined> {
  const { dialect } = settings.of(path);
  const own = dialect ? named.filter((other) => !isOtherDatabase(other, path, settings)) : [];
  if (!dialect || own.length > MAX_FILES) return undefined;
  const kept = keptFilesOf(tree);
  const files: BaseFile[] = [];
  let characters = 0;
  tree.expect?.(own);
  for (const other of own) {
    const of = settings.of(other);
    const file = { path: other, dialect: of.dialect ?? dialect, tool: of.tool };
    const key = JSON.stringify(file);
    const known = kept.get(key);
    const text = known?.text ?? (await textAt(tree, other));
    characters += text?.length ?? 0;
    if (text === undefined || characters > MAX_CHARACTERS) return undefined;
    files.push(known ?? kept.add(key, { ...file, text }));
  }
  return files;
}

/** Files that were read lately, with what was derived from them. */
class KeptFiles {
  readonly #files = new Map<string, BaseFile>();
  #characters = 0;

  get(key: string): BaseFile | undefined {
    return this.#files.get(key);
  }

  add(key: string, file: BaseFile): BaseFile {
    if (this.#characters > MAX_CHARACTERS) {
      this.#files.clear();
      this.#characters = 0;
    }
    this.#files.set(key, file);
    this.#characters += file.text.length;
    return file;
  }
}

const kept = new WeakMap<FileTree, KeptFiles>();

function keptFilesOf(tree: FileTree): KeptFiles {
  const known = kept.get(tree) ?? new KeptFiles();
  kept.set(tree, known);
  return known;
}
