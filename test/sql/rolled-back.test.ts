import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read, readRun } from './read.ts';

/** What a file rolls back itself: `delete a`. */
function rolledBack(dialect: Dialect, sql: string, path?: string): string[] {
  return read(dialect, sql, path)
    .statements.flatMap(({ operations }) => operations)
    .filter((operation) => operation.rolledBack)
    .map(({ kind, target }) => `${kind} ${target.text}`);
}

describe('a statement between BEGIN and ROLLBACK of a file', () => {
  test.each<[string, string[]]>([
    ['BEGIN; SELECT plan(1); DELETE FROM a; SELECT * FROM finish(); ROLLBACK;', ['delete a']],
    ['begin work; drop table a; rollback work', ['drop_table a']],
    ['START TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ WRITE; TRUNCATE a; ABORT TRANSACTION', ['truncate a']],
    ['BEGIN; ALTER TABLE a DROP COLUMN b; UPDATE a SET c = 1; ROLLBACK AND NO CHAIN', ['drop_column a', 'update a']],
    ['BEGIN; DO $$ BEGIN DELETE FROM a; END $$; ROLLBACK', ['delete a']],
    ["BEGIN; SELECT lives_ok('DELETE FROM a'); ROLLBACK", ['delete a']],
    ['BEGIN; SAVEPOINT s; DELETE FROM a; ROLLBACK TO s; DELETE FROM b; ROLLBACK', ['delete a', 'delete b']],
    ['BEGIN; BEGIN; DELETE FROM a; ROLLBACK', ['delete a']],
    ['\\set ON_ERROR_ROLLBACK 1\nBEGIN;\n\\echo x\nDELETE FROM a;\nROLLBACK;', ['delete a']],
    ['BEGIN; DELETE FROM a; COMMIT; BEGIN; DELETE FROM b; ROLLBACK', ['delete b']],
    ['BEGIN; DELETE FROM a; ROLLBACK; DELETE FROM b', ['delete a']],
    ['BEGIN; DELETE FROM a; ROLLBACK; DELETE FROM b; BEGIN; DELETE FROM c; ROLLBACK', ['delete a', 'delete c']],
  ])('is undone: %s', (sql, expected) => {
    expect(rolledBack('postgresql', sql)).toEqual(expected);
  });

  test.each<[why: string, sql: string]>([
    ['there is no ROLLBACK', 'BEGIN; DELETE FROM a;'],
    ['there is no BEGIN', 'DELETE FROM a; ROLLBACK;'],
    ['it is committed', 'BEGIN; DELETE FROM a; COMMIT; ROLLBACK'],
    ['it is committed by END', 'BEGIN; DELETE FROM a; END; ROLLBACK'],
    ['it is committed later', "BEGIN; DELETE FROM a; PREPARE TRANSACTION 'x'; ROLLBACK; COMMIT PREPARED 'x'"],
    ['only a part is undone', 'BEGIN; SAVEPOINT s; DELETE FROM a; ROLLBACK TO s; COMMIT'],
    ['only a part is undone', 'BEGIN; DELETE FROM a; SAVEPOINT s; ROLLBACK TO SAVEPOINT s'],
    ['another transaction is rolled back', 'BEGIN; DELETE FROM a; COMMIT; BEGIN; SELECT 1; ROLLBACK'],
    ['it follows AND CHAIN', 'BEGIN; ROLLBACK AND CHAIN; DELETE FROM a; COMMIT'],
    ['only a block rolls back', 'BEGIN; DELETE FROM a; DO $$ BEGIN IF b() THEN ROLLBACK; END IF; END $$; COMMIT'],
    ['only a block may commit', 'BEGIN; DELETE FROM a; DO $$ BEGIN COMMIT; END $$; ROLLBACK'],
    ['only a string says ROLLBACK', "BEGIN; DELETE FROM a; SELECT 'ROLLBACK'; COMMIT"],
    ['only a comment says ROLLBACK', 'BEGIN; DELETE FROM a; -- ROLLBACK\nCOMMIT'],
    ['the server refuses the BEGIN', 'BEGIN TRAN; DELETE FROM a; ROLLBACK'],
    ['the client may skip the BEGIN', '\\if :x\nBEGIN;\n\\endif\nDELETE FROM a;\nROLLBACK;'],
    ['the client may skip the ROLLBACK', 'BEGIN;\nDELETE FROM a;\n\\if :x\nROLLBACK;\n\\endif\nCOMMIT;'],
    ['the client connects again', 'BEGIN;\n\\c other\nDELETE FROM a;\nROLLBACK;'],
    ['the client runs another file, which may commit', 'BEGIN;\nDELETE FROM a;\n\\i other.sql\nROLLBACK;'],
    ['the client runs what a query returns', "BEGIN;\nDELETE FROM a;\nSELECT 'COMMIT' \\gexec\nROLLBACK;"],
    ['a statement is unreadable', 'BEGIN; DELETE FROM a; FOO BAR; ROLLBACK'],
    ['a prepared statement outlives it', 'BEGIN; PREPARE p AS DELETE FROM a; ROLLBACK; EXECUTE p'],
    ['another session runs it', "BEGIN; SELECT dblink_exec('x', 'DELETE FROM a'), f('DELETE FROM a'); ROLLBACK"],
    ['a function changes pages for good', "BEGIN; SELECT heap_force_kill('a', ARRAY['(0,1)']::tid[]); ROLLBACK"],
    ['a section ends before the ROLLBACK', '-- migrate:up\nBEGIN; DELETE FROM a;\n-- migrate:down\nROLLBACK;'],
  ])('is not undone if %s: %s', (_, sql) => {
    expect(rolledBack('postgresql', sql)).toEqual([]);
  });

  test('is not known to be undone in the transaction of a migration tool', () => {
    const { statements } = readRun('postgresql', 'BEGIN; DELETE FROM a; ROLLBACK', { transaction: true });
    expect(statements.flatMap(({ operations }) => operations).some((operation) => operation.rolledBack)).toBe(false);
  });

  test.each<[Dialect, string]>([
    // DDL commits.
    ['mysql', 'BEGIN; DELETE FROM a; DROP TABLE b; ROLLBACK'],
    ['mariadb', 'START TRANSACTION; DELETE FROM a; ROLLBACK'],
    ['cockroachdb', 'BEGIN; DELETE FROM a; DROP TABLE b; ROLLBACK'],
    ['redshift', 'BEGIN; TRUNCATE a; ROLLBACK'],
    // An error can end the transaction, and the client goes on.
    ['sqlite', 'BEGIN; INSERT OR ROLLBACK INTO b VALUES (1); DELETE FROM a; ROLLBACK'],
    ['transactsql', 'BEGIN TRAN; DELETE FROM a; ROLLBACK'],
  ])('counts as kept in %s: %s', (dialect, sql) => {
    expect(rolledBack(dialect, sql)).toEqual([]);
  });
});
