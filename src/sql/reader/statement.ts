import type { OperationKind, Target } from '../../model/index.ts';
import { NO_TARGET, readName } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { readAdministration } from './administration/index.ts';
import { readBodyStatements } from './body.ts';
import {
  readBulk,
  readCall,
  readCopy,
  readDo,
  readExecute,
  readImport,
  readLoad,
  readPerform,
  readPrepare,
  readUnload,
} from './code.ts';
import { readAlter, readCreate, readDbcc, readDrop, readMaintenance, readStatistics } from './ddl/index.ts';
import { readDelete, readInsert, readSelect, readTableRefs, readTruncate, readUpdate } from './dml.ts';
import { readMerge } from './merge.ts';
import { withFacts } from './operation.ts';
import { readPrivileges } from './privileges.ts';
import { markRefused } from './refused-in-transaction.ts';
import type { ReadStatement, Scan } from './scan.ts';
import {
  isBlock,
  kindOnly,
  kindWithTarget,
  readAttach,
  readBegin,
  readComment,
  readDirective,
  readInstall,
  readLock,
  readPragma,
  readReassign,
  readRenameTable,
  readReset,
  readRollback,
  readSet,
  readStart,
  readToggleTrigger,
  readVacuum,
} from './session.ts';
import { readSetConfig } from './set-config.ts';
import { STATEMENTS } from './verbs.ts';

/** How each statement is read, by its first word; `STATEMENTS` lists the dialects that have it. */
export const VERBS: Readonly<Record<string, ReadStatement>> = {
  SELECT: readSelect,
  VALUES: readSelect,
  TABLE: readSelect,
  WITH: readWith,
  INSERT: readInsert,
  REPLACE: readInsert,
  UPSERT: readInsert,
  UPDATE: readUpdateOrStatistics,
  DELETE: readDelete,
  MERGE: readMerge,
  TRUNCATE: readTruncate,
  COPY: readCopy,
  UNLOAD: readUnload,
  EXPORT: readUnload,
  LOAD: readLoad,
  BULK: readBulk,
  CREATE: readCreate,
  ALTER: readAlter,
  DROP: readDrop,
  RENAME: readRenameTable,
  GRANT: readPrivileges,
  REVOKE: readPrivileges,
  DENY: readPrivileges,
  REASSIGN: readReassign,
  SET: readSet,
  RESET: readReset,
  PRAGMA: readPragma,
  CALL: readCall,
  EXEC: readCall,
  EXECUTE: readExecute,
  DO: readDo,
  PERFORM: readPerform,
  PREPARE: readPrepare,
  DEALLOCATE: kindWithTarget('prepare'),
  EXPLAIN: readExplain,
  DESCRIBE: readExplain,
  DESC: readExplain,
  ANALYZE: readAnalyze,
  DECLARE: readDeclare,
  BEGIN: readBegin,
  START: readStart,
  COMMIT: kindWithTarget('commit'),
  END: readEnd,
  ROLLBACK: readRollback,
  ABORT: readRollback,
  SAVEPOINT: kindWithTarget('savepoint'),
  RELEASE: kindWithTarget('savepoint'),
  SAVE: kindWithTarget('savepoint'),
  XA: kindWithTarget('begin'),
  USE: kindWithTarget('use'),
  SHOW: kindWithTarget('show'),
  HELP: kindWithTarget('show'),
  FETCH: kindWithTarget('cursor'),
  MOVE: kindWithTarget('cursor'),
  CLOSE: kindWithTarget('cursor'),
  OPEN: kindWithTarget('cursor'),
  HANDLER: kindWithTarget('cursor'),
  LOCK: readLock,
  UNLOCK: kindWithTarget('lock_table'),
  VACUUM: readVacuum,
  REINDEX: readMaintenance,
  CLUSTER: readMaintenance,
  CHECKPOINT: readMaintenance,
  OPTIMIZE: readMaintenance,
  CHECK: readMaintenance,
  CHECKSUM: readMaintenance,
  REPAIR: readMaintenance,
  CACHE: kindWithTarget('maintain'),
  DBCC: readDbcc,
  REFRESH: kindWithTarget('refresh_materialized_view'),
  COMMENT: readComment,
  SECURITY: readComment,
  NOTIFY: kindWithTarget('notify'),
  LISTEN: kindWithTarget('notify'),
  UNLISTEN: kindWithTarget('notify'),
  DISCARD: kindWithTarget('set', 1, 'unset'),
  IMPORT: readImport,
  ATTACH: readAttach,
  DETACH: readAttach,
  INSTALL: readInstall,
  UNINSTALL: kindWithTarget('drop_extension', 2),
  KILL: kindWithTarget('server_control'),
  SHUTDOWN: kindOnly('server_control'),
  FLUSH: kindOnly('server_control'),
  PURGE: kindOnly('server_control'),
  CHANGE: kindOnly('server_control'),
  STOP: kindOnly('server_control'),
  RESTART: kindOnly('server_control'),
  CLONE: kindOnly('server_control'),
  BINLOG: kindOnly('server_control'),
  BACKUP: kindWithTarget('server_control'),
  RESTORE: kindWithTarget('server_control'),
  RECONFIGURE: kindWithTarget('alter_system'),
  REVERT: kindWithTarget('set_role'),
  ENABLE: readToggleTrigger,
  DISABLE: readToggleTrigger,
  SIGNAL: kindWithTarget('control'),
  RESIGNAL: kindWithTarget('control'),
  GET: kindWithTarget('control'),
  IF: readBranch,
  ELSE: readBranch,
  ELSEIF: readBranch,
  WHILE: readBranch,
  LOOP: readBranch,
  REPEAT: readBranch,
  UNTIL: readBranch,
  FOR: readBranch,
  CASE: readBranch,
  WHEN: readBranch,
  LEAVE: readBranch,
  ITERATE: readBranch,
  PRINT: kindWithTarget('control'),
  RAISERROR: kindWithTarget('control'),
  THROW: readBranch,
  RETURN: readBranch,
  GOTO: readJump,
  BREAK: readBranch,
  CONTINUE: readBranch,
  WAITFOR: kindWithTarget('control'),
  DELIMITER: kindWithTarget('set'),
  SOURCE: readDirective,
  SYSTEM: readDirective,
};

