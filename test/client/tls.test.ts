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

// Real certificates, and a real proxy in between.

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

  /** A process of its own: whom Node.js trusts is settled when it starts. */
  async function runApart(baseUrl: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
    const script = fileURLToPath(new URL('./run-client.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { BASE_URL: baseUrl, ...env } });
    return JSON.parse(stdout) as Outcome;
  }

  it('the authority that NODE_EXTRA_CA_CERTS names is trusted', async () => {
    const { port } = await service(strangers.issue('localhost'));
    const url = `https://localhost:${port}`;
    expect(await runApart(url, { NODE_EXTRA_CA_CERTS: strangers.file })).toEqual({ status: 'done' });
  });

  it('certificates are verified, though NODE_TLS_REJECT_UNAUTHORIZED says that they are not to be', async () => {
    const server = await service(strangers.selfSigned('localhost'));
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
    const { message, exitCode } = await runApart(`https://localhost:${server.port}`, env);
    expect(message).toContain('its certificate is self-signed');
    expect(exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });

  it.each([
    ['of an unknown authority', () => strangers.issue('localhost'), /(comes from an authority|cannot be verified)/],
    ['signed by itself', () => strangers.selfSigned('localhost'), /its certificate is self-signed; give/],
    ['for another host', () => ours.issue('other.example'), /its certificate is for another host/],
    [
      'that has run out',
      () => ours.issue('localhost', ['20250101000000Z', '20250201000000Z']),
      /its certificate has expired/,
    ],
    [
      'of the future',
      () => ours.issue('localhost', ['20480101000000Z', '20480201000000Z']),
      /its certificate is not valid yet; set the clock/,
    ],
  ])('a certificate %s is refused before the key is sent', async (_, pair, expected) => {
    const server = await service(pair());
    const { message, exitCode } = await outcomeOf(`https://localhost:${server.port}`, {});
    expect(message).toMatch(expected);
    expect(message).not.toMatch(/attempts/);
    expect(exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });

  it('a port that speaks no TLS is said to be that', async () => {
    const server = await service();
    const { message, exitCode } = await outcomeOf(`https://localhost:${server.port}`, {});
    expect(message).toMatch(/there is no TLS connection to be had with it \(`[A-Z_]+`\); is it a port for `https`/);
    expect(exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });

  describe('a proxy', () => {
    it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
      'of %s is given a tunnel that shows nothing',
      async (name) => {
        const server = await service(ours.issue('gate.example'));
        const { url, asked, seen } = await proxy(server.port);
        expect(await outcomeOf('https://gate.example', { [name]: url })).toEqual({ status: 'done' });
        expect(new Set(asked.map(({ target }) => target))).toEqual(new Set(['gate.example:443']));
        expect(server.received).toHaveLength(2);
        expect(server.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
        expect(seen().length).toBeGreaterThan(500);
        expect(seen()).not.toContain(KEY.slice(0, 20));
        expect(seen()).not.toContain('/api/v1/');
      },
    );

    it('is given its user name and password', async () => {
      const server = await service(ours.issue('gate.example'));
      const { port, asked } = await proxy(server.port);
      const env = { HTTPS_PROXY: `http://ci:s%40crate@127.0.0.1:${port}` };
      expect(await outcomeOf('https://gate.example', env)).toEqual({ status: 'done' });
      expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('ci:s@crate').toString('base64')}`);
    });

    it('that cuts into TLS is found out', async () => {
      const server = await service(strangers.selfSigned('gate.example'));
      const { url } = await proxy(server.port);
      const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url });
      expect(message).toContain(
        'no answer of the service at `https://gate.example` (through the proxy of `HTTPS_PROXY`, unless `NO_PROXY` names the host): its certificate is self-signed',
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
  ])('is asked unless NO_PROXY (%s) names the host', async (NO_PROXY, times) => {
    const { url, asked } = await proxy(0, 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    const { exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url, NO_PROXY }, 1000);
    expect(asked).toHaveLength(times);
    expect(exitCode).toBe(EXIT.service);
  });

  it('is never asked for this very machine: it would read the key', async () => {
    const server = await service();
    const { url, asked } = await proxy(server.port);
    expect(await outcomeOf(server.url, { HTTP_PROXY: url, HTTPS_PROXY: url })).toEqual({ status: 'done' });
    expect(asked).toEqual([]);
  });

  it('of the environment is none where the client is given another', async () => {
    const { url, asked } = await proxy(0);
    process.env['HTTPS_PROXY'] = url;
    try {
      await outcomeOf('https://gate.example', {}, 1000);
    } finally {
      delete process.env['HTTPS_PROXY'];
    }
    expect(asked).toEqual([]);
  });

  it.each([
    ['asks for credentials', '407 Proxy Authentication Required', 'the proxy asks for a user name and password', 1],
    ['refuses the host', '403 Forbidden', 'the proxy refuses to connect to it (403)', 1],
    ['finds no host', '502 Bad Gateway', 'refuses to connect to it (502) (8 attempts)', 8],
  ])('that %s', async (_, line, expected, attempts) => {
    const { url, asked } = await proxy(0, `HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`);
    const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url });
    expect(message).toContain(expected);
    expect(exitCode).toBe(EXIT.service);
    expect(asked).toHaveLength(attempts);
  });

  it('that says nothing is left at the deadline', async () => {
    const { url } = await proxy(0, '');
    const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: url }, 2500);
    expect(message).toContain('was not done within 3 s: it took the connection and sent no answer');
    expect(exitCode).toBe(EXIT.service);
  });

  it('that is not there', async () => {
    const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY: 'http://127.0.0.1:1' });
    expect(message).toContain(
      '(through the proxy of `HTTPS_PROXY`, unless `NO_PROXY` names the host): the connection was refused',
    );
    expect(exitCode).toBe(EXIT.service);
  });

  it.each(['proxy.example:3128', 'ftp://proxy.example', 'http://user:hunter2@', 'socks5://user:hunter2@proxy.example'])(
    'whose URL is `%s` is a mistake in the settings',
    async (HTTPS_PROXY) => {
      const { message, exitCode } = await outcomeOf('https://gate.example', { HTTPS_PROXY });
      expect(message).toContain('`HTTPS_PROXY` is not the URL of a proxy');
      expect(message).not.toContain('hunter2');
      expect(exitCode).toBe(EXIT.config);
    },
  );
});
