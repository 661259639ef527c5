import type { Socket } from 'node:net';
import { isBarrier, type TextEncoding } from '../../../src/proxy/judging/index.ts';
import {
  type AcceptOptions,
  Barriers,
  type ClientMessages,
  explainBlock,
  nonce,
  PASS,
  type Pass,
  type Protocol,
  ProtocolError,
  RefusedError,
  type SentQuery,
  type ServerMessages,
  SessionQueries,
  type SessionStart,
  type SessionState,
  type SessionTracker,
  type Unanswered,
  WAIT,
  type Wait,
} from '../../../src/proxy/sessions/index.ts';
import { connectPlain, readExactly } from '../../../src/proxy/sockets/index.ts';

// The smallest protocol that a proxy could judge: a query is a line, and `ok` or `error …` is its answer. The server
// begins with a greeting, and the client answers it with its user and its database.

export const GREETING = 'hello';
const UTF8: TextEncoding = { name: 'UTF8', label: 'utf-8' };

export const lineProtocol: Protocol = {
  dialect: 'mysql',
  defaultPort: 4000,
  connect: (upstream) => connectPlain(upstream, 'line.sock'),
  probe: async (upstream) => {
    const socket = await connectPlain(upstream, 'line.sock');
    const greeting = await readLine(socket);
    socket.destroy();
    if (greeting !== GREETING) throw new Error('no greeting');
  },
  accept: (socket, options) => new LineStart(socket, options),
};

class LineStart implements SessionStart {
  readonly client: Socket;
  readonly #options: AcceptOptions;
  #login = ['', ''];

  constructor(client: Socket, options: AcceptOptions) {
    this.client = client;
    this.#options = options;
  }

  open = async () => true;

  async login(server: Socket): Promise<Socket> {
    this.client.write(`${await readLine(server)}\n`);
    const line = await readLine(this.client);
    this.#login = line.split(' ');
    if (this.#login.length !== 2) throw new ProtocolError('send your user and your database');
    server.write(`${line}\n`);
    return server;
  }

  track(wake: () => void): SessionTracker {
    const { name, context } = this.#options;
    const [user = '', database = ''] = this.#login;
    return new LineTracker({ name, user, database }, context, wake);
  }

  refusal(error: unknown): Buffer | undefined {
    return error instanceof RefusedError || error instanceof ProtocolError ? answerOf(error.message) : undefined;
  }
}

/** Cuts a stream into lines. */
export class Lines implements ClientMessages {
  buffer: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;

  /** The current line, without its end. */
  get line(): Buffer {
    return Buffer.from(this.buffer.subarray(this.start, this.end - 1));
  }

  get held(): number {
    return this.buffer.length - this.end;
  }

  push(chunk: Buffer): void {
    this.buffer = Buffer.concat([this.buffer.subarray(this.start), chunk]);
    this.end -= this.start;
    this.start = 0;
  }

  next(): boolean {
    this.start = this.end;
    this.end = this.buffer.indexOf('\n', this.start) + 1;
    if (this.end > 0) return true;
    this.end = this.start;
    return false;
  }

  takeRest(): Buffer {
    const rest = this.buffer.subarray(this.end);
    this.buffer = this.buffer.subarray(0, this.end);
    return rest;
  }
}

class Answers implements ServerMessages {
  failure: unknown;
  readonly #lines = new Lines();
  readonly #shown: (answer: string) => string;

  /** @param shown what the client gets for an answer */
  constructor(shown: (answer: string) => string) {
    this.#shown = shown;
  }

  read(chunk: Buffer): Buffer | undefined {
    this.#lines.push(chunk);
    let shown = '';
    try {
      while (this.#lines.next()) shown += `${this.#shown(this.#lines.line.toString())}\n`;
    } catch (error) {
      this.failure = error;
    }
    return shown === '' ? undefined : Buffer.from(shown);
  }

  takeRest(): Buffer {
    const rest = this.#lines.takeRest();
    return this.failure === undefined ? rest : Buffer.concat([this.#lines.line, Buffer.from('\n'), rest]);
  }
}

interface SentLine {
  readonly query: SentQuery;
  readonly isRefused: boolean;
  readonly answered: () => void;
}

class LineTracker implements SessionTracker, Unanswered {
  readonly session: SessionState;
  readonly queries: SessionQueries;
  readonly fromClient = new Lines();
  readonly fromServer: ServerMessages;
  readonly #context: AcceptOptions['context'];
  readonly #barriers = new Barriers();
  readonly #sent: SentLine[] = [];

  constructor(
    identity: Pick<SessionState, 'name' | 'user' | 'database'>,
    context: AcceptOptions['context'],
    wake: () => void,
  ) {
    const { name, user, database } = identity;
    const caller = { user, role: user, application: undefined, database, tags: undefined };
    this.session = {
      ...identity,
      caller,
      areNamesUnsure: false,
      surroundings: ({ inTransaction, mode }) => ({
        ...{ name, areNamesSure: true, caller, mode, inTransaction, lockTimeoutSet: undefined },
      }),
    };
    this.#context = context;
    this.queries = new SessionQueries(this.session, context, this, wake);
    this.fromServer = new Answers((answer) => this.#shown(answer));
  }

  get isIdle(): boolean {
    return this.#sent.length === 0;
  }

  get isBlocked(): boolean {
    return this.#barriers.isBlocked;
  }

  get isSettling(): boolean {
    return this.#sent.length > 0;
  }

  get version(): number {
    return this.#barriers.version;
  }

  get inTransaction(): boolean | undefined {
    return this.#barriers.inTransaction(false);
  }

  readonly openEffects = [];

  handle(): Buffer | Pass | Wait {
    const { line: bytes } = this.fromClient;
    if (bytes.length === 0) throw new ProtocolError('an empty line');
    const text = { bytes, encoding: UTF8, isEncodingUnknown: false, modes: [undefined], kept: { latest: undefined } };
    const query = this.queries.judge(text, undefined);
    if (query === WAIT) return WAIT;
    const isRefused = this.queries.isRefused(query);
    const { effects } = query.judgement;
    const answered = !isRefused && isBarrier(effects) ? this.#barriers.add(effects, true) : () => {};
    this.#sent.push({ query, isRefused, answered });
    return isRefused ? Buffer.from(`${nonce()}\n`) : PASS;
  }

  #shown(answer: string): string {
    const sent = this.#sent.shift();
    if (!sent) throw new ProtocolError('an answer to nothing');
    sent.answered();
    const outcome = sent.isRefused ? 'blocked' : answer === 'ok' ? 'ok' : 'failed';
    const event = this.queries.record(sent.query, outcome, outcome === 'ok' ? undefined : '42000');
    if (!sent.isRefused) return answer;
    return `error ${explainBlock(sent.query.judgement, event, this.#context.policies, 'postgresql').message}`;
  }

  refusal(error: RefusedError): Buffer {
    return answerOf(error.message);
  }

  end(): void {
    for (const { query, isRefused } of this.#sent.splice(0))
      this.queries.record(query, isRefused ? 'blocked' : 'failed', undefined);
  }
}

function answerOf(message: string): Buffer {
  return Buffer.from(`error ${message}\n`);
}

export async function readLine(socket: Socket): Promise<string> {
  for (let line = ''; ; ) {
    const byte = await readExactly(socket, 1, 30_000);
    if (!byte) throw new Error('the stream ended');
    if (byte[0] === 0x0a) return line;
    line += byte.toString('latin1');
  }
}
