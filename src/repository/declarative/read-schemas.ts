import {
  type Change,
  type Dialect,
  type FileTree,
  isAvailable,
  isSqlFileName,
  type SchemaFile,
} from '../../model/index.ts';
import { includedIn, readSchemaText, type SchemaText, wordsOf } from '../../sql/index.ts';
import type { ChangedFile, RepositoryChange, RepositorySettings } from '../settings.ts';
import { textAt } from '../tree-text.ts';
import { compareSchemas } from './compare-schemas.ts';
import { PROJECT, type Projects, projectsOf, REFACTOR_LOG } from './projects.ts';
import { type Renames, renamesIn } from './refactor-log.ts';
import { resolved } from './sql-project.ts';

/** What the files of a run are that describe a schema. */
export interface DeclaredSchemas {
  /** Undefined if the file is an ordinary one, such as a script of a project. */
  of(path: string): SchemaFile | undefined;
  /** What `:r` includes in a script of a project, if the run judges it by itself: as the script writes it. */
  includesOf(path: string, text: string): readonly string[];
  /** Paths that the schema has no longer, and what it loses with them is in `of`. */
  readonly removed: readonly string[];
  /** Files from which migrations are generated, with the tables that change and that no migration of the change names. */
  readonly uncovered: readonly { readonly path: string; readonly tables: readonly string[] }[];
}

const NOTHING: DeclaredSchemas = { of: () => undefined, includesOf: () => [], removed: [], uncovered: [] };
const UNCHANGED: SchemaFile = { changes: [], applied: [], unknown: [] };

/** Compares the schema files that a change edits with their base. */
export async function readSchemas(
  { change, head, standardInput }: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
): Promise<DeclaredSchemas> {
  const isDeclared = (path: string | undefined) => path !== undefined && groupOf(path, settings) !== undefined;
  const edits = change?.files.some(({ path, previousPath }) => PROJECT.test(path) || isDeclared(previousPath));
  if (standardInput || !(edits || selected.some(({ path }) => isDeclared(path)))) return NOTHING;
  const projects = await projectsOf(head);
  const judged = new Set(selected.filter(({ status }) => status !== 'deleted').map(({ path }) => path));
  const isSchema = (path: string) => isDeclared(path) && projects.roleOf(path) === 'schema';
  const all: DeclaredSchemas = {
    ...NOTHING,
    of: (path) => (isSchema(path) ? UNCHANGED : undefined),
    includesOf: (path, text) => (isDeclared(path) && !isSchema(path) ? judgedIncludes(path, text, judged) : []),
  };
  if (!change) return all;
  const found = new Map<string, SchemaFile>();
  const uncovered: { path: string; tables: readonly string[] }[] = [];
  for (const files of (await editedFiles(change, projects, settings)).values()) {
    const { dialect, declarative } = settings.of(files[0]?.path ?? '');
    if (!dialect) continue;
    const compared = await compareFiles(files, change, dialect);
    for (const [path, file] of compared) found.set(path, file);
    if (declarative?.isContext) uncovered.push(...(await notCovered(compared, head, selected, settings)));
  }
  return {
    ...all,
    of: (path) => found.get(path) ?? all.of(path),
    removed: [...found].flatMap(([path, { changes, unknown }]) =>
      judged.has(path) || changes.length + unknown.length === 0 ? [] : path,
    ),
    uncovered,
  };
}

/** The entry of the configuration that says that the file describes a schema: its files describe one schema. */
function groupOf(path: string, settings: RepositorySettings): string | undefined {
  return settings.selects(path) ? settings.of(path).declarative?.group : undefined;
}

/** A schema file that the change edits. */
interface EditedFile {
  readonly path: string;
  /** Its path in the base, if it is a part of the schema there. */
  readonly base: string | undefined;
  /** Its path in the head, if it is a part of the schema there. */
  readonly head: string | undefined;
}

