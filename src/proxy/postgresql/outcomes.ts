import { decode, isBarrier, type QueryEffects, usesNames } from '../judging/index.ts';
import { type ConnectionContext, nonce, OwnObjects, type SentQuery, type SessionQueries } from '../sessions/index.ts';
import { type Answer, AnswerError, type Expected, expectation } from './answers.ts';
import { UTF8 } from './encodings.ts';
import { BACKEND, HEADER, reportFields } from './messages.ts';
import { keyOfName, type Names } from './names.ts';
import type { Pipeline } from './pipeline.ts';
import { IN_FAILED_TRANSACTION, refusal, warning } from './refusal.ts';
import type { Session } from './session.ts';
import { readNameStatement } from './sql-names.ts';

const QUESTION_MARK = 0x3f;
// insufficient_privilege
const REFUSED = '42501';

/** Records the outcome of each query, and tracks its effects on the session. */
export class Outcomes {
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #pipeline: Pipeline;
  readonly #names: Names;
  readonly #queries: SessionQueries;
  readonly #objects: OwnObjects;

  constructor(session: Session, context: ConnectionContext, pipeline: Pipeline, names: Names, queries: SessionQueries) {
    this.#session = session;
    this.#context = context;
    this.#pipeline = pipeline;
    this.#names = names;
    this.#queries = queries;
    this.#objects = new OwnObjects(session, context, queries);
  }

  /** The expected answer to a query that is sent and runs. */
  running(kind: 'query' | 'execute' | 'call', query: SentQuery, skipped?: () => void): Expected {
    return expectation(kind, {
      effects: query.judgement.effects,
      // A portal's warning came with the answer to Bind.
      notice: skipped ? undefined : this.notice(query),
      done: (answer) => this.#ran(query, answer),
      skipped,
    });
  }

  /** The expected answer when a portal continues: its query is already recorded. */
  resumed(query: SentQuery): Expected {
    return expectation('execute', {
      effects: query.judgement.effects,
      done: (answer) => this.#follow(query, answer),
    });
  }

  /** The warning that the client gets with the answer to the query. */
  notice(query: SentQuery): Buffer | undefined {
    if (this.#queries.actionFor(query) !== 'warn') return undefined;
    return this.#encoded(warning(query.judgement));
  }

  /** A word to send instead of a refused query, and the expected answer. */
  refuse(kind: Expected['kind'], query: SentQuery): { readonly word: string; readonly expected: Expected } {
    const word = nonce();
    let isAnswered = false;
    const expected = expectation(kind, {
      bytes: query.text?.bytes.length,
      refusal: (error) => {
        isAnswered = true;
        return this.#refusal(query, word, error);
      },
      done: ({ sqlstate }) => {
        if (sqlstate === undefined)
          throw new AnswerError('the server did not reject the text in the place of a refused query');
      },
      broken: () => {
        if (!isAnswered) this.#queries.record(query, 'blocked', undefined);
      },
    });
    return { word, expected };
  }

  /** What the client gets instead of the server's error; undefined if that has another reason, such as a timeout. */
  #refusal(query: SentQuery, word: string, error: Buffer): Buffer | undefined {
    const fields = reportFields(error);
    if (!fields.get('M')?.includes(word)) {
      this.#queries.record(query, 'blocked', fields.get('C'));
      return undefined;
    }
    const { kinds } = query.judgement.effects;
    if (this.#pipeline.answers.failed && !kinds.has('rollback') && !kinds.has('commit')) return IN_FAILED_TRANSACTION;
    return this.#encoded(
      refusal(query.judgement, this.#queries.record(query, 'blocked', REFUSED), this.#context.policies),
    );
  }

  /** A message in UTF-8, for a client that may use another encoding. */
  #encoded(bytes: Buffer): Buffer {
    if (this.#session.encoding.name === 'UTF8') return bytes;
    for (let at = HEADER; at < bytes.length; at++) if ((bytes[at] ?? 0) > 127) bytes[at] = QUESTION_MARK;
    return bytes;
  }

  /** The server raised an error. */
  failed(): void {
    this.#session.failed();
    this.#pipeline.failed();
    this.#objects.failed();
  }

  /** The server is ready for the next query. */
  ready(): void {
    this.#pipeline.reported();
    const isIdle = this.#pipeline.answers.status === 'I';
    this.#session.ready(isIdle);
    if (!isIdle) return;
    this.#objects.idle();
    // They end with the transaction.
    this.#names.portals.clear();
  }

  #ran(query: SentQuery, answer: Answer): void {
    const { sqlstate, tags } = answer;
    this.#queries.record(query, sqlstate === undefined ? 'ok' : 'failed', sqlstate, { tags });
    this.#follow(query, answer);
  }

