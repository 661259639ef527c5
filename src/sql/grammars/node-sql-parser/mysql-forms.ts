import { T, type TokenList } from '../../text/tokens.ts';

/** What stands for the tokens from `at` on; empty if nothing does. */
export interface Rewritten {
  readonly text: string;
  /** The token behind the replaced ones. */
  readonly next: number;
}

/** Options of SELECT that the parser takes for columns, or rejects. */
const OPTIONS =
  /^(?:HIGH_PRIORITY|STRAIGHT_JOIN|SQL_SMALL_RESULT|SQL_BIG_RESULT|SQL_BUFFER_RESULT|SQL_NO_CACHE|SQL_CACHE)$/;
const BEFORE_OPTION = /^(?:SELECT|DISTINCT|DISTINCTROW|ALL|SQL_CALC_FOUND_ROWS)$/;
/** Words before BINARY where it is a type or a collation, and not an operator. */
const BEFORE_TYPE = /^(?:\.|AS|SET|COLLATE|USING)$/;

/**
 * Forms of MySQL and MariaDB that node-sql-parser rejects or misreads, in other words that read the same columns and tables.
 * Undefined if the token at `at` can stay.
 */
export function rewriteMysqlForm(tokens: TokenList, at: number): Rewritten | undefined {
  const next = at + 1;
  if (tokens.kind(at) === T.op) return tokens.word(at) === '<=>' ? { text: '=', next } : undefined;
  if (tokens.kind(at) !== T.word || tokens.word(at - 1) === '.') return undefined;
  const word = tokens.word(at);
  const before = tokens.word(at - 1);
  if (OPTIONS.test(word) && (BEFORE_OPTION.test(before) || OPTIONS.test(before))) return { text: '', next };
  switch (word) {
    case 'DISTINCTROW':
      return { text: 'DISTINCT', next };
    case 'STRAIGHT_JOIN':
      return { text: 'JOIN', next };
    case 'BINARY':
      return isOperand(tokens, next) && !BEFORE_TYPE.test(before) ? { text: '', next } : undefined;
    case 'UNKNOWN':
      return before === 'IS' || (before === 'NOT' && tokens.word(at - 2) === 'IS') ? { text: 'NULL', next } : undefined;
    case 'AGAINST':
      return tokens.word(next) === '(' ? { text: '=', next } : undefined;
    case 'MEMBER':
      return tokens.word(next) === 'OF' && tokens.word(at + 2) === '(' ? { text: '=', next: at + 2 } : undefined;
    case 'IN':
    case 'WITH':
      return dropped(tokens, at, SEARCH_MODES);
    case 'LOCK':
      return dropped(tokens, at, [['LOCK', 'IN', 'SHARE', 'MODE']]);
    case 'SHARE':
      return before === 'FOR' ? { text: 'UPDATE', next } : undefined;
    case 'PARTITION':
      return behindParentheses(tokens, next);
    case 'USE':
    case 'FORCE':
    case 'IGNORE':
      return indexHint(tokens, at);
    default:
      return undefined;
  }
}

const SEARCH_MODES = [
  ['IN', 'BOOLEAN', 'MODE'],
  ['IN', 'NATURAL', 'LANGUAGE', 'MODE'],
  ['WITH', 'QUERY', 'EXPANSION'],
];

function dropped(tokens: TokenList, at: number, forms: readonly (readonly string[])[]): Rewritten | undefined {
  const form = forms.find((words) => words.every((word, place) => tokens.word(at + place) === word));
  return form && { text: '', next: at + form.length };
}

/** `FORCE INDEX FOR ORDER BY (i)` */
function indexHint(tokens: TokenList, at: number): Rewritten | undefined {
  if (!/^(?:INDEX|KEY)$/.test(tokens.word(at + 1))) return undefined;
  let open = at + 2;
  if (tokens.word(open) === 'FOR') open += tokens.word(open + 2) === 'BY' ? 3 : 2;
  return behindParentheses(tokens, open);
}

function behindParentheses(tokens: TokenList, open: number): Rewritten | undefined {
  const close = tokens.word(open) === '(' ? tokens.closing(open) : -1;
  return close < 0 ? undefined : { text: '', next: close + 1 };
}

function isOperand(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  // `BINARY(16)` is a type, as in CONVERT.
  if (kind === T.op) return tokens.word(at) === '(' && tokens.kind(at + 1) !== T.number;
  return kind === T.string || kind === T.number || kind === T.param || kind === T.quoted || isName(tokens, at);
}

function isName(tokens: TokenList, at: number): boolean {
  return tokens.kind(at) === T.word && !/^(?:FROM|AS|DESC|ASC|AND|OR|THEN|ELSE|END)$/.test(tokens.word(at));
}
