import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalsUnder } from '../../bench/guard/judge.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';
import { callOf } from './read-only-values.ts';

// Every function of a real PostgreSQL, called once by a superuser if `querygate:read-only` lets the call pass. Whatever a call
// changes is seen in the state of the server before and after it.

const started = await tryStart('PostgreSQL', () => startPostgresql());

const SETUP = `
  CREATE TYPE order_status AS ENUM ('open', 'paid');
  CREATE TABLE orders (id serial PRIMARY KEY, status order_status, note text, tenant_id int);
  CREATE TABLE customers (id int, name text, password text);
  INSERT INTO orders (status, note) SELECT 'open', 'note ' || i FROM generate_series(1, 20) i;
  CREATE TABLE parts (id int) PARTITION BY RANGE (id);
  CREATE SEQUENCE numbers;
  SELECT nextval('numbers');
  CREATE VIEW open_orders AS SELECT * FROM orders WHERE status = 'open';
  SELECT lo_create(16400);
  SELECT pg_create_physical_replication_slot('slot');
  SELECT pg_replication_origin_create('origin');
  CHECKPOINT`;

/** What must be the same after a call, in the session of the call. */
const SESSION = `
  SELECT pg_current_xact_id_if_assigned() AS transaction,
    (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') AS locks,
    (SELECT string_agg(c, ',') FROM pg_listening_channels() c) AS channels,
    (SELECT count(*) FROM pg_cursors) AS cursors,
    (SELECT count(*) FROM pg_prepared_statements) AS prepared,
    pg_my_temp_schema() AS temporary,
    (SELECT md5(string_agg(name || coalesce(setting, ''), ',' ORDER BY name)) FROM pg_settings) AS settings`;

/** What must be the same after all calls. */
const SERVER = `
  SELECT pg_postmaster_start_time() AS started, pg_conf_load_time() AS configured, pg_current_logfile() AS log,
    (SELECT json_agg(s ORDER BY s.slot_name) FROM pg_replication_slots s) AS slots,
    (SELECT json_agg(s) FROM pg_replication_origin_status s) AS origins,
    (SELECT json_agg(stats_reset ORDER BY datname) FROM pg_stat_database) AS databases,
    (SELECT json_agg(stats_reset ORDER BY name) FROM pg_stat_slru) AS caches,
    (SELECT stats_reset FROM pg_stat_bgwriter) AS writer,
    (SELECT stats_reset FROM pg_stat_wal) AS wal,
    (SELECT stats_reset FROM pg_stat_archiver) AS archiver,
    (SELECT count(*) FROM pg_prepared_xacts) AS transactions,
    (SELECT json_build_array(last_value, is_called) FROM numbers) AS numbers,
    (SELECT json_build_array(last_value, is_called) FROM orders_id_seq) AS ids`;

