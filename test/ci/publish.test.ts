import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readActionInputs, readSimulateInputs } from '../../src/ci/action-inputs.ts';
import { commentMarker, upsertComment } from '../../src/ci/github/comment.ts';
import { printLog } from '../../src/ci/log.ts';
import { keyAdvice, secretsWithheld } from '../../src/ci/missing-secrets.ts';
import { writeReportFile } from '../../src/ci/report-file.ts';
import type { Change } from '../../src/model/index.ts';
import { type GithubServer, startGithubServer } from '../e2e/github-server.ts';
import { readCommands } from '../e2e/runner-commands.ts';

const FORGERIES = [
  '::error::forged',
  '  ::error file=a::forged',
  '\u3000::add-mask::forged',
  '\u0085::set-output name=x::y',
  'x ##[error]forged',
  'a\r::error::forged',
  'a\r\n::stop-commands::x',
  '##[stop-commands]x',
  '::stop-commands::',
  '\ufeff::error::forged',
];

describe('the log', () => {
  it.each(FORGERIES)('prints %j without a command in it', (text) => {
    let output = '';
    printLog(`${text}\nrest`, (part) => {
      output += part;
    });
    expect(readCommands(output)).toEqual([]);
    // The escaped text alone is harmless too: the two protections are independent.
    const inner = output.split('\n').slice(1, -2).join('\n');
    expect(readCommands(inner)).toEqual([]);
    expect(readCommands(`${output}::error::real`)).toEqual([{ name: 'error', properties: {}, data: 'real' }]);
  });

  it('could be forged without its protection', () => {
    for (const text of FORGERIES.slice(0, -2)) expect(readCommands(`${text}\nrest`)).not.toEqual([]);
  });
});

describe('inputs', () => {
  it('are read by the names that the runner gives them, and empty ones are not set', async () => {
    const env = { 'INPUT_FAIL-ON': ' warn ', INPUT_PATHS: 'a/*.sql, {b,c}/*.sql\nd.sql\r\n', INPUT_DIALECT: '' };
    expect(readActionInputs(env)).toEqual({
      paths: ['a/*.sql', '{b,c}/*.sql', 'd.sql'],
      'fail-on': 'warn',
      comment: false,
      suggestions: false,
    });
  });

  it('takes a report from each line of `outputs`', () => {
    const env = { INPUT_OUTPUTS: '  sarif=a b.sarif\r\n\n junit=out/x=y.xml ' };
    const outputs = [
      { format: 'sarif', path: 'a b.sarif' },
      { format: 'junit', path: 'out/x=y.xml' },
    ];
    expect(readActionInputs(env)).toMatchObject({ outputs });
    expect(readSimulateInputs(env)).toMatchObject({ outputs });
  });

  it.each([
    ['INPUT_OUTPUTS', 'sarif', /the input `outputs` is `sarif`: write `<format>=<path>`; one per line/],
    ['INPUT_OUTPUTS', 'json=a.json\nsarif=', /write `<format>=<path>`; one per line/],
    ['INPUT_OUTPUTS', 'json=a.json\nxml=a.xml', /there is no format `xml`; use terminal, json, .*junit/],
    ['INPUT_FAIL-ON', 'blok', /the input `fail-on` is `blok` \(did you mean `block`\?\): use `block`, `warn`, `never`/],
    ['INPUT_COMMENT', 'yes', /the input `comment` is `yes`: use `true`, `false`/],
    [
      'INPUT_DIALECT',
      'postgres',
      /the input `dialect` is `postgres` \(did you mean `postgresql`\?\): use `postgresql`/,
    ],
    ['INPUT_ON-UNKNOWN', 'Pass', /the input `on-unknown` is `Pass`/],
    ['INPUT_FINDINGS', 'none', /the input `findings` is `none`/],
  ])('%s=%s is refused', (name, value, message) => {
    expect(() => readActionInputs({ [name]: value })).toThrow(message);
  });
});

