import type { Duplex } from 'node:stream';
import { DirectSocket } from '../sockets/index.ts';
import type { ConnectionContext } from './context.ts';
import { ProtocolError, RefusedError } from './errors.ts';
import { Pieces } from './pieces.ts';
import type { ClientMessages, ServerMessages, SessionTracker } from './protocol.ts';
import type { SessionQueries } from './queries.ts';
import { PASS, WAIT } from './sent.ts';

/** Milliseconds until streams that do not end by themselves are cut off. */
const LINGER = 5000;

/**
 * Relays one session between a client and a server, once it has begun. Messages are passed on as they are, in
 * both directions, except for those that the session's tracker replaces.
 */
export class Relay {
  readonly #client: Duplex;
  readonly #server: Duplex;
  readonly #context: ConnectionContext;
  readonly #tracker: SessionTracker;
  // The tracker's own: they are used for each message.
  readonly #queries: SessionQueries;
  readonly #fromClient: ClientMessages;
  readonly #fromServer: ServerMessages;
  readonly #toServer = new Pieces();
  /** The current message waits. */
  #isHeld = false;
  /** The client is not read, because a message waits or the server is slow. */
  #isPaused = false;
  /** The session can no longer be followed: everything is passed on unchanged. */
  #unfollowed = false;
  #closed = false;
  /** What waits until `answered` is settled: what the client gets then, and what the server has sent since. */
  #paused: { readonly bytes: Buffer | undefined; readonly chunks: Buffer[] } | undefined;
  /** Bytes that are counted in `held`. */
  #counted = 0;

  /** @param track gives the tracker of the session, which calls `wake` when a message that waits can be handled again */
  constructor(client: Duplex, server: Duplex, context: ConnectionContext, track: (wake: () => void) => SessionTracker) {
    this.#client = client;
    this.#server = server;
    this.#context = context;
    this.#tracker = track(() => this.#relay());
    this.#queries = this.#tracker.queries;
    this.#fromClient = this.#tracker.fromClient;
    this.#fromServer = this.#tracker.fromServer;
  }

