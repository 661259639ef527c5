import type { Duplex } from 'node:stream';
import { AnswerError, type Expected, expectation } from './answers.ts';
import { ClientMessages, MessageError } from './client-messages.ts';
import type { ConnectionContext } from './context.ts';
import { Framer, FramingError } from './framing.ts';
import { BACKEND, ContentReader, FRONTEND, fatal, HEADER, reportFields } from './messages.ts';
import { Names } from './names.ts';
import { contentOf, Outcomes } from './outcomes.ts';
import { Pieces } from './pieces.ts';
import { Pipeline } from './pipeline.ts';
import { PASS, type Pass, WAIT, type Wait } from './sent.ts';
import { type Changed, ServerReader } from './server-reader.ts';
import type { Session } from './session.ts';
import { TextJudge } from './text-judge.ts';
import { DirectSocket } from './upstream.ts';

/** Milliseconds until streams that do not end by themselves are cut off. */
const LINGER = 5000;
/** Bytes: as in the proxy's own logins. */
const MAX_BEFORE_LOGIN = 1 << 16;

/**
 * One session between a client and a server, from the server's first ReadyForQuery on. Messages are passed on as they
 * are, in both directions; a query that is refused is replaced by a text that the server's grammar rejects, and the
 * server's error by one that says why. So all of the protocol's state stays the server's own: what is skipped after an
 * error, which transaction failed, when it is ready again.
 */
export class Connection {
  readonly #client: Duplex;
  readonly #server: Duplex;
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #pipeline = new Pipeline();
  readonly #names = new Names();
  readonly #judge: TextJudge;
  readonly #outcomes: Outcomes;
  readonly #messages: ClientMessages;
  readonly #fromClient: Framer;
  readonly #fromServer: ServerReader;
  readonly #toServer = new Pieces();
  /** The current message waits. */
  #isHeld = false;
  /** The client is not read, because a message waits or the server is slow. */
  #isPaused = false;
  /** The rest of the current message is not passed on. */
  #isDropping = false;
  /** The session can no longer be followed: everything is passed on unchanged. */
  #unfollowed = false;
  #closed = false;
  /** Bytes that are counted in `held`. */
  #counted = 0;

