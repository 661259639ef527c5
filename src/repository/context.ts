import {
  type BaseCheck,
  type BaseColumn,
  type BaseIndex,
  type BaseOptions,
  type BasePolicy,
  type BaseRoutine,
  type BaseTable,
  CONTEXT_LIMITS,
  ConfigError,
  type Dialect,
  type FileContext,
  type FileTree,
  isAvailable,
  isSqlFileName,
  type MigrationTool,
  type NewTable,
  type ReadTable,
  type Target,
} from '../model/index.ts';
import {
  type AddedColumn,
  decodeSql,
  isForNewDatabase,
  type RoutineRuns,
  readScript,
  routineRuns,
  statementHeads,
  wordsOf,
  wordsRun,
} from '../sql/index.ts';
import { runsLater } from './base-columns.ts';
import { asNewTable } from './base-constraints.ts';
import type { BaseFile } from './base-files.ts';
import { tablesWith } from './base-indexes.ts';
import { type BaseSql, orUnknown, readBaseSql } from './base-sql.ts';
import { changedColumns } from './base-tables.ts';
import {
  type ChangedTable,
  type ContextNeeds,
  CREATES_NAMED_ROUTINE,
  contextNeeds,
  usedWords,
} from './context-needs.ts';
import { wordsOfChangedColumns, wordsOfOlder, wordsOfRenamed } from './created-tables.ts';
import { migrationName, versionOf } from './migrations/version.ts';
import { type NewObjects, NOTHING_NEW, newTables } from './new-tables.ts';
import { mentionsSecurity, securityIn } from './row-security.ts';
import { provenIn, type Sequence } from './sequences.ts';
import {
  type ChangedFile,
  databaseOf,
  isOtherDatabase,
  type RepositoryChange,
  type RepositorySettings,
} from './settings.ts';
import { isUndoFile } from './table-columns.ts';

/** A file that is judged, with its text. */
export interface FileInContext {
  readonly path: string;
  readonly text: string;
  /** The text in the base. */
  readonly baseText?: string | undefined;
  readonly settings: { readonly dialect: Dialect };
}

/** Finds out what the rest of the repository says about a file; undefined if the file needs to know nothing. */
type ContextFinder = (task: FileInContext) => Promise<FileContext | undefined>;

/** Whether a file of the run other than the one at `path` uses a word. */
type UsedElsewhere = (word: string, path: string) => boolean;

