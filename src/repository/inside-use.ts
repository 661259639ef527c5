import {
  type ColumnAttribute,
  type FileTree,
  isAvailable,
  type OperationKind,
  type Statement,
} from '../model/index.ts';
import { lastPartOf, wordsOf } from '../sql/index.ts';
import type { InsideUse, ObjectName } from '../use/index.ts';
import { type BaseFile, perFile, readBaseFiles, scriptOf } from './base-files.ts';
import { type BaseSql, orUnknown, readBaseSql } from './base-sql.ts';
import type { RepositoryChange, RepositorySettings } from './settings.ts';

/** A table or view, or a column of it. */
interface Used extends ObjectName {
  readonly column?: string | undefined;
}

/** Finds what uses an object of the database of the file at `path`. */
type InsideUseFinder = (object: Used, path: string) => Promise<InsideUse>;

const VIEWS: ReadonlySet<OperationKind> = new Set<OperationKind>(['create_view', 'create_materialized_view']);
const ROUTINES: ReadonlySet<OperationKind> = new Set<OperationKind>(['create_function', 'create_procedure']);
/** Statements that may name a table without using it later. Whatever else names one may. */
const HARMLESS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['create_table', 'alter_table', 'add_column', 'drop_column', 'alter_column_type', 'set_not_null'] as const),
  ...([
    'drop_not_null',
    'set_default',
    'drop_default',
    'add_constraint',
    'drop_constraint',
    'validate_constraint',
  ] as const),
  ...([
    'create_index',
    'drop_index',
    'insert',
    'replace',
    'update',
    'delete',
    'merge',
    'copy_from',
    'truncate',
  ] as const),
  ...([
    'grant',
    'revoke',
    'change_owner',
    'comment',
    'drop_table',
    'drop_view',
    'enable_row_security',
    'maintain',
  ] as const),
  ...(['create_sequence', 'alter_sequence', 'set', 'begin', 'commit', 'select'] as const),
]);
/** Partitions and tables that inherit are read under the name of the other table. */
const SHARES_ROWS = /\b(?:partition\s+of|attach\s+partition|inherits)\b/i;

/** Views that are followed from one to the next. */
const MAX_VIEWS = 100;

const NOT_KNOWN: InsideUse = {
  views: [],
  routines: [],
  code: 'the SQL of the base branch does not show what else uses it',
  hasDefault: undefined,
};

export function insideUseFinder({ change }: RepositoryChange, settings: RepositorySettings): InsideUseFinder {
  const base = change && change.untrusted === undefined ? change.rulesBase : undefined;
  const tree = base && isAvailable(base) ? base : undefined;
  let read: Promise<BaseSql | undefined> | undefined;
  return async (object, path) => {
    if (!tree) return NOT_KNOWN;
    read ??= readBaseSql(tree, settings);
    const known = await read;
    const found = known && (await orUnknown(() => follow(object, path, known, tree, settings)));
    return found ?? NOT_KNOWN;
  };
}

async function follow(
  object: Used,
  path: string,
  base: BaseSql,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<InsideUse | undefined> {
  const views = new Map<string, ObjectName>();
  const routines: ObjectName[] = [];
  let code: string | undefined;
  const open: Used[] = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    const files = await readBaseFiles(base.filesNaming(next.name), path, tree, settings);
    if (!files || views.size > MAX_VIEWS) return undefined;
    const named = next;
    for (const reader of files.flatMap((file) => readersIn(file)).filter((each) => mayUse(each, named))) {
      code ??= whyUsed(reader, next);
      const { kind, name, schema, words, text } = reader;
      // A view of a view breaks with it, whatever it reads.
      if (!mayUseColumn(words, text, next === object ? object.column : undefined)) continue;
      if (ROUTINES.has(kind)) routines.push({ schema, name });
      if (!VIEWS.has(kind) || views.has(name)) continue;
      views.set(name, { schema, name });
      open.push({ schema, name });
    }
  }
  if (code === undefined && !(await base.showsTable({ ...object, quoted: false, text: '' }, path)))
    code = 'no SQL file of the base branch creates it, so that what else uses it is not known';
  if (code === undefined && (await base.mayBeHidden(path)) !== false)
    code = 'a part of the schema is not in the SQL files of the base branch';
  return {
    views: [...views.values()],
    routines,
    code,
    hasDefault: await getsValue(object, path, base, tree, settings),
  };
}

async function hasDefault({ column, ...table }: Used, path: string, base: BaseSql): Promise<boolean | undefined> {
  if (column === undefined) return undefined;
  const columns = await base.columnsOf({ ...table, quoted: false, text: '' }, path);
  const found = columns?.find(({ name }) => name.toLowerCase() === column.toLowerCase());
  return found?.attributes.some((each) => FILLED.has(each));
}

/** If a column is NOT NULL already, something gives it a value where INSERTs leave it out and succeed. */
const FILLED: ReadonlySet<ColumnAttribute> = new Set([
  ...(['default', 'auto_increment', 'computed', 'not null', 'primary key'] as const),
]);

