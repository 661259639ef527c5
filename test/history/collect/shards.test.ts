import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectSnapshot, mergeSnapshots, snapshotFrom } from '../../../src/history/index.ts';
import { TOP } from '../../e2e/packaged.ts';
import { NOW } from '../build.ts';

/** What a real PostgreSQL logged while five applications used it. */
const LOG = readFileSync(join(TOP, 'examples/simulate/postgresql.json'), 'utf8').trimEnd().split('\n');
const sessionOf = (line: string): string => JSON.parse(line).session_id;
const SESSIONS = [...new Set(LOG.map(sessionOf))];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-shards-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function collected(name: string, lines: readonly string[]): Promise<string> {
  const [log, path] = [join(folder, `${name}.json`), join(folder, `${name}.jsonl.gz`)];
  writeFileSync(log, `${lines.join('\n')}\n`);
  await collectSnapshot([log], path, { now: NOW, workerUrl: undefined });
  return path;
}

it.each([2, 3, SESSIONS.length])(
  '%i shards of a real log, each session in one of them, merge into the history of the whole log',
  async (count) => {
    const whole = await snapshotFrom(await collected(`whole-${count}`, LOG));
    const shards: string[] = [];
    for (let at = 0; at < count; at++) {
      const lines = LOG.filter((line) => SESSIONS.indexOf(sessionOf(line)) % count === at);
      expect(lines.length).toBeGreaterThan(0);
      shards.push(await collected(`shard-${count}-${at}`, lines));
    }
    const path = join(folder, `merged-${count}.jsonl.gz`);
    await mergeSnapshots(shards, path, {});
    const merged = await snapshotFrom(path);
    expect(merged.rows).toEqual(whole.rows);
    const totals = ({ rows, statements, unread, truncated, from, to }: typeof whole.header) => ({
      rows,
      statements,
      unread,
      truncated,
      from,
      to,
    });
    expect(totals(merged.header)).toEqual(totals(whole.header));
    expect(whole.header.statements).toBe(102);
  },
);
