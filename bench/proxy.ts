// What the proxy costs: CPU per transaction of pgbench's SELECTs through it, beside a bare pipe of Node.js, which reads
// nothing, one that reads as much as any gate must, and pgbouncer (Debian's package) in session mode. Rounds are interleaved; the least of each counts. Each
// measurement follows traffic of the same kind that is not counted, as a proxy runs for weeks: V8 compiles what runs
// often, and drops what did not run for a while.
// Usage: npm run build:server && npm run bench -- proxy [--warm-up 2] [--seconds 3] [--rounds 3] [--idle 1000]
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PostgresqlServer, startPostgresql } from '../test/databases/postgresql-server.ts';
import { findPrograms, runProgram, until } from '../test/databases/program.ts';
import { bundleIn } from './load/bundle.ts';
import { freePort } from './load/service-process.ts';
import { cpuSeconds } from './load/usage.ts';

const RULES = 'version: 1\nextends: [querygate:recommended@1]\n';
const FORMS = ['simple', 'extended', 'prepared'] as const;
const CLIENTS = [1, 16] as const;
const MODES = ['observe', 'enforce'] as const;

interface Contender {
  readonly name: string;
  readonly port: number;
  readonly process: ChildProcess;
}

interface Cell {
  /** Microseconds of CPU per transaction. */
  cpu: number;
  /** Transactions a second. */
  rate: number;
}

const { values } = parseArgs({
  options: {
    'warm-up': { type: 'string', default: '2' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    idle: { type: 'string', default: '1000' },
    rules: { type: 'string' },
  },
});

const idle = Number(values.idle);
const server = await startPostgresql({ max_connections: String(100 + idle) });
if (typeof server === 'string') throw new Error(server);
const folder = mkdtempSync(join(tmpdir(), 'querygate-bench-proxy-'));
const contenders: Contender[] = [];
try {
  await server.asOwner('postgres', ['CREATE ROLE app SUPERUSER LOGIN', 'CREATE DATABASE shop']);
  await pgbench(server, server.folder, server.port, ['-i', '-q', '-s', '1']);
  contenders.push(
    await startPipe(server, 'bare pipe', 'pipe'),
    await startPipe(server, 'reading pipe', 'reading-pipe'),
  );
  contenders.push(...(await startBouncer(server)));
  for (const mode of MODES) contenders.push(await startProxy(server, `proxy, ${mode}`, ['--mode', mode]));
  contenders.push(
    await startProxy(server, 'proxy, enforce, events', ['--mode', 'enforce', '--events', join(folder, 'events.jsonl')]),
  );
  const table = await measure(server);
  print(table);
  await printIdle();
} finally {
  for (const { process } of contenders) process.kill('SIGKILL');
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(database: PostgresqlServer): Promise<ReadonlyMap<string, Cell>> {
  const cells = new Map<string, Cell>();
  for (let round = 0; round < Number(values.rounds); round++)
    for (const form of FORMS)
      for (const clients of CLIENTS)
        for (const { name, port, process } of contenders) {
          const run = (seconds: string) =>
            pgbench(database, '127.0.0.1', port, ['-S', '-n', '-M', form, '-c', String(clients), '-T', seconds]);
          await run(values['warm-up']);
          const before = cpuSeconds(process.pid ?? 0) ?? 0;
          const output = await run(values.seconds);
          const used = (cpuSeconds(process.pid ?? 0) ?? 0) - before;
          const transactions = Number(/actually processed: (\d+)/.exec(output)?.[1]);
          const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
          const key = `${form} ${clients} ${name}`;
          const known = cells.get(key) ?? { cpu: Number.POSITIVE_INFINITY, rate: 0 };
          cells.set(key, {
            cpu: Math.min(known.cpu, (used / transactions) * 1e6),
            rate: Math.max(known.rate, rate),
          });
        }
  return cells;
}

function print(cells: ReadonlyMap<string, Cell>): void {
  const [floor] = contenders;
  process.stdout.write('CPU per transaction, as a ratio to the bare pipe (microseconds; transactions a second)\n');
  for (const form of FORMS)
    for (const clients of CLIENTS) {
      const cell = (name: string) => cells.get(`${form} ${clients} ${name}`) ?? { cpu: Number.NaN, rate: Number.NaN };
      const least = cell(floor?.name ?? '').cpu;
      const texts = contenders.map(({ name }) => {
        const { cpu, rate } = cell(name);
        return `${name} ${(cpu / least).toFixed(2)} (${cpu.toFixed(0)}; ${rate.toFixed(0)})`;
      });
      process.stdout.write(`${form}, ${clients} clients: ${texts.join(' | ')}\n`);
    }
}

/** Memory with idle sessions. */
async function printIdle(): Promise<void> {
  const proxy = contenders.find(({ name }) => name === 'proxy, enforce');
  if (!proxy) return;
  const before = resident(proxy.process);
  const sockets: Socket[] = [];
  for (let at = 0; at < idle; at++) sockets.push(await openSession(proxy.port));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const after = resident(proxy.process);
  process.stdout.write(
    `memory: ${(before / 1e6).toFixed(0)} MB, with ${idle} idle sessions ${(after / 1e6).toFixed(0)} MB (${((after - before) / 1e3 / idle).toFixed(0)} kB each)\n`,
  );
  for (const socket of sockets) socket.destroy();
}

function openSession(port: number): Promise<Socket> {
  const parameters = Buffer.from('user\0app\0database\0shop\0\0');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parameters.length, 0);
  head.writeUInt32BE(3 << 16, 4);
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(Buffer.concat([head, parameters])));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (chunk.includes('Z\0\0\0\u0005I')) resolve(socket);
    });
  });
}

