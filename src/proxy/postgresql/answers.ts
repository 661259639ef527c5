import { BACKEND } from './messages.ts';

/** A message that the server will answer, in the order in which it was sent. */
export interface Expected {
  readonly kind: 'query' | 'parse' | 'bind' | 'describe' | 'execute' | 'close' | 'sync' | 'call' | 'copy-end';
  /** Called once when it was answered; `sqlstate` of an error. Not called if the server skipped it. */
  readonly done?: ((answer: Answer) => void) | undefined;
  /** Called if the server skipped it because of an earlier error, or the session ended before. */
  readonly skipped?: (() => void) | undefined;
  /** It can change the session: later queries are judged after it is answered. */
  readonly barrier?: boolean | undefined;
  /** What the client should be told before the answer. */
  readonly notice?: Buffer | undefined;
}

export interface Answer {
  /** Undefined: no error. */
  readonly sqlstate: string | undefined;
  /** The tags of all CommandComplete messages, such as `SET` or `ROLLBACK`. */
  readonly tags: readonly string[];
}

interface Entry {
  readonly expected: Expected;
  /** Some answer arrived. */
  begun: boolean;
  /** The answer that ends a simple query before its ReadyForQuery. */
  answered: boolean;
  sqlstate: string | undefined;
  readonly tags: string[];
}

/** The server's messages do not fit what was sent. */
export class AnswerError extends Error {}

const CONNECTION_FAILURE = '08006';
/** Answers that do not tell which message they belong to. */
const INFORMATION: ReadonlySet<number> = new Set([
  0x41, // NotificationResponse
  BACKEND.noticeResponse,
  BACKEND.parameterStatus,
  BACKEND.backendKeyData,
]);

/**
 * Follows which message each answer belongs to. After an error in the extended protocol the server skips everything up
 * to the next Sync. While it reads the data of COPY FROM STDIN it ignores Sync, which libpq sends early: a COPY that
 * completes proves that such a Sync was ignored. After one that fails it is not known, so that many more ReadyForQuery
 * are accepted.
 */
export class Answers {
  readonly #queue: Entry[] = [];
  #head = 0;
  /** The server skips messages until a Sync that was not sent yet. */
  #skipping = false;
  #copying = false;
  #extraReady = 0;
  /** As in the last ReadyForQuery: `I` idle, `T` in a transaction, `E` in a failed one. */
  status = 'I';

  /** Adds a message that was sent. Returns false if the server will skip it. */
  push(expected: Expected): boolean {
    if (expected.kind === 'copy-end' && this.settled) return false;
    if (this.#skipping && expected.kind !== 'copy-end') {
      if (expected.kind !== 'sync') {
        expected.skipped?.();
        return false;
      }
      this.#skipping = false;
    }
    this.#queue.push({ expected, begun: false, answered: false, sqlstate: undefined, tags: [] });
    return true;
  }

  /** Whether the server skips what is sent now, until a Sync. */
  get skipping(): boolean {
    return this.#skipping;
  }

  /** Whether the server reads the data of COPY. */
  get copying(): boolean {
    return this.#copying;
  }

  /** Whether everything that was sent is answered. */
  get settled(): boolean {
    return this.#head === this.#queue.length;
  }

  get pending(): number {
    return this.#queue.length - this.#head;
  }