  constructor(client: Duplex, server: Duplex, session: Session, context: ConnectionContext) {
    this.#client = client;
    this.#server = server;
    this.#session = session;
    this.#context = context;
    this.#judge = new TextJudge(session, context, this.#pipeline, this.#names, () => this.#relay());
    this.#outcomes = new Outcomes(session, context, this.#pipeline, this.#names, this.#judge);
    this.#messages = new ClientMessages(session, context, this.#pipeline, this.#names, this.#judge, this.#outcomes);
    this.#fromClient = new Framer((type, length) => type !== FRONTEND.copyData && length <= this.#longest);
    this.#fromServer = new ServerReader((type, buffer, start, end) => this.#take(type, buffer, start, end));
    // The first ReadyForQuery.
    this.#pipeline.push(SYNC);
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

  /** Bytes of the longest message that is kept in memory. Before the login, anyone can send one. */
  get #longest(): number {
    const { held, limits } = this.#context;
    if (!this.#fromServer.ready) return Math.min(limits.message, MAX_BEFORE_LOGIN);
    return held.isFull ? limits.messageWhenFull : limits.message;
  }

  get idle(): boolean {
    const { answers } = this.#pipeline;
    return answers.settled && answers.status === 'I' && !this.#isHeld;
  }

  /** Ends the session for a reason that the client sees. */
  refuse(sqlstate: string, text: string): void {
    if (this.#closed) return;
    this.#client.end(fatal(sqlstate, text));
    this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#isHeld = false;
    this.#count();
    this.#pipeline.answers.end();
    this.#context.judge.ended(this.#session.name);
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
    if (this.#closed) return;
    const frames = this.#fromClient;
    const out = this.#toServer;
    const arrived = performance.now();
    this.#messages.now = Date.now();
    try {
      while (this.#isHeld || this.#next(arrived)) {
        const sent = this.#handle(frames);
        this.#isHeld = sent === WAIT;
        if (sent === WAIT) break;
        this.#judge.forget();
        if (sent === PASS) out.add(frames.buffer, frames.start, frames.end);
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

  /** Adds what is not followed: the current message, and those after it. */
  #passRest(): void {
    const frames = this.#fromClient;
    this.#isHeld = false;
    this.#toServer.add(frames.buffer, frames.start, frames.end);
    this.#toServer.add(frames.takeRest());
  }

  #send(): void {
    this.#count();
    const bytes = this.#toServer.take();
    if (bytes) this.#server.write(bytes);
    this.#setPace();
  }

  #next(arrived: number): boolean {
    if (!this.#fromClient.next()) return false;
    this.#messages.arrived = arrived;
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

  /** What to send for the message. */
  #handle(frame: Framer): Buffer | Pass | Wait {
    const { type } = frame;
    if (!frame.first) return this.#isDropping ? NO_BYTES : PASS;
    const { answers } = this.#pipeline;
    const isCopyData = type === FRONTEND.copyData || type === FRONTEND.copyDone || type === FRONTEND.copyFail;
    this.#isDropping = isCopyData && answers.isCopyDataStray && this.#judge.mode === 'enforce';
    if (this.#isDropping) return NO_BYTES;
    switch (type) {
      case FRONTEND.copyData:
      case FRONTEND.flush:
      case FRONTEND.terminate:
      case FRONTEND.password:
        return PASS;
      case FRONTEND.copyDone:
      case FRONTEND.copyFail:
        this.#pipeline.push(COPY_END);
        return PASS;
      case FRONTEND.sync:
        this.#pipeline.push(SYNC);
        return PASS;
    }
    // Until the session has begun, or while too much is on its way.
    const { limits } = this.#context;
    if (!this.#fromServer.ready || answers.pending > limits.pending || answers.bytes > limits.message) return WAIT;
    if (answers.copying) throw new MessageError('a message other than the data of COPY was sent during COPY');
    if (answers.unsure) throw new MessageError('a message was sent after COPY in place of its Sync');
    // The server does not read what it skips.
    if (answers.skipping) return PASS;
    if (frame.last) return this.#messages.handle(frame);
    if (this.#judge.mode !== 'enforce') return this.#messages.oversized(type);
    throw new MessageError(this.#messages.tooLong(), '54000');
  }

  /**
   * The session can no longer be followed: ends it in mode `enforce`, and passes everything on unchanged in other
   * modes.
   */
  #lost(error: unknown): void {
    const what = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof FramingError || error instanceof AnswerError || error instanceof MessageError;
    const problem = isExpected ? what : `an internal error: ${error instanceof Error ? (error.stack ?? what) : what}`;
    this.#context.watch.problem(this.#session, problem);
    const sqlstate = error instanceof MessageError ? error.sqlstate : isExpected ? '08P01' : 'XX000';
    if (this.#judge.mode === 'enforce')
      return this.refuse(sqlstate, `Querygate cannot follow the protocol: ${isExpected ? what : 'an internal error'}`);
    this.#unfollowed = true;
    this.#pipeline.answers.end();
  }

  /** Passes on what is not followed, unless the mode has changed since. */
  #passOn(chunk: Buffer): void {
    if (this.#judge.mode === 'enforce')
      return this.refuse('08P01', 'Querygate cannot follow the protocol of this session; connect again');
    this.#toServer.add(chunk);
    this.#send();
  }

  // From the server to the client

  #onServer(chunk: Buffer): void {
    if (this.#closed) return;
    this.#context.watch.bytes(0, chunk.length);
    if (this.#unfollowed) this.#client.write(chunk);
    else this.#readServer(chunk);
    if (this.#client.writableNeedDrain) this.#server.pause();
    if (this.#isHeld) this.#relay();
  }

  #readServer(chunk: Buffer): void {
    const bytes = this.#fromServer.read(chunk);
    if (bytes) this.#client.write(bytes);
    const { failure } = this.#fromServer;
    if (failure === undefined) return;
    this.#lost(failure);
    if (this.#closed) return;
    this.#client.write(this.#fromServer.takeRest());
    this.#passRest();
    this.#send();
  }

  /** What the client gets before the message, and instead of it. */
  #take(type: number, buffer: Buffer, start: number, end: number): Changed {
    const { answers } = this.#pipeline;
    if (type === BACKEND.parameterStatus) {
      const content = new ContentReader(buffer, start + HEADER, end);
      this.#session.report(content.string()?.toString() ?? '', content.string()?.toString() ?? '');
      return NOTHING;
    }
    if (type === BACKEND.errorResponse) {
      const bytes = buffer.subarray(start, end);
      const changed = answers.take(type, reportFields(bytes).get('C') ?? 'XX000', bytes);
      this.#outcomes.failed();
      return changed;
    }
    const changed = answers.take(type, contentOf(type, buffer, start, end));
    if (type === BACKEND.readyForQuery) this.#outcomes.ready();
    return changed;
  }
}

const SYNC: Expected = expectation('sync');
const COPY_END: Expected = expectation('copy-end');
const NOTHING: Changed = {};
const NO_BYTES = Buffer.alloc(0);
