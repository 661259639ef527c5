import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { type Authentication, authenticate, LoginError } from './authentication/authenticate.ts';
import { certificateHash } from './authentication/certificate-hash.ts';
import { Connection } from './connection.ts';
import type { ConnectionContext } from './context.ts';
import { fatal } from './messages.ts';
import { Session } from './session.ts';
import { readExactly, readStartUp, type StartUp, StartUpError } from './start-up.ts';
import { connectUpstream, type Upstream, UpstreamError } from './upstream.ts';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly upstream: Upstream;
  /** The certificate for clients; undefined: without TLS. Asked for at each connection, so that it can be replaced. */
  readonly tls: (() => ClientTls) | undefined;
  /** Refuse sessions without TLS. */
  readonly tlsRequired?: boolean | undefined;
  readonly authentication: Authentication;
  /** Sessions at the same time. */
  readonly maxSessions: number;
  /** Milliseconds for the start of a session, authentication included. */
  readonly startTimeout: number;
  readonly context: ConnectionContext;
  readonly watch: ListenerWatch;
}

export interface ClientTls {
  readonly context: SecureContext;
  /** See certificate-hash.ts. */
  readonly certificateHash: Buffer | undefined;
}

export interface ListenerWatch {
  opened(): void;
  closed(): void;
  /** A session was not begun. */
  refused(reason: string): void;
  /** Whether the database could be reached. */
  upstream(reached: boolean): void;
}

/** Connections besides those of sessions: they have not begun yet, cancel a query, or are refused. */
const MAX_OTHERS = 256;

