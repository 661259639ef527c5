import { type Expression, partsOf } from '../expressions/expression.ts';
import { FROM_ARGUMENTS } from '../expressions/parse/operators.ts';
import { foldName, unquote } from '../text/names.ts';
import { T, type TokenKind } from '../text/tokens.ts';
import type { Scan } from './scan.ts';

export const MAX_COLUMNS = 1000;

/** The folded last parts of the column names in a condition, in order; undefined if there are more than MAX_COLUMNS. */
export function columnsOf(scan: Scan, condition: Expression): readonly string[] | undefined {
  const columns = new Set<string>();
  // Not recursive: a chain may have tens of thousands of operands.
  const open: Expression[] = [condition];
  while (open.length > 0) {
    if (columns.size > MAX_COLUMNS) return undefined;
    const next = open.pop() as Expression;
    switch (next.kind) {
      case 'column':
        addName(scan, next.to - 1, columns);
        break;
      case 'opaque':
      case 'query':
      case 'exists':
      case 'case':
        addFromTokens(scan, next.from, next.to, columns);
        break;
      case 'query_in':
        // Pushed in reverse, so that the names come in order.
        open.push({ kind: 'query', text: next.text, from: next.from, to: next.to }, next.arg);
        break;
      default:
        for (const part of columnParts(next, scan).toReversed()) open.push(part);
    }
  }
  return [...columns];
}

/** The same for tokens that could not be parsed. */
export function columnsInTokens(scan: Scan, from: number, to: number): readonly string[] | undefined {
  const columns = new Set<string>();
  addFromTokens(scan, from, to, columns);
  return columns.size > MAX_COLUMNS ? undefined : [...columns];
}

/** The parts that hold columns: one argument of CONVERT is a type. */
function columnParts(expression: Expression, { lexical }: Scan): readonly Expression[] {
  const parts = partsOf(expression);
  if (expression.kind !== 'call' || !/^(?:try_)?convert$/.test(expression.name)) return parts;
  return lexical.functions.convertTypeFirst ? parts.slice(1) : parts.slice(0, 1);
}

function addName(scan: Scan, at: number, columns: Set<string>): void {
  const { tokens, lexical } = scan;
  const kind = tokens.kind(at);
  const raw = tokens.raw(at);
  if (kind === T.quoted) columns.add(foldName(unquote(raw), true, lexical));
  else if (kind === T.word && !isReserved(tokens.word(at))) columns.add(foldName(raw, false, lexical));
}

/** What the names at one level of parentheses are. */
interface Level {
  /** Whether the position is in a FROM list, where names are tables. */
  tables: boolean;
  /** Whether it holds arguments like those of `extract(day FROM x)`. */
  readonly ofCall: boolean;
}

function addFromTokens(scan: Scan, from: number, to: number, columns: Set<string>): void {
  const { tokens } = scan;
  const levels: Level[] = [{ tables: false, ofCall: false }];
  for (let at = from; at < to && columns.size <= MAX_COLUMNS; at++) {
    const kind = tokens.kind(at);
    const word = tokens.word(at);
    const level = levels.at(-1) as Level;
    if (word === '(') levels.push({ tables: false, ofCall: FROM_ARGUMENTS.has(tokens.word(at - 1).toLowerCase()) });
    else if (word === ')' && levels.length > 1) levels.pop();
    else if (TABLES.has(word) && tokens.word(at - 1) !== 'DISTINCT') level.tables = !level.ofCall;
    else if (TABLES_END.has(word)) level.tables = false;
    if ((kind !== T.word && kind !== T.quoted) || level.tables || isOther(scan, at)) continue;
    addName(scan, at, columns);
  }
}

const TABLES = new Set(['FROM', 'JOIN', 'STRAIGHT_JOIN']);
const TABLES_END = new Set(
  'WHERE ON GROUP HAVING ORDER LIMIT OFFSET FETCH UNION EXCEPT INTERSECT WINDOW FOR SELECT'.split(' '),
);

/** Whether a name is a qualifier, a function, a type, an alias, a collation, or part of a literal. */
function isOther({ tokens }: Scan, at: number): boolean {
  const before = tokens.word(at - 1);
  const next = tokens.word(at + 1);
  if (next === '(' || next === '.' || before === '::' || before === 'AS' || before === 'COLLATE') return true;
  if (tokens.kind(at) !== T.word) return false;
  const word = tokens.word(at);
  if (TYPED.test(word)) return isLiteral(tokens.kind(at + 1));
  if (!UNIT.test(word)) return false;
  return isLiteral(tokens.kind(at - 1)) || next === 'FROM';
}

function isLiteral(kind: TokenKind): boolean {
  return kind === T.string || kind === T.number || kind === T.param;
}

const TYPED = /^(?:DATE|TIME|TIMESTAMP|INTERVAL)$/;
const UNIT = /^(?:YEAR|QUARTER|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND|MICROSECOND)$/;

/** Whether an unquoted word is a keyword or a value such as CURRENT_DATE, not a column. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word);
}

const RESERVED = new Set(
  `AND OR NOT IS NULL IN LIKE ILIKE BETWEEN EXISTS TRUE FALSE SELECT FROM WHERE AS CASE WHEN THEN ELSE END ANY ALL SOME
   DISTINCT CAST XOR DIV MOD ESCAPE SIMILAR TO REGEXP RLIKE GLOB JOIN ON USING INNER LEFT RIGHT OUTER FULL CROSS GROUP BY
   ORDER HAVING LIMIT OFFSET UNION EXCEPT INTERSECT VALUES ARRAY ROW COLLATE BINARY DUAL CURRENT_TIMESTAMP CURRENT_DATE
   CURRENT_TIME CURRENT_USER CURRENT_ROLE SESSION_USER LOCALTIME LOCALTIMESTAMP CURRENT_CATALOG CURRENT_SCHEMA ASC DESC
   UNKNOWN ISNULL NOTNULL LATERAL DEFAULT`.split(/\s+/),
);
