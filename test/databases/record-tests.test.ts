import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../ci/repository.ts';
import { NODE, packaged, TOP } from '../e2e/packaged.ts';
import { querygate } from '../entry/cli/client.ts';
import { findPrograms } from './program.ts';
import { EXPIRES, shopSuite } from './suite/shop.ts';

// A real test suite, whose workers have a database each, runs on a real PostgreSQL behind the packaged recorder.

const missing = findPrograms(['initdb', 'postgres']);
if (typeof missing === 'string') process.stdout.write(`not run: recording of a test suite (${missing})\n`);

const SNAPSHOT = '.querygate/tests.jsonl.gz';
const PATTERN = ['--caller-pattern', 'database=shop_test_*'];
const RULES = '.querygate/rules.yml';
const FIRST = 'version: 1\nextends: []\n';
const rule = (id: string, operations: string, when: string) =>
  `${FIRST}rules:\n  - { id: ${id}, operations: [${operations}], when: '${when}', verdict: block, message: m }\n`;

describe.skipIf(typeof missing === 'string')('a test suite with parallel databases', () => {
  let folder = '';
  let git: ReturnType<typeof repository>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'suite-'));
    symlinkSync(join(TOP, 'node_modules'), join(folder, 'node_modules'));
    git = repository(folder);
    git.git('init', '--quiet', '--initial-branch=main');
    git.commit({ ...shopSuite(EXPIRES), '.gitignore': 'node_modules\n', [RULES]: FIRST }, 'Add the shop');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const client = (args: readonly string[]) => querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
  const record = (options: readonly string[] = []) =>
    client(['record', '--as', 'tests', ...options, '--', NODE, 'node_modules/vitest/vitest.mjs', 'run']);
  /** The rows of a snapshot, without their days. */
  const rowsOf = (path: string) =>
    gunzipSync(readFileSync(join(folder, path)))
      .toString()
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/,"days":.*/, ''));

  it('gives the same rows when it is recorded twice', async () => {
    for (const name of ['one', 'two']) {
      const { code, stderr } = await record([...PATTERN, '--output', `${name}.jsonl.gz`]);
      expect(stderr).toMatch(/recorded \d+ statements of tests in/);
      expect(stderr).not.toContain('--caller-pattern');
      expect(code).toBe(0);
    }
    const one = rowsOf('one.jsonl.gz');
    expect(rowsOf('two.jsonl.gz')).toEqual(one);
    const text = one.join('\n');
    // What the application and its factories run, once for all three databases; and not what cleaners do.
    for (const shape of ['select id, state, total from orders', 'insert into customers(email', 'delete from sessions'])
      expect(
        one.filter((row) => row.includes(`"shape":"${shape}`) && row.includes('shop_test_*')).length,
        shape,
      ).toBeGreaterThan(0);
    expect(text).not.toMatch(/"shape":"(?:truncate|delete from (?:orders|customers))|example\.com/);
  });

  it('proposes a pattern for the databases', async () => {
    const { stderr } = await record(['--output', 'apart.jsonl.gz']);
    expect(stderr).toContain(`3 database names are like \`shop_test_*\``);
    expect(stderr).toContain(`pass \`--caller-pattern 'database=shop_test_*'\``);
  });

  it('that fails, or is not seen, leaves the earlier snapshot', async () => {
    writeFileSync(join(folder, 'kept.jsonl.gz'), 'earlier');
    writeFileSync(
      join(folder, 'tests/fails.test.mjs'),
      "import { it } from 'vitest';\nit('fails', () => { throw new Error(); });\n",
    );
    const failed = await record(['--output', 'kept.jsonl.gz']);
    rmSync(join(folder, 'tests/fails.test.mjs'));
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('nothing written: the tests failed, so that some of their queries did not run');
    const unseen = await client(['record', '--as', 'tests', '--output', 'kept.jsonl.gz', '--', NODE, '-e', '0']);
    expect(unseen.code).toBe(5);
    expect(unseen.stderr).toContain('nothing written: no statement was recorded');
    expect(readFileSync(join(folder, 'kept.jsonl.gz'), 'utf8')).toBe('earlier');
  });

  it('is a history for `simulate`: a break fails, and no break is unknown', async () => {
    await record([...PATTERN, '--output', SNAPSHOT]);
    git.git('add', '-f', SNAPSHOT);
    git.git('commit', '--quiet', '--message', 'Add what the tests run');
    const simulate = async (text: string) => {
      git.git('checkout', '--quiet', '-B', 'change', 'main');
      git.commit({ [RULES]: text }, 'Edit the rules');
      return client(['simulate', '--since', 'main', '--history', SNAPSHOT, '--format', 'json']);
    };
    const broken = await simulate(rule('no-unfiltered-delete', 'delete', 'operation.filter == "none"'));
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      history: { origins: [{ origin: 'tests' }] },
      result: {
        flows: [
          {
            class: 'newly_blocked',
            shape: 'delete from sessions',
            origins: ['tests'],
            caller: { application: 'shop', database: 'shop_test_*' },
          },
        ],
      },
    });
    const harmless = await simulate(rule('no-star', 'select', 'statement.selectStar'));
    expect(harmless.code).toBe(5);
    expect(JSON.parse(harmless.stdout)).toMatchObject({
      problems: [{ kind: 'history', message: expect.stringContaining('production was not seen') }],
    });
  });
});
