import { execFile } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/model/index.ts';
import { type Authority, createAuthority, type Pair } from './authority.ts';
import { DONE, KEY, QUEUED } from './build.ts';
import { json, serve, type TestServer } from './server.ts';

// Real certificates, and a real proxy in between; the client runs in a process of its own, as in CI.

const SCRIPT = fileURLToPath(new URL('./run-client.ts', import.meta.url));

interface Outcome {
  readonly status?: string;
  readonly message?: string;
  readonly exitCode?: number;
}

async function run(baseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env: { BASE_URL: baseUrl, ...env } });
  expect(stdout).not.toContain(KEY);
  return JSON.parse(stdout) as Outcome;
}

let authority: Authority;
let trusted: Pair;
beforeAll(() => {
  authority = createAuthority();
  trusted = authority.issue('gate.example');
});
afterAll(() => authority.remove());

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function service(pair?: Pair): Promise<TestServer> {
  const server = await serve([json(202, QUEUED), json(200, DONE)], pair);
  open.push(server);
  return server;
}

interface Proxy {
  readonly url: string;
  readonly port: number;
  /** What it was asked to connect to, with its credentials. */
  readonly asked: { readonly target: string; readonly authorization: string | undefined }[];
  /** All that it could read. */
  seen(): string;
}

/** A proxy that makes tunnels to one port of this machine, whatever it is asked for; or answers CONNECT as it is told. */
async function proxy(port: number, answer = 'HTTP/1.1 200 OK\r\n\r\n'): Promise<Proxy> {
  const asked: Proxy['asked'] = [];
  const sockets = new Set<Socket>();
  const seen: Buffer[] = [];
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy());
  };
  const server: Server = createServer((socket) => {
    keep(socket);
    socket.on('data', (chunk: Buffer) => seen.push(chunk));
    socket.once('data', (head: Buffer) => {
      const text = head.toString('latin1');
      const target = /^CONNECT (\S+) HTTP/.exec(text)?.[1] ?? text;
      asked.push({ target, authorization: /^proxy-authorization: (.*)$/im.exec(text)?.[1]?.trim() });
      if (answer === '') return;
      socket.write(answer);
      if (!answer.includes(' 200 ')) return;
      const out = keep(connect(port, '127.0.0.1'));
      socket.pipe(out).pipe(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const own = (server.address() as AddressInfo).port;
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((done) => server.close(() => done()));
    },
  });
  return { url: `http://127.0.0.1:${own}`, port: own, asked, seen: () => Buffer.concat(seen).toString('latin1') };
}

describe('over TLS', () => {
  it('the authority that NODE_EXTRA_CA_CERTS names is trusted', async () => {
    const { port } = await service(authority.issue('localhost'));
    expect(await run(`https://localhost:${port}`, { NODE_EXTRA_CA_CERTS: authority.file })).toEqual({ status: 'done' });
  });

  it.each([
    [
      'an unknown authority',
      () => authority.issue('localhost'),
      {},
      /certificate (comes from an authority|cannot be verified)/,
    ],
    [
      'a certificate signed by itself',
      () => authority.selfSigned('localhost'),
      {},
      /its certificate is self-signed; give/,
    ],
    [
      'a certificate for another host',
      () => authority.issue('other.example'),
      { extra: true },
      /its certificate is for another host/,
    ],
    [
      'a certificate that has run out',
      () => authority.issue('localhost', ['20250101000000Z', '20250201000000Z']),
      { extra: true },
      /its certificate has expired/,
    ],
    [
      'a certificate of the future',
      () => authority.issue('localhost', ['20480101000000Z', '20480201000000Z']),
      { extra: true },
      /its certificate is not valid yet; set the clock/,
    ],
    [
      'a certificate signed by itself, though certificates are not to be verified',
      () => authority.selfSigned('localhost'),
      { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' } },
      /its certificate is self-signed/,
    ],
  ])(
    '%s is refused before the key is sent',
    async (_, pair, { extra, env = {} }: { extra?: boolean; env?: object }, message) => {
      const server = await service(pair());
      const outcome = await run(`https://localhost:${server.port}`, {
        ...(extra ? { NODE_EXTRA_CA_CERTS: authority.file } : {}),
        ...env,
      });
      expect(outcome.message).toMatch(message);
      expect(outcome.message).not.toMatch(/attempts/);
      expect(outcome.exitCode).toBe(EXIT.service);
      expect(server.received).toHaveLength(0);
    },
  );

  it('a port that speaks no TLS is said to be that', async () => {
    const server = await service();
    const outcome = await run(`https://localhost:${server.port}`);
    expect(outcome.message).toMatch(
      /there is no TLS connection to be had with it \(`[A-Z_]+`\); is it a port for `https`/,
    );
    expect(outcome.exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });
});

describe('through a proxy', () => {
  const CA = () => ({ NODE_EXTRA_CA_CERTS: authority.file });

  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])('of %s, in a tunnel that shows it nothing', async (name) => {
    const server = await service(trusted);
    const { url, asked, seen } = await proxy(server.port);
    expect(await run('https://gate.example', { ...CA(), [name]: url })).toEqual({ status: 'done' });
    expect(new Set(asked.map(({ target }) => target))).toEqual(new Set(['gate.example:443']));
    expect(server.received).toHaveLength(2);
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen().length).toBeGreaterThan(500);
    expect(seen()).not.toContain(KEY.slice(0, 20));
    expect(seen()).not.toContain('/api/v1/');
  });

  it('with a user name and password', async () => {
    const server = await service(trusted);
    const { port, asked } = await proxy(server.port);
    const env = { ...CA(), HTTPS_PROXY: `http://ci:s%40crate@127.0.0.1:${port}` };
    expect(await run('https://gate.example', env)).toEqual({ status: 'done' });
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('ci:s@crate').toString('base64')}`);
  });

  it('but not to the hosts of NO_PROXY', async () => {
    const server = await service(authority.issue('gate.localhost'));
    const { url, asked } = await proxy(server.port);
    const env = { ...CA(), HTTPS_PROXY: url, NO_PROXY: 'other.example,.localhost' };
    await run(`https://gate.localhost:${server.port}`, env);
    expect(asked).toEqual([]);
    await run(`https://gate.localhost:${server.port}`, { ...env, NO_PROXY: 'other.example' });
    expect(asked[0]?.target).toBe(`gate.localhost:${server.port}`);
  });

  it('never to this very machine: the proxy would read the key', async () => {
    const server = await service();
    const { url, asked } = await proxy(server.port);
    expect(await run(server.url, { HTTP_PROXY: url, HTTPS_PROXY: url })).toEqual({ status: 'done' });
    expect(asked).toEqual([]);
  });

  it('that cuts into TLS is found out', async () => {
    const server = await service(authority.selfSigned('gate.example'));
    const { url } = await proxy(server.port);
    const { message, exitCode } = await run('https://gate.example', { ...CA(), HTTPS_PROXY: url });
    expect(message).toContain(
      'no answer of the service at `https://gate.example` (through the proxy of `HTTPS_PROXY`, unless `NO_PROXY` names the host): its certificate is self-signed',
    );
    expect(exitCode).toBe(EXIT.service);
    expect(server.received).toHaveLength(0);
  });

  it.each([
    ['asks for credentials', '407 Proxy Authentication Required', 'the proxy asks for a user name and password', 1],
    ['refuses the host', '403 Forbidden', 'the proxy that `HTTPS_PROXY` names refuses to connect to it (403)', 1],
    ['finds no host', '502 Bad Gateway', 'refuses to connect to it (502) (8 attempts)', 8],
  ])('that %s', async (_, line, message, attempts) => {
    const { url, asked } = await proxy(0, `HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`);
    const outcome = await run('https://gate.example', { ...CA(), HTTPS_PROXY: url });
    expect(outcome.message).toContain(message);
    expect(outcome.exitCode).toBe(EXIT.service);
    expect(asked).toHaveLength(attempts);
  });

  it('that says nothing is left at the deadline', async () => {
    const { url } = await proxy(0, '');
    const outcome = await run('https://gate.example', { ...CA(), HTTPS_PROXY: url, DEADLINE: '2500' });
    expect(outcome.message).toContain('was not done within 3 s: it took the connection and sent no answer');
    expect(outcome.exitCode).toBe(EXIT.service);
  });

  it('that is not there', async () => {
    const { message, exitCode } = await run('https://gate.example', { ...CA(), HTTPS_PROXY: 'http://127.0.0.1:1' });
    expect(message).toContain(
      '(through the proxy of `HTTPS_PROXY`, unless `NO_PROXY` names the host): the connection was refused',
    );
    expect(exitCode).toBe(EXIT.service);
  });

  it.each(['proxy.example:3128', 'ftp://proxy.example', 'http://user:hunter2@', 'socks5://user:hunter2@proxy.example'])(
    'whose URL is `%s` is a mistake in the settings',
    async (HTTPS_PROXY) => {
      const { message, exitCode } = await run('https://gate.example', { HTTPS_PROXY });
      expect(message).toContain('`HTTPS_PROXY` is not the URL of a proxy');
      expect(message).not.toContain('hunter2');
      expect(exitCode).toBe(EXIT.config);
    },
  );
});
