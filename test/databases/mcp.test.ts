import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { McpClient } from '../entry/server/mcp-client.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// An agent runs SQL in a real PostgreSQL by `querygate mcp`. The database must be the same before and after.

const started = await tryStart('PostgreSQL', () => startPostgresql());

const SETUP = ['CREATE DATABASE shop', 'CREATE ROLE agent SUPERUSER LOGIN'];
const TABLES = `
  CREATE TABLE orders (id serial PRIMARY KEY, note text);
  INSERT INTO orders (note) SELECT 'note ' || i FROM generate_series(1, 500) i;
  CREATE SEQUENCE numbers;
  CREATE FUNCTION purge() RETURNS int LANGUAGE sql AS 'DELETE FROM orders RETURNING 1';
  CREATE PROCEDURE leave() LANGUAGE plpgsql AS 'BEGIN COMMIT; DELETE FROM orders; END'`;

/** What must be the same after everything that an agent tries. */
const STATE = `
  SELECT (SELECT json_agg(o ORDER BY id) FROM orders o)::text AS orders,
    (SELECT json_agg(json_build_array(relname, relkind) ORDER BY relname, relkind) FROM pg_class WHERE relnamespace = 'public'::regnamespace)::text AS objects,
    (SELECT json_build_array(last_value, is_called) FROM numbers)::text AS numbers,
    (SELECT json_agg(rolname ORDER BY rolname) FROM pg_roles)::text AS roles,
    (SELECT json_agg(s.*) FROM pg_db_role_setting s)::text AS settings,
    (SELECT count(*) FROM pg_largeobject_metadata)::text AS objects_large,
    (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')::text AS locks`;

const ATTACKS = [
  'DELETE FROM orders',
  'SELECT 1; DELETE FROM orders',
  'COMMIT; DELETE FROM orders',
  'ROLLBACK',
  'WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d',
  'EXPLAIN ANALYZE DELETE FROM orders',
  'SELECT * INTO copy FROM orders',
  'SELECT purge()',
  "SELECT nextval('numbers')",
  "SELECT setval('numbers', 99)",
  "SELECT lo_from_bytea(0, 'x')",
  "SELECT set_config('transaction_read_only', 'off', false), purge()",
  'SET TRANSACTION READ WRITE',
  'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
  'CALL leave()',
  'DO $$ BEGIN COMMIT; DELETE FROM orders; END $$',
  'SELECT pg_advisory_lock(1)',
  'COPY orders TO STDOUT',
  "COPY orders FROM '/dev/null'",
  'BEGIN',
  'CREATE ROLE other',
  "ALTER ROLE agent SET work_mem = '1MB'",
  'PREPARE p AS DELETE FROM orders',
  "SELECT query_to_xml('DELETE FROM orders', true, false, '')",
  "SELECT 'a\\'; DELETE FROM orders; --'",
  '-- querygate:allow require-read-only: yes\nDELETE FROM orders',
  '',
];

/** Every statement passes: what then holds is the transaction. */
const NO_RULES = 'version: 1\nextends: []\n';

