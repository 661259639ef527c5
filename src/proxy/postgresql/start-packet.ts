import type { Duplex } from 'node:stream';
import { readExactly } from '../sockets/index.ts';
import { StartError } from './errors.ts';

// What a client sends before any message: a length and a code, and then the content
// (https://www.postgresql.org/docs/current/protocol-message-formats.html, StartupMessage and what follows it).

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
/** PostgreSQL's own limit (MAX_STARTUP_PACKET_LENGTH). */
const MAX_LENGTH = 10_000;

export type StartPacket =
  | { readonly kind: 'tls' | 'gss' }
  | { readonly kind: 'cancel'; readonly bytes: Buffer }
  | { readonly kind: 'session'; readonly bytes: Buffer; readonly parameters: ReadonlyMap<string, string> };

/**
 * Reads the first packet. Undefined if the client left, or sent nothing in the given time (milliseconds). Raises
 * StartError. Bytes after the packet stay in the stream.
 */
export async function readStartPacket(socket: Duplex, timeout: number): Promise<StartPacket | undefined> {
  const head = await readExactly(socket, 8, timeout);
  if (!head) return undefined;
  const length = head.readUInt32BE(0);
  const code = head.readUInt32BE(4);
  if (length < 8 || length > MAX_LENGTH) throw new StartError('08P01', 'this is not a client of PostgreSQL');
  const rest = length === 8 ? Buffer.alloc(0) : await readExactly(socket, length - 8, timeout);
  if (!rest) return undefined;
  const bytes = Buffer.concat([head, rest]);
  if (code === SSL_REQUEST) return { kind: 'tls' };
  if (code === GSS_REQUEST) return { kind: 'gss' };
  if (code === CANCEL_REQUEST) return { kind: 'cancel', bytes };
  if (code >>> 16 !== 3) throw new StartError('08P01', `version ${code >>> 16} of the protocol is not supported`);
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
