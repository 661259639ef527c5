import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Context } from '../../src/server/context/types.ts';
import type { Database } from '../../src/server/store/database.ts';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { newStore, TEMPLATE } from './new-store.ts';

/** A store for one test, with a clock that the test sets. */
export interface TestStore {
  readonly db: Database;
  /** `now` returns `clock.now`. */
  readonly ctx: Context;
  readonly clock: { now: Date };
  close(): Promise<void>;
}

/** 2026-11-20, noon UTC. */
export const NOON = new Date('2026-11-20T12:00:00.000Z');

/**
 * A migrated store, empty: a new database of the PostgreSQL that start-postgresql.ts has started; embedded, in memory, if
 * there is none.
 */
export function openTestStore(): Promise<TestStore> {
  const url = inject('postgresql');
  return !url ? openEmbedded() : openOn(url, TEMPLATE);
}

/** The same, always embedded: takes some seconds, so share one per file. */
export async function openEmbedded(): Promise<TestStore> {
  return storeOf(await openDatabase({ memory: true, image: (await newStore()).image }), async () => {});
}

/** The same, in a new database on that server, whose account may create databases. */
export async function openOn(server: string, template?: string): Promise<TestStore> {
  const made = await makeDatabase(server, template);
  return storeOf(await openDatabase({ url: made.url, connections: 5 }), () => made.drop());
}

async function storeOf(db: Database, drop: () => Promise<void>): Promise<TestStore> {
  await migrate(db);
  const clock = { now: NOON };
  return {
    db,
    ctx: { db, now: () => clock.now },
    clock,
    close: async () => {
      await db.close();
      await drop();
    },
  };
}

/** A new database on a server: empty, or a copy of `template`. */
export async function makeDatabase(
  server: string,
  template = 'template1',
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const asOwner = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await asOwner(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asOwner(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Adds a workspace as it is after `createWorkspace`, but without a ruleset. */
export async function addWorkspace(db: Database, id: string, at = NOON): Promise<void> {
  await db.query(
    `INSERT INTO workspaces (id, name, created_at, active_version, retention_days, grace_days, query_text,
       audit_sequence, audit_hash)
     VALUES ($1, $1, $2, 1, 90, 7, 'shape', 0, $3)`,
    [id, at, '0'.repeat(64)],
  );
}

/** Marks all workspaces as swept, so that the sweeps of a test read its own alone, and not what earlier tests left. */
export async function markAllSwept(db: Database): Promise<void> {
  await db.query(
    `UPDATE workspaces SET swept_on = '9999-12-31', lowered_to = NULL, lowered_from = NULL, texts_due = false`,
  );
}
