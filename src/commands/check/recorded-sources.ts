import { type FileTree, isSqlFileName } from '../../model/index.ts';
import type { NotedMigration } from '../../record/index.ts';
import { codeText, codeToolsFor } from '../../repository/migrations/index.ts';

/** The source file of a migration that a framework noted; undefined if the repository has none. */
export type SourceOf = (noted: NotedMigration) => string | undefined;

/** Finds the source files of migrations, each file for one of them. Those that only one file can be come first. */
export async function findSources(noted: readonly NotedMigration[], head: FileTree): Promise<SourceOf> {
  const paths = await head.list('');
  const candidates = paths.filter((path) => isSqlFileName(path) || codeToolsFor(path).length > 0);
  // A file of SQL that the migration reads may have the same name.
  candidates.sort((a, b) => Number(isSqlFileName(a)) - Number(isSqlFileName(b)));
  const textOf = cachedTexts(head);
  const found = new Map<string, string>();
  const claimed = new Set<string>();
  const find = async (each: NotedMigration, isRest: boolean): Promise<void> => {
    const { bookkeeping, row } = each;
    const { isExact, content, isShared } = bookkeeping;
    const key = keyOf(each);
    if (found.has(key)) return;
    const isByName = isExact ?? (content ? () => false : () => true);
    for (const path of candidates) {
      if (!bookkeeping.isSource(row, path) || (claimed.has(path) && !isShared)) continue;
      const isMeant = isByName(row, path) || (isRest && (!content || content(row).test(await textOf(path))));
      if (!isMeant) continue;
      claimed.add(path);
      found.set(key, path);
      return;
    }
  };
  for (const isRest of [false, true]) for (const each of noted) await find(each, isRest);
  return (each) => found.get(keyOf(each));
}

function keyOf({ bookkeeping, row }: NotedMigration): string {
  return `${bookkeeping.tool}\0${bookkeeping.name(row)}`;
}

function cachedTexts(head: FileTree): (path: string) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  const read = async (path: string): Promise<string> => {
    const entry = await head.read(path);
    return entry.kind === 'file' ? (codeText(entry.bytes) ?? '') : '';
  };
  return (path) => {
    const text = texts.get(path) ?? read(path);
    texts.set(path, text);
    return text;
  };
}
