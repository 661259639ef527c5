import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
    async (text) => {
      const args = [...server.client(OWNER), '--batch', ...more, 'canaries'];
      await execute(server.programs.mariadb, args, { cwd: folder, input: text });
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
      { name: 'sqlite3', run: script((text) => text) },
      { name: 'sqlite3 .read', run: script(() => '.read x.sql\n') },
    ],
    stop: async () => rmSync(folder, { recursive: true }),
  };
}

export const OPEN: Readonly<Record<Family, () => Promise<Server | string>>> = {
  postgresql: openPostgresql,
  mariadb: openMariadb,
  sqlite: openSqlite,
};
