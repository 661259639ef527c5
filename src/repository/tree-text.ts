import type { FileTree } from '../model/index.ts';
import { decodeSql } from '../sql/index.ts';

/** The text of a SQL file or project file; undefined if it is missing or cannot be decoded. */
export async function textAt(tree: FileTree, path: string): Promise<string | undefined> {
  const entry = await tree.read(path);
  return entry.kind === 'file' ? decodeSql(entry.bytes).text : undefined;
}
