import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, newFolder, querygate, shell } from '../entry/cli/client.ts';

// Runs the packaged client: dist/ in an empty folder, without installed packages.

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** The packaged client. QUERYGATE_E2E_DIST names another folder, for development. */
const DIST = join(TOP, process.env['QUERYGATE_E2E_DIST'] ?? 'dist');

/** The Node.js versions to test: the runtime of the Action, and the system's, which may be older. */
const NODES = [...new Set([join(TOP, 'node_modules/.bin/node'), systemNode()])].filter((node) => node !== undefined);

function systemNode(): string | undefined {
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'));
  const node = path.map((part) => join(part, 'node')).find((file) => existsSync(file));
  return node !== undefined && meets(versionOf(node), [20, 19]) ? node : undefined;
}

function versionOf(node: string): readonly number[] {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1).split('.').map(Number);
}

function meets(
  [major = 0, minor = 0]: readonly number[],
  [wantedMajor = 0, wantedMinor = 0]: readonly number[],
): boolean {
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

const DESTRUCTIVE = {
  postgresql: "DO $$ BEGIN EXECUTE 'DROP TABLE users'; END $$;\nWITH gone AS (DELETE FROM users) SELECT 1;\n",
  mysql: 'DROP/**/TABLE users;\n/*!50000 TRUNCATE users */;\nDELETE FROM `users` WHERE 1;\n',
  mariadb: '/*M! DROP TABLE users */;\nCREATE OR REPLACE TABLE t (id int);\n',
  sqlite: 'DROP TABLE "users";\nDELETE FROM users WHERE 1 = 1;\n',
  transactsql: "DROP TABLE [dbo].[users]\nGO\nEXEC('DROP TABLE logs')\nGO\n",
} as const;

const HARMLESS = 'CREATE TABLE invoices (id int PRIMARY KEY);\n';

let folder: Folder;

beforeAll(() => {
  if (!existsSync(join(DIST, 'cli.js'))) throw new Error(`${DIST} holds no client: run \`npm run build\``);
  folder = newFolder();
  cpSync(DIST, folder.path('dist'), { recursive: true });
  for (const [dialect, sql] of Object.entries(DESTRUCTIVE))
    folder.write({ [`${dialect}/bad.sql`]: sql, [`${dialect}/good.sql`]: HARMLESS });
  folder.write({
    'own/.querygate/config.yml':
      "version: 1\ndialect: postgresql\nfiles: [{ paths: ['a.sql'], caller: { user: app } }]\n",
    'own/.querygate/rules.yml': `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-app-delete
    operations: [delete]
    when: 'caller.user.matches("^app") && statement.tablesWritten.exists(t, t.endsWith("users"))'
    verdict: block
    message: '{caller.user} deletes from {operation.target}'
`,
    'own/a.sql': 'DELETE FROM users WHERE id = 1;\n',
  });
});
afterAll(() => folder.remove());

describe.each(NODES.map((node) => ({ node, version: versionOf(node).join('.') })))(
  'the package on Node.js $version',
  ({ node }) => {
    const run = (args: readonly string[], cwd = folder.dir) =>
      querygate(args, { cwd, command: [node, folder.path('dist/cli.js')] });

    it.each(Object.keys(DESTRUCTIVE))('checks %s', async (dialect) => {
      const bad = await run(['check', `${dialect}/bad.sql`, '--dialect', dialect]);
      expect([bad.code, bad.stderr]).toEqual([1, '']);
      expect(bad.stdout).toMatch(/^judged by querygate:recommended@1/);
      const good = await run(['check', `${dialect}/good.sql`, '--dialect', dialect]);
      expect([good.code, good.stderr]).toEqual([0, '']);
    });

    it('loads configuration, rules, conditions and patterns', async () => {
      const result = await run(['check'], folder.path('own'));
      expect(result.stderr).toBe('');
      expect(result.stdout).toContain('app deletes from users');
      expect(result.code).toBe(1);
    });

    it('lists, shows and tests rules, and explains SQL', async () => {
      for (const args of [
        ['rules', 'list'],
        ['rules', 'show', 'no-drop-table'],
        ['rules', 'test'],
        ['explain', 'postgresql/bad.sql', '--dialect', 'postgresql'],
        ['--help'],
      ]) {
        const { code, stdout, stderr } = await run(args);
        expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
        expect(stdout).not.toBe('');
      }
    });

    it('never passes if it stops before its end', async () => {
      folder.write({
        'never.cjs': `const { promises } = require('node:fs');
for (const [name, value] of Object.entries(promises))
  if (typeof value === 'function') promises[name] = () => new Promise(() => {});\n`,
      });
      const command = [node, '--require', folder.path('never.cjs'), folder.path('dist/cli.js')] as const;
      const stopped = await querygate(['check', 'mysql/good.sql', '--dialect', 'mysql'], { cwd: folder.dir, command });
      expect([stopped.code, stopped.stderr]).toEqual([70, expect.stringContaining('the run stopped before its end')]);
    });

    it('reads standard input', async () => {
      const command = [node, folder.path('dist/cli.js')] as const;
      const piped = await querygate(['check', '-', '--dialect', 'mysql'], {
        cwd: folder.dir,
        command,
        input: 'DROP TABLE t;',
      });
      expect(piped.code).toBe(1);
    });

    it('keeps its exit code if its output pipe is closed', async () => {
      const command = [node, folder.path('dist/cli.js')] as const;
      const { code, stderr } = await shell('querygate check postgresql/bad.sql --dialect postgresql | head -1', {
        cwd: folder.dir,
        command,
      });
      expect([code, stderr]).toEqual([1, '']);
    });
  },
);

it('the client runs without installed packages', () => {
  expect(readdirSync(folder.path('dist')).sort()).toEqual(
    expect.arrayContaining(['check.js', 'cli.js', 'lib', 'package.json']),
  );
  expect(existsSync(folder.path('node_modules'))).toBe(false);
});
