import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readHistory } from '../../../src/history/index.ts';
import { ConfigError } from '../../../src/model/index.ts';
import { FileEvents, type FileEventsOptions } from '../../../src/proxy/events/index.ts';
import { testFolder, testLog, until } from '../build.ts';
import { query } from '../query.ts';

async function open(options: Partial<FileEventsOptions> = {}) {
  const { log, lines } = testLog();
  const path = options.path ?? join(testFolder(), 'events.jsonl');
  const sink = await FileEvents.open({ path, proxy: 'proxy-1', queryText: () => 'full', log, ...options });
  onTestFinished(() => sink.close(0));
  return { sink, lines, path };
}

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('queries in a file', () => {
  it('have what a history needs, and the verdict and outcome', async () => {
    const { sink, path } = await open();
    const blocked = { verdict: 'block', rules: ['no-drop'], ruleset: undefined, mode: 'enforce' } as const;
    const ids = [
      sink.record(query({ sql: 'SELECT $1, $2', binds: ['7', null] })),
      sink.record(query({ sql: 'DROP TABLE t', judged: blocked, outcome: 'blocked', sqlstate: '42501' })),
    ];
    await sink.flushed();
    const about = {
      user: 'app',
      application: 'shop',
      database: 'orders',
      at: '2026-11-20T12:00:00.000Z',
      session: 'p1:s1',
      durationMs: 2,
      inTransaction: false,
    };
    expect(linesOf(path)).toEqual([
      {
        ...about,
        sql: 'SELECT $1, $2',
        binds: ['7', null],
        outcome: 'ok',
        judged: { verdict: 'allow', rules: [], ruleset: 7, mode: 'enforce' },
        id: ids[0],
      },
      {
        ...about,
        sql: 'DROP TABLE t',
        outcome: 'blocked',
        sqlstate: '42501',
        judged: { verdict: 'block', rules: ['no-drop'], mode: 'enforce' },
        id: ids[1],
      },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('are read by `history collect`, with values, session and caller, without those that took no effect', async () => {
    const { sink, path } = await open();
    sink.record(query({ sql: 'CREATE TABLE fresh (a int)', statement: 1 }));
    sink.record(query({ sql: 'DROP TABLE fresh', statement: 2 }));
    sink.record(query({ sql: 'SELECT a FROM t LIMIT $1', binds: ['5000'], statement: 3 }));
    sink.record(query({ sql: 'DROP TABLE kept', outcome: 'blocked', sqlstate: '42501', statement: 4 }));
    sink.record(query({ sql: 'DELETE FROM kept', outcome: 'failed', sqlstate: '23503', statement: 5 }));
    await sink.close(1000);
    const { header, rows } = await readHistory([path], { dialect: 'postgresql', now: new Date() });
    expect(header.sources[0]).toMatchObject({
      kind: 'jsonl',
      statements: 3,
      passedOver: { 'blocked statement': 1, 'failed statement': 1 },
      notes: [],
    });
    const found = [...rows];
    expect(found.map(({ caller }) => caller.application)).toEqual(['shop', 'shop', 'shop']);
    const dropped = found.find(({ operations }) => operations[0]?.kind === 'drop_table');
    expect(dropped?.operations[0]).toMatchObject({ createdHere: true });
    expect(found.find(({ shape }) => shape.includes('limit'))?.facts).toMatchObject({ limit: 5000 });
  });

  it('have no text and no values unless they may be stored', async () => {
    const { sink, path } = await open({ queryText: () => 'shape' });
    sink.record(query({ sql: "SELECT 'canary_5e1d'", binds: ['canary_5e1d'] }));
    await sink.flushed();
    expect(readFileSync(path, 'utf8')).not.toContain('canary_5e1d');
    expect(linesOf(path)).toHaveLength(1);
  });

  it('are added to a file that exists', async () => {
    const { sink, path } = await open();
    sink.record(query());
    await sink.close(1000);
    const again = await open({ path });
    again.sink.record(query());
    await again.sink.flushed();
    expect(linesOf(path)).toHaveLength(2);
  });

  it('go to a new file when the old one was renamed', async () => {
    const { sink, path } = await open();
    const ids = Array.from({ length: 3 }, () => sink.record(query()));
    await sink.flushed();
    renameSync(path, `${path}.1`);
    ids.push(sink.record(query()));
    sink.reopen();
    for (let count = 0; count < 20_000; count++) ids.push(sink.record(query()));
    await sink.flushed();
    const old = linesOf(`${path}.1`).map(({ id }) => id);
    const fresh = linesOf(path).map(({ id }) => id);
    expect([...old, ...fresh]).toEqual(ids);
    expect(fresh.length).toBeGreaterThan(0);
  });
});

describe('a file that cannot be written', () => {
  it('is an error at the start', async () => {
    await expect(open({ path: '/missing/folder/events.jsonl' })).rejects.toThrow(ConfigError);
  });

  it('lets lines wait in memory, up to a bound, until it can', async () => {
    const folder = join(testFolder(), 'log');
    mkdirSync(folder);
    const path = join(folder, 'events.jsonl');
    const { sink, lines } = await open({ path, maxWaiting: 5_000 });
    rmSync(folder, { recursive: true });
    sink.reopen();
    for (let count = 0; count < 50; count++) sink.record(query());
    await until(() => lines.length >= 2);
    expect(sink.full).toBe(true);
    expect(sink.dropped).toBeGreaterThan(10);
    const { buffered, lagMs } = sink.backlog(Date.parse('2026-11-20T12:00:03Z'));
    expect([buffered, lagMs]).toEqual([50 - sink.dropped, 3000]);
    mkdirSync(folder);
    await sink.flushed();
    expect(linesOf(path)).toHaveLength(50 - sink.dropped);
    expect(lines).toContain('info events are written again');
  });
});
