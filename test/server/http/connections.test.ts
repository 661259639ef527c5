import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// Slow, large and hostile clients, on raw connections.

/** Open requests. */
const OPEN = 15;

let app: TestApp;
let workspace: string;
let secret: string;
/** A key whose queries wait until the test releases them. */
let release: () => void = () => undefined;
let held: Promise<void> | undefined;

beforeAll(async () => {
  app = await startTestApp({
    http: { headersTimeout: 400, requestTimeout: 4000, keepAliveTimeout: 500, openRequests: OPEN, headerBytes: 8192 },
    engine: (real) => ({
      ...real,
      get load() {
        return real.load;
      },
      query: async (task) => {
        await held;
        return real.query(task);
      },
    }),
  });
  workspace = await app.workspace();
  ({ secret } = await app.key(workspace));
});
afterAll(() => app.close());

function hold(): void {
  held = new Promise((resolve) => {
    release = () => {
      held = undefined;
      resolve();
    };
  });
}

/** A connection, and everything received on it. */
interface Wire {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: Promise<void>;
}

async function open(): Promise<Wire> {
  const socket = connect(Number(app.url.port), app.url.hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
  return { socket, text: () => text, closed };
}

/** Sends text; returns everything received until the service closes the connection. */
async function send(text: string | Buffer): Promise<string> {
  const wire = await open();
  wire.socket.write(text);
  await wire.closed;
  return wire.text();
}

function problemOf(answer: string): { readonly status: number; readonly code: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(/x-request-id: \S+/i);
  const problem = problemSchema.parse(JSON.parse(body));
  expect(head).toContain(`HTTP/1.1 ${problem.status} `);
  return { status: problem.status, code: problem.code };
}

const queryBody = (query = 'SELECT 1') => JSON.stringify({ workspace, query, dialect: 'postgresql' });
const head = (line: string, more: readonly string[] = [], key = secret) =>
  [line, 'Host: x', `Authorization: Bearer ${key}`, ...more, '', ''].join('\r\n');
const post = (body: string, more: readonly string[] = []) =>
  head('POST /api/v1/proxy/query HTTP/1.1', [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...more,
  ]) + body;

describe('malformed HTTP', () => {
  it.each<[string, string, number, string]>([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n', 400, 'request_malformed'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'request_malformed'],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request_malformed'],
    ['another version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'request_malformed'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
      400,
      'request_malformed',
    ],
    [
      'a length and pieces',
      'POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'request_malformed',
    ],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n', 400, 'request_malformed'],
    ['large headers', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(9000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['many headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'X: a\r\n'.repeat(2000)}\r\n`, 431, 'headers_too_large'],
    ['a long path', `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
  ])('is answered with a problem, and the connection is closed: %s', async (_, text, status, code) => {
    expect(problemOf(await send(text))).toEqual({ status, code });
  });

  it('in a chunked body is answered for that request', async () => {
    const text = `${head('POST /api/v1/proxy/query HTTP/1.1', ['Content-Type: application/json', 'Transfer-Encoding: chunked'])}zz\r\n`;
    expect(problemOf(await send(text))).toEqual({ status: 400, code: 'request_malformed' });
  });

  it('after a pending request is not mistaken for its answer', async () => {
    hold();
    const wire = await open();
    wire.socket.write(`${post(queryBody())}NONSENSE\r\n\r\n`);
    await wire.closed;
    release();
    expect(wire.text()).toBe('');
  });
});

describe('a slow client', () => {
  it('has a time limit for its headers', async () => {
    const wire = await open();
    wire.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => wire.socket.write('X: a\r\n'), 50);
    await wire.closed;
    clearInterval(drip);
    expect(problemOf(wire.text())).toEqual({ status: 408, code: 'request_timeout' });
  });

  it('has a time limit for its body', async () => {
    const wire = await open();
    const body = queryBody();
    wire.socket.write(post(body).slice(0, -20));
    await wire.closed;
    expect(problemOf(wire.text())).toEqual({ status: 408, code: 'request_timeout' });
  });

  it('that sends nothing is disconnected', async () => {
    const wire = await open();
    await wire.closed;
    expect(wire.text()).toMatch(/^(|HTTP\/1\.1 408 [\s\S]*)$/);
  });

  it('does not delay others', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, open));
    for (const { socket } of slow) socket.write(post(queryBody()).slice(0, 50));
    const startedAt = performance.now();
    expect((await app.ask({ url: '/healthz' })).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    for (const { socket } of slow) socket.destroy();
  });
});

describe('a large body', () => {
  it('without authentication is not waited for, and is limited', async () => {
    const wire = await open();
    wire.socket.write(head('POST /api/v1/ci/dry-run HTTP/1.1', ['Content-Length: 10000000000'], 'nonsense'));
    const piece = Buffer.alloc(256 * 1024, 'a');
    let sent = 0;
    const pump = () => {
      while (!wire.socket.destroyed && wire.socket.write(piece)) sent += piece.length;
    };
    wire.socket.on('drain', pump);
    pump();
    await wire.closed;
    expect(problemOf(wire.text())).toEqual({ status: 401, code: 'key_malformed' });
    // 64 MiB, and the data in buffers.
    expect(sent).toBeLessThan(128 * 1024 * 1024);
  });

  it('that is sent completely before the client reads is answered, and the connection stays open', async () => {
    const wire = await open();
    const body = 'a'.repeat(1024 * 1024);
    wire.socket.write(
      head(
        'POST /api/v1/ci/dry-run HTTP/1.1',
        [`Content-Length: ${body.length}`, 'Content-Type: application/json'],
        'nonsense',
      ) +
        body +
        head('GET /healthz HTTP/1.1', ['Connection: close']),
    );
    await wire.closed;
    expect(wire.text()).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /);
  });

  it('in endless chunks is stopped at the limit', async () => {
    const wire = await open();
    wire.socket.write(
      head('POST /api/v1/ci/dry-run HTTP/1.1', ['Content-Type: application/json', 'Transfer-Encoding: chunked']),
    );
    const piece = `40000\r\n${'a'.repeat(0x40000)}\r\n`;
    const pump = () => {
      while (!wire.socket.destroyed && wire.socket.write(piece));
    };
    wire.socket.on('drain', pump);
    pump();
    await wire.closed;
    expect(problemOf(wire.text())).toEqual({ status: 413, code: 'body_too_large' });
  });

  it('that is cut off is not processed', async () => {
    const wire = await open();
    wire.socket.write(post(queryBody()).slice(0, -5));
    await sleep(50);
    wire.socket.destroy();
    await sleep(50);
    expect((await app.ask({ url: '/healthz' })).status).toBe(200);
  });
});

describe('a connection', () => {
  it('accepts pipelined requests, and answers in order', async () => {
    const wire = await open();
    const queries = ['SELECT 1', 'DROP TABLE t', 'SELECT 2'];
    wire.socket.write(
      queries.map((query) => post(queryBody(query))).join('') + head('GET /healthz HTTP/1.1', ['Connection: close']),
    );
    await wire.closed;
    const verdicts = [...wire.text().matchAll(/"verdict":"(\w+)","ruleset"|"status":"(ok)"/g)].map(
      ([, a, b]) => a ?? b,
    );
    expect(verdicts).toEqual(['allow', 'block', 'allow', 'ok']);
  });

  it('sends `100 Continue` only if the body is wanted', async () => {
    const wire = await open();
    const body = queryBody();
    wire.socket.write(post(body, ['Expect: 100-continue', 'Connection: close']).slice(0, -body.length));
    await expect.poll(wire.text).toMatch(/^HTTP\/1\.1 100 /);
    wire.socket.write(body);
    await wire.closed;
    expect(wire.text()).toMatch(/"verdict":"allow"/);
  });

  it('ignores unknown expectations', async () => {
    const wire = await open();
    wire.socket.write(post(queryBody(), ['Expect: the-spanish-inquisition', 'Connection: close']));
    await wire.closed;
    expect(wire.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"verdict":"allow"/);
  });

  it('that closes before its answer leaves nothing behind', async () => {
    hold();
    const wires = await Promise.all(Array.from({ length: 5 }, open));
    for (const { socket } of wires) socket.write(post(queryBody()));
    await sleep(200);
    for (const { socket } of wires) socket.destroy();
    await sleep(100);
    release();
    // All slots are free again.
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.ask({ method: 'POST', url: '/api/v1/proxy/query', as: secret, body: JSON.parse(queryBody()) }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const aborted = (await app.ask({ url: '/metrics' })).text.match(
      /^querygate_requests_aborted_total\{.*query.*\} (\d+)$/m,
    );
    expect(Number(aborted?.[1])).toBeGreaterThanOrEqual(5);
  });
});

describe('a client that disconnects while it is authenticated', () => {
  it('leaves nothing behind', async () => {
    const { secret: own } = await app.key(workspace);
    for (let at = 0; at < 120; at++) {
      const wire = await open();
      wire.socket.write(head('POST /api/v1/proxy/query HTTP/1.1', ['Content-Length: 100'], own));
      // Within the milliseconds that the store needs to find the key.
      await sleep(at % 4);
      wire.socket.destroy();
    }
    await sleep(100);
    // A hundred incomplete bodies of one key would be too many.
    const wire = await open();
    const body = queryBody();
    wire.socket.write(
      head(
        'POST /api/v1/proxy/query HTTP/1.1',
        ['Content-Type: application/json', 'Connection: close', `Content-Length: ${body.length}`],
        own,
      ),
    );
    await sleep(50);
    wire.socket.write(body);
    await wire.closed;
    expect(wire.text()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('incomplete bodies', () => {
  /** Sends a text on new connections, a few at a time: a request that is being authenticated counts as open. */
  const inTurn = async (count: number, text: string): Promise<readonly Wire[]> => {
    const wires: Wire[] = [];
    while (wires.length < count) {
      const wire = await open();
      wire.socket.write(text);
      wires.push(wire);
      if (wires.length % 5 === 0) await sleep(20);
    }
    await sleep(100);
    return wires;
  };

  it('do not block others, and are limited per key', async () => {
    const other = await app.key(workspace);
    const slow = await inTurn(100, post(queryBody()).slice(0, -20));
    // More than the limit of open requests, but none of them is being processed.
    const late = await open();
    late.socket.write(post(queryBody()).slice(0, -20));
    await expect.poll(late.text).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n/i);
    const ask = (as: string) =>
      app.ask({ method: 'POST', url: '/api/v1/proxy/query', as, body: JSON.parse(queryBody()) });
    expect((await ask(other.secret)).status).toBe(200);
    expect((await ask(secret)).status).toBe(200);
    for (const { socket } of [...slow, late]) socket.destroy();
    await sleep(50);
    const next = await open();
    next.socket.write(post(queryBody(), ['Connection: close']).slice(0, -20));
    await sleep(50);
    next.socket.write(queryBody().slice(-20));
    await next.closed;
    expect(next.text()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('have a total size limit', async () => {
    const begin = head('POST /api/v1/ci/dry-run HTTP/1.1', [
      'Content-Type: application/json',
      `Content-Length: ${8 * 1024 * 1024}`,
    ]);
    const large = await inTurn(17, `${begin}{`);
    await expect.poll(() => large.filter(({ text }) => text().startsWith('HTTP/1.1 429 ')).length).toBe(1);
    for (const { socket } of large) socket.destroy();
  });
});

describe('requests above the limit', () => {
  it('are refused, and probes are not', async () => {
    hold();
    const ask = () =>
      app.ask({ method: 'POST', url: '/api/v1/proxy/query', as: secret, body: JSON.parse(queryBody()) });
    const first = Array.from({ length: OPEN }, ask);
    await expect.poll(async () => (await app.ask({ url: '/metrics' })).text).toContain(`requests_open ${OPEN + 1}\n`);
    await sleep(300);
    const late = await ask();
    expect([late.status, late.code, late.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect((await app.ask({ url: '/healthz' })).status).toBe(200);
    expect((await app.ask({ url: '/metrics' })).text).toContain(`\nquerygate_requests_open ${OPEN + 1}\n`);
    release();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 200));
  });
});
