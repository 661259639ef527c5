import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { BACKEND, message } from '../../../src/proxy/postgresql/messages.ts';
import type { ProxyMode } from '../../../src/proxy/types.ts';
import { until } from '../build.ts';
import { HELD, listenOn, MEGABYTE, repeated, settled, stream } from '../pressure.ts';
import { startTestProxy, type TestProxy } from '../start-proxy.ts';
import * as m from './wire.ts';

// A server and a client that can be as slow as a test wants, with the proxy between them.

const READY = message(BACKEND.readyForQuery, 'I');
const START = Buffer.concat([message(BACKEND.authentication, Buffer.alloc(4)), READY]);

/** A server that begins each session, and then does what the test says. */
function startServer(serve: (socket: Socket) => void): Promise<number> {
  return listenOn((socket) =>
    socket.once('data', () => {
      socket.write(START);
      serve(socket);
    }),
  );
}

async function openProxy(
  serve: (socket: Socket) => void,
  mode: ProxyMode = 'enforce',
  more: { readonly maxSessions?: number; readonly maxHeld?: number } = {},
): Promise<TestProxy> {
  const proxy = await startTestProxy({ host: '127.0.0.1', port: await startServer(serve) }, { mode, ...more });
  onTestFinished(() => proxy.close());
  return proxy;
}

const startProxy = async (...all: Parameters<typeof openProxy>): Promise<number> => (await openProxy(...all)).port;

/** A client that has begun a session, and then stops reading. */
async function startClient(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(m.startMessage({ user: 'app', database: 'app' }));
  for (let read = 0; read < START.length; ) {
    await once(socket, 'readable');
    read += (socket.read() as Buffer | null)?.length ?? 0;
  }
  return socket;
}

test('a client that does not read a result of 200 MB stalls the server, and gets all of it later', async () => {
  const row = message(0x44, Buffer.alloc(MEGABYTE));
  let taken = () => 0;
  const port = await startProxy((socket) =>
    socket.once('data', () => {
      socket.write(message(BACKEND.rowDescription, Buffer.alloc(2)));
      taken = stream(socket, repeated(row, 200));
    }),
  );
  const client = await startClient(port);
  client.write(m.query('SELECT x FROM t WHERE id = 1'));
  await until(() => taken() > 0);
  const before = process.memoryUsage().arrayBuffers;
  expect(await settled(taken)).toBeLessThan(HELD);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(HELD);
  let received = 0;
  client.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await until(() => received === 7 + 200 * row.length);
});

test('a server that does not read stalls a client that sends 200 MB, and gets all of it later', async () => {
  let server: Socket | undefined;
  const port = await startProxy((socket) => {
    server = socket;
    socket.once('data', () => {
      socket.pause();
      socket.write(message(BACKEND.copyInResponse, Buffer.alloc(3)));
    });
  });
  const client = await startClient(port);
  client.write(m.query('COPY t FROM STDIN'));
  await once(client, 'readable');
  client.resume();
  const data = m.copyData('x'.repeat(MEGABYTE));
  const taken = stream(client, repeated(data, 200));
  expect(await settled(taken)).toBeLessThan(HELD);
  let received = 0;
  server?.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  server?.resume();
  await until(() => received === 200 * data.length);
});

test.each([
  ['that wait for the answer to BEGIN', [m.query('BEGIN')]],
  ['after 10,000 that the server does not answer', Array.from({ length: 10_001 }, () => m.query('SELECT 1'))],
])('messages %s stay in the sockets', async (_, before) => {
  const port = await startProxy((socket) => socket.resume());
  const client = await startClient(port);
  client.write(Buffer.concat(before));
  const taken = stream(client, repeated(m.query(`SELECT '${'x'.repeat(1000)}'`), 100_000));
  expect(await settled(taken)).toBeLessThan(HELD);
});

test('blocked queries that the server does not answer stay in the sockets', async () => {
  const port = await startProxy((socket) => socket.resume());
  const client = await startClient(port);
  client.write(m.query('SELECT 1'));
  const taken = stream(client, repeated(m.query(`DELETE FROM t /*${'x'.repeat(8000)}*/`), 9000));
  expect(await settled(taken)).toBeLessThan(HELD);
});

