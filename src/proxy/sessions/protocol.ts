import type { Socket } from 'node:net';
import type { Dialect } from '../../model/index.ts';
import type { ClientTls, Upstream } from '../sockets/index.ts';
import type { ConnectionContext, SessionIdentity } from './context.ts';
import type { RefusedError } from './errors.ts';
import type { SessionQueries } from './queries.ts';
import type { Pass, Wait } from './sent.ts';

// What the rest of the proxy knows of a protocol. Each protocol has a folder of its own.

/** How clients and one database server talk to each other. */
export interface Protocol {
  /** Dialect of the queries that it carries. */
  readonly dialect: Dialect;
  /** Port of the server if none is given. */
  readonly defaultPort: number;
  /** Connects to the server, for one session. Raises UpstreamError. */
  connect(upstream: Upstream): Promise<Socket>;
  /** Reaches the server once, such that it neither logs nor counts a failed client. Raises UpstreamError. */
  probe(upstream: Upstream): Promise<void>;
  /** A client has connected. */
  accept(socket: Socket, options: AcceptOptions): SessionStart;
}

export interface AcceptOptions {
  /** Name of the session, unique among all sessions of all proxies. */
  readonly name: string;
  readonly upstream: Upstream;
  /** The certificate for clients; undefined: without TLS. Asked for at each connection, so that it can be replaced. */
  readonly tls: (() => ClientTls) | undefined;
  /** Refuse sessions without TLS. */
  readonly tlsRequired: boolean;
  /** Milliseconds to wait for each message. */
  readonly timeout: number;
  readonly context: ConnectionContext;
}

/** A client that has connected, until its session begins. Its methods are called one after the other. */
export interface SessionStart {
  /** The client's stream; another one as soon as TLS has begun. */
  readonly client: Socket;
  /**
   * Reads what a client sends before the server is needed. Returns false if the client wants no session or left; its
   * stream is then closed. Raises an error if the client is refused.
   */
  open(): Promise<boolean>;
  /**
   * Begins the session with the server. Returns the server's stream, which is another one if TLS has begun. Raises an
   * error if the login fails.
   */
  login(server: Socket): Promise<Socket>;
  /**
   * Follows the session from here on.
   *
   * @param wake to be called when a message that waits can be handled again, for another reason than an answer
   */
  track(wake: () => void): SessionTracker;
  /** The last message that the client gets for an error; undefined: none. */
  refusal(error: unknown): Buffer | undefined;
}

/** Follows one session: which messages the client sends, and what the server answers to each. */
export interface SessionTracker {
  readonly session: SessionIdentity;
  readonly queries: SessionQueries;
  readonly fromClient: ClientMessages;
  readonly fromServer: ServerMessages;
  /** Everything is answered, and no transaction is open. */
  readonly isIdle: boolean;
  /**
   * What to send to the server for the client's current message: the message itself, other bytes, or nothing yet; then
   * it is called again after the next answer. Raises ProtocolError.
   */
  handle(): Buffer | Pass | Wait;
  /** The last message that the client gets. */
  refusal(error: RefusedError): Buffer;
  /** The session ended, or is not followed any more: unanswered queries count as failed. */
  end(): void;
}

/** The messages of a client. The current one, or a piece of it, is in `buffer` from `start` to `end`. */
export interface ClientMessages {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
  /** Bytes that were pushed and come after the current message. */
  readonly held: number;
  push(chunk: Buffer): void;
  /** Goes on to the next message; false if more bytes are needed. Raises ProtocolError. */
  next(): boolean;
  /** Takes all bytes that are held, for passing them on as they are. */
  takeRest(): Buffer;
}

/** The messages of a server. */
export interface ServerMessages {
  /** What the client gets for the bytes; undefined if that is nothing yet. */
  read(chunk: Buffer): Buffer | undefined;
  /** The error that a message raised. The message and everything after it were not passed on. */
  readonly failure: unknown;
  /** Takes what was not passed on. */
  takeRest(): Buffer;
}