/** Whether new rows get a value for the column by themselves; undefined if that is not known. */
async function getsValue(
  object: Used,
  path: string,
  base: BaseSql,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean | undefined> {
  const given = await hasDefault(object, path, base);
  return given || (await isFilledByTrigger(object, path, base, tree, settings)) || given;
}

/** The events of a trigger stand before its ON. */
const FILLS_NEW_ROWS = /\bbefore\s(?:(?!\bon\b)[^;])*?\binsert\b/i;
const RUNS = /\bexecute\s+(?:function|procedure)\s+(?:[\w"]+\s*\.\s*)?"?(\w+)/i;
const ASSIGNS = /\bnew\s*\.\s*["\x60]?(\w+)["\x60]?\s*:?=(?!=)/gi;

/** Code that may do nothing for some rows, or for some events. */
const BRANCHES = /\b(?:if|case|when|tg_op)\b/i;

/** Whether the code of a trigger of the base certainly gives the column of new rows a value. */
async function isFilledByTrigger(
  { column, ...table }: Used,
  path: string,
  base: BaseSql,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean> {
  if (column === undefined) return false;
  const readersNaming = async (name: string) =>
    ((await readBaseFiles(base.filesNaming(name), path, tree, settings)) ?? []).flatMap((file) => readersIn(file));
  const assigns = ({ text }: Reader) =>
    Array.from(text.matchAll(ASSIGNS)).some(([, assigned]) => assigned?.toLowerCase() === column.toLowerCase());
  const name = column.replace(/\W/g, '\\$&');
  // `IF NEW.slug IS NULL THEN` gives a value to what an INSERT leaves out.
  const harmless = new RegExp(
    String.raw`\bend\s+if\b|\bif\s*\(?\s*new\s*\.\s*["\x60]?${name}["\x60]?\s+is\s+null\b`,
    'gi',
  );
  const mayBranch = ({ text }: Reader) => BRANCHES.test(text.replaceAll(harmless, ''));
  for (const trigger of await readersNaming(table.name)) {
    const { kind, words, text } = trigger;
    if (kind !== 'create_trigger' || !words.has(table.name.toLowerCase()) || !FILLS_NEW_ROWS.test(text)) continue;
    const routine = RUNS.exec(text)?.[1];
    const code = routine === undefined ? [trigger] : await readersNaming(routine);
    const own = code.filter((each) => routine === undefined || each.name === routine);
    if (!mayBranch(trigger) && own.some((each) => assigns(each) && !mayBranch(each))) return true;
  }
  return false;
}

/** `SELECT *` and `t.*`, not `count(*)` or a product. */
const SELECTS_ALL = /(?:\bselect|\bdistinct|\ball|,|\.)\s*\*/i;

function mayUseColumn(words: ReadonlySet<string>, text: string, column: string | undefined): boolean {
  return column === undefined || words.has(column.toLowerCase()) || SELECTS_ALL.test(text);
}

/** Whether a statement names the object and is not the one that creates it. */
function mayUse({ kind, name, schema, words, text }: Reader, object: Used): boolean {
  if (!words.has(object.name.toLowerCase())) return false;
  const isOwn = name === object.name && (schema === '' || object.schema === '' || schema === object.schema);
  return !isOwn || kind === 'create_trigger' || SHARES_ROWS.test(text);
}

interface Reader {
  readonly kind: OperationKind;
  readonly schema: string;
  readonly name: string;
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

/** Why a statement of the base that names the table shows that something else may use it, or any of its columns. */
function whyUsed({ kind, name, text }: Reader, { name: table }: Used): string {
  if (SHARES_ROWS.test(text))
    return `${table} is partitioned, a partition, or inherits, so that another table has its rows`;
  const named = KIND_NAMES[kind];
  return `${named ? `${named} ${name}` : 'a statement'} of the base branch names it`;
}

const KIND_NAMES: Readonly<Partial<Record<OperationKind, string>>> = {
  create_view: 'the view',
  create_materialized_view: 'the materialized view',
  create_function: 'the function',
  create_procedure: 'the procedure',
  create_trigger: 'the trigger',
  create_event: 'the event',
  create_rule: 'the rule',
  create_policy: 'the policy',
};

/** The statements of a file that may show a use of what they name. */
const readersIn = perFile((file: BaseFile): readonly Reader[] =>
  scriptOf(file).statements.flatMap((statement) => readerOf(statement, file.text)),
);

function readerOf({ operations, span, unreadable }: Statement, all: string): readonly Reader[] {
  const text = all.slice(span.start, span.end);
  const isHarmless =
    unreadable.length === 0 &&
    operations.every(({ kind, place }) => place === 'statement' && HARMLESS.has(kind)) &&
    !SHARES_ROWS.test(text);
  const [first] = operations.filter(({ kind, place }) => place === 'statement' && !HARMLESS.has(kind));
  const own = first ?? operations[0];
  if (isHarmless || !own) return [];
  const { name = '', schema = '' } = own.target;
  return [{ kind: own.kind, schema, name: lastPartOf(name), words: wordsOf(text), text }];
}
