// What recording costs a command: the same migrations without the recorder, behind it, and behind it with measured locks,
// one after the other in each round, on one server, each on a database of its own.
// Usage: npm run bench -- record [--rounds 5] [--migrations 40]
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startRecorder } from '../src/proxy/recorder.ts';
import { programsFolder, startInstalled } from '../src/record/runner/postgresql/installed-server.ts';
import { LockMeter } from '../src/record/runner/postgresql/lock-meter.ts';
import { MeasuredStatements } from '../src/record/runner/postgresql/measured-statements.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, migrations: { type: 'string', default: '40' } },
});
const count = Number(values.migrations);
const programs = programsFolder() ?? fail('no PostgreSQL server is installed');
const server = await startInstalled(programs, 'postgres');
const here = { host: server.folder, port: server.port, user: 'postgres' };
let databases = 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(what: string): never {
  throw new Error(what);
}

/** Migrations of three tables, each in a transaction, as frameworks run them. */
async function migrate(address: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  for (let at = 0; at < count; at++) {
    await client.query('BEGIN');
    await client.query(`CREATE TABLE t${at} (id int PRIMARY KEY, x int)`);
    await client.query(`ALTER TABLE t${at} ADD y text`);
    await client.query(`CREATE INDEX ON t${at} (x)`);
    if (at > 0) await client.query(`ALTER TABLE t${at - 1} ALTER x TYPE bigint`);
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [`m${at}`]);
    await client.query('COMMIT');
  }
  await client.end();
}

/** Milliseconds of the migrations, on a new database. */
async function timed(how: 'direct' | 'recorded' | 'measured'): Promise<number> {
  const database = `b${++databases}`;
  const admin = new pg.Client({ ...here, database: 'postgres' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.end();
  const meterClient = new pg.Client({ ...here, database });
  await meterClient.connect();
  await meterClient.query('CREATE TABLE migrations (name text)');
  const measured =
    how === 'measured' ? new MeasuredStatements(await LockMeter.create(meterClient), () => undefined, fail) : undefined;
  const recorder =
    how === 'direct'
      ? undefined
      : await startRecorder({
          dialect: 'postgresql',
          upstream: { host: here.host, port: here.port, tls: undefined, timeout: 10_000 },
          record: (query) => measured?.add(query.session, { session: 1, sql: query.text() ?? '' }, query.backend),
          ...(measured && { answered: (session: string, isIdle: boolean) => measured.answered(session, isIdle) }),
          problem: fail,
        });
  const address = recorder ? { ...here, host: '127.0.0.1', port: recorder.port, database } : { ...here, database };
  const start = performance.now();
  await migrate(address);
  const taken = performance.now() - start;
  await recorder?.close(1000);
  await meterClient.end();
  return taken;
}

try {
  // The first run compiles, and fills the server's caches.
  for (const how of ['direct', 'recorded', 'measured'] as const) await timed(how);
  print(`${count} migrations; milliseconds and ratio to direct, in rounds`);
  for (let round = 0; round < Number(values.rounds); round++) {
    const direct = await timed('direct');
    const [recorded, measured] = [await timed('recorded'), await timed('measured')];
    const ratio = (taken: number) => `${taken.toFixed(0)} (${(taken / direct).toFixed(2)})`;
    print(`direct ${direct.toFixed(0)}, recorded ${ratio(recorded)}, with measured locks ${ratio(measured)}`);
  }
} finally {
  await server.close();
}
