import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { newOrigin, type Origin } from '../ci/repository.ts';
import { gitlab, pipeline, SHIPPED, TEMPLATE } from './gitlab-job.ts';
import { TOP } from './packaged.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

/** Expands a pipeline that includes the template. */
function preview(text: string, inputs: Inputs = {}, jobs = '') {
  origin.author.commit({ [TEMPLATE]: text, '.gitlab-ci.yml': jobs + pipeline({ stage: 'test', ...inputs }) });
  return gitlab(origin.author.dir, ['--preview']);
}

type Inputs = Readonly<Record<string, string | boolean | readonly string[]>>;

const [header = '', body = ''] = SHIPPED.split('\n---\n');

describe('the GitLab template', () => {
  it("expands to a pipeline that is valid by GitLab's schema", async () => {
    const good = await preview(SHIPPED);
    expect(good.output).toContain('json schema validated');
    expect(good.code).toBe(0);
    const bad = await preview(SHIPPED.replace('interruptible: true', 'interruptible: {}'));
    expect(bad.code).not.toBe(0);
  });

  it('names its jobs according to the input', async () => {
    const { output } = await preview(SHIPPED, { 'job-suffix': ':billing' });
    for (const job of ['check', 'record', 'simulate']) expect(output).toContain(`querygate:${job}:billing:`);
    expect((await preview(SHIPPED, { 'job-suffix': ': x' })).code).not.toBe(0);
  });

  it('uses every input, and none in a script', () => {
    const jobs = parse(body) as Record<string, { script?: string[]; before_script?: string[] }>;
    const scripts = Object.values(jobs).flatMap((job) => [...(job.script ?? []), ...(job.before_script ?? [])]);
    expect(scripts).toHaveLength(4);
    expect(scripts.join('')).not.toContain('$[[');
    const declared = Object.keys((parse(header) as { spec: { inputs: object } }).spec.inputs);
    for (const name of declared) expect(body).toContain(`$[[ inputs.${name} ]]`);
  });

  const MERGE_REQUEST = { CI_PIPELINE_SOURCE: 'merge_request_event' };
  const branch = (name: string) => ({ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: name });
  it.each([
    ['a merge request', MERGE_REQUEST, {}, ['check', 'simulate']],
    ['a merge request, without simulation', MERGE_REQUEST, { simulate: false }, ['check']],
    ['the default branch', branch('main'), {}, ['check', 'simulate']],
    ['another branch', branch('feature'), {}, []],
    ['another branch, if the input says so', branch('feature'), { 'branch-pipelines': true }, ['check', 'simulate']],
    ['a tag', { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'v1' }, { 'branch-pipelines': true }, []],
  ])('creates the right jobs in the pipeline of %s', async (_, variables, inputs, jobs) => {
    origin.author.write({ [TEMPLATE]: SHIPPED, '.gitlab-ci.yml': pipeline({ stage: 'test', ...inputs }) });
    origin.author.commit({});
    const given = Object.entries({ CI_DEFAULT_BRANCH: 'main', CI_COMMIT_BRANCH: '', ...variables });
    const { output } = await gitlab(origin.author.dir, [
      '--list-json',
      ...given.flatMap(([name, value]) => ['--variable', `${name}=${value}`]),
    ]);
    const listed = JSON.parse(output.slice(output.indexOf('\n[\n'))) as { name: string; when: string }[];
    expect(listed.filter(({ when }) => when !== 'never').map(({ name }) => name)).toEqual(
      jobs.map((job) => `querygate:${job}`),
    );
  });
});

describe('the CI/CD component', () => {
  const COMPONENT = readFileSync(join(TOP, 'templates/querygate.yml'), 'utf8');
  const [head = ''] = COMPONENT.split('\n---\n');
  const inputsOf = (text: string) => (parse(text) as { spec: { inputs: Record<string, unknown> } }).spec.inputs;

  /** Expands a pipeline of the project that holds the component. Returns the commit too. */
  async function previewComponent(inputs: Inputs, jobs: string) {
    const lines = Object.entries(inputs).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}\n`);
    const commit = origin.author.commit({
      [`gitlab/${TEMPLATE}`]: SHIPPED,
      'templates/querygate.yml': COMPONENT,
      '.gitlab-ci.yml': `${jobs}include:\n  - component: $CI_SERVER_FQDN/$CI_PROJECT_PATH/querygate@$CI_COMMIT_SHA\n    inputs:\n${lines.join('')}`,
    });
    return { commit, ...(await gitlab(origin.author.dir, ['--preview'])) };
  }

  const expanded = (output: string) => parse(output.slice(output.indexOf('\n---\n'))) as unknown;

  it('has the inputs of the template, but for `ref`', () => {
    const { ref, ...inputs } = inputsOf(header);
    expect(ref).toMatchObject({ default: '' });
    expect(inputsOf(head)).toEqual(inputs);
  });

  it.each([
    ['no inputs', {}],
    [
      'inputs of each type',
      {
        project: 'acme/gate',
        'job-suffix': ':billing',
        paths: 'db/*.sql "a b" back\\slash',
        dialect: 'cockroachdb',
        simulate: false,
        needs: ['history'],
        'max-age': '7',
      },
    ],
  ])('expands to the jobs of the template at its own commit, with %s', async (_, given) => {
    const inputs = { stage: 'test', ...given };
    const jobs = 'history:\n  script: [echo]\n';
    const { commit, code, output } = await previewComponent(inputs, jobs);
    const template = await preview(SHIPPED, { ...inputs, ref: commit }, jobs);
    expect([code, expanded(output)]).toEqual([0, expanded(template.output)]);
    expect(output).toContain(`QUERYGATE_REF: ${commit}`);
  });
});
