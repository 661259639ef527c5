import {
  type BaseCheck,
  type BaseColumn,
  type BaseOptions,
  type BasePolicy,
  type BaseTable,
  CONTEXT_LIMITS,
  ConfigError,
  type Dialect,
  type FileContext,
  isAvailable,
  isSqlFileName,
  type NewTable,
  type ReadTable,
  type Target,
} from '../model/index.ts';
import { type AddedColumn, decodeSql, wordsOf } from '../sql/index.ts';
import { asNewTable } from './base-constraints.ts';
import type { BaseFile } from './base-files.ts';
import { type BaseSql, orUnknown, readBaseSql } from './base-sql.ts';
import { changedColumns } from './base-tables.ts';
import { type ChangedTable, type ContextNeeds, contextNeeds, usedWords } from './context-needs.ts';
import { wordsOfChangedColumns, wordsOfRenamed } from './created-tables.ts';
import { type NewTables, NOTHING_NEW, newTables } from './new-tables.ts';
import { type ChangedFile, databaseOf, type RepositoryChange, type RepositorySettings } from './settings.ts';

/** A file that is judged, with its text. */
export interface FileInContext {
  readonly path: string;
  readonly text: string;
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
  const elsewhere = (words: (file: BaseFile) => ReadonlySet<string>) => {
    let found: Promise<UsedElsewhere | undefined> | undefined;
    return () => (found ??= usedElsewhere(request, settings, selected, words));
  };
  const used = elsewhere((file) => usedWords(file.text, file.path, file.dialect));
  const renamed = elsewhere(wordsOfRenamed);
  const columnChanged = elsewhere(wordsOfChangedColumns);
  let created: Promise<NewTables | undefined> | undefined;
  return async ({ path, text, settings: { dialect } }) => {
    const needs = contextNeeds(text, path, dialect);
    created ??= orUnknown(() => newTables(request, settings, selected));
    const before = (await created)?.(path, text) ?? NOTHING_NEW;
    const { tables, created: made, routines, policies: dropped, options: optioned } = needs;
    const { read, indexed, checked, changed, added } = needs;
    const asked = [
      tables,
      made,
      dropped,
      optioned,
      read,
      indexed,
      checked,
      changed,
      added,
      before.tables,
      before.columns,
    ];
    const isAsked = asked.some(({ length }) => length > 0);
    if (!isAsked && routines.length === 0) return undefined;
    if (isAsked || needs.unreadableRoutines.length > 0) base ??= baseOf(request, settings);
    const isUsed = await used();
    const ofBase = {
      ...(await policiesOf(needs.policies, path, await base)),
      ...(await optionsOf(optioned, path, await base)),
    };
    // If the other files of the change are not known, any of them may have created a table.
    if (!isUsed) return request.standardInput ? undefined : { tables: [], ...ofBase };
    const isOther = (word: string) => isUsed(word, path);
    const known = await base;
    let own: ReadonlySet<string> | undefined;
    const isNamed = (word: string) => {
      own ??= usedWords(text, path, dialect);
      return own.has(word) || isOther(word);
    };
    const isNew = ({ name, schema }: Pick<Target, 'name' | 'schema'>) =>
      known?.mayHave({ name, schema, quoted: false, text: '' }, path) === false;
    const presumed = made.filter(isNew);
    const isRenamed = presumed.length > 0 ? await renamed() : undefined;
    const missing = added.length > 0 ? notIn(await columnChanged(), added, path) : [];
    const createdBefore = before.tables.slice(0, CONTEXT_LIMITS.names).filter(isNew);
    return {
      ...(createdBefore.length > 0 && { createdBefore }),
      ...ofBase,
      ...(await readTablesOf(read, path, known, isOther)),
      ...(await constraintsOf({ indexed, checked }, path, known, isOther)),
      ...(await columnsOf(changed, path, known, isOther)),
      ...(await newColumnsOf([...before.columns, ...missing], path, known)),
      tables: [
        ...(await tablesOf(tables, path, known, isOther)),
        // Another file may use, or create, a table that is new.
        ...(isRenamed ? await tablesOf(presumed, path, known, (word) => isRenamed(word, path)) : []),
      ].slice(0, CONTEXT_LIMITS.names),
      routinesUsed: routinesUsed(needs.routines, isOther),
      ...(await routinesAttached(needs.unreadableRoutines, path, await base, isNamed)),
    };
  };
}

