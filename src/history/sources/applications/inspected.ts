/** A value as a program prints it: text, null, a list, or pairs of names and values. */
export type Inspected = string | null | readonly Inspected[] | ReadonlyMap<string, Inspected>;

const NOTHING = /^(?:None|nil|null)$/;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  0: '\0',
};
const MAX_DEPTH = 100;

/** Reads values as `repr` of Python, `inspect` of Ruby and JSON print them. */
class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Undefined if none begins here. */
  value(depth = 0): Inspected | undefined {
    this.space();
    const first = this.#text[this.at] ?? '';
    if (Object.hasOwn(CLOSING, first)) return depth > MAX_DEPTH ? undefined : this.#group(CLOSING[first] ?? '', depth);
    const quoted = /[bru]?(["'])/y;
    quoted.lastIndex = this.at;
    const quote = quoted.exec(this.#text);
    if (quote) {
      this.at += quote[0].length;
      return this.#string(quote[1] ?? '');
    }
    const bare = /[^\s,()[\]{}"':=<>;]+/y;
    bare.lastIndex = this.at;
    const word = bare.exec(this.#text)?.[0];
    if (word === undefined) return undefined;
    this.at += word.length;
    return this.#text[this.at] === '(' ? this.#call(word, depth) : NOTHING.test(word) ? null : word;
  }

  space(): void {
    while (/\s/.test(this.#text[this.at] ?? '')) this.at++;
  }

  #string(quote: string): string | undefined {
    let value = '';
    for (;;) {
      const letter = this.#text[this.at++];
      if (letter === undefined) return undefined;
      if (letter === quote) return value;
      value += letter === '\\' ? this.#escape() : letter;
    }
  }

  #escape(): string {
    const coded = /x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}/y;
    coded.lastIndex = this.at;
    const found = coded.exec(this.#text);
    if (found) {
      this.at += found[0].length;
      const code = Number.parseInt(found[1] ?? found[2] ?? found[3] ?? '', 16);
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    }
    const letter = this.#text[this.at++] ?? '';
    return Object.hasOwn(ESCAPED, letter) ? (ESCAPED[letter] ?? '') : letter;
  }

  #group(closing: string, depth: number): Inspected | undefined {
    this.at++;
    const items: Inspected[] = [];
    const pairs = new Map<string, Inspected>();
    for (;;) {
      this.space();
      if (this.#text[this.at] === closing) {
        this.at++;
        return pairs.size > 0 || (closing === '}' && items.length === 0) ? pairs : items;
      }
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      this.space();
      const pair = /:|=>?/y;
      pair.lastIndex = this.at;
      const sign = pair.exec(this.#text)?.[0];
      if (sign === undefined) items.push(item);
      else {
        this.at += sign.length;
        const value = this.value(depth + 1);
        if (value === undefined || typeof item !== 'string') return undefined;
        pairs.set(item, value);
      }
      this.space();
      if (this.#text[this.at] === ',') this.at++;
      else if (this.#text[this.at] !== closing) return undefined;
    }
  }

  /** `Decimal('3.5')` is its only argument; `datetime.date(2026, 11, 20)` is its own text. */
  #call(word: string, depth: number): Inspected | undefined {
    const start = this.at;
    const args = depth > MAX_DEPTH ? undefined : this.#group(')', depth);
    if (args === undefined) return undefined;
    const [only, ...more] = Array.isArray(args) ? (args as readonly Inspected[]) : [];
    return typeof only === 'string' && more.length === 0 ? only : word + this.#text.slice(start, this.at);
  }
}

/** The value from `at` to the end of a text; undefined if that is not exactly one value. */
export function inspectedAt(text: string, at = 0): Inspected | undefined {
  const reader = new Reader(text, at);
  const value = reader.value();
  reader.space();
  return reader.at === text.length ? value : undefined;
}

/** Bind values; undefined if it is not a list of values. */
export function bindsFrom(values: readonly (Inspected | undefined)[]): readonly (string | null)[] | undefined {
  const binds = values.map((value) => (value === undefined ? undefined : bindText(value)));
  return binds.every((bind) => bind !== undefined) ? (binds as (string | null)[]) : undefined;
}

/** A list or an object as a bind value is not known further. */
function bindText(value: Inspected): string | null {
  return typeof value === 'string' || value === null ? value : '';
}
