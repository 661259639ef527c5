import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Files, newOrigin, type Origin } from '../ci/repository.ts';
import { expectCodeQuality, MISSING, runJob as run } from './gitlab-job.ts';
import { TOP } from './packaged.ts';
import { SETUP } from './scenario.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

function runJob(changed: Files, inputs: Readonly<Record<string, string>> = {}) {
  const artifacts = ['gl-code-quality-report.json', 'querygate-report.json'];
  const request = {
    template: 'querygate.gitlab-ci.yml',
    job: 'querygate:check',
    artifacts,
    base: SETUP,
    changed,
    inputs,
  };
  const { artifacts: found, ...result } = run(origin, request);
  return { ...result, quality: found[0], report: found[1] };
}

describe.skipIf(MISSING !== '')(`${MISSING}the GitLab job of a check`, { timeout: 60_000 }, () => {
  it('fails a merge request that drops a table, and writes both reports', () => {
    const { output, quality, report } = runJob({ 'db/2.sql': 'SELECT 1;\nDROP TABLE users;\n' });
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(output).toContain('no-drop-table');
    expectCodeQuality(quality);
    expect(quality).toMatchObject([
      { check_name: 'no-drop-table', location: { path: 'db/2.sql', lines: { begin: 2 } } },
    ]);
    expect(report).toMatchObject({ verdict: 'block', exitCode: 1 });
  });

  it('passes a merge request without findings', () => {
    const { output, quality, report } = runJob({ 'db/2.sql': 'CREATE TABLE t (id bigint PRIMARY KEY);\n' });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('passes if no SQL changed, and writes both reports', () => {
    const { output, quality, report } = runJob({ 'README.md': 'x\n' });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(output).toMatch(/nothing to check/i);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('passes inputs on unchanged, without a shell', () => {
    const mark = join(origin.root, 'pwned');
    const rules = `rules.yml; touch ${mark}; $(touch ${mark})`;
    const { output } = runJob({ 'db/2.sql': 'SELECT 1;\n' }, { rules, paths: `db/*.sql \`touch\${IFS}${mark}\`` });
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(existsSync(mark)).toBe(false);
  });

  it('can install the client from a tarball', () => {
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
