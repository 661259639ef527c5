import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mariadb';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectHistoryCommand } from '../../src/commands/index.ts';
import { type CheckReport, HISTORY_FILE } from '../../src/model/index.ts';
import { importSnapshot } from '../../src/server/history/import-snapshot.ts';
import { CONFIG, checkPull, type Files } from '../commands/build.ts';
import { comparable } from '../commands/check/object-use-cases.ts';
import { NO_DISK } from '../commands/simulate/build.ts';
import { BY, startTestApp, type TestApp } from '../server/http/test-app.ts';
import { startMariadb } from './mariadb-server.ts';
import { type LogSettings, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';
import { QUERIES, type Query, REMOVALS, ROWS, SCHEMA } from './uses/shop.ts';

// The traffic of a shop is recorded by its server. Then each removal is done for real, and all queries are run again: those that
// fail, or return other columns, are the users. The findings must name as many calls, in a service too.

/** What a query gives: the names of its columns, or an error. */
type Result = string;

/** By removal: the queries that it breaks, or whose columns it changes. */
type Broken = ReadonlyMap<string, readonly Query[]>;

const OWN: readonly Query[] = [
  ...QUERIES,
  { sql: 'SELECT order_value(1)', user: 'reports', calls: 2 },
  { sql: "INSERT INTO carts (id, content) VALUES (9, 'x') RETURNING *", user: 'web', calls: 1 },
  { sql: 'SELECT id FROM billing.invoices', user: 'ledger', calls: 3 },
  { sql: 'INSERT INTO billing.invoices (id) VALUES (1)', user: 'ledger', calls: 2 },
  { sql: 'SELECT billing.net(1)', user: 'ledger', calls: 4 },
  { sql: "SELECT id FROM customers WHERE note::mood = 'sad'", user: 'web', calls: 2 },
  { sql: 'SELECT last_value FROM numbers', user: 'batch', calls: 3 },
];
const OWN_SCHEMA = [
  ...SCHEMA,
  `CREATE FUNCTION order_value(wanted int) RETURNS bigint LANGUAGE plpgsql AS $$
   BEGIN RETURN (SELECT sum(quantity * price) FROM order_items WHERE order_id = wanted); END $$`,
  'CREATE FUNCTION never_called() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  "CREATE TYPE mood AS ENUM ('sad')",
  "CREATE TYPE unused_mood AS ENUM ('sad')",
  'CREATE SEQUENCE numbers',
  'CREATE SEQUENCE unused_numbers',
  'CREATE SCHEMA billing',
  'CREATE TABLE billing.invoices (id int, amount int)',
  'CREATE FUNCTION billing.net(wanted int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
];
const USERS = ['web', 'reports', 'batch'] as const;
const OWN_USERS = [...USERS, 'ledger'] as const;
const OWN_REMOVALS = [
  ...REMOVALS,
  'DROP FUNCTION order_value(int)',
  'DROP FUNCTION never_called()',
  ...['mood', 'unused_mood'].flatMap((type) => [`DROP TYPE ${type}`, `ALTER TYPE ${type} RENAME TO moved`]),
  ...['numbers', 'unused_numbers'].flatMap((name) => [
    `DROP SEQUENCE ${name}`,
    `ALTER SEQUENCE ${name} RENAME TO moved`,
  ]),
  'ALTER TABLE orders ALTER COLUMN memo SET NOT NULL',
  'ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
  'ALTER TABLE customers ALTER COLUMN email SET NOT NULL',
  ...['customers', 'orders', 'products', 'imports'].flatMap((table) =>
    USERS.flatMap((user) => [`REVOKE SELECT ON ${table} FROM ${user}`, `REVOKE UPDATE ON ${table} FROM ${user}`]),
  ),
  ...['SELECT', 'INSERT', 'DELETE', 'ALL'].map(
    (privilege) => `REVOKE ${privilege} ON ALL TABLES IN SCHEMA billing FROM ledger`,
  ),
  'REVOKE USAGE ON SCHEMA billing FROM ledger',
  'REVOKE EXECUTE ON FUNCTION billing.net(int) FROM PUBLIC, ledger',
  'REVOKE EXECUTE ON FUNCTION never_called() FROM PUBLIC, ledger',
  'REVOKE EXECUTE ON FUNCTION order_value(int) FROM PUBLIC, reports',
  'REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA billing FROM PUBLIC, ledger',
];
const MARIADB_SCHEMA = [...SCHEMA, 'CREATE SEQUENCE numbers', 'CREATE SEQUENCE unused_numbers'];
const MARIADB_QUERIES: readonly Query[] = [
  ...QUERIES,
  { sql: 'SELECT NEXT VALUE FOR numbers', user: 'batch', calls: 2 },
  { sql: 'INSERT INTO audit_log SELECT NEXTVAL(numbers), content FROM carts', user: 'batch', calls: 1 },
];
const MARIADB_REMOVALS = [
  ...REMOVALS,
  'DROP SEQUENCE numbers',
  'DROP SEQUENCE unused_numbers',
  'ALTER TABLE orders MODIFY memo varchar(80) NOT NULL',
  'ALTER TABLE orders MODIFY total int NOT NULL',
  'ALTER TABLE orders MODIFY state varchar(20) NOT NULL',
  "ALTER TABLE orders MODIFY state varchar(20) NOT NULL DEFAULT 'new'",
  'ALTER TABLE order_items MODIFY discount int NOT NULL',
  'ALTER TABLE products CHANGE sku code varchar(20) NOT NULL',
];
/** Whether these break anything, the history cannot say: names without a schema, and what PUBLIC may do. */
const UNDECIDED = [
  'REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM web',
  'REVOKE USAGE ON SCHEMA billing FROM batch',
  'REVOKE EXECUTE ON FUNCTION billing.net(int) FROM ledger',
];

function isBroken(removal: string, { rebinds }: Query, before: Result | undefined, after: Result | undefined): boolean {
  // A new column does no harm in a result.
  if (/ ADD COLUMN /.test(removal)) return after === 'failed';
  const [, table, column] = /^ALTER TABLE (\w+) (?:DROP|RENAME) COLUMN (\w+)/.exec(removal) ?? [];
  return after !== before || rebinds === `${table} ${column}`;
}

let folder = '';
let app: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'object-uses-'));
  app = await startTestApp({ http: { publicUrl: 'https://gate.example' } });
  app.store.clock.now = new Date();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A service that has the history. */
