import type { Dialect } from '../../../model/index.ts';

/** The settings and transactions of a session, and how a dialect maintains the server. */
export interface Sessions {
  /** What SET takes: one setting, a list of assignments with scopes of their own, or a list of switches before ON or OFF. */
  readonly sets: 'one' | 'assignments' | 'switches';
  /** `SET STATEMENT a = 1 FOR …` sets it for one statement. */
  readonly statementSettings: boolean;
  /** SET LOCAL holds for the transaction. */
  readonly localSettings: boolean;
  /** `SET foreign_key_checks = 0` turns foreign keys off. */
  readonly foreignKeyChecks: boolean;
  /** The value with which a timeout never ends: 0, 0 for statements but not for locks, or -1. */
  readonly endlessTimeout: 'zero' | 'zero-for-statements' | 'minus-one';
  /** What RESET resets: nothing, a setting, or logs and replication of the server. */
  readonly resets: 'nothing' | 'setting' | 'server';
  /** Where LOCK TABLE says how it locks: nowhere, once for all tables, or for each table. */
  readonly lockModes: 'none' | 'once' | 'each';
  /** Statements that are sent together run in one transaction. */
  readonly batchIsTransaction: boolean;
  /** DDL ends an open transaction. */
  readonly ddlCommits: boolean;
  /** ROLLBACK undoes everything since BEGIN, also DDL, and after an error nothing runs before it. */
  readonly rollbackUndoesAll: boolean;
  /** Some statements, such as CREATE INDEX CONCURRENTLY, are refused in a transaction. */
  readonly refusesInTransaction: boolean;
  /** BEGIN fails in an open transaction. Elsewhere it warns, commits or nests. */
  readonly refusesNestedBegin: boolean;
  /** The log of the server reports statements that failed. */
  readonly failuresLogged: boolean;
  /** START starts replication, besides transactions. */
  readonly startsReplication: boolean;
  /** ANALYZE can run the statement that follows. */
  readonly analyzeRuns: boolean;
  /** VACUUM INTO writes a copy of the database. */
  readonly vacuumInto: boolean;
  /** Options of maintenance stand in parentheses: `VACUUM (FULL) t`. */
  readonly optionsInParentheses: boolean;
  /** Keywords may stand in the quotes of names: `PRAGMA "journal_mode"`, ENGINE = `MEMORY`. */
  readonly quotedKeywords: boolean;
}

const postgresql: Sessions = {
  sets: 'one',
  statementSettings: false,
  localSettings: true,
  foreignKeyChecks: false,
  endlessTimeout: 'zero',
  resets: 'setting',
  lockModes: 'once',
  batchIsTransaction: true,
  ddlCommits: false,
  rollbackUndoesAll: true,
  refusesInTransaction: true,
  refusesNestedBegin: false,
  failuresLogged: true,
  startsReplication: false,
  analyzeRuns: false,
  vacuumInto: false,
  optionsInParentheses: true,
  quotedKeywords: false,
};

const mysql: Sessions = {
  sets: 'assignments',
  statementSettings: true,
  localSettings: false,
  foreignKeyChecks: true,
  endlessTimeout: 'zero-for-statements',
  resets: 'server',
  lockModes: 'each',
  batchIsTransaction: false,
  ddlCommits: true,
  rollbackUndoesAll: false,
  refusesInTransaction: false,
  refusesNestedBegin: false,
  failuresLogged: false,
  startsReplication: true,
  analyzeRuns: true,
  vacuumInto: false,
  optionsInParentheses: false,
  quotedKeywords: true,
};

const sqlite: Sessions = {
  sets: 'one',
  statementSettings: false,
  localSettings: false,
  foreignKeyChecks: false,
  endlessTimeout: 'zero',
  resets: 'nothing',
  lockModes: 'none',
  batchIsTransaction: false,
  ddlCommits: false,
  rollbackUndoesAll: false,
  refusesInTransaction: false,
  refusesNestedBegin: true,
  failuresLogged: false,
  startsReplication: false,
  analyzeRuns: false,
  vacuumInto: true,
  optionsInParentheses: false,
  quotedKeywords: true,
};

const transactsql: Sessions = {
  sets: 'switches',
  statementSettings: false,
  localSettings: false,
  foreignKeyChecks: false,
  endlessTimeout: 'minus-one',
  resets: 'nothing',
  lockModes: 'none',
  batchIsTransaction: false,
  ddlCommits: false,
  rollbackUndoesAll: false,
  refusesInTransaction: false,
  refusesNestedBegin: false,
  failuresLogged: false,
  startsReplication: false,
  analyzeRuns: false,
  vacuumInto: false,
  optionsInParentheses: false,
  quotedKeywords: false,
};

export const SESSIONS: Readonly<Record<Dialect, Sessions>> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
  transactsql,
  // CockroachDB 25.1 commits before DDL (autocommit_before_ddl), Redshift with TRUNCATE.
  cockroachdb: { ...postgresql, failuresLogged: false, rollbackUndoesAll: false },
  redshift: { ...postgresql, failuresLogged: false, rollbackUndoesAll: false },
};
