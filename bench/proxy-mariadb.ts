// What the proxy costs in front of MariaDB: CPU per transaction of sysbench's point selects (Debian's package) through it, beside a
// bare pipe of Node.js, which reads nothing.
// Usage: npm run build:server && npm run bench -- proxy-mariadb [--warm-up 2] [--seconds 3] [--rounds 3]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMariadb } from '../test/databases/mariadb-server.ts';
import { findPrograms, runProgram } from '../test/databases/program.ts';
import { type Contender, compareCpu, startPipe, startProxy } from './load/proxy-contenders.ts';

/** sysbench's `--db-ps-mode` of each form. */
const FORMS = { text: 'disable', prepared: 'auto' } as const;
const MODES = ['observe', 'enforce'] as const;

const { values } = parseArgs({
  options: {
    'warm-up': { type: 'string', default: '2' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    rules: { type: 'string' },
  },
});

const programs = findPrograms(['sysbench']);
if (typeof programs === 'string') throw new Error(programs);
const server = await startMariadb(['--general-log=0', '--slow-query-log=0']);
if (typeof server === 'string') throw new Error(server);
const folder = mkdtempSync(join(tmpdir(), 'querygate-bench-proxy-'));
const contenders: Contender[] = [];
try {
  await server.asOwner(['CREATE DATABASE shop', 'CREATE USER app@localhost', 'GRANT ALL ON shop.* TO app@localhost']);
  contenders.push(await startPipe(server.socket, 'bare pipe', 'pipe'));
  const upstream = `mariadb://${dirname(server.socket)}`;
  for (const mode of MODES)
    contenders.push(await startProxy(upstream, `proxy, ${mode}`, folder, values.rules, ['--mode', mode]));
  const events = ['--mode', 'enforce', '--events', join(folder, 'events.jsonl')];
  contenders.push(await startProxy(upstream, 'proxy, enforce, events', folder, values.rules, events));
  await sysbench(contenders[0]?.port ?? 0, 'prepare', []);
  await compareCpu({
    contenders,
    forms: Object.keys(FORMS),
    clients: [1, 16],
    rounds: Number(values.rounds),
    warmUp: values['warm-up'],
    seconds: values.seconds,
    run: async (port, form, clients, seconds) => {
      const mode = FORMS[form as keyof typeof FORMS];
      const options = [`--db-ps-mode=${mode}`, `--threads=${clients}`, `--time=${seconds}`];
      const [, count, rate] =
        /transactions:\s+(\d+)\s+\(([\d.]+) per sec/.exec(await sysbench(port, 'run', options)) ?? [];
      return { transactions: Number(count), rate: Number(rate) };
    },
  });
} finally {
  for (const { process } of contenders) process.kill('SIGKILL');
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function sysbench(port: number, what: 'prepare' | 'run', options: readonly string[]): Promise<string> {
  const where = ['--mysql-host=127.0.0.1', `--mysql-port=${port}`, '--mysql-user=app', '--mysql-db=shop'];
  const args = ['oltp_point_select', '--table-size=10000', ...where, ...options, what];
  const { PATH } = process.env;
  return (await runProgram((programs as { sysbench: string }).sysbench, args, { env: { PATH } })).stdout;
}