/** Reads the base and the other files of the run only once a file needs them. */
export function contextFinder(
  request: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
): ContextFinder {
  let base: Promise<BaseSql | undefined> | undefined;
  const elsewhere = (words: (file: BaseFile) => ReadonlySet<string>) =>
    once(() => usedElsewhere(request, settings, selected, words));
  const used = elsewhere((file) => usedWords(file.text, file.path, file.dialect));
  const running = once(() => runByChange(request, settings, selected));
  const renamed = elsewhere(wordsOfRenamed);
  const older = elsewhere(wordsOfOlder);
  const columnChanged = elsewhere(wordsOfChangedColumns);
  const secured = once(() => securedElsewhere(request, settings, selected));
  const created = once(() => orUnknown(() => newTables(request, settings, selected)));
  return async (task) => {
    const { sequence } = (await created())?.(task.path, task.text) ?? NOTHING_NEW;
    const found = await withProofs(sequence, task, await contextOf(task), () => baseOf(request, settings));
    return isInstallScript(task, settings) ? { tables: [], ...found, forNewDatabase: true } : found;
  };

  async function contextOf({ path, text, settings: { dialect } }: FileInContext): Promise<FileContext | undefined> {
    const needs = contextNeeds(text, path, dialect);
    const before = (await created())?.(path, text) ?? NOTHING_NEW;
    const { tables, created: made, routines, options: optioned, read, checked, changed, added, addedAgain } = needs;
    const isAsked =
      asksBase(needs) || [before.tables, before.columns, before.enumValues].some(({ length }) => length > 0);
    if (!isAsked && routines.length === 0) return undefined;
    if (isAsked || needs.riskyRoutines.length > 0) base ??= baseOf(request, settings);
    const isUsed = await used();
    const indexes = await indexesOf(needs.droppedIndexes, path, await base);
    const indexed = [...needs.indexed, ...tablesWith(indexes)];
    const ofBase = {
      ...(await policiesOf(needs.policies, path, await base)),
      ...(await optionsOf(optioned, path, await base)),
      ...(indexes.length > 0 && { indexes }),
    };
    // If the other files of the change are not known, any of them may have created a table.
    if (!isUsed) return request.standardInput ? undefined : { tables: [], ...ofBase };
    const isOther = (word: string) => isUsed(word, path);
    const known = await base;
    const isNew = ({ name, schema }: Pick<Target, 'name' | 'schema'>) =>
      known?.mayHave({ name, schema, quoted: false, text: '' }, path) === false;
    const presumed = made.filter(isNew);
    const isRenamed = made.length > 0 ? await renamed() : undefined;
    const perhapsMissing = [...added, ...(await ofKnownTables(addedAgain, path, known))];
    const missing = perhapsMissing.length > 0 ? notIn(await columnChanged(), perhapsMissing, path) : [];
    const createdBefore = before.tables.slice(0, CONTEXT_LIMITS.names).filter(isNew);
    return {
      ...(createdBefore.length > 0 && { createdBefore }),
      ...(await presumablyNewOf(needs, { path, tool: settings.of(path).tool }, known, isRenamed)),
      ...(before.enumValues.length > 0 && { enumValues: before.enumValues.slice(0, CONTEXT_LIMITS.names) }),
      ...ofBase,
      ...(await readTablesOf(read, path, known, isOther)),
      ...(await constraintsOf({ indexed, checked, checksOf: before.checksOf }, path, known, isOther)),
      ...(await columnsOf(changed, path, known, isOther)),
      ...(await newColumnsOf([...before.columns, ...missing], path, known)),
      tables: [
        ...(tables.length > 0
          ? await tablesOf(tables, path, known, {
              isUsed,
              isReplaced: await renamed(),
              isOlder: await older(),
              isSecured: await secured(),
            })
          : []),
        // Another file may use, or create, a table that is new.
        ...(isRenamed ? await tablesOf(presumed, path, known, { isUsed: isRenamed, isOlder: isRenamed }) : []),
      ].slice(0, CONTEXT_LIMITS.names),
      routinesUsed: routinesUsed(needs.routines, isOther),
      ...(needs.riskyRoutines.length > 0 && (await routinesOf(needs, path, known, await running()))),
    };
  }
}

function once<T extends object>(read: () => T): () => T {
  let found: T | undefined;
  return () => (found ??= read());
}

const sequences = new WeakMap<Sequence, ReturnType<typeof readSequence>>();

/** Adds what migrations prove together of the statements of one of them. */
async function withProofs(
  sequence: Sequence | undefined,
  { path, settings: { dialect } }: FileInContext,
  alone: FileContext | undefined,
  base: () => Promise<BaseSql | undefined>,
): Promise<FileContext | undefined> {
  if (!sequence) return alone;
  const read = sequences.get(sequence) ?? readSequence(sequence, dialect, await base());
  sequences.set(sequence, read);
  const proven = (await read).get(path)?.slice(0, CONTEXT_LIMITS.names) ?? [];
  return proven.length > 0 ? { tables: [], ...alone, proven } : alone;
}

/** Reads migrations as one file, with what the rest of the repository says about it. */
async function readSequence(
  sequence: Sequence,
  dialect: Dialect,
  base: BaseSql | undefined,
): Promise<ReturnType<typeof provenIn>> {
  const { text, files } = sequence;
  const path = files[0]?.path ?? '';
  const nothing = () => false;
  const elsewhere = { isUsed: nothing, isReplaced: nothing, isOlder: nothing, isSecured: nothing };
  const context = { tables: await tablesOf(contextNeeds(text, path, dialect).tables, path, base, elsewhere) };
  return provenIn(sequence, readScript(text, path, dialect, undefined, context).statements);
}

