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
/** Longer parts of a name are not looked for. */
const MAX_WORDS = 12;
/** A file that creates more indexes on one column, or of one name, is not compared with all of them: that only leaves a warning. */
const MAX_COMPARED = 100;

/** Whether the name is one that PostgreSQL or people give to unique indexes: `account_email_key`. */
export function hasUniqueName(name: string): boolean {
  return UNIQUE_NAME.test(name);
}

/** The words in a name, in lower case and singular, without those that say what kind of index it is. */
function wordsOf(name: string): readonly string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !KINDS.has(word)).map(singular);
}

/** Whether the name of an index or constraint begins with that of a table, as most do. */
export function namesTable(index: string | undefined, table: string | undefined): boolean {
  const [words, start] = [wordsOf(index ?? ''), wordsOf(table ?? '')];
  return start.length > 0 && start.every((word, at) => word === words[at]);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Things kept by the name of a table or column, and found in the longer name of an index or constraint. */
export class NamedParts<Value> {
  readonly #byWords = new Map<string, Value[]>();

  add(part: string, value: Value): void {
    const words = wordsOf(part);
    if (words.length === 0 || words.length > MAX_WORDS) return;
    const key = words.join(' ');
    const known = this.#byWords.get(key);
    if (!known) this.#byWords.set(key, [value]);
    else if (known.length < MAX_COMPARED) known.push(value);
  }

  /** What was added under a part whose words follow each other in the name. */
  *in(name: string): Generator<Value> {
    if (this.#byWords.size === 0) return;
    const words = wordsOf(name);
    for (const start of words.keys())
      for (let end = start + 1; end <= Math.min(words.length, start + MAX_WORDS); end++)
        yield* this.#byWords.get(words.slice(start, end).join(' ')) ?? [];
  }

  areIn(name: string): boolean {
    return !this.in(name).next().done;
  }
}

interface Known<Index> {
  readonly index: Index;
  /** Of its name, its table and its columns. */
  readonly words: ReadonlySet<string>;
}

/** The indexes that a file creates, found by the name of an index that it drops. */
export class Replacements<Index extends Replacement> {
  readonly #byName = new Map<string, Index[]>();
  readonly #byFirstColumn = new NamedParts<Known<Index>>();
  readonly #uniqueByTable = new NamedParts<Known<Index>>();

  add(index: Index): void {
    const { name, table, columns, unique } = index;
    const known = { index, words: new Set([name ?? '', table, ...columns].flatMap(wordsOf)) };
    if (name !== undefined) {
      const same = this.#byName.get(name) ?? [];
      this.#byName.set(name, same);
      if (same.length < MAX_COMPARED) same.push(index);
    }
    const [first] = columns;
    if (first === undefined) return;
    this.#byFirstColumn.add(first, known);
    if (unique) this.#uniqueByTable.add(table, known);
  }

  /**
   * The indexes that take the place of a dropped one. DROP INDEX names neither table nor columns; the name usually does: the
   * index has its words, and it begins with a column that it names.
   */
  of(dropped: string): readonly Index[] {
    const words = [...new Set(wordsOf(dropped))];
    const found = new Set(this.#byName.get(dropped));
    if (words.length > 1)
      for (const known of this.#byFirstColumn.in(dropped))
        if (words.every((word) => known.words.has(word))) found.add(known.index);
    return [...found];
  }

  /** Whether a unique index of the same table is on some of the columns of the dropped one, and so refuses all that it refused. */
  hasStricter(dropped: string): boolean {
    const words = new Set(wordsOf(dropped));
    for (const { index } of this.#uniqueByTable.in(dropped))
      if (index.columns.every((column) => isNamed(column, words))) return true;
    return false;
  }
}

function isNamed(part: string, words: ReadonlySet<string>): boolean {
  const own = wordsOf(part);
  return own.length > 0 && own.every((word) => words.has(word));
}
