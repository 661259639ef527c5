import { Framing, ProtocolError } from '../sessions/index.ts';
import { HEADER, MAX_PAYLOAD } from './packets.ts';

/** Bytes of a payload that always come together: a command with the number of its statement. */
const BEGINNING = 12;

/**
 * Cuts what a client sends into commands: a payload of one or more packets. One that is too long comes in the pieces in which
 * it arrives. The current command, or piece of one, comes with the headers of its packets.
 */
export class CommandFramer extends Framing {
  readonly #wanted: (length: number) => boolean;
  readonly #unreadable: () => string | undefined;
  /** The next packet continues a command that comes in pieces. */
  #isContinued = false;

  /**
   * @param wanted whether a command of that many bytes, with its headers, is needed whole
   * @param unreadable why the bytes are not packets; asked before each
   */
  constructor(wanted: (length: number) => boolean, unreadable: () => string | undefined) {
    super(HEADER);
    this.#wanted = wanted;
    this.#unreadable = unreadable;
  }

  /** Of the first packet. */
  get sequence(): number {
    return this.buffer[this.start + 3] as number;
  }

  /** First byte of the payload; -1 if there is none. */
  get command(): number {
    return this.end - this.start > HEADER ? (this.buffer[this.start + HEADER] as number) : -1;
  }

  /** The payload of a whole command. */
  payload(): Buffer {
    const { buffer, start, end } = this;
    if (end - start < HEADER + MAX_PAYLOAD) return buffer.subarray(start + HEADER, end);
    const parts: Buffer[] = [];
    for (let at = start; at < end; at += HEADER + MAX_PAYLOAD)
      parts.push(buffer.subarray(at + HEADER, Math.min(end, at + HEADER + MAX_PAYLOAD)));
    return Buffer.concat(parts);
  }

  /** Goes on to the next command or piece; false if more bytes are needed. Raises ProtocolError. */
  next(): boolean {
    this.start = this.end;
    if (this.held === 0) return this.reset();
    const unreadable = this.#unreadable();
    if (unreadable !== undefined) throw new ProtocolError(unreadable);
    if (this.remaining > 0) {
      this.join();
      return this.piece(this.remaining, false, this.#isContinued);
    }
    if (this.held < this.needed && this.#wanted(this.needed)) return false;
    this.join();
    if (this.held < HEADER) return this.#need(HEADER);
    if (this.#isContinued) return this.#packetInPieces(false);
    let length = 0;
    for (let isLast = false; !isLast; ) {
      if (this.held < length + HEADER) return this.#need(length + HEADER);
      const payload = this.buffer.readUIntLE(this.start + length, 3);
      length += HEADER + payload;
      if (!this.#wanted(length)) return this.#packetInPieces(true);
      if (this.held < length) return this.#need(length);
      isLast = payload < MAX_PAYLOAD;
    }
    return this.whole(length);
  }

  #need(bytes: number): false {
    this.needed = bytes;
    return false;
  }

  #packetInPieces(first: boolean): boolean {
    const payload = this.buffer.readUIntLE(this.start, 3);
    const beginning = HEADER + Math.min(payload, BEGINNING);
    if (first && this.held < beginning) return this.#need(beginning);
    this.#isContinued = payload === MAX_PAYLOAD;
    return this.piece(HEADER + payload, first, this.#isContinued);
  }
}
