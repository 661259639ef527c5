import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { summary } from '../measure.ts';
import { installPeers } from '../peers/install.ts';
import type { Tool } from '../peers/tools.ts';
import { downloadParts } from './download.ts';
import { type Input, inputs, LARGE_RUNS } from './inputs.ts';
import { type CheckResults, type Usage, writeResults } from './results.ts';

// Measures `querygate check` beside bare Node.js and other programs, in turn, and prints CPU time and peak memory as ratios.
// It never fails because of slow times. It needs GNU time (Debian's package `time`).
//   npm run bench -- check --lemmy <clone of LemmyNet/lemmy> --more <folder of PostgreSQL files> [--write] [--no-peers]
// `--write` saves the results, from which `npm run generate` makes a table of docs/comparison.md.

const { values } = parseArgs({
  options: {
    lemmy: { type: 'string' },
    more: { type: 'string' },
    write: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    dist: { type: 'string', default: join(import.meta.dirname, '../../dist') },
  },
});

/** A program that is measured. */
interface Subject {
  readonly name: string;
  /** Up to the files. */
  readonly command: readonly string[];
  /** Whether it did its work. */
  readonly isDone: (status: number | null, stdout: string) => boolean;
}

const succeeded: Subject['isDone'] = (status) => status === 0;
/** Exit codes of a run with a report: see docs/exit-codes.md. */
const judged: Subject['isDone'] = (status) => status === 0 || status === 1 || status === 5;
/** Other programs stop without a report at what they cannot read, and end with the same codes as after findings. */
const reported: Subject['isDone'] = (_, stdout) => stdout.trim() !== '';

/** After that many times all code that matters is compiled. */
const PASSES = 8;

/** Bytes of the report of thousands of files. */
const MAX_OUTPUT = 2 ** 30;

// The Node.js of the development dependencies is that of the Actions. npm scripts put it first on the PATH; users have
// the system's.
const NODES = [
  join(import.meta.dirname, '../../node_modules/.bin/node'),
  process.env['QUERYGATE_BENCH_NODE'] ?? '/usr/bin/node',
].map((path) => ({
  path,
  version: execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
}));

const work = mkdtempSync(join(tmpdir(), 'querygate-bench-'));
// Where packages are installed there is no git directory. In a checkout, the client asks git for its own commit.
const client = join(work, 'querygate/dist');

const own: readonly Subject[] = NODES.map(({ path, version }) => ({
  name: `Querygate on Node.js ${version}`,
  command: [path, join(client, 'cli.js'), 'check', '--dialect', 'postgresql', '--format', 'json', '--'],
  isDone: judged,
}));
const bare: readonly Subject[] = NODES.map(({ path, version }) => ({
  name: `node -e 0 of ${version}`,
  command: [path, '-e', '0'],
  isDone: succeeded,
}));

