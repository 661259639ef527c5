import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { newOrigin, type Origin } from '../ci/repository.ts';
import { gitlab, pipeline } from './gitlab-job.ts';
import { TOP } from './packaged.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

describe.each([
  ['querygate.gitlab-ci.yml', 'querygate:check'],
  ['simulate.gitlab-ci.yml', 'querygate:simulate'],
])('the GitLab template %s', { timeout: 60_000 }, (template, job) => {
  const shipped = readFileSync(join(TOP, 'gitlab', template), 'utf8');

  /** Expands a pipeline that includes the template. */
  function preview(text: string, inputs: Readonly<Record<string, string>> = {}) {
    origin.author.write({ [template]: text, '.gitlab-ci.yml': pipeline(template, { stage: 'test', ...inputs }) });
    origin.author.commit({});
    return gitlab(origin.author.dir, ['--preview']);
  }

  it("expands to a pipeline that is valid by GitLab's schema", () => {
    const good = preview(shipped);
    expect(good.output).toContain('json schema validated');
    expect(good.code).toBe(0);
    const bad = preview(shipped.replace('interruptible: true', 'interruptible: {}'));
    expect(bad.code).not.toBe(0);
  });

  it('names its job according to the input', () => {
    expect(preview(shipped, { 'job-suffix': ':billing' }).output).toContain(`${job}:billing:`);
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

  it('installs the current version by default', () => {
    const { version } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as { version: string };
    expect(shipped).toMatch(new RegExp(`\\n {6}default: ${version.replaceAll('.', '\\.')}\\n`));
  });
});
