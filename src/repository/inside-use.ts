import { type FileTree, isAvailable, type OperationKind, type Statement } from '../model/index.ts';
import { lastPartOf, wordsOf } from '../sql/index.ts';
import { type BaseFile, perFile, readBaseFiles, scriptOf } from './base-files.ts';
import { type BaseSql, orUnknown, readBaseSql } from './base-sql.ts';
import type { RepositoryChange, RepositorySettings } from './settings.ts';

/** A table or view, or a column of it. */
interface Used {
  readonly schema: string;
  readonly name: string;
  readonly column?: string | undefined;
}

/** What uses an object inside of the database, as the SQL files of the base say. */
export interface InsideUse {
  /** Views that read it, directly or through others. */
  readonly views: readonly { readonly schema: string; readonly name: string }[];
  /** Routines that name it, or one of the views. */
  readonly routines: readonly { readonly schema: string; readonly name: string }[];
  /** Why code in the database may use it; undefined if none does. */
  readonly code: string | undefined;
  /** Whether rows get a value for the column that an INSERT does not give; undefined if that is not known. */
  readonly hasDefault: boolean | undefined;
}

/** Finds what uses an object of the database of the file at `path`. */
type InsideUseFinder = (object: Used, path: string) => Promise<InsideUse>;

const VIEWS: ReadonlySet<OperationKind> = new Set<OperationKind>(['create_view', 'create_materialized_view']);
const CODE: Readonly<Partial<Record<OperationKind, string>>> = {
  create_function: 'function',
  create_procedure: 'procedure',
  create_trigger: 'trigger',
  create_event: 'event',
  create_rule: 'rule',
  create_policy: 'policy',
  create_language: 'language',
};

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
  const views = new Map<string, { schema: string; name: string }>();
  const routines: { schema: string; name: string }[] = [];
  let code: string | undefined;
  const open: Used[] = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    const files = await readBaseFiles(base.filesNaming(next.name), path, tree, settings);
    if (!files || views.size > MAX_VIEWS) return undefined;
    for (const { kind, name, schema, words, text } of files.flatMap((file) => readersIn(file))) {
      if (name === next.name || !words.has(next.name.toLowerCase()) || !mayUseColumn(words, text, object.column))
        continue;
      if (!VIEWS.has(kind)) {
        code ??= `the ${CODE[kind]} ${name} of the base branch names it`;
        if (kind === 'create_function' || kind === 'create_procedure') routines.push({ schema, name });
      } else if (!views.has(name)) {
        views.set(name, { schema, name });
        open.push({ schema, name });
      }
    }
  }
  if (code === undefined && !(await base.showsTable({ ...object, quoted: false, text: '' }, path)))
    code = 'no SQL file of the base branch creates it, so that what else uses it is not known';
  return { views: [...views.values()], routines, code, hasDefault: await hasDefault(object, path, base) };
}

async function hasDefault({ column, ...table }: Used, path: string, base: BaseSql): Promise<boolean | undefined> {
  if (column === undefined) return undefined;
  const columns = await base.columnsOf({ ...table, quoted: false, text: '' }, path);
  const attributes = columns?.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.attributes;
  return attributes?.some((each) => each === 'default' || each === 'auto_increment' || each === 'computed');
}

/** `SELECT *` and `t.*`, not `count(*)` or a product. */
const SELECTS_ALL = /(?:\bselect|\bdistinct|\ball|,|\.)\s*\*/i;

function mayUseColumn(words: ReadonlySet<string>, text: string, column: string | undefined): boolean {
  return column === undefined || words.has(column.toLowerCase()) || SELECTS_ALL.test(text);
}

interface Reader {
  readonly kind: OperationKind;
  readonly schema: string;
  readonly name: string;
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

/** The views and code that a file creates. */
const readersIn = perFile((file: BaseFile): readonly Reader[] =>
  scriptOf(file).statements.flatMap((statement) => readerOf(statement, file.text)),
);

function readerOf({ operations, span }: Statement, all: string): readonly Reader[] {
  const created = operations.find(({ kind, place }) => place === 'statement' && (VIEWS.has(kind) || CODE[kind]));
  if (!created) return [];
  const text = all.slice(span.start, span.end);
  const { name = '', schema = '' } = created.target;
  return [{ kind: created.kind, schema, name: lastPartOf(name), words: wordsOf(text), text }];
}
