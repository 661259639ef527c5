// The checks of other packages of npm that let programs read only, each called as the package calls it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Dialect } from '../../src/model/index.ts';

/** Whether the check of a package lets a text pass. Throws if the check refuses by an error. */
type Check = (sql: string, dialect: Dialect) => boolean | Promise<boolean>;

export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly dialects: readonly Dialect[];
  readonly passes: (sql: string, dialect: Dialect) => Promise<boolean>;
}

interface Source {
  readonly name: string;
  readonly dialects: readonly Dialect[];
  /** @param folder of the installed package */
  load(folder: string): Promise<Check>;
}

const MYSQL: readonly Dialect[] = ['mysql', 'mariadb'];
const EVERY: readonly Dialect[] = ['postgresql', ...MYSQL, 'sqlite'];

const importFile = (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(path).href);

const SOURCES: readonly Source[] = [
  {
    name: '@bytebase/dbhub',
    dialects: EVERY,
    load: async (folder) => {
      // The program exports nothing. Its part with the check is a module of its own here.
      const text = readFileSync(join(folder, 'dist/index.js'), 'utf8');
      const end = text.indexOf('// src/requests/store.ts');
      if (end < 0) throw new Error('the check is not where it was');
      const path = join(folder, 'dist/check-of-benchmark.js');
      const check =
        'export const check = (sql, type) => splitSQLStatements(sql, type).every((each) => isReadOnlySQL(each, type));';
      writeFileSync(path, `${text.slice(0, end).replace(/^#!.*/, '')}\n${check}\n`);
      const module = (await importFile(path)) as { check(sql: string, type: string): boolean };
      return (sql, dialect) => module.check(sql, dialect === 'postgresql' ? 'postgres' : dialect);
    },
  },
  {
    name: '@hovecapital/read-only-mysql-mcp-server',
    dialects: MYSQL,
    load: async (folder) => {
      const module = (await importFile(join(folder, 'dist/readOnlyQuery.js'))) as {
        assertReadOnlyQuery(sql: string): void;
      };
      return (sql) => {
        module.assertReadOnlyQuery(sql);
        return true;
      };
    },
  },
  {
    name: 'mysql-mcp-server',
    dialects: MYSQL,
    load: async (folder) => {
      const module = (await importFile(join(folder, 'build/validators.js'))) as {
        isReadOnlyQuery(sql: string): boolean;
      };
      return (sql) => module.isReadOnlyQuery(sql);
    },
  },
  {
    name: '@benborla29/mcp-server-mysql',
    dialects: MYSQL,
    load: async (folder) => {
      const module = (await importFile(join(folder, 'dist/src/db/utils.js'))) as {
        getQueryTypes(sql: string): Promise<readonly string[]>;
      };
      const writes = new Set(['insert', 'update', 'delete', 'create', 'alter', 'drop', 'truncate']);
      return async (sql) => !(await module.getQueryTypes(sql)).some((type) => writes.has(type));
    },
  },
];

/** Installs the packages into the folder, as far as npm has them; names those that are left out. */
export async function loadPeers(folder: string, log: (line: string) => void): Promise<readonly Peer[]> {
  const peers: Peer[] = [];
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  for (const { name, dialects, load } of SOURCES) {
    try {
      const packageFolder = join(folder, 'node_modules', name);
      const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
      if (!existsSync(packageFolder))
        execFileSync('npm', ['install', ...options, '--prefix', folder, name], { stdio: 'pipe' });
      const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
      const check = await load(packageFolder);
      peers.push({ name, version, dialects, passes: async (sql, dialect) => passes(check, sql, dialect) });
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
      log(`${name}: not run: ${reason}`);
    }
  }
  return peers;
}

async function passes(check: Check, sql: string, dialect: Dialect): Promise<boolean> {
  try {
    return await check(sql, dialect);
  } catch {
    return false;
  }
}
