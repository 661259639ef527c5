import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { writeApplicationLog, writeJsonlog } from './log/jsonlog.ts';
import { cachedLog } from './log/log-file.ts';
import { writeSlowLog } from './log/slow-log.ts';
import { type Cost, costOf, inTurn, summary } from './measure.ts';
import { rulesOf } from './rules.ts';
import { thinned } from './snapshot.ts';

const RUNS = 3;
const MB = 1e6;
/** Other tools are slow, so they only read the beginning of a file. */
const SLICE = 32 * 1024 * 1024;
const ROWS = 60_000;

export interface HistoryBench {
  /** The packaged client. */
  readonly cli: string;
  readonly node: string;
  /** Bytes of each log. */
  readonly size: number;
}

/** Prints the cost of collecting and simulating, and of other tools for the same files. Raises Error if a run fails. */
export function benchHistory(bench: HistoryBench): void {
  const work = mkdtempSync(join(tmpdir(), 'querygate-bench-'));
  try {
    const application = cachedLog('application.json', bench.size / 2, writeApplicationLog);
    benchLog(bench, work, application, join(work, 'application.jsonl.gz'), pgbadger);
    const jsonlog = cachedLog('postgresql.json', bench.size, writeJsonlog);
    const snapshot = join(work, 'history.jsonl.gz');
    benchLog(bench, work, jsonlog, snapshot, pgbadger);
    const slow = cachedLog('mariadb-slow.log', bench.size, writeSlowLog);
    benchLog(bench, work, slow, join(work, 'slow.jsonl.gz'), queryDigest);
    benchSimulate(bench, work, snapshot);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A program that summarises logs of the same kind, and the package that contains it. */
interface Peer {
  readonly name: string;
  readonly install: string;
  readonly command: (path: string) => readonly string[];
}

const pgbadger: Peer = {
  name: 'pgbadger',
  install: 'apt-get install pgbadger libjson-xs-perl',
  command: (path) => ['pgbadger', '-q', '-f', 'jsonlog', '-j', '1', '-x', 'json', '-o', '-', path],
};
const queryDigest: Peer = {
  name: 'pt-query-digest',
  install: 'apt-get install percona-toolkit',
  command: (path) => ['pt-query-digest', '--no-version-check', path],
};

function benchLog({ cli, node, size }: HistoryBench, work: string, log: string, snapshot: string, peer: Peer): void {
  const bytes = statSync(log).size;
  const json = log.endsWith('.json');
  const usage = ['--import', join(import.meta.dirname, 'usage.mjs')];
  const collect = (workers: number) => [
    ...[node, ...usage, cli, 'history', 'collect', log, '-o', snapshot],
    ...(json ? [] : ['--dialect', 'mariadb']),
    ...['--workers', String(workers)],
  ];
  const parse = [node, ...usage, join(import.meta.dirname, 'parse-lines.mjs'), log];
  print(
    `collect: ${json ? 'PostgreSQL jsonlog' : 'MariaDB slow log'}, ${Math.round(bytes / MB)} MB, median of ${RUNS}`,
  );
  const [one = [], two = [], parsed] = inTurn([collect(1), collect(2), ...(json ? [parse] : [])], RUNS);
  if (parsed) printCost('JSON.parse of each line', parsed, bytes);
  printCost('querygate, 1 worker', one, bytes);
  printCost('querygate, 2 workers', two, bytes);
  print(`  ${/:\s*(.*)/.exec(one[0]?.stdout.split('\n', 1)[0] ?? '')?.[1] ?? ''}`);
  if (parsed) printRatio('1 worker / JSON.parse', ratios(parsed, one, 'cpu'), 'per core');
  printRatio('2 workers / 1 worker', ratios(one, two, 'wall'), 'by the clock');
  const rate = benchPeer(peer, work, log, size);
  if (rate !== undefined) {
    printRatio(
      `1 worker / ${peer.name}`,
      one.map(({ cpu }) => bytes / MB / cpu / rate),
      'per core',
    );
  }
  print('');
}

/** MB per CPU second; undefined if it cannot be run. */
function benchPeer({ name, install, command }: Peer, work: string, log: string, size: number): number | undefined {
  if (!isInstalled(name)) {
    print(`  ${name}: skipped: it is not installed (${install})`);
    return undefined;
  }
  const slice = size > SLICE ? sliceOf(log, join(work, 'slice.log')) : log;
  const bytes = statSync(slice).size;
  const costs = Array.from({ length: RUNS }, () => costOf(command(slice), { mustSucceed: true }));
  printCost(slice === log ? name : `${name}, first ${Math.round(bytes / MB)} MB`, costs, bytes);
  return bytes / MB / summary(costs.map(({ cpu }) => cpu)).median;
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** The first lines of a log. */
function sliceOf(log: string, path: string): string {
  const bytes = Buffer.allocUnsafe(SLICE);
  const file = openSync(log, 'r');
  const read = readSync(file, bytes, 0, SLICE, 0);
  closeSync(file);
  writeFileSync(path, bytes.subarray(0, bytes.subarray(0, read).lastIndexOf(10) + 1));
  return path;
}

function benchSimulate({ cli, node }: HistoryBench, work: string, snapshot: string): void {
  for (const side of ['base', 'head'] as const) writeFileSync(join(work, `${side}.yml`), rulesOf(side));
  for (const normalised of [false, true]) {
    const history = join(work, normalised ? 'unknown.jsonl.gz' : 'known.jsonl.gz');
    const rows = thinned(snapshot, history, ROWS, normalised);
    const command = [
      ...[node, '--import', join(import.meta.dirname, 'usage.mjs'), cli, 'simulate', '--history', history],
      ...['--base-rules', join(work, 'base.yml'), '--head-rules', join(work, 'head.yml')],
      ...['--format', 'json', '--fail-on', 'never', '--max-age', '36500'],
    ];
    const floor = [
      node,
      '--import',
      join(import.meta.dirname, 'usage.mjs'),
      join(import.meta.dirname, 'parse-lines.mjs'),
    ];
    const [costs = [], parsed = []] = inTurn([command, [...floor, history]], RUNS * 2 + 1);
    const facts = normalised ? 'unknown' : 'known';
    print(`simulate: ${rows.toLocaleString('en')} rows, 100 rules of which 5 differ, literal facts ${facts}`);
    const { result } = JSON.parse(costs[0]?.stdout ?? '') as { result: { totals: Record<string, { flows: number }> } };
    print(
      `  ${['replayed', 'newlyBlocked', 'partlyBlocked', 'unknown'].map((name) => `${result.totals[name]?.flows} flows ${name}`).join(', ')}`,
    );
    const { cpu, wall, peak } = medians(costs);
    const least = medians(parsed);
    print(`  JSON.parse of each row, unpacked: ${least.cpu.toFixed(2)} s of CPU, ${least.wall.toFixed(2)} s`);
    print(`  querygate: ${cpu.toFixed(2)} s of CPU, ${wall.toFixed(2)} s, peak ${Math.round(peak / MB)} MB`);
    printRatio('querygate / JSON.parse', ratios(costs, parsed, 'cpu'), 'of CPU\n');
  }
}

function medians(costs: readonly Cost[]) {
  const median = (value: (cost: Cost) => number) => summary(costs.map(value)).median;
  return { cpu: median(({ cpu }) => cpu), wall: median(({ wall }) => wall), peak: median(({ peak }) => peak ?? 0) };
}

function printCost(name: string, costs: readonly Cost[], bytes: number): void {
  const { cpu, wall, peak } = medians(costs);
  const rate = bytes / MB / cpu;
  print(
    `  ${name.padEnd(28)} ${rate.toFixed(rate < 20 ? 1 : 0).padStart(5)} MB a CPU second, ${cpu.toFixed(2)} s of CPU, ${wall.toFixed(2)} s${peak > 0 ? `, peak ${Math.round(peak / MB)} MB` : ''}`,
  );
}

function ratios(slower: readonly Cost[], faster: readonly Cost[], by: 'cpu' | 'wall'): readonly number[] {
  return slower.map((cost, run) => cost[by] / (faster[run]?.[by] ?? 1));
}

function printRatio(name: string, values: readonly number[], aim: string): void {
  const { median, min, max } = summary(values);
  const digits = median < 10 ? 2 : 0;
  print(`  ${name.padEnd(28)} ${median.toFixed(digits)}x (${min.toFixed(digits)} to ${max.toFixed(digits)}), ${aim}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
