import { itemsOfArrayText } from '../../text/array-text.ts';
import { unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';

/** The number of items of the array at `at`, behind `ANY (`: 0 if it is none, such as a query; undefined if it is not written. */
export function itemsOfArray({ tokens }: Scan, at: number): number | undefined {
  const word = tokens.word(at);
  const kind = tokens.kind(at);
  if (kind === T.string) {
    const raw = tokens.raw(at);
    return /^'[^\\]*'$/.test(raw) ? itemsOfArrayText(unquote(raw)) : undefined;
  }
  if (word === 'ARRAY' && tokens.word(at + 1) === '[') return itemsIn(tokens, at + 2);
  return kind === T.param || word === '?' ? undefined : 0;
}

function itemsIn(tokens: Scan['tokens'], from: number): number | undefined {
  let items = tokens.word(from) === ']' ? 0 : 1;
  for (let at = from, depth = 0; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (word === '(' || word === '[') depth++;
    else if ((word === ')' || word === ']') && depth-- === 0) return items;
    else if (word === ',' && depth === 0) items++;
  }
  return undefined;
}
