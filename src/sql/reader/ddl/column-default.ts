import type { DefaultKind } from '../../../model/index.ts';
import { T, type TokenKind } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';
import { STABLE_FUNCTIONS, STABLE_WORDS } from '../stable-functions.ts';

/** The kind of a default; '' if there is none, undefined if a placeholder hides it. */
type Kind = Facts['defaultKind'];

/** Types that take their values from a sequence. */
const SERIAL_TYPES = /^(?:SMALL|BIG)?SERIAL[248]?$/;
/** Words that end the expression after DEFAULT: what follows is another part of the column's definition. */
const AFTER_DEFAULT = new Set(
  `NOT NULL CONSTRAINT PRIMARY UNIQUE KEY CHECK REFERENCES FOREIGN COLLATE COMMENT AFTER FIRST ON GENERATED AS STORED
   AUTO_INCREMENT AUTOINCREMENT IDENTITY VISIBLE INVISIBLE COLUMN_FORMAT STORAGE COMPRESSION COMPRESSED WITH ROWGUIDCOL SPARSE
   MASKED HIDDEN DEFERRABLE INITIALLY DEFAULT ENGINE_ATTRIBUTE SECONDARY_ENGINE_ATTRIBUTE FOR`.split(/\s+/),
);
/** Words of expressions that do not name a column, a function or a type. */
const EXPRESSION_WORDS = new Set(
  `NULL TRUE FALSE ARRAY ROW CASE WHEN THEN ELSE END AND OR NOT IS IN BETWEEN LIKE DISTINCT FROM AT TIME ZONE INTERVAL UNKNOWN
   YEAR MONTH WEEK DAY HOUR MINUTE SECOND MICROSECOND QUARTER EPOCH DIV MOD XOR BINARY ON OFF`.split(/\s+/),
);
/** Words before `(` that do not call a function: the parenthesis only groups. */
const GROUPING_WORDS = new Set(
  'AND OR NOT IN THEN ELSE WHEN CASE BETWEEN IS LIKE FROM ROW DIV MOD INTERVAL'.split(' '),
);

/** The kind of the default of the column definition `name type …` at `from`. */
export function readDefaultKind(scan: Scan, from: number, to: number): Kind {
  const { tokens, lexical } = scan;
  const type = tokens.word(from + 1);
  // `name AS (expression)`: a computed column of SQL Server, MySQL or SQLite, without a type.
  if (type === 'AS') return generatedKind(scan, from + 1, to);
  if (SERIAL_TYPES.test(type) && lexical.ddl.serial === 'sequence') return 'volatile';
  if (type === 'SERIAL' && lexical.ddl.serial === 'auto-increment') return 'identity';
  let depth = 0;
  let placeholder = false;
  for (let at = from + 1; at < to; at++) {
    if (tokens.kind(at) === T.placeholder && depth === 0) placeholder = true;
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth > 0) continue;
    switch (word) {
      case 'DEFAULT':
        // MySQL's `SERIAL DEFAULT VALUE` is NOT NULL AUTO_INCREMENT UNIQUE.
        if (tokens.word(at - 1) === 'SERIAL' && tokens.word(at + 1) === 'VALUE') return 'identity';
        return readExpressionKind(scan, at + 1, to);
      case 'IDENTITY':
      case 'AUTO_INCREMENT':
      case 'AUTOINCREMENT':
        return 'identity';
      case 'GENERATED':
      case 'AS':
        return generatedKind(scan, at, to);
    }
  }
  return placeholder ? undefined : '';
}

const STORED = new Set(['STORED', 'PERSISTED', 'PERSISTENT']);
/** Columns of system-versioned tables: `GENERATED ALWAYS AS ROW START`. */
const PERIOD = new Set(['START', 'END', 'TRANSACTION_ID', 'SEQUENCE_NUMBER']);

/** `GENERATED … AS IDENTITY`, `[GENERATED ALWAYS] AS (expression) [STORED | VIRTUAL]`. */
function generatedKind(scan: Scan, at: number, to: number): DefaultKind {
  if (scan.find('IDENTITY', at, to) >= 0) return 'identity';
  if (scan.find(STORED, at, to) >= 0 || scan.find(PERIOD, at, to) >= 0) return 'stored';
  return 'virtual';
}

/**
 * The kind of the default expression at `from`, which ends at the next part of the column's definition. Everything that
 * is not known to be constant or stable is volatile.
 */
