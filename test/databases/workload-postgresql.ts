import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { Random } from '../simulation/random.ts';
import { type Caller, inLetters, type Journal, type Sent, type SessionJournal } from './journal.ts';
import type { PostgresqlServer } from './postgresql-server.ts';
import { runProgram } from './program.ts';
import { EXTENDED, Literals, SIMPLE, TALES, WRONG } from './statements-postgresql.ts';

/** A caller as it names itself to the server, and as a history does. */
interface Client {
  readonly sent: Caller;
  readonly kept: Caller;
}

function client(user: string, application: string, database: string, kept = application): Client {
  return {
    sent: { user, application, database },
    kept: { user, application: kept, database, pattern: kept !== application },
  };
}

const WEB = client('web', 'shop-web', 'shop');
const CLIENTS: readonly Client[] = [
  WEB,
  client('web', 'sidekiq 7.3 shop [3 of 10 busy]', 'shop', 'sidekiq 7.3 shop [* of * busy]'),
  client('Report User', 'weekly "report", 100%', 'Shop 2'),
  client('batch', '', 'shop'),
  client('web', 'shop-web-7d9c5b8f6d-x2x4z', 'Shop 2', 'shop-web-*-*'),
];

const TABLES = [
  'CREATE TABLE customers (customer_id int PRIMARY KEY, name text)',
  'CREATE TABLE orders (order_id int PRIMARY KEY, customer_id int, total numeric, state text, note text, placed timestamptz DEFAULT now())',
  'CREATE TABLE items (order_id int, sku text)',
  'CREATE TABLE audit (what text)',
  'CREATE SCHEMA archive',
  'CREATE TABLE archive.orders (LIKE orders)',
  "INSERT INTO customers SELECT n, 'customer ' || n FROM generate_series(0, 39) n",
  "INSERT INTO orders SELECT n, n % 40, n, 'open', 'x' FROM generate_series(0, 99) n",
  "INSERT INTO items SELECT n % 100, 'sku ' || n FROM generate_series(0, 199) n",
  `CREATE FUNCTION total_of(int) RETURNS numeric LANGUAGE sql AS 'SELECT sum(total) FROM orders WHERE order_id = $1 LIMIT 7'`,
  `CREATE FUNCTION notes_of(text) RETURNS SETOF text LANGUAGE plpgsql AS 'BEGIN RETURN QUERY SELECT note FROM orders WHERE note = $1; END'`,
  `CREATE PROCEDURE clean_up(int, text) LANGUAGE plpgsql AS 'BEGIN DELETE FROM audit WHERE what = $2; UPDATE items SET sku = $2 WHERE order_id = -$1; END'`,
  'GRANT ALL ON SCHEMA public, archive TO PUBLIC',
  'GRANT ALL ON ALL TABLES IN SCHEMA public, archive TO web, "Report User", batch',
  'GRANT SELECT ON orders TO reader',
];

/** Makes users and databases. */
export async function prepareDatabases(server: PostgresqlServer): Promise<void> {
  await server.asOwner('postgres', [
    'CREATE ROLE reader',
    ...['web', '"Report User"', 'batch'].map((name) => `CREATE USER ${name} IN ROLE reader`),
    'CREATE DATABASE shop',
    "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0",
  ]);
  for (const database of ['shop', 'latin']) await server.asOwner(database, TABLES);
  await server.asOwner('postgres', ['CREATE DATABASE "Shop 2" TEMPLATE shop']);
}

/** Number of statements of each driver session, apart from its sequences. */
const STATEMENTS = 130;

/** Everything that runs on a server for a while: several clients at a time, each in its own way. */
export async function runWorkload(server: PostgresqlServer, journal: Journal, seed: number): Promise<void> {
  const script = join(server.folder, `pgbench-${seed}.sql`);
  writeFileSync(script, `${PGBENCH.join('\n')}\n`);
  const sessions = await Promise.allSettled([
    ...CLIENTS.flatMap((who, at) => [
      driverSession(server, journal, who, new Random(seed * 1000 + at), `${seed}_${at}`),
      namedSession(server, journal, who, new Random(seed * 1000 + 500 + at)),
    ]),
    foreignSession(server, journal),
    psqlSessions(server, journal),
    ...(['simple', 'extended', 'prepared'] as const).map((protocol) =>
      pgbenchSessions(server, journal, protocol, script),
    ),
  ]);
  for (const session of sessions) if (session.status === 'rejected') throw session.reason;
}

