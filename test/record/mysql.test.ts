import { createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MysqlConnection } from '../../src/record/runner/mysql/connection.ts';
import { executedAgain } from '../../src/record/runner/mysql/executed-again.ts';
import { databasesCreated, forSecond } from '../../src/record/runner/mysql/second-names.ts';
import { outcomesOf, sentText, type TextOutcome } from '../../src/record/runner/mysql/sent-text.ts';
import { query } from '../proxy/query.ts';

describe('a statement for a second database', () => {
  const names = new Map([
    ['shop', 'second'],
    ['my-db', 'third'],
  ]);
  it.each<[string, string]>([
    ['SELECT * FROM orders', 'SELECT * FROM orders'],
    ['INSERT INTO shop.orders VALUES (1)', 'INSERT INTO `second`.orders VALUES (1)'],
    ['ALTER TABLE `shop`.`orders` ADD a INT', 'ALTER TABLE `second`.`orders` ADD a INT'],
    ['UPDATE `my-db`.t JOIN shop.u SET t.a = u.a', 'UPDATE `third`.t JOIN `second`.u SET t.a = u.a'],
    ["SELECT 'shop.orders', other.shop.c", "SELECT 'shop.orders', other.shop.c"],
    ['USE shop', 'USE `second`'],
    ['CREATE DATABASE IF NOT EXISTS shop', 'CREATE DATABASE IF NOT EXISTS `second`'],
    ['DROP SCHEMA IF EXISTS `my-db`', 'DROP SCHEMA IF EXISTS `third`'],
    ['ALTER DATABASE shop CHARACTER SET utf8mb4', 'ALTER DATABASE `second` CHARACTER SET utf8mb4'],
  ])('%s', (sql, expected) => {
    expect(forSecond(sql, names, 'mysql')).toBe(expected);
  });

  it.each<[string, readonly string[]]>([
    ['CREATE DATABASE a', ['a']],
    ['create schema if not exists `b c`', ['b c']],
    ['CREATE TABLE schema_migrations (a INT)', []],
  ])('%s creates %s', (sql, expected) => {
    expect(databasesCreated(sql, 'mysql')).toEqual(expected);
  });

  it.each<[ReturnType<typeof executedAgain>, string]>([
    ['schema', 'CREATE OR REPLACE DEFINER = `a`@`b` PROCEDURE p() DROP USER x'],
    ['schema', 'DROP TABLE user'],
    ['schema', '/* a */ ALTER TABLE t ADD role INT'],
    ['data', 'INSERT INTO t VALUES (1)'],
    ['other', 'TRUNCATE TABLE t'],
    ['other', 'SET SESSION sql_mode = 1'],
    ['other', 'START TRANSACTION'],
    ['other', 'SELECT 1 INTO @a'],
    ['no', 'SELECT GET_LOCK(1, 2)'],
    ['no', 'CREATE USER a'],
    ['no', 'CREATE OR REPLACE ROLE a'],
    ['no', 'GRANT ALL ON *.* TO a'],
    ['no', 'SET GLOBAL general_log = OFF'],
    ['no', 'SET @a = 1, @@GLOBAL.b = 2'],
    ['no', 'SET PASSWORD = 1'],
    ['no', 'START REPLICA'],
    ['no', 'DELETE FROM mysql.user'],
    ['no', 'KILL 1'],
    ['no', 'INSTALL PLUGIN a SONAME 1'],
  ])('is executed for %s: %s', (expected, sql) => {
    expect(executedAgain(sql, 'mysql')).toBe(expected);
  });
});

