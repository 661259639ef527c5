import { BACKEND, HEADER } from './messages.ts';

/** What the client gets before a message, and instead of it. */
export interface Changed {
  readonly before?: Buffer | undefined;
  readonly instead?: Buffer | undefined;
}

/** Rows and data of COPY: they tell nothing, and there are many. */
const DATA_ROW = 0x44;
const COPY_DATA = 0x64;
/** Bytes of a message that are read at most: an error can quote a value of megabytes after its SQLSTATE. */
const MAX_READ = 1 << 16;
/** Messages whose content matters. They are read whole, up to `MAX_READ`. */
const WHOLE: ReadonlySet<number> = new Set([
  BACKEND.errorResponse,
  BACKEND.readyForQuery,
  BACKEND.commandComplete,
  BACKEND.parameterStatus,
]);

/** Reads what a server sends, message by message, and passes it on in as few pieces as possible. */
export class ServerReader {
  /** The server sent its first ReadyForQuery. */
  ready = false;
  /** What was raised for a message. It was not passed on, nor anything after it. */
  failure: unknown;
  readonly #take: (type: number, bytes: Buffer) => Changed;
  /** The beginning of a message that is not complete. */
  #rest: Buffer = EMPTY;
  /** Bytes of the current message that are still to come. */
  #remaining = 0;

  constructor(take: (type: number, bytes: Buffer) => Changed) {
    this.#take = take;
  }

  /** What the client gets for the bytes. */
  read(chunk: Buffer): Buffer[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = EMPTY;
    const out: Buffer[] = [];
    let at = Math.min(this.#remaining, bytes.length);
    this.#remaining -= at;
    let passed = 0;
    while (bytes.length - at >= HEADER) {
      const type = bytes[at] as number;
      const end = at + bytes.readUInt32BE(at + 1) + 1;
      if (type !== DATA_ROW && type !== COPY_DATA) {
        const isCutOff = end > bytes.length;
        if (isCutOff && WHOLE.has(type) && bytes.length - at < MAX_READ) break;
        const { before, instead } = this.#taken(type, bytes.subarray(at, end));
        if (this.failure) break;
        if (type === BACKEND.readyForQuery) this.ready = true;
        if (before || instead) {
          if (at > passed) out.push(bytes.subarray(passed, at));
          passed = at;
        }
        if (before) out.push(before);
        // What has begun to be passed on is passed on whole.
        if (instead && !isCutOff) {
          out.push(instead);
          passed = end;
        }
      }
      if (end > bytes.length) {
        this.#remaining = end - bytes.length;
        at = bytes.length;
        break;
      }
      at = end;
    }
    if (at < bytes.length) this.#rest = bytes.subarray(at);
    if (at > passed) out.push(bytes.subarray(passed, at));
    return out;
  }

  #taken(type: number, bytes: Buffer): Changed {
    try {
      return this.#take(type, bytes);
    } catch (error) {
      this.failure = error;
      return NOTHING;
    }
  }

  /** Bytes that were not passed on. */
  takeRest(): Buffer {
    const rest = this.#rest;
    this.#rest = EMPTY;
    return rest;
  }
}

const EMPTY = Buffer.alloc(0);
const NOTHING: Changed = {};
