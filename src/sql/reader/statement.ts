import { NO_TARGET, readName } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { readAlter } from './alter.ts';
import { readPieces } from './body.ts';
import { readBulk, readCall, readCopy, readDo, readExecute, readLoad, readPerform, readPrepare } from './code.ts';
import { readCreate } from './create.ts';
import { readDelete, readInsert, readMerge, readSelect, readTruncate, readUpdate } from './dml.ts';
import { readDrop } from './drop.ts';
import { readPrivileges } from './privileges.ts';
import type { ReadStatement, Scan } from './scan.ts';
import {
  bare,
  plain,
  readAttach,
  readBegin,
  readComment,
  readDirective,
  readInstall,
  readPragma,
  readReassign,
  readRenameTable,
  readReset,
  readRollback,
  readSet,
  readSetConfig,
  readStart,
  readToggleTrigger,
  readVacuum,
} from './session.ts';

type Client = Scan['lexical']['family'];
const ALL: readonly Client[] = ['psql', 'mysql', 'sqlite', 'sqlcmd'];

interface Verb {
  readonly read: ReadStatement;
  readonly clients: readonly Client[];
}

function verb(read: ReadStatement, ...clients: Client[]): Verb {
  return { read, clients: clients.length > 0 ? clients : ALL };
}