describe('what came of the statements of a text', () => {
  const changed = (rows: number, info = '') => ({ rows, isQuery: false, info });
  const read = (rows: number | undefined) => ({ rows, isQuery: true });
  it.each<[string, readonly string[], TextOutcome, ReturnType<typeof outcomesOf>]>([
    [
      'several that ran',
      ['INSERT INTO t VALUES (1), (2)', 'ALTER TABLE t ADD b INT', 'SELECT 1', 'DELETE FROM t'],
      { failed: undefined, results: [changed(2), changed(0), read(1), changed(0)] },
      [{ rows: 2 }, {}, {}, { rows: 0 }],
    ],
    [
      'one of several that failed, so that those after it did not run',
      ['UPDATE t SET a = 1', 'DROP TABLE gone', 'DROP TABLE t'],
      { failed: '42S02', results: [changed(3)] },
      [{ rows: 3 }, { failed: '42S02' }],
    ],
    [
      'an UPDATE of rows that had these values',
      ['/* a */ UPDATE t SET a = 1'],
      { failed: undefined, results: [changed(0, '(Rows matched: 7  Changed: 0  Warnings: 0')] },
      [{ rows: 7 }],
    ],
    [
      'an INSERT of rows that were there',
      ['INSERT IGNORE INTO t VALUES (1)'],
      { failed: undefined, results: [changed(0, 'Records: 1  Duplicates: 1  Warnings: 1')] },
      [{ rows: 0 }],
    ],
    [
      'rows that an INSERT returned',
      ['INSERT INTO t VALUES (1) RETURNING a'],
      { failed: undefined, results: [read(1)] },
      [{ rows: 1 }],
    ],
    [
      'a read without rows',
      ['WITH a AS (SELECT 1) SELECT * FROM t'],
      { failed: undefined, results: [read(0)] },
      [{ empty: true }],
    ],
    ['a read by a cursor', ['SELECT 1'], { failed: undefined, results: [read(undefined)] }, [{}]],
    ['a call', ['CALL p()'], { failed: undefined, results: [read(0), read(3), changed(0)] }, [{}]],
    ['a call that failed', ['CALL p()'], { failed: '45000', results: [read(0)] }, [{ failed: '45000' }]],
    [
      'a call among others, whose results cannot be told apart',
      ['CALL p()', 'DELETE FROM t'],
      { failed: '42S02', results: [read(0)] },
      undefined,
    ],
    ['more results than statements', ['SELECT 1', 'DO 1'], { failed: undefined, results: [read(1)] }, undefined],
    [
      'an error after a block that runs several',
      ['BEGIN NOT ATOMIC SELECT 1; SELECT 2; END', 'DROP TABLE gone'],
      { failed: '42S02', results: [read(1)] },
      undefined,
    ],
  ])('%s', (_, statements, outcome, expected) => {
    expect(outcomesOf(statements, outcome, 'mariadb')).toEqual(expected);
  });

  it.each<[string, string, readonly string[], string]>([
    [
      'values',
      " DELETE FROM t WHERE a = ? AND b = '?' -- ?\n AND c = ? ;\n;",
      ['1', "'?'"],
      "DELETE FROM t WHERE a = 1 AND b = '?' -- ?\n AND c = '?'",
    ],
    ['too few values', 'SELECT ?, ?', ['1'], 'SELECT 1, ?'],
  ])('a text is read as the server logs it, with %s', (_, sql, literals, expected) => {
    const text = sentText(query({ sql, backend: 7, literals: () => literals }), 'mysql');
    expect(text).toEqual({
      thread: 7,
      database: 'orders',
      sql: expected,
      outcome: { failed: undefined, results: [] },
    });
  });

  it('a text that cannot be read is not known', () => {
    expect(sentText(query({ text: () => undefined }), 'mysql')).toBeUndefined();
  });
});

// MySQL 8 and newer log in by another plugin than the servers of the other tests: these are its messages, as documented.

const NONCE = Buffer.from('abcdefghijklmnopqrst');
const PASSWORD = 'p@ss';
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

const sha256 = (...parts: readonly Buffer[]) => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};

