import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { FileRun } from '../../../src/model/index.ts';
import { OWNER, startMariadb } from '../mariadb-server.ts';
import { startPostgresql } from '../postgresql-server.ts';
import { findPrograms } from '../program.ts';
import type { Family } from './pieces.ts';

/** Longer than any text takes: one that waits for input is stopped. Milliseconds. */
const HANGS = 20_000;

/** A way to run a text, and what ran. */
export interface Program {
  readonly name: string;
  /** How the configuration names it. */
  readonly configured: FileRun;
  /** What the program needs before and after the text. */
  readonly around?: readonly [head: string, tail: string];
  /** Runs the text; gives the numbers of the canaries that it added. */
  readonly run: (text: string) => Promise<readonly number[]>;
}

export interface Server {
  readonly programs: readonly Program[];
  readonly stop: () => Promise<void>;
}

/** Runs a program in a folder, without a terminal, until it ends or hangs. Gives its standard output. */
async function execute(
  path: string,
  args: readonly string[],
  { cwd, env = process.env, input = '' }: { cwd: string; env?: NodeJS.ProcessEnv; input?: string },
): Promise<string> {
  const child = spawn(path, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  // A program that ends early has read enough.
  child.stdin.on('error', () => undefined).end(input);
  await once(child, 'close');
  clearTimeout(timer);
  return output;
}

/** What the programs of one server share. */
interface Shared {
  /** Gives the canaries that were added, and takes them out. */
  readonly ran: () => Promise<readonly number[]>;
  /** Runs SQL of the test. */
  readonly execute: (sql: string) => Promise<unknown>;
}

/** Runs a text as the only migration of a tool, which then forgets it. */
function migration(table: string, run: (folder: string) => Promise<unknown>, shared: Shared): Program['run'] {
  return async (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'querygate-migration-'));
    mkdirSync(join(folder, 'migrations'));
    writeFileSync(join(folder, 'migrations', '1_x.sql'), text);
    await run(folder);
    rmSync(folder, { recursive: true });
    await shared.execute(`DROP TABLE IF EXISTS ${table};`);
    return shared.ran();
  };
}

/** Those of dbmate and sql-migrate that are installed. */
function migrationTools(url: string, dialect: string, datasource: string, shared: Shared): readonly Program[] {
  const table = 'tool_migrations';
  const tool = (name: 'dbmate' | 'sql-migrate', run: (path: string, cwd: string) => Promise<unknown>) => {
    const found = findPrograms([name]);
    if (typeof found === 'string') {
      process.stdout.write(`not run: ${dialect} by ${name} (${found})\n`);
      return [];
    }
    return [{ name, configured: { tool: name }, run: migration(table, (cwd) => run(found[name], cwd), shared) }];
  };
  const args = ['--url', url, '--no-dump-schema', '-d', 'migrations', '--migrations-table', table, 'migrate'];
  const config = JSON.stringify({ development: { dialect, datasource, dir: 'migrations', table } });
  const dbmate = tool('dbmate', (path, cwd) => execute(path, args, { cwd }));
  const sqlMigrate = tool('sql-migrate', (path, cwd) => {
    writeFileSync(join(cwd, 'dbconfig.yml'), config);
    return execute(path, ['up'], { cwd });
  });
  return [
    ...dbmate.map((program) => ({ ...program, around: ['-- migrate:up\n', '\n-- migrate:down\n'] as const })),
    ...sqlMigrate.map((program) => ({ ...program, around: ['-- +migrate Up\n', ''] as const })),
  ];
}

async function migrateWithDrizzle(text: string, config: ClientConfig, folder: string): Promise<void> {
  const pg = await import('pg');
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const { migrate } = await import('drizzle-orm/node-postgres/migrator');
  mkdirSync(join(folder, 'meta'), { recursive: true });
  writeFileSync(join(folder, '0000_x.sql'), text);
  const entry = { idx: 0, version: '7', when: Date.now(), tag: '0000_x', breakpoints: true };
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries: [entry] }),
  );
  const client = new pg.default.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  const timer = setTimeout(() => client.end(), HANGS);
  await migrate(drizzle(client), { migrationsFolder: folder }).catch(() => undefined);
  clearTimeout(timer);
  await client.end();
}

