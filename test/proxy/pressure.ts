import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

// For servers and clients that are as slow as a test wants.

export const MEGABYTE = 1 << 20;
/** What the proxy, and the buffers of the four sockets in this process, may hold of a stalled stream. */
export const HELD = 24 * MEGABYTE;

/** A server that does with each socket what the test says. Returns its port. */
export async function listenOn(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The chunk so often. */
export function repeated(chunk: Buffer, times: number): readonly Buffer[] {
  return Array.from({ length: times }, () => chunk);
}

/** Writes the chunks, as fast as the other side takes them. Returns how many bytes it has taken by now. */
export function stream(socket: Socket, chunks: readonly Buffer[]): () => number {
  let sent = 0;
  let next = 0;
  const write = () => {
    for (let chunk = chunks[next]; chunk; chunk = chunks[next]) {
      next++;
      sent += chunk.length;
      if (!socket.write(chunk)) {
        socket.once('drain', write);
        return;
      }
    }
  };
  write();
  return () => sent - socket.writableLength;
}

/** Waits until nothing more is taken. */
export async function settled(taken: () => number): Promise<number> {
  for (let before = -1; before !== taken(); ) {
    before = taken();
    await sleep(200);
  }
  return taken();
}
