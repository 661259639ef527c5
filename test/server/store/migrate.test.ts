import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appendAudit, CHAIN_START, entryHash } from '../../../src/server/audit/append.ts';
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts';
import { countQueries } from '../../../src/server/queries/count-queries.ts';
import { listFlows } from '../../../src/server/queries/list-flows.ts';
import { listQueries } from '../../../src/server/queries/list-queries.ts';
import { createRecorder } from '../../../src/server/queries/recorder.ts';
import { sweep } from '../../../src/server/retention/sweep.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { migrate, newerMigrations } from '../../../src/server/store/migrate.ts';
import { openDatabase } from '../../../src/server/store/open.ts';
import { storeImage } from '../store-image.ts';
import { addWorkspace, NOON } from '../test-store.ts';
import { eventsRecord, factsEvent } from '../traffic.ts';
import { catalogOf } from './catalog.ts';

const MIGRATIONS = new URL('../../../src/server/store/migrations/', import.meta.url);
/** What made stores from before the baseline. */
const FORMER = new URL('former/', MIGRATIONS);
const namesOf = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .toSorted();
const NAMES = namesOf(MIGRATIONS);
const FORMER_NAMES = namesOf(FORMER);

describe('migrate', () => {
  let db: Database;
  let folder: string;
  const url = () => pathToFileURL(`${folder}/`);
  const write = (name: string, sql: string) => writeFileSync(join(folder, `${name}.sql`), sql);

  beforeAll(async () => {
    db = await openDatabase({ memory: true, image: await storeImage() });
  });
  afterAll(() => db.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
    cpSync(MIGRATIONS, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('applies each file once, in order, even if two processes start at once', async () => {
    write('0900_a', 'CREATE TABLE a (id integer); INSERT INTO a VALUES (1);');
    write('0901_b', 'ALTER TABLE a ADD COLUMN b integer;');
    const done = await Promise.all([migrate(db, url()), migrate(db, url())]);
    expect(done.flat().toSorted()).toEqual([...NAMES, '0900_a', '0901_b'].toSorted());
    expect((await db.query('SELECT * FROM a')).rows).toEqual([{ id: 1, b: null }]);
    expect(await migrate(db, url())).toEqual([]);
    await expect(migrate(db)).rejects.toThrow(
      'the store has the migration `0900_a`, which this version of querygate does not know; update querygate to the version that made it, or a newer one',
    );
    await db.query(`DELETE FROM schema_migrations WHERE name LIKE '09%'`);
    await db.query('DROP TABLE a');
  });

  const LAST = NAMES.at(-1) ?? '';
  const REFUSED = /which this version of querygate does not know; update querygate/;
  it.each<readonly [title: string, files: Readonly<Record<string, string>>, starts: boolean]>([
    ['each newer migration works with it', { '0910_a': LAST, '0911_b': LAST }, true],
    ['a newer migration works with a version before it', { '0910_a': '0021_former_versions' }, true],
    ['a newer migration works with no former version', { '0910_a': 'none' }, false],
    ['a newer migration does not say with which versions it works', { '0910_a': '' }, false],
    ['one of the newer migrations works with newer versions only', { '0910_a': LAST, '0911_b': '0910_a' }, false],
  ])('decides whether a former version starts on the store: %s', async (_, files, starts) => {
    for (const [name, worksWith] of Object.entries(files))
      write(name, `${worksWith === '' ? '' : `-- works-with: ${worksWith}\n`}SELECT 1;`);
    try {
      await migrate(db, url());
      const former = migrate(db);
      await (starts ? expect(former).resolves.toEqual([]) : expect(former).rejects.toThrow(REFUSED));
      expect(await newerMigrations(db)).toEqual(Object.keys(files));
      expect(await newerMigrations(db, url())).toEqual([]);
    } finally {
      await db.query(`DELETE FROM schema_migrations WHERE name LIKE '09%'`);
    }
  });

  it('refuses a newer migration if one of its own is missing', async () => {
    write('0910_a', 'SELECT 1;');
    write('0911_b', `-- works-with: ${LAST}\nSELECT 1;`);
    await migrate(db, url());
    await db.query(`DELETE FROM schema_migrations WHERE name = '0910_a'`);
    rmSync(join(folder, '0911_b.sql'));
    await expect(migrate(db, url())).rejects.toThrow(REFUSED);
    await db.query(`DELETE FROM schema_migrations WHERE name LIKE '09%'`);
  });

  it('has no file that does not say with which former versions it works', () => {
    const others = [...FORMER_NAMES, ...NAMES].filter((name) => name >= '0021');
    expect(others).toEqual(others.toSorted());
    for (const [at, name] of others.entries()) {
      const folder = NAMES.includes(name) ? MIGRATIONS : FORMER;
      const sql = readFileSync(new URL(`${name}.sql`, folder), 'utf8');
      expect(['none', ...others.slice(0, at)]).toContain(/^-- works-with: (\S+)\n/.exec(sql)?.[1]);
    }
  });

  it('rolls a failed file back completely', async () => {
    write('0902_c', 'CREATE TABLE c (id integer); SELECT 1 / 0;');
    await expect(migrate(db, url())).rejects.toThrow('division by zero');
    await expect(db.query('SELECT * FROM c')).rejects.toThrow('does not exist');
    write('0902_c', 'CREATE TABLE c (id integer);');
    expect(await migrate(db, url())).toEqual(['0902_c']);
    await db.query(`DELETE FROM schema_migrations WHERE name LIKE '09%'`);
  });

  it('refuses an edited file, and one that sorts before an applied one', async () => {
    await migrate(db);
    const [first = ''] = NAMES;
    write(first, `${readFileSync(join(folder, `${first}.sql`), 'utf8')}-- edited\n`);
    await expect(migrate(db, url())).rejects.toThrow(
      `the migration \`${first}\` was edited after it was applied; restore the original file`,
    );
    cpSync(MIGRATIONS, folder, { recursive: true });
    write('0000_late', 'SELECT 1;');
    await expect(migrate(db, url())).rejects.toThrow('`0000_late` should come before');
  });

  it('needs its files', async () => {
    rmSync(folder, { recursive: true });
    cpSync(MIGRATIONS, folder, { recursive: true });
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    await expect(migrate(db, url())).rejects.toMatchObject({ name: 'InternalError' });
  });
});

describe('the baseline', () => {
  const [BASELINE = ''] = NAMES;
  let db: Database;
  let folder: string;
  const onlyFormer = () => pathToFileURL(`${folder}/`);
  /** Only the first files of those that made stores before the baseline. */
  const until = (last: string) => {
    for (const name of FORMER_NAMES.filter((each) => each <= last))
      cpSync(new URL(`${name}.sql`, FORMER), join(folder, `${name}.sql`));
    return onlyFormer();
  };
  beforeEach(async () => {
    db = await openDatabase({ memory: true, image: await storeImage() });
    folder = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await db.close();
  });
  let catalog: Awaited<ReturnType<typeof catalogOf>>;
  beforeAll(async () => {
    const fresh = await openDatabase({ memory: true, image: await storeImage() });
    expect(await migrate(fresh)).toEqual(NAMES);
    catalog = await catalogOf(fresh);
    await fresh.close();
    for (const part of Object.values(catalog)) expect(part).not.toEqual([]);
  });

  it.each([
    ...['0001_initial', '0013_flows', '0015_identities_concurrently', '0021_former_versions'],
    FORMER_NAMES.at(-1) ?? '',
  ])('makes the tables that a store has which goes on from %s', async (last) => {
    const before = await migrate(db, until(last));
    expect(await migrate(db)).toEqual([...FORMER_NAMES.slice(before.length), ...NAMES]);
    expect(await catalogOf(db)).toEqual(catalog);
    expect(await migrate(db)).toEqual([]);
    expect(await newerMigrations(db)).toEqual([]);
  });

  it('lets the version before it start on a store that is marked with it, and not on a new one', async () => {
    const before = until(FORMER_NAMES.at(-1) ?? '');
    await migrate(db, before);
    await migrate(db);
    expect(await migrate(db, before)).toEqual([]);
    expect(await newerMigrations(db, before)).toEqual(NAMES);
    const fresh = await openDatabase({ memory: true, image: await storeImage() });
    await migrate(fresh);
    await expect(migrate(fresh, before)).rejects.toThrow(`the store has the migration \`${BASELINE}\``);
    await fresh.close();
  });

  it('refuses a store with a former file that was edited', async () => {
    const before = until('0004_events');
    writeFileSync(join(folder, '0002_facts_version.sql'), 'SELECT 1;');
    await migrate(db, before);
    await expect(migrate(db)).rejects.toThrow('the migration `0002_facts_version` was edited after it was applied');
  });
});

describe('a store with an audit trail of an older version', () => {
  it('is migrated: its entries stay and verify, and newer traffic is deleted after the retention', async () => {
    const db = await openDatabase({ memory: true, image: await storeImage() });
    const folder = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
    try {
      for (const name of FORMER_NAMES.filter((each) => each < '0010'))
        cpSync(new URL(`${name}.sql`, FORMER), join(folder, `${name}.sql`));
      await migrate(db, pathToFileURL(`${folder}/`));
      let previous = CHAIN_START;
      const workspace = 'old';
      await addWorkspace(db, workspace);
      for (const [at, type] of ['key.created', 'dry_run', 'key.revoked', 'query.evaluated'].entries()) {
        const fields = { workspace, sequence: at + 1, at: '2026-01-01T00:00:00.000Z', type };
        const entry = JSON.stringify({ ...fields, actor: { kind: 'user', name: 'ada' }, details: {}, previous });
        previous = entryHash(entry);
        await db.query(
          `INSERT INTO audit_events (workspace_id, sequence, at, type, actor, entry, hash) VALUES ($1, $2, $3, $4, 'ada', $5, $6)`,
          [workspace, at + 1, fields.at, type, entry, previous],
        );
      }
      await db.query('UPDATE workspaces SET audit_sequence = 4, audit_hash = $2 WHERE id = $1', [workspace, previous]);
      await migrate(db);
      const ctx = { db, now: () => NOON };
      expect(await verifyAudit(ctx, workspace)).toMatchObject({ entries: 4, broken: undefined });
      const actor = { kind: 'user', id: undefined, name: 'ada' } as const;
      await db.transaction((tx) =>
        appendAudit(tx, workspace, [{ at: new Date('2026-01-02'), type: 'dry_run', actor, details: {} }]),
      );
      await sweep(ctx);
      expect(await verifyAudit(ctx, workspace)).toMatchObject({ entries: 5, deleted: 1, broken: undefined });
      const { rows } = await db.query<{ sequence: number }>('SELECT sequence FROM audit_events ORDER BY sequence');
      expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 6]);
    } finally {
      rmSync(folder, { recursive: true });
      await db.close();
    }
  });
});

