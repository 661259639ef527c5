import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';

/** Requests before the start of a session: TLS, encryption by GSS, and to cancel a query, which is not done. */
const TLS = 80877103;
const GSS = 80877104;
const CANCEL = 80877102;
const TERMINATE = 'X'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
/** Milliseconds that a session waits for the transaction of another one. */
const TURN_TIMEOUT_MS = 20_000;
/** It asks the client for data, for which PGlite does not wait: it ends instead. */
const COPY_FROM_CLIENT = /\bCOPY\b[^;]*\bFROM\s+STDIN\b/i;
/** No grammar accepts this, and the error shows it. */
const NO_COPY = '"COPY FROM STDIN is not possible on the embedded PostgreSQL"';

/**
 * Serves PostgreSQL's protocol from an embedded PostgreSQL. That has one session: sessions of clients take turns, one
 * transaction after the other, and share what they set.
 *
 * @param path of the socket
 * @param stopped called when PostgreSQL has ended
 */
export async function serveSessions(pg: PGlite, path: string, stopped: (error: unknown) => void): Promise<void> {
  const turns = new SessionTurns();
  const open = new Set<Session>();
  const server = createServer((socket) => {
    const session = new Session(
      socket,
      pg,
      turns,
      async () => {
        open.delete(session);
        // The next client must not find what this one prepared or set.
        if (open.size === 0) await pg.exec('DISCARD ALL');
      },
      stopped,
    );
    open.add(session);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
}

/** Whose turn it is. Unlike those of the store, a turn lasts as long as a transaction of a client. */
class SessionTurns {
  #owner: Session | undefined;
  readonly #waiting: { readonly session: Session; readonly start: (isTurn: boolean) => void }[] = [];

  /** False if another session keeps its turn too long. */
  async take(session: Session): Promise<boolean> {
    this.#owner ??= session;
    if (this.#owner === session) return true;
    return new Promise<boolean>((resolve) => {
      const waiting = {
        session,
        start: (isTurn: boolean) => {
          clearTimeout(timer);
          resolve(isTurn);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(false);
      }, TURN_TIMEOUT_MS);
      this.#waiting.push(waiting);
    });
  }

  /** Gives the turn to the session that has waited longest. */
  pass(session: Session): void {
    if (this.#owner !== session) return;
    const next = this.#waiting.shift();
    this.#owner = next?.session;
    next?.start(true);
  }
}

/** The session of one client. */
class Session {
  readonly #socket: Socket;
  readonly #pg: PGlite;
  readonly #turns: SessionTurns;
  readonly #stopped: (error: unknown) => void;
  #received = Buffer.alloc(0);
  #isStarted = false;
  #done: Promise<void> = Promise.resolve();

  constructor(
    socket: Socket,
    pg: PGlite,
    turns: SessionTurns,
    end: () => Promise<void>,
    stopped: (error: unknown) => void,
  ) {
    this.#stopped = stopped;
    this.#socket = socket;
    this.#pg = pg;
    this.#turns = turns;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      for (let message = this.#next(); message; message = this.#next()) this.#handle(message);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#done = this.#done
        .then(async () => {
          if (!(await this.#turns.take(this))) return;
          await this.#pg.exec('ROLLBACK');
          await end();
          this.#turns.pass(this);
        })
        .catch(stopped);
    });
  }

  /** The next message that is complete. */
  #next(): Buffer | undefined {
    const head = this.#isStarted ? 1 : 0;
    if (this.#received.length < head + 4) return undefined;
    const length = this.#received.readUInt32BE(head) + head;
    if (this.#received.length < length) return undefined;
    const message = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return message;
  }

  #handle(message: Buffer): void {
    if (!this.#isStarted) {
      const code = message.readUInt32BE(4);
      if (code === TLS || code === GSS) return void this.#socket.write('N');
      if (code === CANCEL) return void this.#socket.end();
      this.#isStarted = true;
    } else if (message[0] === TERMINATE) return void this.#socket.end();
    this.#done = this.#done.then(() => this.#execute(message));
  }

  async #execute(message: Buffer): Promise<void> {
    if (this.#socket.destroyed) return;
    if (!(await this.#turns.take(this)))
      return void this.#socket.end(
        fatal('the embedded PostgreSQL runs one transaction at a time, and another is open'),
      );
    try {
      const answer = await this.#pg.execProtocolRaw(withoutCopy(message));
      this.#socket.write(answer);
      if (isIdle(answer)) this.#turns.pass(this);
    } catch (error) {
      // Errors of SQL are answers.
      this.#stopped(error);
    }
  }
}

/** Whether the last message says that the server waits for a command, outside of a transaction. */
function isIdle(answer: Uint8Array): boolean {
  return answer.at(-6) === READY && answer.at(-1) === IDLE;
}

/** The message, or one that fails if PGlite would not live through it. */
function withoutCopy(message: Buffer): Buffer {
  const [type] = message;
  if ((type !== QUERY && type !== PARSE) || !COPY_FROM_CLIENT.test(message.toString('latin1', 5))) return message;
  const text = type === QUERY ? `${NO_COPY}\0` : `\0${NO_COPY}\0\0\0`;
  const head = Buffer.from(`${String.fromCharCode(type)}\0\0\0\0`);
  head.writeUInt32BE(text.length + 4, 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** A message that ends a session. */
function fatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C57P01\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
