import { randomBytes } from 'node:crypto';

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
  #at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at = HEADER) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number | undefined {
    return this.#bytes[this.#at++];
  }

  /** An unsigned number: so the server reads how many values there are. */
  int16(): number | undefined {
    return this.#read(2)?.readUInt16BE();
  }

  int32(): number | undefined {
    return this.#read(4)?.readInt32BE();
  }

  /** The bytes of a string, without the zero at its end. */
  string(): Buffer | undefined {
    const end = this.#at > this.#bytes.length ? -1 : this.#bytes.indexOf(0, this.#at);
    if (end < 0) {
      this.#at = Number.POSITIVE_INFINITY;
      return undefined;
    }
    const string = this.#bytes.subarray(this.#at, end);
    this.#at = end + 1;
    return string;
  }

  bytes(length: number): Buffer | undefined {
    return length < 0 ? undefined : this.#read(length);
  }

  /** Whether everything was read, and no more than there is. */
  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  #read(length: number): Buffer | undefined {
    const end = this.#at + length;
    if (!(end <= this.#bytes.length)) {
      this.#at = Number.POSITIVE_INFINITY;
      return undefined;
    }
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}

/**
 * A word that no statement begins with, so that the server answers with a syntax error that quotes it. Never used twice:
 * a pooler may remember texts.
 */
export function nonce(): string {
  return `querygate_${randomBytes(12).toString('hex')}`;
}

/** The Query that takes the place of a refused one. */
export function queryOf(text: string): Buffer {
  return message(FRONTEND.query, `${text}\0`);
}

/** A Parse without parameter types. */
export function parseOf(name: Uint8Array | string, text: string): Buffer {
  return message(FRONTEND.parse, name, '\0', text, '\0', Buffer.alloc(2));
}