const ROWS_OF_TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('pg_catalog', 'public', 'information_schema')
    AND c.relname NOT IN ('pg_statistic', 'pg_class') ORDER BY 1`;

const FUNCTIONS = `
  SELECT p.proname AS name, p.prokind AS kind,
    ARRAY(SELECT t.typname::text FROM unnest(p.proargtypes) WITH ORDINALITY AS a (type, at) JOIN pg_type t ON t.oid = a.type ORDER BY at) AS types
  FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace ORDER BY p.oid`;

interface Procedure {
  readonly name: string;
  readonly kind: string;
  readonly types: readonly string[];
}

async function stateOf(client: pg.Client, server: PostgresqlServer): Promise<Readonly<Record<string, unknown>>> {
  const state: Record<string, unknown> = { ...(await client.query(SERVER)).rows[0] };
  for (const { name } of (await client.query(ROWS_OF_TABLES)).rows) {
    const { rows } = await client.query(
      `SELECT count(*), md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${name} t`,
    );
    state[name] = rows[0];
  }
  // Without the files of statistics and of the log of changes, which the server writes by itself.
  state['files'] = readdirSync(join(server.folder, 'data'), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        !/^(?:pg_wal|pg_stat|pg_stat_tmp|pg_subtrans|pg_xact|pg_notify)\b|_(?:fsm|vm)$|pgsql_tmp|postmaster/.test(path),
    )
    .sort();
  return state;
}

describe.skipIf(!started)('every function of PostgreSQL under `querygate:read-only`', () => {
  let client: pg.Client;
  const server = started as PostgresqlServer;

  beforeAll(async () => {
    await server.asOwner('postgres', [`CREATE DATABASE shop`]);
    await server.asOwner('shop', SETUP.split(';'));
    client = new pg.Client(server.client('owner', 'shop', 'agent'));
    await client.connect();
    await client.query("SET statement_timeout = '5s'");
  });

  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  it('changes nothing', { timeout: 240_000 }, async () => {
    const refusals = await refusalsUnder('read-only');
    const { rows: functions } = await client.query<Procedure>(FUNCTIONS);
    const before = await stateOf(client, server);
    const session = JSON.stringify((await client.query(SESSION)).rows);
    const ran = new Set<string>();
    const changed: string[] = [];
    let unwritten = 0;
    let refused = 0;
    for (const { name, kind, types } of functions) {
      const sql = callOf(name, types, kind);
      if (sql === undefined) unwritten++;
      else if ((await refusals('postgresql', sql)).length > 0) refused++;
      else {
        await client.query('BEGIN');
        const failed = await client.query(sql).then(
          () => false,
          () => true,
        );
        if (!failed) {
          ran.add(name);
          if (JSON.stringify((await client.query(SESSION)).rows) !== session) changed.push(sql);
        }
        await client.query('COMMIT');
      }
    }
    expect(changed).toEqual([]);
    expect(await stateOf(client, server)).toEqual(before);
    // The rest is not written as SQL, such as `internal`, or refused, such as `nextval`.
    expect(functions.length).toBeGreaterThan(3000);
    expect(refused).toBeGreaterThan(500);
    expect(unwritten).toBeLessThan(functions.length / 2);
    expect(ran.size).toBeGreaterThan(400);
  });

  it.each(['read-only', 'tables', 'tenant'])('the role on the page of `%s` reads and does not write', async (page) => {
    const text = readFileSync(join(import.meta.dirname, `../../docs/packs/${page}.md`), 'utf8');
    const statements = (/^```sql\n([\s\S]*?)^```/m.exec(text)?.[1] ?? '').split(';').filter((sql) => sql.trim() !== '');
    const role = /CREATE ROLE (\w+)/.exec(text)?.[1] ?? '';
    await server.asOwner('shop', statements);
    const agent = new pg.Client(server.client(role, 'shop', 'agent'));
    await agent.connect();
    try {
      await agent.query('SELECT id FROM orders');
      await expect(agent.query("UPDATE orders SET note = 'x'")).rejects.toThrow('read-only transaction');
      await agent.query('SET default_transaction_read_only = off');
      await expect(agent.query("UPDATE orders SET note = 'x'")).rejects.toThrow('permission denied');
      await expect(agent.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
      await expect(agent.query("SELECT pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied');
    } finally {
      await agent.end();
    }
  });

  it('sees what a call changes, if it is let pass', async () => {
    const session = JSON.stringify((await client.query(SESSION)).rows);
    for (const sql of [
      "SELECT nextval('numbers')",
      'SELECT pg_advisory_lock(1)',
      "SELECT set_config('work_mem', '1MB', false)",
    ]) {
      await client.query('BEGIN');
      await client.query(sql);
      expect(JSON.stringify((await client.query(SESSION)).rows), sql).not.toBe(session);
      await client.query('ROLLBACK');
      await client.query('SELECT pg_advisory_unlock_all()');
    }
    const before = await stateOf(client, server);
    await client.query('SELECT pg_stat_reset()');
    expect(await stateOf(client, server)).not.toEqual(before);
  });
});
