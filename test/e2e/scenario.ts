import { join } from 'node:path';
import { expect } from 'vitest';
import {
  checkout,
  type Files,
  type Origin,
  type PullCommits,
  publishPull,
  pullEvent,
  type Repository,
} from '../ci/repository.ts';
import type { GithubServer } from './github-server.ts';
import { runStep, type StepRequest, type StepResult } from './runner.ts';

/** The files on the base branch of a team that uses Querygate. */
export const SETUP: Files = {
  '.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
  '.querygate/rules.yml': 'version: 1\nextends: [querygate:recommended@1]\n',
  'db/1.sql': 'CREATE TABLE users (id bigint PRIMARY KEY);\n',
};

export interface PullOptions {
  readonly action?: StepRequest['action'];
  readonly downloaded?: StepRequest['downloaded'];
  /** The files on the base branch at the branch point. */
  readonly base?: Files;
  readonly changed: Files;
  /** Files that were added to the base branch later. */
  readonly later?: Files;
  /** The ref that is checked out, and its depth (0 is the full history). */
  readonly ref?: string;
  readonly depth?: number;
  readonly fork?: boolean;
  readonly changedFiles?: number;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly server?: GithubServer | undefined;
  readonly event?: string;
  /** Called after the checkout and before the step. */
  readonly prepare?: (work: Repository, commits: PullCommits) => void;
  readonly onOutput?: StepRequest['onOutput'];
}

/** Publishes pull request 7, checks it out as actions/checkout does, and runs the Action on it. */
export async function runPull(origin: Origin, options: PullOptions): Promise<StepResult & { commits: PullCommits }> {
  const { base = SETUP, changed, later, ref = 'refs/pull/7/merge', depth = 1, server } = options;
  const commits = publishPull(origin, base, changed, later);
  const work = checkout(origin, 'work', ref, depth);
  options.prepare?.(work, commits);
  if (server) {
    server.state.headSha = commits.head;
    server.state.changedFiles = options.changedFiles ?? Object.keys(changed).length;
  }
  const result = await runStep({
    action: options.action,
    downloaded: options.downloaded,
    temp: join(origin.root, 'runner'),
    workspace: work.dir,
    event: options.event ?? 'pull_request',
    payload: pullEvent(commits, options.changedFiles ?? Object.keys(changed).length, { fork: options.fork ?? false }),
    sha: options.event === 'pull_request_target' ? commits.tip : commits.merge,
    server: server?.url,
    ...(server
      ? { inputs: { 'github-token': 'token-of-the-job', ...options.inputs } }
      : { inputs: options.inputs ?? {} }),
    ...(options.env ? { env: options.env } : {}),
    ...(options.onOutput ? { onOutput: options.onOutput } : {}),
  });
  return { ...result, commits };
}

/** Checks that hold for every run: no forged commands, no unexpected writes. */
export function expectSound(result: StepResult): void {
  const names = new Set(result.commands.map((command) => command.name));
  for (const name of names)
    expect(['error', 'warning', 'notice', 'debug', 'group', 'endgroup', 'add-mask']).toContain(name);
  expect(result.otherFiles).toBe('');
  expect(result.stderr).toBe('');
  expect(result.outputs).toHaveProperty('verdict');
}

/** The annotations as `kind path:line`, plus the rule in the title, if any. */
export function places(result: StepResult): string[] {
  return result.annotations
    .filter((command) => command.properties['file'] !== undefined)
    .map((command) => `${command.name} ${command.properties['file']}:${command.properties['line'] ?? ''}`);
}

export function text(result: StepResult): string {
  return result.annotations.map((command) => `${command.properties['title'] ?? ''} ${command.data}`).join('\n');
}

/** The log of a step, without the line breaks that wrap it. */
export function unwrapped(result: StepResult): string {
  return result.stdout.replace(/\s+/g, ' ');
}
