import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkout, type Files, newOrigin, type Origin, publishPull, pullEvent, repository } from '../ci/repository.ts';
import { MISSING as NO_GITLAB, PATH_SOURCE, runJob } from '../e2e/gitlab-job.ts';
import { NODE, packaged, TOP } from '../e2e/packaged.ts';
import { runStep, type StepRequest } from '../e2e/runner.ts';
import { expectSound } from '../e2e/scenario.ts';
import { querygate } from '../entry/cli/client.ts';
import { findPrograms } from './program.ts';
import { CARTS, shopSuite } from './suite/shop.ts';

// One job runs the tests of a change and records them; another, without that code, judges the queries that they add to
// those of the base branch.

const MISSING = findPrograms(['initdb']);
const isMissing = typeof MISSING === 'string';
if (isMissing) process.stdout.write(`not run: the jobs that record tests and check (${MISSING})\n`);

const TESTS = 'node_modules/.bin/vitest run';
const SNAPSHOT = '.querygate/tests.jsonl.gz';
const SUITE: Files = { ...shopSuite(), '.gitignore': 'node_modules\nquerygate-tests.jsonl.gz\n' };

describe.skipIf(isMissing)('a job that records tests, and one that checks', () => {
  let base: Files = SUITE;
  let origin: Origin;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'suite-'));
    repository(folder).write(SUITE);
    symlinkSync(join(TOP, 'node_modules'), join(folder, 'node_modules'));
    const args = ['record', '--as', 'tests', '--output', SNAPSHOT, '--', 'sh', '-c', TESTS];
    const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
    expect(code, stderr).toBe(0);
    base = { ...SUITE, [SNAPSHOT]: readFileSync(join(folder, SNAPSHOT)) };
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    origin = newOrigin();
  });
  afterEach(() => origin.dispose());

  /** A job on the pull request in a checkout of its own. */
  function jobs(changed: Files, from = base) {
    const commits = publishPull(origin, from, changed);
    return (name: string) => {
      const { dir } = checkout(origin, name, 'refs/pull/7/merge');
      const run = (action: StepRequest['action'], inputs: Readonly<Record<string, string>>) =>
        runStep({
          ...{ action, inputs, temp: join(origin.root, 'runner'), workspace: dir, event: 'pull_request' },
          ...{ payload: pullEvent(commits, Object.keys(changed).length), sha: commits.merge },
        });
      return { dir, run };
    };
  }

  async function recordAndCheck(changed: Files, from = base) {
    const job = jobs(changed, from);
    const recording = job('recording');
    symlinkSync(join(TOP, 'node_modules'), join(recording.dir, 'node_modules'));
    const recorded = await recording.run('record', { run: TESTS, as: 'tests' });
    expect([recorded.code, recorded.stderr]).toEqual([0, '']);
    expect(recorded.outputs).toMatchObject({ 'exit-code': '0', recording: 'querygate-tests.jsonl.gz' });
    expect(recorded.stdout).toContain("--caller-pattern 'database=shop_test_*'");
    const result = await job('judging').run('check', { tests: join(recording.dir, 'querygate-tests.jsonl.gz') });
    expectSound(result);
    return result;
  }

  it('list what the change adds, and fail if a rule blocks it', async () => {
    const result = await recordAndCheck(CARTS);
    expect([result.code, result.outputs['exit-code']]).toEqual([1, '1']);
    expect(result.summary).toContain('2 new query flows in the tests of this change, 1 blocked');
    expect(result.summary).toMatch(/update customers set region/);
    expect(result.summary).toMatch(/new flow, allowed: <code>select id from orders/);
  });

  it('pass if the change adds no query', async () => {
    const result = await recordAndCheck({ 'README.md': 'A shop.\n' });
    expect([result.code, result.outputs['exit-code']]).toEqual([0, '0']);
    expect(result.summary).toContain('no new query flow in the tests of this change');
  });

  it('do not pass if the base branch has no snapshot', async () => {
    const result = await recordAndCheck({ 'README.md': 'A shop.\n' }, SUITE);
    expect([result.code, result.outputs['exit-code']]).toEqual([1, '5']);
    expect(result.summary).toContain('which query flows the change adds is not known');
  });

  it('fail if the tests fail, or their snapshot does not arrive', async () => {
    const job = jobs({ 'README.md': 'A shop.\n' });
    const recorded = await job('recording').run('record', { run: 'exit 3', as: 'tests' });
    expect([recorded.code, recorded.outputs['exit-code'], recorded.outputs['recording']]).toEqual([1, '3', '']);
    const judging = job('judging');
    const result = await judging.run('check', { tests: 'querygate-tests.jsonl.gz' });
    expect([result.code, result.outputs['exit-code']]).toEqual([1, '2']);
    expect(existsSync(join(judging.dir, 'querygate-tests.jsonl.gz'))).toBe(false);
  });

  it.skipIf(NO_GITLAB !== '').each([
    ['fails for a query that a rule blocks', CARTS, 'block', 2],
    ['passes without a new query', { 'README.md': 'A shop.\n' }, 'allow', 0],
  ])(`${NO_GITLAB}in GitLab, %s`, async (_, changed, verdict, flows) => {
    const { artifacts, output } = await runJob(origin, {
      ...{ job: 'querygate:check', needs: true, artifacts: ['querygate-report.json'], base, changed },
      inputs: { ...PATH_SOURCE, 'record-tests': `ln -s ${join(TOP, 'node_modules')} . && ${TESTS}` },
    });
    const [report] = artifacts as readonly { readonly newFlows: readonly unknown[] }[];
    expect(report, output).toMatchObject({ verdict });
    expect(report?.newFlows).toHaveLength(flows);
  });
});
