import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectHistory, collectSnapshot } from '../../../src/history/collect/history.ts';
import type { CollectOptions, Progress } from '../../../src/history/collect/logs.ts';
import { snapshotFrom } from '../../../src/history/index.ts';
import type { InputSource } from '../../../src/history/input/open.ts';
import type { HistoryRow } from '../../../src/model/index.ts';
import { NOW } from '../build.ts';
import { TOOLS } from './fake-tools.ts';

let folder: string;
let temporary: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-history-'));
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORKER = new URL('./fake-worker.ts', import.meta.url);

function log(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

function collected(inputs: readonly InputSource[], options: Partial<CollectOptions> = {}) {
  const all = { dialect: 'postgresql', now: NOW, temporaryFolder: temporary, ...options } as const;
  return collectHistory(inputs, all, TOOLS);
}

/** A row in one line. */
function show({ shape, caller, callerPatterns, facts, days, truncated, unreadable }: HistoryRow): string {
  const who = [caller.user, caller.application, caller.database].map((name) => name ?? '-').join('/');
  const tags =
    caller.tags === undefined
      ? ' tags?'
      : Object.entries(caller.tags)
          .map(([k, v]) => ` ${k}=${v}`)
          .join('');
  const when = Object.entries(days).map(([day, calls]) => `${day.slice(5)}:${calls}`);
  const flags = `${callerPatterns ? ` (${callerPatterns} in part)` : ''}${truncated ? ' cut' : ''}${unreadable ? ` (${unreadable})` : ''}`;
  return `${shape} | ${who}${tags} | limit ${facts.limit} | ${when.join(' ')}${flags}`;
}

const NOV_1 = Date.parse('2026-11-01T00:00:00Z') / 1000;
const DAY = 86_400;

describe('collecting', () => {
  it('reports which names of a caller were masked', async () => {
    const { header, rows } = await collected([
      log('part.log', [
        `s1|etl_20231|worker-3|shop|${NOV_1}|1|select a from t limit 10`,
        `s1|etl_20232|worker-4|shop|${NOV_1}|1|select a from t limit 10`,
        `s1|etl_*|worker-*|shop|${NOV_1}|1|select a from t limit 10`,
        `s1|app|${'x'.repeat(2000)}|${'y'.repeat(300)}|${NOV_1}|1|select a from t limit 10`,
      ]),
    ]);
    expect(rows.map(show).sort()).toEqual([
      `select a from t limit ? | app/${'x'.repeat(255)}…/- | limit 10 | 11-01:1 (application in part)`,
      'select a from t limit ? | etl_*/worker-*/shop | limit 10 | 11-01:1',
      'select a from t limit ? | etl_*/worker-*/shop | limit 10 | 11-01:2 (user,application in part)',
    ]);
    expect(header.sources[0]?.notes).toContainEqual(
      expect.stringContaining('a rule that depends on them is undecided'),
    );
  });

  it('masks names by the given patterns first, the first one that matches', async () => {
    const lines = [
      `s1|app|web-1|tenant_48213|${NOV_1}|1|select a from t`,
      `s1|app|web-2|tenant_48214|${NOV_1}|1|select a from t`,
      `s1|app|worker-3|tenant_*|${NOV_1}|1|select a from t`,
      `s1|app|web-1|shop|${NOV_1}|1|select a from t`,
      `s1|app-7|web-1|-|${NOV_1}|1|select a from t`,
    ];
    const callerMasks = [{ database: 'tenant_*', application: 'web-*' }, { database: 't*' }, { user: 'app-*' }];
    const { rows } = await collected([log('masks.log', lines)], { callerMasks });
    expect(rows.map(show).sort()).toEqual([
      'select a from t | app-*/web-*/- | limit 0 | 11-01:1 (user,application in part)',
      'select a from t | app/web-*/shop | limit 0 | 11-01:1 (application in part)',
      'select a from t | app/web-*/tenant_* | limit 0 | 11-01:2 (application,database in part)',
      'select a from t | app/worker-*/tenant_* | limit 0 | 11-01:1 (application in part)',
    ]);
  });

  it('counts each distinct tuple by caller and UTC day', async () => {
    const path = log('simple.log', [
      `s1|app|web|shop|${NOV_1}|1|select a from t limit 10`,
      `s2|app|web|shop|${NOV_1 + DAY - 1}|2|select a from t limit 10`,
      `s1|app|web|shop|${NOV_1 + DAY}|1|select a from t limit 10`,
      `s1|app|web|shop|${NOV_1 - 1}|1|select a from t limit 10`,
      `s1|app|web|shop|${NOV_1}|1|select a from t limit 20`,
      `s1|app|admin|shop|${NOV_1}|1|select a from t limit 10`,
      `s1|app|web||${NOV_1}|1|select a from t limit 10`,
      `s1|-|-|-|-|7|select a from t limit 10`,
      `s1|app|web|shop|${NOV_1}|1|/*index*/select a from t limit 10`,
      `s1|app|web|shop|${NOV_1}|3|select a from t limit 10;drop from u`,
      `s1|app|web|shop|${NOV_1}|1|select garbage`,
      `s1|app|web|shop|${NOV_1}|1|select a from t where b = …`,
    ]);
    const { header, rows } = await collected([path]);
    expect(rows.map(show)).toMatchInlineSnapshot(`
      [
        "drop from u | app/web/shop | limit 0 | 11-01:3",
        "select a from t limit ? | -/-/- | limit 10 | :7",
        "select a from t limit ? | app/admin/shop | limit 10 | 11-01:1",
        "select a from t limit ? | app/web/ | limit 10 | 11-01:1",
        "select a from t limit ? | app/web/shop | limit 10 | 10-31:1 11-01:6 11-02:1",
        "select a from t limit ? | app/web/shop action=index | limit 10 | 11-01:1",
        "select a from t limit ? | app/web/shop | limit 20 | 11-01:1",
        "select a from t where b = … | app/web/shop tags? | limit 0 | 11-01:1 cut",
        "select garbage | app/web/shop | limit 0 | 11-01:1 (not understood)",
      ]
    `);
    expect(header).toMatchObject({ rows: 9, statements: 24, unread: 0, truncated: 1 });
    expect([header.from, header.to]).toEqual(['2026-10-31T23:59:59.000Z', '2026-11-02T00:00:00.000Z']);
  });

  it('reports entries that are unread, skipped, without a statement, or have an invalid time', async () => {
    const path = log('odd.log', [
      '?no such line',
      `s|app|web|shop|${NOV_1}|1|select a from t`,
      '?no such line',
      '#connection',
      '?another',
      `s|app|web|shop|${NOV_1}|4|`,
      `s|app|web|shop|${NOV_1}|1.5|select a from t`,
      `s|app|web|shop|${NOV_1}|0|select a from t`,
      `s|app|web|shop|-5|2|select a from t`,
      `s|app|web|shop|${NOW.getTime() / 1000 + 2 * DAY}|3|select a from t`,
      `s|app|web|shop|1e30|1|select a from t`,
      `s|worker 7|web-7d9c5b8f44-x2x1z|shop|-|1|select a from t`,
    ]);
    const { header, rows } = await collected([path]);
    expect(rows.map(show)).toMatchInlineSnapshot(`
      [
        "select a from t | app/web/shop | limit 0 | :6 11-01:1",
        "select a from t | worker */web-*-*/shop | limit 0 | :1 (user,application in part)",
      ]
    `);
    expect(header.sources).toMatchInlineSnapshot(`
      [
        {
          "bytes": 387,
          "dialect": "postgresql",
          "from": "2026-11-01T00:00:00.000Z",
          "gaps": [],
          "identity": "32b2dee0f947051c91f3bb87a8896aa93b96e09c11ab42b0e40dca6728c903e5",
          "kind": "jsonl",
          "name": "odd.log",
          "notCarried": [
            "caller.role",
          ],
          "notes": [
            "a note of the format",
            "parts of user and application names that differ between processes are replaced by \`*\`: a rule that depends on them is undecided",
            "executions counted without a day because their time is before 1970 or in the future: 6",
          ],
          "passedOver": {
            "connection": 1,
            "text without a statement": 4,
          },
          "records": 5,
          "statements": 8,
          "to": "2026-11-01T00:00:00.000Z",
          "truncated": 0,
          "unread": {
            "another": 1,
            "execution count is not a positive integer": 2,
            "no such line": 2,
          },
          "unreadRecords": 5,
        },
      ]
    `);
    expect([header.unread, header.statements]).toEqual([5, 8]);
  });

  it('counts a statement of more than 4 MiB as unread', async () => {
    const sql = (length: number) => `select ${'a'.repeat(length - 14)} from t`;
    const path = log('large.log', [
      `s|app|web|shop|${NOV_1}|1|${sql(4 * 1024 * 1024)}`,
      `s|app|web|shop|${NOV_1}|3|${sql(4 * 1024 * 1024 + 1)}`,
    ]);
    const { header } = await collected([path]);
    expect([header.statements, header.sources[0]?.unread]).toEqual([1, { 'statement longer than 4 MiB': 3 }]);
  });

  it('counts entries as well as executions, because a lost entry may stand for many', async () => {
    const many = Array.from({ length: 5 }, () => `s|app|web|shop|${NOV_1}|1000000|select a from t`);
    const path = log('lost.log', [...many, 'damaged', 'damaged', 'damaged']);
    const { header } = await collected([path]);
    expect(header.sources[0]).toMatchObject({ statements: 5_000_000, records: 5, unreadRecords: 3 });
  });

  it('reads several inputs, compressed or not, also from bytes', async () => {
    const one = `s|app|web|shop|${NOV_1}|1|select a from t`;
    const bytes = Buffer.from(`${one}\n${one}\n${one}\n`);
    const { header, rows } = await collected([
      log('a.log', [one]),
      log('b.log.gz', [one, one]),
      { name: 'c.log', bytes },
    ]);
    expect(rows.map(show)).toEqual(['select a from t | app/web/shop | limit 0 | 11-01:6']);
    expect(header.sources.map(({ name, statements }) => [name, statements])).toEqual([
      ['a.log', 1],
      ['b.log.gz', 2],
      ['c.log', 3],
    ]);
  });

  it('rejects the same log twice, compressed or not', async () => {
    const one = `s|app|web|shop|${NOV_1}|1|select a from t`;
    await expect(collected([log('d.log', [one]), log('e.log.gz', [one])])).rejects.toThrow(
      '`d.log` and `e.log.gz` are the same log and would count twice: give it once',
    );
  });

  it('keeps what it read from a log that is cut off, and notes it', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `s|app|web|shop|${NOV_1 + i}|1|select a${i * i} from t`);
    const whole = gzipSync(`${lines.join('\n')}\n`);
    const { header } = await collected([{ name: 'cut.log.gz', bytes: whole.subarray(0, whole.length / 2) }]);
    expect(header.statements).toBeGreaterThan(100);
    expect(header.sources[0]?.notes).toContainEqual(expect.stringContaining('`cut.log.gz` is cut off (gzip)'));
  });

  it.each([
    [[], {}, 'no log given'],
    [['x'], { dialect: undefined }, 'JSON Lines do not name the dialect of their SQL'],
    [['x'], { workers: 0, workerUrl: WORKER }, '`--workers 0` must be an integer from 1 to 64'],
    [['missing.log'], {}, 'no such file'],
  ])('rejects missing or invalid input: %j %j', async (names, options, message) => {
    log('x', [`s|app|web|shop|${NOV_1}|1|select a from t`]);
    await expect(
      collected(
        names.map((name) => join(folder, name)),
        options,
      ),
    ).rejects.toThrow(message);
  });

  it('reports progress, rate and time left', async () => {
    const path = log(
      'long.log',
      Array.from({ length: 3000 }, () => `s|app|web|shop|${NOV_1}|1|select ${'a'.repeat(1000)} from t`),
    );
    const seen: Progress[] = [];
    let now = 0;
    await collected([path], { onProgress: (progress) => seen.push(progress), clock: () => (now += 1000) });
    const total = readFileSync(path).length;
    expect(seen.length).toBeGreaterThan(1);
    expect(seen[0]).toMatchObject({
      total,
      secondsLeft: (total - (seen[0]?.done ?? 0)) / (seen[0]?.bytesPerSecond ?? 0),
    });
    expect(seen.at(-1)).toMatchObject({ done: total, secondsLeft: 0 });
  });
});

