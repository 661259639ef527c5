import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER, startMariadb } from '../mariadb-server.ts';
import { startPostgresql } from '../postgresql-server.ts';
import { findPrograms } from '../program.ts';
import type { Family } from './pieces.ts';

/** Longer than any text takes: one that waits for input is stopped. Milliseconds. */
const HANGS = 20_000;

/** A way to run a text, and what ran. */
export interface Program {
  readonly name: string;
  /** Runs the text; gives the numbers of the canaries that it added. */
  readonly run: (text: string) => Promise<readonly number[]>;
}

export interface Server {
  readonly programs: readonly Program[];
  readonly stop: () => Promise<void>;
}

/** Runs a program on a file with the text, in a folder of its own, without a terminal. */
function runOnFile(
  path: string,
  args: (file: string) => readonly string[],
  env: NodeJS.ProcessEnv,
  folder: string,
  input = '',
) {
  spawnSync(path, [...args(join(folder, 'x.sql'))], { cwd: folder, env, input, timeout: HANGS, killSignal: 'SIGKILL' });
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
    (text) => {
      writeFileSync(join(folder, 'x.sql'), text);
      runOnFile(server.programs.psql, (file) => ['--no-psqlrc', '--quiet', ...args(text, file)], env, folder);
      return ran();
    };
  return {
    programs: [
      { name: 'psql -f', run: psql((_, file) => ['-f', file]) },
      { name: 'psql -1 -f', run: psql((_, file) => ['-1', '-f', file]) },
      { name: 'psql -c', run: psql((text) => ['-c', text]) },
      {
        name: 'driver',
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
    (text) => {
      runOnFile(
        server.programs.mariadb,
        () => [...server.client(OWNER), '--batch', ...more, 'canaries'],
        process.env,
        folder,
        text,
      );
      return ran();
    };
  return {
    programs: [
      { name: 'mariadb', run: client([]) },
      { name: 'mariadb --force', run: client(['--force']) },
      {
        name: 'driver',
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
  const sqlite = (sql: string) =>
    spawnSync(found.sqlite3, ['-init', '/dev/null', database], { input: sql, encoding: 'utf8' }).stdout;
  sqlite('CREATE TABLE canary (n int); CREATE TABLE rows (x text);');
  const ran = async () =>
    sqlite(
      'SELECT DISTINCT n FROM canary ORDER BY n; DELETE FROM canary; DROP TRIGGER IF EXISTS g; DROP TRIGGER IF EXISTS g2;',
    )
      .split('\n')
      .filter((line) => /^\d+$/.test(line))
      .map(Number);
  const shell =
    (input: (text: string) => string): Program['run'] =>
    (text) => {
      writeFileSync(join(folder, 'x.sql'), text);
      runOnFile(found.sqlite3, () => ['-init', '/dev/null', '-batch', database], process.env, folder, input(text));
      return ran();
    };
  return {
    programs: [
      { name: 'sqlite3', run: shell((text) => text) },
      { name: 'sqlite3 .read', run: shell(() => '.read x.sql\n') },
    ],
    stop: async () => rmSync(folder, { recursive: true }),
  };
}

export const OPEN: Readonly<Record<Family, () => Promise<Server | string>>> = {
  postgresql: openPostgresql,
  mariadb: openMariadb,
  sqlite: openSqlite,
};
