import { HEADER } from './messages.ts';

/** A message, or a piece of one that is not needed whole. */
export interface Frame {
  readonly type: number;
  /** With the header if `first`. */
  readonly bytes: Buffer;
  readonly first: boolean;
  readonly last: boolean;
}

/** The sender broke the protocol. */
export class FramingError extends Error {}

/**
 * Cuts a stream into messages. Those that `wanted` names come whole; others come in the pieces in which they arrive, so
 * that a large one takes no memory.
 */
export class Framer {
  readonly #wanted: (type: number, length: number) => boolean;
  /** Not given out yet: the start of a message, or of a header. */
  #rest: Buffer = EMPTY;
  /** Chunks after `#rest`. */
  #more: Buffer[] = [];
  /** Bytes in `#rest` and `#more`, and how many of them are needed to go on. */
  #held = 0;
  #needed = HEADER;
  /** Of the message that comes in pieces: its type, and the bytes still to come. */
  #type = 0;
  #remaining = 0;

  /** @param wanted whether a message of the type and length (bytes, with its header) is needed whole */
  constructor(wanted: (type: number, length: number) => boolean) {
    this.#wanted = wanted;
  }

  push(chunk: Buffer): void {
    if (this.#held === 0) this.#rest = chunk;
    else this.#more.push(chunk);
    this.#held += chunk.length;
  }

  /** Bytes that were pushed and not given out. */
  get held(): number {
    return this.#held;
  }

  /** The next message or piece; undefined if more bytes are needed. Raises FramingError. */
  next(): Frame | undefined {
    if (this.#remaining > 0) {
      if (this.#held === 0) return undefined;
      return this.#piece(this.#type, Math.min(this.#remaining, this.#joined().length), false);
    }
    if (this.#held < this.#needed) return undefined;
    const bytes = this.#joined();
    const type = bytes[0] ?? 0;
    const length = bytes.readUInt32BE(1) + 1;
    // The length counts itself. PostgreSQL's own limit is a gigabyte.
    if (length < HEADER || length > 0x40000000) throw new FramingError(`a message of ${length} bytes`);
    if (!this.#wanted(type, length)) {
      this.#type = type;
      this.#remaining = length;
      return this.#piece(type, Math.min(length, bytes.length), true);
    }
    if (bytes.length < length) {
      this.#needed = length;
      return undefined;
    }
    this.#take(length);
    return { type, bytes: bytes.subarray(0, length), first: true, last: true };
  }

  /** All bytes that are held, for passing them on as they are. */
  takeRest(): Buffer {
    const rest = this.#joined();
    this.#rest = EMPTY;
    this.#held = 0;
    return rest;
  }

  #piece(type: number, length: number, first: boolean): Frame {
    const bytes = this.#rest.subarray(0, length);
    this.#take(length);
    this.#remaining -= length;
    return { type, bytes, first, last: this.#remaining === 0 };
  }

  #take(length: number): void {
    this.#rest = this.#rest.subarray(length);
    this.#held -= length;
    this.#needed = HEADER;
  }

  #joined(): Buffer {
    if (this.#more.length > 0) {
      this.#rest = Buffer.concat([this.#rest, ...this.#more]);
      this.#more = [];
    }
    return this.#rest;
  }
}

const EMPTY = Buffer.alloc(0);