/** The statement-like words of all dialects, and how each is read. */
const VERBS: Record<string, Verb> = {
  SELECT: verb(readSelect),
  VALUES: verb(readSelect),
  TABLE: verb(readSelect, 'psql', 'mysql'),
  WITH: verb(readWith),
  INSERT: verb(readInsert),
  REPLACE: verb(readInsert, 'mysql', 'sqlite'),
  UPDATE: verb(readUpdateOrStatistics),
  DELETE: verb(readDelete),
  MERGE: verb(readMerge, 'psql', 'sqlcmd'),
  TRUNCATE: verb(readTruncate),
  COPY: verb(readCopy, 'psql'),
  LOAD: verb(readLoad, 'psql', 'mysql'),
  BULK: verb(readBulk, 'sqlcmd'),
  CREATE: verb(readCreate),
  ALTER: verb(readAlter),
  DROP: verb(readDrop),
  RENAME: verb(readRenameTable, 'mysql'),
  GRANT: verb(readPrivileges),
  REVOKE: verb(readPrivileges),
  DENY: verb(readPrivileges, 'sqlcmd'),
  REASSIGN: verb(readReassign, 'psql'),
  SET: verb(readSet),
  RESET: verb(readReset, 'psql', 'mysql'),
  PRAGMA: verb(readPragma, 'sqlite'),
  CALL: verb(readCall, 'psql', 'mysql'),
  EXEC: verb(readCall, 'sqlcmd'),
  EXECUTE: verb(readExecute),
  DO: verb(readDo, 'psql', 'mysql'),
  PERFORM: verb(readPerform, 'psql'),
  PREPARE: verb(readPrepare, 'psql', 'mysql'),
  DEALLOCATE: verb(plain('prepare')),
  EXPLAIN: verb(readExplain, 'psql', 'mysql', 'sqlite'),
  DESCRIBE: verb(readExplain, 'mysql'),
  DESC: verb(readExplain, 'mysql'),
  ANALYZE: verb(readAnalyze),
  DECLARE: verb(readDeclare),
  BEGIN: verb(readBegin),
  START: verb(readStart),
  COMMIT: verb(plain('commit')),
  END: verb(readEnd),
  ROLLBACK: verb(readRollback),
  ABORT: verb(readRollback, 'psql'),
  SAVEPOINT: verb(plain('savepoint')),
  RELEASE: verb(plain('savepoint')),
  SAVE: verb(plain('savepoint'), 'sqlcmd'),
  XA: verb(plain('begin'), 'mysql'),
  USE: verb(plain('use'), 'mysql', 'sqlcmd'),
  SHOW: verb(plain('show'), 'psql', 'mysql'),
  HELP: verb(plain('show'), 'mysql'),
  FETCH: verb(plain('cursor')),
  MOVE: verb(plain('cursor'), 'psql'),
  CLOSE: verb(plain('cursor')),
  OPEN: verb(plain('cursor'), 'sqlcmd', 'mysql'),
  HANDLER: verb(plain('cursor'), 'mysql'),
  LOCK: verb(plain('lock_table')),
  UNLOCK: verb(plain('lock_table'), 'mysql'),
  VACUUM: verb(readVacuum, 'psql', 'sqlite'),
  REINDEX: verb(plain('maintain'), 'psql', 'sqlite'),
  CLUSTER: verb(plain('maintain'), 'psql'),
  CHECKPOINT: verb(plain('maintain'), 'psql', 'sqlcmd'),
  OPTIMIZE: verb(plain('maintain'), 'mysql'),
  CHECK: verb(plain('maintain'), 'mysql'),
  CHECKSUM: verb(plain('maintain'), 'mysql'),
  REPAIR: verb(plain('maintain'), 'mysql'),
  CACHE: verb(plain('maintain'), 'mysql'),
  DBCC: verb(plain('maintain'), 'sqlcmd'),
  REFRESH: verb(plain('refresh_materialized_view'), 'psql'),
  COMMENT: verb(readComment, 'psql'),
  SECURITY: verb(readComment, 'psql'),
  NOTIFY: verb(plain('notify'), 'psql'),
  LISTEN: verb(plain('notify'), 'psql'),
  UNLISTEN: verb(plain('notify'), 'psql'),
  DISCARD: verb(plain('set'), 'psql'),
  IMPORT: verb(plain('create_other', 3), 'psql', 'mysql'),
  ATTACH: verb(readAttach, 'sqlite'),
  DETACH: verb(readAttach, 'sqlite'),
  INSTALL: verb(readInstall, 'mysql'),
  UNINSTALL: verb(plain('drop_extension', 2), 'mysql'),
  KILL: verb(plain('server_control')),
  SHUTDOWN: verb(bare('server_control'), 'mysql', 'sqlcmd'),
  FLUSH: verb(bare('server_control'), 'mysql'),
  PURGE: verb(bare('server_control'), 'mysql'),
  CHANGE: verb(bare('server_control'), 'mysql'),
  STOP: verb(bare('server_control'), 'mysql'),
  RESTART: verb(bare('server_control'), 'mysql'),
  CLONE: verb(bare('server_control'), 'mysql'),
  BINLOG: verb(bare('server_control'), 'mysql'),
  BACKUP: verb(plain('server_control'), 'sqlcmd', 'mysql'),
  RESTORE: verb(plain('server_control'), 'sqlcmd'),
  RECONFIGURE: verb(plain('alter_system'), 'sqlcmd'),
  REVERT: verb(plain('set_role'), 'sqlcmd'),
  ENABLE: verb(readToggleTrigger, 'sqlcmd'),
  DISABLE: verb(readToggleTrigger, 'sqlcmd'),
  SIGNAL: verb(plain('control'), 'mysql'),
  RESIGNAL: verb(plain('control'), 'mysql'),
  GET: verb(plain('control'), 'mysql'),
  IF: verb(readBranch, 'sqlcmd', 'mysql'),
  ELSE: verb(readBranch, 'sqlcmd', 'mysql'),
  ELSEIF: verb(readBranch, 'mysql'),
  WHILE: verb(readBranch, 'sqlcmd', 'mysql'),
  LOOP: verb(readBranch, 'mysql'),
  REPEAT: verb(readBranch, 'mysql'),
  UNTIL: verb(readBranch, 'mysql'),
  FOR: verb(readBranch, 'mysql'),
  CASE: verb(readBranch, 'mysql'),
  WHEN: verb(readBranch, 'mysql'),
  LEAVE: verb(readBranch, 'mysql'),
  ITERATE: verb(readBranch, 'mysql'),
  PRINT: verb(plain('control'), 'sqlcmd'),
  RAISERROR: verb(plain('control'), 'sqlcmd'),
  THROW: verb(readBranch, 'sqlcmd'),
  RETURN: verb(readBranch, 'sqlcmd', 'mysql'),
  GOTO: verb(readBranch, 'sqlcmd'),
  BREAK: verb(readBranch, 'sqlcmd'),
  CONTINUE: verb(readBranch, 'sqlcmd'),
  WAITFOR: verb(plain('control'), 'sqlcmd'),
  DELIMITER: verb(plain('set'), 'mysql'),
  SOURCE: verb(readDirective, 'mysql'),
  SYSTEM: verb(readDirective, 'mysql'),
};

