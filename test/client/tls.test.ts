import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/model/index.ts';
import { type Authority, createAuthority, MISSING, type Pair } from './authority.ts';
import { DONE, KEY, QUEUED } from './build.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { startProxy, type TestProxy } from './proxy.ts';
import { json, serve, type TestServer } from './server.ts';

// Tests with real certificates and a real proxy.

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function service(pair?: Pair): Promise<TestServer> {
  const server = await serve([json(202, QUEUED), json(200, DONE)], pair);
  open.push(server);
  return server;
}

async function proxy(port: number, answer?: string): Promise<TestProxy> {
  const started = await startProxy(port, answer);
  open.push(started);
  return started;
}

describe.skipIf(MISSING !== '')(`${MISSING}over TLS`, () => {
  const usual = getCACertificates('default');
  let ours: Authority;
  let strangers: Authority;
  beforeAll(() => {
    ours = createAuthority();
    strangers = createAuthority();
    setDefaultCACertificates([...usual, readFileSync(ours.file, 'utf8')]);
  });
  afterAll(() => {
    setDefaultCACertificates(usual);
    ours.remove();
    strangers.remove();
  });

  /** Runs in a separate process, because Node.js reads NODE_EXTRA_CA_CERTS only at startup. */
  async function runInProcess(baseUrl: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
    const script = fileURLToPath(new URL('./run-client.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { BASE_URL: baseUrl, ...env } });
    return JSON.parse(stdout) as Outcome;
  }

  it('the client trusts the authority in NODE_EXTRA_CA_CERTS', async () => {
    const { port } = await service(strangers.issue('localhost'));
    const url = `https://localhost:${port}`;
    expect(await runInProcess(url, { NODE_EXTRA_CA_CERTS: strangers.file })).toEqual({ status: 'done' });
  });

  it('the client verifies certificates even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const server = await service(strangers.selfSigned('localhost'));
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
    const { message, exitCode } = await runInProcess(`https://localhost:${server.port}`, env);
    expect(message).toContain('its certificate is self-signed');
    expect(exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });

  it.each([
    [
      'of an unknown authority',
      () => strangers.issue('localhost'),
      /(issued by an unknown authority|cannot be verified)/,
    ],
    ['that is self-signed', () => strangers.selfSigned('localhost'), /its certificate is self-signed; set/],
    ['for another host', () => ours.issue('other.example'), /its certificate is for another host/],
    [
      'that has expired',
      () => ours.issue('localhost', ['20250101000000Z', '20250201000000Z']),
      /its certificate has expired/,
    ],
    [
      'that is not valid yet',
      () => ours.issue('localhost', ['20480101000000Z', '20480201000000Z']),
      /its certificate is not valid yet; correct the clock/,
    ],
  ])('a certificate %s is rejected before the key is sent', async (_, pair, expected) => {
    const server = await service(pair());
    const { message, exitCode } = await outcomeOf(`https://localhost:${server.port}`, {});
    expect(message).toMatch(expected);
    // On a busy machine, one connection may fail before the certificate is seen.
    expect(message).not.toMatch(/\((?:[3-9]|\d\d+) attempts\)/);
    expect(exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });

  it('a port without TLS is reported', async () => {
    const server = await service();
    const { message, exitCode } = await outcomeOf(`https://localhost:${server.port}`, {});
    expect(message).toMatch(
      /a TLS connection could not be established \(`[A-Z_]+`\); check that the port serves `https`/,
    );
    expect(exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });

  describe('a proxy', () => {
    it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
      'in %s tunnels the connection without seeing its content',
      async (name) => {
        const server = await service(ours.issue('gate.example'));
        const { url, requests, seen } = await proxy(server.port);
        expect(await outcomeOf('https://gate.example', { [name]: url })).toEqual({ status: 'done' });
        expect(new Set(requests.map(({ target }) => target))).toEqual(new Set(['gate.example:443']));
        expect(server.received).toHaveLength(2);
        expect(server.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
        expect(seen().length).toBeGreaterThan(500);
        expect(seen()).not.toContain(KEY.slice(0, 20));
        expect(seen()).not.toContain('/api/v1/');
      },
    );

    it('receives its user name and password', async () => {
      const server = await service(ours.issue('gate.example'));
      const { port, requests } = await proxy(server.port);
      const env = { HTTPS_PROXY: `http://ci:s%40crate@127.0.0.1:${port}` };
      expect(await outcomeOf('https://gate.example', env)).toEqual({ status: 'done' });
      expect(requests[0]?.authorization).toBe(`Basic ${Buffer.from('ci:s@crate').toString('base64')}`);
    });

    it('that intercepts TLS is detected', async () => {
      const server = await service(strangers.selfSigned('gate.example'));
      const { url } = await proxy(server.port);
      const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url });
      expect(message).toContain(
        'no response from the service at `https://gate.example` (through the proxy in `HTTPS_PROXY`, unless `NO_PROXY` lists the host): its certificate is self-signed',
      );
      expect(exitCode).toBe(EXIT.service);
      expect(server.received).toHaveLength(0);
    });
  });
});

describe('a proxy', () => {
  it.each([
    [undefined, 1],
    ['', 1],
    ['other.example', 1],
    ['gate.example:8443', 1],
    ['other.example, gate.example', 0],
    ['.example', 0],
    ['*', 0],
  ])('is used unless NO_PROXY (%s) lists the host', async (NO_PROXY, times) => {
    const { url, requests } = await proxy(0, 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    const { exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url, NO_PROXY }, 1000);
    expect(requests).toHaveLength(times);
    expect(exitCode).toBe(EXIT.service);
  });

  it('is never used for this machine, because it could read the key', async () => {
    const server = await service();
    const { url, requests } = await proxy(server.port);
    expect(await outcomeOf(server.url, { HTTP_PROXY: url, HTTPS_PROXY: url })).toEqual({ status: 'done' });
    expect(requests).toEqual([]);
  });

  it('in process.env is ignored if the client gets another environment', async () => {
    const { url, requests } = await proxy(0);
    process.env['HTTPS_PROXY'] = url;
    try {
      await outcomeOf('https://gate.example', {}, 1000);
    } finally {
      delete process.env['HTTPS_PROXY'];
    }
    expect(requests).toEqual([]);
  });

  it.each([
    ['requires credentials', '407 Proxy Authentication Required', 'the proxy asks for a user name and password', 1],
    ['refuses the host', '403 Forbidden', 'the proxy refuses to connect to it (403)', 1],
    ['does not find the host', '502 Bad Gateway', 'refuses to connect to it (502) (8 attempts)', 8],
  ])('that %s is reported', async (_, line, expected, attempts) => {
    const { url, requests } = await proxy(0, `HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`);
    const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url });
    expect(message).toContain(expected);
    expect(exitCode).toBe(EXIT.service);
    expect(requests).toHaveLength(attempts);
  });

  it('that sends nothing is abandoned at the deadline', async () => {
    const { url } = await proxy(0, '');
    const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url }, 2500);
    expect(message).toContain('did not finish within 3 s: it accepted the connection, but sent no response');
    expect(exitCode).toBe(EXIT.service);
  });

  it('that does not listen is reported', async () => {
    const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: 'http://127.0.0.1:1' });
    expect(message).toContain(
      '(through the proxy in `HTTPS_PROXY`, unless `NO_PROXY` lists the host): the connection was refused',
    );
    expect(exitCode).toBe(EXIT.service);
  });

  it.each(['proxy.example:3128', 'ftp://proxy.example', 'http://user:hunter2@', 'socks5://user:hunter2@proxy.example'])(
    'with the invalid URL `%s` is a configuration error',
    async (HTTPS_PROXY) => {
      const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY });
      expect(message).toContain('`HTTPS_PROXY` is not the URL of a proxy');
      expect(message).not.toContain('hunter2');
      expect(exitCode).toBe(EXIT.config);
    },
  );
});