async function serviceWith(history: Uint8Array) {
  const workspace = await app.workspace();
  await importSnapshot(app.ctx, app.engine, workspace, { bytes: history, name: 'history.jsonl.gz' }, BY);
  const { secret } = await app.key(workspace, ['ci_dryrun:execute', 'rules:simulate']);
  return { baseUrl: app.url.origin, apiKey: secret, workspace, env: {}, timeout: 60 };
}

async function snapshotOf(log: string, dialect: 'postgresql' | 'mariadb'): Promise<Uint8Array> {
  const output = join(folder, `${dialect}.jsonl.gz`);
  await collectHistoryCommand({
    ...{ inputs: [log], output, dialect, now: new Date(), workers: 1 },
    workerUrl: new URL('../../src/entry/cli/history-worker.ts', import.meta.url),
  });
  return readFileSync(output);
}

function baseOf(dialect: 'postgresql' | 'mariadb', schema: readonly string[], history: Uint8Array): Files {
  return {
    [CONFIG]: `version: 1\ndialect: ${dialect}\n`,
    'db/1.sql': `${schema.join(';\n')};\n`,
    [HISTORY_FILE]: history,
  };
}

function reportOn(removal: string, base: Files, given: Parameters<typeof checkPull>[2] = {}): Promise<CheckReport> {
  return checkPull(base, { ...base, 'db/2.sql': removal }, { disk: NO_DISK, ...given });
}