describe.skipIf(!started)('run_query', () => {
  const server = started as PostgresqlServer;
  let folder: string;
  let mcp: McpClient | undefined;

  beforeAll(async () => {
    await server.asOwner('postgres', SETUP);
    await server.asOwner('shop', [TABLES]);
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'querygate-mcp-'));
  });
  afterEach(async () => {
    await mcp?.close();
    mcp = undefined;
    rmSync(folder, { recursive: true });
  });

  async function start(...args: readonly string[]): Promise<McpClient> {
    const url = `postgresql://agent@/shop?host=${encodeURIComponent(server.folder)}&port=${server.port}`;
    mcp = await McpClient.start(folder, args, { QUERYGATE_DATABASE_URL: url });
    return mcp;
  }

  const READ_ONLY = ['--rules', 'querygate:read-only@1'];

  async function state(): Promise<unknown> {
    const [result] = await server.asOwner('shop', [STATE]);
    return result?.rows[0];
  }

  const run = async (client: McpClient, sql: string) => client.call('run_query', { sql });

  it('returns rows as text, with NULL', async () => {
    const client = await start(...READ_ONLY);
    const { structured, text, isError } = await run(
      client,
      'SELECT id, note, NULL AS gone FROM orders WHERE id < 3 ORDER BY id',
    );
    expect(isError).toBe(false);
    expect(structured).toMatchObject({
      outcome: 'ok',
      judged: { verdict: 'allow' },
      columns: ['id', 'note', 'gone'],
      rows: [
        ['1', 'note 1', null],
        ['2', 'note 2', null],
      ],
    });
    expect(structured.cut).toBeUndefined();
    expect(text).toBe('["id","note","gone"]\n["1","note 1",null]\n["2","note 2",null]');
  });

  it.each([
    ['SHOW server_encoding', [['UTF8']]],
    ['EXPLAIN DELETE FROM orders', expect.arrayContaining([[expect.stringMatching(/^Delete on orders/)]])],
    ['SELECT 1 WHERE false', []],
  ])('runs %s', async (sql, rows) => {
    expect((await run(await start(...READ_ONLY), sql)).structured).toMatchObject({ outcome: 'ok', rows });
  });

  it('returns no more rows than allowed, and says so', async () => {
    const client = await start(...READ_ONLY, '--max-rows', '10');
    const { structured } = await run(client, 'SELECT id FROM orders ORDER BY id');
    expect([structured.rows.length, structured.cut]).toEqual([10, 'rows']);
    const { structured: all } = await run(client, 'SELECT id FROM orders ORDER BY id LIMIT 10');
    expect([all.rows.length, all.cut]).toEqual([10, undefined]);
  });

  it('returns no more than a size, and says so', async () => {
    const { structured } = await run(await start(...READ_ONLY), "SELECT repeat('x', 300000) FROM orders");
    expect([structured.rows.length, structured.cut]).toEqual([3, 'size']);
  });

  it('stops a query at the timeout', async () => {
    const endless = 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r';
    const { structured, isError } = await run(await start(...READ_ONLY, '--statement-timeout', '1'), endless);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/statement timeout/) });
  });

  it('refuses whatever may write, and changes nothing', async () => {
    const client = await start(...READ_ONLY);
    const before = await state();
    const ran: string[] = [];
    for (const sql of ATTACKS) if ((await run(client, sql)).structured.outcome !== 'blocked') ran.push(sql);
    expect(ran).toEqual([]);
    expect(await state()).toEqual(before);
  });

  it('changes nothing, even if the rules let everything pass', async () => {
    writeFileSync(join(folder, 'rules.yml'), NO_RULES);
    const client = await start('--rules', 'rules.yml');
    const before = await state();
    const outcomes: Record<string, string> = {};
    for (const sql of ATTACKS) outcomes[sql] = (await run(client, sql)).structured.outcome;
    expect(await state()).toEqual(before);
    // It is the server that refuses these.
    expect(outcomes).toMatchObject({ 'SELECT purge()': 'failed', "SELECT nextval('numbers')": 'failed' });
  });

  it('reads strings as the rules do, whatever the role has set', async () => {
    await server.asOwner('postgres', ['ALTER ROLE agent SET standard_conforming_strings = off']);
    try {
      const { structured } = await run(await start(...READ_ONLY), "SELECT 'a\\' AS x -- '");
      expect(structured).toMatchObject({ outcome: 'ok', columns: ['x'], rows: [['a\\']] });
    } finally {
      await server.asOwner('postgres', ['ALTER ROLE agent RESET standard_conforming_strings']);
    }
  });

  it('says what the database reports', async () => {
    const { structured, text } = await run(await start(...READ_ONLY), 'SELECT nothing FROM orders');
    expect(structured).toMatchObject({ outcome: 'failed', error: 'column "nothing" does not exist' });
    expect(text).toBe('The query failed: column "nothing" does not exist');
  });

  it('judges the user and database of the connection', async () => {
    const when = 'caller.user == "agent" && caller.database == "shop" && caller.application == "querygate mcp"';
    const rule = `{ id: no-agent, operations: [select], when: '${when}', verdict: block, message: m, description: d }`;
    writeFileSync(join(folder, 'rules.yml'), `version: 1\nextends: []\nrules: [${rule}]\n`);
    const { structured } = await run(await start('--rules', 'rules.yml', '--caller', 'user=app'), 'SELECT 1');
    expect(structured).toMatchObject({ outcome: 'blocked', judged: { reasons: [{ rule: 'no-agent' }] } });
  });

  it('writes an event for each query, whether it ran or not', async () => {
    const client = await start(...READ_ONLY, '--events', 'events.jsonl');
    for (const sql of ['SELECT 1', 'DELETE FROM orders', 'SELECT nothing FROM orders']) await run(client, sql);
    const lines = readFileSync(join(folder, 'events.jsonl'), 'utf8').trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line));
    const caller = { user: 'agent', database: 'shop', application: 'querygate mcp' };
    expect(events).toMatchObject([
      { sql: 'SELECT 1', ...caller, outcome: 'ok', judged: { verdict: 'allow', rules: [] } },
      { sql: 'DELETE FROM orders', outcome: 'blocked', judged: { verdict: 'block', rules: ['require-read-only'] } },
      { sql: 'SELECT nothing FROM orders', outcome: 'failed', sqlstate: '42703', judged: { verdict: 'allow' } },
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });
});
