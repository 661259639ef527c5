import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EventStore, type EventStoreOptions } from '../../../src/proxy/events/event-store.ts';
import { testFolder, testLog, until } from '../build.ts';

const ALL = { events: 1_000_000, bytes: 1e9 };

async function open(folder: string, options: Partial<EventStoreOptions> = {}) {
  const { log, lines } = testLog();
  const store = await EventStore.open({ folder, maxBytes: 1024 * 1024, commitEvery: 1, log, ...options });
  onTestFinished(() => store.close(0));
  return { store, lines };
}

const event = (at: number, text = '') => ({ at, json: JSON.stringify({ id: `e${at}`, text }) });
const fill = (store: EventStore, from: number, to: number, text = '') => {
  for (let at = from; at <= to; at++) store.append(event(at, text));
};
async function ids(store: EventStore, limit = ALL): Promise<readonly number[]> {
  return (await store.read(limit))?.events.map(({ at }) => at) ?? [];
}
const segments = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.log'));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('the store of events', () => {
  it('gives events back in their order, until they are sent', async () => {
    const { store } = await open(testFolder());
    fill(store, 1, 5);
    await store.flushed();
    expect(await store.read({ events: 2, bytes: 1e9 })).toMatchObject({ events: [event(1), event(2)] });
    const batch = await store.read({ events: 3, bytes: 1e9 });
    if (batch) await store.advance(batch);
    expect(await ids(store)).toEqual([4, 5]);
    expect([store.buffered, store.oldestAt]).toEqual([2, 4]);
  });

  it('reads in pieces by number and by bytes, over records of any size', async () => {
    const { store } = await open(testFolder(), { maxBytes: 64 * 1024 * 1024 });
    const large = 'x'.repeat(3_000_000);
    fill(store, 1, 3, large);
    fill(store, 4, 3000, 'y'.repeat(500));
    await store.flushed();
    const seen: number[] = [];
    for (let batch = await store.read({ events: 700, bytes: 4_000_000 }); batch; ) {
      expect(batch.events.length).toBeLessThanOrEqual(700);
      seen.push(...batch.events.map(({ at }) => at));
      await store.advance(batch);
      batch = await store.read({ events: 700, bytes: 4_000_000 });
    }
    expect(seen).toEqual(range(1, 3000));
    expect([store.buffered, store.oldestAt]).toEqual([0, undefined]);
  });

  it('counts what waits in memory and on disk', async () => {
    const { store } = await open(testFolder(), { commitEvery: 100_000 });
    fill(store, 7, 8);
    expect([store.buffered, store.oldestAt, await ids(store)]).toEqual([2, 7, []]);
    await store.flushed();
    expect([store.buffered, store.oldestAt, await ids(store)]).toEqual([2, 7, [7, 8]]);
  });

  it('writes several segments and deletes those that were sent', async () => {
    const folder = testFolder();
    const { store } = await open(folder);
    for (let at = 1; at <= 20; at++) {
      fill(store, at, at, 'x'.repeat(30_000));
      await store.flushed();
    }
    expect(segments(folder).length).toBeGreaterThan(5);
    const batch = await store.read(ALL);
    expect(batch?.events).toHaveLength(20);
    if (batch) await store.advance(batch);
    expect(segments(folder).length).toBeLessThanOrEqual(1);
    fill(store, 21, 22);
    await store.flushed();
    expect(await ids(store)).toEqual([21, 22]);
  });

  it('continues after a restart where it stopped', async () => {
    const folder = testFolder();
    const first = await open(folder);
    fill(first.store, 1, 4);
    await first.store.flushed();
    const batch = await first.store.read({ events: 1, bytes: 1e9 });
    if (batch) await first.store.advance(batch);
    await first.store.close(1000);
    const { store, lines } = await open(folder);
    expect([await ids(store), store.buffered, store.oldestAt]).toEqual([[2, 3, 4], 3, 2]);
    expect(lines).toEqual(['info 3 events of an earlier run are still to be sent']);
    fill(store, 5, 5);
    await store.flushed();
    expect(await ids(store)).toEqual([2, 3, 4, 5]);
  });

  it('takes no segment number twice, so that an old position skips nothing', async () => {
    const folder = testFolder();
    for (let run = 1; run <= 3; run++) {
      const { store } = await open(folder);
      fill(store, run, run);
      await store.flushed();
      const batch = await store.read(ALL);
      expect(batch?.events.map(({ at }) => at)).toEqual([run]);
      if (batch) await store.advance(batch);
      await store.close(1000);
    }
    const { store } = await open(folder);
    fill(store, 9, 9);
    await store.flushed();
    expect(await ids(store)).toEqual([9]);
  });

  it('has files that only its user can read', async () => {
    const folder = testFolder();
    const { store } = await open(folder);
    fill(store, 1, 1);
    await store.flushed();
    for (const name of segments(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });
});

