import type { Address } from '../environment.ts';
import { authenticate, readGreeting } from './login.ts';
import { Fields, PacketSocket } from './packets.ts';

/** An error that the server reported. */
export class MysqlError extends Error {
  readonly errno: number;
  readonly sqlstate: string;

  constructor(errno: number, sqlstate: string, message: string) {
    super(message);
    this.errno = errno;
    this.sqlstate = sqlstate;
  }
}

/** Of a text with several results, the rows of the last one that has some. */
interface Result {
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows that a write found, or returned. */
  readonly affected: number;
}

const QUIT = 0x01;
const QUERY = 0x03;
const OK = 0x00;
const LOCAL_FILE = 0xfb;
const END = 0xfe;
const ERROR = 0xff;
/** An end has at most these bytes; a row that begins with the same byte has more. */
const MAX_END = 9;
const MORE_RESULTS = 0x8;

/** A session on a MySQL or MariaDB server: texts of queries and rows of texts, without TLS. */
export class MysqlConnection {
  readonly version: string;
  /** Number of the session, its lower 32 bits. */
  readonly thread: number;
  readonly #packets: PacketSocket;

  private constructor(packets: PacketSocket, version: string, thread: number) {
    this.#packets = packets;
    this.version = version;
    this.thread = thread;
  }

  /** @param timeout milliseconds until the server must have accepted */
  static async open(
    { host, port, user, password }: Address,
    database: string | undefined,
    timeout: number,
  ): Promise<MysqlConnection> {
    const packets = await PacketSocket.open(host, port, timeout);
    try {
      const first = await packets.receive();
      failIfError(first);
      const greeting = readGreeting(first);
      if (!greeting) throw new Error('it is not a MySQL or MariaDB server');
      failIfError(await authenticate(packets, greeting, { user, password, database }));
      return new MysqlConnection(packets, greeting.version, greeting.thread);
    } catch (error) {
      packets.close();
      throw error;
    }
  }

  /** Raises MysqlError if the server reports an error, else another one. */
  async query(sql: string): Promise<Result> {
    this.#packets.command(QUERY, sql);
    let rows: Result['rows'] = [];
    let affected = 0;
    for (;;) {
      const payload = await this.#packets.receive();
      failIfError(payload);
      let status: number;
      if (payload[0] === LOCAL_FILE) {
        // It gets an empty file, and answers.
        this.#packets.send(Buffer.alloc(0));
        continue;
      } else if (payload[0] === OK) {
        const fields = new Fields(payload, 1);
        affected += fields.number();
        fields.number();
        status = fields.integer(2);
      } else {
        await this.#untilEnd();
        const found = await this.#untilEnd();
        rows = found.payloads.map(rowOf);
        affected += rows.length;
        status = found.status;
      }
      if ((status & MORE_RESULTS) === 0) return { rows, affected };
    }
  }

  async #untilEnd(): Promise<{ readonly payloads: readonly Buffer[]; readonly status: number }> {
    const payloads: Buffer[] = [];
    for (;;) {
      const payload = await this.#packets.receive();
      failIfError(payload);
      if (payload[0] === END && payload.length < MAX_END) return { payloads, status: payload.readUInt16LE(3) };
      payloads.push(payload);
    }
  }

  end(): void {
    this.#packets.command(QUIT);
    this.#packets.close();
  }
}

function rowOf(payload: Buffer): readonly (string | null)[] {
  const fields = new Fields(payload);
  const row: (string | null)[] = [];
  while (!fields.isDone()) row.push(fields.value());
  return row;
}

function failIfError(payload: Buffer): void {
  if (payload[0] !== ERROR) return;
  const fields = new Fields(payload, 1);
  const errno = fields.integer(2);
  const rest = fields.rest().toString('utf8');
  const [, sqlstate = '', message = rest] = /^#(.{5})(.*)$/s.exec(rest) ?? [];
  throw new MysqlError(errno, sqlstate, message);
}