function proofOf(nonce: Buffer): Buffer {
  const once = sha256(Buffer.from(PASSWORD));
  const other = sha256(sha256(once), nonce);
  return Buffer.from(once.map((byte, at) => byte ^ (other[at] ?? 0)));
}

function greeting(plugin: string): Buffer {
  return Buffer.concat([
    ...[Buffer.from([10]), Buffer.from('8.4.0\0'), Buffer.from([7, 0, 0, 0]), NONCE.subarray(0, 8), Buffer.from([0])],
    ...[Buffer.from([0xff, 0xff, 45, 2, 0, 0xff, 0xff, 21]), Buffer.alloc(10), NONCE.subarray(8)],
    Buffer.from(`\0${plugin}\0`),
  ]);
}

/** The answers of a server to the packets of one session, in order. */
type Answers = readonly ((packet: Buffer) => Buffer)[];

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function listen(first: Buffer, answers: Answers): Promise<number> {
  const server = createServer((socket: Socket) => {
    const rest = [...answers];
    const send = (payload: Buffer, number: number) =>
      socket.write(Buffer.concat([Buffer.from([payload.length & 0xff, payload.length >> 8, 0, number]), payload]));
    send(first, 0);
    socket.on('data', (bytes) => {
      const answer = rest.shift();
      if (answer) send(answer(bytes.subarray(4)), (bytes[3] ?? 0) + 1);
    });
    socket.on('error', () => undefined);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const connect = (port: number) =>
  MysqlConnection.open({ host: '127.0.0.1', port, user: 'me', password: PASSWORD, database: '' }, 'shop', 5_000);

describe('the login at a MySQL server', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const proves = (nonce: Buffer, answer: Buffer) => (packet: Buffer) =>
    packet.includes(proofOf(nonce)) ? answer : Buffer.from('\xff\x15\x04#28000no', 'latin1');
  const key = Buffer.concat([Buffer.of(1), Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))]);
  const decrypts = (packet: Buffer) => {
    const plain = privateDecrypt(privateKey, packet).map((byte, at) => byte ^ (NONCE[at % NONCE.length] ?? 0));
    return Buffer.from(plain).toString() === `${PASSWORD}\0` ? OK : Buffer.from('\xff\x15\x04#28000no', 'latin1');
  };
  const other = Buffer.from('ABCDEFGHIJKLMNOPQRST');
  const switching = Buffer.concat([Buffer.from('\xfecaching_sha2_password\0', 'latin1'), other, Buffer.of(0)]);

  it.each<[string, string, Answers]>([
    ['that knows the password', 'caching_sha2_password', [proves(NONCE, OK)]],
    [
      'that asks for the whole password',
      'caching_sha2_password',
      [proves(NONCE, Buffer.of(1, 4)), () => key, decrypts],
    ],
    ['that switches to another plugin', 'sha256_password', [() => switching, proves(other, OK)]],
  ])('%s succeeds', async (_, plugin, answers) => {
    const connection = await connect(await listen(greeting(plugin), answers));
    expect([connection.version, connection.thread]).toEqual(['8.4.0', 7]);
    connection.end();
  });

  it.each<[string, Buffer, Answers, RegExp]>([
    ['that has too many connections', Buffer.from('\xff\x10\x04Too many', 'latin1'), [], /^Too many$/],
    [
      'that refuses the user',
      greeting('caching_sha2_password'),
      [() => Buffer.from('\xff\x15\x04#28000no', 'latin1')],
      /^no$/,
    ],
    [
      'that asks for another plugin',
      greeting('caching_sha2_password'),
      [() => Buffer.from('\xfeclient_ed25519\0abc', 'latin1')],
      /the account `me` logs in by client_ed25519, which is not supported here/,
    ],
    ['of another protocol', Buffer.from('SSH'), [], /not a MySQL or MariaDB server/],
  ])('at a server %s fails', async (_, first, answers, expected) => {
    const port = await listen(first, answers);
    await expect(connect(port)).rejects.toThrow(expected);
  });
});
