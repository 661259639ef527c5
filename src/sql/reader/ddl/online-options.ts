import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';

/** T-SQL's `WITH (ONLINE = ON)`, wherever it is in `from` to `to`. */
export function isOnline(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) !== 'ONLINE' || tokens.word(at + 1) !== '=' || tokens.kind(at) !== T.word) continue;
    return tokens.word(at + 2) === 'ON';
  }
  return false;
}

const ALGORITHMS = /^(?:DEFAULT|INSTANT|INPLACE|NOCOPY|COPY)$/;
const LOCKS = /^(?:DEFAULT|NONE|SHARED|EXCLUSIVE)$/;
const NO_OPTIONS: Facts = {};

/** `fulltext` or `spatial` if the word at `at` makes it such an index. */
export function indexTypeOf(scan: Scan, at: number): string {
  const word = scan.tokens.word(at);
  return scan.lexical.ddl.specialIndexes && /^(?:FULLTEXT|SPATIAL)$/.test(word) ? word.toLowerCase() : '';
}

/** MySQL's `ALGORITHM = x` and `LOCK = x`, which apply to the whole statement. */
export function readOnlineOptions(scan: Scan, from: number, to: number): Facts {
  if (scan.lexical.ddl.onlineOptions !== 'algorithm') return NO_OPTIONS;
  const algorithm = optionAt(scan, 'ALGORITHM', ALGORITHMS, from, to);
  const lockOption = optionAt(scan, 'LOCK', LOCKS, from, to);
  return algorithm === '' && lockOption === '' ? NO_OPTIONS : { algorithm, lockOption };
}

/** The value of the option, in lower case; empty if there is none, undefined if it is a placeholder. */
function optionAt(scan: Scan, option: string, values: RegExp, from: number, to: number): string | undefined {
  const { tokens } = scan;
  for (let at = scan.find(option, from, to); at >= 0; at = scan.find(option, at + 1, to)) {
    const equals = tokens.word(at + 1) === '=';
    const value = equals ? at + 2 : at + 1;
    if (equals && tokens.kind(value) === T.placeholder) return undefined;
    if (value < to && values.test(tokens.word(value))) return tokens.word(value).toLowerCase();
  }
  return '';
}