/** Reads one statement from its tokens; false if it is not recognised. */
export const readStatement: ReadStatement = (scan, from, to) => {
  const { tokens } = scan;
  if (from >= to) return true;
  let at = from;
  while (tokens.word(at) === '(' && at < to) at++;
  if (tokens.kind(at) === T.directive) return readDirective(scan, at, to);
  const known = Object.hasOwn(VERBS, tokens.word(at)) ? VERBS[tokens.word(at)] : undefined;
  if (!known || (at > from && !/^(?:SELECT|WITH|VALUES|TABLE)$/.test(tokens.word(at))))
    return readOther(scan, from, to);
  if (!STATEMENTS[scan.dialect].has(tokens.word(at))) return readAdministration(scan, from, to);
  return readKnown(scan, known, at, to);
};

/** Maximum nesting of statements in statements (PREPARE, DECLARE, a body, …). */
const MAX_NESTING = 50;

function readKnown(scan: Scan, read: ReadStatement, from: number, to: number): boolean {
  if (scan.out.nesting >= MAX_NESTING) {
    scan.unreadable(`statements are nested more than ${MAX_NESTING} levels deep`, from, to);
    return true;
  }
  if (scan.out.nesting > 0 && scan.place !== 'cte' && scan.place !== 'subquery')
    scan.out.inner.push({ scan, from, to });
  scan.out.nesting++;
  const before = scan.out.operations.length;
  const understood = read(scan, from, to);
  if (scan.lexical.sessions.refusesInTransaction) markRefused(scan, from, to, before);
  if (scan.lexical.functions.setConfig) readSetConfig(scan, from, to);
  const listed = readAdministration(scan, from, to);
  readNested(scan, from + 1, to);
  if (scan.lexical.queries.bracketSources) readBracketSources(scan, from + 1, to);
  scan.out.nesting--;
  return understood || listed;
}

/** Reads a label, or T-SQL's procedure call without EXEC, which is allowed at the start of a batch. */
function readOther(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  if (tokens.word(from + 1) === ':') return readLabelled(scan, from, to);
  if (readAdministration(scan, from, to)) return true;
  if (!scan.lexical.routines.bareCalls) return false;
  const kind = tokens.kind(from);
  if (kind !== T.word && kind !== T.quoted) return false;
  const batch = from === 0 || (tokens.kind(from - 1) === T.terminator && tokens.word(from - 1) !== ';');
  return batch || /^(?:SP_|XP_)/.test(tokens.word(from)) ? readCall(scan, from - 1, to) : false;
}