/** Most of a message of 6 MB. */
const BEGUN = m.query(`SELECT '${'x'.repeat(6 * MEGABYTE)}'`).subarray(0, 5 * MEGABYTE);

test.each(['enforce', 'observe'] as const)(
  'in mode %s, sessions together hold so many incomplete messages',
  async (mode) => {
    let received = 0;
    const { port } = await openProxy(
      (socket) =>
        socket.on('data', (chunk: Buffer) => {
          received += chunk.length;
        }),
      mode,
      { maxHeld: 12 * MEGABYTE },
    );
    const clients: Socket[] = [];
    for (let count = 0; count < 3; count++) {
      const client = await startClient(port);
      clients.push(client);
      client.write(BEGUN);
      await sleep(200);
    }
    const [first, , last] = clients;
    if (mode === 'observe') {
      await until(() => received >= 5 * MEGABYTE);
      return;
    }
    if (!first || !last) throw new Error('a client is missing');
    await until(() => last.readableLength > 0);
    expect(String(last.read())).toContain('while the sessions of the proxy hold too many incomplete ones');
    // The others go on, as what the last one held is given back.
    first.write(m.query(`SELECT '${'x'.repeat(6 * MEGABYTE)}'`).subarray(5 * MEGABYTE));
    await until(() => received > 6 * MEGABYTE);
  },
);

test('500 idle sessions take little memory, and each continues', async () => {
  const port = await startProxy((socket) =>
    socket.on('data', () => socket.write(Buffer.concat([message(0x49), READY]))),
  );
  const before = process.memoryUsage();
  const clients = await Promise.all(
    Array.from({ length: 500 }, () => m.Wire.connect({ host: '127.0.0.1', port }, { user: 'app', database: 'app' })),
  );
  const after = process.memoryUsage();
  // Both sides of 1,000 sockets.
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(60 * MEGABYTE);
  const answers = await Promise.all(clients.map((client) => client.ask([m.query('')])));
  expect(new Set(answers.map((answer) => answer.join()))).toEqual(new Set(['I,Z I']));
  for (const client of clients) client.close();
});

test.each([
  ['enforce', 'E 08P01'],
  ['observe', 'Z I'],
] as const)('in mode %s, an answer that fits nothing gives %s', async (mode, expected) => {
  const port = await startProxy(
    (socket) => socket.once('data', () => socket.write(Buffer.concat([message(BACKEND.bindComplete), READY]))),
    mode,
  );
  const client = await m.Wire.connect({ host: '127.0.0.1', port }, { user: 'app', database: 'app' });
  const [first, second] = await client.ask([m.query('SELECT 1')]);
  expect(mode === 'enforce' ? first : second).toBe(expected);
  client.close();
});

/** What a server says that is shut down. */
const SHUTDOWN = message(BACKEND.errorResponse, 'SFATAL\0C57P01\0Mshut down\0\0');

test.each([
  ['a simple query', [m.query('DELETE FROM t')], undefined],
  ['an extended query', [...m.run('DELETE FROM t'), m.sync()], undefined],
  ['a simple query to a server that is shut down', [m.query('DELETE FROM t')], SHUTDOWN],
  ['an extended query to a server that is shut down', [...m.run('DELETE FROM t'), m.sync()], SHUTDOWN],
])('a blocked query is reported once if the session breaks before it is answered: %s', async (_, messages, last) => {
  const { port, events } = await openProxy((socket) =>
    socket.once('data', () => {
      if (last) socket.write(last);
      socket.end();
    }),
  );
  const client = await startClient(port);
  client.write(Buffer.concat(messages));
  await once(client.resume(), 'close');
  expect(events.queries.map((query) => [query.text(), query.outcome])).toEqual([['DELETE FROM t', 'blocked']]);
});

test('connections that do not begin a session are bounded', async () => {
  const { port } = await openProxy(() => {}, 'enforce', { maxSessions: 100 });
  let closed = 0;
  const sockets = Array.from({ length: 500 }, () => connect({ host: '127.0.0.1', port }));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.on('error', () => {}).on('close', () => closed++);
  await until(() => closed > 0);
  await sleep(200);
  expect(500 - closed).toBe(100 + 256);
});
