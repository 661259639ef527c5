import type { Part } from '../../reader/ddl/index.ts';

// Why a copy is not accepted as a rebuild, in words that complete the message about the DROP TABLE.

export const REBUILD_DOUBTS = {
  into: 'the new table may not keep every row that is written to it',
  setting: 'a setting of this file may change which rows the copy holds',
  mixed: 'the copy writes the values of a column to another one',
  reshaped: 'this file changes the old table before it copies it',
  elsewhere: 'another file of the change names the old table, and may change its columns first',
  columns: 'the CREATE TABLE of the old table is not known; run the check in the repository whose base branch has it',
  older: 'the old table may be older than its CREATE TABLE IF NOT EXISTS, and have more columns than that',
  changed: 'this file changes one of the two tables after the copy',
  continues:
    'an error of the copy does not keep the batch from dropping the table; write `SET XACT_ABORT ON` first, or use TRY',
  back: 'an error while its rows are copied back leaves them in the other table; run the file in a transaction',
  cascades:
    'the drop can delete rows of tables that refer to this one; write `PRAGMA foreign_keys = OFF` first, outside a transaction',
  keys: 'it is not known which tables refer to this one; run the check in the repository, or write `PRAGMA foreign_keys = OFF` first, outside a transaction',
  secured: 'the old table has row security, and its policies are lost',
  policies: 'it is not known whether the old table has row security; run the check in the repository',
} as const;

const MAX_NAMES = 5;

/** @param names columns of the old table that the copy does not hold as they were */
export function lostColumns(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `\`${name}\``);
  return `the copy does not keep the values of ${shown.join(', ')}${names.length > MAX_NAMES ? ', …' : ''}`;
}

/** Clauses of an `INSERT … SELECT` with which it may not hold every row as it was, by their first words. */
const INCOMPLETE_COPIES: ReadonlyMap<string, string> = new Map([
  ['IGNORE', 'IGNORE'],
  ['REPLACE', 'REPLACE'],
  ['DISTINCT', 'DISTINCT'],
  ['JOIN', 'JOIN'],
  ['WHERE', 'WHERE'],
  ['GROUP', 'GROUP BY'],
  ['HAVING', 'HAVING'],
  ['LIMIT', 'LIMIT'],
  ['TOP', 'TOP'],
  ['UNION', 'UNION'],
  ['CONFLICT', 'ON CONFLICT'],
  ['DUPLICATE', 'ON DUPLICATE KEY'],
]);

/** Why a statement that copies rows is not read as a copy of a whole table. */
export function formDoubt({ tokens, from, to }: Part): string {
  for (let at = from; at < to; at++) {
    const word = INCOMPLETE_COPIES.get(tokens.word(at));
    // Not the function `replace(…)`.
    if (word !== undefined && tokens.word(at + 1) !== '(')
      return `the copy has \`${word}\`, so that it may not hold every row as it was`;
  }
  return 'the copy is not of the form `INSERT INTO new (…) SELECT … FROM old`';
}
