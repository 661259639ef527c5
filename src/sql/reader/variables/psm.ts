import { T } from '../../text/tokens.ts';
import { readsCatalogOnly } from '../catalogs.ts';
import type { Scan } from '../scan.ts';
import { STABLE_FUNCTIONS } from '../stable-functions.ts';
import { type DynamicText, mayRead, type TextReading, UNKNOWN } from '../texts.ts';

/** Maximum tokens between the statement that sets a variable and the one that reads it. */
const MAX_DISTANCE = 1000;
/** Words after which the assignment may not have run, or another may have. */
const UNCERTAIN =
  /^(?:END|ELSE|ELSEIF|UNTIL|LEAVE|ITERATE|HANDLER|LOOP|WHILE|REPEAT|DO|CALL|EXECUTE|INSERT|UPDATE|DELETE|REPLACE|LOAD|SOURCE|DELIMITER|GET|FETCH)$/;

/**
 * The texts of a user variable (`@x`): those of the last assignment before, if it is a plain SET or SELECT … INTO and no
 * branch, loop or call lies between.
 */
export function psmValues(reading: TextReading, from: number, to: number): readonly DynamicText[] {
  const { scan } = reading;
  const { tokens } = scan;
  const name = nameAt(scan, from);
  if (to !== from + 1 || tokens.kind(from) !== T.param || !/^@[\w$.]+$/.test(name)) return UNKNOWN;
  for (let at = from - 1; at >= 0 && from - at < MAX_DISTANCE; at--) {
    if (!mayRead(tokens, 1)) return UNKNOWN;
    if (tokens.word(at) === 'END') at = startOfCase(scan, at);
    if (tokens.kind(at) === T.param && nameAt(scan, at) === name) {
      const read = assignment(reading, at, from);
      if (read) return read;
    } else if (tokens.kind(at) === T.directive || isUncertain(scan, at)) return UNKNOWN;
  }
  return UNKNOWN;
}