/** What is run on a database that is there. */
const CHANGES_DATABASE =
  /(?:^|[^a-z])(?:up|upgrades?|updates?|patch(?:es)?|migrat\w*|alter|change\w*|delta|hotfix\w*|jobs?|cron|nightly|daily|weekly|reset|refresh)(?![a-z])/i;
/** A version anywhere in the path, and Flyway's repeatable migrations. */
const VERSIONED = /\d+[._]\d|(?:^|\/)(?:v\d|R__)|_to_\d/i;

/** Whether the file, before and after the change, creates a whole database anew, and nothing runs it on one that is there. */
function isInstallScript(
  { path, text, baseText = '', settings: { dialect } }: FileInContext,
  settings: RepositorySettings,
): boolean {
  if (!/\bDROP\s+TABLE\s+IF\s+EXISTS\b/i.test(baseText) || settings.of(path).tool !== undefined) return false;
  if (versionOf(path) || VERSIONED.test(path) || CHANGES_DATABASE.test(path)) return false;
  return [baseText, text].every((each) => isForNewDatabase(readScript(each, path, dialect, undefined).statements));
}

/** Whether a file needs to know anything of the base, besides routines. */
function asksBase({ routines: _, riskyRoutines: __, ...needs }: ContextNeeds): boolean {
  return Object.values(needs).some(({ length }) => length > 0);
}

async function baseOf({ change }: RepositoryChange, settings: RepositorySettings): Promise<BaseSql | undefined> {
  if (!change || change.untrusted !== undefined || !isAvailable(change.rulesBase)) return undefined;
  return baseSqlOf(change.rulesBase, settings);
}

/** Each tree is read once for the settings of a run: a search for fixes asks the same base again and again. */
const known = new WeakMap<RepositorySettings, WeakMap<FileTree, Promise<BaseSql | undefined>>>();

function baseSqlOf(tree: FileTree, settings: RepositorySettings): Promise<BaseSql | undefined> {
  const trees = known.get(settings) ?? new WeakMap<FileTree, Promise<BaseSql | undefined>>();
  known.set(settings, trees);
  const read = trees.get(tree) ?? readBaseSql(tree, settings);
  trees.set(tree, read);
  return read;
}

/**
 * Whether no SQL file of a tree contains a name, but for the one at `path` and those for another database; undefined if it
 * is not known.
 */
