import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceClientOptions, SimulationProgress } from '../../src/client/index.ts';
import { EXIT, InternalError, ServiceError } from '../../src/model/index.ts';
import { client, DONE, KEY, QUEUED, REQUEST, running, TestClock } from './build.ts';
import { type Answer, json, problem, serve, type TestServer } from './server.ts';

// Faults of a service, or of anything that answers in its place. Each must end with exit code 4 within its time limit.

let server: TestServer | undefined;
let raw: { server: Server; sockets: Set<Socket> } | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  for (const socket of raw?.sockets ?? []) socket.destroy();
  await new Promise<void>((done) => (raw ? raw.server.close(() => done()) : done()));
  raw = undefined;
});

async function serving(...answers: Answer[]): Promise<string> {
  server = await serve(answers);
  return server.url;
}

/** A raw TCP server. */
async function listening(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  raw = { server: tcp, sockets };
  return `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`;
}

async function failure(url: string, options: Partial<ServiceClientOptions> = {}): Promise<ServiceError> {
  try {
    await client(url, options).simulateRules(REQUEST);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    const raised = error as ServiceError;
    expect(raised.exitCode).toBe(EXIT.service);
    expect(raised.message).not.toContain(KEY);
    expect(raised.message).not.toContain('\n');
    return raised;
  }
  throw new Error('nothing was raised');
}

const SHORT = { limits: { connect: 150, headers: 150, body: 150 } };