describe('a store from before narrow rows', () => {
  it('gets wide rows for a week, which the version before reads, and then narrow ones; all of them verify', async () => {
    const db = await openDatabase({ memory: true, image: await storeImage() });
    const folder = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
    try {
      for (const name of FORMER_NAMES.filter((each) => each < '0020'))
        cpSync(new URL(`${name}.sql`, FORMER), join(folder, `${name}.sql`));
      await migrate(db, pathToFileURL(`${folder}/`));
      const workspace = 'old';
      await addWorkspace(db, workspace);
      await migrate(db);
      const days = (count: number) => ({ db, now: () => new Date(Date.now() + count * 24 * 3_600_000) });
      const rows = async () => {
        const { rows: counts } = await db.query<{ wide: number; queries: number; ids: number; narrow: number }>(
          `SELECT (SELECT count(*) FROM audit_events) AS wide, (SELECT count(*) FROM queries) AS queries,
             (SELECT count(*) FROM event_ids) AS ids, (SELECT count(*) FROM traffic_entries) AS narrow`,
        );
        return counts[0];
      };
      const record = async (day: number, id: string) => {
        const at = days(day).now().toISOString();
        const recorder = createRecorder(days(day));
        await recorder.recordEvents(
          eventsRecord(workspace, [factsEvent({ id, at }), factsEvent({ id: `${id}-2`, at })]),
        );
        await recorder.close();
      };
      await record(0, 'first');
      await record(6, 'second');
      expect(await rows()).toEqual({ wide: 4, queries: 4, ids: 4, narrow: 0 });
      await record(8, 'third');
      expect(await rows()).toEqual({ wide: 4, queries: 4, ids: 4, narrow: 2 });
      expect(await verifyAudit(days(8), workspace)).toMatchObject({ entries: 6, broken: undefined });
      const { items } = await listQueries(days(8), workspace, { databaseId: 'shop-db' }, { withTexts: false });
      expect(items.map(({ audit }) => audit)).toEqual([6, 5, 4, 3, 2, 1]);
    } finally {
      rmSync(folder, { recursive: true });
      await db.close();
    }
  });

  it('is not a new one, whose rows are narrow from the start', async () => {
    const db = await openDatabase({ memory: true, image: await storeImage() });
    try {
      await migrate(db);
      const { count } = await db.query("SELECT FROM traffic_format WHERE narrow_from = '-infinity'");
      expect(count).toBe(1);
    } finally {
      await db.close();
    }
  });
});

