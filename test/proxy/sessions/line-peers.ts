import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { until } from '../build.ts';
import { GREETING, Lines, readLine } from './line-protocol.ts';

/** A server of the protocol, which answers `error …` to a line that begins with a word that it does not know. */
export class LineServer {
  /** All lines of all sessions, logins included. */
  readonly lines: string[] = [];
  /** Answers at once; if false, only when `answer` is called. */
  isAnswering = true;
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer({ noDelay: true }, (socket) => void this.#serve(socket).catch(() => socket.destroy()));
  }

  static async start(): Promise<LineServer> {
    const server = new LineServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Answers what waits. */
  answer(): void {
    for (const answer of this.#waiting.splice(0)) answer();
  }

  /** Sends a line that answers nothing. */
  send(line: string): void {
    for (const socket of this.#sockets) socket.write(`${line}\n`);
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.write(`${GREETING}\n`);
    this.lines.push(await readLine(socket));
    for (;;) {
      const line = await readLine(socket);
      this.lines.push(line);
      const isKnown = /^(?:select|delete|create|set)\b/i.test(line);
      const answer = () => socket.write(isKnown ? 'ok\n' : `error syntax error at ${line}\n`);
      if (this.isAnswering) answer();
      else this.#waiting.push(answer);
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

/** A client of the protocol, which keeps what it gets. */
export class LineClient {
  /** Everything that was received, and `end`. */
  readonly lines: string[] = [];
  readonly #socket: Socket;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const lines = new Lines();
    this.#socket.on('data', (chunk: Buffer) => {
      lines.push(chunk);
      while (lines.next()) this.lines.push(lines.line.toString());
    });
    this.#socket.on('error', () => {}).on('close', () => this.lines.push('end'));
  }

  send(...lines: readonly string[]): void {
    this.#socket.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** Waits for that many lines in all, and returns them. */
  async received(count: number): Promise<readonly string[]> {
    await until(() => this.lines.length >= count, `${count} lines, not only ${this.lines.join(' | ')}`);
    return this.lines;
  }

  close(): void {
    this.#socket.destroy();
  }
}