/** An application: single statements, several at once, transactions, temporary tables, errors. */
async function driverSession(server: PostgresqlServer, journal: Journal, who: Client, random: Random, id: string) {
  const l = new Literals(random);
  const session = journal.open(who.kept);
  const connection = await connect(server, who);
  const makes = [...SIMPLE, ...SIMPLE, ...EXTENDED, ...WRONG];
  for (let n = 0; n < STATEMENTS; n++) {
    await send(connection, session, n < makes.length ? (makes[n] ?? l.pick(makes))(l) : l.pick(makes)(l));
    if (n % 10 === 0)
      for (const sent of l.pick(TALES)(l, inLetters(`${id}_${n}`))) await send(connection, session, sent);
  }
  for (const [n, tale] of TALES.entries())
    for (const sent of tale(l, inLetters(`${id}_t${n}`))) await send(connection, session, sent);
  await connection.end();
}

/** Statements that are prepared once and executed often, and portals that are fetched in parts. */
async function namedSession(server: PostgresqlServer, journal: Journal, who: Client, random: Random) {
  const l = new Literals(random);
  const session = journal.open(who.kept);
  const connection = await connect(server, who);
  const names = new Map<string, string>();
  for (let n = 0; n < STATEMENTS / 2; n++) {
    const sent = l.pick(EXTENDED)(l);
    const name = names.get(sent.sql) ?? `s${names.size}`;
    names.set(sent.sql, name);
    await send(connection, session, sent, name);
    if (n % 8 === 0) await walk(connection, session, l);
  }
  await connection.end();
}

/** Reads through a portal, 20 rows at a time: one execution, however many fetches. */
async function walk(connection: pg.Client, session: SessionJournal, l: Literals): Promise<void> {
  const sent: Sent = {
    sql: 'SELECT g FROM generate_series(1, $1::int) g LIMIT $2',
    values: [String(50 + l.below(50)), String(l.below(90))],
    extended: true,
  };
  const cursor = connection.query(new Cursor(sent.sql, [...(sent.values ?? [])]));
  let rows = await cursor.read(20);
  while (rows.length > 0) rows = await cursor.read(20);
  await cursor.close();
  session.add(sent);
}

async function foreignSession(server: PostgresqlServer, journal: Journal): Promise<void> {
  const who = client('web', 'shop-web', 'latin');
  const session = journal.open(who.kept);
  const connection = await connect(server, who);
  for (let n = 0; n < 5; n++) {
    await send(connection, session, {
      sql: `SELECT order_id FROM orders WHERE note = 'caf\u00e9 ${n}' LIMIT ${n}`,
      foreign: true,
    });
    await send(connection, session, { sql: `SELECT order_id FROM orders WHERE note = 'cafe ${n}' LIMIT ${n}` });
  }
  await connection.end();
}

async function connect(server: PostgresqlServer, { sent }: Client): Promise<pg.Client> {
  const connection = new pg.Client(server.client(sent.user, sent.database, sent.application));
  await connection.connect();
  return connection;
}

/** Runs one statement and records it. Raises if its outcome is not the expected one. */
async function send(connection: pg.Client, session: SessionJournal, sent: Sent, name?: string): Promise<void> {
  let code = '';
  try {
    if (!sent.extended) await connection.query(sent.sql);
    else
      await connection.query({ text: sent.sql, values: [...(sent.values ?? [])], ...(name !== undefined && { name }) });
  } catch (error) {
    code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    // Two deadlocked sessions: one is chosen to fail.
    if (code === '40P01')
      return session.add({ ...sent, outcome: 'failed', writes: !/^(?:with|select)\b/i.test(sent.sql) });
    if (code === '' || !sent.outcome || sent.outcome === 'done') throw new Error(`${error}: ${sent.sql}`);
  }
  if (code === '' && sent.outcome && sent.outcome !== 'done')
    throw new Error(`this should not have been done: ${sent.sql}`);
  if ((code === '42601') !== (sent.outcome === 'unparsed'))
    throw new Error(`an error ${code} of another kind: ${sent.sql}`);
  session.add(sent);
}

