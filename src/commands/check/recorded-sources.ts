import { COMMON_NAME, type Dialect, type FileTree, isSqlFileName } from '../../model/index.ts';
import type { NotedMigration } from '../../record/index.ts';
import { codeText, codeToolsFor, dialectOfWord, folderOf } from '../../repository/migrations/index.ts';

/** The source file of a migration that a framework noted; undefined if the repository has none. */
export type SourceOf = (noted: NotedMigration) => string | undefined;

/** Finds the source files of migrations, each file for one of them. Those that only one file can be come first. */
export async function findSources(
  noted: readonly NotedMigration[],
  head: FileTree,
  { dialect, isIgnored }: { readonly dialect: Dialect; isIgnored(path: string): boolean },
): Promise<SourceOf> {
  const paths = (await head.list('')).filter(
    (path) => isSqlFileName(path) || codeToolsFor(path).length > 0 || MAY_MIGRATE.test(path),
  );
  const uses = folderUses(noted, paths);
  const rank = (path: string): readonly number[] => [
    Number(isIgnored(path)),
    // A file of SQL that the migration reads may have the same name.
    Number(isSqlFileName(path)),
    Number(namesOther(path, dialect)),
    -(uses.get(folderOf(path)) ?? 0),
    path.length,
  ];
  const ranks = new Map(paths.map((path) => [path, rank(path)]));
  const candidates = paths.sort((a, b) => compareRanks(ranks.get(a) ?? [], ranks.get(b) ?? []));
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
      const isMeant =
        isByName(row, path) ||
        (isRest && (!content || content(row).test(await textOf(bookkeeping.contentPath?.(path) ?? path))));
      if (!isMeant) continue;
      claimed.add(path);
      found.set(key, path);
      return;
    }
  };
  for (const isRest of [false, true]) for (const each of noted) await find(each, isRest);
  return (each) => found.get(keyOf(each));
}

/** Whether a folder of the path names another database: `migrations-sqlite/`. */
function namesOther(path: string, dialect: Dialect): boolean {
  return folderOf(path)
    .split(/[^A-Za-z0-9]+/)
    .some((word) => {
      const named = word === '' ? undefined : dialectOfWord(word);
      return named !== undefined && (typeof named !== 'string' || COMMON_NAME[named] !== COMMON_NAME[dialect]);
    });
}

/** How many of the noted migrations the files of each folder may be. */
function folderUses(noted: readonly NotedMigration[], paths: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const path of paths) {
    const isMeant = noted.some(
      ({ bookkeeping: { isExact, isSource, content }, row }) =>
        isSource(row, path) && (isExact?.(row, path) ?? content === undefined),
    );
    if (isMeant) uses.set(folderOf(path), (uses.get(folderOf(path)) ?? 0) + 1);
  }
  return uses;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Sources of frameworks that are known by their tables alone. */
const MAY_MIGRATE = /(?:migrat|version|change).*\.(?:php|xml|ya?ml|json|java|cs|rb|py|exs|[cm]?[jt]s)$/is;

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
