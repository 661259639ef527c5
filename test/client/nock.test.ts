import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EXIT, ServiceError } from '../../src/model/index.ts';
import { client, DONE, KEY, QUEUED, READ, REQUEST, START, TestClock } from './build.ts';

// Failures that a local server cannot produce: host names that do not resolve, networks that are down. A request to any
// other host fails the test.

const ORIGIN = 'https://gate.example';
const JSON_TYPE = { 'content-type': 'application/json' };

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
  const pending = nock.pendingMocks();
  nock.cleanAll();
  expect(pending).toEqual([]);
});
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

function fault(code: string): Error {
  return Object.assign(new Error(`${code} ${KEY}`), { code });
}

describe('a failed connection', () => {
  it.each([
    ['ENOTFOUND', 3, 'its host name does not exist; correct the URL, or the DNS settings of this machine'],
    ['EAI_AGAIN', 8, 'its host name could not be resolved'],
    ['ECONNRESET', 8, 'the connection was reset'],
    ['ETIMEDOUT', 8, 'the connection timed out'],
    ['UND_ERR_CONNECT_TIMEOUT', 8, 'the connection timed out'],
    ['EHOSTUNREACH', 8, 'the host cannot be reached'],
    ['ENETUNREACH', 8, 'the network cannot be reached'],
    ['EPIPE', 8, 'the connection was closed'],
    ['CERT_REVOKED', 1, 'its certificate was revoked'],
    ['UNABLE_TO_GET_ISSUER_CERT', 1, 'its certificate was issued by an unknown authority'],
    ['EPROTO', 1, 'a TLS connection could not be established (`EPROTO`)'],
    ['E_NEW_AND_STRANGE', 8, 'the connection failed (`E_NEW_AND_STRANGE`)'],
    [`strange\n${KEY}`, 8, 'the connection failed'],
  ])('with %s is attempted %i times', async (code, attempts, message) => {
    nock(ORIGIN).post(START).times(attempts).replyWithError(fault(code));
    const clock = new TestClock();
    const error = await client(ORIGIN, { clock })
      .simulateRules(REQUEST)
      .catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(ServiceError);
    const { exitCode, message: text } = error as ServiceError;
    expect(exitCode).toBe(EXIT.service);
    const suffix = attempts === 1 ? '' : ` (${attempts} attempts)`;
    expect(text).toContain(`no response from the service at \`${ORIGIN}\`: ${message}`);
    expect(text.endsWith(suffix)).toBe(true);
    expect(text).not.toContain(KEY.slice(3, 15));
    expect(clock.sleeps).toHaveLength(attempts - 1);
  });

  it('that is transient is retried', async () => {
    nock(ORIGIN).post(START).replyWithError(fault('EAI_AGAIN'));
    nock(ORIGIN)
      .post(START)
      .reply(202, QUEUED, { ...JSON_TYPE, location: READ });
    nock(ORIGIN).get(READ).replyWithError(fault('ECONNRESET'));
    nock(ORIGIN).get(READ).reply(200, DONE, JSON_TYPE);
    expect((await client(ORIGIN).simulateRules(REQUEST)).status).toBe('done');
  });
});

describe('the client', () => {
  it('sends what the contract defines, only to the service', async () => {
    const authorization = `Bearer ${KEY}`;
    nock(ORIGIN, { reqheaders: { authorization, 'idempotency-key': /^[0-9a-f-]{36}$/, accept: /json/ } })
      .post(`/prefix${START}`, { workspace: 'acme', ...REQUEST })
      .reply(202, QUEUED, { ...JSON_TYPE, location: 'simulations/sim_1' });
    nock(ORIGIN, { reqheaders: { authorization } }).get(`/prefix${READ}`).reply(200, DONE, JSON_TYPE);
    const done = await client(`${ORIGIN}/prefix`).simulateRules(REQUEST);
    expect(done.ruleset.version).toBe(42);
  });

  it('does not follow the service to another origin', async () => {
    const elsewhere = nock('https://evil.example').get(/.*/).reply(200, DONE, JSON_TYPE);
    nock(ORIGIN).post(START).reply(302, '', { location: 'https://evil.example/x' });
    await expect(client(ORIGIN).simulateRules(REQUEST)).rejects.toThrow('redirect (302) to `https://evil.example`');
    const location = `https://evil.example${READ}`;
    nock(ORIGIN)
      .post(START)
      .reply(202, QUEUED, { ...JSON_TYPE, location });
    await expect(client(ORIGIN).simulateRules(REQUEST)).rejects.toThrow('which must not receive the API key');
    expect(elsewhere.isDone()).toBe(false);
    nock.cleanAll();
  });
});
