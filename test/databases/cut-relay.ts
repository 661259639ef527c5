import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP relay to a Unix socket, which can drop everything silently, as a network does that has lost a route. */
export class CutRelay {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async start(target: string): Promise<CutRelay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const relay = new CutRelay(server, typeof address === 'object' ? (address?.port ?? 0) : 0);
    server.on('connection', (client) => relay.#join(client, connect(target)));
    return relay;
  }

  #join(client: Socket, target: Socket): void {
    const pair = [client, target] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [target, client] as const]) {
      from.on('error', () => undefined);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => to.destroy());
    }
    client.on('close', () => this.#pairs.delete(pair));
  }

  /** Drops what the open connections send from now on, without closing them. New connections work. */
  cutOpen(): number {
    for (const pair of this.#pairs)
      for (const socket of pair) {
        socket.removeAllListeners('data');
        socket.resume();
      }
    return this.#pairs.size;
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