  #follow(query: SentQuery, { sqlstate, tags }: Answer): void {
    const { effects } = query.judgement;
    this.#pipeline.ran(effects);
    if (!isBarrier(effects)) return;
    if (sqlstate !== undefined) this.#objects.queryFailed();
    else if (effects.changesSession) this.#objects.ran(query);
    if (tags.some((tag) => ENDS.has(tag))) this.#objects.endTransaction();
    // What a failed query did is undone, but for statements that ended a transaction before the error.
    if (sqlstate !== undefined && !effects.isOpaque && tags.length === 0) return;
    const { text, judgement } = query;
    const whole = text && decode(text.bytes, text.encoding);
    const single = judgement.rows.length === 1 ? whole : undefined;
    this.#session.ran(effects, single, tags, whole);
    if (usesNames(effects)) this.#followNames(effects, query, single);
  }

  #followNames({ kinds, settings }: QueryEffects, { text }: SentQuery, single: string | undefined): void {
    const statement = single === undefined ? undefined : readNameStatement(single);
    const changes = kinds.has('prepare') || kinds.has('execute_dynamic') || settings.has('all');
    switch (statement?.kind) {
      case 'prepare': {
        const key = keyOfName(Buffer.from(statement.name));
        if (key === undefined || text?.encoding.label === undefined) return this.#names.forget();
        const bytes = Buffer.from(statement.query);
        const prepared = { ...text, bytes, encoding: UTF8, kept: { latest: undefined } };
        this.#names.statements.set(key, { text: prepared, types: [] });
        return;
      }
      case 'deallocate': {
        const key = keyOfName(Buffer.from(statement.name));
        if (key !== undefined) this.#names.statements.set(key, undefined);
        return;
      }
      case 'deallocate-all':
        return this.#names.statements.clear();
      default:
        // It may have prepared anything under any name, and forgotten anything.
        if (changes) this.#names.forget();
    }
  }
}

/** The part of a server's message by which its meaning is followed. */
export function contentOf(type: number, buffer: Buffer, start: number, end: number): string {
  const at = start + HEADER;
  if (type === BACKEND.readyForQuery) {
    const status = buffer[at];
    return status === IDLE ? 'I' : String.fromCharCode(status ?? IDLE);
  }
  if (type !== BACKEND.commandComplete) return '';
  // Only whether it counts rows matters, and a string takes time.
  if (buffer[at] === LETTER_S && buffer[at + 1] === LETTER_E && buffer[at + 2] === LETTER_L)
    return buffer[at + COUNT] === ZERO ? 'SELECT 0' : 'SELECT';
  return buffer.toString('latin1', at, end - 1);
}

/** Tags of statements that end a transaction. */
const ENDS: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK', 'PREPARE TRANSACTION']);
const IDLE = 0x49;
const LETTER_S = 0x53;
const LETTER_E = 0x45;
const LETTER_L = 0x4c;
const ZERO = 0x30;
/** Where the count of `SELECT 5` begins: it has no zeros before it. */
const COUNT = 7;