it('a store with queries from before verdicts has them under the verdict unknown', async () => {
  const db = await openDatabase({ memory: true, image: await storeImage() });
  const folder = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
  try {
    for (const name of FORMER_NAMES.filter((each) => each < '0004'))
      cpSync(new URL(`${name}.sql`, FORMER), join(folder, `${name}.sql`));
    await migrate(db, pathToFileURL(`${folder}/`));
    await addWorkspace(db, 'old');
    for (const [at, verdict] of [null, 'allow', 'unknown'].entries())
      await db.query(
        `INSERT INTO queries (workspace_id, sequence, id, at, channel, dialect, caller, calls, verdict, rules)
         VALUES ('old', $1::bigint, 'qry_' || $1, $2, 'events', 'postgresql', '{}', 1, $3, '{}')`,
        [at + 1, NOON, verdict],
      );
    await migrate(db);
    for (const verdict of ['unknown', 'unknown,block']) {
      const { items } = await listQueries({ db, now: () => NOON }, 'old', { verdict }, { withTexts: false });
      expect(items.map((item) => [item.audit, item.verdict])).toEqual([
        [3, 'unknown'],
        [1, 'unknown'],
      ]);
    }
  } finally {
    rmSync(folder, { recursive: true });
    await db.close();
  }
});

