import { T } from '../text/tokens.ts';
import { type Item, MAX_BATCH, nameKey, type SqlText } from './query.ts';
import { closing, splitAt } from './words.ts';

/** Where the select list begins that may start with DISTINCT, ALL or TOP. */
export function afterModifiers(
  text: SqlText,
  from: number,
  to: number,
): { at: number; reduced: boolean; limited: boolean; isEmpty: boolean; on: readonly [number, number] | undefined } {
  const { tokens } = text;
  let at = from;
  let reduced = false;
  let limited = false;
  let isEmpty = false;
  let on: readonly [number, number] | undefined;
  // Behind the end, `closing` would lead back to it.
  while (at < to) {
    const word = tokens.word(at);
    if (word === 'DISTINCT' && tokens.word(at + 1) === 'ON' && tokens.word(at + 2) === '(') {
      reduced = true;
      on = [at + 3, closing(text, at + 2, to)];
      at = on[1] + 1;
    } else if (word === 'DISTINCT' || word === 'ALL') at++;
    else if (word === 'TOP' && (tokens.word(at + 1) === '(' || tokens.kind(at + 1) !== T.op)) {
      reduced = true;
      const count = countAt(text, at + 1);
      isEmpty ||= count === 0;
      at = tokens.word(at + 1) === '(' ? closing(text, at + 1, to) + 1 : at + 2;
      limited ||= tokens.word(at) === 'PERCENT' ? count !== 100 : !(count >= MAX_BATCH);
      if (tokens.word(at) === 'PERCENT') at++;
      if (tokens.word(at) === 'WITH' && tokens.word(at + 1) === 'TIES') at += 2;
    } else break;
  }
  return { at, reduced, limited, isEmpty, on };
}

/** The number, in parentheses or without; NaN for a variable. */
function countAt({ tokens }: SqlText, at: number): number {
  const number = tokens.word(at) === '(' ? at + 1 : at;
  return tokens.kind(number) === T.number ? Number(tokens.raw(number)) : Number.NaN;
}

/** The items of a select list. */
export function readItems(text: SqlText, from: number, to: number): readonly Item[] {
  return splitAt(text, from, to, ',').map(([first, end]) => itemOf(text, first, end));
}

function itemOf(text: SqlText, from: number, to: number): Item {
  const { tokens } = text;
  const last = to - 1;
  if (tokens.word(last) === '*' && (last === from || tokens.word(last - 1) === '.')) {
    if (last > from + 2) return { name: undefined, star: undefined, from, to };
    return { name: undefined, star: last === from ? '' : nameKey(text, from), from, to };
  }
  const isName = tokens.kind(last) === T.word || tokens.kind(last) === T.quoted;
  if (text.lexical.queries.selectEquals && tokens.word(from + 1) === '=' && tokens.kind(from) !== T.op)
    return { name: nameKey(text, from), star: undefined, from: from + 2, to };
  if (!isName) return { name: undefined, star: undefined, from, to };
  const name = nameKey(text, last);
  const before = tokens.word(last - 1);
  if (last === from || before === '.') return { name, star: undefined, from, to };
  if (before === 'AS') return { name, star: undefined, from, to: last - 1 };
  // `x y`, `f(x) y`: an alias without AS.
  if (tokens.kind(last - 1) !== T.op || before === ')') return { name, star: undefined, from, to: last };
  return { name: undefined, star: undefined, from, to };
}
