import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { snapshotFrom } from '../../src/history/index.ts';
import { NODE, packaged, TOP } from './packaged.ts';

const MISSING = spawnSync('parallel', ['--version']).error ? 'not run, GNU parallel is missing: ' : '';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-parallel-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it.skipIf(MISSING !== '')(`${MISSING}GNU parallel collects shards, and merge gives the counts of one run`, async () => {
  const log = join(TOP, 'examples/simulate/postgresql.json');
  const shards = new Map<number, string[]>();
  for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
    // The second part of a session's id is the number of its process.
    const shard = Number.parseInt(JSON.parse(line).session_id.split('.')[1], 16) % 4;
    shards.set(shard, [...(shards.get(shard) ?? []), line]);
  }
  for (const [shard, lines] of shards) writeFileSync(join(folder, `shard-${shard}.json`), `${lines.join('\n')}\n`);
  const script = `
    set -e
    ls shard-*.json > logs.txt
    parallel --will-cite --halt now,fail=1 -j 2 "$NODE" "$CLI" history collect {} -o {}.jsonl.gz --workers 1 < logs.txt
    "$NODE" "$CLI" history merge $(sed 's/$/.jsonl.gz/' logs.txt) -o merged.jsonl.gz
    "$NODE" "$CLI" history collect "$LOG" -o whole.jsonl.gz
  `;
  const env = { ...process.env, NODE, CLI: packaged('cli.js'), LOG: log };
  execFileSync('bash', ['-c', script], { cwd: folder, env, stdio: 'pipe' });
  const [merged, whole] = [
    await snapshotFrom(join(folder, 'merged.jsonl.gz')),
    await snapshotFrom(join(folder, 'whole.jsonl.gz')),
  ];
  expect(shards.size).toBeGreaterThan(1);
  expect(merged.rows).toEqual(whole.rows);
  expect(merged.header.statements).toBe(whole.header.statements);
});
