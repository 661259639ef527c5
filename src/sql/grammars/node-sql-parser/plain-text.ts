import { piecesOf } from '../../text/literals.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T, type TokenList } from '../../text/tokens.ts';

/** Numbers like `1e5` are names to node-sql-parser; a plain one is a value in any place. */
const NUMBER = '1';
/**
 * What all strings are to it. It takes those of a select list for columns, so that this stands for none: a letter that
 * nobody writes (LATIN LETTER RETROFLEX CLICK).
 */
export const NO_NAME = '\u01c3';

/**
 * The statement as node-sql-parser is given it: without comments, and with one plain value in the place of each literal,
 * of each IN list of literals, and of VALUES rows that are made alike. What it finds then depends on no literal.
 * Undefined where the text is longer than it may be.
 */
export function plainText(
  tokens: TokenList,
  { from, to }: TokenRange,
  most: { readonly length: number; readonly pieces: number },
): string | undefined {
  const pieces = piecesOf(tokens, from, to);
  if (pieces.length > most.pieces) return undefined;
  let text = '';
  let end = tokens.start(from);
  for (const { at, literal } of pieces) {
    if (text.length > most.length) return undefined;
    if (tokens.start(at) > end) text += ' ';
    text += !literal ? tokens.raw(at) : tokens.kind(at) === T.number ? NUMBER : `'${NO_NAME}'`;
    end = tokens.end(at);
  }
  return text.length > most.length ? undefined : text;
}
