import { piecesOf } from '../../text/literals.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T, type TokenList } from '../../text/tokens.ts';

/** Replaces every number: node-sql-parser takes numbers such as `1e5` for names, but accepts this one everywhere. */
const NUMBER = '1';
/**
 * Replaces the text of every string: a letter that real SQL does not use (LATIN LETTER RETROFLEX CLICK).
 * node-sql-parser lists strings in a select list as columns, and this makes them recognisable.
 */
export const NO_NAME = '\u01c3';

/**
 * The text that is passed to node-sql-parser: without comments, and with a placeholder value for each literal, each IN
 * list of literals, and each run of VALUES rows of the same form. The result therefore depends on no literal. Undefined
 * if the text exceeds the limits.
 */
export function plainText(
  tokens: TokenList,
  { from, to }: TokenRange,
  max: { readonly length: number; readonly pieces: number },
): string | undefined {
  const pieces = piecesOf(tokens, from, to);
  if (pieces.length > max.pieces) return undefined;
  let text = '';
  let end = tokens.start(from);
  for (const { at, literal } of pieces) {
    if (text.length > max.length) return undefined;
    if (tokens.start(at) > end) text += ' ';
    text += !literal ? tokens.raw(at) : tokens.kind(at) === T.number ? NUMBER : `'${NO_NAME}'`;
    end = tokens.end(at);
  }
  return text.length > max.length ? undefined : text;
}
