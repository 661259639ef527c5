import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

/**
 * Does the TLS handshake with a client. Raises Error if it fails.
 *
 * @param protocol its name for ALPN
 * @param timeout milliseconds
 */
export function acceptTls(
  socket: Socket,
  secureContext: SecureContext,
  protocol: string | undefined,
  timeout: number,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const alpn = protocol === undefined ? {} : { ALPNProtocols: [protocol] };
    const encrypted = new TLSSocket(socket, { isServer: true, secureContext, ...alpn });
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
