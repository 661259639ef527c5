import { T, type TokenList } from '../text/tokens.ts';
import { nameKey, type SqlText } from './query.ts';
import { closing, splitAt } from './words.ts';

/** Words between CREATE and TABLE. */
const MODIFIERS = /^(?:OR|REPLACE|TEMPORARY)$/;
const ACTIONS = /^(?:ADD|MODIFY|CHANGE|ALTER|COLUMN)$/;
const TEXTS = /^(?:N?(?:VAR)?CHAR|CHARACTER|(?:TINY|MEDIUM|LONG)?TEXT)$/;

/** The types of columns, as far as a text creates or changes their tables. */
export class ColumnTypes {
  /** By table and column. */
  readonly #types = new Map<string, string>();

  private constructor(text: SqlText) {
    const { tokens } = text;
    for (let at = 0; at < tokens.length; at++) {
      if (tokens.word(at) !== 'TABLE') continue;
      let before = at - 1;
      while (MODIFIERS.test(tokens.word(before))) before--;
      if (tokens.word(before) === 'CREATE') this.#readCreate(text, at + 1);
      else if (tokens.word(before) === 'ALTER') this.#readAlter(text, at + 1);
    }
  }

  static of(text: SqlText): ColumnTypes {
    let known = byText.get(text.tokens);
    if (!known) {
      known = new ColumnTypes(text);
      byText.set(text.tokens, known);
    }
    return known;
  }

  /** Whether the column has texts; undefined if its type is not known. */
  isText(table: string, column: string): boolean | undefined {
    const type = this.#types.get(`${table}.${column}`);
    return type === undefined ? undefined : TEXTS.test(type);
  }

  /** `name (column type, …)`, from the name on. */
  #readCreate(text: SqlText, at: number): void {
    const name = tableAt(text, at);
    if (text.tokens.word(name + 1) !== '(') return;
    const close = closing(text, name + 1, text.tokens.length);
    for (const [first, end] of splitAt(text, name + 2, close, ',')) this.#add(text, name, first, end);
  }

  /** `name ADD column type, MODIFY …`, from the name on. */
  #readAlter(text: SqlText, at: number): void {
    const { tokens } = text;
    const name = tableAt(text, at);
    let end = name + 1;
    while (end < tokens.length && tokens.word(end) !== ';') end++;
    for (const [first, last] of splitAt(text, name + 1, end, ',')) {
      let column = first;
      while (ACTIONS.test(tokens.word(column))) column++;
      // `CHANGE old new type`
      if (column > first) this.#add(text, name, tokens.word(first) === 'CHANGE' ? column + 1 : column, last);
    }
  }

  #add(text: SqlText, table: number, column: number, end: number): void {
    const { tokens } = text;
    if (column + 1 >= end || tokens.kind(column + 1) !== T.word) return;
    this.#types.set(`${nameKey(text, table)}.${nameKey(text, column)}`, tokens.word(column + 1));
  }
}

/** The last part of a table's name. */
function tableAt({ tokens }: SqlText, at: number): number {
  let name = at;
  while (/^(?:IF|NOT|EXISTS)$/.test(tokens.word(name))) name++;
  while (tokens.word(name + 1) === '.') name += 2;
  return name;
}

const byText = new WeakMap<TokenList, ColumnTypes>();
