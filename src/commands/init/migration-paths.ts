import { type FoundTool, folderOf, isDemonstration, type RepositoryFiles } from '../../repository/migrations/index.ts';
import { embeddedScripts } from './spring-scripts.ts';

/** SQL files below a folder, and what they are. */
export interface PathGroup {
  readonly glob: string;
  readonly files: number;
  readonly why: string;
}

/** The SQL files to check, where the repository shows which ones are migrations. */
export interface MigrationPaths {
  readonly selected: readonly PathGroup[];
  readonly leftOut: readonly PathGroup[];
}

/** People would not read a longer list. */
const MAX_GLOBS = 30;
/** Paths that would select other files as a glob, or are not a valid one. */
const GLOB = /^!|[*?{[]|[@!+]\(/;

/**
 * The folders of migrations, and those of other SQL that nothing shows to be something else. Undefined if nothing is left
 * out.
 *
 * @param tools those whose migrations are SQL
 * @param dumps copies of the schema
 * @param hasDefault whether the files that no name gives a dialect have one
 */
export async function migrationPaths(
  files: RepositoryFiles,
  tools: readonly FoundTool[],
  dumps: ReadonlySet<string>,
  hasDefault: boolean,
): Promise<MigrationPaths | undefined> {
  const owners = tools.flatMap((tool) => tool.folders.map((folder) => ({ folder, tool })));
  const sql = new Set(files.sql);
  const altered = new Set(files.sql.flatMap((path) => /^(?:.*?\/)??(?=(?:alter|update)\/)/.exec(path) ?? []));
  // Beside scripts that alter what is there, those that drop are changes too.
  const isUndone = (path: string) => {
    const [above] = DROPS.exec(path) ?? [];
    return above !== undefined && sql.has(path.replaceAll(/\bdrop\b/g, 'create')) && !altered.has(above);
  };
  const isMixed = new Set(owners.filter(({ folder, tool }) => holdsOthers(files, folder, tool)));
  const embedded = await embeddedScripts(files);
  const groups = new Map<string, Group>();
  const rest = new Map<string, string[]>();
  for (const path of files.sql) {
    const owner = owners.find(({ folder, tool }) => path.startsWith(folder) && runs(tool, path));
    if (owner) {
      const folder = isMixed.has(owner) ? subfolderOf(owner.folder, path) : owner.folder;
      const known = groups.get(folder);
      const { unread, dialect } = owner.tool.dialect ?? {};
      const isRead = unread === undefined || dialect !== undefined;
      const why = isRead ? owner.tool.signs.name : `for ${unread}, whose SQL Querygate does not read`;
      groups.set(folder, { selected: isRead, files: (known?.files ?? 0) + 1, why });
    } else rest.set(folderOf(path), [...(rest.get(folderOf(path)) ?? []), path]);
  }
  for (const [folder, paths] of rest) {
    // Where no tool shows what the migrations are, a folder's name proves little. Without a default dialect, files of tests fail.
    const why = await purposeOf(files, paths, (path) =>
      (owners.length > 0 || !hasDefault) && isDemonstration(path)
        ? DEMONSTRATIONS
        : isUndone(path)
          ? REMOVERS
          : dumps.has(path)
            ? DUMPS
            : embedded.has(path)
              ? EMBEDDED
              : byPath(path),
    );
    groups.set(folder, { selected: why === undefined, files: paths.length, why: why ?? NO_TOOL });
  }
  const folders = [...groups.keys()];
  const leftFolders = folders.filter((folder) => groups.get(folder)?.selected === false);
  // A folder selects the SQL files in it. One that holds a folder that is left out selects its own files only.
  const globOf = (folder: string) =>
    leftFolders.some((left) => left !== folder && left.startsWith(folder)) || folder === ''
      ? `${folder}*.sql`
      : folder.slice(0, -1);
  const list = (selected: boolean) =>
    [...(selected ? together(groups, leftFolders) : groups)]
      .filter(([, group]) => group.selected === selected)
      .map(([folder, { files: count, why }]) => ({
        glob: selected ? globOf(folder) : folder.slice(0, -1) || '*.sql',
        files: count,
        why,
      }))
      .filter(({ glob }, _, all) => !all.some((other) => other.glob !== glob && isBelow(glob, other.glob)))
      .map((group) => ({ ...group, files: countBelow(group) }))
      .sort((a, b) => b.files - a.files);
  const countBelow = ({ glob, files: own }: PathGroup) =>
    [...groups].reduce(
      (sum, [folder, { files: count }]) => (isBelow(folder.slice(0, -1), glob) ? sum + count : sum),
      own,
    );
  const result = { selected: list(true), leftOut: list(false) };
  const isUsable =
    result.selected.length > 0 && result.selected.length <= MAX_GLOBS && !folders.some((folder) => GLOB.test(folder));
  const leavesOut = result.leftOut.some(({ why }) => owners.length > 0 || why !== DUMPS);
  return isUsable && leavesOut ? result : undefined;
}

/** The SQL files of a folder. */
interface Group {
  readonly selected: boolean;
  readonly files: number;
  readonly why: string;
}

const NO_TOOL = 'of no known tool';
const DEMONSTRATIONS = 'tests or examples';
const DUMPS = 'copies of the schema';
/** The folder above `drop/`. */
const DROPS = /^(?:.*?\/)??(?=drop\/)/;
const REMOVERS = 'scripts that remove what those in `create` make';
const EMBEDDED = 'run by Spring Boot in embedded databases only';

/** Whether the tool runs the file, by its path. */
function runs({ signs }: FoundTool, path: string): boolean {
  return signs.ownsFolder === true || signs.files.test(path);
}

/** Whether a folder of the tool holds SQL files that the tool does not run, such as the tests of a Sqitch project. */
function holdsOthers({ sql }: RepositoryFiles, folder: string, tool: FoundTool): boolean {
  return sql.some((path) => path.startsWith(folder) && !runs(tool, path));
}

/** The folder of a path that is directly below another one. */
function subfolderOf(folder: string, path: string): string {
  return path.slice(0, path.indexOf('/', folder.length) + 1) || folder;
}

/** Folders of no known tool that lie beside each other become the one above them, if nothing in it is left out. */
function together(groups: ReadonlyMap<string, Group>, leftOut: readonly string[]): ReadonlyMap<string, Group> {
  const result = new Map(groups);
  const byParent = new Map<string, string[]>();
  for (const [folder, { why }] of groups) {
    const parent = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
    if (why === NO_TOOL && parent !== '') byParent.set(parent, [...(byParent.get(parent) ?? []), folder]);
  }
  for (const [parent, below] of byParent) {
    if (below.length < 2 || leftOut.some((left) => left.startsWith(parent))) continue;
    const files = below.reduce((sum, folder) => sum + (groups.get(folder)?.files ?? 0), groups.get(parent)?.files ?? 0);
    for (const folder of below) result.delete(folder);
    result.set(parent, { selected: true, files, why: groups.get(parent)?.why ?? NO_TOOL });
  }
  return result.size < groups.size ? together(result, leftOut) : result;
}

function isBelow(glob: string, other: string): boolean {
  return glob.startsWith(`${other}/`);
}

/** Files of a folder that are read to find out what they are. */
const SAMPLED = 50;

/** What the SQL files of a folder are, if they are surely no migrations. */
async function purposeOf(
  files: RepositoryFiles,
  paths: readonly string[],
  byName: (path: string) => string | undefined,
): Promise<string | undefined> {
  let found: string | undefined;
  const step = Math.ceil(paths.length / SAMPLED);
  let unmarked = 0;
  let marked = 0;
  for (const [at, path] of paths.entries()) {
    const named = byName(path);
    if (named === undefined && at % step !== 0) continue;
    const why = named ?? byContent((await files.text(path)) ?? '');
    if (why === undefined) unmarked++;
    else marked++;
    found ??= why;
  }
  // A step between templates may have no parameter, and a migration may be one.
  if (found === SQL_RENDER) return marked > unmarked && !paths.some(isNamedMigration) ? found : undefined;
  return unmarked === 0 ? found : undefined;
}

const PATHS: readonly (readonly [RegExp, string])[] = [
  // Maven and Gradle, and Go: what is in them is never packed.
  [/(?:^|\/)(?:src\/(?:test|testFixtures|integrationTest|androidTest)|testdata)\//, DEMONSTRATIONS],
  [/(?:^|\/)(?:target\/(?:test-)?classes|build\/resources\/\w+)\//, 'copies that a build has made'],
  [/(?:^|\/)prisma\/sql\/[^/]+\.sql$/, 'queries of an application (Prisma TypedSQL)'],
  // `useful-queries`, `db-cleanup-queries`
  [/(?:^|\/)\w+(?:-\w+)*[-_]quer(?:y|ies)\//i, 'queries that people run by hand'],
  [/(?:^|\/)supabase\/(?:seed\.sql|seeds\/)/, 'seeds of local databases'],
  [
    /(?:^|[/_.-])(?:local|dev|development)[_.-]?(?:seed|data)s?(?![a-z])[^/]*(?:\/[^/]+)?\.sql$/i,
    'seeds of local databases',
  ],
];

function byPath(path: string): string | undefined {
  return PATHS.find(([pattern]) => pattern.test(path))?.[1];
}

function isNamedMigration(path: string): boolean {
  return /(?:^|\/)migrations?\//i.test(path);
}

const SQL_RENDER = 'templates of an application (SqlRender)';

/** Marks by which the libraries that run queries from files find them. */
const CONTENTS: readonly (readonly [RegExp, string])[] = [
  [
    /^[ \t]*(?:--|#)[ \t]*name:[ \t]*\w+[ \t]+:(?:one|many|exec\w*|batch\w*|copyfrom)\b/m,
    'queries of an application (sqlc)',
  ],
  [/\/\*\s*@name\s+\w+/, 'queries of an application (pgtyped)'],
  [/^[ \t]*--[ \t]*(?::name[ \t]+[\w.<>^$!?*-]+|name:[ \t]+[\w.<>^$!?*-]+[ \t]*$)/m, 'queries of an application'],
  [/\{\{\s*(?:config|ref|source)\s*\(/, 'models of dbt'],
  // `@xml.nodes(…)` is T-SQL.
  [
    /\b(?:into|table|on|update|exists)\s+@\w+\.{1,2}@?\w|\b(?:from|join)\s+@\w+\.{1,2}\w+\b(?!\s*\()|@\w+\.@\w|#@\w/i,
    SQL_RENDER,
  ],
  [/\bselect\s+(?:\*\s+from\s+)?(?:no_)?plan\s*\(/i, 'tests (pgTAP)'],
];

function byContent(text: string): string | undefined {
  return CONTENTS.find(([pattern]) => pattern.test(text))?.[1];
}