/** The edited files of each schema. */
async function editedFiles(
  change: Change,
  projects: Projects,
  settings: RepositorySettings,
): Promise<ReadonlyMap<string, readonly EditedFile[]>> {
  const { diffBase, head, files } = change;
  const before = isAvailable<FileTree>(diffBase) ? await projectsOf(diffBase) : projects;
  const groups = new Map<string, EditedFile[]>();
  const add = (path: string, old: string | undefined, current: string | undefined) => {
    const base = old && groupOf(old, settings);
    // A change may move the files of a schema, and edit the configuration with them.
    const moved = base !== undefined && current && settings.of(current).editedDeclarative ? base : undefined;
    const now = (current && groupOf(current, settings)) ?? moved;
    const group = now ?? base;
    if (group === undefined) return;
    const edited = {
      path,
      base: old !== undefined && base !== undefined && before.roleOf(old) === 'schema' ? old : undefined,
      head: current !== undefined && now !== undefined && projects.roleOf(current) === 'schema' ? current : undefined,
    };
    // A script that was one before is neither.
    if (edited.base === undefined && edited.head === undefined) return;
    groups.set(group, [...(groups.get(group) ?? []), edited]);
  };
  const edited = new Set<string>();
  for (const { path, status, previousPath } of files) {
    edited.add(path);
    add(path, status === 'added' ? undefined : (previousPath ?? path), status === 'deleted' ? undefined : path);
  }
  // A project may leave out a file that is still there.
  if (files.some(({ path }) => PROJECT.test(path)))
    for (const path of (await head.list('')).filter(isSqlFileName))
      if (!edited.has(path) && before.roleOf(path) !== projects.roleOf(path)) add(path, path, path);
  return groups;
}

const BASE_NOT_READ = 'the base version of this file cannot be read, so what the change loses is not known';

async function compareFiles(
  files: readonly EditedFile[],
  change: Change,
  dialect: Dialect,
): Promise<ReadonlyMap<string, SchemaFile>> {
  const { diffBase, head } = change;
  const base = isAvailable<FileTree>(diffBase) ? diffBase : undefined;
  const unread = new Set<string>();
  const read = async (tree: FileTree | undefined, path: string | undefined): Promise<SchemaText | undefined> => {
    const text = path === undefined ? undefined : tree && (await textAt(tree, path));
    return path === undefined || text === undefined ? undefined : readSchemaText(text, path, dialect);
  };
  const texts = [];
  for (const file of files) {
    const before = await read(base, file.base);
    if (file.base !== undefined && !before) unread.add(file.path);
    texts.push({ path: file.path, base: before, head: await read(head, file.head) });
  }
  const compared = new Map(compareSchemas(texts, dialect, await renamesOf(change, base)));
  for (const path of unread) {
    const file = compared.get(path) ?? UNCHANGED;
    compared.set(path, { ...file, unknown: [BASE_NOT_READ, ...file.unknown] });
  }
  return compared;
}

async function renamesOf({ files, head }: Change, base: FileTree | undefined): Promise<Renames> {
  const logs: { before: string; after: string }[] = [];
  for (const { path, status } of files)
    if (REFACTOR_LOG.test(path) && status !== 'deleted')
      logs.push({ before: (base && (await textAt(base, path))) ?? '', after: (await textAt(head, path)) ?? '' });
  return renamesIn(logs);
}

/** The files whose changes no migration of the change makes. */
async function notCovered(
  compared: ReadonlyMap<string, SchemaFile>,
  head: FileTree,
  selected: readonly ChangedFile[],
  settings: RepositorySettings,
): Promise<DeclaredSchemas['uncovered']> {
  const words = new Set<string>();
  for (const { path, status } of selected) {
    if (status === 'deleted' || groupOf(path, settings) !== undefined) continue;
    for (const word of wordsOf((await textAt(head, path)) ?? '')) words.add(word);
  }
  return [...compared].flatMap(([path, { changes }]) => {
    const names = new Set(changes.map(({ target }) => (target.name ?? '').toLowerCase()));
    const tables = [...names].filter((name) => !words.has(name));
    return tables.length > 0 ? { path, tables } : [];
  });
}

/** The files that a script of sqlcmd includes and that the run judges by themselves. */
function judgedIncludes(path: string, text: string, judged: ReadonlySet<string>): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const paths = new Set([...judged].map((each) => each.toLowerCase()));
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const name = includedIn(line);
    return name !== undefined && paths.has(resolved(folder, name)) ? name : [];
  });
}
