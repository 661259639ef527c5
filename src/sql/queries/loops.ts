import { T, type TokenList } from '../text/tokens.ts';
import type { SqlText } from './query.ts';

type Span = readonly [number, number];

const byText = new WeakMap<TokenList, readonly Span[]>();
const FOR_ROWS = /^(?:FOR|FOREACH)$/;
/** Words that open the loops of a language, up to END and the same word. */
const OPENS = { plpgsql: /^LOOP$/, psm: /^(?:LOOP|WHILE|REPEAT)$/ } as const;

/**
 * Whether the token is in a loop that ends by a condition. Such a loop deletes in batches until no matching row is left. A
 * loop over numbers or rows ends by itself.
 */
export function isInOpenLoop(text: SqlText, at: number): boolean {
  let loops = byText.get(text.tokens);
  if (!loops) {
    const { language } = text.lexical.routines;
    if (language === 'transact-sql') loops = loopsOfBlocks(text.tokens);
    else loops = language === 'none' ? [] : loopsUpToEnd(text.tokens, OPENS[language]);
    loops = outermost(loops);
    byText.set(text.tokens, loops);
  }
  let low = 0;
  let high = loops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((loops[middle]?.[0] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return at < (loops[low - 1]?.[1] ?? 0);
}

/** The loops that are in no other one, in order. */
function outermost(loops: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const loop of [...loops].sort(([a], [b]) => a - b)) if (loop[0] >= (found.at(-1)?.[1] ?? 0)) found.push(loop);
  return found;
}

function loopsUpToEnd(tokens: TokenList, opens: RegExp): readonly Span[] {
  const found: Span[] = [];
  const open: { readonly at: number; readonly counted: boolean }[] = [];
  let counted = false;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (FOR_ROWS.test(word)) counted ||= tokens.word(at + 2) === 'IN' || word === 'FOREACH';
    if (!opens.test(word) || tokens.word(at + 1) === '(') continue;
    if (tokens.word(at - 1) === 'END') {
      const loop = open.pop();
      if (loop && !loop.counted) found.push([loop.at, at]);
    } else {
      open.push({ at, counted });
      counted = false;
    }
  }
  return found;
}

/** T-SQL's `WHILE … BEGIN … END`. */
function loopsOfBlocks(tokens: TokenList): readonly Span[] {
  const found: Span[] = [];
  /** For each open BEGIN and CASE, the WHILE that it belongs to. */
  const open: number[] = [];
  let loop = -1;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (word === 'WHILE') loop = at;
    else if (word === 'BEGIN' && !/^(?:TRAN|TRANSACTION)$/.test(tokens.word(at + 1))) {
      open.push(loop);
      loop = -1;
    } else if (word === 'CASE') open.push(-1);
    else if (word === 'END' && tokens.kind(at) === T.word) {
      const from = open.pop() ?? -1;
      if (from >= 0) found.push([from, at]);
    }
  }
  return found;
}
