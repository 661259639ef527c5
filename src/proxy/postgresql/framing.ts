import { Framing, ProtocolError } from '../sessions/index.ts';
import { HEADER } from './messages.ts';

/** The sender violated the protocol. */
export class FramingError extends ProtocolError {}

/**
 * Cuts a stream into messages. Those that `wanted` names come whole; others come in the pieces in which they arrive, so
 * that a large one takes no memory. The current message, or piece of one, comes with its header.
 */
export class Framer extends Framing {
  type = 0;
  readonly #wanted: (type: number, length: number) => boolean;

  /** @param wanted whether a message of the type and length (bytes, with its header) is needed whole; asked at each chunk of it */
  constructor(wanted: (type: number, length: number) => boolean) {
    super(HEADER);
    this.#wanted = wanted;
  }

  /** Goes on to the next message or piece; false if more bytes are needed. Raises FramingError. */
  next(): boolean {
    this.start = this.end;
    if (this.held === 0) return this.reset();
    if (this.remaining > 0) {
      this.join();
      return this.piece(this.remaining, false);
    }
    if (this.held < this.needed && this.#isStillWanted()) return false;
    this.join();
    const { buffer, start } = this;
    const length = buffer.readUInt32BE(start + 1) + 1;
    // The length counts itself. PostgreSQL's own limit is a gigabyte.
    if (length < HEADER || length > 0x40000000) throw new FramingError(`a message of ${length} bytes`);
    const type = buffer[start] as number;
    const isWanted = this.#wanted(type, length);
    if (isWanted && this.held < length) {
      this.needed = length;
      return false;
    }
    this.type = type;
    return isWanted ? this.whole(length) : this.piece(length, true);
  }

  /** Whether to wait for the rest of an incomplete message: its header may not have come, either. */
  #isStillWanted(): boolean {
    return this.needed === HEADER || this.#wanted(this.buffer[this.start] as number, this.needed);
  }
}
