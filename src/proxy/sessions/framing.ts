import type { ClientMessages } from './protocol.ts';

/**
 * What every protocol does to cut a stream into messages: it holds the chunks that came, and gives out a message, or a piece of one
 * that is too long to be kept whole. That is in `buffer` from `start` to `end`.
 */
export abstract class Framing implements ClientMessages {
  buffer: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** The piece begins a message, or ends it. */
  first = true;
  last = true;
  /** Bytes that are needed to continue. */
  protected needed: number;
  /** Bytes that are still to come of a message that comes in pieces. */
  protected remaining = 0;
  readonly #header: number;
  /** Chunks after `buffer`. */
  #more: Buffer[] = [];
  /** Bytes that are held after `end`. */
  #held = 0;

  /** @param header bytes that every message has */
  constructor(header: number) {
    this.#header = header;
    this.needed = header;
  }

  abstract next(): boolean;

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

  /** All bytes that are held, for passing them on as they are. */
  takeRest(): Buffer {
    const rest = Buffer.concat([this.buffer.subarray(this.end), ...this.#more]);
    this.#more = [];
    this.#held = 0;
    this.reset();
    return rest;
  }

  /** Nothing is kept in memory for a session that is idle. */
  protected reset(): false {
    this.buffer = EMPTY;
    this.start = 0;
    this.end = 0;
    return false;
  }

  /** All bytes that are held are in `buffer` then, from `start` on. */
  protected join(): void {
    if (this.#more.length === 0) return;
    this.buffer = Buffer.concat([this.buffer.subarray(this.start), ...this.#more]);
    this.start = 0;
    this.end = 0;
    this.#more = [];
  }

  /** Gives out a message of so many bytes, all of which are held. */
  protected whole(length: number): true {
    this.first = true;
    this.last = true;
    return this.#take(length);
  }

  /**
   * Gives out what is held of a message.
   *
   * @param length bytes of it from here on
   * @param isContinued whether others follow that belong to it
   */
  protected piece(length: number, first: boolean, isContinued = false): true {
    const here = Math.min(length, this.#held);
    this.remaining = length - here;
    this.first = first;
    this.last = this.remaining === 0 && !isContinued;
    return this.#take(here);
  }

  #take(length: number): true {
    this.end = this.start + length;
    this.#held -= length;
    this.needed = this.#header;
    return true;
  }
}

const EMPTY = Buffer.alloc(0);
