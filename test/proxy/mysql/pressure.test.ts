import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CAN } from '../../../src/proxy/mysql/capabilities.ts';
import { COMMAND } from '../../../src/proxy/mysql/commands.ts';
import { mysql } from '../../../src/proxy/mysql/index.ts';
import { commandOf, MAX_PAYLOAD, packet } from '../../../src/proxy/mysql/packets.ts';
import type { ProxyMode } from '../../../src/proxy/types.ts';
import { until } from '../build.ts';
import { HELD, listenOn, MEGABYTE, repeated, settled, stream } from '../pressure.ts';
import { startTestProxy, type TestProxy } from '../start-proxy.ts';
import { greetingOf, okPacket } from './scripted-server.ts';
import { command, int32, loginPacket, query } from './wire.ts';

// A server and a client that can be as slow as a test wants, with the proxy between them.

const LOGGED_IN = okPacket(2);
/** The beginning of a result with one column. */
const COLUMN = packet(1, Buffer.from([1]));
const DEFINITION = packet(2, Buffer.alloc(30));

async function openProxy(
  serve: (socket: Socket) => void,
  mode: ProxyMode = 'enforce',
  more: { readonly maxHeld?: number } = {},
): Promise<TestProxy> {
  const port = await listenOn((socket) => {
    socket.write(greetingOf('8.0.36'));
    socket.once('data', () => {
      socket.write(LOGGED_IN);
      serve(socket);
    });
  });
  const proxy = await startTestProxy({ host: '127.0.0.1', port }, { mode, protocol: mysql('mysql'), ...more });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A client that has begun a session, and then stops reading. */
async function startClient(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'readable');
  socket.read();
  socket.write(loginPacket({ capabilities: CAN.noEof }));
  await once(socket, 'readable');
  expect(socket.read()).toEqual(LOGGED_IN);
  return socket;
}

/** The bytes in chunks of a megabyte. */
function chunksOf(bytes: Buffer): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / MEGABYTE) }, (_, at) =>
    bytes.subarray(at * MEGABYTE, (at + 1) * MEGABYTE),
  );
}

test.each([
  ['rows of one megabyte', packet(3, Buffer.alloc(MEGABYTE, 1)), 200],
  ['rows of 17 megabytes in two packets', commandOf(Buffer.alloc(17 * MEGABYTE, 1)), 12],
])('a client that does not read %s stalls the server, and gets all of them later', async (_, row, count) => {
  let taken = () => 0;
  const { port, problems } = await openProxy((socket) =>
    socket.once('data', () => {
      socket.write(Buffer.concat([COLUMN, DEFINITION]));
      taken = stream(socket, Array.from({ length: count }, () => chunksOf(row)).flat());
    }),
  );
  const client = await startClient(port);
  client.write(query('SELECT x FROM t WHERE id = 1'));
  await until(() => taken() > 0);
  expect(await settled(taken)).toBeLessThan(HELD);
  let received = 0;
  client.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await until(() => received === COLUMN.length + DEFINITION.length + count * row.length);
  expect(problems).toEqual([]);
});

test('the proxy holds little of a result that its client does not read', async () => {
  let taken = () => 0;
  const { port } = await openProxy((socket) =>
    socket.once('data', () => {
      socket.write(Buffer.concat([COLUMN, DEFINITION]));
      taken = stream(socket, repeated(packet(3, Buffer.alloc(MEGABYTE, 1)), 200));
    }),
  );
  const client = await startClient(port);
  const before = process.memoryUsage().arrayBuffers;
  client.write(query('SELECT x FROM t WHERE id = 1'));
  await until(() => taken() > 0);
  await settled(taken);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(HELD);
});

/** The value of a parameter, in many parts. */
const LONG_DATA = command(COMMAND.statementSendLongData, int32(1), 0, 0, 'x'.repeat(MEGABYTE));

