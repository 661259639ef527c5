import { Pieces, type ServerMessages } from '../sessions/index.ts';
import { BACKEND, HEADER } from './messages.ts';

/** What the client gets before a message, and instead of it. */
export interface Changed {
  readonly before?: Buffer | undefined;
  readonly instead?: Buffer | undefined;
}

/** Rows and data of COPY: their content does not matter, and there are many. */
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
  BACKEND.backendKeyData,
]);

/** Takes a message, which is in the buffer from `start` to `end`. A long one may be cut off there. */
export type TakeMessage = (type: number, buffer: Buffer, start: number, end: number) => Changed;

/** Reads what a server sends, message by message, and passes it on in as few pieces as possible. */
export class ServerReader implements ServerMessages {
  /** The server sent its first ReadyForQuery. */
  ready = false;
  /** The error that a message raised. The message and everything after it were not passed on. */
  failure: unknown;
  readonly #take: TakeMessage;
  readonly #out = new Pieces();
  /** The beginning of a message that is not complete. */
  #rest: Buffer = EMPTY;
  /** Bytes of the current message that are still to come. */
  #remaining = 0;

  constructor(take: TakeMessage) {
    this.#take = take;
  }

  /** What the client gets for the bytes; undefined if that is nothing yet. */
  read(chunk: Buffer): Buffer | undefined {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = EMPTY;
    const { length } = bytes;
    let at = Math.min(this.#remaining, length);
    this.#remaining -= at;
    this.#out.add(bytes, 0, at);
    while (length - at >= HEADER) {
      const type = bytes[at] as number;
      const end = at + bytes.readUInt32BE(at + 1) + 1;
      if (type === DATA_ROW || type === COPY_DATA) this.#out.add(bytes, at, Math.min(end, length));
      else if (end > length && length - at < MAX_READ && WHOLE.has(type)) break;
      else if (!this.#pass(type, bytes, at, end)) break;
      if (end > length) this.#remaining = end - length;
      at = Math.min(end, length);
    }
    if (at < length) this.#rest = bytes.subarray(at);
    return this.#out.take();
  }

  /** Passes on a message, or what the client gets for it. Returns false if that failed. */
  #pass(type: number, bytes: Buffer, at: number, end: number): boolean {
    const { length } = bytes;
    let changed: Changed;
    try {
      changed = this.#take(type, bytes, at, Math.min(end, length));
    } catch (error) {
      this.failure = error;
      return false;
    }
    if (type === BACKEND.readyForQuery) this.ready = true;
    const { before, instead } = changed;
    if (before) this.#out.add(before);
    // What has begun to be passed on is passed on whole.
    if (instead && end <= length) this.#out.add(instead);
    else this.#out.add(bytes, at, Math.min(end, length));
    return true;
  }

  /** Bytes that were not passed on. */
  takeRest(): Buffer {
    const rest = this.#rest;
    this.#rest = EMPTY;
    return rest;
  }
}

const EMPTY = Buffer.alloc(0);
