import type { Comment, Unreadable } from '../../model/index.ts';

/** Token kinds. Small numbers, so that the tokens of a 4 MB statement fit in typed arrays. */
export const T = {
  /** Past the last token. */
  end: 0,
  /** An unquoted word: keyword or name. */
  word: 1,
  /** A quoted name. */
  quoted: 2,
  /** A string literal. */
  string: 3,
  number: 4,
  /** `$1`, `?`, `:name`, `@name`: a value given at run time. */
  param: 5,
  /** Operator or punctuation. */
  op: 6,
  /** `${x}`, `{{x}}`, `$(x)`: a template placeholder for one name or value. */
  placeholder: 7,
  /** A dollar-quoted string. */
  dollar: 8,
  /** A command line for the client program (`\i`, `.read`, `:r`). */
  directive: 9,
  /** `;`, `GO`, or the current DELIMITER. */
  terminator: 10,
  /** Unreadable text: NUL, an unterminated quote, a template control block. */
  unreadable: 11,
  /** The start and end marks of an executable comment. */
  execOpen: 12,
  execClose: 13,
} as const;
export type TokenKind = (typeof T)[keyof typeof T];

interface Parentheses {
  readonly openings: number[];
  readonly closings: Map<number, number>;
}

/** The index of the first of the ascending numbers that is not below the limit. */
function firstFrom(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The tokens of a text, in order, without comments and white space. */
export class TokenList {
  readonly text: string;
  readonly comments: Comment[] = [];
  readonly unreadable: Unreadable[] = [];
  length = 0;
  /** Whether tokens beyond a limit were left out. `unreadable` says where. */
  isCut = false;
  #kinds = new Uint8Array(256);
  #starts = new Int32Array(256);
  #ends = new Int32Array(256);
  readonly #words: string[] = [];
  readonly #uppers = new Map<string, string>();
  #pairs: Parentheses | undefined;

  constructor(text: string) {
    this.text = text;
  }

  push(kind: TokenKind, start: number, end: number): void {
    const at = this.length++;
    if (at === this.#kinds.length) this.#grow();
    this.#kinds[at] = kind;
    this.#starts[at] = start;
    this.#ends[at] = end;
  }

  /** Makes the string at `at` a quoted name. */
  rename(at: number): void {
    if (at < this.length) this.#kinds[at] = T.quoted;
  }

  #grow(): void {
    const size = this.#kinds.length * 2;
    const kinds = new Uint8Array(size);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const starts = new Int32Array(size);
    starts.set(this.#starts);
    this.#starts = starts;
    const ends = new Int32Array(size);
    ends.set(this.#ends);
    this.#ends = ends;
  }

  kind(at: number): TokenKind {
    return at >= 0 && at < this.length ? (this.#kinds[at] as TokenKind) : T.end;
  }

  start(at: number): number {
    return at < this.length ? (this.#starts[at] ?? 0) : this.text.length;
  }

  end(at: number): number {
    return at < this.length ? (this.#ends[at] ?? 0) : this.text.length;
  }

  raw(at: number): string {
    return at >= 0 && at < this.length ? this.text.slice(this.#starts[at], this.#ends[at]) : '';
  }

  /** A word with its ASCII letters in upper case, or an operator or terminator as written; empty for every other kind. */
  word(at: number): string {
    if (at < 0 || at >= this.length) return '';
    const known = this.#words[at];
    if (known !== undefined) return known;
    const kind = this.#kinds[at];
    let word = '';
    if (kind === T.word) word = this.#upper(this.text.slice(this.#starts[at], this.#ends[at]));
    else if (kind === T.op || kind === T.terminator) word = this.text.slice(this.#starts[at], this.#ends[at]);
    this.#words[at] = word;
    return word;
  }

  /** One copy of each word: most texts repeat a few. */
  #upper(word: string): string {
    let upper = this.#uppers.get(word);
    if (upper === undefined) {
      upper = upperAscii(word);
      this.#uppers.set(word, upper);
    }
    return upper;
  }

  /** The opening parentheses in tokens `from` to `to`, in order. */
  openingsIn(from: number, to: number): readonly number[] {
    const { openings } = this.#parentheses();
    return openings.slice(firstFrom(openings, from), firstFrom(openings, to));
  }

  /** The parenthesis that closes the one at `at`; -1 if none does. */
  closing(at: number): number {
    return this.#parentheses().closings.get(at) ?? -1;
  }

  /** Found once for each text: in nested parentheses, counting from each one takes quadratic time. */
  #parentheses(): Parentheses {
    if (this.#pairs) return this.#pairs;
    const pairs: Parentheses = { openings: [], closings: new Map() };
    const open: number[] = [];
    for (let at = 0; at < this.length; at++) {
      const kind = this.#kinds[at];
      if (kind !== T.op && kind !== T.terminator) continue;
      const word = this.word(at);
      if (word === '(') {
        open.push(at);
        pairs.openings.push(at);
      } else if (word === ')') {
        const start = open.pop();
        if (start !== undefined) pairs.closings.set(start, at);
      }
    }
    this.#pairs = pairs;
    return pairs;
  }

  /** A new list over the same text with those tokens of `from` to `to` for which `keep` returns true. */
  filtered(from: number, to: number, keep: (at: number) => boolean): TokenList {
    const list = new TokenList(this.text);
    for (let at = from; at < to; at++) if (keep(at)) list.push(this.kind(at), this.start(at), this.end(at));
    return list;
  }
}

/** Servers know keywords by ASCII letters only. In Unicode, the upper case of `\u017f` is S and that of `\u0131` is I. */
function upperAscii(word: string): string {
  if (!NOT_ASCII.test(word)) return word.toUpperCase();
  return word.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

const NOT_ASCII = /[^\0-\x7f]/;
