import type { OperationKind } from '../../../model/index.ts';
import { NO_TARGET, readName, tableFacts, unquote } from '../../text/names.ts';
import { asBehindHeader, type TokenRange } from '../../text/splitter.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import { readBodyStatements, readRoutineText } from '../body.ts';
import { readIfExists, type Scan } from '../scan.ts';
import { nameAt } from './columns.ts';

/** Flags from the words between CREATE and the object type. */
export interface CreateFlags {
  orReplace: boolean;
  temporary: boolean;
  unique: boolean;
}

/** The word after LANGUAGE, in lower case; empty if there is none. */
export function readLanguage(scan: Scan, from: number, to: number): string {
  const at = scan.find('LANGUAGE', from, to);
  if (at < 0) return '';
  const { tokens } = scan;
  if (tokens.kind(at + 1) === T.string) return unquote(tokens.raw(at + 1)).toLowerCase();
  return nameAt(scan, at + 1)?.toLowerCase() ?? '';
}

/** CREATE FUNCTION, PROCEDURE or AGGREGATE, with its body. */
export function readRoutine(
  scan: Scan,
  kind: OperationKind,
  from: number,
  at: number,
  to: number,
  flags: CreateFlags,
): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, lexical);
  if (next === exists.next) return false;
  const parameters = tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next;
  const language = readLanguage(scan, parameters, to);
  const soname = scan.find('SONAME', next, to) >= 0;
  const assembly = scan.is(scan.find('EXTERNAL', parameters, to) + 1, 'NAME');
  const external = language === 'c' || language === 'internal' || soname || (lexical.routines.assemblies && assembly);
  scan.add(kind, from, to, {
    target,
    orReplace: flags.orReplace,
    ifNotExists: exists.ifNotExists,
    language,
    objectClass: kind === 'create_function' && isStable(scan, parameters, to) ? 'stable function' : undefined,
  });
  if (external) {
    scan.add('load_library', from, to, { target, language });
    return true;
  }
  if (lexical.routines.routineSettings) {
    scan.out.temporaryLast = namesTemporarySchema(tokens, { from: parameters, to });
    const role = scan.find('SESSION_REPLICATION_ROLE', parameters, to);
    if (role >= 0 && /replica/i.test(tokens.raw(role + 2)))
      scan.add('disable_trigger', from, to, { target: { ...target, text: `every table in calls of ${target.text}` } });
  }
  const as = lexical.bodyBehindAs ? asBehindHeader(tokens, at - 1) : -1;
  if (as >= 0) readBodyStatements(scan.at('routine_body'), as + 1, to);
  else readBody(scan.at('routine_body'), parameters, to, language);
  return true;
}

/** Whether a function of PostgreSQL has IMMUTABLE or STABLE before or after its body, which may be the tokens themselves. */
function isStable(scan: Scan, from: number, to: number): boolean {
  if (!scan.lexical.ddl.onlyTables) return false;
  const body = scan.find(BODY_STARTS, from, to);
  const stable = scan.find(STABLE, from, to);
  return stable >= 0 && (body < 0 || stable < body || scan.tokens.word(body) === 'AS');
}

const STABLE = new Set(['IMMUTABLE', 'STABLE']);
const BODY_STARTS = new Set(['AS', 'BEGIN', 'RETURN']);

/** `SET search_path = public, pg_temp`: with it, a real table hides a temporary one. */
export function namesTemporarySchema(tokens: TokenList, { from, to }: TokenRange): boolean {
  for (let at = from; at < to; at++)
    if (tokens.kind(at) !== T.dollar && /pg_temp|current/i.test(tokens.raw(at))) return true;
  return false;
}

/** Reads the new body in an ALTER of a T-SQL routine or trigger, or of a MySQL event. `at` is the name. */
export function readAlteredBody(scan: Scan, from: number, at: number, to: number): void {
  const { tokens, lexical } = scan;
  const { target, next } = readName(tokens, at, lexical);
  const body = scan.at('routine_body');
  const { alteredBody } = lexical.routines;
  if (alteredBody === 'routine') {
    const start = batchBody(scan, tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next, to);
    if (scan.is(start, 'EXTERNAL', 'NAME')) scan.add('load_library', from, to, { target });
    else readBodyStatements(body, start, to);
  } else if (alteredBody === 'event') {
    const start = scan.find('DO', next, to);
    if (start >= 0) readBodyStatements(body, start + 1, to);
  }
}

