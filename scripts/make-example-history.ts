// Creates the log and the history of examples/simulate/. A real PostgreSQL server logs the queries of several
// applications, and the client collects a snapshot of the log. The server runs for a minute or two. Then the timestamps
// of its log are spread over fifteen days, and its own start and stop messages are removed; everything else stays as it
// was logged. Needs PostgreSQL 15 or newer with pgbench.
//
//   node scripts/make-example-history.ts [last day of the fortnight] [folder of PostgreSQL's programs]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayOf, HISTORY_FILE } from '../src/model/index.ts';
import { APPLICATIONS, type Application, JOBS, type Job, SETUP } from './example-workload.ts';

const TOP = fileURLToPath(new URL('../', import.meta.url));
const EXAMPLE = join(TOP, 'examples/simulate');
const DATABASE = 'shop';
const DAYS = 14;
const PARTS = 6;
const HOUR = 60 * 60 * 1000;

const lastDay = Date.parse(`${process.argv[2] ?? dayOf(Date.now() - 48 * HOUR)}T00:00:00Z`);
const programs = process.argv[3] ?? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();

/** A part of the real run, and the hours that it represents; all in milliseconds since 1970. */
interface Stretch {
  readonly began: number;
  readonly ended: number;
  readonly from: number;
  readonly to: number;
}

/** The server refuses to run as root. Then it runs as the user that its package created. */
const AS_ROOT = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), 'querygate-example-'));
if (AS_ROOT) execFileSync('chown', ['postgres', folder]);
else chmodSync(folder, 0o700);
const data = join(folder, 'data');
const logs = join(folder, 'logs');

function command(program: string, args: readonly string[]): [string, string[]] {
  const path = join(programs, program);
  return AS_ROOT ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
}

function server(program: string, ...args: string[]): void {
  const [file, all] = command(program, args);
  execFileSync(file, all, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function environment(user: string, name: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], PGHOST: folder, PGUSER: user, PGDATABASE: DATABASE, PGAPPNAME: name };
}

function start(...settings: string[]): void {
  const options = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'fsync=off',
    'autovacuum=off',
    ...settings,
  ];
  server(
    'pg_ctl',
    '-w',
    '-D',
    data,
    '-l',
    join(folder, 'start.log'),
    '-o',
    options.map((each) => `-c ${each}`).join(' '),
    'start',
  );
}

