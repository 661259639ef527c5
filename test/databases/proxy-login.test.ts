import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSecrets } from '../../src/proxy/postgresql/authentication/authenticate.ts';
import { keysOfPassword, ScramClient } from '../../src/proxy/postgresql/authentication/scram.ts';
import { FRONTEND, message } from '../../src/proxy/postgresql/messages.ts';
import type { ClientTls, UpstreamTls } from '../../src/proxy/sockets/index.ts';
import { type Authority, createAuthority, MISSING, type Pair } from '../client/authority.ts';
import { startMessage } from '../proxy/postgresql/wire.ts';
import { startTestProxy, type TestProxy } from '../proxy/start-proxy.ts';
import { freePort } from './free-port.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';

// Logins with psql (libpq) through the proxy to a real server that demands SCRAM over TLS.

const PASSWORD = 'corréct horse';
const OTHER = 'wrong';
const HBA = `local all owner trust
local all all scram-sha-256
hostssl all md5er 127.0.0.1/32 md5
hostssl all cleartexter 127.0.0.1/32 password
hostssl all trusted 127.0.0.1/32 trust
hostssl all all 127.0.0.1/32 scram-sha-256
hostnossl all all 127.0.0.1/32 reject
`;

const folder = mkdtempSync(join(tmpdir(), 'querygate-login-'));
let authority: Authority;
let server: PostgresqlServer | string = 'not started';
let port = 0;
let own: Pair;
let secrets: ReturnType<typeof parseSecrets>;
let tls: () => ClientTls;
let upstreamTls: UpstreamTls;

beforeAll(async () => {
  if (MISSING) return;
  authority = createAuthority();
  const pair = authority.issue('localhost');
  own = authority.issue('proxy.test');
  port = await freePort();
  server = await startPostgresql({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_permissions: '0777',
  });
  if (typeof server === 'string') return;
  const data = join(server.folder, 'data');
  const { uid, gid } = statSync(data);
  for (const [name, text] of Object.entries({ 'server.key': pair.key, 'server.crt': pair.cert, 'pg_hba.conf': HBA })) {
    const path = join(data, name);
    writeFileSync(path, text);
    chownSync(path, uid, gid);
    chmodSync(path, 0o600);
  }
  await server.asOwner('postgres', [
    'ALTER SYSTEM SET ssl = on',
    'SELECT pg_reload_conf()',
    `CREATE ROLE app LOGIN PASSWORD '${PASSWORD}'`,
    `CREATE ROLE cleartexter LOGIN PASSWORD '${PASSWORD}'`,
    'CREATE ROLE trusted LOGIN',
    "SET password_encryption = 'md5'",
    `CREATE ROLE md5er LOGIN PASSWORD '${PASSWORD}'`,
  ]);
  const [found] = await server.asOwner('postgres', ["SELECT rolpassword FROM pg_authid WHERE rolname = 'app'"]);
  secrets = parseSecrets(`# roles\napp ${found?.rows[0]?.rolpassword}\n`);
  const context = createSecureContext(own);
  tls = () => ({ context, certificate: new X509Certificate(own.cert).raw });
  upstreamTls = { verify: true, ca: readFileSync(authority.file, 'utf8') };
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (typeof server !== 'string') await server.stop();
  authority?.remove();
});

interface Login {
  readonly authentication: 'passthrough' | 'scram' | 'cleartext';
  readonly user?: string;
  readonly password?: string;
  readonly sslmode?: string;
  readonly binding?: string;
  readonly proxyTls?: boolean;
  readonly upstreamTls?: boolean;
  readonly tlsRequired?: boolean;
  /** TLS to the database begins at once. */
  readonly direct?: boolean;
  /** Part of what psql prints. */
  readonly answer: string;
}

async function login(given: Login): Promise<string> {
  if (typeof server === 'string') throw new Error(server);
  const { authentication: mode, user = 'app', password = PASSWORD, sslmode = 'require', binding = 'prefer' } = given;
  const authentication = mode === 'scram' ? { known: secrets.known } : mode;
  const host = given.upstreamTls === false ? server.folder : 'localhost';
  const proxy: TestProxy = await startTestProxy(
    { host, port, tls: given.upstreamTls === false ? undefined : upstreamTls },
    {
      authentication,
      isTlsDirect: given.direct === true,
      tlsRequired: given.tlsRequired,
      ...(given.proxyTls !== false && { tls }),
    },
  );
  try {
    const dsn = `host=127.0.0.1 port=${proxy.port} user=${user} dbname=postgres sslmode=${sslmode} channel_binding=${binding} connect_timeout=10`;
    return await new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], PGPASSWORD: password, PGCLIENTENCODING: 'UTF8' };
      const psql = (server as PostgresqlServer).programs.psql;
      execFile(psql, ['-X', '-A', '-t', '-c', 'SELECT current_user', dsn], { env, timeout: 20_000 }, (_, out, err) =>
        resolve(out + err),
      );
    });
  } finally {
    await proxy.close();
  }
}

