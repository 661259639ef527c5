import type { Duplex } from 'node:stream';

// What a client sends before any message: a length and a code, and then the content
// (https://www.postgresql.org/docs/current/protocol-message-formats.html, StartupMessage and what follows it).

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
/** PostgreSQL's own limit (MAX_STARTUP_PACKET_LENGTH). */
const MAX_LENGTH = 10_000;

export type StartUp =
  | { readonly kind: 'tls' | 'gss' }
  | { readonly kind: 'cancel'; readonly bytes: Buffer }
  | { readonly kind: 'session'; readonly bytes: Buffer; readonly parameters: ReadonlyMap<string, string> };

/** The client sent something other than the start of a session. */
export class StartUpError extends Error {}

/**
 * Reads the first packet. Undefined if the client left, or sent nothing in the given time (milliseconds). Raises
 * StartUpError. Bytes after the packet stay in the stream.
 */
export async function readStartUp(socket: Duplex, timeout: number): Promise<StartUp | undefined> {
  const head = await readExactly(socket, 8, timeout);
  if (!head) return undefined;
  const length = head.readUInt32BE(0);
  const code = head.readUInt32BE(4);
  if (length < 8 || length > MAX_LENGTH) throw new StartUpError('this is not a client of PostgreSQL');
  const rest = length === 8 ? Buffer.alloc(0) : await readExactly(socket, length - 8, timeout);
  if (!rest) return undefined;
  const bytes = Buffer.concat([head, rest]);
  if (code === SSL_REQUEST) return { kind: 'tls' };
  if (code === GSS_REQUEST) return { kind: 'gss' };
  if (code === CANCEL_REQUEST) return { kind: 'cancel', bytes };
  if (code >>> 16 !== 3) throw new StartUpError(`version ${code >>> 16} of the protocol is not supported`);
  return { kind: 'session', bytes, parameters: readParameters(rest) };
}

function readParameters(content: Buffer): ReadonlyMap<string, string> {
  const texts = content.toString('utf8').split('\0');
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const [name = '', value = ''] = [texts[at], texts[at + 1]];
    if (name === '') break;
    parameters.set(name, value);
  }
  return parameters;
}

/** Reads that many bytes; undefined if the stream ends before, or after the given time (milliseconds). */
export function readExactly(socket: Duplex, length: number, timeout: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (bytes: Buffer | undefined) => {
      clearTimeout(timer);
      socket.off('readable', read);
      socket.off('end', stop);
      socket.off('close', stop);
      socket.off('error', stop);
      resolve(bytes);
    };
    const stop = () => settle(undefined);
    const read = () => {
      const bytes: Buffer | null = socket.read(length);
      if (bytes === null) return;
      // At the end of the stream, less is returned.
      settle(bytes.length === length ? bytes : undefined);
    };
    const timer = setTimeout(stop, timeout);
    socket.on('readable', read);
    socket.on('end', stop);
    socket.on('close', stop);
    socket.on('error', stop);
    read();
  });
}
