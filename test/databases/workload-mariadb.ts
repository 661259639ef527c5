import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as mariadb from 'mariadb';
import { Random } from '../simulation/random.ts';
import { inLetters, type Journal, type Sent, type SessionJournal } from './journal.ts';
import type { MariadbServer } from './mariadb-server.ts';
import { runProgram } from './program.ts';
import { Literals, PREPARED, TALES, TEXT } from './statements-mariadb.ts';

const USERS = ['app', 'report', 'odd user[x] @ y'];

const TABLES = [
  'CREATE TABLE customers (customer_id int PRIMARY KEY, name text)',
  "CREATE TABLE orders (order_id int PRIMARY KEY, customer_id int, total decimal(20, 4), state text, note text, placed timestamp DEFAULT '2026-01-01')",
  'CREATE TABLE items (order_id int, sku text)',
  'CREATE TABLE audit (what text)',
  "INSERT INTO customers SELECT seq, CONCAT('customer ', seq) FROM seq_0_to_39",
  "INSERT INTO orders SELECT seq, seq % 40, seq, 'open', 'x', NOW() FROM seq_0_to_99",
  'INSERT INTO items SELECT seq % 100, CONCAT(seq) FROM seq_0_to_199',
  'CREATE FUNCTION total_of(n int) RETURNS int READS SQL DATA RETURN (SELECT sum(total) FROM orders WHERE order_id = n)',
  'CREATE PROCEDURE clean_up(n int, t text) BEGIN DELETE FROM audit WHERE what = t; UPDATE items SET sku = t WHERE order_id = -n; END',
];

/** Makes users and databases. */
export async function prepareDatabases(server: MariadbServer): Promise<void> {
  await server.asOwner([
    'CREATE DATABASE shop',
    'CREATE DATABASE other',
    'CREATE TABLE other.notes (id int, note text)',
    ...USERS.flatMap((name) => [`CREATE USER '${name}'@localhost`, `GRANT ALL ON *.* TO '${name}'@localhost`]),
    'USE shop',
    ...TABLES,
  ]);
}

const STATEMENTS = 150;

/** The statements of a workload, and those that a log shows differently. */
export async function runWorkload(server: MariadbServer, journal: Journal, seed: number): Promise<void> {
  const sessions = await Promise.allSettled([
    ...USERS.flatMap((user, at) => [
      driverSession(server, journal, user, new Random(seed * 100 + at), `${seed}_${at}a`),
      driverSession(server, journal, user, new Random(seed * 100 + 50 + at), `${seed}_${at}b`),
    ]),
    clientSessions(server, journal),
    slapSessions(server, journal),
  ]);
  for (const session of sessions) if (session.status === 'rejected') throw session.reason;
}

/** An application, over the text and the binary protocol. */
async function driverSession(server: MariadbServer, journal: Journal, user: string, random: Random, id: string) {
  const l = new Literals(random);
  let session = journal.open({ user, application: '', database: 'shop' });
  const connection = await server.connect(user, 'shop');
  for (let n = 0; n < STATEMENTS; n++) {
    await send(connection, session, (TEXT[n] ?? l.pick(TEXT))(l));
    if (n % 3 === 0) await execute(connection, session, l);
    if (n % 20 === 0)
      for (const sent of l.pick(TALES)(l, inLetters(`${id}_${n}`))) await send(connection, session, sent);
  }
  for (const [n, tale] of TALES.entries())
    for (const sent of tale(l, inLetters(`${id}_t${n}`))) await send(connection, session, sent);
  await several(connection, session, l);
  await unprepared(connection);
  await bulk(connection, session);
  // A pool reuses a connection. MariaDB's logs do not show the reset, so it is unknown whether its tables still exist.
  await send(connection, session, { sql: 'CREATE TEMPORARY TABLE kept (id int)' });
  await connection.reset();
  await send(connection, session, { sql: 'DELETE FROM kept' });
  await send(connection, session, { sql: `DELETE FROM items WHERE order_id = ${l.id}` });
  await connection.changeUser({ user: 'report', database: 'other' });
  session = journal.open({ user: 'report', application: '', database: 'other' });
  await send(connection, session, { sql: `SELECT note FROM notes LIMIT ${l.below(99)}` });
  await connection.end();
}