async function baseOf({ change }: RepositoryChange, settings: RepositorySettings): Promise<BaseSql | undefined> {
  if (!change || change.untrusted !== undefined || !isAvailable(change.rulesBase)) return undefined;
  return readBaseSql(change.rulesBase, settings);
}

/**
 * Drops tables that another file of the change names: that file may have created the table, or renamed it from another
 * name in the base.
 */
async function tablesOf(
  targets: readonly Target[],
  path: string,
  base: BaseSql | undefined,
  isOther: (word: string) => boolean,
): Promise<FileContext['tables']> {
  const tables: BaseTable[] = [];
  for (const target of targets.slice(0, CONTEXT_LIMITS.names)) {
    const table = await base?.tableOf(target, path);
    if (!table) continue;
    if (!isOther((target.name ?? '').toLowerCase())) tables.push(table);
    else if (table.exists) {
      // The foreign keys of the base are complete only if no other file of the change adds one.
      const isComplete = table.cascades === false && !(isOther('references') && isOther('delete'));
      const { name, schema } = table;
      tables.push({ name, schema, exists: true, namedElsewhere: true, ...(isComplete && { cascades: false }) });
    }
  }
  return tables;
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
    if (table?.columns) tables.push({ name: table.name, schema: table.schema, columns: table.columns });
  }
  return tables.length > 0 ? { readTables: tables } : {};
}

/** What the base says of tables that get an index or constraint, unless another file of the change may change that. */
async function constraintsOf(
  { indexed, checked }: Pick<ContextNeeds, 'indexed' | 'checked'>,
  path: string,
  base: BaseSql | undefined,
  isOther: (word: string) => boolean,
): Promise<Pick<FileContext, 'partitioned' | 'checks'>> {
  const partitioned: NewTable[] = [];
  const checks: BaseCheck[] = [];
  for (const table of indexed.slice(0, CONTEXT_LIMITS.names))
    if (await base?.isPartitioned(table, path)) partitioned.push(asNewTable(table));
  for (const table of checked.slice(0, CONTEXT_LIMITS.names))
    if (!isOther((table.name ?? '').toLowerCase())) checks.push(...((await base?.checksOf(table, path)) ?? []));
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

/**
 * Which of the routines the base attaches, or calls in routines that the change names. Those whose name is not a plain word
 * count as attached.
 */
async function routinesAttached(
  names: readonly string[],
  path: string,
  base: BaseSql | undefined,
  isNamed: (name: string) => boolean,
): Promise<Pick<FileContext, 'routinesAttached'>> {
  if (names.length === 0) return {};
  const plain = names.filter((name) => PLAIN_NAME.test(name));
  const attached = await base?.attached(plain, path, isNamed);
  if (!attached || names.length > CONTEXT_LIMITS.names) return {};
  return { routinesAttached: [...attached, ...names.filter((name) => !PLAIN_NAME.test(name))] };
}

/** By word: the file that uses it, or null if several do. */
type Users = Map<string, string | null>;

/**
 * Reads the selected files and all other SQL files of the change; undefined if one of them cannot be read. A file for
 * another database cannot touch what this one has, and what `ignore` skips is not run there.
 */
async function usedElsewhere(
  { change, head, standardInput }: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
  words: (file: BaseFile) => ReadonlySet<string>,
): Promise<UsedElsewhere | undefined> {
  if (standardInput || change?.untrusted !== undefined) return undefined;
  const changed = change?.files.filter(({ path }) => isSqlFileName(path) && !settings.isIgnored(path)) ?? [];
  const present = [...selected, ...changed].filter(({ status }) => status !== 'deleted');
  const paths = [...new Set(present.map(({ path }) => path))];
  const databases = new Map<string, Users>();
  head.expect?.(paths);
  for (const path of paths) {
    const text = await textOf(head, path);
    if (text === undefined) return undefined;
    const { dialect, tool } = settings.of(path);
    const database = databaseOf(path, settings);
    const users: Users = databases.get(database) ?? new Map();
    databases.set(database, users);
    for (const word of dialect ? words({ path, text, dialect, tool }) : wordsOf(text)) {
      const user = users.get(word);
      if (user !== path) users.set(word, user === undefined ? path : null);
    }
  }
  return (word, path) => {
    const own = databaseOf(path, settings);
    return [...databases].some(([database, users]) => {
      const user = users.get(word);
      return user !== undefined && user !== path && (database === own || database === '' || own === '');
    });
  };
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