try {
  cpSync(values.dist, client, { recursive: true });
  const peers = values['no-peers'] ? [] : peersIn(work);
  const [bareInput, ...rest] = [
    { name: 'bare Node.js', files: [], runs: 15, peers: false },
    ...inputs(work, values.lemmy, values.more),
  ];
  const bareUsage = measured(inTurn(bare, bareInput, work));
  const results: CheckResults = {
    date: new Date().toISOString().slice(0, 10),
    nodes: NODES.map(({ version }) => version),
    bare: bareUsage,
    parts: [],
    inputs: [],
  };
  for (const input of rest) {
    const subjects = [...own, ...(input.peers ? peers : [])];
    const usage = inTurn(subjects, input, work);
    results.inputs.push({
      name: input.name,
      querygate: measured(usage.slice(0, own.length)),
      peers: Object.fromEntries(
        subjects.slice(own.length).map(({ name }, at) => [name, usage[own.length + at] ?? null]),
      ),
    });
    print(input, subjects, usage, bareUsage);
  }
  results.parts.push(...partsOf(rest));
  for (const { name, cpu } of results.parts) process.stdout.write(`${name}: ${cpu.join(' s, ')} s\n`);
  printDownload();
  if (values.write) writeResults(results);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** What a run takes without work, and what the work takes once V8 has compiled all code. */
function partsOf(all: readonly Input[]): CheckResults['parts'] {
  const version: Input = { name: 'bare `--version`', files: [], runs: 15, peers: false };
  const starts = own.map((subject) => ({
    ...subject,
    command: [...subject.command.slice(0, 2), '--version'],
    isDone: succeeded,
  }));
  const start = measured(inTurn(starts, version, work)).map(({ cpu }) => cpu);
  const compared = all.filter(({ peers }) => peers);
  const { files } = (compared.find((input) => input.files.length > 500) ?? compared.at(-1)) as Input;
  const passes = NODES.map(({ path }) => {
    const script = [join(import.meta.dirname, 'passes.mjs'), join(client, 'library.js'), String(PASSES)];
    return Array.from({ length: LARGE_RUNS }, () => {
      const output = execFileSync(path, [...script, ...files], { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
      return z.array(z.number()).length(PASSES).parse(JSON.parse(output));
    });
  });
  const seconds = (pass: number) =>
    passes.map((runs) => Number(summary(runs.map((run) => run.at(pass) ?? Number.NaN)).median.toPrecision(3)));
  return [
    { name: '`--version`', cpu: start },
    { name: `judging ${files.length.toLocaleString('en')} files, first time in a process`, cpu: seconds(0) },
    { name: `judging them for the ${PASSES}th time in it`, cpu: seconds(-1) },
  ];
}

/** Those of Querygate and Node.js, which never miss. */
function measured(usage: readonly (Usage | null)[]): Usage[] {
  return usage.flatMap((each) => each ?? []);
}

function printDownload(): void {
  const parts = downloadParts(join(import.meta.dirname, '../..'));
  const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  const large = parts.filter(([, bytes]) => bytes > total / 100);
  process.stdout.write(
    `the Action's download: ${kilobytes(total)} (${large.map(([name, bytes]) => `${name} ${kilobytes(bytes)}`).join(', ')})\n`,
  );
}

/** The other programs; squawk also without npm's launcher. */
function peersIn(folder: string): readonly Subject[] {
  const load = createRequire(join(folder, 'package.json'));
  const named = ({ name, version, command }: Tool): Subject => ({
    name: `${name} ${version}`,
    command,
    isDone: reported,
  });
  const tools = installPeers(folder).filter(({ name }) => name !== 'sql-lint');
  return tools.flatMap((tool) => {
    if (tool.name !== 'squawk') return [named(tool)];
    const wrapper = createRequire(load.resolve('squawk-cli/package.json'));
    const native = wrapper.resolve(`@squawk-cli/${process.platform}-${process.arch}/bin/squawk`);
    return [
      { ...named(tool), name: `squawk ${tool.version} through npm` },
      { ...named(tool), command: [native, ...tool.command.slice(1)] },
    ];
  });
}

/**
 * Runs programs alternately, so that drifting machine speed affects all equally. Null for another program that gives no
 * report. Raises Error if Querygate or Node.js fails.
 */
function inTurn(subjects: readonly Subject[], { name, files, runs }: Input, folder: string): (Usage | null)[] {
  const isMeasured = subjects.map((subject) => isReported(subject, name, files));
  const usages = subjects.map((): Usage[] => []);
  for (let run = 0; run < runs; run++)
    for (const [at, { command }] of subjects.entries())
      if (isMeasured[at]) usages[at]?.push(usageOf([...command, ...files], folder));
  return usages.map((each) =>
    each.length === 0
      ? null
      : {
          cpu: Number(summary(each.map(({ cpu }) => cpu)).median.toPrecision(4)),
          peak: summary(each.map(({ peak }) => peak)).median,
        },
  );
}

function isReported({ name, command, isDone }: Subject, input: string, files: readonly string[]): boolean {
  const [program = '', ...args] = [...command, ...files];
  const { status, stdout, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  if (error) throw error;
  if (isDone(status, stdout)) return true;
  if (isDone !== reported) throw new Error(`${name} ended with ${status} on ${input}`);
  return false;
}

/** Through bash, whose `time` counts all children and in milliseconds, and GNU time, which knows the peak memory. */
function usageOf(command: readonly string[], folder: string): Usage {
  const out = join(folder, 'usage.txt');
  const script = 'TIMEFORMAT="cpu %3U %3S"; time /usr/bin/time -q -o "$0" -f %M "$@" >/dev/null 2>&1';
  const { error, stderr } = spawnSync('bash', ['-c', script, out, ...command], { encoding: 'utf8' });
  if (error) throw error;
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  return { cpu: Number(user) + Number(system), peak: Number(readFileSync(out, 'utf8').trim()) * 1024 };
}

function print(
  { name, peers }: Input,
  subjects: readonly Subject[],
  usage: readonly (Usage | null)[],
  bareUsage: readonly Usage[],
): void {
  const lines = subjects.map((subject, at) => {
    const used = usage[at];
    if (!used) return `  ${subject.name.padEnd(34)} gives no report`;
    const floor = bareUsage[at];
    const against = floor && at < own.length ? `, ${(used.cpu / floor.cpu).toFixed(2)}x of bare Node.js` : '';
    return `  ${subject.name.padEnd(34)} ${used.cpu.toFixed(3)} s, ${Math.round(used.peak / 2 ** 20)} MB${against}`;
  });
  process.stdout.write(`${name}${peers ? '' : ' (Querygate only)'}\n${lines.join('\n')}\n\n`);
}
