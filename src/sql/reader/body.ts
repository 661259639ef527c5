import { splitBatch } from '../text/batches.ts';
import type { Lexical } from '../text/dialects.ts';
import { lexFragment } from '../text/lexer/index.ts';
import { unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { BodyTables } from './body-tables.ts';
import { Scan } from './scan.ts';

/** Maximum nesting of bodies; deeper ones are reported as unreadable. */
const MAX_DEPTH = 8;

/** Words that start a statement inside a body. */
const VERBS = new Set(
  `SELECT INSERT UPDATE DELETE MERGE REPLACE TRUNCATE WITH CREATE ALTER DROP GRANT REVOKE COPY CALL EXECUTE EXEC PERFORM
   LOCK SET RESET DISCARD REFRESH REINDEX CLUSTER VACUUM ANALYZE COMMENT NOTIFY PREPARE DEALLOCATE COMMIT ROLLBACK LOAD DO IMPORT
   REASSIGN SECURITY EXPLAIN RENAME OPTIMIZE FLUSH KILL HANDLER DENY BULK`.split(/\s+/),
);
/** Words after which a statement may start. */
const BOUNDARIES = new Set(['THEN', 'ELSE', 'LOOP', 'BEGIN', 'DO', 'REPEAT', 'DECLARE', 'EXCEPTION', 'ATOMIC']);

/** Whether a statement may start after the word. DO opens a loop, unless it is a statement that runs a block. */
function isBoundary(scan: Scan, word: string): boolean {
  return BOUNDARIES.has(word) && (word !== 'DO' || scan.lexical.routines.doRuns !== 'block');
}

/** Opens the text inside a token: a routine body or a string that runs as SQL. Undefined if nesting is too deep. */
export function openText(scan: Scan, at: number, place: Scan['place'], replaced?: string): Scan | undefined {
  if (scan.depth >= MAX_DEPTH) {
    scan.unreadable(`blocks and SQL strings are nested more than ${MAX_DEPTH} levels deep`, at, at + 1);
    return undefined;
  }
  const { tokens } = scan;
  const raw = tokens.raw(at);
  let text = replaced;
  let base: number | undefined;
  if (text === undefined && tokens.kind(at) === T.dollar) {
    const tag = raw.indexOf('$', 1) + 1;
    text = raw.slice(tag, -tag);
    const start = scan.fileOffset(tokens.start(at) + tag);
    base = start;
  } else if (text === undefined) {
    text = stringValue(raw, scan.lexical);
  }
  const inner = lexFragment(text, scan.dialect);
  const opened = new Scan({
    tokens: inner,
    dialect: scan.dialect,
    lexical: scan.lexical,
    place,
    depth: scan.depth + 1,
    out: scan.out,
    readStatement: scan.readStatement,
    base,
    fallbackSpan: scan.span(at, at + 1),
  });
  for (const { reason } of inner.unreadable) scan.unreadable(`${reason}, in a nested block or SQL string`, at, at + 1);
  return opened;
}

/** The value of a string literal. T-SQL continues one in the next line after a backslash. */
export function stringValue(raw: string, { backslash, routines }: Lexical): string {
  const text = decodeString(raw, backslash === 'always');
  return routines.language === 'transact-sql' ? text.replace(/\\\r?\n/g, '') : text;
}

/** The text of a string literal, with or without escapes. */
export function decodeString(raw: string, escapes: boolean): string {
  const prefixed = /^(?:[eEnNbBxX]|_[A-Za-z0-9]+)(?=['"])/.exec(raw);
  const text = unquote(prefixed ? raw.slice(prefixed[0].length) : raw);
  if (!escapes && !/^[eE]/.test(raw)) return text;
  const simple: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0', Z: '\x1a' };
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (/^[xu]/.test(code) && code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]{2,3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return simple[code] ?? code;
  });
}

/** Languages whose bodies are read: SQL and PL/pgSQL. */
const READ_LANGUAGES = new Set(['', 'sql', 'plpgsql', 'edbspl']);

/** Reads the body in the string at `at`. What a body in another language runs is not known. */
export function readRoutineText(scan: Scan, at: number, place: 'do_block' | 'routine_body', language: string): void {
  if (!scan.out.readsBodies) return;
  if (!READ_LANGUAGES.has(language))
    return scan.at(place).add('execute_dynamic', at, at + 1, { language, readable: false });
  const body = openText(scan, at, place);
  if (body) readBodyStatements(body, 0, body.tokens.length);
}

/**
 * Reads the statements of a body, ignoring the control flow around them. A statement starts at a verb after `;`, THEN,
 * ELSE, LOOP, BEGIN or DO, and ends at the next `;` outside parentheses.
 */
export function readBodyStatements(scan: Scan, from: number, to: number): void {
  const { tokens } = scan;
  if (!scan.out.readsBodies && scan.place !== 'statement') return;
  if (scan.lexical.routines.routineBody === 'batch') return readBatch(scan, from, to);
  const tables = new BodyTables(scan);
  let boundary = true;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    const kind = tokens.kind(at);
    tables.step(at, boundary);
    if (word === ';' || kind === T.terminator || isBoundary(scan, word)) {
      boundary = true;
      continue;
    }
    if (kind === T.op && word === '>>') {
      boundary = true;
      continue;
    }
    if (!boundary) continue;
    if (kind === T.placeholder || kind === T.unreadable) {
      scan.unreadable('a statement begins with a placeholder, so what it runs is unknown', at, at + 1);
      boundary = false;
      continue;
    }
    const start = statementAt(scan, at, to);
    if (start < 0) {
      boundary = false;
      continue;
    }
    const end = endOfStatement(scan, start, to);
    const before = scan.out.operations.length;
    if (!scan.readStatement(scan, start, end))
      scan.unreadable(`the nested statement that begins with \`${word}\` was not understood`, start, end);
    tables.follow(start, before);
    at = end - 1;
    boundary = true;
  }
}

/** Words of control flow that a statement can stand behind. */
const LEADS = new Set(['FOR', 'FOREACH', 'RETURN', 'OPEN']);
/** Maximum tokens between a leading word and its statement. */
const MAX_LEAD = 64;

/**
 * The start of the statement: at the verb, or after `FOR r IN`, `RETURN QUERY`, `OPEN c FOR`, `c CURSOR FOR` or the
 * conditions of `EXIT HANDLER FOR`. -1 if no statement starts here.
 */
function statementAt(scan: Scan, at: number, to: number): number {
  const { tokens } = scan;
  const word = tokens.word(at);
  if (VERBS.has(word) && tokens.word(at + 1) !== ':=' && tokens.word(at + 1) !== '=') return at;
  const mayLead = LEADS.has(word) || tokens.kind(at) === T.word;
  if (!mayLead) return -1;
  let handler = false;
  for (let next = at; next < to && (handler || next < at + MAX_LEAD); next++) {
    const nextWord = tokens.word(next);
    if (nextWord === ';' || nextWord === '(' || isBoundary(scan, nextWord)) return -1;
    if (nextWord === 'HANDLER' && scan.lexical.routines.language === 'psm') handler = true;
    else if (handler && VERBS.has(nextWord)) return next;
    if ((nextWord === 'IN' && word === 'FOR') || (nextWord === 'QUERY' && word === 'RETURN') || nextWord === 'FOR') {
      const verb = next + 1;
      if (VERBS.has(tokens.word(verb))) return verb;
    }
  }
  return -1;
}

function endOfStatement(scan: Scan, from: number, to: number): number {
  const { tokens } = scan;
  let depth = 0;
  // A CREATE inside a body may itself have a body.
  let blocks = 0;
  const isCreate = tokens.word(from) === 'CREATE';
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (isCreate && (word === 'BEGIN' || word === 'CASE')) blocks++;
    else if (isCreate && word === 'END' && blocks > 0) blocks--;
    else if (depth <= 0 && blocks === 0 && (word === ';' || tokens.kind(at) === T.terminator)) return at;
    // `FOR r IN SELECT … LOOP`.
    else if (depth <= 0 && word === 'LOOP' && at > from) return at;
  }
  return to;
}

function readBatch(scan: Scan, from: number, to: number): void {
  const ranges: { from: number; to: number }[] = [];
  let first = from;
  for (let at = from; at <= to; at++) {
    if (at < to && scan.tokens.word(at) !== ';' && scan.tokens.kind(at) !== T.terminator) continue;
    if (at > first) splitBatch(scan.tokens, first, at, ranges);
    first = at + 1;
  }
  for (const range of ranges) {
    if (scan.readStatement(scan, range.from, range.to)) continue;
    const word = scan.tokens.raw(range.from).slice(0, 40);
    scan.unreadable(`the nested statement that begins with \`${word}\` was not understood`, range.from, range.to);
  }
}