/** Accepts the clients of one database. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  #sessions = 0;
  #draining = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#server = createServer({ noDelay: true, pauseOnConnect: false, keepAlive: true }, (socket) => {
      this.#accept(socket).catch((error: unknown) => {
        options.watch.refused(error instanceof Error ? error.message : String(error));
        socket.destroy();
      });
    });
    this.#server.maxConnections = options.maxSessions + MAX_OTHERS;
    this.#server.on('drop', () => options.watch.refused('too many connections have not begun a session'));
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

  get sessions(): number {
    return this.#sessions;
  }

  /**
   * Accepts no more clients; ends each session when it is idle, and the others after the given time (milliseconds).
   */
  async close(timeout: number): Promise<void> {
    this.#draining = true;
    this.#server.close();
    const until = Date.now() + timeout;
    while (this.#connections.size > 0 && Date.now() < until) {
      for (const connection of this.#connections)
        if (connection.idle) connection.refuse('57P01', 'the proxy is shutting down');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const connection of this.#connections) connection.refuse('57P01', 'the proxy is shutting down');
  }

  async #accept(accepted: Socket): Promise<void> {
    const { context, maxSessions, startTimeout, upstream, watch } = this.#options;
    accepted.on('error', () => {});
    const opened = await this.#open(accepted, startTimeout);
    if (!opened) return;
    const { socket, start, tls } = opened;
    if (start.kind === 'cancel') return await this.#cancel(socket, start.bytes);
    const refuse = (sqlstate: string, reason: string) => {
      watch.refused(reason);
      socket.end(fatal(sqlstate, reason));
    };
    // As in PostgreSQL, which refuses such clients in pg_hba.conf.
    if (this.#options.tlsRequired && !tls)
      return refuse('28000', 'the proxy accepts only connections with TLS; connect with sslmode=require');
    if (this.#draining) return refuse('57P03', 'the proxy is shutting down');
    if (this.#sessions >= maxSessions) return refuse('53300', 'the proxy has too many clients already');
    if (!context.rules.current) return refuse('57P03', 'the proxy has no rules yet; try again in a moment');
    const session = new Session(randomBytes(9).toString('base64url'), start.parameters);
    const mode = context.mode(session.user, session.database);
    const replication = start.parameters.get('replication');
    if (mode === 'enforce' && replication !== undefined && !/^(?:false|off|no|0|)$/i.test(replication))
      return refuse('0A000', 'replication is not possible through the proxy');
    this.#sessions++;
    watch.opened();
    let isOpen = true;
    socket.once('close', () => {
      if (isOpen) {
        isOpen = false;
        this.#sessions--;
        watch.closed();
      }
    });
    const server = await this.#connect(upstream, refuse);
    if (!server) return;
    if (socket.destroyed) {
      server.destroy();
      return;
    }
    server.write(start.bytes);
    if (!(await this.#login(socket, tls, server, session))) return;
    // The client left in the meantime, and nothing would say so again.
    if (!isOpen || socket.destroyed) {
      server.destroy();
      return;
    }
    const connection = new Connection(socket, server, session, context);
    this.#connections.add(connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      connection.close();
    });
    connection.start();
  }

  /** Returns false if the login failed. */
  async #login(socket: Socket, tls: ClientTls | undefined, server: Socket, session: Session): Promise<boolean> {
    const { authentication, startTimeout } = this.#options;
    if (authentication.mode === 'passthrough') return true;
    const client = { socket, certificateHash: tls?.certificateHash, isEncrypted: tls !== undefined };
    const peer = server instanceof TLSSocket ? server.getPeerCertificate().raw : undefined;
    const database = {
      socket: server,
      certificateHash: peer && certificateHash(peer),
      isEncrypted: peer !== undefined,
    };
    try {
      await authenticate(authentication, client, database, session.user, startTimeout);
      return true;
    } catch (error) {
      server.destroy();
      if (!(error instanceof LoginError)) throw error;
      this.#options.watch.refused(error.message);
      socket.end(error.answer ?? fatal(error.sqlstate, error.message));
      return false;
    }
  }

  async #connect(upstream: Upstream, refuse: (sqlstate: string, reason: string) => void): Promise<Socket | undefined> {
    try {
      const server = await connectUpstream(upstream);
      server.on('error', () => {});
      this.#options.watch.upstream(true);
      return server;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.#options.watch.upstream(false);
      refuse('08006', error.message);
      return undefined;
    }
  }

  /** Reads what comes before the session: requests for encryption. Undefined if the client left. */
  async #open(accepted: Socket, timeout: number): Promise<Opened | undefined> {
    let socket = accepted;
    let tls: ClientTls | undefined;
    const firstByte = await readExactly(socket, 1, timeout);
    if (firstByte) socket.unshift(firstByte);
    if (firstByte?.[0] === TLS_HANDSHAKE && this.#options.tls) {
      tls = this.#options.tls();
      const direct = await secure(socket, tls.context, timeout);
      // As PostgreSQL does: a client of another protocol must not be led here (ALPACA).
      if (direct.alpnProtocol !== 'postgresql') {
        this.#options.watch.refused('a client began with TLS, but not for PostgreSQL (ALPN)');
        direct.destroy();
        return undefined;
      }
      socket = direct;
    }
    // libpq asks for GSS and then for TLS.
    for (let attempt = 0; attempt < 3; attempt++) {
      let start: StartUp | undefined;
      try {
        start = await readStartUp(socket, timeout);
      } catch (error) {
        if (!(error instanceof StartUpError)) throw error;
        this.#options.watch.refused(error.message);
        socket.end(fatal('08P01', error.message));
        return undefined;
      }
      if (!start) {
        socket.destroy();
        return undefined;
      }
      if (start.kind === 'session' || start.kind === 'cancel') return { socket, start, tls };
      if (start.kind === 'gss' || !this.#options.tls || tls) {
        socket.write('N');
        continue;
      }
      // Bytes before the handshake could be an attacker's (CVE-2021-23222).
      if (socket.readableLength > 0) {
        this.#options.watch.refused('a client sent bytes before the TLS handshake');
        socket.destroy();
        return undefined;
      }
      socket.write('S');
      tls = this.#options.tls();
      socket = await secure(socket, tls.context, timeout);
    }
    socket.destroy();
    return undefined;
  }

  /** Relays the request to the server, which knows the key: the proxy passed it on. */
  async #cancel(socket: Socket, bytes: Buffer): Promise<void> {
    try {
      const server = await connectUpstream(this.#options.upstream);
      server.on('error', () => {});
      server.end(bytes);
      server.resume();
      server.setTimeout(this.#options.startTimeout, () => server.destroy());
      await new Promise((resolve) => server.once('close', resolve));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    } finally {
      socket.end();
    }
  }
}

/** The first byte of TLS. */
const TLS_HANDSHAKE = 0x16;

interface Opened {
  readonly socket: Socket;
  readonly start: Exclude<StartUp, { kind: 'tls' | 'gss' }>;
  /** Undefined: the client came without TLS. */
  readonly tls: ClientTls | undefined;
}

function secure(socket: Socket, secureContext: SecureContext, timeout: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const encrypted = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['postgresql'] });
    const timer = setTimeout(() => fail(new Error('the TLS handshake took too long')), timeout);
    const fail = (error: Error) => {
      clearTimeout(timer);
      encrypted.destroy();
      reject(error);
    };
    encrypted.once('error', fail);
    encrypted.once('secure', () => {
      clearTimeout(timer);
      encrypted.off('error', fail);
      encrypted.on('error', () => {});
      resolve(encrypted);
    });
  });
}
