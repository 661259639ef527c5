import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Files, newOrigin, type Origin, repository } from '../ci/repository.ts';
import { readJunit } from '../report/junit-format.ts';
import { serveGit } from './git-http.ts';
import { expectCodeQuality, MISSING, PATH_SOURCE, runJob as run, SHIPPED } from './gitlab-job.ts';
import { packaged, TOP } from './packaged.ts';
import { SETUP } from './scenario.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

const DROP = { 'db/2.sql': 'SELECT 1;\nDROP TABLE users;\n' };

async function runJob(
  changed: Files,
  inputs: Readonly<Record<string, string>> = PATH_SOURCE,
  variables: Readonly<Record<string, string>> = {},
) {
  const artifacts = ['gl-code-quality-report.json', 'querygate-report.json', 'querygate-junit.xml'];
  const { artifacts: found, ...result } = await run(origin, {
    job: 'querygate:check',
    artifacts,
    base: SETUP,
    changed,
    inputs,
    variables,
  });
  return { ...result, quality: found[0], report: found[1], junit: String(found[2]) };
}

describe.skipIf(MISSING !== '')(`${MISSING}the GitLab job of a check`, { timeout: 60_000 }, () => {
  it('fails a merge request that drops a table, and writes its reports', async () => {
    const { output, quality, report, junit } = await runJob(DROP);
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

  it('passes a merge request without findings', async () => {
    const { output, quality, report } = await runJob({ 'db/2.sql': 'CREATE TABLE t (id bigint PRIMARY KEY);\n' });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('passes if no SQL changed, and writes both reports', async () => {
    const { output, quality, report } = await runJob({ 'README.md': 'x\n' });
    expect(output).toMatch(/PASS\s+querygate:check/);
    expect(output).toMatch(/nothing to check/i);
    expect(quality).toEqual([]);
    expect(report).toMatchObject({ verdict: 'allow', exitCode: 0 });
  });

  it('passes inputs on unchanged, without a shell', async () => {
    const mark = join(origin.root, 'pwned');
    const rules = `rules.yml; touch ${mark}; $(touch ${mark})`;
    const { output } = await runJob(
      { 'db/2.sql': 'SELECT 1;\n' },
      { ...PATH_SOURCE, rules, paths: `db/*.sql \`touch\${IFS}${mark}\`` },
    );
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(existsSync(mark)).toBe(false);
  });
});

/** A GitLab instance: it serves `mirror/querygate` to job tokens, and files. Returns its address and what was asked. */
async function instance(files: Readonly<Record<string, Buffer>> = {}) {
  const asked: { path: string; token: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const target = new URL(request.url ?? '/', 'http://localhost');
    asked.push({ path: target.pathname, token: request.headers['job-token'] as string | undefined });
    const file = files[target.pathname];
    const folder = { root: origin.root, user: 'gitlab-ci-token', token: 'job-secret' };
    if (file?.toString().startsWith('http')) response.writeHead(302, { location: file.toString() }).end();
    else if (file) response.end(file);
    else serveGit(folder, request, response, target).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Publishes a mirror with the packaged client. Returns its commit. */
function publishMirror(): string {
  const mirror = repository(join(origin.root, 'mirror/querygate.git'));
  mirror.git('init', '--quiet');
  mirror.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  cpSync(dirname(packaged('cli.js')), join(mirror.dir, 'dist'), { recursive: true });
  return mirror.commit({ 'package.json': readFileSync(join(TOP, 'package.json')) });
}

function tarball(): string {
  const folder = join(origin.root, 'packed');
  mkdirSync(folder);
  spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: TOP });
  return join(folder, readdirSync(folder)[0] ?? '');
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(MISSING !== '')(`${MISSING}the client of a GitLab job`, { timeout: 60_000 }, () => {
  const job = (url: string) => ({ CI_SERVER_URL: url, CI_API_V4_URL: `${url}/api/v4`, CI_JOB_TOKEN: 'job-secret' });
  const found = (result: { output: string; report: unknown }) => {
    expect(result.output).toMatch(/FAIL\s+querygate:check/);
    expect(result.report).toMatchObject({ exitCode: 1, totals: { blocked: 1 } });
    expect(result.output).not.toContain('job-secret');
  };
  const refused = (result: { output: string; report: unknown }, why: string) => {
    expect(result.output).toMatch(/FAIL\s+querygate:check/);
    expect(result.output).toContain(why);
    expect(result.report).toBeUndefined();
    expect(result.output).not.toContain('job-secret');
  };

  it("is fetched from a project of the instance, with the job's token", async () => {
    const ref = publishMirror();
    const { url } = await instance();
    const result = await runJob(DROP, { project: 'mirror/querygate', ref }, job(url));
    found(result);
    expect(result.output).toContain(`${url}/mirror/querygate/-/blob/${ref}/docs/rules/no-drop-table.md`);
    expect(result.output).toContain(`fetch --quiet --depth 1 ${url}/mirror/querygate.git ${ref}`);
  });

  it('cannot be fetched from a project that the token cannot read', async () => {
    const ref = publishMirror();
    const { url } = await instance();
    const result = await runJob(DROP, { project: 'mirror/querygate', ref }, { ...job(url), CI_JOB_TOKEN: 'other' });
    refused(result, `the commit ${ref} cannot be fetched from ${url}/mirror/querygate.git`);
  });

  it('cannot be fetched at a commit that the project does not have', async () => {
    publishMirror();
    const { url } = await instance();
    const ref = 'deadbeef'.repeat(5);
    refused(await runJob(DROP, { project: 'mirror/querygate', ref }, job(url)), `the commit ${ref} cannot be fetched`);
  });

  it('is fetched from a git repository elsewhere, without the token', async () => {
    const ref = publishMirror();
    const { url } = await instance();
    const address = `file://${join(origin.root, 'mirror/querygate.git')}`;
    found(await runJob(DROP, { source: 'url', url: address, ref }, job(url)));
    const wrong = await runJobAgain(
      { source: 'url', url: `${url}/mirror/querygate.git`, ref },
      job('http://other.example'),
    );
    refused(wrong, 'cannot be fetched');
  });

  it('is fetched from a tarball, by path and by URL', async () => {
    const path = tarball();
    const bytes = readFileSync(path);
    found(await runJob(DROP, { source: 'tarball', url: path, sha256: sha256(bytes) }));
    const { url, asked } = await instance({ '/files/querygate.tgz': bytes });
    found(await runJobAgain({ source: 'tarball', url: `${url}/files/querygate.tgz`, sha256: sha256(bytes) }, job(url)));
    expect(asked).toEqual([{ path: '/files/querygate.tgz', token: undefined }]);
  });

  it("is fetched from the instance's package registry, whose redirect does not get the token", async () => {
    const bytes = readFileSync(tarball());
    const store = await instance({ '/querygate.tgz': bytes });
    const registry = '/api/v4/projects/1/packages/generic/querygate/0.1.0/querygate.tgz';
    const { url, asked } = await instance({ [registry]: Buffer.from(`${store.url}/querygate.tgz`) });
    found(await runJob(DROP, { source: 'tarball', url: `${url}${registry}`, sha256: sha256(bytes) }, job(url)));
    expect(asked).toEqual([{ path: registry, token: 'job-secret' }]);
    expect(store.asked).toEqual([{ path: '/querygate.tgz', token: undefined }]);
  });

  it('is refused from a tarball with another SHA-256', async () => {
    const path = tarball();
    const result = await runJob(DROP, { source: 'tarball', url: path, sha256: 'ab'.repeat(32) });
    refused(result, `its SHA-256 is not ${'ab'.repeat(32)}`);
  });

  it.each([
    ['that is relative', 'tools/querygate', 'must be an absolute path'],
    ['that is missing', '/nowhere', 'no client found in /nowhere'],
    ['without a client', '/', 'no client found in /: there is no dist/cli.js'],
  ])('is refused from a path %s', async (_, path, why) => {
    refused(await runJob(DROP, { source: 'path', path }), why);
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

  it('is refused at a branch, even one that is named like a commit id', async () => {
    const ref = publishMirror();
    const { url } = await instance();
    const branch = 'ab'.repeat(32);
    repository(join(origin.root, 'mirror/querygate.git')).git('branch', branch);
    refused(await runJob(DROP, { project: 'mirror/querygate', ref: branch }, job(url)), 'cannot be fetched');
    const variables = { ...job(url), QUERYGATE_REF: 'main' };
    refused(await runJobAgain({ project: 'mirror/querygate', ref }, variables), 'must be a full commit id');
  });

  /** A second job in a new repository. */
  function runJobAgain(inputs: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>>) {
    const first = origin;
    onTestFinished(() => first.dispose());
    origin = newOrigin();
    return runJob(DROP, inputs, variables);
  }
});

describe('the default commit of the client in the GitLab template', () => {
  const run = (...args: string[]) => spawnSync('git', args, { cwd: TOP, encoding: 'utf8' });
  const git = (...args: string[]) => run(...args).stdout.trim();
  const isShallow = git('rev-parse', '--is-shallow-repository') !== 'false';

  it.skipIf(isShallow)(`${isShallow ? 'not run, the history is missing: ' : ''}has this dist/`, () => {
    const ref = /^ {6}default: ([0-9a-f]{40})$/m.exec(
      readFileSync(join(TOP, 'gitlab/querygate.gitlab-ci.yml'), 'utf8'),
    )?.[1];
    expect(git('rev-parse', `${ref}:dist`)).toBe(git('rev-parse', 'HEAD:dist'));
    expect(run('merge-base', '--is-ancestor', String(ref), 'HEAD')).toMatchObject({ status: 0, stderr: '' });
  });
});
