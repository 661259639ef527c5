import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { UpstreamError } from '../sockets/index.ts';
import { RefusedError } from './errors.ts';
import type { AcceptOptions, Protocol, SessionStart } from './protocol.ts';
import { Relay } from './relay.ts';

export interface ListenerOptions extends Omit<AcceptOptions, 'name' | 'timeout'> {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  /** Sessions at the same time. */
  readonly maxSessions: number;
  /** Milliseconds for the start of a session, authentication included. */
  readonly startTimeout: number;
  readonly watch: ListenerWatch;
}

export interface ListenerWatch {
  opened(): void;
  closed(): void;
  /** A session was not begun. `address`: of the client; undefined if it has left already. */
  refused(reason: string, address: string | undefined): void;
  /** Whether the database could be reached. */
  upstream(reached: boolean): void;
}

/** Connections besides those of sessions: they have not begun yet, cancel a query, or are refused. */
const MAX_OTHERS = 256;
const SHUTTING_DOWN = 'the proxy is shutting down';

/** Accepts the clients of one database. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #server: Server;
  readonly #relays = new Set<Relay>();
  #sessions = 0;
  #draining = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#server = createServer(
      { noDelay: true, pauseOnConnect: false, keepAlive: true },
      (socket) => void this.#accept(socket),
    );
    this.#server.maxConnections = options.maxSessions + MAX_OTHERS;
    this.#server.on('drop', (dropped) =>
      options.watch.refused('too many connections have not begun a session', dropped?.remoteAddress),
    );
  }

  /** Starts to listen. Returns the port. */
  listen(): Promise<number> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        const address = this.#server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  /**
   * Accepts no more clients; ends each session when it is idle, and the others after the given time (milliseconds).
   */
  async close(timeout: number): Promise<void> {
    this.#draining = true;
    this.#server.close();
    const stopping = new RefusedError('stopping', SHUTTING_DOWN);
    const until = Date.now() + timeout;
    while (this.#relays.size > 0 && Date.now() < until) {
      for (const relay of this.#relays) if (relay.idle) relay.refuse(stopping);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const relay of this.#relays) relay.refuse(stopping);
  }

  /** Never raises. */
  async #accept(socket: Socket): Promise<void> {
    const { protocol, startTimeout: timeout, watch } = this.#options;
    socket.on('error', () => {});
    const { remoteAddress } = socket;
    const name = randomBytes(9).toString('base64url');
    const start = protocol.accept(socket, { ...this.#options, name, timeout });
    try {
      if (await start.open()) await this.#begin(start);
    } catch (error) {
      watch.refused(error instanceof Error ? error.message : String(error), remoteAddress);
      const answer = start.refusal(error);
      if (answer) return void start.client.end(answer);
      start.client.destroy();
      socket.destroy();
    }
  }

  /** Begins the session of a client. Raises an error if the client is refused. */
  async #begin(start: SessionStart): Promise<void> {
    const { watch } = this.#options;
    this.#checkReady();
    this.#sessions++;
    watch.opened();
    let isOpen = true;
    start.client.once('close', () => {
      isOpen = false;
      this.#sessions--;
      watch.closed();
    });
    const connected = await this.#connect();
    let server: Socket | undefined;
    try {
      if (isOpen && !start.client.destroyed) server = await start.login(connected);
    } finally {
      if (!server) connected.destroy();
    }
    if (!server) return;
    // The client left in the meantime, and nothing would say so again.
    if (!isOpen || start.client.destroyed) server.destroy();
    else this.#relay(start, server);
  }

  #relay(start: SessionStart, server: Socket): void {
    const { client } = start;
    const relay = new Relay(client, server, this.#options.context, (wake) => start.track(wake));
    this.#relays.add(relay);
    client.once('close', () => {
      this.#relays.delete(relay);
      relay.close();
    });
    relay.start();
  }

  /** Raises RefusedError if no session can begin now. */
  #checkReady(): void {
    const { context, maxSessions } = this.#options;
    if (this.#draining) throw new RefusedError('not-ready', SHUTTING_DOWN);
    if (this.#sessions >= maxSessions) throw new RefusedError('too-many', 'the proxy has too many clients already');
    if (!context.rules.current)
      throw new RefusedError('not-ready', 'the proxy has no rules yet; try again in a moment');
  }

  /** Raises RefusedError. */
  async #connect(): Promise<Socket> {
    const { protocol, upstream, watch } = this.#options;
    try {
      const server = await protocol.connect(upstream);
      server.on('error', () => {});
      watch.upstream(true);
      return server;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      watch.upstream(false);
      throw new RefusedError('unreachable', error.message);
    }
  }
}
