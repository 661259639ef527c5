// What the proxy costs: CPU per transaction of pgbench's SELECTs through it, beside a bare pipe of Node.js, which reads
// nothing, one that reads as much as any gate must, and pgbouncer (Debian's package) in session mode.
// Usage: npm run build:server && npm run bench -- proxy [--warm-up 2] [--seconds 3] [--rounds 3] [--idle 1000]
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PostgresqlServer, startPostgresql } from '../test/databases/postgresql-server.ts';
import { findPrograms, runProgram } from '../test/databases/program.ts';
import { type Contender, compareCpu, started, startPipe, startProxy } from './load/proxy-contenders.ts';
import { freePort } from './load/service-process.ts';

const FORMS = ['simple', 'extended', 'prepared'] as const;
const CLIENTS = [1, 16] as const;
const MODES = ['observe', 'enforce'] as const;

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
  const socket = `${server.folder}/.s.PGSQL.${server.port}`;
  contenders.push(
    await startPipe(socket, 'bare pipe', 'pipe'),
    await startPipe(socket, 'reading pipe', 'reading-pipe'),
  );
  contenders.push(...(await startBouncer(server)));
  const start = (name: string, ...options: readonly string[]) =>
    startProxy(`${server.folder}:${server.port}`, name, folder, values.rules, [
      ...['--max-sessions', String(100 + idle)],
      ...options,
    ]);
  for (const mode of MODES) contenders.push(await start(`proxy, ${mode}`, '--mode', mode));
  const events = join(folder, 'events.jsonl');
  contenders.push(await start('proxy, enforce, events', '--mode', 'enforce', '--events', events));
  await compareCpu({
    contenders,
    forms: FORMS,
    clients: CLIENTS,
    rounds: Number(values.rounds),
    warmUp: values['warm-up'],
    seconds: values.seconds,
    run: async (port, form, clients, seconds) => {
      const options = ['-S', '-n', '-M', form, '-c', String(clients), '-T', seconds];
      const output = await pgbench(server, '127.0.0.1', port, options);
      return {
        transactions: Number(/actually processed: (\d+)/.exec(output)?.[1]),
        rate: Number(/tps = ([\d.]+)/.exec(output)?.[1]),
      };
    },
  });
  await printIdle();
} finally {
  for (const { process } of contenders) process.kill('SIGKILL');
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
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
