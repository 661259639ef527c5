import type { QueryEffects } from '../judging/index.ts';
import { ProtocolError } from '../sessions/index.ts';
import { BACKEND } from './messages.ts';

/** A message that the server will answer, in the order in which it was sent. */
export interface Expected {
  readonly kind: 'query' | 'parse' | 'bind' | 'describe' | 'execute' | 'close' | 'sync' | 'call' | 'copy-end';
  /** Called once when it was answered; `sqlstate` of an error. Not called if the server skipped it. */
  readonly done?: ((answer: Answer) => void) | undefined;
  /** Called if the server skipped it because of an earlier error. */
  readonly skipped?: (() => void) | undefined;
  /** Called instead of these if the session ended before the answer. */
  readonly broken?: (() => void) | undefined;
  /** Effects of the query that the message runs. */
  readonly effects?: QueryEffects | undefined;
  /** Bytes of a text that was not sent, but is kept until the answer. */
  readonly bytes?: number | undefined;
  /** What the client gets before the answer. */
  readonly notice?: Buffer | undefined;
  /** What the client gets instead of the error, if it takes the place of a refused query. Called before `done`. */
  readonly refusal?: ((error: Buffer) => Buffer | undefined) | undefined;
}

/** All of them have the same fields in the same order: that makes them fast to read. */
export function expectation(
  kind: Expected['kind'],
  { done, skipped, broken, effects, bytes, notice, refusal }: Omit<Expected, 'kind'> = {},
): Expected {
  return { kind, done, skipped, broken, effects, bytes, notice, refusal };
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
  started: boolean;
  /** The answer that ends a simple query before its ReadyForQuery. */
  answered: boolean;
  sqlstate: string | undefined;
  tags: readonly string[];
}

/** The server's messages do not match the messages that were sent. */
export class AnswerError extends ProtocolError {}

const CONNECTION_FAILURE = '08006';
/** Server messages that do not belong to a message of the client. */
const INFORMATION: ReadonlySet<number> = new Set([
  BACKEND.notificationResponse,
  BACKEND.noticeResponse,
  BACKEND.parameterStatus,
  BACKEND.backendKeyData,
]);

/**
 * Follows which message each answer belongs to. After an error in the extended protocol the server skips everything up
 * to the next Sync. While it reads the data of COPY FROM STDIN it ignores Sync, which libpq sends early: a COPY that
 * completes proves that such a Sync was ignored. After a COPY that fails, this is not known, so one more ReadyForQuery
 * is accepted for each such Sync.
 */
export class Answers {
  readonly #queue: Entry[] = [];
  #head = 0;
  #bytes = 0;
  /** The server skips messages until a Sync that was not sent yet. */
  #skipping = false;
  /** Something of the extended protocol was sent since the last Sync or Query. */
  #open = false;
  #copying = false;
  /** Syncs that a COPY that failed may have ignored. */
  #extraReady = 0;
  #status = 'I';
  /** A transaction was ended since the last ReadyForQuery. */
  #ended = false;

  /** Adds a message that was sent. */
  push(expected: Expected): void {
    const { kind } = expected;
    if (kind === 'copy-end') {
      if (this.settled) return;
    } else {
      if (this.#skipping && kind !== 'sync') {
        expected.skipped?.();
        return;
      }
      this.#skipping = false;
      this.#open = kind !== 'sync' && kind !== 'query' && kind !== 'call';
    }
    this.#bytes += expected.bytes ?? 0;
    this.#queue.push({ expected, started: false, answered: false, sqlstate: undefined, tags: NO_TAGS });
  }

  /** As in the last ReadyForQuery: `I` idle, `T` in a transaction, `E` in a failed one. */
  get status(): string {
    return this.#status;
  }

  /** Whether the transaction has failed, according to the answers so far. */
  get failed(): boolean {
    return this.#status === 'E' && !this.#ended;
  }

  /** Whether the server skips what is sent now, until a Sync. */
  get skipping(): boolean {
    return this.#skipping;
  }

  /** Whether the server takes what is sent now for the data of COPY: the end of the data was not sent. */
  get copying(): boolean {
    return this.#copying && this.#next('copy-end') < 0;
  }

