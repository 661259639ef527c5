import type { Dialect } from '../../../model/index.ts';
import { lex } from '../../../sql/index.ts';

/** What statements begin with that make or change what databases hold, or how later ones run. */
const AGAIN: ReadonlySet<string> = new Set([
  ...['CREATE', 'ALTER', 'DROP', 'RENAME', 'TRUNCATE', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'WITH', 'CALL', 'DO'],
  ...['SET', 'USE', 'BEGIN', 'START', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'LOCK', 'UNLOCK'],
  ...['PREPARE', 'EXECUTE', 'DEALLOCATE'],
]);
const DEFINES: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'DROP', 'RENAME']);
/** Objects of the whole server. */
const OF_SERVER: ReadonlySet<string> = new Set([
  ...['USER', 'ROLE', 'SERVER', 'TABLESPACE', 'LOGFILE', 'UNDO', 'INSTANCE', 'RESOURCE'],
]);
/** Objects of a database: names follow. */
const OF_DATABASE: ReadonlySet<string> = new Set([
  ...['TABLE', 'INDEX', 'VIEW', 'TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT', 'DATABASE', 'SCHEMA', 'SEQUENCE'],
]);
const SETS_SERVER = /\b(?:GLOBAL|PERSIST|PERSIST_ONLY|PASSWORD|ROLE)\b/i;
const STARTS_REPLICATION = /^START\s+(?!TRANSACTION\b)/i;
const CHANGES_DATA = /^(?:INSERT|UPDATE|DELETE|REPLACE)$/;

/** What a statement is executed again for, on a second database: what concerns the whole server must not run twice. */
export type Again = 'schema' | 'data' | 'other' | 'no';

export function executedAgain(sql: string, dialect: Dialect): Again {
  const tokens = lex(sql, dialect);
  const first = tokens.word(0);
  if (namesSystemDatabase(tokens)) return 'no';
  if (first === 'SELECT') return /\bINTO\b|:=/i.test(sql) ? 'other' : 'no';
  if (!AGAIN.has(first)) return 'no';
  if (first === 'SET' && SETS_SERVER.test(sql)) return 'no';
  if (first === 'START' && STARTS_REPLICATION.test(sql.slice(tokens.start(0)))) return 'no';
  if (DEFINES.has(first) && definesForServer(tokens)) return 'no';
  return DEFINES.has(first) ? 'schema' : CHANGES_DATA.test(first) ? 'data' : 'other';
}

function namesSystemDatabase(tokens: ReturnType<typeof lex>): boolean {
  for (let at = 0; at < tokens.length; at++)
    if (/^`?mysql`?$/i.test(tokens.raw(at)) && tokens.word(at + 1) === '.') return true;
  return false;
}

function definesForServer(tokens: ReturnType<typeof lex>): boolean {
  for (let at = 1; at < tokens.length; at++) {
    if (OF_DATABASE.has(tokens.word(at))) return false;
    if (OF_SERVER.has(tokens.word(at))) return true;
  }
  return false;
}
