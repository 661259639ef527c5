import type { Socket } from 'node:net';
import { connectPlain, connectSecure, readExactly, type Upstream, UpstreamError } from '../sockets/index.ts';

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** Name of the protocol in ALPN. */
export const ALPN = 'postgresql';

/**
 * Connects to the server, with TLS if it is set. Raises UpstreamError.
 *
 * @param isTlsDirect begin with TLS, as PostgreSQL 17 and newer can, instead of asking for it
 */
export async function connectUpstream(upstream: Upstream, isTlsDirect: boolean): Promise<Socket> {
  const { host, port, tls, timeout } = upstream;
  const socket = await connectPlain(upstream, `.s.PGSQL.${port}`);
  if (!tls) return socket;
  if (!isTlsDirect) {
    socket.write(SSL_REQUEST);
    const answer = await readExactly(socket, 1, timeout);
    if (answer?.toString() !== 'S') {
      socket.destroy();
      throw new UpstreamError(`the database at ${host}:${port} does not offer TLS`);
    }
  }
  return await connectSecure(socket, upstream, tls, isTlsDirect ? ALPN : undefined);
}