/** A person at a prompt, and a script: psql sends statements in its own ways. */
async function psqlSessions(server: PostgresqlServer, journal: Journal): Promise<void> {
  const who = client('Report User', 'psql by hand', 'shop');
  const { user, application, database } = who.sent;
  const env = server.environment(user, database, application);
  const script: readonly (Sent | string)[] = [
    { sql: "SELECT *\n  FROM orders -- the newest\n WHERE note = 'a;b'\n   /* or\n      so */\n LIMIT 30" },
    ';\n',
    { sql: "UPDATE orders\n   SET note = 'two\nlines'\n WHERE order_id = 12" },
    ';\n',
    { sql: "SELECT 1; SELECT 'two' LIMIT 2" },
    // `\;` stops psql from sending the text before it.
    { sql: '' },
    { sql: 'COPY audit (what) FROM STDIN' },
    ';\nDELETE FROM orders;\nit is no statement\n\\.\n',
    { sql: 'COPY (SELECT * FROM orders LIMIT 3) TO STDOUT WITH (FORMAT csv)' },
    ';\n',
    { sql: "DO $body$\nBEGIN\n  DELETE FROM audit WHERE what = 'x';\nEND\n$body$" },
    ';\n',
    { sql: 'SELECT missing FROM orders', outcome: 'refused' },
    ';\n',
    { sql: 'SELECT order_id FROM orders WHERE order_id = 5 LIMIT 1' },
    ' \\g\n',
    { sql: 'SELECT * FROM orders ORDER BY 1 FETCH FIRST 2 ROWS ONLY' },
    ' \\gx\n',
    { sql: 'CREATE TEMP TABLE mine (a int)' },
    ';\n',
    { sql: 'INSERT INTO mine VALUES (1), (2), (3)' },
    ';\n',
    { sql: 'DELETE FROM mine' },
    ';\n',
  ];
  const session = journal.open(who.kept);
  let input = '\\set ON_ERROR_STOP off\n';
  for (const step of script) {
    if (typeof step === 'string') input += step;
    else if (step.sql !== '') {
      input += step.sql.startsWith('SELECT 1;') ? `${step.sql.replace(';', '\\;')};\n` : step.sql;
      session.add(step);
    }
  }
  await runProgram(server.programs.psql, ['--no-psqlrc', '--quiet'], { env, input });

  const once = journal.open(who.kept);
  const several = "BEGIN; UPDATE items SET sku = 'y' WHERE order_id = 3; SELECT 'x' LIMIT 4; COMMIT";
  const commands: readonly Sent[] = [{ sql: several }, { sql: 'SELECT $$it\'s$$ AS "Text"' }];
  for (const sent of commands) once.add(sent);
  await runProgram(
    server.programs.psql,
    ['--no-psqlrc', '--quiet', ...commands.flatMap(({ sql }) => ['--command', sql])],
    { env },
  );
}

const ROUNDS = 15;
const PGBENCH = [
  '\\set run :run + 1',
  '\\set id (:client_id * 1000) + :run',
  '\\set page 10 * (1 + :run % 4)',
  'SELECT order_id, total FROM orders WHERE order_id = :id ORDER BY total LIMIT :page;',
  "SELECT count(*) /* a run */ FROM orders\n  WHERE note LIKE '%x' AND order_id IN (1, :id, 3) OFFSET :run;",
  'BEGIN;',
  "UPDATE orders SET total = total + :run, note = 'from :: pgbench' WHERE order_id = 0 - :id;",
  'INSERT INTO audit (what) VALUES (:id), (:page);',
  'END;',
];

/** pgbench sends the same statements in three ways: as text, with bind values, and prepared. */
async function pgbenchSessions(
  server: PostgresqlServer,
  journal: Journal,
  protocol: 'simple' | 'extended' | 'prepared',
  script: string,
): Promise<void> {
  const who = client('batch', `pgbench ${protocol}`, 'shop');
  const { user, application, database } = who.sent;
  const clients = 2;
  await runProgram(
    server.programs.pgbench,
    [...['-n', '-M', protocol, '-c', String(clients), '-t', String(ROUNDS), '-D', 'run=0'], '-f', script, database],
    { env: server.environment(user, database, application) },
  );
  for (let number = 0; number < clients; number++) {
    const session = journal.open(who.kept);
    for (let run = 1; run <= ROUNDS; run++) {
      const values: Readonly<Record<string, number>> = { run, id: number * 1000 + run, page: 10 * (1 + (run % 4)) };
      for (const line of PGBENCH)
        if (!line.startsWith('\\')) session.add(pgbenchStatement(line.slice(0, -1), values, protocol));
    }
  }
}

/** A statement of pgbench's script as it sends it. */
function pgbenchStatement(line: string, values: Readonly<Record<string, number>>, protocol: string): Sent {
  if (protocol === 'simple') return { sql: line.replace(/(?<!:):(\w+)/g, (_, name: string) => String(values[name])) };
  const bound: string[] = [];
  const sql = line.replace(/(?<!:):(\w+)/g, (_, name: string) => `$${bound.push(String(values[name]))}`);
  return { sql, values: bound, extended: true };
}
