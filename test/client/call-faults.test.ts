import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceClientOptions } from '../../src/client/index.ts';
import { LIMITS } from '../../src/contract/index.ts';
import { ConfigError, EXIT, ServiceError } from '../../src/model/index.ts';
import { createAuthority, MISSING } from './authority.ts';
import { client, KEY, TestClock } from './build.ts';
import { right, TEST_CALLS, type TestCall } from './calls.ts';
import { type Answer, json, problem, serve, type TestServer } from './server.ts';

// Every fault for every call: all calls must handle faults in the same way.

type Finished = typeof onTestFinished;

/** @param finished from the context of the test, for tests that run concurrently */
async function started(finished: Finished, ...answers: Answer[]): Promise<TestServer> {
  const server = await serve(answers);
  finished(() => server.close());
  return server;
}

async function serving(...answers: Answer[]): Promise<TestServer> {
  return await started(onTestFinished, ...answers);
}

/** A raw TCP server. */
async function listening(onConnection: (socket: Socket) => void, finished: Finished = onTestFinished): Promise<string> {
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  finished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => tcp.close(() => done()));
  });
  return `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`;
}

/** The error that a call raises; checks that it is one line and does not contain the key. */
async function failure(
  call: TestCall,
  url: string,
  options: Partial<ServiceClientOptions> = {},
): Promise<ServiceError | ConfigError> {
  try {
    await call.run(client(url, options));
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof ConfigError)) throw error;
    for (const text of [error.message, error.stack ?? '', JSON.stringify(error)]) {
      expect(text).not.toContain(KEY.slice(3, 20));
    }
    expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    return error;
  }
  throw new Error('nothing was raised');
}

/** The message of a failure with exit code 4. */
async function serviceFailure(
  call: TestCall,
  url: string,
  options: Partial<ServiceClientOptions> = {},
): Promise<string> {
  const error = await failure(call, url, options);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error.exitCode).toBe(EXIT.service);
  return error.message;
}

// Long enough for a busy machine and two attempts.
const SHORT = { limits: { connect: 200, headers: 200, body: 200 }, deadline: 900 };

