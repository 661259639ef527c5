import type { DatabaseName } from './database-names.ts';

/** Files whose names say that they belong to a database that Querygate does not read. */
export interface UnreadFiles {
  readonly glob: string;
  readonly database: string;
  /** The SQL files that it selects. */
  readonly paths: readonly string[];
}

interface Selection {
  readonly glob: string;
  selects(path: string): boolean;
}

/** Characters that a folder or file cannot have in `ignore` without selecting something else. */
const GLOB = /^!|[*?{[]|[@!+]\(/;

/** Entries that `ignore` gets. Of more, only the names of the databases are shown. */
const MAX_GLOBS = 100;

/**
 * Groups the SQL files of databases that are not read by the glob that skips them. A glob that would also skip other SQL
 * files is left out, and so is a file that is named after a dialect too.
 *
 * @param isKept whether something at the place that is named, or nearer to the file, shows another dialect
 */
export function unreadFiles(
  paths: readonly string[],
  namesOf: (path: string) => readonly DatabaseName[],
  isKept: (path: string, place: string) => boolean,
): readonly UnreadFiles[] {
  const unread = new Map<string, Named>();
  for (const path of paths) {
    const named = unreadName(namesOf(path));
    if (named && !isKept(path, named.name.place)) unread.set(path, named);
  }
  const safe = new Map<string, boolean>();
  const isSafe = ({ glob, selects }: Selection) => {
    const known = safe.get(glob);
    if (known !== undefined || safe.size >= MAX_GLOBS) return known ?? false;
    const result = paths.every((path) => !selects(path) || unread.has(path));
    safe.set(glob, result);
    return result;
  };
  const groups = new Map<string, UnreadFiles & { readonly paths: string[] }>();
  const repeated = repeatedFolders([...unread.values()]);
  for (const [path, { database, name }] of unread) {
    const chosen = selectionsOf(name, repeated).find(
      (option) => !GLOB.test(option.glob.replaceAll('*', '')) && (option.glob === path || isSafe(option)),
    );
    const group = chosen && groups.get(chosen.glob);
    if (group) group.paths.push(path);
    else if (chosen && groups.size < MAX_GLOBS) groups.set(chosen.glob, { glob: chosen.glob, database, paths: [path] });
  }
  return [...groups.values()].sort((a, b) => b.paths.length - a.paths.length);
}

interface Named {
  readonly database: string;
  readonly name: DatabaseName;
}

/** The innermost name, if no other one is a dialect. One that is nothing but the name comes first. */
function unreadName(names: readonly DatabaseName[]): Named | undefined {
  const found: Named[] = [];
  for (const name of names) {
    if (typeof name.database === 'string') return undefined;
    found.push({ database: name.database.unread, name });
  }
  return found.findLast(({ name }) => name.exact !== undefined) ?? found.at(-1);
}

/** Names of folders that several folders have, such as one for each version: the next one is named alike. */
function repeatedFolders(named: readonly Named[]): ReadonlySet<string> {
  const places = new Map<string, Set<string>>();
  for (const { name } of named)
    if (name.exact && 'folder' in name.exact)
      places.set(name.exact.folder, (places.get(name.exact.folder) ?? new Set()).add(name.place));
  return new Set([...places].filter(([, found]) => found.size > 1).map(([folder]) => folder));
}

/** The globs for a name, the widest first. */
function selectionsOf({ exact, place }: DatabaseName, repeated: ReadonlySet<string>): readonly Selection[] {
  if (exact && 'word' in exact)
    return [
      {
        glob: `**/*.${exact.word}.*`,
        selects: (path) => path.includes(`.${exact.word}.`),
      },
      only(place),
    ];
  if (!place.endsWith('/')) return [only(place)];
  const below = { glob: `${place}**`, selects: (path: string) => path.startsWith(place) };
  if (!exact || !repeated.has(exact.folder)) return [below];
  return [{ glob: `**/${exact.folder}/**`, selects: (path) => `/${path}`.includes(`/${exact.folder}/`) }, below];
}

function only(place: string): Selection {
  return { glob: place, selects: (path) => path === place };
}
