import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeHistories, mergeSnapshots } from '../../../src/history/index.ts';
import { ExternalSort } from '../../../src/history/snapshot/external-sort.ts';
import { mergeRuns, type RunLine } from '../../../src/history/snapshot/runs.ts';
import { callerFacts, history, row } from '../build.ts';
import { writeHistory } from '../write-history.ts';

let folder: string;
const temporary = process.env['TMPDIR'];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-merge-test-'));
  process.env['TMPDIR'] = folder;
});

afterAll(() => {
  if (temporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporary;
  rmSync(folder, { recursive: true });
});

const left = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('querygate-merge-'));
const shard = (at: number) =>
  history(
    [
      row({ shape: 'select ? from shared', days: { '2026-11-01': at + 1, '2026-11-02': 1 } }),
      row({ shape: `select ? from only_${at}` }),
      row({ shape: 'select ? from shared', caller: callerFacts({ application: `app-${at % 2}` }) }),
    ],
    { name: `shard-${at}.json`, identity: String(at).repeat(64).slice(0, 64) },
  );

describe('snapshots merged on disk', () => {
  it('have the same bytes as merged in memory, in any order', async () => {
    const shards = [0, 1, 2, 3, 4].map(shard);
    const paths = await Promise.all(
      shards.map(async (one, at) => {
        const path = join(folder, `${at}.jsonl.gz`);
        await writeHistory(one, path);
        return path;
      }),
    );
    const merged = join(folder, 'merged.jsonl.gz');
    const header = await mergeSnapshots(paths, merged, {});
    const wanted = mergeHistories(shards, {});
    await writeHistory(wanted, join(folder, 'wanted.jsonl.gz'));
    expect(header).toEqual(wanted.header);
    expect(readFileSync(merged).equals(readFileSync(join(folder, 'wanted.jsonl.gz')))).toBe(true);
    const turned = await mergeSnapshots([...paths].reverse(), join(folder, 'turned.jsonl.gz'), {});
    expect([turned.rows, turned.statements]).toEqual([header.rows, header.statements]);
    expect(left()).toEqual([]);
  });

  it.each([
    ['that overlap', [shard(0), shard(0)], {}, /is in two of the snapshots/],
    ['of which there are none', [], {}, /no snapshot given/],
  ] as const)('%s are refused, and leave no file', async (_, shards, options, message) => {
    const paths = await Promise.all(
      shards.map(async (one, at) => {
        const path = join(folder, `bad-${at}.jsonl.gz`);
        await writeHistory(one, path);
        return path;
      }),
    );
    const target = join(folder, 'refused.jsonl.gz');
    await expect(mergeSnapshots(paths, target, options)).rejects.toThrow(message);
    expect([left(), readdirSync(folder).filter((name) => name.startsWith('refused'))]).toEqual([[], []]);
  });

  it('with the overlap allowed count twice', async () => {
    const path = join(folder, 'twice.jsonl.gz');
    await writeHistory(shard(0), path);
    const header = await mergeSnapshots([path, path], join(folder, 'sum.jsonl.gz'), { allowOverlap: true });
    expect(header).toMatchObject({ rows: 3, statements: 8 });
  });

  it('that are cut off or edited are refused', async () => {
    const path = join(folder, 'whole.jsonl');
    await writeHistory(shard(0), path);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const bytes = gzipSync(`${lines.slice(0, -1).join('\n')}\n`);
    await expect(mergeSnapshots([{ name: 'cut.gz', bytes }], join(folder, 'cut.jsonl.gz'), {})).rejects.toThrow(
      /its header says 3 with 4: it was cut off or edited/,
    );
    expect(left()).toEqual([]);
  });
});

describe('lines sorted on disk', () => {
  const line = (at: number): RunLine => ({
    tuple: { shape: `"f${at % 7}"`, dialect: '"mysql"', rest: `,"facts":{"limit":${at % 5}}` },
    caller: { flow: `["${at % 3}"]`, json: `{"user":"${at}"}` },
    days: '{"2026-11-01":1}',
  });
  const sorted = (count: number, memory: number) => {
    const place = mkdtempSync(join(folder, 'sort-'));
    const sort = new ExternalSort(place, memory);
    for (let at = 0; at < count; at++) sort.add(line((at * 7919) % 1009));
    const runs = sort.runs();
    return { lines: [...mergeRuns(runs)], runs: runs.length, files: readdirSync(place).length };
  };

  it.each([
    ['none', 0, 1e9, false],
    ['in memory', 3000, 1e9, false],
    ['in a few files', 3000, 20_000, true],
    ['in many files, merged in levels', 3000, 200, true],
  ])('are in order, each once, with their days added up: %s', (_, count, memory, hasFiles) => {
    const made = sorted(count, memory);
    expect(made.lines).toEqual(sorted(count, 1e9).lines);
    expect(made.lines.length).toBe(Math.min(count, 1009));
    // Fewer than 16 files of each level are left, so few are open at once.
    expect(made.files).toBeLessThanOrEqual(45);
    expect(made.files > 0).toBe(hasFiles);
  });
});
