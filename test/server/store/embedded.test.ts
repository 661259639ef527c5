import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/server/store/migrate.ts';
import { openDatabase } from '../../../src/server/store/open.ts';
import { quickFolder } from '../quick-folder.ts';
import { addWorkspace } from '../test-store.ts';
import { Acknowledged, expectNothingLost, startWriter } from './kill.ts';

// The embedded store in a folder. Behaviour shared with PostgreSQL is tested in store.test.ts.

let base: string;
beforeAll(async () => {
  base = quickFolder('store');
  const db = await openDatabase({ folder: join(base, 'one') });
  await migrate(db);
  await addWorkspace(db, 'acme');
  await db.close();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('kill -9 at any moment', () => {
  it('loses nothing that was acknowledged', async () => {
    const options = { folder: join(base, 'one') };
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

  it('leaves no half-created store', { tags: ['variant'] }, async () => {
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
    // A writer that was killed while it took the lock leaves an empty draft of it, or its socket.
    const isLock = (name: string) => /^(?:store\.lock\.|life-)[0-9a-f-]{36}(?:\.sock)?$/.test(name);
    expect(readdirSync(folder).filter((name) => !isLock(name))).toEqual(['store']);
  });
});

/** A holder in our own PID namespace. */
const HERE = { host: hostname(), space: readlinkSync('/proc/self/ns/pid'), id: 'x' };

describe('a folder', () => {
  it('is private, and used by one process', async () => {
    const folder = join(base, 'one');
    const db = await openDatabase({ folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await expect(openDatabase({ folder })).rejects.toThrow(
      `the folder \`${folder}\` is in use by process ${process.pid}; stop it first`,
    );
    await db.close();
    expect(existsSync(join(folder, 'store.lock'))).toBe(false);
    // A closed store refuses queries, and can be closed again.
    await expect(db.query('SELECT 1')).rejects.toMatchObject({ name: 'StoreError' });
    await db.close();
  });

  it.each([
    ['a process that has ended', { ...HERE, pid: 2 ** 22 - 1, began: '' }],
    ['another process with the same number', { ...HERE, pid: process.ppid, began: 'another boot 1' }],
    ['one with our own number, as in a container', { ...HERE, pid: process.pid, began: '' }],
  ])('is taken over from %s', async (_, holder) => {
    const folder = join(base, 'one');
    writeFileSync(join(folder, 'store.lock'), JSON.stringify(holder));
    const db = await openDatabase({ folder });
    expect(JSON.parse(readFileSync(join(folder, 'store.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await db.close();
  });

  it('is left to a process on another host that touches its lock', { tags: ['variant'] }, async () => {
    const folder = join(base, 'one');
    const lock = join(folder, 'store.lock');
    writeFileSync(lock, JSON.stringify({ pid: 7, host: 'elsewhere', began: '', id: 'x' }));
    await expect(openDatabase({ folder })).rejects.toThrow('in use by process 7 on `elsewhere`');
    rmSync(lock);
  });

  describe('of a container with the same host name and another PID namespace', () => {
    // Its pid may or may not exist here, by chance.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const elsewhere = { ...HERE, space: 'pid:[1]', pid: 2 ** 22 - 1, began: `${boot} 7` };
    const sign = 'life-00000000-0000-4000-8000-000000000000.sock';
    const listening = (path: string) =>
      new Promise<ReturnType<typeof createServer>>((resolve) => {
        const server = createServer((socket) => socket.destroy()).listen(path, () => resolve(server));
      });

    it.each([
      ['gives a sign of life', { ...elsewhere, sign }],
      ['has touched its lock lately', elsewhere],
      ['has another kernel and touched its lock lately', { ...elsewhere, began: 'another 7', sign }],
    ])('is left to it if it %s', { tags: ['variant'] }, async (why, holder) => {
      const folder = join(base, 'one');
      const server = await listening(join(folder, sign));
      if (!why.startsWith('gives')) server.close();
      writeFileSync(join(folder, 'store.lock'), JSON.stringify(holder));
      await expect(openDatabase({ folder })).rejects.toThrow(`in use by process ${holder.pid}`);
      server.close();
      rmSync(join(folder, 'store.lock'));
      expect(readdirSync(folder)).toEqual(['store']);
    });

    it('is taken over at once if it is not', async () => {
      const folder = join(base, 'one');
      const script = `require('node:net').createServer().listen(${JSON.stringify(join(folder, sign))}, () => process.kill(process.pid, 'SIGKILL'))`;
      spawnSync(process.execPath, ['-e', script]);
      expect(existsSync(join(folder, sign))).toBe(true);
      writeFileSync(join(folder, 'store.lock'), JSON.stringify({ ...elsewhere, sign }));
      await (await openDatabase({ folder })).close();
      expect(readdirSync(folder)).toEqual(['store']);
    });
  });

  it.each([
    ['that holds something else', 0o700, 'a.txt', 'is not a store and not empty (it contains `a.txt`)'],
    ['that is open to others', 0o755, undefined, 'is open to other users (mode 755)'],
  ])('%s is refused, and left as it is', async (_, mode, file, words) => {
    const folder = mkdtempSync(join(base, 'foreign-'));
    if (file !== undefined) writeFileSync(join(folder, file), '');
    chmodSync(folder, mode);
    await expect(openDatabase({ folder })).rejects.toThrow(words);
    expect(statSync(folder).mode & 0o777).toBe(mode);
    expect(readdirSync(folder)).toEqual(file === undefined ? [] : [file]);
  });

  it('must be a folder', async () => {
    const file = join(base, 'a-file');
    writeFileSync(file, '');
    await expect(openDatabase({ folder: file })).rejects.toMatchObject({ name: 'ConfigError' });
    await expect(openDatabase({ folder: join(file, 'below') })).rejects.toMatchObject({ name: 'ConfigError' });
  });
});

it('syncs every commit to disk', async () => {
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

/** Runs a script with a watched disk, see watched-disk.ts. */
function run(script: URL, args: readonly string[], watched: Readonly<Record<string, string>>) {
  const disk = new URL('./watched-disk.ts', import.meta.url);
  disk.search = String(new URLSearchParams(watched));
  const argv = ['--import', disk.href, fileURLToPath(script), ...args];
  return spawnSync(process.execPath, argv, { encoding: 'utf8', timeout: 60_000 });
}

it('runs in a thread of its own, so a long statement does not stop this one', async () => {
  const db = await openDatabase({ folder: join(base, 'one') });
  try {
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    await db.query('SELECT count(*) FROM generate_series(1, 2000000)');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  } finally {
    await db.close();
  }
});

it('fails for good if its thread ends, and can be opened again', async () => {
  const folder = join(base, 'one');
  const { stdout, stderr } = run(new URL('./crash-thread.ts', import.meta.url), [folder], {});
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(Array(3).fill('StoreError: the embedded store has failed; restart the server'));
  const db = await openDatabase({ folder });
  await db.close();
});

it('passes every fsync on to the system', { tags: ['variant'] }, async () => {
  const count = join(base, 'syncs');
  const { stdout, stderr } = run(new URL('./count-syncs.ts', import.meta.url), [join(base, 'one'), count], { count });
  expect(stderr).toBe('');
  const { commits, checkpoint } = JSON.parse(stdout) as { commits: number; checkpoint: number };
  expect(commits).toBeGreaterThanOrEqual(20);
  expect(checkpoint).toBeGreaterThan(0);
});

it('a damaged store is reported as such', async () => {
  const folder = join(base, 'damaged');
  mkdirSync(join(folder, 'store'), { recursive: true, mode: 0o700 });
  cpSync(join(base, 'one', 'store'), join(folder, 'store'), { recursive: true });
  writeFileSync(join(folder, 'store', 'global', 'pg_control'), 'x'.repeat(8192));
  await expect(openDatabase({ folder })).rejects.toThrow(': its files are damaged');
  expect(readdirSync(folder)).toEqual(['store']);
});

it('stops if the disk fails, and does not hang', async () => {
  const folder = join(base, 'one');
  const fails = join(base, 'fails');
  const { stdout, stderr } = run(new URL('./failing-disk.ts', import.meta.url), [folder, fails], { fails });
  expect(stderr).toBe('');
  const failed = 'StoreError: the embedded store has failed; restart the server';
  expect(JSON.parse(stdout)).toEqual([failed, failed, failed, 'undefined']);
  const db = await openDatabase({ folder });
  const { rows } = await db.query<{ id: number }>('SELECT id FROM failing ORDER BY id');
  await db.close();
  // Answered writes are stored; unanswered ones may be.
  expect(rows.map(({ id }) => id)[0]).toBe(1);
});
