import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes and milliseconds that are read of a body after its request was refused. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 10_000;
/** Milliseconds that a client has to read the response once nothing more is read of its body. */
const LINGER_MS = 2_000;
const CHECK_MS = 20;

/** Connections whose refused body is still being received. */
const refused = new WeakSet<Socket>();

/** Whether the last request on the connection was answered before its body was complete: no other answer may follow. */
export function isRefused(socket: Socket): boolean {
  return refused.has(socket);
}

/**
 * Limits what a client can still send after the response. Closing at once would reset the connection, which discards a
 * response that the client has not read: it would never learn why it was refused. Many clients read only once they have
 * sent everything, so a refused body is read and discarded up to a limit. Beyond it, the connection stays open for a
 * moment without being read, for clients that can read while they send.
 */
export function limitUnreadBody(message: IncomingMessage): void {
  if (message.complete) return;
  const { socket } = message;
  refused.add(socket);
  const maxBytes = socket.bytesRead + MAX_BYTES;
  const startedAt = performance.now();
  let end = startedAt + MAX_MS;
  let paused = false;
  const timer = setInterval(() => {
    if (message.complete || socket.destroyed) {
      refused.delete(socket);
      clearInterval(timer);
      return;
    }
    const now = performance.now();
    if (!paused && socket.bytesRead > maxBytes) {
      paused = true;
      socket.pause();
      end = Math.min(end, now + LINGER_MS);
    }
    if (now < end) return;
    clearInterval(timer);
    socket.destroy();
  }, CHECK_MS);
  timer.unref();
}