export async function isBaseNameNew(
  name: string,
  path: string,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean | undefined> {
  const base = await baseSqlOf(tree, settings);
  return base?.filesNaming(name).every((file) => file === path || isOtherDatabase(file, path, settings));
}

/** What the other files of a change may do to a table. */
interface Elsewhere {
  /** One of them names it. */
  readonly isUsed: UsedElsewhere;
  /** One may give the name to another table than before, for example by a RENAME. Undefined: that is not known. */
  readonly isReplaced?: UsedElsewhere | undefined;
  /** One may give the name, which no table of the base has, to one with rows, or shows that it exists. */
  readonly isOlder: UsedElsewhere | undefined;
  /** One may give the table row security before. Undefined: that is not known. */
  readonly isSecured?: ((word: string, path: string) => boolean | undefined) | undefined;
}

/** Leaves out tables that do not exist in the base and may get rows of an older one before. */
async function tablesOf(
  targets: readonly Target[],
  path: string,
  base: BaseSql | undefined,
  { isUsed, isReplaced, isOlder, isSecured }: Elsewhere,
): Promise<FileContext['tables']> {
  const tables: BaseTable[] = [];
  const isNamed = (word: string) => isUsed(word, path);
  for (const target of targets.slice(0, CONTEXT_LIMITS.names)) {
    const table = await base?.tableOf(target, path);
    if (!table) continue;
    const word = (target.name ?? '').toLowerCase();
    if (!isNamed(word)) tables.push(table);
    else if (!table.exists) {
      if (isOlder?.(word, path) === false) tables.push(table);
    } else {
      const { cascades, rowSecurity, ...known } = table;
      // What the base says of foreign keys and row security is complete only if no other file of the change adds any.
      const knowsKeys = cascades === false && !(isNamed('references') && isNamed('delete'));
      const added = isSecured?.(word, path);
      const isKnownSecure = rowSecurity === true || added === true;
      const { name, schema } = table;
      tables.push({
        ...(isReplaced?.(word, path) !== false ? { name, schema, exists: true, namedElsewhere: true } : known),
        ...(knowsKeys && { cascades: false }),
        ...((isKnownSecure || (rowSecurity === false && added === false)) && { rowSecurity: isKnownSecure }),
      });
    }
  }
  return tables;
}

/**
 * The tables that the base does not show, and those to which the file adds a primary key, unless the base shows them without one:
 * where the table exists, a tool ends the file at its own key. Unless another file of the change may give the name to an older one.
 */
async function presumablyNewOf(
  { created, keyed }: Pick<ContextNeeds, 'created' | 'keyed'>,
  { path, tool }: { readonly path: string; readonly tool: MigrationTool | undefined },
  base: BaseSql | undefined,
  isRenamed: UsedElsewhere | undefined,
): Promise<Pick<FileContext, 'presumablyNew'>> {
  const endsAtKey = tool === undefined || tool === 'up-down-files' ? [] : keyed;
  const presumablyNew: NewTable[] = [];
  for (const table of created.slice(0, CONTEXT_LIMITS.names)) {
    if (isRenamed?.((table.name ?? '').toLowerCase(), path) !== false) continue;
    const isKeyed = endsAtKey.some(({ name, schema }) => name === table.name && schema === table.schema);
    const isNew =
      (await base?.showsTable(table, path)) === false ||
      (isKeyed && (await base?.hasPrimaryKey(table, path)) !== false);
    if (isNew) presumablyNew.push(asNewTable(table));
  }
  return presumablyNew.length > 0 ? { presumablyNew } : {};
}

/** The columns of tables that filters read, unless another file of the change names the table. */
async function readTablesOf(
  targets: readonly Target[],
  path: string,
  base: BaseSql | undefined,
  isOther: (word: string) => boolean,
): Promise<Pick<FileContext, 'readTables'>> {
  const tables: ReadTable[] = [];
  for (const target of targets.slice(0, CONTEXT_LIMITS.names)) {
    const table = isOther((target.name ?? '').toLowerCase()) ? undefined : await base?.tableOf(target, path);
    if (table?.columns && !table.mayBeOlder)
      tables.push({ name: table.name, schema: table.schema, columns: table.columns });
  }
  return tables.length > 0 ? { readTables: tables } : {};
}

/** What the base says of tables that get an index or constraint, unless another file of the change may change that. */
async function constraintsOf(
  { indexed, checked, checksOf }: Pick<ContextNeeds, 'indexed' | 'checked'> & Pick<NewObjects, 'checksOf'>,
  path: string,
  base: BaseSql | undefined,
  isOther: (word: string) => boolean,
): Promise<Pick<FileContext, 'partitioned' | 'checks'>> {
  const partitioned: NewTable[] = [];
  const checks: BaseCheck[] = [];
  for (const table of indexed.slice(0, CONTEXT_LIMITS.names))
    if (await base?.isPartitioned(table, path)) partitioned.push(asNewTable(table));
  for (const table of checked.slice(0, CONTEXT_LIMITS.names)) {
    const isNamed = isOther((table.name ?? '').toLowerCase());
    checks.push(...((isNamed ? checksOf(table) : await base?.checksOf(table, path)) ?? []));
  }
  return {
    ...(partitioned.length > 0 && { partitioned }),
    ...(checks.length > 0 && { checks: checks.slice(0, CONTEXT_LIMITS.names) }),
  };
}

/** The columns that get a new definition, unless another file of the change may change them. */
async function columnsOf(
  changed: readonly ChangedTable[],
  path: string,
  base: BaseSql | undefined,
  isOther: (word: string) => boolean,
): Promise<Pick<FileContext, 'columns'>> {
  const columns: BaseColumn[] = [];
  for (const table of changed.slice(0, CONTEXT_LIMITS.names)) {
    const { name = '' } = table.target;
    const known = await base?.columnsOf(table.target, path);
    const isNamed = isOther(name.toLowerCase());
    for (const column of changedColumns(table, known))
      if (!isNamed || !(isOther(column.name.toLowerCase()) || isOther('rename'))) columns.push(column);
  }
  return columns.length > 0 ? { columns: columns.slice(0, CONTEXT_LIMITS.names) } : {};
}

/** Those of tables that the SQL of the base creates. */
async function ofKnownTables(added: readonly AddedColumn[], path: string, base: BaseSql | undefined) {
  const known: AddedColumn[] = [];
  for (const each of added.slice(0, CONTEXT_LIMITS.names)) {
    const { name, schema } = each.table;
    if (name === undefined || schema === undefined) continue;
    if (await base?.showsTable({ name, schema, quoted: false, text: '' }, path)) known.push(each);
  }
  return known;
}

/** Those that no other file of the change adds or puts in the place of another column. */
function notIn(isChanged: UsedElsewhere | undefined, added: readonly AddedColumn[], path: string) {
  if (!isChanged) return [];
  return added.filter(({ table: { name = '' }, column }) => !(isChanged(name, path) && isChanged(column, path)));
}

/** Those of the columns that the tables do not have in the base. One that is added in any case may be in no SQL file of it. */
async function newColumnsOf(
  added: readonly AddedColumn[],
  path: string,
  base: BaseSql | undefined,
): Promise<Pick<FileContext, 'newColumns'>> {
  const tables = new Map<string, ReadTable>();
  for (const { table, column, ifNotExists } of added.slice(0, CONTEXT_LIMITS.names)) {
    const { name, schema } = table;
    if (name === undefined || schema === undefined) continue;
    const inBase = await base?.columnsOf({ name, schema, quoted: false, text: '' }, path);
    const isAbsent = base?.mayHave({ name: column, schema: '', quoted: false, text: '' }, path) === false;
    const isNew = inBase ? !inBase.some((each) => each.name.toLowerCase() === column.toLowerCase()) : isAbsent;
    if (!isNew && (ifNotExists || inBase)) continue;
    const key = JSON.stringify([schema, name]);
    tables.set(key, { name, schema, columns: [...(tables.get(key)?.columns ?? []), column] });
  }
  return tables.size > 0 ? { newColumns: [...tables.values()] } : {};
}

async function policiesOf(
  names: ContextNeeds['policies'],
  path: string,
  base: BaseSql | undefined,
): Promise<Pick<FileContext, 'policies'>> {
  if (names.length === 0) return {};
  const policies: BasePolicy[] = [];
  for (const name of names.slice(0, CONTEXT_LIMITS.names)) {
    const policy = await base?.policyOf(name, path);
    if (policy) policies.push(policy);
  }
  return { policies };
}

async function indexesOf(
  names: ContextNeeds['droppedIndexes'],
  path: string,
  base: BaseSql | undefined,
): Promise<readonly BaseIndex[]> {
  const found: BaseIndex[] = [];
  for (const name of names.slice(0, CONTEXT_LIMITS.names)) found.push(...((await base?.indexesOf(name, path)) ?? []));
  return found.slice(0, CONTEXT_LIMITS.names);
}

async function optionsOf(
  targets: readonly Target[],
  path: string,
  base: BaseSql | undefined,
): Promise<Pick<FileContext, 'options'>> {
  const options: BaseOptions[] = [];
  for (const target of targets.slice(0, CONTEXT_LIMITS.names))
    options.push(...((await base?.optionsOf(target, path)) ?? []));
  return options.length > 0 ? { options: options.slice(0, CONTEXT_LIMITS.names) } : {};
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;

/** A name that is not a plain word is not looked for: it counts as used. */
function routinesUsed(names: readonly string[], isOther: (word: string) => boolean): readonly string[] | undefined {
  const found = names.filter((name) => !PLAIN_NAME.test(name) || isOther(name));
  const tooMany = found.length > CONTEXT_LIMITS.names || found.some(({ length }) => length > CONTEXT_LIMITS.characters);
  return tooMany ? undefined : found;
}

/** Words, outside of the bodies of routines, of statements that may run a routine or fire a trigger. */
const RUNS_CODE = [
  ...['select', 'call', 'do', 'exec', 'execute', 'perform', 'values', 'with', 'refresh'],
  ...['insert', 'update', 'delete', 'merge', 'replace', 'copy', 'load', 'truncate'],
];

/** Of definitions in one context, which may be sent to a service. The findings of further routines count. */
const MAX_ROUTINE_CHARACTERS = 1_000_000;

/**
 * Which of the routines the change runs, and which the base attaches or calls in routines that the change runs. One in whose
 * body nothing matters, or whose name is not a plain word, is not looked for: it counts as run.
 */
async function routinesOf(
  { routines, riskyRoutines }: ContextNeeds,
  path: string,
  base: BaseSql | undefined,
  run: ReadonlySet<string> | undefined,
): Promise<Pick<FileContext, 'routinesRun' | 'routinesAttached' | 'routines'>> {
  if (!run || routines.length > CONTEXT_LIMITS.names) return {};
  const isRun = (name: string) => run.has(name);
  const plain = riskyRoutines.filter((name) => PLAIN_NAME.test(name));
  const looked = new Set(plain);
  const routinesRun = routines.filter((name) => !looked.has(name) || isRun(name));
  const routinesAttached = await base?.attached(plain, path, isRun);
  const known: BaseRoutine[] = [];
  let characters = 0;
  // What else the change runs may run the routine, or fire it.
  const runsCode = RUNS_CODE.some((word) => run.has(word));
  for (const name of runsCode ? [] : plain) {
    const routine = isRun(name) ? undefined : await base?.routineOf(name, path);
    characters += routine?.definitions.reduce((sum, { length }) => sum + length, 0) ?? 0;
    if (characters > MAX_ROUTINE_CHARACTERS) break;
    if (routine) known.push(routine);
  }
  return { routinesRun, ...(routinesAttached && { routinesAttached }), ...(known.length > 0 && { routines: known }) };
}

/** By word: the file that uses it, or null if several do. */
type Users = Map<string, string | null>;

/**
 * Reads the selected files and all other SQL files of the change; undefined if one of them cannot be read. A file for
 * another database cannot touch what this one has, what `ignore` skips is not run there, and no undo of a migration is.
 */
async function usedElsewhere(
  request: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
  words: (file: BaseFile) => ReadonlySet<string>,
): Promise<UsedElsewhere | undefined> {
  const databases = new Map<string, Users>();
  // A migration that several folders hold, such as one for each driver, runs once on a database.
  const first = new Map<string, string>();
  const copied = new Map<string, string>();
  for await (const file of presentFiles(request, settings, selected)) {
    if (!file) return undefined;
    const { text, dialect, tool } = file;
    if (dialect && isUndoFile({ path: file.path, text, dialect, tool })) continue;
    const database = databaseOf(file.path, settings);
    const migration = [database, migrationName(file.path), text].join('\n');
    const path = first.get(migration) ?? file.path;
    if (path === file.path) first.set(migration, path);
    else copied.set(file.path, path);
    const users: Users = databases.get(database) ?? new Map();
    databases.set(database, users);
    for (const word of dialect ? words({ path, text, dialect, tool }) : wordsOf(text)) {
      const user = users.get(word);
      if (user !== path) users.set(word, user === undefined ? path : null);
    }
  }
  return (word, path) => {
    const own = databaseOf(path, settings);
    const original = copied.get(path) ?? path;
    return [...databases].some(([database, users]) => {
      const user = users.get(word);
      return user !== undefined && user !== original && (database === own || database === '' || own === '');
    });
  };
}

/**
 * Whether another file of the change enables row security for a table, or creates a policy, and does not run later; undefined
 * if it may do so in SQL that is not read.
 */
async function securedElsewhere(
  request: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
): Promise<Elsewhere['isSecured']> {
  const files: BaseFile[] = [];
  for await (const file of presentFiles(request, settings, selected)) {
    if (!file) return undefined;
    const { dialect, ...others } = file;
    if (dialect && mentionsSecurity(file.text)) files.push({ ...others, dialect });
  }
  return (word, path) => {
    const meant = files.filter(
      (file) => file.path !== path && !runsLater(file.path, path) && !isOtherDatabase(file.path, path, settings),
    );
    if (meant.some((file) => securityIn(file).tables.has(word))) return true;
    return meant.some((file) => securityIn(file).mayBeOthers) ? undefined : false;
  };
}

/** The words, in lower case, of what the SQL files and other migrations of a change run; undefined if one of them cannot be read. */
async function runByChange(
  request: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
): Promise<ReadonlySet<string> | undefined> {
  const files: RoutineRuns[] = [];
  for await (const file of presentFiles(request, settings, selected)) {
    if (!file) return undefined;
    const { path, text, dialect } = file;
    const isRead = dialect !== undefined && CREATES_NAMED_ROUTINE.test(text);
    files.push(
      isRead
        ? routineRuns(text, dialect, statementHeads(text, path, dialect))
        : { words: wordsOf(text), bodies: new Map() },
    );
  }
  const changed = (request.change?.files ?? []).filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  const inCode = changed.filter((path) => !isSqlFileName(path) && CODE_OF_MIGRATION.test(path));
  request.head.expect?.(inCode);
  for (const path of inCode) {
    const text = await textOf(request.head, path);
    if (text === undefined) return undefined;
    files.push({ words: wordsOf(text), bodies: new Map() });
  }
  return wordsRun(files);
}

/** Migrations in another language: they may run SQL. */
const CODE_OF_MIGRATION =
  /(?:migrat|changelog|alembic|versions\/|deploy).*\.(?:rb|py|php|[cm]?[jt]s|cs|fs|java|kt|groovy|go|exs?|xml|ya?ml|json|sh)$/is;

type ChangedText = Pick<BaseFile, 'path' | 'text' | 'tool'> & { readonly dialect: Dialect | undefined };

/** The selected files and all other SQL files of the change, with their texts; undefined for one that cannot be read. */
async function* presentFiles(
  { change, head, standardInput }: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
): AsyncGenerator<ChangedText | undefined> {
  if (standardInput || change?.untrusted !== undefined) return yield undefined;
  const changed = change?.files.filter(({ path }) => isSqlFileName(path) && !settings.isIgnored(path)) ?? [];
  const present = [...selected, ...changed].filter(({ status }) => status !== 'deleted');
  const paths = [...new Set(present.map(({ path }) => path))];
  head.expect?.(paths);
  for (const path of paths) {
    const text = await textOf(head, path);
    const { dialect, tool } = settings.of(path);
    yield text === undefined ? undefined : { path, text, dialect, tool };
  }
}

async function textOf(tree: RepositoryChange['head'], path: string): Promise<string | undefined> {
  try {
    const entry = await tree.read(path);
    return entry.kind === 'file' ? decodeSql(entry.bytes).text : undefined;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
