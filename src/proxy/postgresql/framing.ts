import { type ClientMessages, ProtocolError } from '../sessions/index.ts';
import { HEADER } from './messages.ts';

/** The sender violated the protocol. */
export class FramingError extends ProtocolError {}

/**
 * Cuts a stream into messages. Those that `wanted` names come whole; others come in the pieces in which they arrive, so
 * that a large one takes no memory. The current message, or piece of one, is in `buffer` from `start` to `end`.
 */
export class Framer implements ClientMessages {
  type = 0;
  buffer: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** With the header. */
  first = true;
  last = true;
  readonly #wanted: (type: number, length: number) => boolean;
  /** Chunks after `buffer`. */
  #more: Buffer[] = [];
  /** Bytes that are held after `end`, and how many of them are needed to continue. */
  #held = 0;
  #needed = HEADER;
  /** Bytes that are still to come of a message that comes in pieces. */
  #remaining = 0;

  /** @param wanted whether a message of the type and length (bytes, with its header) is needed whole; asked at each chunk of it */
  constructor(wanted: (type: number, length: number) => boolean) {
    this.#wanted = wanted;
  }

  push(chunk: Buffer): void {
    if (this.end === this.buffer.length && this.start === this.end) {
      this.buffer = chunk;
      this.start = 0;
      this.end = 0;
    } else this.#more.push(chunk);
    this.#held += chunk.length;
  }

  /** Bytes that were pushed and not given out. */
  get held(): number {
    return this.#held;
  }

  /** Goes on to the next message or piece; false if more bytes are needed. Raises FramingError. */
  next(): boolean {
    this.start = this.end;
    // Nothing is kept in memory for a session that is idle.
    if (this.#held === 0) return this.#reset();
    if (this.#remaining > 0) {
      this.#join();
      return this.#piece(this.#remaining, false);
    }
    if (this.#held < this.#needed && this.#isStillWanted()) return false;
    this.#join();
    const { buffer, start } = this;
    const length = buffer.readUInt32BE(start + 1) + 1;
    // The length counts itself. PostgreSQL's own limit is a gigabyte.
    if (length < HEADER || length > 0x40000000) throw new FramingError(`a message of ${length} bytes`);
    const type = buffer[start] as number;
    if (!this.#wanted(type, length)) {
      this.type = type;
      return this.#piece(length, true);
    }
    if (this.#held < length) {
      this.#needed = length;
      return false;
    }
    this.type = type;
    this.first = true;
    this.last = true;
    this.#take(length);
    return true;
  }

  /** Whether to wait for the rest of an incomplete message: its header may not have come, either. */
  #isStillWanted(): boolean {
    return this.#needed === HEADER || this.#wanted(this.buffer[this.start] as number, this.#needed);
  }

  /** All bytes that are held, for passing them on as they are. */
  takeRest(): Buffer {
    const rest = Buffer.concat([this.buffer.subarray(this.end), ...this.#more]);
    this.#more = [];
    this.#held = 0;
    this.#reset();
    return rest;
  }

  #reset(): false {
    this.buffer = EMPTY;
    this.start = 0;
    this.end = 0;
    return false;
  }

  /** @param length bytes of the message from here on */
  #piece(length: number, first: boolean): true {
    const here = Math.min(length, this.#held);
    this.#remaining = length - here;
    this.first = first;
    this.last = this.#remaining === 0;
    this.#take(here);
    return true;
  }

  #take(length: number): void {
    this.end = this.start + length;
    this.#held -= length;
    this.#needed = HEADER;
  }

  /** All bytes that are held are in `buffer` then, from `start` on. */
  #join(): void {
    if (this.#more.length === 0) return;
    this.buffer = Buffer.concat([this.buffer.subarray(this.start), ...this.#more]);
    this.start = 0;
    this.end = 0;
    this.#more = [];
  }
}

const EMPTY = Buffer.alloc(0);
