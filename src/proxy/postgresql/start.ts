import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type AcceptOptions, RefusedError, type SessionStart, type SessionTracker } from '../sessions/index.ts';
import { acceptTls, type ClientTls, readExactly, UpstreamError } from '../sockets/index.ts';
import { type Authentication, authenticate } from './authentication/authenticate.ts';
import { certificateHash } from './authentication/certificate-hash.ts';
import { lastMessage, StartError } from './errors.ts';
import { Session } from './session.ts';
import { readStartPacket, type StartPacket } from './start-packet.ts';
import { Tracker } from './tracker.ts';
import { ALPN } from './upstream.ts';

/** The first byte of TLS. */
const TLS_HANDSHAKE = 0x16;

/** The start of a session: TLS, the first packet, the login. */
export class PostgresqlStart implements SessionStart {
  client: Socket;
  readonly #options: AcceptOptions;
  readonly #authentication: Authentication;
  readonly #connect: () => Promise<Socket>;
  /** Undefined: the client came without TLS. */
  #tls: ClientTls | undefined;
  #begun: { readonly bytes: Buffer; readonly session: Session } | undefined;

  /** @param connect to the server: for a CancelRequest, which is not part of a session */
  constructor(socket: Socket, options: AcceptOptions, authentication: Authentication, connect: () => Promise<Socket>) {
    this.client = socket;
    this.#options = options;
    this.#authentication = authentication;
    this.#connect = connect;
  }

  async open(): Promise<boolean> {
    const packet = await this.#firstPacket();
    switch (packet?.kind) {
      case 'session':
        this.#begin(packet);
        return true;
      case 'cancel':
        await this.#cancel(packet.bytes);
        return false;
      default:
        this.client.destroy();
        return false;
    }
  }

  #begin({ bytes, parameters }: Extract<StartPacket, { kind: 'session' }>): void {
    const { name, tlsRequired, context } = this.#options;
    // As in PostgreSQL, which refuses such clients in pg_hba.conf.
    if (tlsRequired && !this.#tls)
      throw new StartError('28000', 'the proxy accepts only connections with TLS; connect with sslmode=require');
    const session = new Session(name, parameters);
    const replication = parameters.get('replication');
    const isReplication = replication !== undefined && !/^(?:false|off|no|0|)$/i.test(replication);
    if (isReplication && context.mode(session.user, session.database) === 'enforce')
      throw new StartError('0A000', 'replication is not possible through the proxy');
    this.#begun = { bytes, session };
  }

  async login(server: Socket): Promise<Socket> {
    const { bytes, session } = this.#started;
    server.write(bytes);
    if (this.#authentication.mode === 'passthrough') return server;
    const client = {
      socket: this.client,
      certificateHash: this.#tls && certificateHash(this.#tls.certificate),
      isEncrypted: this.#tls !== undefined,
    };
    const peer = server instanceof TLSSocket ? server.getPeerCertificate().raw : undefined;
    const database = {
      socket: server,
      certificateHash: peer && certificateHash(peer),
      isEncrypted: peer !== undefined,
    };
    await authenticate(this.#authentication, client, database, session.user, this.#options.timeout);
    return server;
  }

  track(wake: () => void): SessionTracker {
    return new Tracker(this.#started.session, this.#options.context, wake);
  }

  refusal(error: unknown): Buffer | undefined {
    return error instanceof StartError || error instanceof RefusedError ? lastMessage(error) : undefined;
  }

  get #started() {
    if (!this.#begun) throw new Error('the session has not begun');
    return this.#begun;
  }

  /**
   * Answers requests for encryption, and reads the first packet that is none. Undefined if the client left. Raises
   * StartError.
   */
  async #firstPacket(): Promise<StartPacket | undefined> {
    const { tls: certificate, timeout } = this.#options;
    const firstByte = await readExactly(this.client, 1, timeout);
    if (firstByte) this.client.unshift(firstByte);
    if (firstByte?.[0] === TLS_HANDSHAKE && certificate) {
      const direct = await this.#secure(certificate());
      // As PostgreSQL does: a client of another protocol must not be led here (ALPACA).
      if (direct.alpnProtocol !== ALPN) throw new Error('a client began with TLS, but not for PostgreSQL (ALPN)');
    }
    // libpq asks for GSS and then for TLS.
    for (let attempt = 0; attempt < 3; attempt++) {
      const packet = await readStartPacket(this.client, timeout);
      if (!packet || packet.kind === 'session' || packet.kind === 'cancel') return packet;
      if (packet.kind === 'gss' || !certificate || this.#tls) {
        this.client.write('N');
        continue;
      }
      // Bytes before the handshake could be an attacker's (CVE-2021-23222).
      if (this.client.readableLength > 0) throw new Error('a client sent bytes before the TLS handshake');
      this.client.write('S');
      await this.#secure(certificate());
    }
    return undefined;
  }

  async #secure(tls: ClientTls): Promise<TLSSocket> {
    const secure = await acceptTls(this.client, tls.context, ALPN, this.#options.timeout);
    this.#tls = tls;
    this.client = secure;
    return secure;
  }

  /** Relays the request to the server, which knows the key: the proxy passed it on. */
  async #cancel(bytes: Buffer): Promise<void> {
    try {
      const server = await this.#connect();
      server.on('error', () => {});
      server.end(bytes);
      server.resume();
      server.setTimeout(this.#options.timeout, () => server.destroy());
      await new Promise((resolve) => server.once('close', resolve));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    } finally {
      this.client.end();
    }
  }
}