export function readExpressionKind(scan: Scan, from: number, to: number): Kind {
  const { tokens } = scan;
  let kind: DefaultKind = from < to ? 'constant' : 'volatile';
  let depth = 0;
  for (let at = from; at < to; at++) {
    if (HIDING_TOKENS.has(tokens.kind(at))) return undefined;
    const word = tokens.word(at);
    depth += NESTING.get(word) ?? 0;
    if (depth < 0 || (depth === 0 && at > from && AFTER_DEFAULT.has(word))) return kind;
    const literal = afterTypedLiteral(scan, at, to);
    if (literal > at) {
      at = literal - 1;
      continue;
    }
    kind = lessConstant(kind, kindOfToken(scan, at, depth));
    // The type of a cast is not a value: `x::type`, `CAST(x AS type)`.
    if (word === '::' || word === 'AS') at = skipType(scan, at + 1, to) - 1;
    else if (isConvert(scan, at)) {
      at = skipType(scan, at + 2, to) - 1;
      depth++;
    }
  }
  return kind;
}

/** The token after a literal with its type before it, such as `TIMESTAMP (3) WITH TIME ZONE 'epoch'`; -1 if there is none. */
function afterTypedLiteral(scan: Scan, at: number, to: number): number {
  const { tokens } = scan;
  if (tokens.kind(at) !== T.word && tokens.kind(at) !== T.quoted) return -1;
  const literal = skipType(scan, at, to);
  return literal < to && tokens.kind(literal) === T.string ? literal + 1 : -1;
}

const HIDING_TOKENS: ReadonlySet<TokenKind> = new Set([T.placeholder, T.param, T.unreadable]);
const NESTING = new Map([
  ['(', 1],
  ['[', 1],
  [')', -1],
  [']', -1],
]);

function lessConstant(one: DefaultKind, other: DefaultKind): DefaultKind {
  if (one === 'volatile' || other === 'volatile') return 'volatile';
  return one === 'constant' ? other : one;
}

/** The kind of an expression with the token at `at`, as far as the token decides it. */
function kindOfToken(scan: Scan, at: number, depth: number): DefaultKind {
  const { tokens } = scan;
  // SQLite reads `DEFAULT ""` as a string.
  const mayBeText = scan.lexical.values.quotedTexts === 'without-column' && depth === 0;
  if (tokens.kind(at) === T.quoted) return mayBeText ? 'constant' : 'volatile';
  if (tokens.kind(at) !== T.word) return 'constant';
  const word = tokens.word(at);
  const isCall = tokens.word(at + 1) === '(';
  if (word === 'AS') return 'constant';
  if (EXPRESSION_WORDS.has(word) && (!isCall || GROUPING_WORDS.has(word) || word === 'ARRAY')) return 'constant';
  if (isCall) return functionKind(scan, at, word);
  if (STABLE_WORDS.has(word)) return 'stable';
  return isQualifier(scan, at) ? 'constant' : 'volatile';
}

/** Whether it is T-SQL's `CONVERT(type, value)` or `CONVERT(type(10), value)`. */
function isConvert({ tokens, lexical }: Scan, at: number): boolean {
  return lexical.functions.convertTypeFirst && CONVERTS.test(tokens.word(at)) && tokens.word(at + 1) === '(';
}

const CONVERTS = /^(?:TRY_)?CONVERT$/;
const PURE = /^(?:CAST|TRY_CAST|CONVERT|TRY_CONVERT|COALESCE|NULLIF|GREATEST|LEAST|IFNULL|ISNULL|IIF|IF)$/;

/** The kind of a call: a built-in that is not volatile is `stable`, and pure syntax such as CAST is `constant`. */
function functionKind(scan: Scan, at: number, word: string): DefaultKind {
  const { tokens, dialect } = scan;
  if (tokens.word(at - 1) === '.' && tokens.word(at - 2) !== 'PG_CATALOG') return 'volatile';
  if (PURE.test(word)) return 'constant';
  return STABLE_FUNCTIONS[dialect].has(word) ? 'stable' : 'volatile';
}

/** Whether the word is the schema of a call: `pg_catalog.now()`. */
function isQualifier({ tokens }: Scan, at: number): boolean {
  return tokens.word(at + 1) === '.' && tokens.word(at) === 'PG_CATALOG';
}

/** The token after the type at `at`: `numeric(10, 2)`, `character varying`, `timestamp with time zone`, `s."T"[]`. */
function skipType(scan: Scan, at: number, to: number): number {
  const { tokens } = scan;
  let next = at + 1;
  while (tokens.word(next) === '.') next += 2;
  while (TYPE_WORDS.test(tokens.word(next))) next++;
  if (tokens.word(next) === '(') next = scan.afterParenthesis(next, to);
  if (/^(?:WITH|WITHOUT)$/.test(tokens.word(next)) && tokens.word(next + 1) === 'TIME') next += 3;
  while (tokens.word(next) === '[') {
    while (next < to && tokens.word(next) !== ']') next++;
    next++;
  }
  return Math.min(next, to);
}

const TYPE_WORDS = /^(?:VARYING|PRECISION|UNSIGNED|SIGNED|INTEGER|CHAR)$/;