describe('inputs of a simulation', () => {
  it('are parsed as numbers, and an empty one is not 0', () => {
    const env = {
      'INPUT_MAX-BROKEN-FLOWS': '2',
      'INPUT_MAX-UNREAD': '0.5',
      'INPUT_MAX-AGE': '',
      INPUT_HISTORY: 'a, b',
    };
    expect(readSimulateInputs(env)).toEqual({
      history: ['a', 'b'],
      'max-broken-flows': 2,
      'max-unread': 0.5,
      comment: false,
    });
  });

  it.each([
    ['INPUT_MAX-AGE', '-1', /the input `max-age` is `-1`/],
    ['INPUT_MAX-AGE', 'soon', /the input `max-age` is `soon`: use a number/],
    ['INPUT_MAX-UNREAD', '101', /the input `max-unread` is `101`/],
    ['INPUT_MAX-UNKNOWN', '-1', /the input `max-unknown` is `-1`/],
    ['INPUT_MAX-BROKEN-FLOWS', '1.5', /the input `max-broken-flows` is `1\.5`/],
    ['INPUT_FAIL-ON-NEWLY-ALLOWED', 'yes', /the input `fail-on-newly-allowed` is `yes`: use `true`, `false`/],
    ['INPUT_FAIL-ON', 'warn', /the input `fail-on` is `warn`: use `block`, `never`/],
  ])('%s=%s is refused', (name, value, message) => {
    expect(() => readSimulateInputs({ [name]: value })).toThrow(message);
  });
});

describe('secrets', () => {
  const change = { fork: false, event: 'pull_request' } as Change;
  it.each<readonly [string, Change | undefined, NodeJS.ProcessEnv, string | undefined]>([
    ['of a fork', { ...change, fork: true }, {}, 'the head comes from a fork'],
    ['of a fork behind pull_request_target', { ...change, fork: true, event: 'pull_request_target' }, {}, undefined],
    [
      'of Dependabot',
      change,
      { GITHUB_ACTIONS: 'true', GITHUB_ACTOR: 'dependabot[bot]' },
      'Dependabot started this run',
    ],
    ['of anybody else', change, { GITHUB_ACTIONS: 'true', GITHUB_ACTOR: 'someone' }, undefined],
    ['of no change', undefined, {}, undefined],
  ])('%s', (_, given, env, why) => expect(secretsWithheld(given, env)).toBe(why));

  it('of a GitLab job have their own variable, which may be protected', () => {
    expect(keyAdvice('simulate', {})).toBeUndefined();
    expect(keyAdvice('check', { GITLAB_CI: 'true' })).toMatch(/takes it from `SERVICE_API_KEY`$/);
    expect(keyAdvice('simulate', { GITLAB_CI: 'true' })).toMatch(/takes it from `QUERYGATE_SIMULATE_API_KEY`$/);
    expect(keyAdvice('simulate', { GITLAB_CI: 'true', CI_COMMIT_REF_PROTECTED: 'false' })).toMatch(/not protected$/);
  });
});