describe(`${MISSING}logins through the proxy`, () => {
  beforeEach((context) => {
    if (MISSING || typeof server === 'string') context.skip();
  });

  const cases: readonly (Login & { readonly title: string })[] = [
    { title: 'by scram over TLS on both sides', authentication: 'scram', answer: 'app' },
    { title: 'by scram with channel binding required', authentication: 'scram', binding: 'require', answer: 'app' },
    { title: 'by scram without TLS from the client', authentication: 'scram', sslmode: 'disable', answer: 'app' },
    { title: 'by scram to a database on a socket', authentication: 'scram', upstreamTls: false, answer: 'app' },
    {
      title: 'by scram with a wrong password',
      authentication: 'scram',
      password: OTHER,
      answer: 'password authentication failed for user "app"',
    },
    {
      title: 'by scram of a role without a secret',
      authentication: 'scram',
      user: 'cleartexter',
      answer: 'password authentication failed for user "cleartexter"',
    },
    { title: 'by cleartext password to SCRAM', authentication: 'cleartext', answer: 'app' },
    { title: 'by cleartext password to MD5', authentication: 'cleartext', user: 'md5er', answer: 'md5er' },
    {
      title: 'by cleartext password to a password',
      authentication: 'cleartext',
      user: 'cleartexter',
      answer: 'cleartexter',
    },
    {
      title: 'by cleartext password to a database that asks for none',
      authentication: 'cleartext',
      user: 'trusted',
      answer: 'the password was not checked',
    },
    {
      title: 'by cleartext with a wrong password',
      authentication: 'cleartext',
      password: OTHER,
      answer: 'password authentication failed',
    },
    {
      title: 'by cleartext without TLS',
      authentication: 'cleartext',
      sslmode: 'disable',
      answer: 'needs TLS; connect with sslmode=require',
    },
    {
      title: 'past the proxy without TLS',
      authentication: 'passthrough',
      sslmode: 'disable',
      upstreamTls: false,
      answer: 'app',
    },
    {
      title: 'past the proxy without TLS from the client and with TLS to the database',
      authentication: 'passthrough',
      sslmode: 'disable',
      answer: 'SCRAM',
    },
    {
      title: 'past the proxy with TLS on both sides and another certificate',
      authentication: 'passthrough',
      answer: 'SCRAM',
    },
    {
      title: 'without TLS to a proxy that requires it',
      authentication: 'scram',
      sslmode: 'disable',
      tlsRequired: true,
      answer: 'the proxy accepts only connections with TLS; connect with sslmode=require',
    },
    { title: 'with TLS to a proxy that requires it', authentication: 'scram', tlsRequired: true, answer: 'app' },
    {
      title: 'with TLS to a proxy without a certificate',
      authentication: 'scram',
      proxyTls: false,
      answer: 'server does not support SSL',
    },
  ];

  it.each(cases)('$title: $answer', async ({ title: _, ...given }) => {
    if (MISSING || typeof server === 'string') return;
    const answer = await login(given);
    expect(answer).toContain(given.answer);
    // The message of a refused password names the role, too.
    if (given.answer === 'app') expect(answer).not.toContain('failed');
  });

  it('leave no connection to the database behind if the client leaves meanwhile', async () => {
    if (MISSING || typeof server === 'string') return;
    const database = server;
    const proxy = await startTestProxy(
      { host: 'localhost', port, tls: upstreamTls },
      { authentication: { known: secrets.known } },
    );
    try {
      for (let count = 0; count < LEAVERS; count++) await leave(proxy.port);
      const backends = async () => {
        const [found] = await database.asOwner('postgres', [
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'app'",
        ]);
        return found?.rows[0]?.n;
      };
      await expect.poll(backends).toBe(0);
    } finally {
      await proxy.close();
    }
  });

  it('refuse a database that asks for more SCRAM iterations than any has', async () => {
    const scram = new ScramClient({ flag: 'n', data: Buffer.alloc(0) });
    const nonce = scram.first().slice('n,,n=,r='.length);
    const keysFor = () => Promise.reject(new Error('the keys were calculated'));
    const ask = (iterations: number) => scram.last(`r=${nonce}x,s=AAAA,i=${iterations}`, keysFor);
    await expect(ask(999_999_999)).rejects.toThrow('malformed');
    await expect(ask(4096)).rejects.toThrow('the keys were calculated');
  });

  it('over TLS that begins at once, which PostgreSQL 17 and newer accept', async (context) => {
    if (MISSING || typeof server === 'string') return;
    const [found] = await server.asOwner('postgres', ["SELECT current_setting('server_version_num')::int AS version"]);
    if (found?.rows[0]?.version < 170_000) context.skip();
    expect(await login({ authentication: 'scram', direct: true, answer: 'app' })).toContain('app');
  });
});

const LEAVERS = 12;

/** Logs in by SCRAM, up to the client's last message, and closes the connection. */
async function leave(to: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: to });
  const next = async () => (await once(socket, 'data'))[0] as Buffer;
  await once(socket, 'connect');
  const scram = new ScramClient({ flag: 'n', data: Buffer.alloc(0) });
  socket.write(startMessage({ user: 'app', database: 'postgres' }));
  await next();
  const first = scram.first();
  socket.write(message(FRONTEND.password, 'SCRAM-SHA-256\0', int32(Buffer.byteLength(first)), first));
  const challenge = (await next()).subarray(9).toString();
  const keysFor = (salt: Buffer, iterations: number) => keysOfPassword(PASSWORD, salt, iterations);
  socket.write(message(FRONTEND.password, await scram.last(challenge, keysFor)));
  socket.destroy();
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