describe('a service that', () => {
  it('does not listen is retried for half a minute', async () => {
    const url = await serving(json(202, DONE));
    await server?.close();
    const clock = new TestClock();
    const { message } = await failure(url, { clock });
    expect(message).toBe(`no response from the service at \`${url}\`: the connection was refused (8 attempts)`);
    expect(clock.sleeps).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000]);
  });

  it('accepts the connection and sends nothing is reported', async () => {
    const { message } = await failure(await listening(() => {}), SHORT);
    expect(message).toContain('sent no response (8 attempts)');
  });

  it('closes the connection immediately is reported', async () => {
    const { message } = await failure(await listening((socket) => socket.resetAndDestroy()));
    expect(message).toMatch(/the connection was (closed|reset).* \(8 attempts\)$/);
  });

  it('closes the connection after the headers is reported', async () => {
    const url = await serving((_, response) => {
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    const { message } = await failure(url);
    expect(message).toContain('closed before the response was complete (8 attempts)');
  });

  it('stops in the middle of its response is reported', async () => {
    const url = await serving((_, response) => {
      response.writeHead(202, { 'content-type': 'application/json' });
      response.write('{"id":');
    });
    const { message } = await failure(url, SHORT);
    expect(message).toContain('it stopped in the middle of its response (8 attempts)');
  });

  it('sends single bytes slowly is abandoned at the deadline', async () => {
    const url = await serving((_, response) => {
      response.writeHead(202, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const before = performance.now();
    // A busy machine sends some bytes late; only the deadline counts here.
    const { message } = await failure(url, { limits: { ...SHORT.limits, body: 300_000 }, deadline: 600 });
    expect(message).toContain('did not finish within 1 s: no complete response yet; raise `timeout`');
    expect(performance.now() - before).toBeLessThan(60_000);
  });

  it('sends its headers slowly is abandoned too', async () => {
    const url = await listening((socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\nx: ');
      const drip = setInterval(() => socket.write('y'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const { message } = await failure(url, SHORT);
    expect(message).toContain('sent no response (8 attempts)');
  });

  it('sends an endless response is read up to the limit', async () => {
    let sent = 0;
    const url = await serving((_, response) => {
      response.writeHead(202, { 'content-type': 'application/json', location: 'simulations/sim_1' });
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    const { message } = await failure(url);
    expect(message).toContain('it has more than 67108864 bytes');
    // The buffers in between hold a few MiB.
    expect(sent).toBeLessThan(80 * 1024 * 1024);
  });

  it('announces a huge response is not read', async () => {
    const url = await serving((_, response) => {
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': String(10 * 2 ** 30) });
      response.write(Buffer.alloc(100, ' '));
    });
    const { message } = await failure(url, SHORT);
    expect(message).toContain('it has more than 67108864 bytes');
  });

  it('sends an endless error is reported', async () => {
    const url = await serving((_, response) => {
      response.writeHead(500, { 'content-type': 'application/problem+json' });
      const chunk = Buffer.alloc(64 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const { message } = await failure(url);
    expect(message).toContain('answered 500 and gave no reason');
  });

  it('sends too many headers is reported', async () => {
    const url = await listening((socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\n');
      for (let at = 0; at < 2000; at++) socket.write(`x-${at}: ${'y'.repeat(100)}\r\n`);
    });
    const { message } = await failure(url);
    expect(message).toContain('its response headers are too large');
  });

  it('does not speak HTTP is reported', async () => {
    const { message } = await failure(await listening((socket) => socket.write('220 mail.example ESMTP\r\n')));
    expect(message).toContain('it does not speak HTTP (3 attempts)');
  });

  it.each([
    ['invalid JSON', '{"id": "sim_1",', 'it is not valid JSON'],
    ['an empty body', '', 'it is not valid JSON'],
    ['deeply nested JSON that is incomplete', '['.repeat(5_000_000), 'it is not valid JSON'],
    ['deeply nested JSON', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'expects: '],
    ['an HTML page', '<!doctype html>', 'it is not valid JSON'],
  ])('answers with %s is reported', async (_, body, message) => {
    const url = await serving((__, response) => {
      response.writeHead(202, { 'content-type': 'application/json', location: 'simulations/sim_1' }).end(body);
    });
    expect((await failure(url)).message).toContain(message);
  });

  it('answers with invalid UTF-8 is reported', async () => {
    const url = await serving((_, response) => {
      response.writeHead(202, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22]));
    });
    expect((await failure(url)).message).toContain('it is not valid UTF-8');
  });

  it('compresses its response is reported', async () => {
    const url = await serving((_, response) => {
      response.writeHead(202, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(DONE)));
    });
    expect((await failure(url)).message).toContain('it is compressed, although the client did not ask for compression');
  });

  it.each([301, 302, 303, 307, 308])('redirects with %i is not followed', async (status) => {
    const url = await serving(json(status, {}, { location: `https://evil.example/steal?token=x#y` }));
    const { message } = await failure(url);
    expect(message).toContain(`redirect (${status}) to \`https://evil.example\`, which is not followed`);
    expect(message).not.toContain('steal');
    expect(server?.received).toHaveLength(1);
  });

  it('redirects a poll is not followed', async () => {
    const url = await serving(json(202, QUEUED), json(307, {}, { location: '/elsewhere' }));
    const { message } = await failure(url);
    expect(message).toContain(`redirect (307) to \`${url}\``);
    expect(server?.received).toHaveLength(2);
  });

  it('redirects to an invalid URL is reported', async () => {
    const { message } = await failure(await serving(json(302, {}, { location: 'http://' })));
    expect(message).toContain('redirect (302) to an unreadable address');
  });
});

describe('a failed attempt', () => {
  it.each([
    [429, 'HTTP 429 too many requests'],
    [502, 'HTTP 502 bad gateway'],
    [503, 'HTTP 503 service unavailable'],
    [504, 'HTTP 504 gateway timeout'],
  ])('with %i is retried with the same idempotency key', async (status, reason) => {
    const url = await serving(
      problem(status, 'unavailable'),
      (_, response) => response.destroy(),
      json(202, QUEUED),
      problem(status, 'unavailable'),
      json(200, running(1)),
      json(200, DONE),
    );
    const progress: SimulationProgress[] = [];
    const done = await client(url).simulateRules(REQUEST, { onProgress: (step) => progress.push(step) });
    expect(done.status).toBe('done');
    const received = server?.received ?? [];
    expect(received.map(({ method }) => method).join(' ')).toBe('POST POST POST GET GET GET');
    const posts = received.filter(({ method }) => method === 'POST');
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    expect(progress[0]).toEqual({ state: 'waiting', reason, wait: 250 });
  });

  it('has another idempotency key in another run', async () => {
    const url = await serving(json(202, DONE));
    const service = client(url);
    await service.simulateRules(REQUEST);
    await service.simulateRules(REQUEST);
    const keys = (server?.received ?? []).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it.each([400, 401, 403, 404, 408, 409, 413, 422, 500, 501, 505])('with %i is not retried', async (status) => {
    const url = await serving(problem(status, 'internal'));
    await expect(client(url).simulateRules(REQUEST)).rejects.toThrow();
    expect(server?.received).toHaveLength(1);
  });

  it('that is repeated eight times reports the last response', async () => {
    const url = await serving(problem(503, 'unavailable', { detail: 'the store is being moved' }));
    const { message, details } = await failure(url);
    expect(message).toContain('answered 503 (`unavailable`): the store is being moved');
    expect(details.status).toBe(503);
    expect(server?.received).toHaveLength(8);
  });
});

describe('Retry-After', () => {
  const busy = (value: string, date?: string) =>
    problem(429, 'rate_limited', {}, { 'retry-after': value, ...(date === undefined ? {} : { date }) });

  it.each([
    ['7', undefined, 7000],
    // The clock of the service is five minutes ahead; only the difference matters.
    ['Fri, 20 Nov 2026 12:05:09 GMT', 'Fri, 20 Nov 2026 12:05:00 GMT', 9000],
  ])('%s is honoured', async (value, date, wait) => {
    const url = await serving(busy(value, date), json(202, DONE));
    const clock = new TestClock();
    await client(url, { clock }).simulateRules(REQUEST);
    expect(clock.sleeps).toEqual([wait]);
  });

  it('of 0 on every response leads to ever rarer attempts until the deadline', async () => {
    const url = await serving(busy('0'));
    const clock = new TestClock();
    const { message } = await failure(url, { clock });
    expect(message).toContain('did not finish within 10 min: HTTP 429 too many requests; raise `timeout`');
    expect(clock.at).toBe(600_000);
    expect(server?.received.length).toBeGreaterThan(20);
    expect(server?.received.length).toBeLessThan(60);
  });

  it('beyond the deadline fails immediately', async () => {
    const url = await serving(busy('3600'));
    const clock = new TestClock();
    const { message } = await failure(url, { clock });
    expect(message).toBe(
      `the service at \`${url}\`: HTTP 429 too many requests; it asks to retry after 60 min, which is longer than the remaining time; run it again later, or raise \`timeout\``,
    );
    expect(clock.sleeps).toEqual([]);
  });

  it('beyond the deadline fails immediately between polls too', async () => {
    const url = await serving(json(202, QUEUED, { 'retry-after': '3600' }));
    const clock = new TestClock();
    const { message } = await failure(url, { clock });
    expect(message).toContain('the simulation `sim_1` is still queued; it asks to retry after 60 min');
    expect(clock.sleeps).toEqual([]);
  });
});

describe('an exception', () => {
  it('in a callback is not reported as a failure of the service', async () => {
    const url = await serving(json(202, QUEUED), json(200, DONE));
    const run = client(url).simulateRules(REQUEST, {
      onProgress: () => {
        throw new TypeError(`oh ${KEY}`);
      },
    });
    await expect(run).rejects.toThrow(InternalError);
    await expect(run).rejects.toThrow('TypeError: oh ***');
  });
});

describe('a client', () => {
  it('closes its connections', async () => {
    const url = await serving(json(202, QUEUED), json(200, DONE));
    await client(url).simulateRules(REQUEST);
    const connections = await new Promise<number>((done) => setTimeout(() => done(server?.connections() ?? -1), 50));
    expect(connections).toBe(0);
  });

  it('can be reused after a failure', async () => {
    const url = await serving(json(500, {}), json(202, DONE));
    const service = client(url);
    await expect(service.simulateRules(REQUEST)).rejects.toThrow('answered 500');
    expect((await service.simulateRules(REQUEST)).status).toBe('done');
  });
});
