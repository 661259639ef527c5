import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '../../test/databases/program.ts';
import { bundleIn } from './bundle.ts';
import { freePort } from './service-process.ts';
import { cpuSeconds } from './usage.ts';

// Programs between a client and a database, of which a benchmark measures the CPU per transaction. Rounds are interleaved; the
// least of each counts. Each measurement follows traffic of the same kind that is not counted, as a proxy runs for weeks: V8
// compiles what runs often, and drops what did not run for a while.

export interface Contender {
  readonly name: string;
  readonly port: number;
  readonly process: ChildProcess;
}

/** A program of this folder that passes bytes on to a socket. */
export async function startPipe(socket: string, name: string, program: string): Promise<Contender> {
  const port = await freePort();
  const { node } = bundleIn(undefined);
  const script = join(import.meta.dirname, `${program}.mjs`);
  return started(name, port, spawn(node, [script, String(port), socket], { stdio: 'inherit' }));
}

/**
 * The proxy as it ships.
 *
 * @param upstream for `--upstream`
 * @param folder for its files
 * @param rules path; undefined: the recommended pack
 */
export async function startProxy(
  upstream: string,
  name: string,
  folder: string,
  rules: string | undefined,
  options: readonly string[],
): Promise<Contender> {
  const port = await freePort();
  const path = rules ?? join(folder, 'rules.yml');
  if (!existsSync(path)) writeFileSync(path, 'version: 1\nextends: [querygate:recommended@1]\n');
  const { node, program } = bundleIn(undefined);
  const data = join(folder, name.replaceAll(/\W+/g, '-'));
  const args = ['--upstream', upstream, '--listen', `127.0.0.1:${port}`, '--rules', path, '--data', data, ...options];
  const child = spawn(node, [program, 'proxy', ...args, '--log-level', 'error'], {
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  return started(name, port, child);
}

export async function started(name: string, port: number, process: ChildProcess): Promise<Contender> {
  await until(name, async () => {
    if (process.exitCode !== null) throw new Error(`${name} has ended`);
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  });
  return { name, port, process };
}

export interface Measured {
  readonly transactions: number;
  /** Transactions a second. */
  readonly rate: number;
}

export interface MeasureOptions {
  readonly contenders: readonly Contender[];
  readonly forms: readonly string[];
  readonly clients: readonly number[];
  readonly rounds: number;
  readonly warmUp: string;
  readonly seconds: string;
  run(port: number, form: string, clients: number, seconds: string): Promise<Measured>;
}

/** Prints the CPU per transaction of each, as a ratio to the first. */
export async function compareCpu(options: MeasureOptions): Promise<void> {
  const cells = await measure(options);
  const { contenders, forms, clients: counts } = options;
  process.stdout.write('CPU per transaction, as a ratio to the bare pipe (microseconds; transactions a second)\n');
  for (const form of forms)
    for (const clients of counts) {
      const cell = (name: string) => cells.get(`${form} ${clients} ${name}`) ?? { cpu: Number.NaN, rate: Number.NaN };
      const least = cell(contenders[0]?.name ?? '').cpu;
      const texts = contenders.map(({ name }) => {
        const { cpu, rate } = cell(name);
        return `${name} ${(cpu / least).toFixed(2)} (${cpu.toFixed(0)}; ${rate.toFixed(0)})`;
      });
      process.stdout.write(`${form}, ${clients} clients: ${texts.join(' | ')}\n`);
    }
}

interface Cell {
  /** Microseconds of CPU per transaction. */
  cpu: number;
  /** Transactions a second. */
  rate: number;
}

async function measure(options: MeasureOptions): Promise<ReadonlyMap<string, Cell>> {
  const { contenders, forms, clients: counts, rounds, warmUp, seconds, run } = options;
  const cells = new Map<string, Cell>();
  for (let round = 0; round < rounds; round++)
    for (const form of forms)
      for (const clients of counts)
        for (const { name, port, process } of contenders) {
          await run(port, form, clients, warmUp);
          const before = cpuSeconds(process.pid ?? 0) ?? 0;
          const { transactions, rate } = await run(port, form, clients, seconds);
          const used = (cpuSeconds(process.pid ?? 0) ?? 0) - before;
          const key = `${form} ${clients} ${name}`;
          const known = cells.get(key) ?? { cpu: Number.POSITIVE_INFINITY, rate: 0 };
          cells.set(key, {
            cpu: Math.min(known.cpu, (used / transactions) * 1e6),
            rate: Math.max(known.rate, rate),
          });
        }
  return cells;
}
