import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { CAN } from '../../../src/proxy/mysql/capabilities.ts';
import { packet, STATUS } from '../../../src/proxy/mysql/packets.ts';
import { until } from '../build.ts';

const OFFERED =
  CAN.longPassword | CAN.withDatabase | CAN.protocol41 | CAN.secureConnection | CAN.multiStatements | CAN.pluginAuth;

/** The greeting of MySQL 8.0. */
export function greetingOf(version: string, capabilities = 0): Buffer {
  const offered = (OFFERED | CAN.noEof | CAN.queryAttributes | capabilities) >>> 0;
  const rest = Buffer.alloc(31);
  rest.writeUInt32LE(42, 0);
  rest.write('nonce678', 4, 'latin1');
  rest.writeUInt16LE(offered & 0xffff, 13);
  rest[15] = 255;
  rest.writeUInt16LE(STATUS.autocommit, 16);
  rest.writeUInt16LE(offered >>> 16, 18);
  rest[20] = 21;
  return packet(0, Buffer.from([10]), `${version}\0`, rest, 'nonce9012345\0', 'caching_sha2_password\0');
}

/** OK with the autocommit of a new session. */
export function okPacket(sequence: number, status = STATUS.autocommit): Buffer {
  return packet(sequence, Buffer.from([0, 0, 0, status & 255, status >> 8, 0, 0]));
}

/** A server that sends what the test says, and keeps the packets that it gets. It has one session. */
export class ScriptedServer {
  readonly packets: { readonly sequence: number; readonly payload: Buffer }[] = [];
  readonly #server: Server;
  #socket: Socket | undefined;
  #bytes: Buffer = Buffer.alloc(0);

  private constructor(greeting: Buffer) {
    this.#server = createServer({ noDelay: true }, (socket) => {
      this.#socket = socket;
      socket.on('error', () => {}).on('data', (chunk: Buffer) => this.#take(chunk));
      socket.write(greeting);
    });
  }

  static async start(greeting: Buffer): Promise<ScriptedServer> {
    const server = new ScriptedServer(greeting);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  send(...packets: readonly Buffer[]): void {
    this.#socket?.write(Buffer.concat(packets));
  }

  /** Waits for that many packets in all. */
  async received(count: number): Promise<void> {
    await until(() => this.packets.length >= count, `${count} packets, not only ${this.packets.length}`);
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    while (this.#bytes.length >= 4 && this.#bytes.length >= 4 + this.#bytes.readUIntLE(0, 3)) {
      const end = 4 + this.#bytes.readUIntLE(0, 3);
      this.packets.push({ sequence: this.#bytes[3] ?? 0, payload: this.#bytes.subarray(4, end) });
      this.#bytes = this.#bytes.subarray(end);
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#server.close();
  }
}
