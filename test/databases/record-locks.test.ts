import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedStatement } from '../../src/model/schemas/index.ts';
import { NODE, packaged, TOP } from '../e2e/packaged.ts';
import { querygate } from '../entry/cli/client.ts';
import { findPrograms } from './program.ts';

// What the recorder measures on a real PostgreSQL while node-postgres migrates.

const missing = findPrograms(['initdb', 'postgres']);
if (typeof missing === 'string') process.stdout.write(`not run: measured locks (${missing})\n`);

const MIGRATE = `
import pg from 'pg';
const [first, second] = [new pg.Client(), new pg.Client()];
await first.connect();
await second.connect();
for (const [client, sql] of JSON.parse(process.argv[2])) await (client === 2 ? second : first).query(sql);
await first.end();
await second.end();
`;

const BASE = [
  'CREATE TABLE t (id int PRIMARY KEY, x int, at timestamp)',
  'CREATE TABLE u (id int, t_id int)',
  'CREATE TABLE p (id int) PARTITION BY RANGE (id)',
  'CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (9)',
  "CREATE FUNCTION upgrade() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ALTER TABLE t ADD f float DEFAULT random()'; END $$",
];

type Sent = readonly [client: 1 | 2, sql: string];
const one = (...texts: readonly string[]): readonly Sent[] => texts.map((sql) => [1, sql] as const);

describe.skipIf(typeof missing === 'string')('while a command is recorded', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'locks-'));
    symlinkSync(join(TOP, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'migrate.mjs'), MIGRATE);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What was measured of each statement after those of the base: `statement: locks; rewritten tables`. */
  async function measured(sent: readonly Sent[]) {
    const all = JSON.stringify([...one(...BASE), ...sent]);
    const args = ['record', '--output', 'r.jsonl', '--', NODE, 'migrate.mjs', all];
    const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
    expect(code, stderr).toBe(0);
    const lines = readFileSync(join(folder, 'r.jsonl'), 'utf8').trim().split('\n').slice(1);
    expect(JSON.parse(lines.pop() ?? '')).toMatchObject({ end: { problems: [], statements: lines.length } });
    const statements = lines.map((line) => JSON.parse(line) as RecordedStatement);
    expect(statements.map(({ sql }) => sql)).toEqual([...BASE, ...sent.map(([, sql]) => sql)]);
    return statements.slice(BASE.length).flatMap(({ sql, locks = [], rewritten = [] }) => {
      const found = [
        ...locks.map(({ table, mode }) => `${mode} on ${table}`),
        ...rewritten.map((table) => `${table} rewritten`),
      ];
      return found.length === 0 ? [] : [`${sql}: ${found.join('; ')}`];
    });
  }

  it.each<[string, readonly Sent[], readonly string[]]>([
    [
      'each statement of a transaction is measured by itself',
      one('BEGIN', 'ALTER TABLE t ADD y int', 'ALTER TABLE u ADD z int', 'ALTER TABLE t ALTER x TYPE bigint', 'COMMIT'),
      [
        'ALTER TABLE t ADD y int: ACCESS EXCLUSIVE on public.t',
        'ALTER TABLE u ADD z int: ACCESS EXCLUSIVE on public.u',
        'ALTER TABLE t ALTER x TYPE bigint: public.t rewritten',
      ],
    ],
    [
      'code that statements run is measured',
      one('BEGIN', 'SELECT upgrade()', 'COMMIT'),
      ['SELECT upgrade(): ACCESS EXCLUSIVE on public.t; public.t rewritten'],
    ],
    [
      'a referenced table is locked too',
      one('BEGIN', 'ALTER TABLE u ADD FOREIGN KEY (t_id) REFERENCES t', 'COMMIT'),
      [
        'ALTER TABLE u ADD FOREIGN KEY (t_id) REFERENCES t: SHARE ROW EXCLUSIVE on public.t; SHARE ROW EXCLUSIVE on public.u',
      ],
    ],
    [
      'a table that its transaction made is left out, and so are partitions',
      one(
        'BEGIN',
        'CREATE TABLE n (id int)',
        'ALTER TABLE n ADD f float DEFAULT random()',
        'ALTER TABLE p ADD y int',
        'COMMIT',
      ),
      ['ALTER TABLE p ADD y int: ACCESS EXCLUSIVE on public.p'],
    ],
    [
      'without a transaction, a rewrite is seen',
      one('ALTER TABLE t ALTER x TYPE bigint'),
      ['ALTER TABLE t ALTER x TYPE bigint: public.t rewritten'],
    ],
    [
      'a type that only time zones make another is rewritten as the server decides',
      one(
        "SET TimeZone = 'Europe/Berlin'",
        'ALTER TABLE t ALTER at TYPE timestamptz',
        "SET TimeZone = 'UTC'",
        'ALTER TABLE t ALTER at TYPE timestamp',
      ),
      ['ALTER TABLE t ALTER at TYPE timestamptz: public.t rewritten'],
    ],
    [
      'a table that is emptied is not rewritten',
      one('TRUNCATE u', 'BEGIN', 'TRUNCATE t', 'COMMIT'),
      ['TRUNCATE t: ACCESS EXCLUSIVE on public.t'],
    ],
    [
      'what is rolled back was not rewritten',
      one('BEGIN', 'ALTER TABLE t ALTER x TYPE bigint', 'ROLLBACK'),
      ['ALTER TABLE t ALTER x TYPE bigint: ACCESS EXCLUSIVE on public.t'],
    ],
    [
      'locks of another session are not its own',
      [
        [1, 'BEGIN'],
        [1, 'LOCK TABLE u'],
        [2, 'BEGIN'],
        [2, 'ALTER TABLE t ADD y int'],
        [2, 'COMMIT'],
        [1, 'COMMIT'],
      ],
      ['LOCK TABLE u: ACCESS EXCLUSIVE on public.u', 'ALTER TABLE t ADD y int: ACCESS EXCLUSIVE on public.t'],
    ],
  ])('%s', async (_, sent, expected) => {
    expect(await measured(sent)).toEqual(expected);
  });

  it('a session that locks the catalog does not wait for its own measurement', async () => {
    const sent = one('BEGIN', 'LOCK TABLE pg_catalog.pg_class', 'COMMIT');
    const all = JSON.stringify(sent);
    const args = ['record', '--output', 'r.jsonl', '--', NODE, 'migrate.mjs', all];
    const { code } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'r.jsonl'), 'utf8')).toContain('what statements lock could not be measured');
  });
});
