import { T, type TokenList } from '../../text/tokens.ts';

/** Aggregates of the dialects. In a query without GROUP BY they return one value, even for no rows. */
const AGGREGATE =
  /^(?:COUNT|COUNT_BIG|SUM|AVG|MIN|MAX|TOTAL|EVERY|ANY_VALUE|APPROX_COUNT_DISTINCT|CHECKSUM_AGG|MODE|(?:ARRAY|STRING|XML|JSON|JSONB|JSON_OBJECT|JSONB_OBJECT|RANGE)_AGG|(?:BOOL|BIT)_(?:AND|OR|XOR)|GROUP_CONCAT|JSON_(?:ARRAY|OBJECT)AGG|JSON_GROUP_(?:ARRAY|OBJECT)|STD|STDDEV(?:_POP|_SAMP)?|STDEVP?|VAR|VARP|VARIANCE|VAR_POP|VAR_SAMP|CORR)$/;
/** Clauses with which such a query may return no rows, or several. */
const OTHER_ROWS = /^(?:GROUP|HAVING|UNION|INTERSECT|EXCEPT|MINUS|LIMIT|OFFSET|FETCH|TOP|FOR|INTO|QUALIFY)$/;

/** Whether the query in the parentheses `open` and `close` returns exactly one row, whatever its WHERE selects. */
export function returnsOneRow(tokens: TokenList, open: number, close: number): boolean {
  if (tokens.word(open + 1) !== 'SELECT') return false;
  let inItems = true;
  let aggregates = false;
  for (let at = open + 2; at < close; at++) {
    const word = tokens.word(at);
    if (tokens.kind(at) === T.word && OTHER_ROWS.test(word) && tokens.word(at - 1) !== '.') return false;
    if (word === 'FROM' || word === 'WHERE') inItems = false;
    if (word !== '(') continue;
    const end = tokens.closing(at);
    if (end < 0 || end > close) return false;
    aggregates ||= inItems && AGGREGATE.test(tokens.word(at - 1)) && isOverRows(tokens, at, end);
    if (!inItems || /^(?:SELECT|WITH|VALUES)$/.test(tokens.word(at + 1))) at = end;
  }
  return aggregates;
}

/**
 * Whether the arguments are those of an aggregate. A window function returns a value per row; SQLite's `max(a, b)` is
 * not an aggregate.
 */
function isOverRows(tokens: TokenList, open: number, end: number): boolean {
  const name = tokens.word(open - 1);
  if (name === 'MIN' || name === 'MAX') {
    for (let at = open + 1; at < end; at++) {
      if (tokens.word(at) === '(') at = tokens.closing(at);
      else if (tokens.word(at) === ',') return false;
    }
  }
  let after = end + 1;
  if (tokens.word(after) === 'FILTER' && tokens.word(after + 1) === '(') after = tokens.closing(after + 1) + 1;
  if (tokens.word(after) === 'WITHIN' && tokens.word(after + 2) === '(') after = tokens.closing(after + 2) + 1;
  return tokens.word(after) !== 'OVER';
}
