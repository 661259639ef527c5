import { T, type TokenList } from '../text/tokens.ts';
import { nameKey, type SqlText } from './query.ts';
import { closing, splitAt } from './words.ts';

/** Words with which an item of a CREATE TABLE begins that is not a column; LIKE copies columns that are not known here. */
const CONSTRAINTS = /^(?:CONSTRAINT|PRIMARY|UNIQUE|FOREIGN|CHECK|EXCLUDE|KEY|INDEX|FULLTEXT|SPATIAL|PERIOD)$/;

/** The tables that a text creates, by the key of their names. */
export class NewTables {
  readonly #columns = new Map<string, readonly string[]>();
  readonly #changed = new Set<string>();

  private constructor(text: SqlText) {
    const { tokens } = text;
    for (let at = 0; at < tokens.length; at++) {
      const word = tokens.word(at);
      if (word === 'TABLE' && tokens.word(at - 1) !== 'ALTER') this.#add(text, at);
      else if (word === 'ALTER') this.#change(text, at);
    }
  }

  static of(text: SqlText): NewTables {
    let known = byText.get(text.tokens);
    if (!known) {
      known = new NewTables(text);
      byText.set(text.tokens, known);
    }
    return known;
  }

  /** The columns that the table is created with; undefined if they are not known, or may change later. */
  columnsOf(name: string): readonly string[] | undefined {
    return this.#changed.has(name) ? undefined : this.#columns.get(name);
  }

  /** `CREATE TABLE name (…)` and `DECLARE @name TABLE (…)`, at the word TABLE. */
  #add(text: SqlText, at: number): void {
    const { tokens } = text;
    const isVariable = tokens.kind(at - 1) === T.param || tokens.kind(at - 2) === T.param;
    let name = at + 1;
    // The table may exist with other columns.
    if (tokens.word(name) === 'IF') return;
    if (isVariable) name = tokens.kind(at - 1) === T.param ? at - 1 : at - 2;
    else if (!isCreate(tokens, at)) return;
    while (!isVariable && tokens.word(name + 1) === '.') name += 2;
    const key = nameKey(text, name);
    const open = isVariable ? at + 1 : name + 1;
    if (tokens.word(open) !== '(') return;
    const close = closing(text, open, tokens.length);
    const columns: string[] = [];
    for (const [first, end] of splitAt(text, open + 1, close, ',')) {
      const word = tokens.word(first);
      if (first >= end || word === 'LIKE' || word === 'SELECT') return;
      if (!CONSTRAINTS.test(word)) columns.push(nameKey(text, first));
    }
    if (!/^(?:INHERITS|PARTITION|LIKE|SELECT)$/.test(tokens.word(close + 1))) this.#columns.set(key, columns);
  }

  /** The table behind ALTER TABLE. */
  #change(text: SqlText, at: number): void {
    const { tokens } = text;
    let name = at + 1;
    while (/^(?:TABLE|ONLY|IF|EXISTS)$/.test(tokens.word(name))) name++;
    while (tokens.word(name + 1) === '.') name += 2;
    this.#changed.add(nameKey(text, name));
  }
}

const byText = new WeakMap<TokenList, NewTables>();
/** Words between CREATE and TABLE. */
const MAX_MODIFIERS = 4;

function isCreate(tokens: TokenList, at: number): boolean {
  for (let before = at - 1; before >= at - MAX_MODIFIERS; before--) {
    if (tokens.word(before) === 'CREATE') return true;
    if (!/^(?:TEMP|TEMPORARY|LOCAL|GLOBAL|UNLOGGED|OR|REPLACE)$/.test(tokens.word(before))) return false;
  }
  return false;
}