/** Reads one statement from its tokens; false where its form is not known. */
export const readStatement: ReadStatement = (scan, from, to) => {
  const { tokens } = scan;
  if (from >= to) return true;
  let at = from;
  while (tokens.word(at) === '(' && at < to) at++;
  if (tokens.kind(at) === T.directive) return readDirective(scan, at, to);
  const known = Object.hasOwn(VERBS, tokens.word(at)) ? VERBS[tokens.word(at)] : undefined;
  if (!known || (at > from && !/^(?:SELECT|WITH|VALUES|TABLE)$/.test(tokens.word(at))))
    return readOther(scan, from, to);
  if (!known.clients.includes(scan.lexical.family)) return false;
  return readKnown(scan, known, at, to);
};

/** A statement in a statement (PREPARE, DECLARE, a body, …) is read this deep. */
const MAX_NESTING = 50;

function readKnown(scan: Scan, known: Verb, from: number, to: number): boolean {
  if (scan.out.nesting >= MAX_NESTING) {
    scan.unreadable('statements nest too deep', from, to);
    return true;
  }
  scan.out.nesting++;
  const understood = known.read(scan, from, to);
  if (scan.lexical.family === 'psql') readSetConfig(scan, from, to);
  readNested(scan, from + 1, to);
  scan.out.nesting--;
  return understood;
}

/** T-SQL runs `name …` at the start of a batch as a procedure, without EXEC, and has labels. */
function readOther(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  if (tokens.word(from + 1) === ':') return readLabelled(scan, from, to);
  if (scan.lexical.family !== 'sqlcmd') return false;
  const kind = tokens.kind(from);
  if (kind !== T.word && kind !== T.quoted) return false;
  const batch = from === 0 || (tokens.kind(from - 1) === T.terminator && tokens.word(from - 1) !== ';');
  return batch || /^(?:SP_|XP_)/.test(tokens.word(from)) ? readCall(scan, from - 1, to) : false;
}

/** `label:` of T-SQL, and of a MySQL block or loop. */
function readLabelled(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const { family } = scan.lexical;
  if (family !== 'sqlcmd' && family !== 'mysql') return false;
  let at = from + 2;
  while (tokens.word(at + 1) === ':' && at + 1 < to) at += 2;
  if (at < to) return scan.readStatement(scan, at, to);
  scan.add('control', from, to, { objectClass: 'branch' });
  return true;
}

/** Each nested write is read to its closing parenthesis, so that unclosed ones cost the square of their number. */
const MAX_NESTED = 200;
const QUERY_VERBS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'REPLACE']);

/** Finds writes in parentheses: in WITH clauses, in COPY (…), and wherever a dialect lets them stand. */
function readNested(scan: Scan, from: number, to: number): void {
  const { tokens } = scan;
  if (scan.place === 'cte' || scan.place === 'subquery') return;
  let found = 0;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) !== '(' || !QUERY_VERBS.has(tokens.word(at + 1))) continue;
    if (found++ === MAX_NESTED) {
      scan.unreadable(`more than ${MAX_NESTED} writes nested in one statement`, at, to);
      return;
    }
    const next = tokens.word(at + 2);
    // `GRANT (…)`, `REPLACE(x, y)` and columns named like verbs are no statements.
    if (next === '(' || next === ',' || next === ')' || next === '') {
      if (tokens.kind(at + 2) === T.op || tokens.kind(at + 2) === T.end) continue;
    }
    const close = scan.behindParenthesis(at, to) - 1;
    const before = tokens.word(at - 1);
    const cte = before === 'AS' || before === 'MATERIALIZED';
    scan.readStatement(scan.at(cte ? 'cte' : 'subquery'), at + 1, close);
  }
}

