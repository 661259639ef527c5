import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Agreed, CAN } from '../../../src/proxy/mysql/capabilities.ts';
import { COMMAND } from '../../../src/proxy/mysql/commands.ts';
import { type Greeting, readGreeting } from '../../../src/proxy/mysql/greeting.ts';
import { ANSWER, Fields, packet, readError } from '../../../src/proxy/mysql/packets.ts';
import { HANGS } from '../../timeouts.ts';

// A client of MySQL's protocol that sends exactly the bytes of a test.

/** A command with its arguments: numbers are bytes. */
export function command(code: number, ...parts: readonly (string | number | Uint8Array)[]): Buffer {
  return packet(
    0,
    Buffer.from([code]),
    ...parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)),
  );
}

export const query = (text: string | Uint8Array) => command(COMMAND.query, text);
export const prepare = (text: string | Uint8Array) => command(COMMAND.statementPrepare, text);

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** COM_STMT_EXECUTE with texts as parameters. */
export function execute(id: number, values: readonly (string | null)[] = [], flags = 0): Buffer {
  const nulls = Buffer.alloc((values.length + 7) >> 3);
  for (const [at, value] of values.entries())
    if (value === null) nulls[at >> 3] = (nulls[at >> 3] ?? 0) | (1 << (at & 7));
  const types = values.flatMap(() => [0xfd, 0]);
  const texts = values.flatMap((value) => (value === null ? [] : [Buffer.from([value.length]), Buffer.from(value)]));
  const parameters = values.length === 0 ? [] : [nulls, Buffer.from([1, ...types]), ...texts];
  return command(COMMAND.statementExecute, int32(id), flags, int32(1), ...parameters);
}

export interface Packet {
  readonly sequence: number;
  readonly payload: Buffer;
}

export interface LoginOptions {
  readonly user?: string;
  readonly database?: string;
  /** Besides those that are needed. */
  readonly capabilities?: number;
  /** Flags of MariaDB. */
  readonly mariadb?: number;
  readonly collation?: number;
}

const NEEDED = CAN.protocol41 | CAN.secureConnection | CAN.pluginAuth | CAN.multiStatements | (1 << 17);

function claimed({ database, capabilities = 0 }: LoginOptions): number {
  return (NEEDED | capabilities | (database === undefined ? 0 : CAN.withDatabase)) >>> 0;
}

/** The answer to the greeting, without a password. */
export function loginPacket(options: LoginOptions = {}): Buffer {
  const { user = 'plain', database, mariadb = 0, collation = 45 } = options;
  const head = Buffer.alloc(32);
  head.writeUInt32LE(claimed(options));
  head.writeUInt32LE(1 << 30, 4);
  head[8] = collation;
  head.writeUInt32LE(mariadb, 28);
  const name = database === undefined ? '' : `${database}\0`;
  return packet(1, head, `${user}\0`, '\0', name, 'mysql_native_password\0');
}

export class Wire {
  greeting: Greeting | undefined;
  /** What client and server have agreed on. */
  agreed: Agreed = { capabilities: 0, mariadb: 0 };
  readonly #socket: Socket;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isEnded = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
    });
    for (const event of ['end', 'close', 'error'])
      socket.on(event, () => {
        this.#isEnded = true;
      });
  }

  /** Connects, and reads nothing yet. */
  static async open(port: number): Promise<Wire> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    return new Wire(socket);
  }

  /** Logs in without a password. */
  static async login(port: number, options: LoginOptions = {}): Promise<Wire> {
    const wire = await Wire.open(port);
    const answer = await wire.answerGreeting(options);
    if (answer.payload[0] !== ANSWER.ok) throw new Error(shown(answer));
    return wire;
  }

  /** Reads the greeting, and returns the answer to the login. */
  async answerGreeting(options: LoginOptions): Promise<Packet> {
    this.greeting = readGreeting((await this.next()).payload);
    this.agreed = {
      capabilities: (claimed(options) & this.greeting.capabilities) >>> 0,
      mariadb: (options.mariadb ?? 0) & this.greeting.mariadb,
    };
    this.send(loginPacket(options));
    return await this.next();
  }

  send(...bytes: readonly Uint8Array[]): void {
    this.#socket.write(Buffer.concat(bytes));
  }

  /** The next packet; raises if the session ends, or if none comes within so many milliseconds. */
  async next(timeout = HANGS): Promise<Packet> {
    const end = Date.now() + timeout;
    for (;;) {
      const header = this.#length < 4 ? undefined : this.#joined(4);
      if (header && this.#length >= 4 + header.readUIntLE(0, 3)) {
        const length = 4 + header.readUIntLE(0, 3);
        const bytes = this.#joined(length);
        this.#chunks[0] = bytes.subarray(length);
        this.#length -= length;
        return { sequence: bytes[3] ?? 0, payload: bytes.subarray(4, length) };
      }
      if (this.#isEnded) throw new Error('the session has ended');
      if (Date.now() > end) throw new Error('no answer');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** The first chunk, with at least that many bytes. */
  #joined(length: number): Buffer {
    const [first] = this.#chunks;
    if (first && first.length >= length) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks.splice(0, this.#chunks.length, all);
    return all;
  }

  /** Sends a command, and returns its packets, as text. */
  async ask(bytes: Uint8Array, count = 1): Promise<readonly string[]> {
    this.send(bytes);
    return await this.read(count);
  }

  async read(count: number): Promise<readonly string[]> {
    const packets: string[] = [];
    for (let at = 0; at < count; at++) packets.push(shown(await this.next()));
    return packets;
  }

  /** Reads until a packet has the text; raises if the session ends before. */
  async readUntil(text: string): Promise<void> {
    while (!shown(await this.next()).includes(text));
  }

  /** Waits until the other side ends the session. */
  async ended(): Promise<void> {
    const end = Date.now() + HANGS;
    while (!this.#isEnded) {
      if (Date.now() > end) throw new Error('the session goes on');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** `ok`, `error 1064 42000 …`, or the bytes in hexadecimal. */
export function shown({ payload }: Packet): string {
  if (payload[0] === ANSWER.ok) return 'ok';
  if (payload[0] === ANSWER.end && payload.length < 9) return 'end';
  if (payload[0] !== ANSWER.error) return payload.toString('latin1');
  const { code, sqlstate, message } = readError(new Fields(payload, 1));
  return `error ${code} ${sqlstate} ${message}`;
}
