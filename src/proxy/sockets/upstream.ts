import { Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { DirectSocket } from './direct-socket.ts';

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
}

/** The server cannot be reached, or refuses TLS. */
export class UpstreamError extends Error {}

/**
 * Connects to the server, without TLS: whether and when that begins is up to the protocol. Raises UpstreamError.
 *
 * @param socketName of the server's Unix socket in its folder
 */
export async function connectPlain({ host, port, tls, timeout }: Upstream, socketName: string): Promise<Socket> {
  const socket = tls ? new Socket() : new DirectSocket();
  if (host.startsWith('/')) socket.connect(`${host}/${socketName}`);
  else socket.connect({ host, port }).setNoDelay();
  await settled(socket, 'connect', `the database at ${host}:${port} cannot be reached`, timeout);
  return socket;
}

/**
 * Does the TLS handshake with the server. Raises UpstreamError.
 *
 * @param protocol its name for ALPN
 */
export async function connectSecure(
  socket: Socket,
  { host, port, timeout }: Upstream,
  { verify, ca }: UpstreamTls,
  protocol: string | undefined,
): Promise<TLSSocket> {
  const secure = connectTls({
    socket,
    servername: host,
    rejectUnauthorized: verify,
    ...(ca !== undefined && { ca }),
    ...(protocol !== undefined && { ALPNProtocols: [protocol] }),
  });
  await settled(secure, 'secureConnect', `TLS with the database at ${host}:${port} failed`, timeout);
  return secure;
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
