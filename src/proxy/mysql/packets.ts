import { ProtocolError } from '../sessions/index.ts';

// Packets of the client/server protocol of MySQL and MariaDB
// (https://mariadb.com/kb/en/clientserver-protocol/, https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html).
// A packet is the length of its payload (3 bytes), a sequence number, and the payload. If the length is the longest one
// possible, the payload continues in the next packet.

/** Bytes before the payload. */
export const HEADER = 4;
/** Bytes of the payload of one packet. */
export const MAX_PAYLOAD = 0xffffff;

/** First bytes of what a server sends. */
export const ANSWER = { ok: 0x00, more: 0x01, localInfile: 0xfb, end: 0xfe, error: 0xff } as const;

/** Flags of the status that a server reports with most answers. `ansiQuotes` is MariaDB's. */
export const STATUS = {
  inTransaction: 1,
  autocommit: 2,
  moreResults: 8,
  cursor: 64,
  noBackslashes: 512,
  stateChanged: 16_384,
  ansiQuotes: 32_768,
} as const;

/** A packet with a payload of less than 16 MB. */
export function packet(sequence: number, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const payload = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const header = Buffer.alloc(HEADER);
  header.writeUIntLE(
    payload.reduce((sum, { length }) => sum + length, 0),
    0,
    3,
  );
  header[3] = sequence;
  return Buffer.concat([header, ...payload]);
}

/** A command of any length. */
export function commandOf(payload: Buffer): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0; at <= payload.length; at += MAX_PAYLOAD)
    packets.push(packet(packets.length & 255, payload.subarray(at, at + MAX_PAYLOAD)));
  return packets.length === 1 ? (packets[0] as Buffer) : Buffer.concat(packets);
}

/** An error as a server sends it. */
export interface ServerError {
  readonly code: number;
  readonly sqlstate: string;
  readonly message: string;
}

/** The payload of an error. */
export function errorPayload({ code, sqlstate, message }: ServerError): Buffer {
  const head = Buffer.from([ANSWER.error, code & 255, code >> 8]);
  return Buffer.concat([head, Buffer.from(`#${sqlstate}${message.replaceAll('\0', ' ')}`)]);
}

/** Reads the payload of an error, after its first byte. */
export function readError(fields: Fields): ServerError {
  const code = fields.integer(2);
  const rest = fields.rest().toString();
  return rest.startsWith('#')
    ? { code, sqlstate: rest.slice(1, 6), message: rest.slice(6) }
    : { code, sqlstate: 'HY000', message: rest };
}

/** Reads a payload field by field. Each method raises ProtocolError if the payload ends before. */
export class Fields {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  /** Bytes that were not read. */
  get left(): number {
    return this.#end - this.#at;
  }

  /** An unsigned integer of up to 6 bytes. */
  integer(bytes: 1 | 2 | 3 | 4 | 6): number {
    const at = this.#skip(bytes);
    return this.#bytes.readUIntLE(at, bytes);
  }

  bytes(length: number): Buffer {
    const at = this.#skip(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** A length or a number of 1 to 9 bytes; null: NULL. */
  length(): number | null {
    const first = this.integer(1);
    if (first < 0xfb) return first;
    if (first === 0xfb) return null;
    if (first === 0xfc) return this.integer(2);
    if (first === 0xfd) return this.integer(3);
    if (first === 0xff) return malformed();
    const at = this.#skip(8);
    return Number(this.#bytes.readBigUInt64LE(at));
  }

  /** Bytes after their length. */
  sized(): Buffer {
    return this.bytes(this.length() ?? malformed());
  }

  /** Bytes before a zero, which may be missing at the end. */
  terminated(): Buffer {
    const zero = this.#bytes.indexOf(0, this.#at);
    const isFound = zero >= 0 && zero < this.#end;
    const bytes = this.bytes((isFound ? zero : this.#end) - this.#at);
    if (isFound) this.#at++;
    return bytes;
  }

  /** The fields in bytes after their length. */
  nested(): Fields {
    return new Fields(this.sized());
  }

  rest(): Buffer {
    return this.bytes(this.left);
  }

  #skip(length: number): number {
    const at = this.#at;
    if (!(length <= this.#end - at)) malformed();
    this.#at += length;
    return at;
  }
}

export function malformed(): never {
  throw new ProtocolError('a malformed packet');
}