/** The `label:` of a block or loop, or of a GOTO. */
function readLabelled(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  if (scan.lexical.routines.blocks === 'none') return false;
  let at = from + 2;
  while (tokens.word(at + 1) === ':' && at + 1 < to) at += 2;
  if (at < to) return scan.readStatement(scan, at, to);
  scan.add('control', from, to, { objectClass: 'jump' });
  return true;
}

/** Maximum nested writes: unclosed parentheses would make their cost quadratic. */
const MAX_NESTED = 200;
const QUERY_VERBS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'REPLACE']);

/** Reads writes in parentheses: in WITH clauses, in COPY (…), and wherever else a dialect allows them. */
function readNested(scan: Scan, from: number, to: number): void {
  const { tokens } = scan;
  if (scan.place === 'cte' || scan.place === 'subquery') return;
  let found = 0;
  for (const at of tokens.openingsIn(from, to)) {
    if (!QUERY_VERBS.has(tokens.word(at + 1))) continue;
    if (found++ === MAX_NESTED) {
      scan.unreadable(`the statement has more than ${MAX_NESTED} nested writes: the rest was not read`, at, to);
      return;
    }
    const next = tokens.word(at + 2);
    // `REPLACE(x, y)` and columns that are named like verbs are not statements.
    if (next === '(' || next === ',' || next === ')' || next === '') {
      if (tokens.kind(at + 2) === T.op || tokens.kind(at + 2) === T.end) continue;
    }
    const close = scan.afterParenthesis(at, to) - 1;
    const before = tokens.word(at - 1);
    const cte = before === 'AS' || before === 'MATERIALIZED';
    scan.readStatement(scan.at(cte ? 'cte' : 'subquery'), at + 1, close);
  }
}

const SOURCES = new Set(['INSERT', 'UPSERT', 'UPDATE', 'DELETE', 'EXPLAIN']);

/** CockroachDB: `SELECT * FROM [DELETE FROM t RETURNING id]` runs the statement in brackets. */
function readBracketSources(scan: Scan, from: number, to: number): void {
  const { tokens } = scan;
  if (scan.place === 'subquery') return;
  let found = 0;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) !== '[' || !SOURCES.has(tokens.word(at + 1))) continue;
    if (found++ === MAX_NESTED) {
      scan.unreadable(`the statement has more than ${MAX_NESTED} nested writes: the rest was not read`, at, to);
      return;
    }
    let close = at + 1;
    for (let depth = 1; close < to; close++) {
      if (tokens.word(close) === '[') depth++;
      else if (tokens.word(close) === ']' && --depth === 0) break;
    }
    scan.readStatement(scan.at('subquery'), at + 1, close);
  }
}

const AFTER_CTES = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'VALUES', 'TABLE', 'REPLACE']);

/** Reads the main statement of `WITH a AS (…), b AS (…) verb …`. The CTEs are found by `readNested`. */
function readWith(scan: Scan, from: number, to: number): boolean {
  const main = scan.find(AFTER_CTES, from + 1, to);
  if (main < 0) {
    // `WITH a AS (…) (SELECT …)`
    scan.add('select', from, to);
    return scan.tokens.word(to - 1) === ')';
  }
  const known = VERBS[scan.tokens.word(main)];
  if (!known) return false;
  const before = scan.out.operations.length;
  scan.out.withAt = from;
  const understood = known(scan, main, to);
  scan.out.withAt = -1;
  if (scan.lexical.queries.writableCtes) resolveWritten(scan, before, from + 1, main);
  return understood;
}

/** T-SQL: `WITH c AS (SELECT … FROM t) DELETE FROM c` deletes rows of `t`, even if a table has the name of the CTE. */
function resolveWritten(scan: Scan, before: number, from: number, to: number): void {
  const { tokens, lexical, out } = scan;
  const sources = new Map<string | undefined, Target>();
  for (const part of scan.commaParts(from, to)) {
    const { target, next } = readName(tokens, part.from, lexical);
    const as = scan.find('AS', next, part.to);
    const source = as < 0 ? -1 : scan.find('FROM', as + 2, part.to - 1);
    const table = source < 0 ? undefined : readTableRefs(scan, source + 1, part.to - 1)[0]?.target;
    if (table) sources.set(target.name, (table.schema === '' && sources.get(table.name)) || table);
  }
  for (let index = before; index < out.operations.length; index++) {
    const operation = out.operations[index];
    const target = operation?.target.schema === '' ? sources.get(operation.target.name) : undefined;
    if (operation && target && WRITES.has(operation.kind)) out.operations[index] = withFacts(operation, { target });
  }
}