describe.each(TEST_CALLS)('$name', (call) => {
  const ok = { 'content-type': 'application/json', ...call.headers };

  it.runIf(call.answer)('returns a result', async () => {
    const { url } = await serving(right(call));
    await expect(call.run(client(url))).resolves.toBeDefined();
  });

  it.concurrent('fails if the service accepts the connection and sends nothing', async ({
    onTestFinished: finished,
  }) => {
    const message = await serviceFailure(call, await listening(() => {}, finished), SHORT);
    expect(message).toContain('did not finish within 1 s: it accepted the connection, but sent no response');
  });

  it.concurrent('fails if the service stops in the middle of its response', async ({ onTestFinished: finished }) => {
    const { url } = await started(finished, (_, response) => {
      response.writeHead(200, { ...ok, 'content-length': '5000' });
      response.write('{"id":');
    });
    // Long enough for the headers on a busy machine.
    const limits = { connect: 5_000, headers: 5_000, body: 50 };
    const message = await serviceFailure(call, url, { limits, deadline: 10_000 });
    expect(message).toContain('it stopped in the middle of its response');
  });

  it.concurrent('fails if the service sends single bytes slowly', async ({ onTestFinished: finished }) => {
    const { url } = await started(finished, (_, response) => {
      response.writeHead(200, ok);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await serviceFailure(call, url, { ...SHORT, deadline: 500 })).toContain('did not finish within 1 s: ');
  });

  it('fails if the service does not listen', async () => {
    const server = await serving(right(call));
    await server.close();
    expect(await serviceFailure(call, server.url)).toContain('the connection was refused (8 attempts)');
  });

  it('fails if the service closes the connection immediately', async () => {
    const message = await serviceFailure(call, await listening((socket) => socket.resetAndDestroy()));
    expect(message).toMatch(/the connection was (closed|reset).* \(8 attempts\)$/);
  });

  it('fails if the service resets the connection in the middle of its response', async () => {
    const { url } = await serving((_, response) => {
      response.writeHead(call.status === 204 ? 200 : call.status, { ...ok, 'content-length': '5000' });
      response.write('{"id":');
      setTimeout(() => response.socket?.resetAndDestroy(), 10);
    });
    expect(await serviceFailure(call, url)).toMatch(/the connection was (closed|reset).* \(8 attempts\)$/);
  });

  it('stops reading a response of 10 GB', async () => {
    let sent = 0;
    const { url } = await serving((_, response) => {
      response.writeHead(call.status === 204 ? 200 : call.status, ok);
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const more = (): void => {
        while (sent < 10 * 2 ** 30 && !response.destroyed && response.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    const message = await serviceFailure(call, url, { limits: { answerBytes: 1024 * 1024 } });
    expect(message).toContain(call.answer ? 'it has more than 1048576 bytes' : 'not a valid response to this request');
    // The buffers in between hold a few MiB.
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('does not read a response that announces 10 GB', async () => {
    const { url } = await serving((_, response) => {
      response.writeHead(call.status === 204 ? 200 : call.status, { ...ok, 'content-length': String(10 * 2 ** 30) });
      response.write(' ');
    });
    const message = await serviceFailure(call, url);
    expect(message).toContain(
      call.answer ? `it has more than ${LIMITS.responseBytes} bytes` : 'not a valid response to this request',
    );
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i) to another origin', async (status) => {
    const elsewhere = await serving(right(call));
    const { url, received } = await serving(json(status, {}, { location: `${elsewhere.url}/steal?token=x` }));
    const message = await serviceFailure(call, url);
    expect(message).toContain(`redirect (${status}) to \`${elsewhere.url}\`, which is not followed`);
    expect(message).not.toContain('steal');
    expect(received).toHaveLength(1);
    expect(elsewhere.received).toHaveLength(0);
  });

  it('stops at the deadline if every response is a 429', async () => {
    const { url, received } = await serving(problem(429, 'rate_limited', {}, { 'retry-after': '0' }));
    const clock = new TestClock();
    expect(await serviceFailure(call, url, { clock })).toContain('within 10 min: HTTP 429 too many requests');
    expect(clock.at).toBe(600_000);
    expect(received.length).toBeLessThan(60);
  });

  it('honours `Retry-After` even if the clocks differ', async () => {
    const later = { 'retry-after': 'Fri, 20 Nov 2026 09:05:09 GMT', date: 'Fri, 20 Nov 2026 09:05:00 GMT' };
    const { url, received } = await serving(problem(503, 'unavailable', {}, later), problem(500, 'internal'));
    const clock = new TestClock();
    await serviceFailure(call, url, { clock });
    expect(clock.sleeps).toEqual([9000]);
    expect(received).toHaveLength(2);
    expect(received[1]?.body === received[0]?.body).toBe(true);
  });

  const others = [204, 206, 304, 418, 500, 501].filter((status) => status !== call.status);
  it.each(others)('fails if the service answers %i', async (status) => {
    const { url, received } = await serving((_, response) => response.writeHead(status).end());
    const message = await serviceFailure(call, url);
    expect(message).toContain(
      `answered ${status}${status < 400 ? ', which is not a valid response' : ' and gave no reason'}`,
    );
    expect(received).toHaveLength(1);
  });

  it.each([
    [401, 'key_revoked', 'the API key was revoked'],
    [401, 'key_expired', 'the API key has expired'],
    [401, 'session_unknown', 'does not recognise the token as an API key'],
    [403, 'scope_missing', `the API key lacks the scope \`${call.scope}\``],
    [403, 'session_needed', 'allows this only to signed-in users'],
    [403, 'role_missing', 'allows this only to signed-in users'],
    [403, 'key_needed', 'does not recognise the token as an API key'],
    [403, 'of_tomorrow', 'refused the API key (`of_tomorrow`)'],
  ])('exits with 3 on %i %s', async (status, code, text) => {
    const { url, received } = await serving(problem(status, code, {}, { 'x-request-id': 'srv-1' }));
    const error = await failure(call, url);
    expect(error.exitCode).toBe(EXIT.auth);
    expect(error.message).toContain(text);
    expect((error as ServiceError).details).toEqual({ code, status, requestId: 'srv-1' });
    expect(received).toHaveLength(1);
  });

  it('exits with 2 if the key belongs to another workspace', async () => {
    const { url } = await serving(problem(404, 'workspace_not_found'));
    const error = await failure(call, url);
    expect(error.exitCode).toBe(EXIT.config);
    expect(error.message).toContain('has no workspace `acme` for this API key');
  });

  it.each([
    [404, 'not_found'],
    [405, 'method_not_allowed'],
  ])('suggests a version mismatch on %i %s', async (status, code) => {
    const { url } = await serving(problem(status, code));
    expect(await serviceFailure(call, url)).toContain('the client and the service may have different versions');
  });

  it('masks the key in an error from the service', async () => {
    const detail = `bad ${KEY} ${Buffer.from(KEY).toString('base64')}\u001b[31m`;
    const { url } = await serving(problem(500, 'internal', { detail, requestId: KEY, title: KEY }));
    expect(await serviceFailure(call, url)).toContain('bad ***');
  });

  it('closes its connections', async () => {
    const server = await serving(right(call), problem(500, 'internal'));
    await call.run(client(server.url)).catch(() => {});
    const connections = await new Promise<number>((done) => setTimeout(() => done(server.connections()), 50));
    expect(connections).toBe(0);
  });

  it('uses one request id for all its attempts, and another for the next call', async () => {
    const server = await serving(problem(503, 'unavailable'), problem(500, 'internal'));
    await failure(call, server.url);
    await failure(call, server.url);
    const names = server.received.map(({ headers }) => headers['x-request-id']);
    expect(names).toHaveLength(3);
    expect(names[0]).toBe(names[1]);
    expect(names[2]).not.toBe(names[0]);
  });
});

describe.each(TEST_CALLS.filter(({ answer }) => answer !== undefined))('a response to $name', (call) => {
  const ok = { 'content-type': 'application/json', ...call.headers };
  const body = JSON.stringify(call.answer);

  it.each([
    ['is of another type', { 'content-type': 'text/html' }, body, 'its content type is `text/html`, not JSON'],
    ['has no content type', { 'content-type': '' }, body, 'it has no content type'],
    ['is truncated', {}, body.slice(0, -1), 'it is not valid JSON'],
    ['is empty', {}, '', 'it is not valid JSON'],
    ['is an HTML page', {}, '<!doctype html>', 'it is not valid JSON'],
    ['is very deeply nested', {}, `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'expects: '],
    ['is another object', {}, '{"status":"ok"}', 'expects: '],
    ['is not valid UTF-8', {}, Buffer.from([0x22, 0xff, 0x22]), 'it is not valid UTF-8'],
    ['is compressed', { 'content-encoding': 'gzip' }, gzipSync(body), 'it is compressed, although the client did not'],
  ])('is rejected if it %s', async (_, headers, sent, message) => {
    const { url, received } = await serving((__, response) => {
      response.writeHead(call.status, { ...ok, ...headers }).end(sent);
    });
    expect(await serviceFailure(call, url)).toContain(message);
    expect(received).toHaveLength(1);
  });

  it('is rejected if it is for another workspace', async () => {
    const { url } = await serving(json(call.status, { ...call.answer, workspace: 'other' }, call.headers));
    // The response to events names no workspace.
    if (call.name === 'sendEvents') await expect(call.run(client(url))).resolves.toBeDefined();
    else expect(await serviceFailure(call, url)).toContain('it is for another workspace');
  });

  it('may have additional keys, from a newer service', async () => {
    const { url } = await serving(json(call.status, { ...call.answer, more: [1] }, call.headers));
    await expect(call.run(client(url))).resolves.not.toHaveProperty('more');
  });

  it.each([
    ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['tomorrow', undefined],
    ['9999-99-99T00:00:00Z', undefined],
  ])('reports when the key expires: %s', async (header, expected) => {
    const headers = { ...call.headers, 'querygate-key-expires': header };
    const { url } = await serving(json(call.status, call.answer ?? {}, headers));
    expect(await call.run(client(url))).toMatchObject({ keyExpires: expected });
  });
});

describe.skipIf(MISSING !== '')(`${MISSING}over TLS`, () => {
  it.each(TEST_CALLS)('$name sends nothing to a server with a self-signed certificate', async (call) => {
    const authority = createAuthority();
    onTestFinished(() => authority.remove());
    const server = await serve([right(call)], authority.selfSigned('localhost'));
    onTestFinished(() => server.close());
    const message = await serviceFailure(call, `https://localhost:${server.port}`);
    expect(message).toContain('its certificate is self-signed');
    expect(server.received).toHaveLength(0);
  });
});
