import type { TokenList } from '../text/tokens.ts';
import type { Scan } from './scan.ts';

/** A text that an expression may produce. */
export interface DynamicText {
  /** The text, with `${value}` for each part that is not known. */
  readonly text: string;
  /** Whether every part is a literal, or a single name or value. */
  readonly complete: boolean;
}

/** Reading one expression, and the variables in it. */
export interface TextReading {
  readonly scan: Scan;
  /** Variables whose values are being read: one that depends on itself is not known. */
  readonly open: Set<string>;
  /** How many parts of this expression may still be read. */
  readonly budget: { parts: number };
  /** The values of the routine's parameters, and of variables of loops, if they are known. */
  readonly parameters: ReadonlyMap<string, string> | undefined;
  /** Takes the names that the variable of a loop has one by one. */
  readonly loops: Map<string, readonly string[]>;
  /** Whether columns hold names from the system catalog. */
  readonly catalog: boolean;
  /** The texts of another expression, such as the one that a variable was assigned. */
  read(from: number, to: number, catalog?: boolean): readonly DynamicText[];
}

/** Maximum texts that one expression may produce. */
const MAX_TEXTS = 8;
/** Maximum characters of a text. */
const MAX_LENGTH = 1_000_000;

/** The remaining budget for reading one text, so that a file with many variables takes linear time. */
interface Allowance {
  tokens: number;
  characters: number;
}
const ALLOWANCES = new WeakMap<TokenList, Allowance>();

function allowanceOf(tokens: TokenList): Allowance {
  const known = ALLOWANCES.get(tokens);
  if (known) return known;
  const allowance = { tokens: 30 * tokens.length + 100_000, characters: 10 * tokens.text.length + 1_000_000 };
  ALLOWANCES.set(tokens, allowance);
  return allowance;
}

/** Takes the reading of some tokens off the allowance of their text; false if it is used up. */
export function mayRead(tokens: TokenList, count: number): boolean {
  const allowance = allowanceOf(tokens);
  allowance.tokens -= count;
  return allowance.tokens >= 0;
}

/** Takes texts off the allowance; they are unknown if it is used up. */
export function allowed(tokens: TokenList, texts: readonly DynamicText[]): readonly DynamicText[] {
  const allowance = allowanceOf(tokens);
  for (const { text } of texts) allowance.characters -= text.length;
  return allowance.characters >= 0 ? texts : UNKNOWN;
}

export const UNKNOWN: readonly DynamicText[] = [{ text: '${value}', complete: false }];
/** A single name or value. */
export const NAME: readonly DynamicText[] = [{ text: '${value}', complete: true }];

/** Types whose values are numbers, dates, ids, or names that PostgreSQL quotes: as text, each is a single name or value. */
const VALUE_TYPES = new Set([
  ...['INT', 'INT2', 'INT4', 'INT8', 'INTEGER', 'BIGINT', 'SMALLINT', 'TINYINT', 'SIGNED', 'UNSIGNED', 'BIT'],
  ...['NUMERIC', 'DECIMAL', 'FLOAT', 'REAL', 'MONEY', 'BOOLEAN', 'BOOL', 'UUID', 'UNIQUEIDENTIFIER'],
  ...['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'DATETIME', 'DATETIME2', 'OID', 'REGCLASS', 'REGTYPE'],
]);

/** Whether the type at `at` is one of them, and no array. */
export function isValueType(tokens: TokenList, at: number): boolean {
  return VALUE_TYPES.has(tokens.word(at)) && tokens.word(at + 1) !== '[';
}

/** Maximum assignments of a variable. */
const MAX_ASSIGNMENTS = 32;

/** Whether a variable has assignments, and few enough to read each of them wherever it is used. */
export function isAssigned({ length }: { readonly length: number }): boolean {
  return length > 0 && length <= MAX_ASSIGNMENTS;
}

/** In the text of a variable: its previous value. */
export const ITSELF = '${itself}';

/** All texts that parts can be joined to. */
export function joined(parts: readonly (readonly DynamicText[])[]): readonly DynamicText[] {
  const count = parts.reduce((product, { length }) => product * length, 1);
  const known = count > MAX_TEXTS ? parts.map((texts) => (texts.length > 1 ? UNKNOWN : texts)) : parts;
  let length = 0;
  let all: { parts: string[]; complete: boolean }[] = [{ parts: [], complete: true }];
  for (const texts of known) {
    length += Math.max(...texts.map(({ text }) => text.length));
    if (length > MAX_LENGTH) return UNKNOWN;
    if (texts.length === 1 && texts[0]) {
      for (const each of all) {
        each.parts.push(texts[0].text);
        each.complete &&= texts[0].complete;
      }
      continue;
    }
    all = all.flatMap((each) =>
      texts.map(({ text, complete }) => ({ parts: [...each.parts, text], complete: each.complete && complete })),
    );
  }
  return all.map(({ parts: texts, complete }) => ({ text: texts.join(''), complete }));
}

/** One of several texts. */
export function either(all: readonly (readonly DynamicText[])[]): readonly DynamicText[] {
  const complete = new Map<string, boolean>();
  for (const each of all.flat()) {
    // NULL and an empty text run nothing.
    if (each.text.trim() === '' && each.complete) continue;
    complete.set(each.text, (complete.get(each.text) ?? true) && each.complete);
  }
  const distinct = [...complete].map(([text, isComplete]) => ({ text, complete: isComplete }));
  if (distinct.length > MAX_TEXTS) return distinct.every(isPlainName) ? NAME : UNKNOWN;
  return distinct.length > 0 ? distinct : [{ text: '', complete: true }];
}

function isPlainName({ text, complete }: DynamicText): boolean {
  return complete && /^(?:[\w.]+|\$\{value\})$/.test(text);
}