  /**
   * Whether data of COPY would be sent between other messages of the extended protocol. The server ignores it there,
   * unless a timeout has expired: that is raised at the next message, and after one of COPY nothing is skipped.
   */
  get isCopyDataStray(): boolean {
    if (!this.#open || this.#skipping || this.copying) return false;
    const latest = this.settled ? undefined : this.#queue.at(-1)?.expected.effects;
    return latest === undefined || !mayCopy(latest);
  }

  /**
   * Whether it is uncertain if the server processes what is sent now, or skips it until a Sync: a Sync was sent early,
   * the COPY failed or may fail after it, and no other Sync was sent since.
   */
  get unsure(): boolean {
    if (!this.#copying) return this.#skipping && this.#extraReady > 0;
    const end = this.#next('copy-end');
    const early = this.#next('sync');
    return early >= 0 && early < end && this.#next('sync', end) < 0;
  }

  /** Whether everything that was sent is answered. */
  get settled(): boolean {
    return this.#head === this.#queue.length;
  }

  get pending(): number {
    return this.#queue.length - this.#head;
  }

  /** Bytes of all texts that are kept but were not sent: the server's reading speed does not limit these. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a query with such effects is not answered. */
  isRunning(test: (effects: QueryEffects) => boolean): boolean {
    for (let at = this.#head; at < this.#queue.length; at++) {
      const effects = this.#queue[at]?.expected.effects;
      if (effects && test(effects)) return true;
    }
    return false;
  }

  /**
   * Takes a message of the server. Raises AnswerError.
   *
   * @param content the tag of CommandComplete, the SQLSTATE of ErrorResponse, or the status of ReadyForQuery
   * @param bytes of an ErrorResponse
   * @returns what the client gets before the message, and instead of it
   */
  take(type: number, content: string, bytes?: Buffer): { readonly before?: Buffer; readonly instead?: Buffer } {
    if (INFORMATION.has(type)) return NOTHING;
    const entry = this.#queue[this.#head];
    const before = entry && !entry.started ? entry.expected.notice : undefined;
    const instead = bytes && entry?.expected.refusal?.(bytes);
    if (entry) entry.started = true;
    this.#answer(type, content, entry);
    return before || instead ? { ...(before && { before }), ...(instead && { instead }) } : NOTHING;
  }

  #answer(type: number, content: string, entry: Entry | undefined): void {
    switch (type) {
      case BACKEND.parseComplete:
        return this.#finish(entry, 'parse');
      case BACKEND.bindComplete:
        return this.#finish(entry, 'bind');
      case BACKEND.closeComplete:
        return this.#finish(entry, 'close');
      case BACKEND.noData:
      case BACKEND.rowDescription:
        if (entry?.expected.kind === 'describe') this.#finish(entry, 'describe');
        else if (entry?.expected.kind !== 'query') throw unexpected(type, entry);
        return;
      case BACKEND.portalSuspended:
        return this.#finish(entry, 'execute');
      case BACKEND.emptyQueryResponse:
      case BACKEND.commandComplete:
        return this.#complete(content, entry);
      case BACKEND.functionCallResponse:
        if (entry?.expected.kind !== 'call') throw unexpected(type, entry);
        entry.answered = true;
        return;
      case BACKEND.copyInResponse:
        if (entry?.expected.kind !== 'query' && entry?.expected.kind !== 'execute') throw unexpected(type, entry);
        this.#copying = true;
        return;
      case BACKEND.errorResponse:
        return this.#fail(entry, content);
      case BACKEND.readyForQuery:
        return this.#ready(entry, content);
    }
  }

  /**
   * The session ended: unanswered queries count as failed. Only the messages that run queries report this, since each
   * query has one event.
   */
  end(): void {
    while (!this.settled) {
      const { expected } = this.#queue[this.#head] as Entry;
      this.#pop();
      if (expected.broken) {
        expected.broken();
        // Its error would have made the server skip the rest.
        if (expected.kind !== 'query' && expected.kind !== 'call') this.#skip();
      } else if (PREPARING.has(expected.kind)) expected.skipped?.();
      else expected.done?.({ sqlstate: CONNECTION_FAILURE, tags: [] });
    }
  }

  #complete(tag: string, entry: Entry | undefined): void {
    if (entry) entry.tags = entry.tags === NO_TAGS ? [tag] : [...entry.tags, tag];
    if (tag === 'ROLLBACK' || tag === 'COMMIT') this.#ended = true;
    if (this.#copying) this.#endCopy();
    if (entry?.expected.kind === 'query') entry.answered = true;
    else this.#finish(entry, 'execute');
  }

  #finish(entry: Entry | undefined, kind: Expected['kind']): void {
    if (entry?.expected.kind !== kind) throw unexpected(kind, entry);
    this.#pop();
    entry.expected.done?.({ sqlstate: entry.sqlstate, tags: entry.tags });
  }

  #pop(): void {
    this.#bytes -= this.#queue[this.#head]?.expected.bytes ?? 0;
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
    if (!entry) {
      // A timeout while the server waits for more of the pipeline; otherwise the server ends the session.
      this.#skipping ||= this.#open;
      return;
    }
    entry.sqlstate = sqlstate;
    if (this.#copying) this.#extraReady += this.#endCopy();
    const { kind } = entry.expected;
    if (kind === 'query' || kind === 'call') {
      entry.answered = true;
      return;
    }
    // Its ReadyForQuery is still to come.
    if (kind === 'sync') return;
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
      // It was sent early, and was not ignored after all.
      this.#skipping = false;
      this.#status = status;
      if (entry) entry.started = false;
      return;
    }
    this.#status = status;
    this.#ended = false;
    if (entry) this.#finish(entry, entry.expected.kind);
  }

  /** Where the next message of the kind is in the queue, from the one after `from` on; -1 if there is none. */
  #next(kind: Expected['kind'], from = this.#head): number {
    for (let at = from + 1; at < this.#queue.length; at++) if (this.#queue[at]?.expected.kind === kind) return at;
    return -1;
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

const NOTHING = {};
const NO_TAGS: readonly string[] = [];
/** Messages that run nothing. */
const PREPARING: ReadonlySet<Expected['kind']> = new Set(['parse', 'bind', 'describe', 'close']);

/** Whether a text may run COPY FROM STDIN; a text that could not be read may. */
function mayCopy({ kinds, isOpaque }: QueryEffects): boolean {
  return kinds.has('copy_from') || (isOpaque && kinds.size === 0);
}

function unexpected(what: number | string, entry: Entry | undefined): AnswerError {
  const name = typeof what === 'number' ? `\`${String.fromCharCode(what)}\`` : what;
  return new AnswerError(`the server answered with ${name} to ${entry ? entry.expected.kind : 'nothing'}`);
}
