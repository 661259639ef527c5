import {
  type ConnectionContext,
  longestMessage,
  PASS,
  type Pass,
  type RefusedError,
  SessionQueries,
  type SessionTracker,
  tooLong,
  WAIT,
  type Wait,
} from '../sessions/index.ts';
import { type Expected, expectation } from './answers.ts';
import { ClientMessages } from './client-messages.ts';
import { lastMessage, MessageError } from './errors.ts';
import { Framer } from './framing.ts';
import { BACKEND, ContentReader, FRONTEND, HEADER, reportFields } from './messages.ts';
import { Names } from './names.ts';
import { contentOf, Outcomes } from './outcomes.ts';
import { Pipeline } from './pipeline.ts';
import { type Changed, ServerReader } from './server-reader.ts';
import type { Session } from './session.ts';
import { TextJudge } from './text-judge.ts';

/** Bytes: as in the proxy's own logins. */
const MAX_BEFORE_LOGIN = 1 << 16;

/**
 * Follows one session, from the server's first ReadyForQuery on. A query that is refused is replaced by a text that the
 * server's grammar rejects, and the server's error by one that says why. So all of the protocol's state stays the
 * server's own: what is skipped after an error, which transaction failed, when it is ready again.
 */
export class Tracker implements SessionTracker {
  readonly session: Session;
  readonly queries: SessionQueries;
  readonly fromClient: Framer;
  readonly fromServer: ServerReader;
  readonly #context: ConnectionContext;
  readonly #pipeline = new Pipeline();
  readonly #outcomes: Outcomes;
  readonly #messages: ClientMessages;
  /** The rest of the current message is not passed on. */
  #isDropping = false;

  constructor(session: Session, context: ConnectionContext, wake: () => void) {
    this.session = session;
    this.#context = context;
    this.queries = new SessionQueries(session, context, this.#pipeline, wake);
    const names = new Names();
    this.#outcomes = new Outcomes(session, context, this.#pipeline, names, this.queries);
    const texts = new TextJudge(session, context, this.#pipeline, names, this.queries);
    this.#messages = new ClientMessages(session, context, this.#pipeline, names, texts, this.#outcomes, this.queries);
    this.fromClient = new Framer((type, length) => type !== FRONTEND.copyData && length <= this.#longest);
    this.fromServer = new ServerReader((type, buffer, start, end) => this.#take(type, buffer, start, end));
    // The first ReadyForQuery.
    this.#pipeline.push(SYNC);
  }

  /** Bytes of the longest message that is kept in memory. Before the login, anyone can send one. */
  get #longest(): number {
    return this.fromServer.ready
      ? longestMessage(this.#context)
      : Math.min(this.#context.limits.message, MAX_BEFORE_LOGIN);
  }

  get isIdle(): boolean {
    const { answers } = this.#pipeline;
    return answers.settled && answers.status === 'I';
  }

  refusal(error: RefusedError): Buffer {
    return lastMessage(error);
  }

  end(): void {
    this.#pipeline.answers.end();
  }

  handle(): Buffer | Pass | Wait {
    const frame = this.fromClient;
    const { type } = frame;
    if (!frame.first) return this.#isDropping ? NO_BYTES : PASS;
    const { answers } = this.#pipeline;
    const isCopyData = type === FRONTEND.copyData || type === FRONTEND.copyDone || type === FRONTEND.copyFail;
    this.#isDropping = isCopyData && answers.isCopyDataStray && this.queries.mode === 'enforce';
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
    if (!this.fromServer.ready || answers.pending > limits.pending || answers.bytes > limits.message) return WAIT;
    if (answers.copying) throw new MessageError('a message other than the data of COPY was sent during COPY');
    if (answers.unsure) throw new MessageError('a message was sent after COPY in place of its Sync');
    // The server does not read what it skips.
    if (answers.skipping) return PASS;
    if (frame.last) return this.#messages.handle(frame);
    if (this.queries.mode !== 'enforce') return this.#messages.oversized(type);
    throw new MessageError(tooLong(this.#context), '54000');
  }

  /** What the client gets before the server's message, and instead of it. */
  #take(type: number, buffer: Buffer, start: number, end: number): Changed {
    const { answers } = this.#pipeline;
    if (type === BACKEND.parameterStatus) {
      const content = new ContentReader(buffer, start + HEADER, end);
      this.session.report(content.string()?.toString() ?? '', content.string()?.toString() ?? '');
      return NOTHING;
    }
    if (type === BACKEND.backendKeyData) this.session.backend = buffer.readInt32BE(start + HEADER);
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