describe('the report file', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'querygate-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is written, with its folders, and overwritten', async () => {
    for (const text of ['{"long": true}', '{}']) {
      expect(await writeReportFile(root, 'out/a/report.json', text)).toBe(join(root, 'out/a/report.json'));
      expect(readFileSync(join(root, 'out/a/report.json'), 'utf8')).toBe(text);
    }
    expect(await writeReportFile(join(root, 'x'), join(root, 'absolute.json'), '{}')).toBe(join(root, 'absolute.json'));
  });

  it('cannot be outside the workspace, neither by its path nor through a link of the checkout', async () => {
    const workspace = join(root, 'work');
    await writeReportFile(workspace, 'first.json', '');
    symlinkSync(join(root, 'target.json'), join(workspace, 'link.json'));
    symlinkSync(root, join(workspace, 'folder'));
    await expect(writeReportFile(workspace, '../target.json', '{}')).rejects.toThrow(/is outside the workspace/);
    await expect(writeReportFile(workspace, 'link.json', '{}')).rejects.toThrow(
      /goes through a symbolic link, `link.json`/,
    );
    await expect(writeReportFile(workspace, 'folder/target.json', '{}')).rejects.toThrow(
      /goes through a symbolic link, `folder`/,
    );
    await expect(writeReportFile(workspace, join(workspace, 'link.json'), '{}')).rejects.toThrow(
      /through a symbolic link/,
    );
    symlinkSync(join(root, 'target.json'), join(root, 'outside.json'));
    await expect(writeReportFile(workspace, join(root, 'outside.json'), '{}')).rejects.toThrow(/is a symbolic link/);
    expect(existsSync(join(root, 'target.json'))).toBe(false);
  });

  it('can be a pipe that the workflow names, and the pipe is not replaced', async () => {
    const pipe = join(root, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const read = readFile(pipe, 'utf8');
    await writeReportFile(join(root, 'work'), pipe, '{}');
    expect(await read).toBe('{}');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});

describe('the comment', () => {
  let server: GithubServer;
  beforeEach(async () => {
    server = await startGithubServer();
  });
  afterEach(() => server.close());

  const marker = commentMarker({ GITHUB_WORKFLOW: 'w', GITHUB_JOB: 'j' }, 'null');
  function upsert(body: string, more: Partial<Parameters<typeof upsertComment>[0]> = {}) {
    const env = { GITHUB_API_URL: `${server.url}/api`, GITHUB_REPOSITORY: 'o/r' };
    const request = { env, token: 't', pullNumber: 7, marker, body: `${marker}\n${body}`, onlyUpdate: false };
    return upsertComment({ ...request, ...more });
  }

  it('is created once and then updated, also after many other comments', async () => {
    const { comments } = server.state;
    for (let id = 1; id <= 250; id++) comments.push({ id, body: 'talk', user: { login: 'someone' } });
    expect(await upsert('one')).toBeUndefined();
    expect(comments).toHaveLength(251);
    expect(await upsert('two')).toBeUndefined();
    expect(comments).toHaveLength(251);
    expect(comments[250]?.body).toBe(`${marker}\ntwo`);
  });

  it('is never the comment of another user, job or matrix entry', async () => {
    const { comments } = server.state;
    comments.push({ id: 1, body: `${marker}\nforged`, user: { login: 'someone' } });
    const other = commentMarker({ GITHUB_WORKFLOW: 'w', GITHUB_JOB: 'j' }, '{"os":"a"}');
    comments.push({ id: 2, body: `${other}\nquotes ${marker}`, user: { login: 'github-actions[bot]' } });
    await upsert('mine');
    expect(comments.map((comment) => comment.body.split('\n')[1])).toEqual(['forged', `quotes ${marker}`, 'mine']);
    expect(commentMarker({ GITHUB_WORKFLOW: 'w', GITHUB_JOB: 'j' }, 'null', 'simulate')).not.toBe(marker);
  });

  it('is found by the user of the token', async () => {
    server.state.login = 'our-app[bot]';
    await upsert('one');
    await upsert('two');
    expect(server.state.comments.map((comment) => comment.user.login)).toEqual(['our-app[bot]']);
  });

  it('is not created, only updated, if there is nothing to report', async () => {
    await upsert('clean', { onlyUpdate: true });
    expect(server.state.comments).toEqual([]);
    await upsert('blocked');
    await upsert('clean', { onlyUpdate: true });
    expect(server.state.comments.map((comment) => comment.body)).toEqual([`${marker}\nclean`]);
  });

  it.each([
    ['without permission', {}, /the API answered 403.*pull-requests: write/],
    ['without a token', { token: undefined }, /there is no `github-token`/],
  ])('that cannot be written is one warning: %s', async (_, more, message) => {
    server.state.forbidden = true;
    expect(await upsert('x', more)).toMatch(message);
  });
});
