import { Pieces, type ServerMessages } from '../sessions/index.ts';
import { type Answers, DROP } from './answers.ts';
import { HEADER, MAX_PAYLOAD } from './packets.ts';

/** Bytes of a packet that are read at most: the state of a session can be long, an error cannot. */
const MAX_READ = 1 << 16;

/** Reads what a server sends, packet by packet, and passes it on in as few pieces as possible. */
export class ServerReader implements ServerMessages {
  /** The error that a packet raised. The packet and everything after it were not passed on. */
  failure: unknown;
  /** Added to the sequence numbers of the packets: TLS on one side only. */
  shift = 0;
  /** Number that the next packet of the answer would have for the client. */
  nextSequence = 0;
  readonly #answers: Answers;
  readonly #out = new Pieces();
  /** The beginning of a packet that is not complete. */
  #rest: Buffer = EMPTY;
  /** Bytes of the current packet that are still to come. */
  #remaining = 0;
  /** The next packet continues a payload. */
  #isContinued = false;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** Whether the client has got whole packets only. */
  get isBetweenPackets(): boolean {
    return this.#remaining === 0 && !this.#isContinued;
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
      const payload = bytes.readUIntLE(at, 3);
      const end = at + HEADER + payload;
      if (!this.#pass(payload, bytes, at, end)) break;
      if (end > length) this.#remaining = end - length;
      at = Math.min(end, length);
    }
    if (at < length) this.#rest = bytes.subarray(at);
    return this.#out.take();
  }

  /** Passes on a packet, or what the client gets for it. Returns false if more of it is needed, or if that failed. */
  #pass(payload: number, bytes: Buffer, at: number, end: number): boolean {
    const { length } = bytes;
    const sequence = (bytes[at + 3] as number) + this.shift;
    let instead: Buffer | typeof DROP | undefined;
    if (!this.#isContinued) {
      if (payload > 0 && length - at === HEADER) return false;
      const first = payload > 0 ? (bytes[at + HEADER] as number) : -1;
      if (end > length && length - at < MAX_READ && this.#answers.reads(first, payload)) return false;
      // It no longer matters once the answer was taken.
      if (this.shift !== 0) bytes[at + 3] = sequence;
      try {
        instead = this.#answers.take(sequence, payload, bytes, at + HEADER, Math.min(end, length));
      } catch (error) {
        this.failure = error;
        return false;
      }
    }
    this.#isContinued = payload === MAX_PAYLOAD;
    this.nextSequence = (sequence + 1) & 255;
    if (instead === DROP) return true;
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
