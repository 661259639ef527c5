import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { makeDatabase } from '../server/test-store.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart, until } from './program.ts';

// Servers that start while indexes are created, and that are killed meanwhile.

const MIGRATIONS = new URL('../../src/server/store/migrations/', import.meta.url);
const FORMER = new URL('former/', MIGRATIONS);
const namesIn = (folder: URL) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.sql') ? name.slice(0, -'.sql'.length) : []));
/** Those of a store that began before the baseline. */
const NAMES = [...namesIn(FORMER), ...namesIn(MIGRATIONS)].sort();
/** The first migration that creates indexes statement by statement, and one of its indexes in the middle. */
const FIRST = '0007_list_indexes_concurrently';
const [TABLE, INDEX, EARLIER] = ['queries', 'queries_at_sequence', 'audit_events_at'];
const MIGRATOR = fileURLToPath(new URL('./migrator.ts', import.meta.url));

const server = await tryStart('migrations of PostgreSQL', startPostgresql);
const url = `postgres://owner@localhost/postgres?host=${encodeURIComponent(server?.folder ?? '')}`;
afterAll(() => server?.stop());

describe.skipIf(!server)('indexes that are created while the store is in use', () => {
  let made: Awaited<ReturnType<typeof makeDatabase>>;
  let client: pg.Client;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    made = await makeDatabase(url);
    client = new pg.Client({ connectionString: made.url });
    await client.connect();
    await migrateBefore(made.url, FIRST);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await client.end();
    await made.drop();
  });

  /** Starts a server's migration; `ended` resolves with its exit code and what it printed. */
  function start() {
    const child = spawn(process.execPath, [MIGRATOR, made.url], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const output = { applied: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.applied += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.errors += text;
    });
    const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
    return { child, ended };
  }

  /** Makes the creation of indexes of a table wait, as a long transaction of a user does; returns what ends it. */
  async function holdTable(): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: made.url });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${TABLE} IN ROW EXCLUSIVE MODE`);
    return async () => {
      await holder.query('COMMIT');
      await holder.end();
    };
  }

  const indexes = async () => {
    const { rows } = await client.query<{ name: string; oid: number; valid: boolean; definition: string }>(
      `SELECT c.relname AS name, c.oid::int, i.indisvalid AS valid, pg_get_indexdef(c.oid) AS definition
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows;
  };
  const indexOf = async (name: string) => (await indexes()).find((each) => each.name === name);
  /** The index exists, and its creation waits for the users of the table. */
  const isWaiting = () => until('the creation of an index', async () => (await indexOf(INDEX))?.valid === false);
  const expectFinished = async () => {
    const other = await makeDatabase(url);
    try {
      const db = await openDatabase({ url: other.url });
      await migrate(db);
      await db.close();
      const fresh = new pg.Client({ connectionString: other.url });
      await fresh.connect();
      const expected = await fresh.query(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`,
      );
      await fresh.end();
      const found = await indexes();
      expect(found.filter(({ valid }) => !valid)).toEqual([]);
      expect(found.map(({ definition }) => definition)).toEqual(expected.rows.map(({ indexdef }) => indexdef));
    } finally {
      await other.drop();
    }
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM schema_migrations ORDER BY name COLLATE "C"',
    );
    expect(rows.map(({ name }) => name)).toEqual(NAMES);
  };

  it('are created by one of two servers, while the other waits and drops none of them', async () => {
    const release = await holdTable();
    const first = start();
    await isWaiting();
    const before = await indexOf(EARLIER);
    const second = start();
    // Time in which a server that did not wait would begin again.
    await sleep(3_000);
    expect(await indexOf(EARLIER)).toEqual(before);
    await release();
    const ended = await Promise.all([first.ended, second.ended]);
    expect(ended.map(({ code, errors }) => [code, errors])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    // Each file is applied once, by either.
    const applied = ended.flatMap(({ applied: text }) => text.trim().split('\n')).filter((name) => name !== '');
    expect(applied.sort()).toEqual(NAMES.filter((name) => name >= FIRST));
    await expectFinished();
  });

  it('are finished by the server that waits when the one that creates them is killed', async () => {
    const release = await holdTable();
    const first = start();
    await isWaiting();
    const second = start();
    await sleep(1_000);
    first.child.kill('SIGKILL');
    await first.ended;
    await release();
    expect(await second.ended).toMatchObject({ code: 0, errors: '' });
    await expectFinished();
  });

  it('are rebuilt by the next start if a killed one left an invalid index', async () => {
    const release = await holdTable();
    const first = start();
    await isWaiting();
    first.child.kill('SIGKILL');
    await first.ended;
    // The server would continue without its client. This ends the statement, like a restart of the database's machine.
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'CREATE INDEX%'`,
    );
    await until('the end of the statement', async () => {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'CREATE INDEX%' AND pid <> pg_backend_pid()`,
      );
      return rows.length === 0;
    });
    await release();
    expect(await indexOf(INDEX)).toMatchObject({ valid: false });
    const second = start();
    expect(await second.ended).toMatchObject({ code: 0, errors: '' });
    await expectFinished();
  });
});

/** Applies the former migrations that come before one, as a version did that knew no other. */
async function migrateBefore(address: string, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
  const db = await openDatabase({ url: address });
  try {
    for (const each of namesIn(FORMER))
      if (each < name) cpSync(new URL(`${each}.sql`, FORMER), join(folder, `${each}.sql`));
    await migrate(db, pathToFileURL(`${folder}/`));
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}
