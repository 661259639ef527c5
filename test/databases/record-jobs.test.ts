import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkout, type Files, newOrigin, type Origin, publishPull, pullEvent } from '../ci/repository.ts';
import { MISSING as NO_GITLAB, PATH_SOURCE, runJob } from '../e2e/gitlab-job.ts';
import { TOP } from '../e2e/packaged.ts';
import { runStep, type StepRequest } from '../e2e/runner.ts';
import { expectSound, places } from '../e2e/scenario.ts';
import { KNEX } from './frameworks/knex.ts';
import { findPrograms } from './program.ts';

// The two jobs of a workflow: one runs the change's code and records it, the other has none of that code and judges.

const MISSING = findPrograms(['initdb']);
const isMissing = typeof MISSING === 'string';
if (isMissing) process.stdout.write(`not run: the jobs that record and check (${MISSING})\n`);

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

const BASE: Files = { ...KNEX.project, ...KNEX.base, '.gitignore': 'node_modules\n' };
const [DROP] = KNEX.change;
const HARMLESS = KNEX.change.find(({ rules }) => rules.length === 0);

/** A job on the pull request in a checkout of its own. */
function jobs(changed: Files) {
  const commits = publishPull(origin, BASE, changed);
  const job = (name: string) => {
    const { dir } = checkout(origin, name, 'refs/pull/7/merge');
    const run = (action: StepRequest['action'], inputs: Readonly<Record<string, string>>) =>
      runStep({
        action,
        inputs,
        temp: join(origin.root, 'runner'),
        workspace: dir,
        event: 'pull_request',
        payload: pullEvent(commits, Object.keys(changed).length),
        sha: commits.merge,
      });
    return { dir, run };
  };
  return { recording: job('recording'), judging: job('judging') };
}

describe.skipIf(isMissing)('a job that records, and one that checks', () => {
  it.each([
    ['fail for a migration that drops a column', DROP, 1, (path: string) => [`error ${path}:1`]],
    ['pass for one that is harmless', HARMLESS, 0, () => []],
  ])('%s', async (_, migration, code, expected) => {
    const { path = '', text = '' } = migration ?? {};
    const { recording, judging } = jobs({ [path]: text });
    symlinkSync(join(TOP, 'node_modules'), join(recording.dir, 'node_modules'));
    const recorded = await recording.run('record', { run: 'node_modules/.bin/knex migrate:latest', output: 'r.jsonl' });
    expect([recorded.code, recorded.stderr]).toEqual([0, '']);
    expect(recorded.outputs).toMatchObject({ 'exit-code': '0', recording: 'r.jsonl' });
    const result = await judging.run('check', { recording: join(recording.dir, 'r.jsonl') });
    expectSound(result);
    expect([result.code, places(result)]).toEqual([code, expected(path)]);
    expect(result.summary).toContain('holds 2 migrations (Knex), 1 of them of this change');
  });

  it('fail if the command fails, and if no recording arrives', async () => {
    const { recording, judging } = jobs({ [DROP?.path ?? '']: DROP?.text ?? '' });
    const recorded = await recording.run('record', { run: 'exit 3', output: 'r.jsonl' });
    expect([recorded.code, recorded.outputs['exit-code']]).toEqual([1, '3']);
    expect(readFileSync(join(recording.dir, 'r.jsonl'), 'utf8')).toContain('"exitCode":3');
    const checked = await judging.run('check', { recording: join(recording.dir, 'r.jsonl') });
    expect([checked.code, checked.outputs['exit-code']]).toEqual([1, '5']);
    const without = await judging.run('check', { recording: 'missing.jsonl' });
    expect([without.code, without.outputs['exit-code']]).toEqual([1, '2']);
    expect(existsSync(join(judging.dir, 'missing.jsonl'))).toBe(false);
  });

  it.skipIf(NO_GITLAB !== '').each([
    ['fails for a migration that drops a column', DROP, 'block'],
    ['passes for one that is harmless', HARMLESS, 'allow'],
  ])(`${NO_GITLAB}in GitLab, %s`, async (_, migration, verdict) => {
    const { path = '', text = '' } = migration ?? {};
    const { artifacts, output } = await runJob(origin, {
      job: 'querygate:check',
      needs: true,
      artifacts: ['querygate-report.json'],
      base: BASE,
      changed: { [path]: text },
      inputs: {
        ...PATH_SOURCE,
        record: `ln -s ${join(TOP, 'node_modules')} . && node_modules/.bin/knex migrate:latest`,
      },
    });
    expect(artifacts[0], output).toMatchObject({ verdict, files: [{ path }] });
  });

  it('do not give the inputs of the step to the command', async () => {
    const { recording } = jobs({});
    const inputs = { run: 'env > env.txt', output: 'r.jsonl', env: 'SHOP_DATABASE' };
    expect((await recording.run('record', inputs)).code).toBe(0);
    const names = readFileSync(join(recording.dir, 'env.txt'), 'utf8');
    expect(names).toMatch(/^SHOP_DATABASE=postgresql:\/\/postgres@127\.0\.0\.1:\d+\/postgres$/m);
    expect(names).not.toMatch(/^INPUT_/m);
  });
});
