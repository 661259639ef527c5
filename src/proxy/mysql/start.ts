import type { Socket } from 'node:net';
import type { Dialect } from '../../model/index.ts';
import { type AcceptOptions, RefusedError, type SessionStart, type SessionTracker } from '../sessions/index.ts';
import { acceptTls, connectSecure, UpstreamError } from '../sockets/index.ts';
import { type Agreed, CAN, NOT_ENFORCEABLE, unreadableBecause } from './capabilities.ts';
import { earlyPacket, lastPacket, StartError } from './errors.ts';
import { type Greeting, readGreeting } from './greeting.ts';
import {
  clientCapabilities,
  type HandshakeResponse,
  readHandshakeResponse,
  TLS_REQUEST,
} from './handshake-response.ts';
import { ANSWER, packet } from './packets.ts';
import { readPacket } from './read-packet.ts';
import { Session } from './session.ts';
import { Tracker } from './tracker.ts';

const LOOPBACK = /^(?:\/|localhost$|127\.|::1$|\[::1\]$)/i;

interface Begun {
  readonly session: Session;
  readonly agreed: Agreed;
  readonly shift: number;
}

/** The start of a session: the greeting of the server, TLS, and the answer of the client. */
export class MysqlStart implements SessionStart {
  client: Socket;
  readonly #options: AcceptOptions;
  readonly #dialect: Dialect;
  /** Number of the next packet that the client gets; 0: it has got none. */
  #sequence = 0;
  /** Capabilities that the client may use. */
  #offered = 0;
  #isEncrypted = false;
  #begun: Begun | undefined;

  constructor(socket: Socket, options: AcceptOptions, dialect: Dialect) {
    this.client = socket;
    this.#options = options;
    this.#dialect = dialect;
  }

  /** The server speaks first. */
  open = async () => true;

  async login(server: Socket): Promise<Socket> {
    const greeting = await this.#greeting(server);
    this.#checkDialect(greeting);
    const response = await this.#response();
    const session = new Session(this.#options.name, greeting.thread, this.#dialect);
    session.login(response);
    const isEnforced = this.#options.context.mode(response.user, response.database) === 'enforce';
    // A client may claim what was not offered.
    const used = { capabilities: response.capabilities & this.#offered, mariadb: response.mariadb & greeting.mariadb };
    const unreadable = isEnforced ? unreadableBecause(used) : undefined;
    if (unreadable !== undefined) throw new StartError(unreadable);
    const claimed = isEnforced ? used.capabilities & ~CAN.localFiles : response.capabilities;
    const { upstream } = this.#options;
    const secured = upstream.tls ? await this.#secure(server, greeting, response) : server;
    const capabilities = upstream.tls ? claimed | CAN.tls : claimed & ~CAN.tls;
    // With TLS, there was one more packet.
    const number = upstream.tls ? 2 : 1;
    secured.write(packet(number, response.claiming(capabilities)));
    this.#begun = { session, agreed: used, shift: this.#sequence - 1 - number };
    return secured;
  }

  track(wake: () => void): SessionTracker {
    if (!this.#begun) throw new Error('the session has not begun');
    const { session, agreed, shift } = this.#begun;
    return new Tracker(session, agreed, shift, this.#options.context, wake);
  }

  refusal(error: unknown): Buffer | undefined {
    if (error instanceof UpstreamError) return this.refusal(new RefusedError('unreachable', error.message));
    if (error instanceof RefusedError && this.#sequence === 0) return earlyPacket(error);
    return error instanceof StartError || error instanceof RefusedError ? lastPacket(error, this.#sequence) : undefined;
  }

  /** Reads the greeting, and passes on what the proxy offers. */
  async #greeting(server: Socket): Promise<Greeting> {
    const { context, timeout, tls } = this.#options;
    const first = await readPacket(server, timeout);
    if (!first) throw new RefusedError('unreachable', 'the database closed the connection');
    // It has too many connections, for example.
    if (first.payload[0] === ANSWER.error)
      throw new StartError('the database refused the connection', packet(first.sequence, first.payload));
    const greeting = readGreeting(first.payload);
    let offered = greeting.capabilities & ~CAN.tls;
    if (tls) offered |= CAN.tls;
    // The user is not known yet.
    if (context.mode('', '') === 'enforce') offered &= ~NOT_ENFORCEABLE;
    this.#offered = offered;
    this.client.write(packet(first.sequence, greeting.offering(offered >>> 0)));
    this.#sequence = 1;
    return greeting;
  }

  #checkDialect({ isMariadb, version }: Greeting): void {
    if (isMariadb === (this.#dialect === 'mariadb')) return;
    const scheme = isMariadb ? 'mariadb' : 'mysql';
    throw new RefusedError(
      'not-ready',
      `the database is ${isMariadb ? 'MariaDB' : 'MySQL'} (${version}): start the proxy with --upstream ${scheme}://…`,
    );
  }

  /** Reads the client's answer, after TLS if it asks for that. */
  async #response(): Promise<HandshakeResponse> {
    let payload = await this.#clientPacket();
    if (payload.length === TLS_REQUEST && clientCapabilities(payload) & CAN.tls) {
      await this.#accept();
      payload = await this.#clientPacket();
    }
    const { tlsRequired, upstream } = this.#options;
    // A client that encrypts sends its password in clear text, if the server asks for that.
    if (this.#isEncrypted && !upstream.tls && !LOOPBACK.test(upstream.host))
      throw new StartError(
        'the proxy does not encrypt its connections to the database, so that a password could be read there; set --upstream-tls',
      );
    if (tlsRequired && !this.#isEncrypted)
      throw new StartError('the proxy accepts only connections with TLS; connect with --ssl');
    if ((clientCapabilities(payload) & CAN.protocol41) === 0)
      throw new StartError('the proxy needs a client of protocol 4.1 or newer');
    return readHandshakeResponse(payload);
  }

  async #clientPacket(): Promise<Buffer> {
    const read = await readPacket(this.client, this.#options.timeout);
    if (!read) throw new Error('a client left during the login');
    this.#sequence = read.sequence + 1;
    return read.payload;
  }

  async #accept(): Promise<void> {
    const { tls, timeout } = this.#options;
    if (!tls) throw new StartError('the proxy does not offer TLS');
    // The client begins the handshake without an answer: what it has sent since is part of that.
    this.client = await acceptTls(this.client, tls().context, undefined, timeout);
    this.#isEncrypted = true;
  }

  /** Asks the server for TLS. */
  async #secure(server: Socket, { capabilities }: Greeting, response: HandshakeResponse): Promise<Socket> {
    const { upstream } = this.#options;
    if (!upstream.tls || (capabilities & CAN.tls) === 0)
      throw new UpstreamError(`the database at ${upstream.host}:${upstream.port} does not offer TLS`);
    server.write(packet(1, response.claiming(response.capabilities | CAN.tls).subarray(0, TLS_REQUEST)));
    return await connectSecure(server, upstream, upstream.tls, undefined);
  }
}
