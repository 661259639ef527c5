import { type BaseTable, ConfigError, type FileTree, isSqlFileName, type Target } from '../../model/index.ts';
import { baseTable, decodeSql, wordsOf } from '../../sql/index.ts';
import type { Settings } from '../inputs/config.ts';
import { isLfsPointer } from '../inputs/file-content.ts';

/** Maximum number of SQL files of the base, and of their bytes together. With more, no table is known. */
const MAX_FILES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** `U&"\0075sers"` is the name `users`. */
const ESCAPED_NAME = /\bU&"/i;

/** The SQL files at the tip of the base branch, of any folder. */
export interface BaseSql {
  /** What they say of a table; undefined if it is not known. */
  tableOf(target: Target): BaseTable | undefined;
}

/** Reads the words of all SQL files of the base; undefined if one of them cannot be read, or if there are too many. */
export async function readBaseSql(tree: FileTree, settings: Settings): Promise<BaseSql | undefined> {
  try {
    const words = await readWords(tree, settings);
    return words && { tableOf: (target) => baseTable(target, words) };
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

async function readWords(tree: FileTree, settings: Settings): Promise<ReadonlySet<string> | undefined> {
  const isSql = (path: string) => isSqlFileName(path) || settings.selects(path);
  const links = (await tree.links?.('')) ?? [];
  const submodules = (await tree.submodules?.()) ?? [];
  // What a link or a submodule leads to is not in the tree.
  if (links.some(isSql) || submodules.some((path) => settings.mayHold(path))) return undefined;
  const paths = (await tree.list('')).filter(isSql);
  if (paths.length > MAX_FILES) return undefined;
  tree.expect?.(paths);
  const words = new Set<string>();
  let size = 0;
  for (const path of paths) {
    const entry = await tree.read(path);
    if (entry.kind !== 'file') return undefined;
    size += entry.bytes.length;
    if (size > MAX_BYTES || isLfsPointer(entry.bytes)) return undefined;
    const { text } = decodeSql(entry.bytes);
    if (text === undefined || text.includes('\0') || ESCAPED_NAME.test(text)) return undefined;
    for (const word of wordsOf(text)) words.add(word);
  }
  return words;
}
