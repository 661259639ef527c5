import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../contract/index.ts';

/** Milliseconds to receive the rest of a refused body, and between two checks. */
const MAX_MS = 10_000;
const CHECK_MS = 20;

/**
 * Limits what a client can still send after the response. Closing at once would reset the connection, and the client
 * would never read why it was refused; reading without a limit would let it send forever.
 */
export function limitUnreadBody(message: IncomingMessage): void {
  if (message.complete) return;
  const { socket } = message;
  const maxBytes = socket.bytesRead + LIMITS.requestBytes;
  const end = performance.now() + MAX_MS;
  const timer = setInterval(() => {
    if (message.complete || socket.destroyed) return clearInterval(timer);
    if (socket.bytesRead <= maxBytes && performance.now() < end) return;
    clearInterval(timer);
    socket.destroy();
  }, CHECK_MS);
  timer.unref();
}