test.each([
  ['a value of a parameter in many parts', 'enforce', [], LONG_DATA, 200],
  [
    'a text that is too long to be kept',
    'observe',
    commandOf(Buffer.alloc(MAX_PAYLOAD, 3)).subarray(0, 4 + MAX_PAYLOAD),
    packet(1, Buffer.alloc(MAX_PAYLOAD, 3)),
    12,
  ],
] as const)(
  'a server that does not read %s stalls the client in mode %s, and gets all of it later',
  async (_, mode, first, chunk, count) => {
    let server: Socket | undefined;
    const { port, problems } = await openProxy((socket) => {
      server = socket;
      socket.pause();
    }, mode);
    const client = await startClient(port);
    client.write(Buffer.from(first));
    const taken = stream(client, repeated(chunk, count));
    expect(await settled(taken)).toBeLessThan(HELD + chunk.length);
    let received = 0;
    server?.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    server?.resume();
    await until(() => received === first.length + count * chunk.length);
    expect(problems).toEqual([]);
  },
);

test('a file that the server asks for is passed on as fast as the server reads it', async () => {
  let server: Socket | undefined;
  const { port, problems } = await openProxy((socket) => {
    server = socket;
    socket.once('data', () => {
      socket.pause();
      socket.write(packet(1, Buffer.from([0xfb]), '/some/file'));
    });
  }, 'observe');
  const client = await startClient(port);
  client.write(query("LOAD DATA LOCAL INFILE '/some/file' INTO TABLE t"));
  await once(client, 'readable');
  client.resume();
  const part = packet(2, Buffer.alloc(MEGABYTE, 1));
  const taken = stream(client, repeated(part, 200));
  expect(await settled(taken)).toBeLessThan(HELD);
  let received = 0;
  server?.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  server?.resume();
  await until(() => received === 200 * part.length);
  expect(problems).toEqual([]);
});

test.each([
  ['a query', query('SELECT 1')],
  ['a blocked query', query('DELETE FROM t')],
  ['COM_CHANGE_USER', command(COMMAND.changeUser, 'second\0', 0, 'shop\0')],
])('commands after %s that the server does not answer stay in the sockets', async (_, first) => {
  let received = 0;
  const { port } = await openProxy((socket) =>
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    }),
  );
  const client = await startClient(port);
  client.write(first);
  const taken = stream(client, repeated(query(`SELECT '${'x'.repeat(1000)}'`), 100_000));
  expect(await settled(taken)).toBeLessThan(HELD);
  // The server has got the first one alone.
  expect(received).toBeLessThan(200);
});

/** Most of a command of 6 MB. */
const LONG = query(`SELECT '${'x'.repeat(6 * MEGABYTE)}'`);
const BEGUN = LONG.subarray(0, 5 * MEGABYTE);

test('in mode enforce, sessions together hold so many incomplete commands', async () => {
  let received = 0;
  const { port } = await openProxy(
    (socket) =>
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
      }),
    'enforce',
    { maxHeld: 12 * MEGABYTE },
  );
  const clients: Socket[] = [];
  for (let count = 0; count < 3; count++) {
    const client = await startClient(port);
    clients.push(client);
    await settled(stream(client, [BEGUN]));
  }
  const [first, , last] = clients;
  if (!first || !last) throw new Error('a client is missing');
  await until(() => last.readableLength > 0);
  expect(String(last.read())).toContain('while the sessions of the proxy hold too many incomplete ones');
  expect(received).toBe(0);
  // The others go on, as what the last one held is given back.
  first.write(LONG.subarray(BEGUN.length));
  await until(() => received === LONG.length);
});

test.each([
  ['enforce', /^.{7}#08S01Querygate cannot follow the protocol: a message is longer than 16777216 bytes/s],
  ['observe', undefined],
] as const)('in mode %s, a text of 40 MB in three packets is not kept', async (mode, error) => {
  let received = 0;
  const { port, events } = await openProxy(
    (socket) =>
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received === text.length) socket.write(okPacket(3));
      }),
    mode,
  );
  const text = commandOf(Buffer.concat([Buffer.from([COMMAND.query]), Buffer.alloc(40 * MEGABYTE, 'x')]));
  const client = await startClient(port);
  client.write(text);
  await until(() => client.readableLength > 0);
  const answer = client.read() as Buffer;
  if (error) expect(answer.toString('latin1')).toMatch(error);
  else expect(answer).toEqual(okPacket(3));
  expect(received).toBe(error ? 0 : text.length);
  expect(events.queries.map(({ outcome, judged }) => [outcome, judged?.verdict])).toEqual(
    error ? [] : [['ok', 'unknown']],
  );
});
