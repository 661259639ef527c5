import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrigin, type Origin } from '../ci/repository.ts';
import { readJunit } from '../report/junit-format.ts';
import { DROP, found, instance, job, publishMirror, refused, runCheck } from './gitlab-client.ts';
import { expectCodeQuality, MISSING, PATH_SOURCE, SHIPPED } from './gitlab-job.ts';
import { failingPaths, PROGRAM_PATHS, PROGRAM_TEXTS, programTextsBase } from './program-texts.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

describe.skipIf(MISSING !== '')(`${MISSING}the GitLab job of a check`, () => {
  it('fails a merge request that drops a table, and writes its reports', async () => {
    const { output, quality, report, junit } = await runCheck(origin, DROP);
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(output).toContain('no-drop-table');
    expectCodeQuality(quality);
    expect(quality).toMatchObject([
      { check_name: 'no-drop-table', location: { path: 'db/2.sql', lines: { begin: 2 } } },
    ]);
    expect(report).toMatchObject({ verdict: 'block', exitCode: 1 });
    expect((await readJunit(junit)).filter(({ outcome }) => outcome === 'failure')).toMatchObject([
      { file: 'db/2.sql', line: 2 },
    ]);
  });

  it('never passes a text that a client or tool runs otherwise than it looks', async () => {
    const base = await programTextsBase();
    const { output, report } = await runCheck(origin, PROGRAM_TEXTS, PATH_SOURCE, {}, base);
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(failingPaths((report as { findings: Parameters<typeof failingPaths>[0] }).findings)).toEqual(PROGRAM_PATHS);
  });

  it('passes a merge request without findings', { tags: ['variant'] }, async () => {
    const { output, quality, report } = await runCheck(origin, {
      'db/2.sql': 'CREATE TABLE t (id bigint PRIMARY KEY);\n',
    });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('passes if no SQL changed, and writes both reports', async () => {
    const { output, quality, report } = await runCheck(origin, { 'README.md': 'x\n' });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(output).toMatch(/nothing to check/i);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('passes inputs on unchanged, without a shell', async () => {
    const mark = join(origin.root, 'pwned');
    const rules = `rules.yml; touch ${mark}; $(touch ${mark})`;
    const { output } = await runCheck(
      origin,
      { 'db/2.sql': 'SELECT 1;\n' },
      { ...PATH_SOURCE, rules, paths: `db/*.sql \`touch\${IFS}${mark}\`` },
    );
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(existsSync(mark)).toBe(false);
  });
});

describe.skipIf(MISSING !== '')(`${MISSING}the client of a GitLab job`, () => {
  it("is fetched from a project of the instance, with the job's token", async () => {
    const ref = publishMirror(origin);
    const { url } = await instance(origin);
    const result = await runCheck(origin, DROP, { project: 'mirror/querygate', ref }, job(url));
    found(result);
    expect(result.output).toContain(`${url}/mirror/querygate/-/blob/${ref}/docs/rules/no-drop-table.md`);
    expect(result.output).toContain(`fetch --quiet --depth 1 ${url}/mirror/querygate.git ${ref}`);
  });

  it.each([
    ['project', {}],
    ['url', { url: 'https://git.example/querygate.git' }],
  ])('is refused from `source: %s` without a commit, with the line to add', async (source, inputs) => {
    refused(
      await runCheck(origin, DROP, { source, ...inputs }),
      'add the line `ref: <full commit id>` under `inputs:`',
    );
  });

  it('is refused from a path without a client', async () => {
    const result = await runCheck(origin, DROP, { source: 'path', path: '/' });
    refused(result, 'no client found in /: there is no dist/cli.js');
  });

  it('is refused from a path inside the checkout, however the path is written', async () => {
    const script = SHIPPED.slice(SHIPPED.indexOf('          rmdir "$folder"'), SHIPPED.indexOf('        *) stop "'));
    const inside = join(origin.root, 'inside');
    mkdirSync(join(inside, 'client'), { recursive: true });
    symlinkSync(join(inside, 'client'), join(origin.root, 'link'));
    for (const path of [
      inside,
      `${inside}/client`,
      `${inside}/./client`,
      `//${inside}//client`,
      join(origin.root, 'link'),
    ]) {
      const lines = `stop() { echo "$1"; exit 2; }\nfolder=$(mktemp -d)\ncase path in path)\n${script.slice(0, script.lastIndexOf(';;'))};; esac\necho ran`;
      const env = { PATH: process.env['PATH'], QUERYGATE_PATH: path };
      const { status, stdout } = spawnSync('sh', ['-c', lines], { cwd: inside, env, encoding: 'utf8' });
      expect([path, status, stdout]).toEqual([path, 2, expect.stringContaining('is inside the checkout')]);
    }
  });
});