function sql(user: string, name: string, text: string): void {
  const [file, args] = [join(programs, 'psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1']];
  execFileSync(file, args, {
    cwd: folder,
    env: environment(user, name),
    input: text,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

let seed = 1;

/** Runs a number of transactions of an application, chosen at random by weight. */
async function play(application: Application, transactions: number): Promise<void> {
  if (transactions === 0) return;
  const files = application.transactions.map(({ weight }, index) => `--file=${scriptOf(application, index)}@${weight}`);
  const args = [
    '-n',
    '-c',
    '1',
    '-t',
    String(transactions),
    `--random-seed=${seed++}`,
    '-M',
    application.protocol,
    ...files,
  ];
  const child = spawn(join(programs, 'pgbench'), args, {
    cwd: folder,
    env: environment(application.user, application.name),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`pgbench of ${application.name} failed: ${errors}`);
}

function scriptOf({ name }: Application, index: number): string {
  return join(folder, `${name}-${index}.sql`);
}

/** Runs one part of a day: all applications at once, each with `share` of its usual transactions. */
async function playPart(part: number, share: number, jobs: readonly Job[]): Promise<{ began: number; ended: number }> {
  const began = Date.now();
  for (const job of jobs) sql(job.user, job.name, job.sql);
  await Promise.all(APPLICATIONS.map((each) => play(each, Math.round((each.perPart[part] ?? 0) * share))));
  return { began, ended: Date.now() };
}

function isWeekend(day: number): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

/** Runs the fortnight day by day, in six parts of four hours. */
async function playFortnight(): Promise<readonly Stretch[]> {
  const stretches: Stretch[] = [];
  for (let index = 0; index < DAYS; index++) {
    const day = lastDay - (DAYS - 1 - index) * 24 * HOUR;
    for (let part = 0; part < PARTS; part++) {
      const jobs = part === 0 ? JOBS.filter((job) => job.day === undefined || job.day === index) : [];
      const times = await playPart(part, isWeekend(day) ? 0.4 : 1, jobs);
      const from = day + part * 4 * HOUR;
      stretches.push({ ...times, from, to: from + 4 * HOUR });
    }
    process.stdout.write(`${dayOf(day)} ran\n`);
  }
  return stretches;
}

/** The log lines of clients, with their timestamps spread over the hours that each stretch represents. */
function spread(log: string, stretches: readonly Stretch[]): string {
  const moved = (instant: string): string => {
    const real = Date.parse(`${instant.replace(' UTC', '').replace(' ', 'T')}Z`);
    const stretch = stretches.findLast(({ began }) => began <= real) ?? stretches[0];
    if (!stretch) throw new Error('nothing ran');
    const { began, ended, from, to } = stretch;
    const part = Math.min(Math.max(real - began, 0) / Math.max(1, ended - began), 1);
    const shown = new Date(Math.floor(from + part * (to - from - 1))).toISOString().replace('T', ' ').replace('Z', '');
    return `${instant.includes('.') ? shown : shown.slice(0, -'.000'.length)} UTC`;
  };
  return log
    .split('\n')
    .filter((line) => line.includes('"backend_type":"client backend"'))
    .map((line) =>
      line.replace(
        /"(timestamp|session_start)":"([^"]+ UTC)"/g,
        (_, key: string, instant: string) => `"${key}":"${moved(instant)}"`,
      ),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Stops the server, and returns what it logged since it was last started. */
function loggedBy(name: string, stretches: readonly Stretch[]): string {
  server('pg_ctl', '-w', '-D', data, '-m', 'fast', 'stop');
  return spread(readFileSync(join(logs, `${name}.json`), 'utf8'), stretches);
}

function startLogging(name: string): void {
  // `all` statements with their values, as docs/history-sources.md advises.
  start(
    'logging_collector=on',
    'log_destination=jsonlog',
    `log_directory=${logs}`,
    `log_filename=${name}.log`,
    'log_min_duration_statement=0',
    'log_timezone=UTC',
  );
}

async function main(): Promise<void> {
  server('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
  for (const application of APPLICATIONS) {
    for (const [index, { script }] of application.transactions.entries())
      writeFileSync(scriptOf(application, index), script);
  }
  start();
  execFileSync(join(programs, 'createdb'), ['-h', folder, '-U', 'postgres', DATABASE]);
  sql('postgres', 'setup', SETUP);
  server('pg_ctl', '-w', '-D', data, 'stop');

  startLogging('fortnight');
  const fortnight = join(folder, 'postgresql.json');
  const stretches = await playFortnight();
  writeFileSync(fortnight, loggedBy('fortnight', stretches));

  // The next morning: a few minutes are enough to show what a log looks like.
  startLogging('morning');
  const nine = lastDay + 33 * HOUR;
  const times = await playPart(
    2,
    0.07,
    JOBS.filter(({ day }) => day === undefined),
  );
  writeFileSync(join(EXAMPLE, 'postgresql.json'), loggedBy('morning', [{ ...times, from: nine, to: nine + HOUR / 4 }]));

  const target = join(EXAMPLE, 'base', HISTORY_FILE);
  const client = [join(TOP, 'src/entry/cli/main.ts'), 'history', 'collect', fortnight, '-o', target];
  process.stdout.write(execFileSync(process.execPath, client, { encoding: 'utf8' }));
  for (const file of [fortnight, join(EXAMPLE, 'postgresql.json'), target])
    process.stdout.write(`${file}: ${statSync(file).size} bytes\n`);
}

try {
  await main();
} finally {
  if (existsSync(join(data, 'postmaster.pid'))) server('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  rmSync(folder, { recursive: true, force: true });
}
