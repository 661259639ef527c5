import type { Operation } from '../../model/index.ts';
import type { Lexical } from '../text/dialects.ts';
import { foldName } from '../text/names.ts';
import { T, type TokenList } from '../text/tokens.ts';

/**
 * The statement with literals replaced by `?` and spacing normalised: `DELETE FROM t WHERE id IN (?)`.
 * Text that runs as code (bodies, dynamic SQL) is kept: otherwise two different DO blocks would have the same shape.
 */
export function shapeOf(
  tokens: TokenList,
  from: number,
  to: number,
  lexical: Lexical,
  operations: readonly Operation[],
): string {
  const runsText = operations.some(({ place, kind }) => place !== 'statement' || RUNS_TEXT.has(kind));
  const parts: string[] = [];
  for (let at = from; at < to; at++) {
    switch (tokens.kind(at)) {
      case T.string:
      case T.dollar:
        parts.push(runsText ? collapseSpace(tokens.raw(at)) : '?');
        break;
      case T.number:
      case T.param:
        parts.push('?');
        break;
      case T.word:
        parts.push(foldName(tokens.raw(at), false, { ...lexical, fold: 'all' }));
        break;
      case T.execOpen:
      case T.execClose:
        break;
      default:
        parts.push(tokens.raw(at));
    }
    // Lists of values have the same shape, whatever their length.
    while (parts.length >= 3 && parts.at(-1) === '?' && parts.at(-2) === ',' && parts.at(-3) === '?') parts.length -= 2;
    if (parts.length >= 7 && parts.slice(-7).join('') === '(?),(?)') parts.length -= 4;
  }
  return parts.join(' ');
}

const RUNS_TEXT = new Set<Operation['kind']>([
  'execute_dynamic',
  'do_block',
  'create_function',
  'create_procedure',
  'create_trigger',
  'create_event',
  'call',
]);

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