describe('a store without room', () => {
  it('is full at its bound, counts what it drops, and has room again when events were sent', async () => {
    const { store } = await open(testFolder(), { maxBytes: 10_000 });
    fill(store, 1, 30, 'x'.repeat(1000));
    expect([store.full, store.dropped > 0]).toEqual([true, true]);
    await store.flushed();
    const batch = await store.read(ALL);
    expect(batch?.events.map(({ at }) => at)).toEqual(range(1, batch?.events.length ?? 0));
    expect((batch?.events.length ?? 0) + store.dropped).toBe(30);
    if (batch) await store.advance(batch);
    fill(store, 31, 31);
    await store.flushed();
    expect([await ids(store), store.full]).toEqual([[31], false]);
  });

  it('keeps events in memory while the disk fails, and writes them when it works again', async () => {
    const folder = join(testFolder(), 'events');
    mkdirSync(folder);
    const { store, lines } = await open(folder);
    rmSync(folder, { recursive: true });
    fill(store, 1, 2);
    await until(() => store.isFailing);
    expect(lines).toEqual([`error events cannot be written to \`${folder}\` (ENOENT); they wait in memory`]);
    mkdirSync(folder);
    await store.flushed();
    expect([await ids(store), store.isFailing]).toEqual([[1, 2], false]);
    expect(lines.at(-1)).toBe('info events are written to disk again');
  });
});

describe('a damaged store', () => {
  /** A folder with three segments. The last one holds events 5 and 6. */
  async function stored() {
    const folder = testFolder();
    for (const from of [1, 3, 5]) {
      const { store } = await open(folder);
      fill(store, from, from + 1);
      await store.flushed();
      await store.close(1000);
    }
    return { folder, paths: segments(folder).map((name) => join(folder, name)) };
  }

  it.each([
    ['cut within the last record', (path: string) => truncateSync(path, statSync(path).size - 3), [1, 2, 3, 4, 5]],
    ['cut within the head of a record', (path: string) => appendFileSync(path, 'abc'), [1, 2, 3, 4, 5, 6]],
    ['that ends in zeros', (path: string) => appendFileSync(path, Buffer.alloc(100)), [1, 2, 3, 4, 5, 6]],
    ['that ends in noise', (path: string) => appendFileSync(path, 'x'.repeat(100)), [1, 2, 3, 4, 5, 6]],
    ['that was only created', (path: string) => writeFileSync(path, ''), [1, 2, 3, 4]],
  ])('%s is repaired, and the log says so', async (what, damage, expected) => {
    const { folder, paths } = await stored();
    const last = paths.at(-1) ?? '';
    damage(last);
    const { store, lines } = await open(folder);
    const repaired = /^warn the last \d+ bytes of .* were only half written when the proxy ended; they are cut off$/;
    if (what !== 'that was only created') expect(lines[0]).toMatch(repaired);
    expect(await ids(store)).toEqual(expected);
    fill(store, 9, 9);
    await store.flushed();
    expect(await ids(store)).toEqual([...expected, 9]);
    await store.close(1000);
    const again = await open(folder);
    expect([await ids(again.store), again.lines]).toEqual([
      [...expected, 9],
      [`info ${expected.length + 1} events of an earlier run are still to be sent`],
    ]);
  });

  it('loses only the rest of a damaged segment in the middle, counts it and says so', async () => {
    const { folder, paths } = await stored();
    const path = paths[1] ?? '';
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const { store, lines } = await open(folder);
    expect(lines[0]).toMatch(/^error \d+ bytes of .* are damaged; the events in them are lost$/);
    expect(store.damagedBytes).toBeGreaterThan(0);
    expect(await ids(store)).toEqual([1, 2, 3, 5, 6]);
  });

  it('continues if a segment is damaged while it runs', async () => {
    const folder = testFolder();
    const { store, lines } = await open(folder);
    fill(store, 1, 3);
    await store.flushed();
    const path = join(folder, segments(folder)[0] ?? '');
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await ids(store)).toEqual([1, 2]);
    fill(store, 4, 4);
    await store.flushed();
    expect(await ids(store)).toEqual([1, 2, 4]);
    expect(store.buffered).toBe(3);
    expect(lines.filter((line) => line.includes('are damaged'))).toHaveLength(1);
  });

  it.each([
    ['missing', (path: string) => rmSync(path), []],
    ['not JSON', (path: string) => writeFileSync(path, '{'), [expect.stringMatching(/^warn .*position\.json/)]],
  ])('with a position that is %s sends everything again', async (_, damage, warnings) => {
    const folder = testFolder();
    const first = await open(folder);
    fill(first.store, 1, 3);
    await first.store.flushed();
    const batch = await first.store.read({ events: 1, bytes: 1e9 });
    if (batch) await first.store.advance(batch);
    await first.store.close(1000);
    damage(join(folder, 'position.json'));
    const { store, lines } = await open(folder);
    expect(await ids(store)).toEqual([1, 2, 3]);
    expect(lines).toEqual([...warnings, 'info 3 events of an earlier run are still to be sent']);
  });
});