/** Reads the body of a routine: a string after AS, or the tokens themselves. */
function readBody(scan: Scan, from: number, to: number, language: string): void {
  const { tokens, lexical } = scan;
  const { routineBody } = lexical.routines;
  if (routineBody === 'string') {
    for (let at = from; at < to; at++) {
      if (tokens.word(at) !== 'AS') continue;
      const kind = tokens.kind(at + 1);
      if (kind !== T.string && kind !== T.dollar) continue;
      readRoutineText(scan, at + 1, 'routine_body', language);
      return;
    }
    const begin = scan.find('BEGIN', from, to);
    if (begin >= 0) readBodyStatements(scan, begin, to);
    return;
  }
  if (routineBody === 'batch') return readBodyStatements(scan, batchBody(scan, from, to), to);
  readBodyStatements(scan, bodyStart(scan, from, to), to);
}

/** The token after the AS of a T-SQL routine, skipping `EXECUTE AS` and `@parameter AS type`. */
function batchBody(scan: Scan, from: number, to: number): number {
  const { tokens } = scan;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) !== 'AS' || tokens.kind(at - 1) === T.param) continue;
    if (!/^EXEC(?:UTE)?$/.test(tokens.word(at - 1))) return at + 1;
  }
  return to;
}

const BODY_VERBS = new Set(
  `BEGIN INSERT UPDATE DELETE REPLACE SELECT SET CALL IF CASE WHILE LOOP REPEAT TRUNCATE DROP ALTER CREATE RETURN EXECUTE
   PREPARE GRANT REVOKE WITH`.split(/\s+/),
);

function bodyStart(scan: Scan, from: number, to: number): number {
  const at = scan.find(BODY_VERBS, from, to);
  return at < 0 ? to : at;
}

/** CREATE TRIGGER, EVENT or RULE, with its body. */
export function readTriggered(
  scan: Scan,
  kind: OperationKind,
  from: number,
  at: number,
  to: number,
  flags: CreateFlags,
): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, lexical);
  // `ON event TO table` of a rule; an event trigger has no table.
  const on = scan.find(kind === 'create_rule' ? 'TO' : 'ON', next, to);
  const hasTable = on >= 0 && kind !== 'create_event' && tokens.word(at - 2) !== 'EVENT';
  scan.add(kind, from, to, {
    target,
    ...tableFacts(hasTable ? readName(tokens, on + 1, lexical).target : NO_TARGET),
    orReplace: flags.orReplace,
    temporary: flags.temporary,
    ifNotExists: exists.ifNotExists,
  });
  if (lexical.routines.triggerBody === 'function' && kind === 'create_trigger') return next > exists.next;
  const body = triggeredBody(scan, kind, next, to);
  if (body < to) readBodyStatements(scan.at('routine_body'), body, to);
  return next > exists.next;
}

/** The start of the body of a trigger, event or rule; `to` if it has none. */
function triggeredBody(scan: Scan, kind: OperationKind, from: number, to: number): number {
  const { tokens, lexical } = scan;
  if (kind === 'create_event' || kind === 'create_rule') {
    const found = scan.find('DO', from, to);
    if (found < 0) return to;
    let at = found + 1;
    while (tokens.word(at) === 'ALSO' || tokens.word(at) === 'INSTEAD' || tokens.word(at) === '(') at++;
    return at;
  }
  const { triggerBody: place } = lexical.routines;
  if (place === 'batch') return batchBody(scan, from, to);
  if (place === 'begin') {
    const begin = scan.find('BEGIN', from, to);
    return begin < 0 ? to : begin;
  }
  const row = scan.find('ROW', from, to);
  if (row < 0) return to;
  const order = tokens.word(row + 1);
  return order === 'FOLLOWS' || order === 'PRECEDES' ? row + 3 : row + 1;
}
