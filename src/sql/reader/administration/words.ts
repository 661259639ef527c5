import type { Target } from '../../../model/index.ts';
import { lexFragment } from '../../text/lexer/index.ts';
import { NO_TARGET, readName, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import { decodeString } from '../body.ts';
import type { Scan } from '../scan.ts';

/** One item of a pattern: see `StatementRow`. */
interface Item {
  readonly values: ReadonlySet<string>;
  readonly optional: boolean;
  readonly name: '' | 't' | 'p' | 'a' | 'n' | 'pk' | 'other' | 'set';
  /** A number must be below it. */
  readonly limit?: number;
}

/** The parts of a pattern between its `…`. */
export type Pattern = readonly (readonly Item[])[];

const SWITCHES: Readonly<Record<string, string>> = {
  '<on>': "1|ON|TRUE|YES|'ON'|'TRUE'|'YES'|'1'",
  '<off>': "0|OFF|FALSE|NO|'OFF'|'FALSE'|'NO'|'0'",
};

/** Names of primary keys and clustered indexes. */
const PRIMARY = /^[["]?(?:pk|cx|cix|cidx)_|(?:_pk|_pkey)[\]"]?$/i;

/** Compiles the words of a row. */
export function patternOf(words: string): Pattern {
  return words.split('…').map((part) =>
    part
      .trim()
      .split(' ')
      .filter((item) => item !== '')
      .map(itemOf),
  );
}

function itemOf(written: string): Item {
  const name = /^<([tpan]|pk|other|set)>$/.exec(written)?.[1] as Item['name'] | undefined;
  if (name) return { values: new Set(), optional: false, name };
  const limit = /^<below:(\d+)>$/.exec(written)?.[1];
  if (limit) return { values: new Set(), optional: false, name: 'n', limit: Number(limit) };
  const optional = written.length > 1 && written.endsWith('?');
  const values = SWITCHES[written] ?? (optional ? written.slice(0, -1) : written);
  return { values: new Set(values.split('|')), optional, name: '' };
}

/** The words that a statement of the pattern begins with. */
export function firstWords([first]: Pattern): Iterable<string> {
  return first?.[0]?.values ?? [];
}

/**
 * The target of the statement in `from` to `to` if the pattern matches; undefined if it does not. Each part is looked for
 * behind the one before, without going back, so that it takes linear time.
 */
export function matchWords(scan: Scan, pattern: Pattern, from: number, to: number): Target | undefined {
  const found: { target: Target } = { target: NO_TARGET };
  let at = from;
  for (const [index, items] of pattern.entries()) {
    let next = matchItems(scan, items, at, to, found);
    while (next < 0 && index > 0 && ++at < to) next = matchItems(scan, items, at, to, found);
    if (next < 0) return undefined;
    at = next;
  }
  return found.target;
}

/** The token after the items; -1 if they are not at `from`. */
function matchItems(scan: Scan, items: readonly Item[], from: number, to: number, found: { target: Target }): number {
  const { tokens } = scan;
  let at = from;
  for (const item of items) {
    if (item.name === 't') {
      const read = nameOrText(scan, at);
      if (read.next === at) return -1;
      found.target = read.target;
      at = read.next;
    } else if (item.name === 'p') at += tokens.word(at + 1) === '.' ? 2 : 0;
    else if (at < to && isItem(scan, item, at, to)) at++;
    else if (!item.optional) return -1;
  }
  return at;
}

/** Whether the token at `at` is the item, which is one token. */
function isItem(scan: Scan, { name, values, limit }: Item, at: number, to: number): boolean {
  switch (name) {
    case '':
      return values.has(valueAt(scan, at));
    case 'a':
      return true;
    case 'n':
      return scan.tokens.kind(at) === T.number && !(Number(scan.tokens.raw(at)) >= (limit ?? Number.POSITIVE_INFINITY));
    case 'pk':
      return PRIMARY.test(scan.tokens.raw(at));
    case 'set':
      return !OFF.has(valueAt(scan, at));
    case 'other':
      return isOther(scan, at, to);
    default:
      return false;
  }
}

const ON = itemOf('<on>').values;
const OFF = itemOf('<off>').values;

/** Whether the value at `at` may turn a switch off: neither ON nor DEFAULT, nor a variable that holds the old value. */
function isOther(scan: Scan, at: number, to: number): boolean {
  const { tokens } = scan;
  const ends = at + 1 === to || tokens.word(at + 1) === ',' || tokens.word(at + 1) === 'FOR';
  if (!ends) return true;
  return tokens.kind(at) !== T.param && tokens.word(at) !== 'DEFAULT' && !ON.has(valueAt(scan, at));
}

/** Characters: more than any text in the tables has. */
const MAX_JOINED = 40;

/** A word or operator; numbers and variables as written; a string in quotes. */
function valueAt({ tokens, lexical }: Scan, at: number): string {
  const kind = tokens.kind(at);
  if (kind === T.quoted && lexical.sessions.quotedKeywords) return unquote(tokens.raw(at)).toUpperCase();
  if (kind === T.number || kind === T.param) return tokens.raw(at).toUpperCase();
  if (kind === T.string && tokens.end(at) - tokens.start(at) < 40) {
    let text = decodeString(tokens.raw(at), false);
    // `'a' || 'b'`, from its first text only, so that it takes linear time.
    const isFirst = tokens.word(at - 1) !== '||';
    for (let next = at + 1; isFirst && text.length < MAX_JOINED && tokens.word(next) === '||'; next += 2)
      if (tokens.kind(next + 1) === T.string) text += decodeString(tokens.raw(next + 1), false);
    return `'${text.toUpperCase()}'`;
  }
  return tokens.word(at);
}

/** The name at `at`, or in the string at `at`. */
export function nameOrText(
  { tokens, lexical, dialect }: Scan,
  at: number,
): { readonly target: Target; readonly next: number } {
  if (tokens.kind(at) !== T.string) return readName(tokens, at, lexical);
  const text = lexFragment(decodeString(tokens.raw(at), false), dialect);
  return { target: readName(text, 0, lexical).target, next: at + 1 };
}