  /** Those not answered, latest first. */
  *latest(): Generator<Expected> {
    for (let at = this.#queue.length - 1; at >= this.#head; at--) yield (this.#queue[at] as Entry).expected;
  }

  /**
   * Takes a message of the server. Returns the notice that the client is to get before it. Raises AnswerError.
   *
   * @param content the tag of CommandComplete, the SQLSTATE of ErrorResponse, or the status of ReadyForQuery
   */
  take(type: number, content: string): Buffer | undefined {
    if (INFORMATION.has(type)) return undefined;
    const entry = this.#queue[this.#head];
    const notice = entry && !entry.begun ? entry.expected.notice : undefined;
    if (entry) entry.begun = true;
    switch (type) {
      case BACKEND.parseComplete:
        this.#finish(entry, 'parse');
        break;
      case BACKEND.bindComplete:
        this.#finish(entry, 'bind');
        break;
      case BACKEND.closeComplete:
        this.#finish(entry, 'close');
        break;
      case BACKEND.noData:
      case BACKEND.rowDescription:
        if (entry?.expected.kind === 'describe') this.#finish(entry, 'describe');
        else if (entry?.expected.kind !== 'query') throw unexpected(type, entry);
        break;
      case BACKEND.portalSuspended:
        this.#finish(entry, 'execute');
        break;
      case BACKEND.emptyQueryResponse:
      case BACKEND.commandComplete:
        entry?.tags.push(content);
        if (this.#copying) this.#endCopy();
        if (entry?.expected.kind === 'query') entry.answered = true;
        else this.#finish(entry, 'execute');
        break;
      case BACKEND.functionCallResponse:
        if (entry?.expected.kind !== 'call') throw unexpected(type, entry);
        entry.answered = true;
        break;
      case BACKEND.copyInResponse:
        if (entry?.expected.kind !== 'query' && entry?.expected.kind !== 'execute') throw unexpected(type, entry);
        this.#copying = true;
        break;
      case BACKEND.errorResponse:
        this.#fail(entry, content);
        break;
      case BACKEND.readyForQuery:
        this.#ready(entry, content);
        break;
    }
    return notice;
  }

  /** The session ended: what is not answered yet failed, as far as can be known. */
  end(): void {
    while (!this.settled) {
      const { expected } = this.#queue[this.#head] as Entry;
      this.#pop();
      expected.done?.({ sqlstate: CONNECTION_FAILURE, tags: [] });
    }
  }

  #finish(entry: Entry | undefined, kind: Expected['kind']): void {
    if (entry?.expected.kind !== kind) throw unexpected(kind, entry);
    this.#pop();
    entry.expected.done?.({ sqlstate: entry.sqlstate, tags: entry.tags });
  }

  #pop(): void {
    this.#head++;
    // Outside of COPY, the server ignores the end of its data.
    while (!this.#copying && this.#queue[this.#head]?.expected.kind === 'copy-end') this.#head++;
    if (this.#head === this.#queue.length) {
      this.#queue.length = 0;
      this.#head = 0;
    } else if (this.#head > 1024) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
  }

  #fail(entry: Entry | undefined, sqlstate: string): void {
    // The server ends the session on its own.
    if (!entry) return;
    entry.sqlstate = sqlstate;
    if (this.#copying) this.#extraReady += this.#endCopy();
    if (entry.expected.kind === 'query' || entry.expected.kind === 'call') {
      entry.answered = true;
      return;
    }
    if (entry.expected.kind === 'sync') return;
    const { kind } = entry.expected;
    this.#finish(entry, kind);
    this.#skip();
  }

  /** Skips to the next Sync. */
  #skip(): void {
    for (let next = this.#queue[this.#head]; next; next = this.#queue[this.#head]) {
      if (next.expected.kind === 'sync') return;
      this.#pop();
      next.expected.skipped?.();
    }
    this.#skipping = true;
  }

  #ready(entry: Entry | undefined, status: string): void {
    const isComplete = entry?.expected.kind === 'sync' || entry?.answered === true;
    if (!isComplete) {
      if (this.#extraReady === 0) throw unexpected(BACKEND.readyForQuery, entry);
      this.#extraReady--;
      if (entry) entry.begun = false;
      return;
    }
    this.status = status;
    if (entry) this.#finish(entry, entry.expected.kind);
  }

  /** Removes the Syncs that were sent before the end of the data. Returns how many. */
  #endCopy(): number {
    this.#copying = false;
    let early = 0;
    for (let at = this.#head + 1; at < this.#queue.length; ) {
      const { kind } = (this.#queue[at] as Entry).expected;
      if (kind === 'copy-end') {
        this.#queue.splice(at, 1);
        break;
      }
      if (kind === 'sync') {
        this.#queue.splice(at, 1);
        early++;
      } else at++;
    }
    return early;
  }
}

function unexpected(what: number | string, entry: Entry | undefined): AnswerError {
  const name = typeof what === 'number' ? `\`${String.fromCharCode(what)}\`` : what;
  return new AnswerError(`the server answered with ${name} to ${entry ? entry.expected.kind : 'nothing'}`);
}