/** `WITH a AS (…), b AS (…) verb …`: the CTEs are found as nested; here the main statement is read. */
function readWith(scan: Scan, from: number, to: number): boolean {
  const main = scan.find(
    new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'VALUES', 'TABLE', 'REPLACE']),
    from + 1,
    to,
  );
  if (main < 0) {
    // `WITH a AS (…) (SELECT …)`
    scan.add('select', from, to);
    return scan.tokens.word(to - 1) === ')';
  }
  const known = VERBS[scan.tokens.word(main)];
  return known?.read(scan, main, to) ?? false;
}

function readUpdateOrStatistics(scan: Scan, from: number, to: number): boolean {
  if (scan.lexical.family === 'sqlcmd' && scan.tokens.word(from + 1) === 'STATISTICS')
    return plain('maintain', 2)(scan, from, to);
  return readUpdate(scan, from, to);
}

const EXPLAINABLE = new Set(
  'SELECT INSERT UPDATE DELETE MERGE VALUES WITH CREATE EXECUTE DECLARE REFRESH REPLACE TABLE'.split(' '),
);

/** EXPLAIN runs nothing; EXPLAIN ANALYZE runs what it explains. */
function readExplain(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  scan.add('explain', from, to);
  let at = from + 1;
  let analyze = false;
  if (tokens.word(at) === '(' && !EXPLAINABLE.has(tokens.word(at + 1))) {
    const close = scan.behindParenthesis(at, to);
    for (const part of scan.commaParts(at + 1, close - 1)) {
      if (!/^ANALY[ZS]E$/.test(tokens.word(part.from))) continue;
      const value = tokens
        .raw(part.from + 1)
        .toLowerCase()
        .replaceAll("'", '');
      analyze = part.to === part.from + 1 || !['false', 'off', '0'].includes(value);
    }
    at = close;
  }
  for (; at < to; at++) {
    const word = tokens.word(at);
    if (EXPLAINABLE.has(word) || word === '(') break;
    if (word === 'ANALYZE' || word === 'ANALYSE') analyze = true;
  }
  if (at >= to) return true;
  if (!analyze) return true;
  return scan.readStatement(scan.at('explain_analyze'), at, to);
}

/** MariaDB's ANALYZE runs the statement behind it; elsewhere ANALYZE gathers statistics. */
function readAnalyze(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  if (scan.lexical.family === 'mysql') {
    let at = from + 1;
    if (tokens.word(at) === 'FORMAT') at += 3;
    if (EXPLAINABLE.has(tokens.word(at)) && tokens.word(at) !== 'TABLE') {
      scan.add('explain', from, to);
      return scan.readStatement(scan.at('explain_analyze'), at, to);
    }
  }
  return plain('maintain')(scan, from, to);
}

/** A cursor of a session; T-SQL's variables. */
function readDeclare(scan: Scan, from: number, to: number): boolean {
  const cursor = scan.find(new Set(['CURSOR']), from, to);
  scan.add(cursor >= 0 ? 'cursor' : 'control', from, to, {
    target: cursor >= 0 ? readName(scan.tokens, from + 1, scan.lexical).target : NO_TARGET,
  });
  const query = cursor < 0 ? -1 : scan.find(new Set(['FOR']), cursor, to);
  if (query < 0) return cursor >= 0 || scan.lexical.family === 'sqlcmd' || scan.lexical.family === 'mysql';
  return scan.readStatement(scan.at('subquery'), query + 1, to);
}

/** END commits in PostgreSQL and SQLite, and closes a block elsewhere. */
function readEnd(scan: Scan, from: number, to: number): boolean {
  const closes = scan.lexical.family === 'sqlcmd' || scan.lexical.family === 'mysql';
  if (closes) scan.add('control', from, to, { objectClass: 'branch' });
  else scan.add('commit', from, to);
  return true;
}

/** Control flow: T-SQL's, whose statements stand apart, and MariaDB's outside of routines, which holds statements. */
function readBranch(scan: Scan, from: number, to: number): boolean {
  scan.add('control', from, to, { objectClass: 'branch' });
  if (scan.lexical.family === 'mysql' && scan.place === 'statement') readPieces(scan, from + 1, to);
  return true;
}