function resident({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

async function pgbench(database: PostgresqlServer, host: string, port: number, options: readonly string[]) {
  const { PATH } = process.env;
  const args = ['-h', host, '-p', String(port), '-U', 'app', ...options, 'shop'];
  const env = { PATH, PGSSLMODE: 'disable', PGGSSENCMODE: 'disable' };
  const { stdout } = await runProgram(database.programs.pgbench, args, { env });
  return stdout;
}

async function startPipe(
  { folder: socket, port: to }: PostgresqlServer,
  name: string,
  program: string,
): Promise<Contender> {
  const port = await freePort();
  const script = join(import.meta.dirname, `load/${program}.mjs`);
  const { node } = bundleIn(undefined);
  return started(name, port, spawn(node, [script, String(port), `${socket}/.s.PGSQL.${to}`], { stdio: 'inherit' }));
}

async function startBouncer({ folder: socket, port: to }: PostgresqlServer): Promise<Contender[]> {
  const programs = findPrograms(['pgbouncer']);
  if (typeof programs === 'string') {
    process.stdout.write(`pgbouncer is left out: ${programs}\n`);
    return [];
  }
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]\n* = host=${socket} port=${to}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\npool_mode = session\nunix_socket_dir =\nignore_startup_parameters = extra_float_digits\nmax_client_conn = 200\ndefault_pool_size = 100\n`.replaceAll(
      '* = host',
      '* = user=app host',
    ),
  );
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(programs.pgbouncer, ['-q', ...account, settings], { stdio: 'inherit' });
  return [await started('pgbouncer', port, child)];
}

async function startProxy(
  { folder: socket, port: to }: PostgresqlServer,
  name: string,
  options: readonly string[],
): Promise<Contender> {
  const port = await freePort();
  const rules = values.rules ?? join(folder, 'rules.yml');
  if (!existsSync(rules)) writeFileSync(rules, RULES);
  const { node, program } = bundleIn(undefined);
  const data = join(folder, name.replaceAll(/\W+/g, '-'));
  const args = ['--upstream', `${socket}:${to}`, '--listen', `127.0.0.1:${port}`, '--rules', rules, '--data', data];
  args.push('--max-sessions', String(100 + idle));
  const child = spawn(node, [program, 'proxy', ...args, ...options, '--log-level', 'error'], {
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  return started(name, port, child);
}

async function started(name: string, port: number, process: ChildProcess): Promise<Contender> {
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
