import { piecesOf } from '../../text/literals.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import type { Rewritten } from './mysql-forms.ts';

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
 *
 * @param rewrite what stands for the tokens from one on, if they cannot stay
 */
export function plainText(
  tokens: TokenList,
  { from, to }: TokenRange,
  max: { readonly length: number; readonly pieces: number },
  rewrite: (tokens: TokenList, at: number) => Rewritten | undefined,
): string | undefined {
  const pieces = piecesOf(tokens, from, to);
  if (pieces.length > max.pieces) return undefined;
  let text = '';
  let end = tokens.start(from);
  let kept = from;
  for (const { at, literal } of pieces) {
    if (at < kept) continue;
    if (text.length > max.length) return undefined;
    const rewritten = rewrite(tokens, at);
    if (rewritten) {
      text += ` ${rewritten.text} `;
      kept = rewritten.next;
      end = tokens.end(kept - 1);
      continue;
    }
    if (tokens.start(at) > end) text += ' ';
    text += !literal ? tokens.raw(at) : tokens.kind(at) === T.number ? NUMBER : `'${NO_NAME}'`;
    end = tokens.end(at);
  }
  return text.length > max.length ? undefined : text;
}
