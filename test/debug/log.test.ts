import { afterEach, describe, expect, it } from 'vitest';
import { debug, debugRequested, secretsOf, startDebug, stopDebug, timed } from '../../src/debug/index.ts';

const KEY = 'qg_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG';

afterEach(stopDebug);

function lines(secrets: readonly string[], run: () => void): string[] {
  const written: string[] = [];
  startDebug((line) => written.push(line), secrets);
  run();
  return written;
}

describe('the debug log', () => {
  it('prints nothing, and describes nothing, unless it is on', async () => {
    const describe = () => {
      throw new Error('described');
    };
    debug('files', describe);
    expect(await timed('git', describe, async () => 5, describe)).toBe(5);
  });

  it('names the area of each line', () => {
    expect(lines([], () => debug('files', () => 'read `a.sql`'))).toEqual(['files: read `a.sql`']);
  });

  it('says what came of a task and how long it took', async () => {
    const written = lines([], () => {});
    await timed(
      'git',
      () => 'git diff',
      async () => [1, 2],
      (found) => `${found.length} files`,
    );
    expect(written).toEqual([expect.stringMatching(/^git: git diff: 2 files, \d+\.\d ms$/)]);
  });

  it('says that a task failed, and raises its error', async () => {
    const written = lines([], () => {});
    const fail = async (): Promise<never> => {
      throw new Error('no such branch');
    };
    await expect(
      timed(
        'git',
        () => 'git fetch',
        fail,
        () => '',
      ),
    ).rejects.toThrow('no such branch');
    expect(written).toEqual([expect.stringMatching(/^git: git fetch: failed \(no such branch\), /)]);
  });

  it.each([
    ['whole', KEY],
    ['in part', KEY.slice(4, 30)],
    ['in base64', Buffer.from(`x:${KEY}`).toString('base64')],
    ['with a name', `https://user:${KEY}@example.com/`],
    ['short', 'hunter22'],
    ['with characters that end a URL', `https://us/er:${KEY}/x@host/`],
    ['in the query of a URL', 'https://host/a?id=1&access_token=hunter23&b=2'],
    ['behind the length at which lines are cut', `${'x'.repeat(480)}${KEY}`],
  ])('has no secret: %s', (_, text) => {
    const [line = ''] = lines([KEY, 'hunter22'], () => debug('service', () => text));
    expect(line).not.toMatch(/hunter2/);
    for (let at = 0; at + 12 <= KEY.length; at++) expect(line).not.toContain(KEY.slice(at, at + 12));
    expect(line).not.toContain(Buffer.from(KEY).toString('base64').slice(4, 24));
  });

  it('has no user name or password of a URL', () => {
    expect(lines([], () => debug('git', () => 'git fetch https://me:pw@example.com/a.git'))).toEqual([
      'git: git fetch https://example.com/a.git',
    ]);
  });

  it('cuts long lines, and says so', () => {
    const [line = ''] = lines([], () => debug('git', () => 'a'.repeat(2000)));
    expect(line).toMatch(/a … \(2000 characters\)$/);
    expect(line.length).toBeLessThan(600);
  });
});

describe('the environment', () => {
  it.each([
    [{ RUNNER_DEBUG: '1' }, true],
    [{ CI_DEBUG_TRACE: 'true' }, true],
    [{ RUNNER_DEBUG: '0', CI_DEBUG_TRACE: 'false' }, false],
    [{}, false],
  ])('%j asks for debug output: %s', (env, expected) => {
    expect(debugRequested(env)).toBe(expected);
  });

  it('holds secrets in variables named like secrets', () => {
    const env = {
      SERVICE_API_KEY: 'a-secret-key',
      'INPUT_GITHUB-TOKEN': 'a-secret-token',
      DB_PASS: 'a-secret-password',
      MYSQL_PWD: 'another-password',
      GH_PAT: 'a-personal-token',
      DATABASE_URL: 'postgres://app:s/cr@t@db/shop',
      PATH: '/usr/bin:/bin',
      PWD: '/home/me/repository',
      SSH_PRIVATE_KEY_PATH: '/home/me/.ssh/id',
      CACHE_KEY: 'db/migrations-lock-123',
      GIT_AUTHOR_NAME: 'postgresql',
      SHORT_TOKEN: 'abc',
      EMPTY_TOKEN: undefined,
    };
    expect(secretsOf(env)).toEqual([
      'a-secret-key',
      'a-secret-token',
      'a-secret-password',
      'another-password',
      'a-personal-token',
      's/cr@t',
    ]);
  });
});
