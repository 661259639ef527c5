import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../src/service/server/store/migrate.ts';
import { openDatabase } from '../../../../src/service/server/store/open.ts';
import { addWorkspace } from '../test-store.ts';
import { Acknowledged, expectNothingLost, startWriter } from './kill.ts';

// The embedded store on a folder. What it has in common with PostgreSQL is in store.test.ts.

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'querygate-store-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('kill -9 at any moment', () => {
  it('loses nothing that was acknowledged', { timeout: 180_000 }, async () => {
    const options = { folder: join(base, 'one') };
    const first = await openDatabase(options);
    await migrate(first);
    await addWorkspace(first, 'acme');
    await first.close();
    const acknowledged = new Acknowledged();
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.size;
      const writer = startWriter(options, 'acme', `r${round}`, acknowledged);
      await writer.ready;
      await sleep(Math.random() * 700);
      writer.child.kill('SIGKILL');
      expect(await writer.gone).toBe('');
      expect(acknowledged.size).toBeGreaterThan(before);
    }
    const db = await openDatabase(options);
    try {
      const records = await expectNothingLost({ db, now: () => new Date() }, 'acme', acknowledged);
      expect(records).toBeGreaterThanOrEqual(acknowledged.size);
    } finally {
      await db.close();
    }
  });

  it('leaves no store half made', { timeout: 180_000 }, async () => {
    const folder = join(base, 'half');
    for (const wait of [500, 1_200]) {
      const writer = startWriter({ folder }, 'acme', 'x', new Acknowledged());
      await sleep(wait);
      writer.child.kill('SIGKILL');
      await writer.gone;
    }
    const db = await openDatabase({ folder });
    await migrate(db);
    await addWorkspace(db, 'acme');
    await db.close();
    expect(readdirSync(folder)).toEqual(['store']);
  });
});

describe('a folder', () => {
  it('is for nobody else, and has one process', async () => {
    const folder = join(base, 'one');
    const db = await openDatabase({ folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await expect(openDatabase({ folder })).rejects.toThrow(
      `the folder \`${folder}\` is in use by process ${process.pid}: end it first`,
    );
    await db.close();
    expect(existsSync(join(folder, 'store.lock'))).toBe(false);
    // Closed, it answers no more, and closes again.
    await expect(db.query('SELECT 1')).rejects.toMatchObject({ name: 'StoreError' });
    await db.close();
  });

  it.each([
    ['a process that is no more', { pid: 2 ** 22 - 1, host: hostname(), began: '', id: 'x' }],
    ['another process with the same number', { pid: process.ppid, host: hostname(), began: 'another boot 1', id: 'x' }],
    ['one with our own number, as in a container', { pid: process.pid, host: hostname(), began: '', id: 'x' }],
  ])('is taken over from %s', async (_, holder) => {
    const folder = join(base, 'one');
    writeFileSync(join(folder, 'store.lock'), JSON.stringify(holder));
    const db = await openDatabase({ folder });
    expect(JSON.parse(readFileSync(join(folder, 'store.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await db.close();
  });

  it('is left to a process of another host that touches its lock', async () => {
    const folder = join(base, 'one');
    const lock = join(folder, 'store.lock');
    writeFileSync(lock, JSON.stringify({ pid: 7, host: 'elsewhere', began: '', id: 'x' }));
    await expect(openDatabase({ folder })).rejects.toThrow('in use by process 7 on `elsewhere`');
    rmSync(lock);
  });

  it('must be one', async () => {
    const file = join(base, 'a-file');
    writeFileSync(file, '');
    await expect(openDatabase({ folder: file })).rejects.toMatchObject({ name: 'ConfigError' });
    await expect(openDatabase({ folder: join(file, 'below') })).rejects.toMatchObject({ name: 'ConfigError' });
  });
});

it('asks the disk with every commit', async () => {
  const db = await openDatabase({ folder: join(base, 'one') });
  try {
    const { rows } = await db.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method') ORDER BY name`,
    );
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'fsync on',
      'full_page_writes on',
      'synchronous_commit on',
      'wal_sync_method fsync',
    ]);
  } finally {
    await db.close();
  }
});

it('has its every fsync reach the system', async () => {
  const script = fileURLToPath(new URL('./count-syncs.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script, join(base, 'one')], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { commits, checkpoint } = JSON.parse(stdout) as { commits: number; checkpoint: number };
  expect(commits).toBeGreaterThanOrEqual(20);
  expect(checkpoint).toBeGreaterThan(0);
});

it('stops where the disk fails, and does not wait for ever', async () => {
  const folder = join(base, 'one');
  const script = fileURLToPath(new URL('./failing-disk.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8', timeout: 60_000 });
  expect(stderr).toBe('');
  const failed = 'StoreError: the embedded store has failed: start the server again';
  expect(JSON.parse(stdout)).toEqual([failed, failed, failed, 'undefined']);
  const db = await openDatabase({ folder });
  const { rows } = await db.query<{ id: number }>('SELECT id FROM failing ORDER BY id');
  await db.close();
  // What was answered is there; what was not may be.
  expect(rows.map(({ id }) => id)[0]).toBe(1);
});