/** Runs one statement as text and records it; its outcome does not matter to the logs. */
async function send(connection: mariadb.Connection, session: SessionJournal, sent: Sent): Promise<void> {
  await attempt(connection.query(sent.sql));
  session.add(sent);
}

async function attempt(work: Promise<unknown>): Promise<mariadb.SqlError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof mariadb.SqlError && error.errno < 40_000) return error;
    throw error;
  }
}

async function execute(connection: mariadb.Connection, session: SessionJournal, l: Literals): Promise<void> {
  const { sql, values } = l.pick(PREPARED)(l);
  await attempt(connection.execute(sql, [...values]));
  let at = 0;
  session.add({ sql: sql.replaceAll('?', () => written(values[at++] ?? null)) });
}

function written(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Several statements in one text: a general log has the text, a slow log each statement. */
async function several(connection: mariadb.Connection, session: SessionJournal, l: Literals): Promise<void> {
  const parts = [`SELECT ${l.text}`, `SELECT 2 FROM orders LIMIT ${l.below(99)}`, 'DELETE FROM audit'];
  await attempt(connection.query(parts.join('; ')));
  for (const sql of parts) session.add({ sql });
}

/** A statement that cannot be prepared never runs. */
async function unprepared(connection: mariadb.Connection): Promise<void> {
  const error = await attempt(connection.execute('SELECT nothing FROM nowhere WHERE a = ?', [1]));
  if (!error) throw new Error('this should have failed');
}

/** Many rows at once: one execution, whose values are in no log. */
async function bulk(connection: mariadb.Connection, session: SessionJournal): Promise<void> {
  const sql = 'INSERT INTO items (order_id, sku) VALUES (?, ?)';
  await connection.batch(sql, [
    [1, 'a'],
    [2, "b'"],
    [3, null],
  ]);
  session.add({ sql });
}

/** The command-line client, which reads scripts. */
async function clientSessions(server: MariadbServer, journal: Journal): Promise<void> {
  const user = 'odd user[x] @ y';
  const session = journal.open({ user, application: '', database: 'shop' });
  const rows = join(dirname(server.socket), 'rows.txt');
  writeFileSync(rows, '1\ta\n2\tb\n', { mode: 0o644 });
  const script: readonly Sent[] = [
    { sql: "SELECT *\n  FROM orders -- the newest\n WHERE note = 'a;b'\n   /* or\n      so */\n LIMIT 30" },
    { sql: `LOAD DATA LOCAL INFILE '${rows}' INTO TABLE items` },
    { sql: 'SELECT missing FROM orders' },
    { sql: 'CREATE OR REPLACE PROCEDURE two() BEGIN SELECT 1; DELETE FROM audit; END' },
    { sql: 'CALL two()' },
    { sql: "UPDATE orders\n   SET note = 'two\nlines'\n WHERE order_id = 12" },
    { sql: 'GRANT SELECT ON shop.orders TO report@localhost' },
  ];
  for (const sent of script) session.add(sent);
  await runProgram(
    server.programs.mariadb,
    [...server.client(user), '--force', '--comments', '--delimiter=//~', '--local-infile', 'shop'],
    { input: script.map(({ sql }) => `${sql}\n//~\n`).join(''), env: {}, allowed: [0, 1] },
  );
}

async function slapSessions(server: MariadbServer, journal: Journal): Promise<void> {
  const statements = [
    'SELECT order_id FROM orders WHERE order_id = 7 LIMIT 11',
    "INSERT INTO audit (what) VALUES ('slap')",
  ];
  const [clients, rounds] = [3, 4];
  await runProgram(server.programs['mariadb-slap'], [
    // It does not know the last option.
    ...server.client('app').slice(0, -1),
    ...['--create-schema=shop', '--no-drop', '--silent'],
    ...[`--concurrency=${clients}`, `--iterations=${rounds}`, `--query=${statements.join(';')}`, '--delimiter=;'],
  ]);
  for (let client = 0; client < clients * rounds; client++) {
    const session = journal.open({ user: 'app', application: '', database: 'shop' });
    for (const sql of statements) session.add({ sql });
  }
}
