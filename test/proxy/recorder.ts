import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Passes bytes on to a server, and keeps them: those of each session in the order in which it began. */
export class Recorder {
  readonly sessions: { toServer: Buffer[]; toClient: Buffer[] }[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(upstream: { readonly path: string } | { readonly port: number }) {
    this.#server = createServer({ noDelay: true }, (client) => {
      const session = { toServer: [] as Buffer[], toClient: [] as Buffer[] };
      this.sessions.push(session);
      const server = connect('path' in upstream ? upstream : { ...upstream, host: '127.0.0.1', noDelay: true });
      for (const [from, to, kept] of [
        [client, server, session.toServer],
        [server, client, session.toClient],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (chunk: Buffer) => kept.push(chunk));
        from.on('error', () => to.destroy());
        from.pipe(to);
      }
    });
  }

  static async start(upstream: { readonly path: string } | { readonly port: number }): Promise<Recorder> {
    const recorder = new Recorder(upstream);
    recorder.#server.listen(0, '127.0.0.1');
    await once(recorder.#server, 'listening');
    return recorder;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** A digest of all bytes of each session in one direction, sorted. */
  digests(direction: 'toServer' | 'toClient'): string[] {
    return this.sessions
      .map((session) => Buffer.concat(session[direction]))
      .map((bytes) => `${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} bytes`)
      .sort();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