async function openPostgresql(): Promise<Server | string> {
  const server = await startPostgresql();
  if (typeof server === 'string') return server;
  const pg = await import('pg');
  const watch = new pg.default.Client(server.client('owner', 'postgres', 'watch'));
  await watch.connect();
  await watch.query('CREATE TABLE canary (n int); CREATE TABLE rows (x text)');
  const folder = mkdtempSync(join(tmpdir(), 'querygate-psql-'));
  const env = server.environment('owner', 'postgres', 'splitting');
  const ran = async () => {
    const { rows } = await watch.query('SELECT DISTINCT n FROM canary ORDER BY n');
    await watch.query('TRUNCATE canary');
    return rows.map(({ n }) => n as number);
  };
  const psql =
    (args: (text: string, file: string) => readonly string[]): Program['run'] =>
    async (text) => {
      writeFileSync(join(folder, 'x.sql'), text);
      await execute(server.programs.psql, ['--no-psqlrc', '--quiet', ...args(text, 'x.sql')], { cwd: folder, env });
      return ran();
    };
  return {
    programs: [
      { name: 'psql -f', configured: { runBy: 'psql' }, run: psql((_, file) => ['-f', file]) },
      { name: 'psql -1 -f', configured: { runBy: 'psql' }, run: psql((_, file) => ['-1', '-f', file]) },
      { name: 'psql -c', configured: { runBy: 'psql-one-text' }, run: psql((text) => ['-c', text]) },
      ...migrationTools(
        `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=owner`,
        'postgres',
        `host=${server.folder} port=${server.port} user=owner dbname=postgres sslmode=disable`,
        { ran, execute: (sql) => watch.query(sql) },
      ),
      {
        name: 'Drizzle',
        configured: { runBy: 'driver' },
        async run(text) {
          await migrateWithDrizzle(text, server.client('owner', 'postgres', 'splitting'), folder);
          return ran();
        },
      },
      {
        name: 'driver',
        configured: { runBy: 'driver' },
        async run(text) {
          const client = new pg.default.Client(server.client('owner', 'postgres', 'splitting'));
          client.on('error', () => undefined);
          await client.connect();
          const timer = setTimeout(() => client.end(), HANGS);
          await client.query(text).catch(() => undefined);
          clearTimeout(timer);
          await client.end();
          return ran();
        },
      },
    ],
    async stop() {
      await watch.end();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openMariadb(): Promise<Server | string> {
  const server = await startMariadb();
  if (typeof server === 'string') return server;
  const watch = await server.connect(OWNER);
  for (const sql of [
    'CREATE DATABASE canaries',
    'USE canaries',
    'CREATE TABLE canary (n int)',
    'CREATE TABLE `rows` (x text)',
  ])
    await watch.query(sql);
  const folder = mkdtempSync(join(tmpdir(), 'querygate-mariadb-'));
  const ran = async () => {
    const rows: { n: number }[] = await watch.query('SELECT DISTINCT n FROM canaries.canary ORDER BY n');
    await watch.query('TRUNCATE TABLE canaries.canary');
    return rows.map(({ n }) => n);
  };
  const client =
    (more: readonly string[]): Program['run'] =>
    async (text) => {
      const args = [...server.client(OWNER), '--batch', ...more, 'canaries'];
      await execute(server.programs.mariadb, args, { cwd: folder, input: text });
      return ran();
    };
  return {
    programs: [
      { name: 'mariadb', configured: { runBy: 'mariadb' }, run: client([]) },
      { name: 'mariadb --force', configured: { runBy: 'mariadb' }, run: client(['--force']) },
      ...migrationTools(
        `mysql://${OWNER}@localhost/canaries?socket=${encodeURIComponent(server.socket)}`,
        'mysql',
        `${OWNER}@unix(${server.socket})/canaries?parseTime=true`,
        { ran, execute: (sql) => watch.query(sql) },
      ),
      {
        name: 'driver',
        configured: { runBy: 'driver' },
        async run(text) {
          const connection = await server.connect(OWNER, 'canaries');
          await connection.query(text).catch(() => undefined);
          await connection.end();
          return ran();
        },
      },
    ],
    async stop() {
      await watch.end();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openSqlite(): Promise<Server | string> {
  const found = findPrograms(['sqlite3']);
  if (typeof found === 'string') return found;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-sqlite-'));
  const database = join(folder, 'canaries.db');
  const shell = (input: string) =>
    execute(found.sqlite3, ['-init', '/dev/null', '-batch', database], { cwd: folder, input });
  await shell('CREATE TABLE canary (n int); CREATE TABLE rows (x text);');
  const ran = async () => {
    const output = await shell(
      'SELECT DISTINCT n FROM canary ORDER BY n; DELETE FROM canary; DROP TRIGGER IF EXISTS g; DROP TRIGGER IF EXISTS g2;',
    );
    const numbers = output.split('\n').filter((line) => /^\d+$/.test(line));
    return numbers.map(Number);
  };
  const script =
    (inputOf: (text: string) => string): Program['run'] =>
    async (text) => {
      writeFileSync(join(folder, 'x.sql'), text);
      await shell(inputOf(text));
      return ran();
    };
  return {
    programs: [
      { name: 'sqlite3', configured: { runBy: 'sqlite3' }, run: script((text) => text) },
      { name: 'sqlite3 .read', configured: { runBy: 'sqlite3' }, run: script(() => '.read x.sql\n') },
      ...migrationTools(`sqlite:${database}`, 'sqlite3', database, { ran, execute: shell }),
    ],
    stop: async () => rmSync(folder, { recursive: true }),
  };
}

export const OPEN: Readonly<Record<Family, () => Promise<Server | string>>> = {
  postgresql: openPostgresql,
  mariadb: openMariadb,
  sqlite: openSqlite,
};
