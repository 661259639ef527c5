import { Socket } from 'node:net';

/** What a read of any socket fills at most, before it is copied. */
const READ_BUFFER = Buffer.allocUnsafeSlow(1 << 16);

/**
 * A socket that gives what arrives to `receive`, once that is set, instead of emitting it. All of them read into one buffer:
 * a socket that emits takes 64 KiB from the system for each read, which costs more than the copy.
 */
export class DirectSocket extends Socket {
  receive: ((chunk: Buffer) => void) | undefined;

  constructor() {
    super({
      onread: {
        buffer: READ_BUFFER,
        callback: (length) => this.#read(copyOf(length)),
      },
    });
  }

  /** Returns whether to read on. */
  #read(chunk: Buffer): boolean {
    // What was read before comes first.
    if (!this.receive || this.readableLength > 0) return this.push(chunk);
    this.receive(chunk);
    return true;
  }
}

function copyOf(length: number): Buffer {
  const copy = Buffer.allocUnsafe(length);
  READ_BUFFER.copy(copy, 0, 0, length);
  return copy;
}
