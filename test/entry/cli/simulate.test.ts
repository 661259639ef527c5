import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Repository, repository } from '../../ci/repository.ts';
import { snapshotOf } from '../../commands/snapshot.ts';
import { type Folder, newFolder, querygate } from './client.ts';

// Simulations of local edits of the rules.

const OLD = `version: 1
rules:
  - { id: no-unfiltered-delete, operations: [delete], when: 'operation.filter != "conditional"', verdict: block, message: m }
`;
const STAR =
  '  - { id: no-select-star, operations: [select], when: statement.selectStar, verdict: block, message: m }\n';

let history: Uint8Array;
beforeAll(async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const ran = [
    { sql: 'SELECT * FROM orders', application: 'nightly-export' },
    { sql: 'SELECT id FROM orders WHERE id = 1', application: 'web' },
  ];
  history = await snapshotOf(ran, { days: [day(4), day(3)] });
});

let folder: Folder;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => folder.remove());

const simulate = (cwd: string, ...args: string[]) => querygate(['simulate', ...args], { cwd });
const summaryOf = (stdout: string) => {
  const { outcome, exitCode, result } = JSON.parse(stdout) as {
    outcome: string;
    exitCode: number;
    result: { totals: { newlyBlocked: { flows: number } } } | null;
  };
  return [outcome, exitCode, result?.totals.newlyBlocked.flows];
};

describe('two rulesets without git', () => {
  beforeEach(() => folder.write({ 'old.yml': OLD, 'new.yml': OLD + STAR, 'history.jsonl.gz': history }));
  const given = ['--base-rules', 'old.yml', '--head-rules', 'new.yml', '--history', 'history.jsonl.gz'];

  it('are compared, and the breaks are shown', async () => {
    const { code, stdout, stderr } = await simulate(folder.dir, ...given);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout.replaceAll('\n', ' ')).toMatch(
      /^judged by old\.yml \(in force\) and new\.yml \(as given\) over .+?; without the built-in rules/,
    );
    expect(stdout).toContain('nightly-export');
  });

  it('can be just the new one: then there were no rules before', async () => {
    const { code, stdout } = await simulate(
      folder.dir,
      ...given.slice(2),
      '--format',
      'json',
      '--output',
      'summary=s.md',
    );
    expect(code).toBe(1);
    expect(summaryOf(stdout)).toEqual(['simulated', 1, 1]);
    expect(folder.read('s.md')).toContain('nightly-export');
  });

  it('give acknowledgements to paste, which then work', async () => {
    const { code, stdout } = await simulate(folder.dir, ...given, '--propose-acknowledgements');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^(?:#.*\n)*acknowledge:\n/);
    folder.write({ 'new.yml': OLD + STAR + stdout });
    const pasted = await simulate(folder.dir, ...given);
    expect([pasted.code, pasted.stdout + pasted.stderr]).toEqual([2, expect.stringContaining('must be a real reason')]);
    folder.write({ 'new.yml': OLD + STAR + stdout.replace(/"<why .*>"/, 'meant').replace('"<owner>"', 'dba') });
    expect(await simulate(folder.dir, ...given)).toMatchObject({ code: 0, stderr: '' });
    const none = await simulate(folder.dir, ...given, '--propose-acknowledgements');
    expect(none.stdout).toBe('# nothing to acknowledge: no flow would break, or every break is acknowledged already\n');
  });

  it('are judged by the limits', async () => {
    expect((await simulate(folder.dir, ...given, '--max-broken-flows', '1')).code).toBe(0);
    expect((await simulate(folder.dir, ...given, '--fail-on', 'never')).code).toBe(0);
    const stale = await simulate(folder.dir, ...given, '--max-broken-flows', '1', '--max-age', '1');
    expect([stale.code, stale.stdout]).toEqual([5, expect.stringContaining('but `max-age` is 1 day')]);
  });
});

describe('a branch', () => {
  let work: Repository;
  beforeEach(() => {
    work = repository(folder.path('repo'));
    work.git('init', '--quiet', '--initial-branch=main');
    work.commit({ '.querygate/rules.yml': OLD, '.querygate/history.jsonl.gz': history });
    work.git('checkout', '--quiet', '-b', 'feature');
  });

  it('is compared with the default branch as if merged, or with a commit as if it replaced it', async () => {
    work.git('checkout', '--quiet', 'main');
    work.commit({ '.querygate/rules.yml': OLD + STAR });
    work.git('checkout', '--quiet', 'feature');
    work.write({ 'README.md': 'x\n' });
    const merged = await simulate(work.dir, '--format', 'json');
    expect(summaryOf(merged.stdout)).toEqual(['no_effective_change', 0, undefined]);
    const replaced = await simulate(work.dir, '--base', 'main', '--format', 'json');
    expect(summaryOf(replaced.stdout)).toEqual(['simulated', 0, 0]);
  });

  it('with uncommitted edits of the rules is simulated with them', async () => {
    work.write({ '.querygate/rules.yml': OLD + STAR });
    expect(summaryOf((await simulate(work.dir, '--since', 'main', '--format', 'json')).stdout)).toEqual([
      'simulated',
      1,
      1,
    ]);
  });

  it('is not judged by its own history, but by one from elsewhere', async () => {
    work.git('checkout', '--quiet', 'main');
    work.commit({ '.querygate/history.jsonl.gz': null });
    work.git('checkout', '--quiet', '-B', 'feature');
    work.commit({ '.querygate/rules.yml': OLD + STAR, 'own.gz': history });
    folder.write({ 'elsewhere.gz': history });
    const own = await simulate(work.dir, '--history', 'own.gz');
    expect([own.code, own.stdout]).toEqual([5, expect.stringContaining('comes with the change itself')]);
    expect((await simulate(work.dir, '--history', '../elsewhere.gz')).code).toBe(1);
  });
});

describe('an error', () => {
  it.each([
    [['--base-rules', 'old.yml'], '`--base-rules` needs `--head-rules`'],
    [['--base', 'main', '--since', 'main'], 'option `--since <ref>` cannot be used with option `--base <ref>`'],
    [['--head-rules', 'new.yml', '--changed'], 'option `--changed` cannot be used with option `--head-rules <path>`'],
    [
      ['--head-rules', 'new.yml', '--rules', 'a.yml'],
      'option `--rules <path>` cannot be used with option `--head-rules <path>`',
    ],
    [['--head-rules', 'none.yml'], 'none.yml: there is no such rule file'],
    [['--head-rules', '../none.yml'], 'there is no rule file `../none.yml`'],
    [['--max-age', 'soon'], 'it must be a whole number'],
    [['--max-unread', '101'], 'it must be a number from 0 to 100'],
    [['--head-rules', 'new.yml', '--base-url', 'https://querygate.example'], 'the API key is missing'],
  ])('is one line, with exit code 2: %j', async (args, message) => {
    folder.write({ 'new.yml': OLD });
    const { code, stdout, stderr } = await simulate(folder.dir, ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
