import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../contract/index.ts';

/** Milliseconds for which the rest of a refused body may still come, and how often is looked. */
const LONGEST = 10_000;
const LOOK = 20;

/**
 * Bounds what a client may go on to send after it was answered: to close at once would reset the connection, and the client
 * would never read why it was refused; to read on for ever would let it send without end.
 */
export function limitUnreadBody(message: IncomingMessage): void {
  if (message.complete) return;
  const { socket } = message;
  const most = socket.bytesRead + LIMITS.requestBytes;
  const end = performance.now() + LONGEST;
  const timer = setInterval(() => {
    if (message.complete || socket.destroyed) return clearInterval(timer);
    if (socket.bytesRead <= most && performance.now() < end) return;
    clearInterval(timer);
    socket.destroy();
  }, LOOK);
  timer.unref();
}
