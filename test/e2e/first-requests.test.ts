import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Files, newOrigin, type Origin, repository } from '../ci/repository.ts';
import { fences, read } from '../docs/repository.ts';
import { MISSING, PATH_SOURCE, runJob } from './gitlab-job.ts';
import { NODE, packaged } from './packaged.ts';
import { runPull } from './scenario.ts';

// The first requests of a repository without Querygate, with the files of the docs and of `init` as they are: none is
// red because of Querygate itself.

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

const REPOSITORY: Files = { 'db/1.sql': 'CREATE TABLE users (id bigint PRIMARY KEY);\n' };
const MIGRATION: Files = { 'db/2.sql': 'CREATE TABLE orders (id bigint PRIMARY KEY, total bigint NOT NULL);\n' };
const RULES = '.querygate/rules.yml';

/** The first rules of a page that are a whole file. */
function rulesOf(page: string): string {
  const found = fences(read(page), 'yaml').find((text) => text.includes('extends: [querygate:recommended@1]'));
  if (found === undefined) throw new Error(`${page} has no rule file`);
  return found;
}

/** The first ruleset of the README, and the same with a rule that blocks more. */
const FIRST_RULES: Files = { [RULES]: rulesOf('README.md') };
const SECOND_RULES: Files = {
  [RULES]: rulesOf('README.md').replace('drop_table, truncate', 'drop_table, truncate, alter_table'),
};

/** The step of each Action that the workflows of a page run, with its inputs. */
function stepsOf(
  page: string,
): readonly { readonly action: 'check' | 'simulate'; readonly inputs: Record<string, string> }[] {
  const workflows = fences(read(page), 'yaml').map((text) => parse(text) as unknown);
  const steps = workflows.flatMap((workflow) => {
    const { on, jobs } = workflow as {
      on?: object;
      jobs?: Record<string, { steps: { uses?: string; with?: object }[] }>;
    };
    return on && 'pull_request' in on && jobs ? Object.values(jobs).flatMap((job) => job.steps) : [];
  });
  return (['check', 'simulate'] as const).map((action) => {
    const uses = action === 'check' ? /^<owner>\/querygate@/ : /^<owner>\/querygate\/simulate@/;
    const step = steps.find((each) => uses.test(each.uses ?? ''));
    if (step === undefined) throw new Error(`${page} has no workflow with ${action}`);
    return { action, inputs: (step.with ?? {}) as Record<string, string> };
  });
}

/** What a request gets from both Actions: exit codes. */
async function pull(page: string, base: Files, changed: Files) {
  const codes: (string | undefined)[] = [];
  let summary = '';
  for (const { action, inputs } of stepsOf(page)) {
    const result = await runPull(origin, { action, inputs, base, changed });
    codes.push(result.outputs['exit-code']);
    summary = result.summary;
    origin.dispose();
    origin = newOrigin();
  }
  expect(summary).not.toContain('<code></code>');
  return { codes, summary };
}

describe.each(['README.md', 'docs/github.md'])('on GitHub, by hand as in %s,', (page) => {
  const setup: Files = { '.github/workflows/querygate.yml': 'name: querygate\n' };

  it('the request that sets Querygate up, with a first ruleset, passes', async () => {
    expect((await pull(page, REPOSITORY, { ...setup, ...FIRST_RULES })).codes).toEqual(['0', '0']);
  });

  it('the first request with SQL passes', async () => {
    expect((await pull(page, { ...REPOSITORY, ...setup }, MIGRATION)).codes).toEqual(['0', '0']);
  });

  it('the first rules pass, with the command that creates a history', async () => {
    const { codes, summary } = await pull(page, { ...REPOSITORY, ...setup }, FIRST_RULES);
    expect(codes).toEqual(['0', '0']);
    expect(summary).toContain('querygate history collect');
  });

  it('an edit of the rules is unknown without a history, and says how to go on', async () => {
    const { codes, summary } = await pull(page, { ...REPOSITORY, ...setup, ...FIRST_RULES }, SECOND_RULES);
    expect(codes).toEqual(['0', '5']);
    expect(summary).toContain('querygate history collect');
  });
});

describe('with the files of init,', () => {
  const initialised = (host: 'github' | 'gitlab'): Files => {
    const work = repository(`${origin.root}/init`);
    work.git('init', '--quiet', '--initial-branch=main');
    work.commit(REPOSITORY);
    const args = ['init', '--yes', '--host', host, '--dialect', 'postgresql'];
    expect(spawnSync(NODE, [packaged('cli.js'), ...args], { cwd: work.dir }).status).toBe(0);
    const paths = work.git('ls-files', '--others', '--exclude-standard').trim().split('\n');
    return Object.fromEntries(paths.map((path) => [path, readFileSync(join(work.dir, path), 'utf8')]));
  };

  it('each of the first four requests on GitHub passes, and the simulation says that there is no history', async () => {
    const setup = initialised('github');
    expect((await pull('README.md', REPOSITORY, setup)).codes).toEqual(['0', '0']);
    const base = { ...REPOSITORY, ...setup };
    expect((await pull('README.md', base, MIGRATION)).codes).toEqual(['0', '0']);
    for (const [before, after] of [
      [{}, FIRST_RULES],
      [FIRST_RULES, SECOND_RULES],
    ] as const) {
      const { codes, summary } = await pull('README.md', { ...base, ...before }, after);
      expect(codes).toEqual(['0', '0']);
      expect(summary).toContain('simulate.history: none');
    }
  });
});

describe.skipIf(MISSING !== '').each(['README.md', 'docs/gitlab.md'])(
  `${MISSING}on GitLab, by hand as in %s,`,
  (page) => {
    const { dialect } = (fences(read(page), 'yaml')
      .map((text) => parse(text) as { include?: { inputs?: { dialect?: string } }[] })
      .find(({ include }) => include?.[0]?.inputs?.dialect)?.include?.[0]?.inputs ?? {}) as { dialect: string };

    it.each([
      ['the request that sets Querygate up, with a first ruleset, passes', 'simulate', REPOSITORY, FIRST_RULES, 'PASS'],
      ['the first request with SQL passes', 'check', REPOSITORY, MIGRATION, 'PASS'],
      [
        'an edit of the rules without a history fails',
        'simulate',
        { ...REPOSITORY, ...FIRST_RULES },
        SECOND_RULES,
        'FAIL',
      ],
    ] as const)('%s', async (_, job, base, changed, end) => {
      const inputs = { ...PATH_SOURCE, dialect };
      const { output } = await runJob(origin, { job: `querygate:${job}`, artifacts: [], base, changed, inputs });
      expect(output).toMatch(new RegExp(`${end}\\s+querygate:${job}`));
    });
  },
);
