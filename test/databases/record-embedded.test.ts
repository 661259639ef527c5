import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { record } from '../../src/record/runner/index.ts';
import { SERVER } from '../e2e/packaged.ts';
import { ALEMBIC } from './frameworks/alembic.ts';
import { DJANGO } from './frameworks/django.ts';
import { FrameworkProject } from './frameworks/framework.ts';
import { KNEX } from './frameworks/knex.ts';
import { MIKRO_ORM } from './frameworks/mikro-orm.ts';
import { NODE_PG_MIGRATE } from './frameworks/node-pg-migrate.ts';
import { RAILS } from './frameworks/rails.ts';
import { SEQUELIZE } from './frameworks/sequelize.ts';
import { TYPEORM } from './frameworks/typeorm.ts';

// `querygate record` where no PostgreSQL is installed: by the embedded one of the service's build.

vi.mock('../../src/record/runner/postgresql/installed-server.ts', async (original) => ({
  ...(await original<object>()),
  programsFolder: () => undefined,
}));

/** One of its migrations uses a second session while a transaction is open in the first. */
const SEQUELIZE_IN_TURN = {
  ...SEQUELIZE,
  change: SEQUELIZE.change.filter(({ path }) => !path.includes('order-region')),
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const EMBEDDED = join(SERVER, 'scratch-database.js');

const recordTo = (output: string, command: readonly string[]) =>
  record({
    command,
    output,
    upstream: undefined,
    embedded: EMBEDDED,
    isScratch: false,
    variables: [],
    migrationTables: [],
    env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', PGUSER: 'shop' },
    now: new Date(0),
  });

interface Recorded {
  readonly sql?: string;
  readonly failed?: string;
  readonly end?: { readonly problems: readonly string[]; readonly schema: string };
}

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);

/** A program that runs statements on connections, each `[connection, statement]`. */
const script = (steps: readonly (readonly [number, string])[]) => [
  ...[process.execPath, '--input-type=module', '-e'],
  `import pg from ${JSON.stringify(import.meta.resolve('pg'))};
  const clients = [new pg.Client(process.env.DATABASE_URL), new pg.Client(process.env.DATABASE_URL)];
  for (const client of clients) await client.on('error', () => {}).connect();
  for (const [at, text] of ${JSON.stringify(steps)}) await clients[at].query(text).catch(() => {});
  for (const client of clients) await client.end();`,
];

describe('on the embedded PostgreSQL', () => {
  it('sessions take turns, and what it cannot do fails', async () => {
    const output = join(folder, 'r.jsonl');
    const steps = [
      [0, 'CREATE TABLE a (id int)'],
      [1, "SET lock_timeout = '3s'"],
      [0, 'BEGIN'],
      [0, 'INSERT INTO a VALUES (1)'],
      [0, 'COMMIT'],
      [1, 'CREATE INDEX CONCURRENTLY i ON a (id)'],
      [1, 'COPY a FROM STDIN'],
      [1, 'CREATE EXTENSION pgcrypto'],
      [0, 'DROP TABLE missing'],
    ] as const;
    const { exitCode, note, problems } = await recordTo(output, script(steps));
    expect([exitCode, problems]).toEqual([0, []]);
    expect(note).toMatch(/^no PostgreSQL is installed here, so the embedded one was used/);
    const lines = linesOf(output);
    expect(lines.flatMap(({ sql, failed }) => (sql === undefined ? [] : [[sql, failed]]))).toEqual(
      steps.map(([, sql]) => [
        sql,
        /COPY/.test(sql)
          ? '42601'
          : /EXTENSION/.test(sql)
            ? expect.any(String)
            : /missing/.test(sql)
              ? '42P01'
              : undefined,
      ]),
    );
    expect(lines.at(-1)).toMatchObject({ end: { problems: [], schema: 'equal' } });
  });

  it('two transactions at the same time fail, and do not hang', async () => {
    const steps = [
      [0, 'BEGIN'],
      [1, 'SELECT 1'],
    ] as const;
    const { exitCode, problems } = await recordTo(join(folder, 'r.jsonl'), script(steps));
    expect([exitCode, problems]).toEqual([
      0,
      [
        'a statement was still running when its session ended',
        expect.stringMatching(/^whether what was recorded makes the schema of the command is not known/),
      ],
    ]);
  });

  it('nothing is recorded if this copy has none, and the message says what to do', async () => {
    const request = { command: ['true'], output: join(folder, 'r'), upstream: undefined, embedded: undefined };
    const rest = { isScratch: false, variables: [], migrationTables: [], env: {}, now: new Date(0) };
    await expect(record({ ...request, ...rest })).rejects.toThrow(/apt-get install postgresql.*--upstream postgresql:/);
  });

  it.for([ALEMBIC, DJANGO, KNEX, MIKRO_ORM, NODE_PG_MIGRATE, RAILS, SEQUELIZE_IN_TURN, TYPEORM])(
    'migrations of $name are recorded',
    async (framework, context) => {
      const project = await FrameworkProject.create(framework);
      if (typeof project === 'string') {
        process.stdout.write(`not run: recording of ${framework.name} on the embedded PostgreSQL (${project})\n`);
        return context.skip();
      }
      try {
        const output = join(project.folder, '.querygate/recording.jsonl');
        const command = ['sh', '-c', 'cd "$0" && "$@" > /dev/null', project.folder, ...project.command];
        expect(await recordTo(output, command)).toMatchObject({ exitCode: 0, problems: [] });
        expect(linesOf(output).at(-1)).toMatchObject({ end: { schema: 'equal' } });
      } finally {
        project.remove();
      }
    },
  );
});