/**
 * Removals whose findings do not agree with what the server did. Raises if those of a service that has the same history are
 * others.
 */
async function disagreements(
  dialect: 'postgresql' | 'mariadb',
  schema: readonly string[],
  history: Uint8Array,
  broken: Broken,
): Promise<readonly string[]> {
  const base = baseOf(dialect, schema, history);
  const { [HISTORY_FILE]: _, ...withoutHistory } = base;
  const service = await serviceWith(history);
  const found: string[] = [];
  for (const [removal, users] of broken) {
    const report = await reportOn(removal, base);
    const served = await reportOn(removal, withoutHistory, { service });
    expect(comparable(served), `${removal}, in a service`).toEqual(comparable(report));
    const calls = users.reduce((sum, query) => sum + query.calls, 0);
    const [said, stops] = [saidOf(report), report.findings.some(({ verdict }) => verdict !== 'warn')];
    if (said !== calls || (calls > 0 && !stops)) found.push(`${removal}: ${said} calls, ${stops}, not ${calls}`);
  }
  return found;
}

/** The calls that the findings name. */
function saidOf({ findings }: CheckReport): number {
  const texts = findings.map(({ message }) => message);
  const counts = texts.flatMap((text) => /([\d,]+) calls?\b/.exec(text)?.[1] ?? []);
  return Math.max(0, ...counts.map((count) => Number(count.replaceAll(',', ''))));
}

const postgresql = await tryStart('who uses what a change takes away, in PostgreSQL', () => startPostgresql());

