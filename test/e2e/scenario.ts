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

/** What a team has on its base branch that uses Querygate. */
export const SETUP: Files = {
  '.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
  '.querygate/rules.yml': 'version: 1\nextends: [querygate:recommended@1]\n',
  'db/1.sql': 'CREATE TABLE users (id bigint PRIMARY KEY);\n',
};

export interface PullOptions {
  readonly action?: StepRequest['action'];
  /** Files of the base branch at the branch point. */
  readonly base?: Files;
  readonly changed: Files;
  /** What the base branch gained since. */
  readonly later?: Files;
  /** Ref that is checked out, and how much of its history (0 is all). */
  readonly ref?: string;
  readonly depth?: number;
  readonly fork?: boolean;
  readonly changedFiles?: number;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly server?: GithubServer | undefined;
  readonly event?: string;
  /** Runs after the checkout and before the step. */
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

/** What holds of every run: nothing forged, nothing written that the Action has no business with. */
export function expectSound(result: StepResult): void {
  const names = new Set(result.commands.map((command) => command.name));
  for (const name of names) expect(['error', 'warning', 'notice', 'add-mask']).toContain(name);
  expect(result.otherFiles).toBe('');
  expect(result.stderr).toBe('');
  expect(result.outputs).toHaveProperty('verdict');
}

/** The annotations as `kind path:line`, with the rule that the title names, if any. */
export function places(result: StepResult): string[] {
  return result.annotations
    .filter((command) => command.properties['file'] !== undefined)
    .map((command) => `${command.name} ${command.properties['file']}:${command.properties['line'] ?? ''}`);
}

export function text(result: StepResult): string {
  return result.annotations.map((command) => `${command.properties['title'] ?? ''} ${command.data}`).join('\n');
}