  /** Starts to relay. Bytes that the streams have already read come first. */
  start(): void {
    const client = this.#client;
    const server = this.#server;
    client.on('data', (chunk: Buffer) => this.#onClient(chunk));
    const onServer = (chunk: Buffer) => this.#onServer(chunk);
    server.on('data', onServer);
    if (server instanceof DirectSocket) server.receive = onServer;
    server.on('drain', () => this.#setPace());
    client.on('drain', () => server.resume());
    for (const stream of [client, server])
      for (const event of ['end', 'close', 'error']) stream.on(event, () => this.close());
  }

  /** The session can be ended without harm. */
  get idle(): boolean {
    return this.#tracker.isIdle && !this.#isHeld;
  }

  /** Ends the session for a reason that the client sees. */
  refuse(error: RefusedError): void {
    if (this.#closed) return;
    this.#client.end(this.#tracker.refusal(error));
    this.close();
  }

  close(): void {
    if (this.#closed) return;
    if (this.#paused?.bytes) this.#client.write(this.#paused.bytes);
    this.#closed = true;
    this.#isHeld = false;
    this.#count();
    this.#tracker.end();
    this.#context.judge.ended(this.#tracker.session.name);
    this.#server.end();
    this.#client.end();
    setTimeout(() => {
      this.#server.destroy();
      this.#client.destroy();
    }, LINGER).unref();
  }

  // From the client to the server

  #onClient(chunk: Buffer): void {
    if (this.#closed) return;
    this.#context.watch.bytes(chunk.length, 0);
    if (this.#unfollowed) return this.#passOn(chunk);
    this.#fromClient.push(chunk);
    this.#count();
    this.#relay();
  }

  /** Counts what is kept in memory: the message that waits, and what came after it. */
  #count(): void {
    const { held, start, end } = this.#fromClient;
    const kept = this.#closed ? 0 : held + (this.#isHeld ? end - start : 0);
    this.#context.held.add(kept - this.#counted);
    this.#counted = kept;
  }

  /** Passes on what can be passed on. */
  #relay(): void {
    if (this.#closed || this.#paused) return;
    const message = this.#fromClient;
    const out = this.#toServer;
    const arrived = performance.now();
    this.#queries.now = Date.now();
    try {
      while (this.#isHeld || this.#next(arrived)) {
        const sent = this.#tracker.handle();
        this.#isHeld = sent === WAIT;
        if (sent === WAIT) break;
        this.#queries.forget();
        if (sent === PASS) out.add(message.buffer, message.start, message.end);
        else out.add(sent);
        if (this.#closed) return;
      }
    } catch (error) {
      this.#lost(error);
      if (this.#closed) return;
      this.#passRest();
    }
    this.#send();
  }

  /** Passes on what is not followed: the client's current message and those after it, and what was read of the server's next one. */
  #passRest(): void {
    const message = this.#fromClient;
    this.#isHeld = false;
    this.#toServer.add(message.buffer, message.start, message.end);
    this.#toServer.add(message.takeRest());
    const rest = this.#fromServer.takeRest();
    if (rest.length > 0) this.#client.write(rest);
  }

  #send(): void {
    this.#count();
    const bytes = this.#toServer.take();
    if (bytes) this.#server.write(bytes);
    this.#setPace();
  }

  #next(arrived: number): boolean {
    if (!this.#fromClient.next()) return false;
    this.#queries.arrived = arrived;
    return true;
  }

  /** Reads from the client only as fast as messages can be passed on. */
  #setPace(): void {
    const isPaused = this.#isHeld || this.#server.writableNeedDrain;
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#client.pause();
    else this.#client.resume();
  }

  /**
   * The session can no longer be followed: ends it in mode `enforce`, and passes everything on unchanged in other
   * modes.
   */
  #lost(error: unknown): void {
    const what = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof ProtocolError;
    const problem = isExpected ? what : `an internal error: ${error instanceof Error ? (error.stack ?? what) : what}`;
    this.#context.watch.problem(this.#tracker.session, problem);
    if (this.#queries.mode === 'enforce') {
      const text = `Querygate cannot follow the protocol: ${isExpected ? what : 'an internal error'}`;
      return this.refuse(new RefusedError(isExpected ? 'protocol' : 'internal', text, { cause: error }));
    }
    this.#unfollowed = true;
    this.#tracker.end();
  }

  /** Passes on what is not followed, unless the mode has changed since. */
  #passOn(chunk: Buffer): void {
    if (this.#queries.mode === 'enforce') {
      const text = 'Querygate cannot follow the protocol of this session; connect again';
      return this.refuse(new RefusedError('protocol', text));
    }
    this.#toServer.add(chunk);
    this.#send();
  }

  // From the server to the client

  #onServer(chunk: Buffer): void {
    if (this.#closed) return;
    if (this.#paused) return void this.#paused.chunks.push(chunk);
    this.#context.watch.bytes(0, chunk.length);
    if (this.#unfollowed) this.#client.write(chunk);
    else this.#readServer(chunk);
    if (this.#client.writableNeedDrain) this.#server.pause();
    if (this.#isHeld) this.#relay();
  }

  #pause(settled: Promise<void>, bytes: Buffer | undefined): void {
    const paused = { bytes, chunks: [] };
    this.#paused = paused;
    const goOn = () => this.#goOn(paused);
    settled.then(goOn, goOn);
  }

  #goOn({ bytes, chunks }: { readonly bytes: Buffer | undefined; readonly chunks: readonly Buffer[] }): void {
    this.#paused = undefined;
    if (this.#closed) return;
    if (bytes) this.#client.write(bytes);
    for (const chunk of chunks) this.#onServer(chunk);
    this.#relay();
  }

  #readServer(chunk: Buffer): void {
    const bytes = this.#fromServer.read(chunk);
    const { failure } = this.#fromServer;
    const settled =
      failure === undefined ? this.#context.answered?.(this.#tracker.session, this.#tracker.isIdle) : undefined;
    if (settled) return this.#pause(settled, bytes);
    if (bytes) this.#client.write(bytes);
    if (failure === undefined) return;
    this.#lost(failure);
    if (this.#closed) return;
    this.#passRest();
    this.#send();
  }
}
