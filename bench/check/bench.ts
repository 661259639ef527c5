import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { summary } from '../measure.ts';
import { installPeers } from '../peers/install.ts';
import type { Tool } from '../peers/tools.ts';
import { downloadParts } from './download.ts';
import { type Input, inputs } from './inputs.ts';
import { type CheckResults, type Usage, writeResults } from './results.ts';

// Measures `querygate check` beside bare Node.js and other programs, in turn, and prints CPU time and peak memory as ratios.
// It never fails because of slow times. It needs GNU time (Debian's package `time`).
//   npm run bench:check -- --lemmy <clone of LemmyNet/lemmy> --more <folder of PostgreSQL files> [--write] [--no-peers]
// `--write` saves the results, from which `npm run generate` makes a table of docs/comparison.md.

const { values } = parseArgs({
  options: {
    lemmy: { type: 'string' },
    more: { type: 'string' },
    write: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    cli: { type: 'string', default: join(import.meta.dirname, '../../dist/cli.js') },
  },
});

/** A program that is measured. */
interface Subject {
  readonly name: string;
  /** Up to the files. */
  readonly command: readonly string[];
}

// The Node.js of the development dependencies is that of the Actions. npm scripts put it first on the PATH; users have
// the system's.
const NODES = [
  join(import.meta.dirname, '../../node_modules/.bin/node'),
  process.env['QUERYGATE_BENCH_NODE'] ?? '/usr/bin/node',
].map((path) => ({
  path,
  version: execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
}));

const own: readonly Subject[] = NODES.map(({ path, version }) => ({
  name: `Querygate on Node.js ${version}`,
  command: [path, values.cli, 'check', '--dialect', 'postgresql', '--format', 'json', '--'],
}));
const bare: readonly Subject[] = NODES.map(({ path, version }) => ({
  name: `node -e 0 of ${version}`,
  command: [path, '-e', '0'],
}));

const work = mkdtempSync(join(tmpdir(), 'querygate-bench-'));
try {
  const peers = values['no-peers'] ? [] : peersIn(work);
  const [bareInput, ...rest] = [
    { name: 'bare Node.js', files: [], runs: 15, peers: false },
    ...inputs(work, values.lemmy, values.more),
  ];
  const bareUsage = inTurn(bare, bareInput, work);
  const results: CheckResults = {
    date: new Date().toISOString().slice(0, 10),
    nodes: NODES.map(({ version }) => version),
    bare: bareUsage,
    inputs: [],
  };
  for (const input of rest) {
    const subjects = [...own, ...(input.peers ? peers : [])];
    const usage = inTurn(subjects, input, work);
    results.inputs.push({
      name: input.name,
      querygate: usage.slice(0, own.length),
      peers: Object.fromEntries(
        subjects.slice(own.length).map(({ name }, at) => [name, usage[own.length + at] as Usage]),
      ),
    });
    print(input, subjects, usage, bareUsage);
  }
  printDownload();
  if (values.write) writeResults(results);
} finally {
  rmSync(work, { recursive: true, force: true });
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
  const named = ({ name, version, command }: Tool): Subject => ({ name: `${name} ${version}`, command });
  const tools = installPeers(folder).filter(({ name }) => name !== 'sql-lint');
  return tools.flatMap((tool) => {
    if (tool.name !== 'squawk') return [named(tool)];
    const wrapper = createRequire(load.resolve('squawk-cli/package.json'));
    const native = wrapper.resolve(`@squawk-cli/${process.platform}-${process.arch}/bin/squawk`);
    return [
      { ...named(tool), name: `squawk ${tool.version} through npm` },
      { name: `squawk ${tool.version}`, command: [native, ...tool.command.slice(1)] },
    ];
  });
}

/** Runs programs alternately, so that drifting machine speed affects all equally. */
function inTurn(subjects: readonly Subject[], { files, runs }: Input, folder: string): Usage[] {
  const usages = subjects.map((): Usage[] => []);
  for (let run = 0; run < runs; run++)
    for (const [at, { command }] of subjects.entries()) usages[at]?.push(usageOf([...command, ...files], folder));
  return usages.map((each) => ({
    cpu: Number(summary(each.map(({ cpu }) => cpu)).median.toPrecision(4)),
    peak: summary(each.map(({ peak }) => peak)).median,
  }));
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
  usage: readonly Usage[],
  bareUsage: readonly Usage[],
): void {
  const lines = subjects.map((subject, at) => {
    const used = usage[at] as Usage;
    const floor = bareUsage[at];
    const against = floor && at < own.length ? `, ${(used.cpu / floor.cpu).toFixed(2)}x of bare Node.js` : '';
    return `  ${subject.name.padEnd(34)} ${used.cpu.toFixed(3)} s, ${Math.round(used.peak / 2 ** 20)} MB${against}`;
  });
  process.stdout.write(`${name}${peers ? '' : ' (Querygate only)'}\n${lines.join('\n')}\n\n`);
}