const WRITES: ReadonlySet<OperationKind> = new Set(['insert', 'update', 'delete', 'merge', 'merge_delete']);

function readUpdateOrStatistics(scan: Scan, from: number, to: number): boolean {
  if (scan.lexical.ddl.updateStatistics && scan.tokens.word(from + 1) === 'STATISTICS')
    return readStatistics(scan, from, to);
  return readUpdate(scan, from, to);
}

const EXPLAINABLE = new Set(
  'SELECT INSERT UPDATE DELETE MERGE VALUES WITH CREATE EXECUTE DECLARE REFRESH REPLACE TABLE'.split(' '),
);

/** EXPLAIN. Only EXPLAIN ANALYZE runs the statement. */
function readExplain(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  scan.add('explain', from, to);
  let at = from + 1;
  let analyze = false;
  if (tokens.word(at) === '(' && !EXPLAINABLE.has(tokens.word(at + 1))) {
    const close = scan.afterParenthesis(at, to);
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
    // CockroachDB: `EXPLAIN ANALYZE (VERBOSE) …`
    if (word === '(' && analyze && !EXPLAINABLE.has(tokens.word(at + 1)) && tokens.word(at + 1) !== '(')
      at = scan.afterParenthesis(at, to) - 1;
    else if (EXPLAINABLE.has(word) || word === '(') break;
    else if (word === 'ANALYZE' || word === 'ANALYSE') analyze = true;
  }
  if (at >= to) return true;
  if (!analyze) return true;
  return scan.readStatement(scan.at('explain_analyze'), at, to);
}

/** ANALYZE. In MariaDB it can run the statement that follows; elsewhere it collects statistics. */
function readAnalyze(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  if (scan.lexical.sessions.analyzeRuns) {
    let at = from + 1;
    if (tokens.word(at) === 'FORMAT') at += 3;
    if (EXPLAINABLE.has(tokens.word(at)) && tokens.word(at) !== 'TABLE') {
      scan.add('explain', from, to);
      return scan.readStatement(scan.at('explain_analyze'), at, to);
    }
  }
  return readMaintenance(scan, from, to);
}

/** DECLARE of a cursor, or of variables in T-SQL. */
function readDeclare(scan: Scan, from: number, to: number): boolean {
  const cursor = scan.find('CURSOR', from, to);
  scan.add(cursor >= 0 ? 'cursor' : 'control', from, to, {
    target: cursor >= 0 ? readName(scan.tokens, from + 1, scan.lexical).target : NO_TARGET,
  });
  const query = cursor < 0 ? -1 : scan.find('FOR', cursor, to);
  if (query < 0) return cursor >= 0 || scan.lexical.routines.blocks !== 'none';
  return scan.readStatement(scan.at('subquery'), query + 1, to);
}

/** END. It closes a block in dialects whose scripts may have blocks, and commits in others. */
function readEnd(scan: Scan, from: number, to: number): boolean {
  const { blocks } = scan.lexical.routines;
  const isBlockEnd = blocks === 'begin' && isBlock(scan, from, to);
  if (blocks !== 'none') scan.add('control', from, to, { objectClass: isBlockEnd ? 'end of block' : 'branch' });
  else scan.add('commit', from, to);
  return true;
}

/** T-SQL's GOTO. */
function readJump(scan: Scan, from: number, to: number): boolean {
  scan.add('control', from, to, { objectClass: 'jump' });
  return true;
}

/** Control flow. In T-SQL the statements inside are split off; in MariaDB, outside routines, they are read here. */
function readBranch(scan: Scan, from: number, to: number): boolean {
  scan.add('control', from, to, { objectClass: 'branch' });
  if (scan.lexical.routines.blocks === 'not-atomic' && scan.place === 'statement')
    readBodyStatements(scan, from + 1, to);
  return true;
}
