import type { Socket } from 'node:net';
import { ProtocolError } from '../sessions/index.ts';
import { readExactly } from '../sockets/index.ts';
import { HEADER } from './packets.ts';

/** Bytes of a packet of the login. */
const MAX_LENGTH = 1 << 16;

/** Reads a packet of the login; undefined if the stream ends. Raises ProtocolError if it is too long. */
export async function readPacket(
  socket: Socket,
  timeout: number,
): Promise<{ readonly sequence: number; readonly payload: Buffer } | undefined> {
  const header = await readExactly(socket, HEADER, timeout);
  if (!header) return undefined;
  const length = header.readUIntLE(0, 3);
  if (length > MAX_LENGTH) throw new ProtocolError(`a packet of ${length} bytes in the login`);
  const payload = length === 0 ? Buffer.alloc(0) : await readExactly(socket, length, timeout);
  return payload && { sequence: header[3] as number, payload };
}
