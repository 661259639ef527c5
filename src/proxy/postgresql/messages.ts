// Messages of PostgreSQL's protocol, version 3 (https://www.postgresql.org/docs/current/protocol-message-formats.html).
// Except for the first one of a client, a message is a type of one byte, its length without the type, and its content.

/** Bytes before the content: the type and the length. */
export const HEADER = 5;

/** Types of messages from a client. */
export const FRONTEND = {
  bind: 0x42,
  close: 0x43,
  copyData: 0x64,
  copyDone: 0x63,
  copyFail: 0x66,
  describe: 0x44,
  execute: 0x45,
  flush: 0x48,
  functionCall: 0x46,
  parse: 0x50,
  password: 0x70,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
} as const;

/** Types of messages from a server. */
export const BACKEND = {
  authentication: 0x52,
  backendKeyData: 0x4b,
  bindComplete: 0x32,
  closeComplete: 0x33,
  commandComplete: 0x43,
  copyBothResponse: 0x57,
  copyInResponse: 0x47,
  emptyQueryResponse: 0x49,
  errorResponse: 0x45,
  functionCallResponse: 0x56,
  noData: 0x6e,
  noticeResponse: 0x4e,
  notificationResponse: 0x41,
  parameterDescription: 0x74,
  parameterStatus: 0x53,
  parseComplete: 0x31,
  portalSuspended: 0x73,
  readyForQuery: 0x5a,
  rowDescription: 0x54,
} as const;

/** A message with its header. */
export function message(type: number, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const contents = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const header = Buffer.alloc(HEADER);
  header[0] = type;
  header.writeUInt32BE(4 + contents.reduce((sum, { length }) => sum + length, 0), 1);
  return Buffer.concat([header, ...contents]);
}

/** An ErrorResponse or a NoticeResponse. Keys of `fields` are the protocol's codes: `S` severity, `C` SQLSTATE, … */
export function report(type: 'error' | 'notice', fields: Readonly<Record<string, string | undefined>>): Buffer {
  const parts = Object.entries(fields).flatMap(([code, value]) =>
    value === undefined ? [] : [`${code}${value.replaceAll('\0', ' ')}\0`],
  );
  return message(type === 'error' ? BACKEND.errorResponse : BACKEND.noticeResponse, ...parts, '\0');
}

/** Ends a session for a reason that the client sees. */
export function fatal(sqlstate: string, text: string, hint?: string): Buffer {
  return report('error', { S: 'FATAL', V: 'FATAL', C: sqlstate, M: text, H: hint });
}

/** The fields of an ErrorResponse or a NoticeResponse, by their codes. Text in ASCII only can be relied on. */
export function reportFields(bytes: Buffer): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let at = HEADER; at < bytes.length && bytes[at] !== 0; ) {
    const end = bytes.indexOf(0, at + 1);
    if (end < 0) break;
    fields.set(String.fromCharCode(bytes[at] ?? 0), bytes.toString('utf8', at + 1, end));
    at = end + 1;
  }
  return fields;
}

/** Reads the content of a message from its start. Reading past the end gives undefined, and then at each call. */
export class ContentReader {
  readonly buffer: Buffer;
  /** Where `findString` and `findBytes` found something: its first byte, and the one after it. */
  from = 0;
  to = 0;
  #at: number;
  readonly #end: number;

  constructor(buffer: Buffer, at = HEADER, end = buffer.length) {
    this.buffer = buffer;
    this.#at = at;
    this.#end = end;
  }

  byte(): number | undefined {
    const at = this.#skip(1);
    return at < 0 ? undefined : this.buffer[at];
  }

  /** An unsigned number: so the server reads how many values there are. */
  int16(): number | undefined {
    const at = this.#skip(2);
    return at < 0 ? undefined : this.buffer.readUInt16BE(at);
  }

  int32(): number | undefined {
    const at = this.#skip(4);
    return at < 0 ? undefined : this.buffer.readInt32BE(at);
  }

  /** Finds the next string; false if there is none. `to` is the zero at its end. */
  findString(): boolean {
    const zero = this.#at < this.#end ? zeroFrom(this.buffer, this.#at) : -1;
    if (zero < 0) {
      this.#at = PAST_END;
      return false;
    }
    return this.findBytes(zero - this.#at) && this.#skip(1) >= 0;
  }

  /** The bytes of a string, without the zero at its end. */
  string(): Buffer | undefined {
    return this.findString() ? this.buffer.subarray(this.from, this.to) : undefined;
  }

  /** Finds the next bytes; false if there are fewer. */
  findBytes(length: number): boolean {
    const at = this.#skip(length < 0 ? PAST_END : length);
    if (at < 0) return false;
    this.from = at;
    this.to = at + length;
    return true;
  }

  bytes(length: number): Buffer | undefined {
    return this.findBytes(length) ? this.buffer.subarray(this.from, this.to) : undefined;
  }

  /** Where the next bytes begin; -1 if there are fewer. */
  #skip(length: number): number {
    const at = this.#at;
    if (at + length <= this.#end) {
      this.#at = at + length;
      return at;
    }
    this.#at = PAST_END;
    return -1;
  }
}

const PAST_END = Number.POSITIVE_INFINITY;
/** Bytes that are compared one by one: for short strings, this is faster. */
const NEAR = 24;

/** Where the first zero from `at` on is; -1 if there is none. */
function zeroFrom(bytes: Buffer, at: number): number {
  const near = Math.min(bytes.length, at + NEAR);
  for (let next = at; next < near; next++) if (bytes[next] === 0) return next;
  return bytes.indexOf(0, near);
}

/** The Query that takes the place of a refused one. */
export function queryOf(text: string): Buffer {
  return message(FRONTEND.query, `${text}\0`);
}

/** A Parse without parameter types. */
export function parseOf(name: Uint8Array | string, text: string): Buffer {
  return message(FRONTEND.parse, name, '\0', text, '\0', Buffer.alloc(2));
}
