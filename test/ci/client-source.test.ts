import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientSource } from '../../src/ci/index.ts';
import { docsRootOf, INSTALLED, repositoryAt } from '../../src/model/index.ts';
import { repository } from './repository.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-source-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SHA = '0123456789abcdef0123456789abcdef01234567';

/** A client at `path` in the folder; returns its main module. */
function client(path: string): string {
  const main = join(folder, path, 'dist/cli.js');
  mkdirSync(dirname(main), { recursive: true });
  writeFileSync(main, '');
  return main;
}

const ask = (env: NodeJS.ProcessEnv, main: string | undefined = undefined, isAction = true) =>
  clientSource({ main, cwd: join(folder, 'work'), env: { PATH: process.env['PATH'], ...env }, isAction });

describe('the source of a client', () => {
  it.each([
    [
      'an action on github.com',
      { GITHUB_ACTION_REPOSITORY: 'acme/querygate', GITHUB_ACTION_REF: SHA },
      `https://github.com/acme/querygate/blob/${SHA}/docs/`,
    ],
    [
      'an action on a GitHub Enterprise Server',
      { GITHUB_ACTION_REPOSITORY: 'sql/gate', GITHUB_ACTION_REF: 'v1', GITHUB_SERVER_URL: 'https://ghe.example' },
      'https://ghe.example/sql/gate/blob/v1/docs/',
    ],
    [
      'a project of a GitLab instance',
      {
        GITLAB_CI: 'true',
        CI_SERVER_URL: 'https://git.example',
        QUERYGATE_SOURCE: 'project',
        QUERYGATE_PROJECT: 'a/b/gate',
        QUERYGATE_REF: SHA,
      },
      `https://git.example/a/b/gate/-/blob/${SHA}/docs/`,
    ],
    [
      'a git address in a GitLab job',
      {
        GITLAB_CI: 'true',
        QUERYGATE_SOURCE: 'url',
        QUERYGATE_URL: 'https://x:secret@github.com/acme/querygate.git',
        QUERYGATE_REF: SHA,
      },
      `https://github.com/acme/querygate/blob/${SHA}/docs/`,
    ],
  ])('that is %s is linked and cloned', async (_, env, docs) => {
    const source = await ask(env);
    expect(docsRootOf(source)).toBe(docs);
    const ref = source.repository?.ref;
    const web = docs.replace(/(\/-)?\/blob\/.*$/, '');
    expect(source.install).toEqual([
      `git init --quiet ~/.cache/querygate/${ref}`,
      `git -C ~/.cache/querygate/${ref} fetch --quiet --depth 1 ${web}.git ${ref}`,
      `git -C ~/.cache/querygate/${ref} checkout --quiet FETCH_HEAD`,
    ]);
    expect(source.command).toBe(`node ~/.cache/querygate/${ref}/dist/cli.js`);
  });

  it.each([
    ['an action without a name, in another checkout', {}],
    ['an action whose name is not one', { GITHUB_ACTION_REPOSITORY: 'a/b; rm -rf ~', GITHUB_ACTION_REF: SHA }],
    ['an action whose ref is a path', { GITHUB_ACTION_REPOSITORY: 'a/b', GITHUB_ACTION_REF: 'x/../../y' }],
    [
      'a host that a shell would run',
      { GITLAB_CI: 'true', QUERYGATE_SOURCE: 'url', QUERYGATE_URL: 'https://gitlab$(id).x/a/b', QUERYGATE_REF: SHA },
    ],
    ['an action whose ref is an option', { GITHUB_ACTION_REPOSITORY: 'a/b', GITHUB_ACTION_REF: '--upload-pack=x' }],
    [
      'a server that is not a web address',
      { GITHUB_ACTION_REPOSITORY: 'a/b', GITHUB_ACTION_REF: SHA, GITHUB_SERVER_URL: 'file:///x' },
    ],
  ])('that is %s has no address', async (_, env) => {
    expect(await ask(env)).toEqual(INSTALLED);
  });

  it('that is a path of the image is run from there', async () => {
    const env = { GITLAB_CI: 'true', QUERYGATE_SOURCE: 'path', QUERYGATE_PATH: '/opt/querygate', QUERYGATE_REF: SHA };
    expect(await ask(env)).toEqual({ ...INSTALLED, command: 'node /opt/querygate/dist/cli.js' });
    expect(await ask({ ...env, QUERYGATE_PATH: '/opt/x; id' })).toEqual(INSTALLED);
  });

  it('that is a tarball is downloaded and unpacked if its hash is the one of the job', async () => {
    const hash = SHA.padEnd(64, '0');
    const env = {
      GITLAB_CI: 'true',
      QUERYGATE_SOURCE: 'tarball',
      QUERYGATE_URL: 'https://files.example/q.tgz',
      QUERYGATE_SHA256: hash,
    };
    expect(await ask(env)).toEqual({
      repository: undefined,
      install: [
        `mkdir -p $HOME/.cache/querygate/${hash}`,
        `curl --fail --silent --show-error --location --output $HOME/.cache/querygate/${hash}/client.tgz 'https://files.example/q.tgz'`,
        `echo "${hash}  $HOME/.cache/querygate/${hash}/client.tgz" | sha256sum --check --quiet`,
        `tar -xzf $HOME/.cache/querygate/${hash}/client.tgz -C $HOME/.cache/querygate/${hash} --strip-components=1`,
      ],
      command: `node $HOME/.cache/querygate/${hash}/dist/cli.js`,
    });
    expect(await ask({ ...env, QUERYGATE_URL: "https://files.example/q.tgz'; id" })).toEqual(INSTALLED);
    expect(await ask({ ...env, QUERYGATE_SHA256: '' })).toEqual(INSTALLED);
  });

  it.each([
    ['git@github.com:acme/querygate.git', 'https://github.com/acme/querygate/blob/'],
    ['https://user:secret@gitlab.example/a/b/gate.git', 'https://gitlab.example/a/b/gate/-/blob/'],
    ['ssh://git@gitlab.example:2222/a/gate.git', 'https://gitlab.example/a/gate/-/blob/'],
  ])('that is a checkout of %s has its web address', async (remote, prefix) => {
    const main = client('gate');
    const checkout = repository(join(folder, 'gate'));
    checkout.git('init', '--quiet');
    checkout.git('remote', 'add', 'origin', remote);
    const commit = checkout.commit({ 'package.json': '{}' });
    expect(docsRootOf(await ask({}, main, false))).toBe(`${prefix}${commit}/docs/`);
  });

  it.each(['/srv/git/querygate.git', 'https://git.example.com/a/b.git', 'https://github.com'])(
    'that is a checkout of %s has no web address',
    async (remote) => {
      const main = client('gate');
      const checkout = repository(join(folder, 'gate'));
      checkout.git('init', '--quiet');
      checkout.git('remote', 'add', 'origin', remote);
      checkout.commit({ 'package.json': '{}' });
      expect(await ask({}, main, false)).toEqual(INSTALLED);
    },
  );

  it('that is a copy in the checked repository is run from there, and is not taken for that repository', async () => {
    const main = client('work/tools/querygate');
    const work = repository(join(folder, 'work'));
    work.git('init', '--quiet');
    work.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    work.commit({ a: '' });
    expect(await ask({}, main)).toEqual({ ...INSTALLED, command: 'node tools/querygate/dist/cli.js' });
  });

  it('ignores the variables of an action in a step that is not one', async () => {
    const env = { GITHUB_ACTION_REPOSITORY: 'actions/cache', GITHUB_ACTION_REF: 'v4' };
    expect(await ask(env, undefined, false)).toEqual(INSTALLED);
  });

  it('has no address of its own as long as package.json has none', () => {
    expect(INSTALLED).toEqual({ repository: repositoryAt(undefined, 'v1'), install: [], command: 'querygate' });
  });
});
