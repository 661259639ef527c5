import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, EXIT, ServiceError } from '../../src/model/index.ts';
import { RULESET, VERDICT } from '../contract/bodies.ts';
import { client, KEY } from './build.ts';
import { type Answer, json, problem, serve, type TestServer } from './server.ts';

const ETAG = '"7-0123456789abcdef"';

async function service(...answers: Answer[]): Promise<TestServer> {
  const server = await serve(answers);
  onTestFinished(() => server.close());
  return server;
}

const unchanged =
  (headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) =>
    response.writeHead(304, headers).end();

describe('readRuleset', () => {
  it('returns the ruleset with its ETag', async () => {
    const { url, received } = await service(json(200, RULESET, { etag: ETAG }));
    expect(await client(`${url}/tenant-a`).readRuleset()).toEqual({ ...RULESET, etag: ETAG, keyExpires: undefined });
    expect(received[0]).toMatchObject({ method: 'GET', path: '/tenant-a/api/v1/workspaces/acme/ruleset', body: '' });
    expect(received[0]?.headers).not.toHaveProperty('if-none-match');
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });

  it.each([unchanged({ etag: ETAG }), unchanged({ etag: `W/${ETAG}` }), unchanged()])(
    'returns undefined if the ruleset is unchanged: %#',
    async (answer) => {
      const { url, received } = await service(answer);
      expect(await client(url).readRuleset({ ifNoneMatch: ETAG })).toBeUndefined();
      expect(received[0]?.headers['if-none-match']).toBe(ETAG);
    },
  );

  it('returns the ruleset if another one is active', async () => {
    const { url } = await service(json(200, RULESET, { etag: `W/${ETAG}` }));
    const ruleset = await client(url).readRuleset({ ifNoneMatch: '"6-0123456789abcdef"' });
    expect(ruleset).toMatchObject({ version: 7, etag: ETAG });
  });

  it.each(['', '7', 'W/7', '"a"b"', '"a", "b"', '*', '"a\n"'])('rejects the invalid ETag %j', async (ifNoneMatch) => {
    const { url, received } = await service(unchanged());
    await expect(client(url).readRuleset({ ifNoneMatch })).rejects.toThrow(ConfigError);
    expect(received).toHaveLength(0);
  });

  it.each([
    [
      'a 304 without `ifNoneMatch`',
      undefined,
      unchanged({ etag: ETAG }),
      'answered 304, which is not a valid response',
    ],
    [
      'a 304 with another ETag',
      ETAG,
      unchanged({ etag: '"8-0123456789abcdef"' }),
      'its `ETag` is not the one that was',
    ],
    ['a response without an ETag', undefined, json(200, RULESET), 'it has no valid `ETag`'],
    ['an invalid ETag', undefined, json(200, RULESET, { etag: 'x' }), 'it has no valid `ETag`'],
    ['version 0', undefined, json(200, { ...RULESET, version: 0 }, { etag: ETAG }), '`version`'],
    [
      'the API key as ETag',
      undefined,
      json(200, RULESET, { etag: `"${KEY}"` }),
      'it contains the API key or a part of it',
    ],
    [
      'the API key in a rule',
      undefined,
      json(200, { ...RULESET, ruleset: { files: [{ path: 'r.yml', text: `x ${KEY}` }] } }, { etag: ETAG }),
      'it contains the API key or a part of it',
    ],
  ])('rejects %s', async (_, ifNoneMatch, answer, message) => {
    const { url } = await service(answer);
    const error = await client(url)
      .readRuleset({ ifNoneMatch })
      .catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).exitCode).toBe(EXIT.service);
    expect((error as ServiceError).message).toContain(message);
    expect((error as ServiceError).message).not.toContain(KEY.slice(3, 20));
  });
});

describe('query', () => {
  const QUERY = { query: 'DROP TABLE users', dialect: 'postgresql', caller: { user: 'shop' } } as const;

  it('returns the verdict', async () => {
    const { url, received } = await service(json(200, VERDICT));
    expect(await client(url).query(QUERY)).toEqual({ ...VERDICT, keyExpires: undefined });
    expect(received[0]).toMatchObject({ method: 'POST', path: '/api/v1/proxy/query' });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ workspace: 'acme', ...QUERY });
  });

  it('retries after a lost response, and reports the wait', async () => {
    const { url, received } = await service(problem(502, 'unavailable'), json(200, VERDICT));
    const waits: unknown[] = [];
    await client(url).query(QUERY, { onProgress: (wait) => waits.push(wait) });
    expect(received).toHaveLength(2);
    expect(waits).toEqual([{ state: 'waiting', reason: 'HTTP 502 bad gateway', wait: 250 }]);
  });

  it.each([
    [{ query: '' }, '`query`'],
    [{ query: 'x'.repeat(1024 * 1024 + 1) }, '`query`'],
    [{ caller: { user: 'shop', colour: 'red' } }, '`caller`'],
  ])('does not send an invalid query: %#', async (invalid, message) => {
    const { url, received } = await service(json(200, VERDICT));
    const error = await client(url)
      .query({ ...QUERY, ...invalid })
      .catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toContain(`the service does not accept ${message}`);
    expect(received).toHaveLength(0);
  });
});
