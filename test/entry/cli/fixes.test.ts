import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Repository, repository } from '../../ci/repository.ts';
import { type Folder, newFolder, querygate } from './client.ts';

// `check --fix` and `--write` in a repository.

const CONFIG = 'version: 1\ndialect: postgresql\nfiles: [{ paths: [db/**], tool: golang-migrate }]\n';
const OLD = 'SELECT 1;\n';
const TABLES = 'CREATE TABLE orders (total int, note text);\n';
const ADDED = 'ALTER TABLE orders ADD COLUMN paid bool;\nCREATE INDEX orders_total ON orders (total);\n';

let folder: Folder;
let work: Repository;

beforeEach(() => {
  folder = newFolder();
  work = repository(folder.path('repo'));
  work.git('init', '--quiet', '--initial-branch=main');
  work.commit({ '.querygate/config.yml': CONFIG, 'db/0_tables.up.sql': TABLES, 'db/1_first.up.sql': OLD });
  work.git('checkout', '--quiet', '-b', 'change');
  work.commit({
    'db/1_first.up.sql': `${OLD}CREATE INDEX orders_note ON orders (note);\n`,
    'db/2_index.up.sql': ADDED,
  });
});
afterEach(() => folder.remove());

const run = (...args: string[]) => querygate(args, { cwd: work.dir });

describe('check --fix', () => {
  it('prints a diff that git applies, and changes nothing itself', async () => {
    const { stdout, stderr, code } = await run('check', '--since', 'main', '--fix');
    expect(code).toBe(0);
    expect(stderr).toBe(
      'querygate: 1 of 2 findings has a fix; none for 1 in files that the base has and may have run\n',
    );
    expect(work.git('status', '--porcelain')).toBe('');
    folder.write({ 'fixes.diff': stdout });
    work.git('apply', folder.path('fixes.diff'));
    expect(
      work
        .git('status', '--porcelain')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['M db/2_index.up.sql', '?? db/3_index_part2.up.sql']);
    expect(folder.read('repo/db/3_index_part2.up.sql')).toBe(
      'CREATE INDEX CONCURRENTLY orders_total ON orders (total);\n',
    );
    work.commit({});
    const after = await run('check', '--since', 'main', '--fix', '--fail-on', 'warn');
    expect([after.code, after.stdout]).toEqual([1, '']);
    expect(after.stderr).toBe('querygate: no fix for 1 finding: 1 in files that the base has and may have run\n');
  });

  it('prints a rename as git applies it, and says so', async () => {
    work.git('checkout', '--quiet', 'main');
    work.commit({ '.querygate/config.yml': CONFIG.replace('golang-migrate', 'popx') });
    work.git('checkout', '--quiet', '-b', 'popx');
    work.commit({ 'db/2_index.up.sql': 'CREATE INDEX orders_total ON orders (total);\n' });
    const { stdout, stderr } = await run('check', '--since', 'main', '--fix');
    const renamed = 'db/2_index.autocommit.up.sql';
    expect(stderr).toBe(
      `querygate: 1 of 1 finding has a fix\nquerygate: the fixes rename \`db/2_index.up.sql\` to \`${renamed}\`\n`,
    );
    folder.write({ 'fixes.diff': stdout });
    work.git('apply', folder.path('fixes.diff'));
    expect(folder.read(`repo/${renamed}`)).toBe('CREATE INDEX CONCURRENTLY orders_total ON orders (total);\n');
    expect(work.git('status', '--porcelain')).toContain('D db/2_index.up.sql');
  });

  it('writes the files with --write', async () => {
    const { stdout } = await run('check', '--since', 'main', '--write');
    expect(stdout).toContain('+++ b/db/3_index_part2.up.sql');
    expect(folder.read('repo/db/2_index.up.sql')).toBe('ALTER TABLE orders ADD COLUMN paid bool;\n');
    expect(folder.read('repo/db/3_index_part2.up.sql')).toContain('CONCURRENTLY');
    expect(folder.read('repo/db/1_first.up.sql')).not.toContain('CONCURRENTLY');
  });

  it.each([
    [['check', '--write'], /`--write` changes only files that the base does not have/],
    [['check', '--staged', '--write'], /`--write` changes only files that the base does not have/],
    [['check', '-', '--fix'], /`--fix` cannot be combined with standard input/],
  ])('%j is a mistake', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
