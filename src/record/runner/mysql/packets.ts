import { connect, type Socket } from 'node:net';

/** Bytes before the payload of a packet: its length and its number. */
const HEAD = 4;
/** A payload of this length goes on in the next packet. */
const MAX_PAYLOAD = 0xff_ff_ff;

/** Sends and receives the packets of MySQL's protocol, without TLS. */
export class PacketSocket {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #number = 0;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
      this.#wake?.();
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  /** @param timeout milliseconds until the server must have accepted */
  static async open(host: string, port: number, timeout: number): Promise<PacketSocket> {
    const socket = connect({ host, port });
    const packets = new PacketSocket(socket);
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), timeout);
    try {
      await new Promise<void>((resolve, reject) => socket.once('connect', () => resolve()).once('error', reject));
      return packets;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Raises an error if the connection ended. */
  async receive(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (;;) {
      const head = await this.#take(HEAD);
      this.#number = (head.readUInt8(3) + 1) & 0xff;
      const length = head.readUIntLE(0, 3);
      parts.push(await this.#take(length));
      if (length < MAX_PAYLOAD) return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    }
  }

  /** Answers the server. */
  send(payload: Buffer): void {
    for (let from = 0; ; from += MAX_PAYLOAD) {
      const part = payload.subarray(from, from + MAX_PAYLOAD);
      const head = Buffer.alloc(HEAD);
      head.writeUIntLE(part.length, 0, 3);
      head.writeUInt8(this.#number, 3);
      this.#number = (this.#number + 1) & 0xff;
      this.#socket.write(Buffer.concat([head, part]));
      if (part.length < MAX_PAYLOAD) return;
    }
  }

  /** Begins a command. */
  command(code: number, argument = ''): void {
    this.#number = 0;
    this.send(Buffer.concat([Buffer.of(code), Buffer.from(argument)]));
  }

  close(): void {
    this.#socket.destroy();
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#received.length < length) {
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#wake?.();
  }
}

/** Reads the fields of a payload, in order. */
export class Fields {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  integer(length: number): number {
    this.#at += length;
    return this.#bytes.readUIntLE(this.#at - length, length);
  }

  bytes(length: number): Buffer {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Up to a NUL, or the end. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('utf8', this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#bytes.length : end + 1;
    return text;
  }

  isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  rest(): Buffer {
    return this.bytes(this.#bytes.length - this.#at);
  }

  /** A number that says its own length. Lengths that do not fit in memory do not come. */
  number(): number {
    const first = this.integer(1);
    if (first < 0xfb) return first;
    if (first === 0xfc) return this.integer(2);
    if (first === 0xfd) return this.integer(3);
    const low = this.integer(4);
    return low + this.integer(4) * 2 ** 32;
  }

  /** A text with its length before it; null for NULL. */
  value(): string | null {
    if (this.#bytes[this.#at] === 0xfb) {
      this.#at++;
      return null;
    }
    return this.bytes(this.number()).toString('utf8');
  }
}
