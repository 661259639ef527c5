import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkout, gitEnv, newOrigin, type Origin, repository } from '../ci/repository.ts';
import { type GithubServer, startGithubServer } from './github-server.ts';
import { packaged, TOP } from './packaged.ts';
import { runPull, text } from './scenario.ts';

let origin: Origin;
let server: GithubServer;
beforeEach(async () => {
  origin = newOrigin();
  server = await startGithubServer();
});
afterEach(async () => {
  await server.close();
  origin.dispose();
});

const CHANGE = { changed: { 'db/2.sql': 'DROP TABLE users;\n' } };

/** Publishes Querygate as acme/querygate on the server. Returns its commit. */
function publishAction(): string {
  const action = repository(join(origin.root, 'acme/querygate.git'));
  action.git('init', '--quiet', '--initial-branch=main');
  cpSync(dirname(packaged('cli.js')), join(action.dir, 'dist'), { recursive: true });
  server.state.git = { root: origin.root };
  return action.commit({ 'package.json': readFileSync(join(TOP, 'package.json')) });
}

/** Runs the lines in a shell, as a reader of the report does. */
async function shell(lines: string, cwd: string) {
  const home = join(origin.root, 'home');
  mkdirSync(home, { recursive: true });
  const env = { ...gitEnv(), HOME: home, GITHUB_ACTIONS: '' };
  const child = spawn('sh', ['-c', lines], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: Buffer.concat(output).toString() };
}

describe('the report of an Action', () => {
  it('links to the repository of the action, at the commit that ran', async () => {
    const ref = publishAction();
    const env = { GITHUB_ACTION_REPOSITORY: 'acme/querygate', GITHUB_ACTION_REF: ref };
    const result = await runPull(origin, { ...CHANGE, env, server });
    const page = `${server.url}/acme/querygate/blob/${ref}/docs/rules/no-drop-table.md`;
    expect(text(result)).toContain(`Rule: ${page}`);
    expect(result.summary).toContain(`](${page})`);
    const report = JSON.parse(readFileSync(result.outputs['report'] ?? '', 'utf8')) as { findings: { docs: string }[] };
    expect(report.findings[0]?.docs).toBe(page);
  });

  it('has commands that a reader can run as they are, with the same result', async () => {
    const ref = publishAction();
    const env = { GITHUB_ACTION_REPOSITORY: 'acme/querygate', GITHUB_ACTION_REF: ref };
    const result = await runPull(origin, { ...CHANGE, env, server });
    const { repeat } = JSON.parse(readFileSync(result.outputs['report'] ?? '', 'utf8')) as { repeat: string };
    const clone = checkout(origin, 'reader', 'refs/heads/feature', 0);
    const first = await shell(repeat, clone.dir);
    expect(first.output).toContain('1 blocked, 0 warned, 0 unknown in 1 file');
    expect(first.code).toBe(1);
    expect((await shell(repeat, clone.dir)).code).toBe(1);
    // Without this very commit, nothing runs.
    const gone = await shell(repeat.replaceAll(ref, 'deadbeef'.repeat(5)), clone.dir);
    expect(gone.output).not.toContain('blocked');
    expect(gone.code).not.toBe(1);
    for (const line of repeat.split('\n')) {
      expect(result.stdout).toContain(line);
      expect(result.summary).toContain(line);
    }
  });

  it('names a command instead of a link if the address of the action is unknown', async () => {
    // This repository may be a clone of an address on the web.
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'remote.origin.url', GIT_CONFIG_VALUE_0: '/nowhere' };
    const result = await runPull(origin, { ...CHANGE, env });
    expect(text(result)).toContain('Rule: querygate rules show no-drop-table');
    expect(result.stdout + result.summary).not.toMatch(/\/docs\/|https:\/\/github\.com/);
  });
});
