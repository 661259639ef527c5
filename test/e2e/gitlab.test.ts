import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkout, type Files, gitEnv, newOrigin, type Origin, publishPull } from '../ci/repository.ts';
import { SETUP } from './scenario.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const NODE = join(TOP, 'node_modules/.bin/node');
const CLIENT = join(TOP, process.env['QUERYGATE_E2E_CLI'] ?? 'dist/cli.js');
const TEMPLATE = 'gitlab/querygate.gitlab-ci.yml';

/** gitlab-ci-local copies the checkout with it. */
const missing = spawnSync('rsync', ['--version']).error ? 'not run, rsync is missing: ' : '';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

function pipeline(inputs: Readonly<Record<string, string>>): string {
  const lines = Object.entries(inputs).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`);
  return `include:\n  - local: querygate.gitlab-ci.yml\n    inputs:\n${lines.join('\n')}\n`;
}

function gitlab(cwd: string, ...args: string[]) {
  const tool = join(TOP, 'node_modules/.bin/gitlab-ci-local');
  const env = { ...gitEnv(), PATH: `${join(TOP, 'node_modules/.bin')}:${process.env['PATH']}`, GCL_COLOR: 'false' };
  const result = spawnSync(NODE, [tool, ...args], { cwd, env, encoding: 'utf8' });
  return { code: result.status, output: `${result.stdout}\n${result.stderr}` };
}

/** Runs the job for real in the pipeline of a merge request, in a clone one commit deep. */
function runJob(changed: Files, inputs: Readonly<Record<string, string>> = {}) {
  const base = { ...SETUP, '.gitlab-ci.yml': pipeline({ client: CLIENT, ...inputs }) };
  origin.author.write({ 'querygate.gitlab-ci.yml': readFileSync(join(TOP, TEMPLATE), 'utf8') });
  const commits = publishPull(origin, base, changed);
  const work = checkout(origin, 'work', 'refs/heads/feature');
  const variables = {
    GITLAB_CI: 'true',
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_PROJECT_ID: '1',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1',
    CI_DEFAULT_BRANCH: 'main',
  };
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  const result = gitlab(work.dir, '--force-shell-executor', '--shell-isolation', ...given, 'querygate:check');
  const artifact = (name: string) => {
    const path = join(work.dir, '.gitlab-ci-local/artifacts/querygateOgcheck', name);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined;
  };
  return { ...result, quality: artifact('gl-code-quality-report.json'), report: artifact('querygate-report.json') };
}

/** The report as GitLab documents it; its parser stops at the first entry that is not so. */
const CODE_QUALITY = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1, pattern: '^[^/\\r\\n][^\\r\\n]*$' },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!/|\\./|\\.\\./)' },
          lines: { type: 'object', required: ['begin'], properties: { begin: { type: 'integer', minimum: 1 } } },
        },
      },
    },
  },
} as const;

function expectCodeQuality(value: unknown): void {
  const validate = new Ajv().compile(CODE_QUALITY);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  const fingerprints = (value as { fingerprint: string }[]).map((entry) => entry.fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
}

describe.skipIf(missing !== '')(`${missing}the GitLab job`, { timeout: 60_000 }, () => {
  it('fails a merge request that drops a table, and leaves both reports', () => {
    const { output, quality, report } = runJob({ 'db/2.sql': 'SELECT 1;\nDROP TABLE users;\n' });
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(output).toContain('no-drop-table');
    expectCodeQuality(quality);
    expect(quality).toMatchObject([
      { check_name: 'no-drop-table', location: { path: 'db/2.sql', lines: { begin: 2 } } },
    ]);
    expect(report).toMatchObject({ verdict: 'block', exitCode: 1 });
  });

  it('passes a merge request that is clean', () => {
    const { output, quality, report } = runJob({ 'db/2.sql': 'CREATE TABLE t (id bigint PRIMARY KEY);\n' });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('passes with nothing to check where no SQL changed, and leaves both reports', () => {
    const { output, quality, report } = runJob({ 'README.md': 'x\n' });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(output).toMatch(/nothing to check/i);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('hands inputs over as they are, and no shell reads them', () => {
    const mark = join(origin.root, 'pwned');
    const rules = `rules.yml; touch ${mark}; $(touch ${mark})`;
    const { output } = runJob({ 'db/2.sql': 'SELECT 1;\n' }, { rules, paths: `db/*.sql \`touch\${IFS}${mark}\`` });
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(existsSync(mark)).toBe(false);
  });

  it('takes its client from a tarball', () => {
    const folder = join(origin.root, 'packed');
    origin.author.write({ '.keep': '' });
    execFileSync('mkdir', [folder]);
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: TOP });
    const [name = ''] = execFileSync('ls', [folder], { encoding: 'utf8' }).split('\n');
    const { output } = runJob({ 'db/2.sql': 'DROP TABLE users;\n' }, { client: join(folder, name) });
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(output).toContain('no-drop-table');
  });
});

describe('the GitLab template', { timeout: 60_000 }, () => {
  /** Expands a pipeline that includes the template. */
  function preview(template: string, inputs: Readonly<Record<string, string>> = {}) {
    origin.author.write({
      'querygate.gitlab-ci.yml': template,
      '.gitlab-ci.yml': pipeline({ stage: 'test', ...inputs }),
    });
    origin.author.commit({});
    return gitlab(origin.author.dir, '--preview');
  }
  const shipped = readFileSync(join(TOP, TEMPLATE), 'utf8');

  it("is valid by GitLab's schema once expanded, which the tool checks", () => {
    const good = preview(shipped);
    expect(good.output).toContain('json schema validated');
    expect(good.code).toBe(0);
    const bad = preview(shipped.replace('interruptible: true', 'interruptible: {}'));
    expect(bad.code).not.toBe(0);
  });

  it('names its job as it is told', () => {
    expect(preview(shipped, { 'job-suffix': ':billing' }).output).toContain('querygate:check:billing:');
    expect(preview(shipped, { 'job-suffix': ': x' }).code).not.toBe(0);
  });

  it('puts no input into a script', () => {
    const [, body = ''] = shipped.split('\n---\n');
    const script = body.slice(body.indexOf('  script:'), body.indexOf('  artifacts:'));
    expect(script.length).toBeGreaterThan(100);
    expect(script).not.toContain('$[[');
    const declared = Object.keys(
      (parse(shipped.split('\n---\n')[0] ?? '') as { spec: { inputs: object } }).spec.inputs,
    );
    for (const name of declared) expect(body).toContain(`$[[ inputs.${name} ]]`);
  });

  it('asks for the version that this is', () => {
    const { version } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as { version: string };
    expect(shipped).toMatch(new RegExp(`\\n {6}default: ${version.replaceAll('.', '\\.')}\\n`));
  });
});
