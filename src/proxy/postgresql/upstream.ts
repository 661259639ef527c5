import { Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { readExactly } from './start-up.ts';

/** The database server. */
export interface Upstream {
  /** Name or address; or the folder of a Unix socket, beginning with `/`. */
  readonly host: string;
  readonly port: number;
  /** Undefined: without TLS. */
  readonly tls: UpstreamTls | undefined;
  /** Milliseconds to connect. */
  readonly timeout: number;
}

export interface UpstreamTls {
  /** Verify the certificate and the name. */
  readonly verify: boolean;
  /** Certificates that are trusted instead of those of Node.js, PEM. */
  readonly ca: string | undefined;
  /** Begin with TLS, as PostgreSQL 17 and newer can, instead of asking for it. */
  readonly direct: boolean;
}

/** The server cannot be reached, or refuses TLS. */
export class UpstreamError extends Error {}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** What a read of any socket fills at most, before it is copied. */
const READ_BUFFER = Buffer.allocUnsafeSlow(1 << 16);

/**
 * A socket that gives what arrives to `receive`, once that is set, instead of emitting it. All of them read into one buffer:
 * a socket that emits takes 64 KiB from the system for each read, which costs more than the copy.
 */
export class DirectSocket extends Socket {
  receive: ((chunk: Buffer) => void) | undefined;

  constructor() {
    super({
      onread: {
        buffer: READ_BUFFER,
        callback: (length) => this.#read(copyOf(length)),
      },
    });
  }

  /** Returns whether to read on. */
  #read(chunk: Buffer): boolean {
    // What was read before comes first.
    if (!this.receive || this.readableLength > 0) return this.push(chunk);
    this.receive(chunk);
    return true;
  }
}

function copyOf(length: number): Buffer {
  const copy = Buffer.allocUnsafe(length);
  READ_BUFFER.copy(copy, 0, 0, length);
  return copy;
}

/** Connects to the server, with TLS if it is set. Raises UpstreamError. */
export async function connectUpstream(upstream: Upstream): Promise<Socket> {
  const { host, port, tls, timeout } = upstream;
  const socket = tls ? new Socket() : new DirectSocket();
  if (host.startsWith('/')) socket.connect(`${host}/.s.PGSQL.${port}`);
  else socket.connect({ host, port }).setNoDelay();
  await settled(socket, 'connect', `the database at ${host}:${port} cannot be reached`, timeout);
  if (!tls) return socket;
  if (!tls.direct) {
    socket.write(SSL_REQUEST);
    const answer = await readExactly(socket, 1, timeout);
    if (answer?.toString() !== 'S') {
      socket.destroy();
      throw new UpstreamError(`the database at ${host}:${port} does not offer TLS`);
    }
  }
  const secure = connectTls(tlsOptions(socket, host, tls));
  await settled(secure, 'secureConnect', `TLS with the database at ${host}:${port} failed`, timeout);
  return secure;
}

function tlsOptions(socket: Socket, host: string, { verify, ca, direct }: UpstreamTls): ConnectionOptions {
  return {
    socket,
    servername: host,
    rejectUnauthorized: verify,
    ...(ca !== undefined && { ca }),
    ...(direct && { ALPNProtocols: ['postgresql'] }),
  };
}

function settled(socket: Socket, event: 'connect' | 'secureConnect', what: string, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error) => {
      clearTimeout(timer);
      socket.off('error', done);
      if (!error) return resolve();
      socket.destroy();
      // Later errors of the destroyed socket add nothing.
      socket.on('error', () => {});
      reject(new UpstreamError(`${what}: ${error.message}`));
    };
    const timer = setTimeout(() => done(new Error(`no answer within ${timeout / 1000} s`)), timeout);
    socket.once(event, () => done());
    socket.once('error', done);
  });
}
