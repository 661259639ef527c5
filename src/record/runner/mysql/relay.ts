import { connect, createServer, type Socket } from 'node:net';
import { readGreeting } from './login.ts';

/** A listener on the loopback interface that passes everything on, and knows the sessions that began through it. */
export interface Relay {
  readonly port: number;
  /** The sessions' numbers at the server, their lower 32 bits. */
  readonly threads: ReadonlySet<number>;
  /** Lets open sessions end by themselves, at most for the given time (milliseconds). */
  close(timeout: number): Promise<void>;
}

const HOST = '127.0.0.1';
const HEAD = 4;

/** Starts a relay to a MySQL or MariaDB server. What it sends is the server's: TLS and passwords pass through. */
export async function startRelay(upstream: { readonly host: string; readonly port: number }): Promise<Relay> {
  const threads = new Set<number>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(upstream);
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.end();
      });
    }
    watchGreeting(target, (thread) => threads.add(thread));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    threads,
    close: async (timeout) => {
      const timer = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, timeout);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(timer);
    },
  };
}

/** Calls `found` with the number of the session, which the server's first packet says. */
function watchGreeting(server: Socket, found: (thread: number) => void): void {
  let received = Buffer.alloc(0);
  const watch = (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    if (received.length < HEAD || received.length < HEAD + received.readUIntLE(0, 3)) return;
    server.off('data', watch);
    const greeting = readGreeting(received.subarray(HEAD, HEAD + received.readUIntLE(0, 3)));
    if (greeting) found(greeting.thread);
  };
  server.on('data', watch);
}