describe.skipIf(!postgresql)('who uses what a change takes away, in PostgreSQL', () => {
  afterAll(() => postgresql?.stop());

  it('is what the server says when it is gone', { timeout: 300_000 }, async () => {
    if (!postgresql) return;
    await postgresql.asOwner('postgres', [...OWN_USERS.map((user) => `CREATE USER ${user}`), 'CREATE DATABASE shop']);
    await postgresql.asOwner('shop', [
      ...OWN_SCHEMA,
      ...ROWS,
      ...OWN_USERS.map((user) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${user}`),
      'GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO batch',
      'GRANT USAGE ON SCHEMA billing TO ledger',
      'GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA billing TO ledger',
    ]);
    const settings: LogSettings = {
      ...{ log_statement: 'all', log_min_duration_statement: -1, log_duration: 'off', log_connections: 'off' },
      ...{ log_line_prefix: '%m [%p] %u@%d ', log_timezone: 'UTC' },
    };
    const { json } = await postgresql.logging('uses', settings, async () => {
      for (const user of OWN_USERS) {
        const client = new pg.Client(postgresql.client(user, 'shop', user));
        await client.connect();
        for (const { sql, calls } of OWN.filter((query) => query.user === user))
          for (let call = 0; call < calls; call++)
            await client
              .query('BEGIN')
              .then(() => client.query(sql))
              .then(() => client.query('ROLLBACK'));
        await client.end();
      }
    });
    const history = await snapshotOf(json, 'postgresql');
    const owner = new pg.Client(postgresql.client('owner', 'shop', 'console'));
    await owner.connect();
    const results = async (): Promise<readonly Result[]> => {
      const all: Result[] = [];
      for (const { sql, user } of OWN) {
        await owner.query(`SAVEPOINT one; SET LOCAL ROLE ${user}`);
        all.push(
          await owner.query(sql).then(
            ({ fields }) => fields.map(({ name }) => name).join(),
            () => 'failed',
          ),
        );
        await owner.query('ROLLBACK TO one');
      }
      return all;
    };
    await owner.query('BEGIN');
    const before = await results();
    await owner.query('ROLLBACK');
    expect(before).not.toContain('failed');
    const broken = new Map<string, readonly Query[]>();
    for (const removal of OWN_REMOVALS) {
      await owner.query('BEGIN');
      const done = await owner.query(/^(?:DROP|.*DROP COLUMN)/.test(removal) ? `${removal} CASCADE` : removal).then(
        () => true,
        () => false,
      );
      const after = done ? await results() : [];
      await owner.query('ROLLBACK');
      // A table with rows gets no required column.
      if (!done) continue;
      broken.set(
        removal,
        OWN.filter((query, at) => isBroken(removal, query, before[at], after[at])),
      );
    }
    await owner.end();
    expect(broken.size).toBeGreaterThan(100);
    expect(broken.get('REVOKE USAGE ON SCHEMA billing FROM ledger')).toHaveLength(3);
    expect(await disagreements('postgresql', OWN_SCHEMA, history, broken)).toEqual([]);
    for (const removal of UNDECIDED) {
      const { findings } = await reportOn(removal, baseOf('postgresql', OWN_SCHEMA, history));
      expect([removal, findings.filter(({ rule }) => rule === 'no-removal-of-used')]).toEqual([
        removal,
        [expect.objectContaining({ verdict: 'unknown' })],
      ]);
    }
  });
});

const mariadb = await tryStart('who uses what a change takes away, in MariaDB', () => startMariadb());

describe.skipIf(!mariadb)('who uses what a change takes away, in MariaDB', () => {
  afterAll(() => mariadb?.stop());

  it('is what the server says when it is gone', { timeout: 300_000 }, async () => {
    if (!mariadb) return;
    await mariadb.asOwner([
      'CREATE DATABASE shop',
      'USE shop',
      ...MARIADB_SCHEMA,
      ...ROWS,
      ...USERS.flatMap((user) => [`CREATE USER ${user}@localhost`, `GRANT ALL ON shop.* TO ${user}@localhost`]),
    ]);
    const { general } = await mariadb.logging('uses', '', async () => {
      for (const user of USERS) {
        const client = await mariadb.connect(user, 'shop');
        for (const { sql, calls } of MARIADB_QUERIES.filter((query) => query.user === user))
          for (let call = 0; call < calls; call++) {
            await client.query('BEGIN');
            await client.query(sql);
            await client.query('ROLLBACK');
          }
        await client.end();
      }
    });
    const history = await snapshotOf(general, 'mariadb');
    const owner = await mariadb.connect('owner');
    const before = await resultsIn(owner, undefined);
    expect(before).not.toContain('failed');
    const broken = new Map<string, readonly Query[]>();
    for (const removal of MARIADB_REMOVALS) {
      const after = await resultsIn(owner, removal);
      broken.set(
        removal,
        MARIADB_QUERIES.filter((query, at) => isBroken(removal, query, before[at], after[at])),
      );
    }
    await owner.end();
    expect(broken.get('ALTER TABLE orders MODIFY memo varchar(80) NOT NULL')).toHaveLength(1);
    expect(await disagreements('mariadb', MARIADB_SCHEMA, history, broken)).toEqual([]);
  });
});

/** The results of all queries in a new database after the removal: MariaDB cannot roll one back. */
async function resultsIn(owner: Connection, removal: string | undefined): Promise<readonly Result[]> {
  await owner.query('DROP DATABASE IF EXISTS tried; CREATE DATABASE tried; USE tried');
  for (const sql of [...MARIADB_SCHEMA, ...ROWS]) await owner.query(sql);
  if (removal !== undefined) await owner.query(removal);
  const all: Result[] = [];
  for (const { sql } of MARIADB_QUERIES) {
    await owner.query('BEGIN');
    all.push(
      await owner.query({ sql, metaAsArray: true, rowsAsArray: true }).then(
        (answer: readonly [unknown, readonly { name(): string }[]]) =>
          Array.isArray(answer) && Array.isArray(answer[1]) ? answer[1].map((column) => column.name()).join() : '',
        () => 'failed',
      ),
    );
    await owner.query('ROLLBACK');
  }
  return all;
}
