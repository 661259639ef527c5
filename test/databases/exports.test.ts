import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/history/index.ts';
import type { History } from '../../src/model/index.ts';
import { CLIENT_BUILD, NODE } from '../e2e/packaged.ts';
import { Random } from '../simulation/random.ts';
import { type MariadbServer, OWNER, startMariadb } from './mariadb-server.ts';
import { type LogFiles, type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { runProgram, tryStart } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'querygate-exports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a pipeline of the client and a database's own client, as a user does. */
async function pipeline(text: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const querygate = `'${NODE}' '${join(CLIENT_BUILD, 'cli.js')}'`;
  const script = text.replaceAll('querygate', querygate);
  const { stdout } = await runProgram('/bin/bash', ['-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** Calls by the name (`q7`) that each statement of a workload has. */
function callsByName(history: History): Readonly<Record<string, number>> {
  const calls: Record<string, number> = {};
  for (const { shape, days } of history.rows) {
    const name = /\bq[a-z]\b/.exec(shape)?.[0];
    if (name !== undefined) calls[name] = (calls[name] ?? 0) + Object.values(days).reduce((sum, n) => sum + n, 0);
  }
  return calls;
}

const snapshot = (name: string) => readHistory([join(folder, name)], { now: new Date() });

const postgresql = await tryStart('pg_stat_statements through psql', () =>
  startPostgresql({ shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '200' }),
);

describe.skipIf(!postgresql)('pg_stat_statements of a real PostgreSQL', () => {
  const server = postgresql as PostgresqlServer;
  const done: Record<string, number> = {};
  let failures = 0;
  let files: LogFiles;
  const env = () => server.environment('app', 'shop', 'psql');
  const exported = (to: string) =>
    pipeline(
      `querygate history export-sql pg-stat-statements | '${server.programs.psql}' -X -q --csv -d shop > ${to}`,
      env(),
    );

  beforeAll(async () => {
    await server.asOwner('postgres', ['CREATE ROLE app LOGIN IN ROLE pg_read_all_stats', 'CREATE DATABASE shop']);
    const names = [...'abcdefghijklrz'].map((letter) => `q${letter}`);
    await server.asOwner('shop', [
      'CREATE EXTENSION pg_stat_statements',
      ...names.flatMap((name) => [`CREATE TABLE ${name} AS SELECT 1 AS id`, `GRANT SELECT ON ${name} TO app`]),
      'SELECT pg_stat_statements_reset()',
    ]);
    files = await server.logging(
      'failures',
      {
        ...{ log_statement: 'all', log_min_duration_statement: -1, log_duration: 'off', log_connections: 'off' },
        ...{ log_line_prefix: '%m [%p] %q%u@%d/%a ', log_timezone: 'UTC' },
      },
      async () => {
        await Promise.all([1, 2, 3].map((seed) => workload(seed)));
      },
    );
  });
  afterAll(() => server.stop());

  /** Statements of one session: simple and extended, that succeed, that fail before they run, and while they run. */
  async function workload(seed: number): Promise<void> {
    const random = new Random(seed);
    const client = new pg.Client(server.client('app', 'shop', `worker-${seed}`));
    await client.connect();
    for (let n = 0; n < 300; n++) {
      const name = `q${String.fromCharCode(97 + random.below(12))}`;
      const [sql, values] = random.pick([
        [`SELECT 10 / ${random.below(2)} FROM ${name}`, undefined],
        // A volatile function keeps the planner from dividing, which it would do before the statement runs.
        [`SELECT 10 / ($1::int + (random() * 0)::int) FROM ${name}`, [random.pick(['0', '1', 'x'])]],
        [`SELECT ${random.pick(['id', 'missing'])} FROM ${name} LIMIT ${random.below(3)}`, undefined],
        [`SELECT 1 ${random.pick(['FROM', 'FORM FROM'])} ${name} LIMIT 1`, undefined],
      ] as const);
      await client.query(sql, values && [...values]).then(
        () => {
          done[name] = (done[name] ?? 0) + 1;
        },
        () => {
          failures++;
        },
      );
    }
    await client.end();
  }

  it('the pipeline gives the calls that the clients counted', async () => {
    const text = await pipeline(
      `querygate history export-sql pg-stat-statements | '${server.programs.psql}' -X -q --csv -d shop | querygate history collect -o statistics.jsonl.gz -`,
      env(),
    );
    expect(text).toContain('wrote statistics.jsonl.gz');
    const history = await snapshot('statistics.jsonl.gz');
    expect(callsByName(history)).toEqual(done);
    expect(new Set(history.rows.map(({ caller }) => `${caller.user}@${caller.database}`))).toContain('app@shop');
    expect(failures).toBeGreaterThan(100);
  });

  it.each(['json', 'csv', 'text'] as const)(
    'the log as %s has what ran, and nothing of what failed',
    async (format) => {
      const { rows, header } = await readHistory([files[format]], { now: new Date() });
      expect(callsByName({ rows, header })).toEqual(done);
      const [source] = header.sources;
      expect([source?.passedOver['failed statement'], source?.unread]).toEqual([failures, {}]);
    },
  );

  it('two readings give what ran between them, on the day of the later one', async () => {
    await exported('first.csv');
    await server.asOwner('shop', ['SELECT id FROM qz LIMIT 1', 'SELECT id FROM qz LIMIT 2', 'SELECT id + 3 FROM qa']);
    await exported('second.csv');
    await pipeline('querygate history collect --since first.csv second.csv -o between.jsonl.gz');
    const history = await snapshot('between.jsonl.gz');
    expect(callsByName(history)).toEqual({ qz: 2, qa: 1 });
    const today = /^read_at[^\n]*\n(\d{4}-\d\d-\d\d)T/.exec(readFileSync(join(folder, 'second.csv'), 'utf8'))?.[1];
    expect([...new Set(history.rows.flatMap(({ days }) => Object.keys(days)))]).toEqual([today]);
    expect(history.header.unread).toBe(0);
  });

  it('counts evictions and resets between two readings as unread', async () => {
    await exported('third.csv');
    for (let n = 0; n < 400; n += 50)
      await server.asOwner(
        'shop',
        Array.from({ length: 50 }, (_, at) => `SELECT ${'1 + '.repeat(n + at)} 1`),
      );
    await exported('fourth.csv');
    await pipeline('querygate history collect --since third.csv fourth.csv -o evicted.jsonl.gz');
    const { unread } = (await snapshot('evicted.jsonl.gz')).header.sources[0] ?? { unread: {} };
    expect(Object.keys(unread)).toContain(
      'eviction between the two readings (`dealloc`): what evicted entries ran is lost',
    );
    await server.asOwner('shop', ['SELECT pg_stat_statements_reset()', 'SELECT id FROM qr']);
    await exported('fifth.csv');
    await pipeline('querygate history collect --since fourth.csv fifth.csv -o reset.jsonl.gz');
    const reset = await snapshot('reset.jsonl.gz');
    expect(callsByName(reset)).toEqual({ qr: 1 });
    expect(reset.header.sources[0]?.unread).toEqual({
      'reset of all entries between the two readings: what ran before it is lost': 1,
    });
  });
});

const mariadb = await tryStart('digests through mariadb', () => startMariadb(['--performance-schema=ON']));

describe.skipIf(!mariadb)('statement digests of a real MariaDB', () => {
  const server = mariadb as MariadbServer;
  afterAll(() => server.stop());

  it('the pipeline gives the calls that the client counted', async () => {
    await server.asOwner(['CREATE DATABASE shop']);
    const client = await server.connect(OWNER, 'shop');
    await client.query('CREATE TABLE qa (id int, name varchar(20))');
    for (let n = 0; n < 7; n++) await client.query(`INSERT INTO qa VALUES (${n}, 'x\t${n}')`);
    for (let n = 0; n < 5; n++) await client.query(`SELECT id FROM qa AS qb WHERE name = 'a\\\\b' LIMIT ${n}`);
    await client.end();
    const script = join(folder, 'mariadb.sh');
    writeFileSync(script, `exec '${server.programs.mariadb}' ${server.client(OWNER).join(' ')} --batch\n`);
    await pipeline(
      `querygate history export-sql mariadb-digest | sh ./mariadb.sh | querygate history collect --dialect mariadb -o digests.jsonl.gz -`,
    );
    const history = await snapshot('digests.jsonl.gz');
    const { qa, qb } = callsByName({
      ...history,
      rows: history.rows
        .filter(({ caller }) => caller.database === 'shop')
        .map((row) => (/\bqb\b/.test(row.shape) ? { ...row, shape: 'qb' } : row)),
    });
    // CREATE and seven INSERTs name the table alone.
    expect({ qa, qb }).toEqual({ qa: 8, qb: 5 });
    expect(history.rows.every(({ dialect }) => dialect === 'mariadb')).toBe(true);
  });
});
