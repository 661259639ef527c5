import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_BUILD, NODE, TOP } from '../e2e/packaged.ts';
import { Cluster, MISSING, NODES } from './cluster.ts';

const EXAMPLE = join(TOP, 'examples/slurm');
const SHARDS = 6;

let folder: string;
let cluster: Cluster;

/** Each has the sessions of a real log twice, with process ids of its own. */
function shardsOfLog(): readonly string[] {
  const shards = Array.from({ length: SHARDS }, () => '');
  for (const line of readFileSync(join(TOP, 'examples/simulate/postgresql.json'), 'utf8').trimEnd().split('\n')) {
    const record = JSON.parse(line);
    for (let copy = 0; copy < 2 * SHARDS; copy++) {
      const pid = record.pid + copy * 10_000;
      const session_id = record.session_id.replace(/\w+$/, pid.toString(16));
      shards[copy % SHARDS] += `${JSON.stringify({ ...record, pid, session_id })}\n`;
    }
  }
  return shards;
}

/** Header and rows of a snapshot, as they are in the file. */
function read(name: string): readonly [header: Record<string, unknown>, rows: string] {
  const text = gunzipSync(readFileSync(join(folder, name))).toString();
  const end = text.indexOf('\n');
  return [JSON.parse(text.slice(0, end)), text.slice(end)];
}

function submit(list: string, history: string): readonly [collect: string, merge: string] {
  const printed = cluster.run('bash', join(EXAMPLE, 'submit.sh'), list, history);
  const [, collect = '', merge = ''] = /in job (\d+), merging them in job (\d+)$/.exec(printed) ?? [];
  expect(merge, printed).not.toBe('');
  return [collect, merge];
}

/** Waits for the end of a job, and returns its state. */
async function ended(job: string): Promise<string | undefined> {
  const state = () => cluster.job(job).get('JobState');
  await expect.poll(state, { interval: 1_000 }).not.toMatch(/^(?:PENDING|RUNNING|COMPLETING)$/);
  return state();
}

describe.skipIf(MISSING !== '')(MISSING === '' ? 'on Slurm' : `not run, ${MISSING}: on Slurm`, () => {
  const shards = Array.from({ length: SHARDS }, (_, at) => `shard-${at}.json`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'querygate-slurm-'));
    mkdirSync(join(folder, 'bin'));
    const program = join(folder, 'bin/querygate');
    writeFileSync(program, `#!/bin/sh\nexec '${NODE}' '${join(CLIENT_BUILD, 'cli.js')}' "$@"\n`);
    chmodSync(program, 0o755);
    for (const [at, text] of shardsOfLog().entries()) writeFileSync(join(folder, `shard-${at}.json`), text);
    writeFileSync(join(folder, 'logs.txt'), `${shards.join('\n')}\n`);
    cluster = new Cluster(folder, join(folder, 'bin'));
    await cluster.start();
  });

  afterAll(() => {
    cluster?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('jobs collect shards into the snapshot of a single run, though a worker is killed and a node dies', async () => {
    // The first two shards are pipes, so that their workers wait in the middle of a log, one on each node.
    const pipes = await Promise.all(shards.slice(0, 2).map(startPipe));
    const [collect, merge] = submit('logs.txt', 'merged.jsonl.gz');
    const written = await Promise.all(pipes.map((pipe) => pipe.half()));
    const nodes = [0, 1].map((task) => cluster.job(`${collect}_${task}`).get('NodeList'));
    expect(nodes.toSorted()).toEqual(NODES);
    for (const pipe of pipes) pipe.replace();
    cluster.run('scancel', '--signal=KILL', `${collect}_${nodes.indexOf('node1')}.0`);
    cluster.kill('node2');

    expect(await ended(merge)).toBe('COMPLETED');
    for (const file of written) await file.close();
    const restarts = shards.map((_, task) => cluster.job(`${collect}_${task}`).get('Restarts'));
    expect(restarts).toEqual(['1', '1', '0', '0', '0', '0']);
    const single = ['history', 'collect', ...shards, '-o', 'single.jsonl.gz'];
    execFileSync(join(folder, 'bin/querygate'), single, { cwd: folder, stdio: 'pipe' });
    const [[header, rows], [singleHeader, singleRows]] = [read('merged.jsonl.gz'), read('single.jsonl.gz')];
    expect(rows).toBe(singleRows);
    expect(header).toEqual({ ...singleHeader, collected: header['collected'] });
    expect(header['statements']).toBe(2 * SHARDS * 102);
  });

  it('nothing is merged if the snapshot of a shard is missing', async () => {
    writeFileSync(join(folder, 'more.txt'), 'shard-5.json\nabsent.json\n');
    const [collect, merge] = submit('more.txt', 'more.jsonl.gz');
    expect(await ended(merge)).toBe('CANCELLED');
    const task = cluster.job(`${collect}_1`);
    expect([task.get('JobState'), task.get('Restarts')]).toEqual(['FAILED', '0']);

    const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
    const byHand = spawnSync('bash', [join(EXAMPLE, 'merge.sbatch'), 'more.txt', 'more.jsonl.gz'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
    expect(byHand).toMatchObject({ status: 2, stderr: expect.stringContaining('absent.json.jsonl.gz') });
    expect(existsSync(join(folder, 'more.jsonl.gz'))).toBe(false);
  });
});

interface Pipe {
  /** Writes half of the log once a worker reads it, and leaves the pipe open. */
  half(): Promise<FileHandle>;
  /** Puts the whole log in the place of the pipe. */
  replace(): void;
}

async function startPipe(name: string): Promise<Pipe> {
  const path = join(folder, name);
  const whole = `${path}.whole`;
  renameSync(path, whole);
  execFileSync('mkfifo', [path]);
  return {
    half: async () => {
      const text = readFileSync(whole);
      // More than fits into a pipe, so the worker has read some of it.
      expect(text.length / 2).toBeGreaterThan(64 * 1024);
      const file = await open(path, 'w');
      await file.writeFile(text.subarray(0, text.length / 2));
      return file;
    },
    replace: () => renameSync(whole, path),
  };
}
