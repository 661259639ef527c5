import { createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MysqlConnection } from '../../src/record/runner/mysql/connection.ts';
import { executedAgain } from '../../src/record/runner/mysql/executed-again.ts';
import { databasesCreated, forSecond } from '../../src/record/runner/mysql/second-names.ts';

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
