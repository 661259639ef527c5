import { cpSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Files, type Origin, repository } from '../ci/repository.ts';
import { serveGit } from './git-http.ts';
import { PATH_SOURCE, runJob as run } from './gitlab-job.ts';
import { packaged, TOP } from './packaged.ts';
import { SETUP } from './scenario.ts';

// The job `querygate:check`, and the places that it can fetch its client from.

export const DROP = { 'db/2.sql': 'SELECT 1;\nDROP TABLE users;\n' };

/** Runs the job on a merge request that changes those files. */
export async function runCheck(
  origin: Origin,
  changed: Files,
  inputs: Readonly<Record<string, string>> = PATH_SOURCE,
  variables: Readonly<Record<string, string>> = {},
  base: Files = SETUP,
) {
  const artifacts = ['gl-code-quality-report.json', 'querygate-report.json', 'querygate-junit.xml'];
  const { artifacts: found, ...result } = await run(origin, {
    job: 'querygate:check',
    artifacts,
    base,
    changed,
    inputs,
    variables,
  });
  return { ...result, quality: found[0], report: found[1], junit: String(found[2]) };
}

/** A GitLab instance: it serves `mirror/querygate` to job tokens, and files. Returns its address and what was asked. */
export async function instance(origin: Origin, files: Readonly<Record<string, Buffer>> = {}) {
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
export function publishMirror(origin: Origin): string {
  const mirror = repository(join(origin.root, 'mirror/querygate.git'));
  mirror.git('init', '--quiet');
  mirror.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  cpSync(dirname(packaged('cli.js')), join(mirror.dir, 'dist'), { recursive: true });
  return mirror.commit({ 'package.json': readFileSync(join(TOP, 'package.json')) });
}

/** The CI variables of the instance at that address. */
export const job = (url: string) => ({
  CI_SERVER_URL: url,
  CI_API_V4_URL: `${url}/api/v4`,
  CI_JOB_TOKEN: 'job-secret',
});
/** Checks that the client ran and found the dropped table. */
export const found = (result: { output: string; report: unknown }) => {
  expect(result.output).toMatch(/FAIL\s+querygate:check/);
  expect(result.report).toMatchObject({ exitCode: 1, totals: { blocked: 1 } });
  expect(result.output).not.toContain('job-secret');
};

/** Checks that the job failed for that reason, and ran nothing. */
export const refused = (result: { output: string; report: unknown }, why: string) => {
  expect(result.output).toMatch(/FAIL\s+querygate:check/);
  expect(result.output).toContain(why);
  expect(result.report).toBeUndefined();
  expect(result.output).not.toContain('job-secret');
};