/** A log of many variants in many sessions, the same for each call. */
function mixedLog(name: string, length: number): string {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const lines = Array.from({ length }, () => {
    const line = random(200);
    if (line === 0) return `?one that cannot be read`;
    if (line === 1) return `#connection`;
    const at = NOV_1 + random(20) * DAY + random(DAY);
    const caller = `app${random(3)}|web ${random(4)}|shop`;
    const tag = random(4) === 0 ? `/*a${random(3)}*/` : '';
    return `s${random(40)}|${caller}|${random(9) === 0 ? '-' : at}|${1 + random(3)}|${tag}select c from t${'abcdefgh'[random(8)]} limit ${random(60)}`;
  });
  return log(name, lines);
}

describe('bounded memory', () => {
  it('gives the same history when everything spills to disk', async () => {
    const path = mixedLog('spill.log', 6000);
    const whole = await collected([path]);
    const made: number[] = [];
    const small = await collected([path], {
      memory: 0.05,
      onProgress: () => made.push(...readdirSync(temporary, { recursive: true }).map(() => 1)),
    });
    expect(small).toEqual(whole);
    expect(made.length).toBeGreaterThan(10);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('says what to do if the temporary folder cannot be created', async () => {
    const path = log('y', [`s|app|web|shop|${NOV_1}|1|select a from t`]);
    await expect(collected([path], { temporaryFolder: join(folder, 'nowhere') })).rejects.toThrow(
      /cannot create a temporary folder in `.*nowhere` \(ENOENT\): set `TMPDIR` to another folder/,
    );
  });
});

describe('workers', () => {
  it.each([1, 2, 4])('give the same snapshot with %i of them', async (workers) => {
    const inputs = [mixedLog('w1.log', 4000), mixedLog('w2.log.gz', 3000), log('w3.log', ['s|a|b|c|5|1|select 1'])];
    const options: CollectOptions = {
      dialect: 'postgresql',
      now: NOW,
      temporaryFolder: temporary,
      memory: 1,
      maxVariants: 100,
      // The second log begins like the first one.
      allowOverlap: true,
      workers,
      workerUrl: WORKER,
    };
    const path = join(folder, `workers-${workers}.jsonl.gz`);
    const { header, places } = await collectSnapshot(inputs, path, options, TOOLS);
    const alone = await collected(inputs, { maxVariants: 100, allowOverlap: true });
    expect((await snapshotFrom(path)).rows).toEqual(alone.rows);
    expect(header).toEqual(alone.header);
    expect(header.folded.flows).toBeGreaterThan(0);
    expect(places[0]).toHaveLength(5);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    ['!dies', 'a log worker exited before it finished (code 7)'],
    ['!fails', 'a defect of the test'],
  ])('that fail (%s) fail the run and leave nothing behind', async (line, message) => {
    const path = log('failing.log', [`s|app|web|shop|${NOV_1}|1|select a from t`, line]);
    await expect(collected([path], { workers: 2, workerUrl: WORKER })).rejects.toThrow(message);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('pass on errors in the input', async () => {
    const path = log('z', [`s|app|web|shop|${NOV_1}|1|select a from t`]);
    await expect(collected([path], { workers: 2, workerUrl: WORKER, dialect: undefined })).rejects.toMatchObject({
      name: 'ConfigError',
      place: { file: 'z' },
    });
  });
});
