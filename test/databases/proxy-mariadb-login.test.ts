import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/proxy/mysql/commands.ts';
import { mysql } from '../../src/proxy/mysql/index.ts';
import { packet } from '../../src/proxy/mysql/packets.ts';
import type { ClientTls } from '../../src/proxy/sockets/index.ts';
import { type Authority, createAuthority, MISSING } from '../client/authority.ts';
import { Wire } from '../proxy/mysql/wire.ts';
import { Recorder } from '../proxy/recorder.ts';
import { startTestProxy } from '../proxy/start-proxy.ts';
import { type MariadbServer, startMariadb } from './mariadb-server.ts';
import { runProgram, tryStart } from './program.ts';

// Logins with `mariadb` through the proxy to a real server, with and without TLS.

const PASSWORD = 'corréct horse';
const folder = mkdtempSync(join(tmpdir(), 'querygate-login-'));
let authority: Authority | undefined;
let near: Recorder | undefined;
let tls: () => ClientTls;

const server = await tryStart('logins through the MariaDB proxy', async () => {
  if (MISSING) return MISSING;
  authority = createAuthority();
  const pair = authority.issue('localhost');
  // The server runs as another user.
  chmodSync(folder, 0o755);
  for (const [name, text] of [
    ['cert.pem', pair.cert],
    ['key.pem', pair.key],
  ] as const)
    writeFileSync(join(folder, name), text, { mode: 0o644 });
  return await startMariadb([
    `--ssl-cert=${join(folder, 'cert.pem')}`,
    `--ssl-key=${join(folder, 'key.pem')}`,
    '--plugin-load-add=auth_ed25519',
  ]);
});

beforeAll(async () => {
  if (!server || !authority) return;
  await server.asOwner([
    `CREATE USER native@localhost IDENTIFIED VIA mysql_native_password USING PASSWORD('${PASSWORD}')`,
    `CREATE USER edward@localhost IDENTIFIED VIA ed25519 USING PASSWORD('${PASSWORD}')`,
    `CREATE USER secret@localhost IDENTIFIED VIA mysql_native_password USING PASSWORD('${PASSWORD}') REQUIRE SSL`,
    'CREATE DATABASE shop',
    'CREATE TABLE shop.canary (id int)',
    ...['native', 'edward', 'secret'].map((user) => `GRANT ALL ON shop.* TO ${user}@localhost`),
  ]);
  near = await Recorder.start({ path: server.socket });
  const own = authority.issue('localhost');
  const context = createSecureContext(own);
  tls = () => ({ context, certificate: new X509Certificate(own.cert).raw });
});

afterAll(async () => {
  near?.close();
  await server?.stop();
  authority?.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Login {
  readonly user: string;
  readonly password?: string;
  /** TLS between client and proxy, and between proxy and database. */
  readonly client: boolean;
  readonly database: boolean;
  readonly host?: string;
  readonly proxyTls?: boolean;
  readonly tlsRequired?: boolean;
}

/** What `mariadb` prints for a query that is allowed and one that is blocked. */
async function login(given: Login): Promise<string> {
  const { user, password = PASSWORD, host = 'localhost', client, database } = given;
  const ca = authority?.file ?? '';
  const proxy = await startTestProxy(
    { host, port: near?.port ?? 0, tls: database ? { verify: true, ca: readFileSync(ca, 'utf8') } : undefined },
    {
      protocol: mysql('mariadb'),
      tlsRequired: given.tlsRequired,
      ...((given.proxyTls ?? client) && { tls }),
    },
  );
  try {
    const secure = client ? ['--ssl', `--ssl-ca=${ca}`, '--ssl-verify-server-cert'] : ['--skip-ssl'];
    const { stdout, stderr } = await runProgram(
      (server as MariadbServer).programs.mariadb,
      [
        ...['--no-defaults', '--protocol=tcp', '--host=localhost', `--port=${proxy.port}`, `--user=${user}`],
        ...[`--password=${password}`, '--default-character-set=utf8mb4', '--skip-column-names', '--force', ...secure],
        ...['shop', '--execute=SELECT CURRENT_USER(); DELETE FROM canary'],
      ],
      { allowed: [0, 1] },
    );
    return `${stdout}${stderr}`.trim();
  } finally {
    await proxy.close();
  }
}

const BLOCKED = 'ERROR 1644 (42000) at line 1: blocked by Querygate: this deletes every row of canary.';

describe.skipIf(!server)('a login', () => {
  it.each([
    ['native', false, false],
    ['native', true, true],
    ['native', true, false],
    ['native', false, true],
    ['edward', false, false],
    ['edward', true, true],
    ['edward', true, false],
    ['edward', false, true],
    ['secret', true, true],
    ['secret', false, true],
  ])('as %s, TLS of the client: %s, TLS of the database: %s', async (user, client, database) => {
    const printed = await login({ user, client, database });
    expect(printed).toContain(`${user}@localhost`);
    expect(printed).toContain(BLOCKED);
  });

  it.each<[string, Login, string]>([
    [
      'with a wrong password',
      { user: 'native', password: 'wrong', client: true, database: true },
      'ERROR 1045 (28000)',
    ],
    [
      'with a wrong password of ed25519',
      { user: 'edward', password: 'wrong', client: true, database: true },
      'ERROR 1045 (28000)',
    ],
    [
      'without TLS to the database, if that demands it',
      { user: 'secret', client: true, database: false },
      'ERROR 1045 (28000)',
    ],
    [
      'without TLS, if the proxy demands it',
      { user: 'native', client: false, database: false, proxyTls: true, tlsRequired: true },
      'ERROR 1045 (28000): the proxy accepts only connections with TLS',
    ],
    [
      'with TLS, if a password could be read behind the proxy',
      // The same address, but not one that is known to be of this host.
      { user: 'native', client: true, database: false, host: '2130706433' },
      'the proxy does not encrypt its connections to the database',
    ],
    [
      'with TLS to a proxy without a certificate',
      { user: 'native', client: true, database: true, proxyTls: false },
      'ERROR 2026 (HY000)',
    ],
  ])('%s is refused', async (_, given, answer) => {
    expect(await login(given)).toContain(answer);
  });

  it('with a packet that the server would take for a command is refused', async () => {
    const ca = readFileSync(authority?.file ?? '', 'utf8');
    const upstream = { host: 'localhost', port: near?.port ?? 0, tls: { verify: true, ca } };
    const proxy = await startTestProxy(upstream, { protocol: mysql('mariadb') });
    try {
      const wire = await Wire.open(proxy.port);
      // The server asks for the password. Its next number is one more than that of the client: TLS takes a packet.
      expect((await wire.answerGreeting({ user: 'edward' })).payload[0]).toBe(0xfe);
      wire.send(packet(255, Buffer.from([COMMAND.query]), 'DELETE FROM shop.canary'));
      await wire.ended();
      expect(proxy.problems).toEqual(['a packet of the login with a wrong sequence number']);
    } finally {
      await proxy.close();
    }
  });
});
