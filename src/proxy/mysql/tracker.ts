import {
  type ConnectionContext,
  longestMessage,
  PASS,
  type Pass,
  ProtocolError,
  type RefusedError,
  SessionQueries,
  type SessionTracker,
  tooLong,
  type Unanswered,
  WAIT,
  type Wait,
} from '../sessions/index.ts';
import { Answers } from './answers.ts';
import { type Agreed, unreadableBecause } from './capabilities.ts';
import { ClientCommands } from './client-commands.ts';
import { COMMAND } from './commands.ts';
import { lastPacket } from './errors.ts';
import { CommandFramer } from './framing.ts';
import { Outcomes } from './outcomes.ts';
import { HEADER } from './packets.ts';
import { ServerReader } from './server-reader.ts';
import type { Session } from './session.ts';
import { Statements } from './statements.ts';
import { TextJudge } from './text-judge.ts';

/** Bytes of a packet of the login. */
const MAX_BEFORE_LOGIN = 1 << 16;

/**
 * Follows one session from the answer of the client to the server's greeting on. A command waits until the one before it was
 * answered: the server reads them one after the other as well. A query that is refused is replaced by a text that the server's
 * grammar rejects, and the server's error by one that says why. So all of the protocol's state stays the server's own.
 */
export class Tracker implements SessionTracker, Unanswered {
  readonly session: Session;
  readonly queries: SessionQueries;
  readonly fromClient: CommandFramer;
  readonly fromServer: ServerReader;
  readonly isBlocked = false;
  readonly isSettling = false;
  readonly openEffects = [];
  readonly #context: ConnectionContext;
  readonly #answers: Answers;
  readonly #outcomes: Outcomes;
  readonly #commands: ClientCommands;
  readonly #agreed: Agreed;
  readonly #shift: number;
  /** Why the session cannot be read was recorded. */
  #isUnreadable = false;

  /** @param shift what is added to the server's sequence numbers until the login has ended */
  constructor(session: Session, agreed: Agreed, shift: number, context: ConnectionContext, wake: () => void) {
    this.session = session;
    this.#context = context;
    this.#agreed = agreed;
    this.#shift = shift;
    this.queries = new SessionQueries(session, context, this, wake);
    const answers = new Answers(agreed, session);
    this.#answers = answers;
    const statements = new Statements();
    const texts = new TextJudge(session, context, statements, this.queries);
    this.#outcomes = new Outcomes(session, context, answers, statements, texts, this.queries);
    const outcomes = this.#outcomes;
    this.#commands = new ClientCommands({
      ...{ session, context, agreed, answers, statements, texts, outcomes },
      queries: this.queries,
    });
    this.fromClient = new CommandFramer(
      (length) => !answers.isReadingFile && length <= this.#longest,
      () => (answers.isAuthenticating ? undefined : this.#unreadable()),
    );
    this.fromServer = new ServerReader(answers);
    this.fromServer.shift = shift;
    answers.push({
      kind: 'authentication',
      done: ({ error }) => {
        this.fromServer.shift = 0;
        if (error) context.watch.loginFailed?.();
      },
      broken: () => context.watch.loginFailed?.(),
    });
  }

  /** Bytes of the longest command that is kept in memory. */
  get #longest(): number {
    return this.#answers.isAuthenticating
      ? Math.min(this.#context.limits.message, MAX_BEFORE_LOGIN)
      : longestMessage(this.#context);
  }

  get isIdle(): boolean {
    return this.#answers.settled && this.session.inTransaction === false;
  }

  get version(): number {
    return this.#outcomes.version;
  }

  get inTransaction(): boolean | undefined {
    return this.session.inTransaction;
  }

  refusal(error: RefusedError): Buffer {
    // The end of a packet that has begun would be taken for this one.
    if (!this.fromServer.isBetweenPackets) return NO_BYTES;
    return lastPacket(error, this.#answers.settled ? 0 : this.fromServer.nextSequence);
  }

  end(): void {
    this.#answers.end();
  }

  handle(): Buffer | Pass | Wait {
    const frame = this.fromClient;
    if (!frame.first) return PASS;
    const answers = this.#answers;
    if (answers.isReadingFile) return this.#passFile();
    if (answers.isAuthenticating) return this.#passLogin();
    if (!answers.settled) return WAIT;
    // The server refuses it too.
    if (frame.sequence !== 0) throw new ProtocolError('a command with a wrong sequence number');
    if (frame.last) return this.#commands.handle(frame);
    if (frame.command === COMMAND.statementSendLongData) return this.#commands.handle(frame);
    if (this.queries.mode !== 'enforce') return this.#commands.oversized(frame);
    throw new ProtocolError(tooLong(this.#context));
  }

  /** The server asked for a file of the client. Mode `enforce` does not let it, and its data looks like commands. */
  #passFile(): Pass {
    if (this.queries.mode === 'enforce') throw new ProtocolError('the server reads a file of the client');
    const { start, end, last } = this.fromClient;
    if (last && end - start === HEADER) this.#answers.endFile();
    return PASS;
  }

  /** A packet of the authentication; its number tells it from a command. */
  #passLogin(): Pass | Wait {
    const { buffer, start, sequence } = this.fromClient;
    if (sequence === 0) return WAIT;
    if (this.fromServer.shift !== 0) {
      const number = (sequence - this.#shift) & 255;
      // The server would take it for a command.
      if (number === 0) throw new ProtocolError('a packet of the login with a wrong sequence number');
      buffer[start + 3] = number;
    }
    return PASS;
  }

  #unreadable(): string | undefined {
    const reason = unreadableBecause(this.#agreed);
    if (reason !== undefined && !this.#isUnreadable) {
      this.#isUnreadable = true;
      const query = this.queries.unknown(reason);
      this.queries.isRefused(query);
      this.queries.record(query, query.mode === 'enforce' ? 'blocked' : 'ok', undefined);
    }
    return reason;
  }
}

const NO_BYTES = Buffer.alloc(0);
