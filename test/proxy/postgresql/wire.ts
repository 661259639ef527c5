import { connect, type Socket } from 'node:net';
import { FRONTEND, message, reportFields } from '../../../src/proxy/postgresql/messages.ts';
import { HANGS } from '../../timeouts.ts';

// A client that sends exactly the messages that a test names, well-formed or not, and keeps what it gets.

type Value = string | Buffer | null;

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value & 0xffff);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export const query = (sql: string | Buffer): Buffer => message(FRONTEND.query, sql, '\0');

export function parse(name: string, sql: string | Buffer, types: readonly number[] = []): Buffer {
  return message(FRONTEND.parse, name, '\0', sql, '\0', int16(types.length), Buffer.concat(types.map(int32)));
}

/** @param formats of all values, or one each: 0 text, 1 binary */
export function bind(
  portal: string,
  statement: string,
  values: readonly Value[] = [],
  formats: readonly number[] = [],
): Buffer {
  const parts = values.flatMap((value) => {
    if (value === null) return [int32(-1)];
    const bytes = Buffer.from(value as string);
    return [int32(bytes.length), bytes];
  });
  const head = [portal, '\0', statement, '\0', int16(formats.length), ...formats.map(int16), int16(values.length)];
  return message(FRONTEND.bind, ...head, Buffer.concat(parts), int16(0));
}

export const describeStatement = (name: string): Buffer => message(FRONTEND.describe, 'S', name, '\0');
export const describePortal = (name: string): Buffer => message(FRONTEND.describe, 'P', name, '\0');
export const execute = (portal: string, rows = 0): Buffer => message(FRONTEND.execute, portal, '\0', int32(rows));
export const closeStatement = (name: string): Buffer => message(FRONTEND.close, 'S', name, '\0');
export const closePortal = (name: string): Buffer => message(FRONTEND.close, 'P', name, '\0');
export const sync = (): Buffer => message(FRONTEND.sync);
export const flush = (): Buffer => message(FRONTEND.flush);
export const copyData = (data: string): Buffer => message(FRONTEND.copyData, data);
export const copyDone = (): Buffer => message(FRONTEND.copyDone);
export const copyFail = (): Buffer => message(FRONTEND.copyFail, 'no more\0');

/** Parse, Bind and Execute of the unnamed statement and portal. */
export function run(sql: string, values: readonly Value[] = []): Buffer[] {
  return [parse('', sql), bind('', '', values), execute('')];
}

/** Calls a function by its object id, with values as text. */
export function callFunction(id: number, ...values: readonly string[]): Buffer {
  const args = values.flatMap((value) => [int32(value.length), value]);
  return message(FRONTEND.functionCall, int32(id), int16(0), int16(values.length), ...args, int16(0));
}

/** What a client of version 3.0 sends first. */
export function startMessage(parameters: Readonly<Record<string, string>>): Buffer {
  const content = Buffer.from(`${Object.entries(parameters).flat().join('\0')}\0\0`);
  return Buffer.concat([int32(8 + content.length), int32(196_608), content]);
}

export interface WireAddress {
  readonly host: string;
  readonly port: number;
}

/** A session with a server, message by message. */
export class Wire {
  /** Each answer in short: `1`, `C SELECT 1`, `E 42501`, `Z I`. Data rows only if they are asked for. */
  readonly answers: string[] = [];
  /** Messages of the errors. */
  readonly errors: string[] = [];
  readonly #socket: Socket;
  /** Writes go out in pieces of this many bytes. */
  readonly #piece: number;
  readonly #timeout: number;
  #rest: Buffer = Buffer.alloc(0);
  #waiting: (() => void) | undefined;
  #seen = 0;
  ended = false;

  private constructor(socket: Socket, piece: number, timeout: number) {
    this.#socket = socket;
    this.#piece = piece;
    this.#timeout = timeout;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.ended = true;
      this.answers.push('end');
      this.#waiting?.();
    });
  }

  /**
   * @param options.piece bytes of each write; 0: as they are
   * @param options.timeout milliseconds after which an answer will not come
   */
  static async connect(
    { host, port }: WireAddress,
    options: {
      readonly user: string;
      readonly database: string;
      readonly piece?: number;
      readonly timeout?: number;
      /** Further parameters of the StartupMessage. */
      readonly parameters?: Readonly<Record<string, string>>;
    },
  ): Promise<Wire> {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect({ host, port, noDelay: true });
    const wire = new Wire(socket, options.piece ?? 0, options.timeout ?? HANGS);
    const { user, database } = options;
    socket.write(startMessage({ user, database, ...options.parameters }));
    await wire.until('Z');
    wire.answers.length = 0;
    wire.#seen = 0;
    return wire;
  }

  async send(...messages: readonly Buffer[]): Promise<void> {
    const bytes = Buffer.concat(messages);
    if (this.#piece === 0) {
      this.#socket.write(bytes);
      return;
    }
    for (let at = 0; at < bytes.length; at += this.#piece) {
      this.#socket.write(bytes.subarray(at, at + this.#piece));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Waits for as many answers of the type after those that were already waited for, or the end of the session. */
  async until(type: string, count = 1): Promise<void> {
    let missing = count;
    const end = Date.now() + this.#timeout;
    for (;;) {
      while (this.#seen < this.answers.length && missing > 0)
        if (this.answers[this.#seen++]?.startsWith(type)) missing--;
      if (missing === 0 || this.ended) return;
      if (Date.now() > end) {
        this.answers.push('timeout');
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.#waiting = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Sends the messages, waits for that many ReadyForQuery, and returns all answers since the last call. */
  async ask(messages: readonly Buffer[], ready = 1): Promise<string[]> {
    await this.send(...messages);
    await this.until('Z', ready);
    return this.take();
  }

  /** The answers since the last call. */
  take(): string[] {
    this.#seen = 0;
    return this.answers.splice(0);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 5) {
      const end = this.#rest.readUInt32BE(1) + 1;
      if (this.#rest.length < end) break;
      this.#answer(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
    }
    this.#waiting?.();
  }

  #answer(bytes: Buffer): void {
    const type = String.fromCharCode(bytes[0] as number);
    switch (type) {
      case 'E': {
        const fields = reportFields(bytes);
        this.errors.push(fields.get('M') ?? '');
        this.answers.push(`E ${fields.get('C')}`);
        return;
      }
      case 'C':
        this.answers.push(`C ${bytes.toString('latin1', 5, bytes.length - 1)}`);
        return;
      case 'Z':
        this.answers.push(`Z ${bytes.toString('latin1', 5)}`);
        return;
      // What the server reports on its own, at times that vary.
      case 'S':
      case 'N':
      case 'K':
      case 'R':
        return;
      case 'D':
        // Rows of a long result would fill the memory.
        if (bytes.length < 200) this.answers.push(`D ${bytes.toString('latin1', 11)}`);
        return;
      default:
        this.answers.push(type);
    }
  }
}
