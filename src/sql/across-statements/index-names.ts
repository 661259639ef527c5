/** An index that a file creates. */
export interface Replacement {
  readonly name: string | undefined;
  /** Without schema. */
  readonly table: string;
  readonly unique: boolean;
  readonly concurrently: boolean;
  /** Without expressions. */
  readonly columns: readonly string[];
}

/** Words in the names of indexes that say what it is, not what is indexed. */
const KINDS = new Set(
  `idx index ix i key uq uk ux udx uidx unique uniq unq pk on by btree gin gist brin hash new old tmp v1 v2`.split(' '),
);
const UNIQUE_NAME = /(?:^|_)(?:uniq|unique|unq|uk|uq|ux|uidx|udx)(?:_|\d|$)|unique|_key\d*$/i;

/** Whether the name is one that PostgreSQL or people give to unique indexes: `account_email_key`. */
export function hasUniqueName(name: string): boolean {
  return UNIQUE_NAME.test(name);
}

/** The words in names, in lower case and singular, without those that say what kind of index it is. */
function wordsOf(...names: readonly (string | undefined)[]): ReadonlySet<string> {
  const words = names.flatMap((name) => (name ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return new Set(words.filter((word) => word !== '' && !KINDS.has(word)).map(singular));
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Whether the words of a table or column are all in the name of a constraint. */
export function namesPart(name: string, part: string): boolean {
  const words = wordsOf(name);
  const own = [...wordsOf(part)];
  return own.length > 0 && own.every((word) => words.has(word));
}

/**
 * Whether an index takes the place of a dropped one. DROP INDEX names neither table nor columns; the name usually does: the
 * index has its words, and it begins with a column that it names.
 */
export function replaces(dropped: string, { name, table, columns }: Replacement): boolean {
  if (name === dropped) return true;
  const [first] = columns;
  if (first === undefined || !namesPart(dropped, first)) return false;
  const own = wordsOf(name, table, ...columns);
  const words = [...wordsOf(dropped)];
  return words.length > 1 && words.every((word) => own.has(word));
}

/** Whether a unique index of the same table is on some of the columns of the dropped one, and so refuses all that it refused. */
export function isStricter(dropped: string, { table, unique, columns }: Replacement): boolean {
  return unique && columns.length > 0 && [table, ...columns].every((part) => namesPart(dropped, part));
}
