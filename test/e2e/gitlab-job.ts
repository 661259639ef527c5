import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { checkout, type Files, gitEnv, type Origin, publishPull } from '../ci/repository.ts';
import { isCodeQuality } from '../report/code-quality-format.ts';
import { NODE, packaged, TOP } from './packaged.ts';

/** Prefix of test titles if rsync is missing: gitlab-ci-local copies the checkout with it. */
export const MISSING = spawnSync('rsync', ['--version']).error ? 'not run, rsync is missing: ' : '';

/** A pipeline that includes the template in the same folder. */
export function pipeline(inputs: Readonly<Record<string, string | boolean | readonly string[]>>): string {
  const lines = Object.entries(inputs).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`);
  return `include:\n  - local: ${TEMPLATE}\n    inputs:\n${lines.join('\n')}\n`;
}

export async function gitlab(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const tool = join(TOP, 'node_modules/.bin/gitlab-ci-local');
  const path = `${join(TOP, 'node_modules/.bin')}:${process.env['PATH']}`;
  const all = { ...gitEnv(), PATH: path, GCL_COLOR: 'false', ...env };
  // Not spawnSync: a test's own server must be able to answer.
  const child = spawn(NODE, [tool, ...args], { cwd, env: all, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: Buffer.concat(output).toString('utf8') };
}

/** The template, and its name in a repository that includes it. */
export const TEMPLATE = 'querygate.gitlab-ci.yml';
export const SHIPPED = readFileSync(join(TOP, 'gitlab', TEMPLATE), 'utf8');

/** Inputs that run the packaged client where it is. */
export const PATH_SOURCE = { source: 'path', path: dirname(dirname(packaged('cli.js'))) };

export interface JobRequest {
  readonly job: string;
  /** Artifacts to read; those named `.json` are parsed. */
  readonly artifacts: readonly string[];
  readonly base: Files;
  readonly changed: Files;
  readonly later?: Files;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Whether the jobs that it needs run before. */
  readonly needs?: boolean;
  /** CI variables in addition to those of a merge request. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs the job in the pipeline of a merge request, in a clone with a depth of 1. */
export async function runJob(origin: Origin, request: JobRequest) {
  const { job, base, changed, later, inputs = PATH_SOURCE } = request;
  const included = { '.gitlab-ci.yml': pipeline(inputs) };
  origin.author.write({ [TEMPLATE]: SHIPPED });
  const commits = publishPull(origin, { ...base, ...included }, changed, later);
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
    ...request.variables,
  };
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  const result = await gitlab(work.dir, [
    ...['--force-shell-executor', '--shell-isolation', ...(request.needs ? ['--needs'] : []), ...given],
    job,
  ]);
  const artifacts = request.artifacts.map((name) => {
    const path = join(work.dir, '.gitlab-ci-local/artifacts', job.replaceAll(':', 'Og'), name);
    if (!existsSync(path)) return undefined;
    const text = readFileSync(path, 'utf8');
    return name.endsWith('.json') ? (JSON.parse(text) as unknown) : text;
  });
  return { ...result, artifacts };
}

/** GitLab's parser stops at the first invalid entry. */
export function expectCodeQuality(value: unknown): void {
  expect(isCodeQuality(value), JSON.stringify(isCodeQuality.errors)).toBe(true);
  const fingerprints = (value as { fingerprint: string }[]).map((entry) => entry.fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
}
