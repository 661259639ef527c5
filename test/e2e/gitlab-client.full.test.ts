import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newOrigin, type Origin, repository } from '../ci/repository.ts';
import { DROP, found, instance, job, publishMirror, refused, runCheck } from './gitlab-client.ts';
import { MISSING } from './gitlab-job.ts';
import { TOP } from './packaged.ts';

// Every place that a GitLab job can fetch its client from, and what it refuses. gitlab.test.ts has the default place.

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

function tarball(): string {
  const folder = join(origin.root, 'packed');
  mkdirSync(folder);
  spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: TOP });
  return join(folder, readdirSync(folder)[0] ?? '');
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(MISSING !== '')(`${MISSING}the client of a GitLab job`, () => {
  it('cannot be fetched from a project that the token cannot read', async () => {
    const ref = publishMirror(origin);
    const { url } = await instance(origin);
    const result = await runCheck(
      origin,
      DROP,
      { project: 'mirror/querygate', ref },
      { ...job(url), CI_JOB_TOKEN: 'other' },
    );
    refused(result, `the commit ${ref} cannot be fetched from ${url}/mirror/querygate.git`);
  });

  it('cannot be fetched at a commit that the project does not have', async () => {
    publishMirror(origin);
    const { url } = await instance(origin);
    const ref = 'deadbeef'.repeat(5);
    refused(
      await runCheck(origin, DROP, { project: 'mirror/querygate', ref }, job(url)),
      `the commit ${ref} cannot be fetched`,
    );
  });

  it('is fetched from a git repository elsewhere, without the token', async () => {
    const ref = publishMirror(origin);
    const { url } = await instance(origin);
    const address = `file://${join(origin.root, 'mirror/querygate.git')}`;
    found(await runCheck(origin, DROP, { source: 'url', url: address, ref }, job(url)));
    const wrong = await runJobAgain(
      { source: 'url', url: `${url}/mirror/querygate.git`, ref },
      job('http://other.example'),
    );
    refused(wrong, 'cannot be fetched');
  });

  it('is fetched from a tarball, by path and by URL', async () => {
    const path = tarball();
    const bytes = readFileSync(path);
    found(await runCheck(origin, DROP, { source: 'tarball', url: path, sha256: sha256(bytes) }));
    const { url, asked } = await instance(origin, { '/files/querygate.tgz': bytes });
    found(await runJobAgain({ source: 'tarball', url: `${url}/files/querygate.tgz`, sha256: sha256(bytes) }, job(url)));
    expect(asked).toEqual([{ path: '/files/querygate.tgz', token: undefined }]);
  });

  it("is fetched from the instance's package registry, whose redirect does not get the token", async () => {
    const bytes = readFileSync(tarball());
    const store = await instance(origin, { '/querygate.tgz': bytes });
    const registry = '/api/v4/projects/1/packages/generic/querygate/0.1.0/querygate.tgz';
    const { url, asked } = await instance(origin, { [registry]: Buffer.from(`${store.url}/querygate.tgz`) });
    found(
      await runCheck(origin, DROP, { source: 'tarball', url: `${url}${registry}`, sha256: sha256(bytes) }, job(url)),
    );
    expect(asked).toEqual([{ path: registry, token: 'job-secret' }]);
    expect(store.asked).toEqual([{ path: '/querygate.tgz', token: undefined }]);
  });

  it('is refused from a tarball with another SHA-256', async () => {
    const path = tarball();
    const result = await runCheck(origin, DROP, { source: 'tarball', url: path, sha256: 'ab'.repeat(32) });
    refused(result, `its SHA-256 is not ${'ab'.repeat(32)}`);
  });

  it('is refused at a branch, even one that is named like a commit id', async () => {
    const ref = publishMirror(origin);
    const { url } = await instance(origin);
    const branch = 'ab'.repeat(32);
    repository(join(origin.root, 'mirror/querygate.git')).git('branch', branch);
    refused(await runCheck(origin, DROP, { project: 'mirror/querygate', ref: branch }, job(url)), 'cannot be fetched');
    const variables = { ...job(url), QUERYGATE_REF: 'main' };
    refused(await runJobAgain({ project: 'mirror/querygate', ref }, variables), 'must be a full commit id');
  });

  it.each([
    ['that is relative', 'tools/querygate', 'must be an absolute path'],
    ['that is missing', '/nowhere', 'no client found in /nowhere'],
    ['without a client', '/', 'no client found in /: there is no dist/cli.js'],
  ])('is refused from a path %s', async (_, path, why) => {
    refused(await runCheck(origin, DROP, { source: 'path', path }), why);
  });

  /** A second job in a new repository. */
  function runJobAgain(inputs: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>>) {
    const first = origin;
    onTestFinished(() => first.dispose());
    origin = newOrigin();
    return runCheck(origin, DROP, inputs, variables);
  }
});