describe('a store whose counts have no outcomes', () => {
  it('gets them from the queries that are kept; older calls have none', async () => {
    const db = await openDatabase({ memory: true, image: await storeImage() });
    const folder = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
    try {
      for (const name of FORMER_NAMES.filter((each) => each < '0019'))
        cpSync(new URL(`${name}.sql`, FORMER), join(folder, `${name}.sql`));
      await migrate(db, pathToFileURL(`${folder}/`));
      const workspace = 'old';
      await addWorkspace(db, workspace);
      const flow = Buffer.from('0102030405ff', 'hex');
      const rows: readonly (readonly [verdict: string, outcome: string | null, calls: number])[] = [
        ['block', 'ok', 5],
        ['block', 'blocked', 2],
        ['block', null, 1],
        ['warn', 'failed', 3],
      ];
      for (const [at, [verdict, outcome, calls]] of rows.entries())
        await db.query(
          `INSERT INTO queries (workspace_id, sequence, id, at, channel, dialect, caller, calls, verdict, rules, outcome, flow)
           VALUES ($1, $2::bigint, $2::text, $3, $4, 'postgresql', '{}', $5, $6, '{}', $7, $8)`,
          [workspace, at + 1, NOON, outcome === null ? 'http' : 'proxy', calls, verdict, outcome, flow],
        );
      await db.query(
        `INSERT INTO query_flows (workspace_id, flow, flow_id, dialect, caller, calls, warn_calls, block_calls, first_at,
           last_at, last_minute, severity) VALUES ($1, 'x', $2, 'postgresql', '{}', 111, 3, 108, $3, $3, $3, 3)`,
        [workspace, flow, NOON],
      );
      for (const [channel, verdict, calls] of [
        ['proxy', 'block', 107],
        ['http', 'block', 1],
        ['proxy', 'warn', 3],
      ])
        await db.query(
          `INSERT INTO query_counts (workspace_id, unit, at, channel, database_id, verdict, calls)
           VALUES ($1, 'hour', date_trunc('hour', $2::timestamptz, 'UTC'), $3, '', $4, $5)`,
          [workspace, NOON, channel, verdict, calls],
        );
      await migrate(db);
      const ctx = { db, now: () => NOON };
      const none = { ran: 0, failed: 0, refused: 0, advised: 0 };
      const outcomes = {
        ...{ allow: none, unknown: none, warn: { ...none, failed: 3 } },
        block: { ran: 5, failed: 0, refused: 2, advised: 1 },
      };
      const { items } = await listFlows(ctx, workspace, {}, { withTexts: false });
      expect(items).toMatchObject([{ calls: 111, verdicts: { block: 108 }, outcomes }]);
      const from = NOON.toISOString();
      const to = new Date(NOON.getTime() + 1000).toISOString();
      const counts = await countQueries(ctx, workspace, { interval: 'hour', from, to });
      expect(counts.items).toMatchObject([{ block: 108, warn: 3, outcomes }]);
    } finally {
      rmSync(folder, { recursive: true });
      await db.close();
    }
  });
});