/** `@x`, @`x` and `@'x'` are one variable. */
function nameAt({ tokens }: Scan, at: number): string {
  return tokens.raw(at).toLowerCase().replaceAll(/[`'"]/g, '');
}

/** `INSERT(…)` and `REPLACE(…)` are functions. */
function isUncertain(scan: Scan, at: number): boolean {
  const { tokens } = scan;
  const word = tokens.word(at);
  if (tokens.word(at + 1) === '(' && mayCallRoutine(scan, at)) return true;
  if (!UNCERTAIN.test(word) || tokens.word(at - 1) === '.') return false;
  return !/^(?:INSERT|REPLACE|REPEAT)$/.test(word) || tokens.word(at + 1) !== '(';
}

/** Functions and words before a parenthesis that assign no variable, beside those that are the same within a statement. */
const ASSIGNS_NOTHING = new Set(
  `COUNT SUM MIN MAX AVG GROUP_CONCAT IF IFNULL COALESCE NULLIF ISNULL CAST CONVERT QUOTE INSTR LOCATE SUBSTRING_INDEX
   FIND_IN_SET FIELD ELT GREATEST LEAST STRCMP BIN OCT CONV ROW_COUNT FOUND_ROWS LAST_INSERT_ID RAND UUID USER JSON_EXTRACT
   JSON_UNQUOTE JSON_CONTAINS JSON_LENGTH JSON_ARRAYAGG JSON_OBJECTAGG ROW_NUMBER REGEXP_LIKE REGEXP_REPLACE DATE_SUB
   IN AND OR NOT ON USING AS SELECT FROM WHERE HAVING WHEN THEN ELSE EXISTS ANY ALL SOME VALUES BY SET JOIN UNION DISTINCT
   BETWEEN LIKE LIMIT INTERVAL OVER CASE XOR DIV IS KEY INDEX UNIQUE PRIMARY FOREIGN CHECK ADD COLUMN COLUMNS DEFAULT
   PARTITION RANGE LIST HASH LESS THAN FULLTEXT SPATIAL CHAR VARCHAR BINARY VARBINARY INT INTEGER BIGINT SMALLINT TINYINT
   MEDIUMINT DECIMAL NUMERIC FLOAT DOUBLE BIT ENUM TEXT BLOB DATETIME CHARACTER SIGNED UNSIGNED`.split(/\s+/),
);
/** Words before the name of a table or index, behind which its columns are in parentheses. */
const BEFORE_TABLE = new Set('TABLE EXISTS REFERENCES INDEX KEY INTO VIEW CONSTRAINT UNIQUE'.split(' '));

/** Whether a name before a parenthesis may be that of a stored function, which can assign any user variable. */
function mayCallRoutine({ tokens, dialect }: Scan, at: number): boolean {
  const kind = tokens.kind(at);
  if (kind !== T.word && kind !== T.quoted) return false;
  const word = tokens.word(at);
  if (kind === T.word && (ASSIGNS_NOTHING.has(word) || STABLE_FUNCTIONS[dialect].has(word))) return false;
  const before = tokens.word(at - 1) === '.' ? at - 3 : at - 1;
  return !BEFORE_TABLE.has(tokens.word(before));
}

/** The CASE of the expression that ends at `at`; `at` itself if it ends something else. */
function startOfCase({ tokens }: Scan, at: number): number {
  let depth = 0;
  for (let start = at; start >= 0 && at - start < MAX_DISTANCE; start--) {
    const word = tokens.word(start);
    if (word === ';' || tokens.kind(start) === T.terminator) return at;
    if (word === 'END') depth++;
    else if (word === 'CASE' && --depth === 0) return start;
  }
  return at;
}

/** The texts assigned to the variable at `at`; undefined if it is only read. */
function assignment(reading: TextReading, at: number, limit: number): readonly DynamicText[] | undefined {
  const { scan } = reading;
  const { tokens } = scan;
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  const assigns = after === ':=' || (after === '=' && (before === 'SET' || before === ','));
  const end = endOfStatement(scan, at, limit);
  if (assigns) {
    const set = startOfStatement(scan, at);
    if (tokens.word(set) !== 'SET') return UNKNOWN;
    const [part] = scan.commaParts(at + 2, end);
    return part ? reading.read(part.from, part.to) : UNKNOWN;
  }
  if (before !== 'INTO') return /^(?:INTO|,)$/.test(before) && hasInto(scan, at) ? UNKNOWN : undefined;
  const select = startOfStatement(scan, at);
  if (tokens.word(select) !== 'SELECT' || after === ',') return UNKNOWN;
  const list = scan.find(LIST_ENDS, select + 1, at);
  const source = scan.find('FROM', select + 1, end);
  const parts = scan.commaParts(select + 1, list < 0 ? at - 1 : list);
  const [only] = parts;
  if (!only || parts.length > 1 || scan.find(SETS, select, end) >= 0) return UNKNOWN;
  return reading.read(only.from, only.to, source >= 0 && readsCatalogOnly(scan, source + 1, end));
}

const SETS = new Set(['UNION', 'EXCEPT', 'INTERSECT']);
const LIST_ENDS = new Set(['FROM', 'INTO']);

/** Whether the variable at `at` is in a list after INTO. */
function hasInto({ tokens }: Scan, at: number): boolean {
  for (let before = at - 1; before >= 0 && (tokens.word(before) === ',' || tokens.kind(before) === T.param); before--)
    if (tokens.word(before - 1) === 'INTO') return true;
  return false;
}

function endOfStatement({ tokens }: Scan, from: number, to: number): number {
  for (let at = from; at < to; at++) if (tokens.kind(at) === T.terminator || tokens.word(at) === ';') return at;
  return to;
}

/** The first token of the statement that `at` is in. A body of one statement, without BEGIN, begins elsewhere. */
function startOfStatement({ tokens }: Scan, at: number): number {
  for (let start = at; start > 0 && at - start < MAX_DISTANCE; start--) {
    const word = tokens.word(start - 1);
    if (tokens.kind(start - 1) === T.terminator || word === ';' || /^(?:BEGIN|THEN)$/.test(word)) return start;
    if (start === 1) return 0;
  }
  return at;
}
