import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FRONTEND, message } from '../../../src/proxy/postgresql/messages.ts';
import { Certificate } from '../../../src/proxy/sockets/index.ts';
import { createAuthority, MISSING } from '../../client/authority.ts';
import { startTestProxy } from '../start-proxy.ts';
import { startMessage } from './wire.ts';

// What strangers can do before they have logged in.

/** The port of a server that takes everything and never answers. */
async function silentDatabase(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

describe('before the login', () => {
  it('a client is not read after the first 64 kB of a query', async () => {
    const proxy = await startTestProxy({ host: '127.0.0.1', port: await silentDatabase() });
    onTestFinished(() => proxy.close());
    const socket = await connected(proxy.port);
    socket.write(startMessage({ user: 'app' }));
    // More than the buffers of both sockets, and less than a query may have after the login.
    const text = message(FRONTEND.query, Buffer.alloc(15 << 20, 32));
    let isRead = false;
    socket.write(text, () => {
      isRead = true;
    });
    await sleep(1000);
    expect(isRead).toBe(false);
  });

  it.skipIf(MISSING !== '')(`${MISSING}a client cannot ask for TLS handshakes again and again`, async () => {
    const authority = createAuthority();
    const folder = mkdtempSync(join(tmpdir(), 'querygate-listener-'));
    const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
    const { cert, key } = authority.issue('localhost');
    writeFileSync(files.certificate, cert);
    writeFileSync(files.key, key);
    const certificate = new Certificate(files, () => {});
    const tls = () => certificate.current;
    const proxy = await startTestProxy({ host: '127.0.0.1', port: await silentDatabase() }, { tls });
    onTestFinished(async () => {
      certificate.close();
      await proxy.close();
      authority.remove();
      rmSync(folder, { recursive: true });
    });
    const socket = await connected(proxy.port);
    socket.write(Buffer.from('0000000804d2162f', 'hex'));
    expect((await once(socket, 'data'))[0].toString()).toBe('S');
    // TLS 1.3 has no renegotiation.
    const encrypted = connectTls({ socket, rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
    await once(encrypted, 'secureConnect');
    const refused = once(encrypted, 'error');
    encrypted.renegotiate({ rejectUnauthorized: false }, () => {});
    expect(String(await refused)).toMatch(/no renegotiation/i);
  });
});
