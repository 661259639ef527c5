import type { BaseTable, Dialect, Operation, Target } from '../../model/index.ts';
import { LEXICAL } from '../text/dialects.ts';
import { unquote } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { changeFacts, type FollowedStatement } from './followed-statement.ts';
import type { Pass } from './script-reading.ts';

/**
 * SQLite: makes a filter unknown that uses no column, but a name in double quotes which the table has not. It is a text then,
 * the same for each row: a misspelt `"staus" <> 'paid'` deletes all of them.
 */
export const markQuotedTexts: Pass = (statements, { dialect, context, kinds, tokens, ranges }) => {
  if (!context || !mayQuoteTexts(tokens.text, dialect) || !(kinds.has('delete') || kinds.has('update'))) return;
  const columns = columnsAtMost(context.tables, statements);
  for (const [at, statement] of statements.entries()) {
    const range = ranges[at];
    for (const [index, operation] of statement.operations.entries()) {
      const table = filteredTable(operation)?.name?.toLowerCase() ?? '';
      const known = columns.get(table);
      const text = range && known && textIn(tokens, range, known);
      if (text === undefined) continue;
      const filterDoubt = `\`${table}\` has no column ${text}: SQLite takes it for a text, the same in every row`;
      changeFacts(statement, index, { filter: undefined, filterDoubt });
    }
  }
};

/** Whether a file may have names in double quotes that are texts. */
export function mayQuoteTexts(text: string, dialect: Dialect): boolean {
  return LEXICAL[dialect].values.quotedTexts === 'without-column' && text.includes('"');
}

/** The table whose rows the condition of a write selects. */
export function filteredTable({ kind, filter, place, target }: Operation): Target | undefined {
  const isFiltered = (kind === 'delete' || kind === 'update') && filter === 'conditional' && place === 'statement';
  return isFiltered ? target : undefined;
}

/** All columns that a table of the base has at some time while the file runs, in lower case; none for a table with renames. */
function columnsAtMost(
  tables: readonly BaseTable[],
  statements: readonly FollowedStatement[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const { name, columns } of tables)
    if (columns) all.set(name.toLowerCase(), new Set(columns.map((column) => column.toLowerCase())));
  for (const { kind, target, columns } of statements.flatMap(({ operations }) => operations)) {
    const table = (target.name ?? '').toLowerCase();
    if (kind === 'rename_column' || kind === 'rename_table' || (kind === 'add_column' && !columns)) all.delete(table);
    else if (kind === 'add_column') for (const column of columns ?? []) all.get(table)?.add(column.toLowerCase());
  }
  return all;
}

/** The name in double quotes in a condition that uses no column, if the statement reads one table only. */
function textIn(tokens: TokenList, { from, to }: TokenRange, columns: ReadonlySet<string>): string | undefined {
  let where = from;
  while (where < to && tokens.word(where) !== 'WHERE') where++;
  for (let at = from; at < to; at++)
    if (/^(?:SELECT|JOIN)$/.test(tokens.word(at)) || (tokens.word(at) === 'FROM' && tokens.word(at - 1) !== 'DELETE'))
      return undefined;
  let text: string | undefined;
  for (let at = where + 1; at < to; at++) {
    const isQuoted = tokens.kind(at) === T.quoted;
    if (!isQuoted && tokens.kind(at) !== T.word) continue;
    const name = (isQuoted ? unquote(tokens.raw(at)) : tokens.raw(at)).toLowerCase();
    if (columns.has(name) || ROW_IDS.test(name)) return undefined;
    if (isQuoted && tokens.raw(at).startsWith('"') && tokens.word(at + 1) !== '.') text ??= tokens.raw(at);
  }
  return text;
}

const ROW_IDS = /^(?:rowid|oid|_rowid_)$/;
