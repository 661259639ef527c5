import {
  type Binds,
  type ConnectionContext,
  PASS,
  type Pass,
  type QueryText,
  type SentQuery,
  type SessionQueries,
  tooLong,
  WAIT,
  type Wait,
} from '../sessions/index.ts';
import { type Answer, type Expected, expectation } from './answers.ts';
import { PLANNING } from './effects.ts';
import { MessageError } from './errors.ts';
import type { Framer } from './framing.ts';
import { functionText } from './function-calls.ts';
import { ContentReader, FRONTEND, HEADER, parseOf, queryOf } from './messages.ts';
import { keyOfName, type Names, type NameTable } from './names.ts';
import type { Outcomes } from './outcomes.ts';
import { readBindNames, readBindValues, readDeclaredTypes } from './parameters.ts';
import type { Pipeline } from './pipeline.ts';
import type { Session } from './session.ts';
import type { TextJudge } from './text-judge.ts';

const STATEMENT = 0x53;
/** Maximum bytes of the prepared statements and portals of one session, in messages of maximum length. */
const NAMED_MESSAGES = 4;

/**
 * Judges the messages of a client that run something, one by one in their order. The result is PASS if the message is
 * sent to the server, the bytes to send instead if it is refused, or WAIT if answers must arrive first; the same
 * message is then handled again.
 */
export class ClientMessages {
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #pipeline: Pipeline;
  readonly #names: Names;
  readonly #judge: TextJudge;
  readonly #outcomes: Outcomes;
  readonly #queries: SessionQueries;
  /** A text of this session that was prepared, if it is not long. */
  #latestParsed: QueryText | undefined;

  constructor(
    session: Session,
    context: ConnectionContext,
    pipeline: Pipeline,
    names: Names,
    judge: TextJudge,
    outcomes: Outcomes,
    queries: SessionQueries,
  ) {
    this.#session = session;
    this.#context = context;
    this.#pipeline = pipeline;
    this.#names = names;
    this.#judge = judge;
    this.#outcomes = outcomes;
    this.#queries = queries;
  }

  /** Handles a message; raises MessageError. */
  handle({ type, buffer, start, end }: Pick<Framer, 'type' | 'buffer' | 'start' | 'end'>): Buffer | Pass | Wait {
    const content = new ContentReader(buffer, start + HEADER, end);
    switch (type) {
      case FRONTEND.query:
        return this.#query(content);
      case FRONTEND.parse:
        return this.#parse(content);
      case FRONTEND.bind:
        return this.#bind(content);
      case FRONTEND.describe:
        this.#pipeline.push(DESCRIBE);
        return PASS;
      case FRONTEND.execute:
        return this.#execute(content);
      case FRONTEND.close:
        return this.#close(content);
      case FRONTEND.functionCall:
        return this.#functionCall(content);
      default:
        throw new MessageError(`a message of the unknown type 0x${type.toString(16)}`);
    }
  }

  /** A message of the type that is too long to be judged, in a mode that blocks nothing. */
  oversized(type: number): Pass {
    const query = this.#queries.unknown(tooLong(this.#context));
    this.#queries.isRefused(query);
    switch (type) {
      case FRONTEND.query:
      case FRONTEND.functionCall:
        this.#pipeline.push(this.#outcomes.running(type === FRONTEND.query ? 'query' : 'call', query));
        return PASS;
      case FRONTEND.parse:
      case FRONTEND.bind: {
        const done = ({ sqlstate }: Answer) => this.#queries.record(query, sqlstate ? 'failed' : 'ok', sqlstate);
        const kind = type === FRONTEND.parse ? 'parse' : 'bind';
        this.#pipeline.push(expectation(kind, { notice: this.#outcomes.notice(query), done }));
        this.#forgetNames();
        return PASS;
      }
      default:
        throw new MessageError('an oversized message', '54000');
    }
  }

  #query(content: ContentReader): Buffer | Pass | Wait {
    const query = this.#ask(content.string() ?? malformed(), undefined);
    if (query === WAIT) return WAIT;
    if (this.#queries.isRefused(query)) return this.#refuse('query', query, queryOf);
    this.#pipeline.push(this.#outcomes.running('query', query));
    return PASS;
  }

  #parse(content: ContentReader): Buffer | Pass | Wait {
    const { buffer } = content;
    if (!content.findString()) return malformed();
    const { from, to } = content;
    if (!content.findString()) return malformed();
    const text = this.#keptBytes(content);
    const types = readDeclaredTypes(content) ?? malformed();
    const query = this.#ask(text, undefined, 'parse');
    if (query === WAIT) return WAIT;
    const { verdict, isOpen } = query.judgement;
    // An open verdict may be another one when values are bound, or objects of the session are known.
    const isDecided = verdict === 'block' || !isOpen;
    if (!isDecided) this.#queries.stamp(query);
    else if (this.#queries.isRefused(query))
      return this.#refuse('parse', query, (word) => parseOf(buffer.subarray(from, to), word));
    const key = keyOfName(buffer, from, to);
    if (key === undefined) this.#names.isUnknown = true;
    const value = query.text && { text: query.text, types };
    this.#sendChange('parse', this.#names.statements, key, value, query);
    return PASS;
  }

  #bind(content: ContentReader): Buffer | Pass | Wait {
    const { portal, statement: name } = readBindNames(content) ?? malformed();
    const statement = this.#judge.prepared(name);
    if (statement === WAIT) return WAIT;
    if (statement === undefined) {
      // The server will most likely refuse it. If the server does know the statement, the portal is unknown here.
      this.#sendChange('bind', this.#names.portals, portal, { query: undefined, started: false });
      return PASS;
    }
    let query: SentQuery | Wait;
    if (statement === 'unknown') query = this.#queries.unknown('the prepared statement is not known here');
    else {
      const values = readBindValues(content, statement.types, this.#session.encoding) ?? malformed();
      query = this.#judge.judge(statement.text, values === 'unknown' ? undefined : values);
    }
    if (query === WAIT) return WAIT;
    if (this.#queries.isRefused(query)) return this.#refuse('bind', query, (word) => parseOf(word, word));
    this.#sendChange('bind', this.#names.portals, portal, { query, started: false }, query);
    return PASS;
  }

  #execute(content: ContentReader): Buffer | Pass | Wait {
    const key = readKey(content);
    const portal = key === undefined ? undefined : this.#names.portals.find(key, this.#pipeline.stretch);
    if (portal === WAIT) return WAIT;
    if (!portal?.query) return this.#executeUnknown();
    if (portal.started) {
      // The portal continues with its rows, and runs the functions of the query for each.
      this.#pipeline.push(this.#outcomes.resumed(portal.query));
      return PASS;
    }
    const isOutdated = portal.query.text !== undefined && this.#queries.isOutdated(portal.query);
    const query = isOutdated ? this.#judge.judge(portal.query.text, portal.query.binds) : portal.query;
    if (query === WAIT) return WAIT;
    // Count each verdict only once.
    const isRefused =
      query === portal.query ? this.#queries.actionFor(query) === 'block' : this.#queries.isRefused(query);
    if (isRefused) return this.#refuse('execute', query, (word) => parseOf(word, word));
    portal.started = true;
    // A query that was bound in the same read already has the current time.
    if (query.since < this.#queries.arrived) this.#queries.stamp(query);
    const skipped = () => {
      portal.started = false;
    };
    this.#pipeline.push(this.#outcomes.running('execute', query, skipped));
    return PASS;
  }

  /** A portal that SQL opened with `DECLARE`. Its query was judged then, but it is not known which query it was. */
  #executeUnknown(): Buffer | Pass {
    const query = this.#queries.unknown('the portal is not known here');
    if (this.#queries.isRefused(query)) return this.#refuse('execute', query, (word) => parseOf(word, word));
    this.#pipeline.push(this.#outcomes.running('execute', query));
    return PASS;
  }

  #close(content: ContentReader): Pass {
    const what = content.byte();
    const key = readKey(content);
    if (what === STATEMENT) this.#sendChange('close', this.#names.statements, key, undefined);
    else this.#sendChange('close', this.#names.portals, key, undefined);
    return PASS;
  }

  #functionCall(content: ContentReader): Buffer | Pass | Wait {
    const text = functionText(content.int32() ?? 0);
    const query =
      text === undefined
        ? this.#queries.unknown('a function is called by its number')
        : this.#ask(Buffer.from(text), undefined);
    if (query === WAIT) return WAIT;
    const isRefused = this.#queries.isRefused(query);
    if (isRefused || (text === undefined && query.mode === 'enforce')) return this.#refuse('query', query, queryOf);
    this.#pipeline.push(this.#outcomes.running('call', query));
    return PASS;
  }

  /** A copy of the string, which outlives the message. Drivers prepare the same text again and again. */
  #keptBytes({ buffer, from, to }: ContentReader): Buffer {
    const latest = this.#latestParsed?.bytes;
    if (latest?.length === to - from && latest.compare(buffer, from, to) === 0) return latest;
    const bytes = Buffer.allocUnsafe(to - from);
    buffer.copy(bytes, 0, from, to);
    return bytes;
  }

  #ask(bytes: Buffer, binds: Binds, step?: 'parse'): SentQuery | Wait {
    const latest = this.#latestParsed;
    const text = this.#judge.textOf(bytes, latest?.bytes === bytes ? latest : undefined);
    if (text === WAIT) return WAIT;
    if (step === 'parse' && bytes.length <= this.#context.limits.ownText) this.#latestParsed = text;
    return this.#judge.judge(text, binds, step);
  }

  /** The bytes to send instead of the query. */
  #refuse(kind: Expected['kind'], query: SentQuery, substitute: (word: string) => Buffer): Buffer {
    const { word, expected } = this.#outcomes.refuse(kind, query);
    this.#pipeline.push(expected);
    return substitute(word);
  }

  /**
   * Adds a message that changes what a name stands for, if the server accepts it.
   *
   * @param key undefined for a name that is not tracked
   * @param query the message's query, which is recorded if the server refuses the message
   */
  #sendChange<Value>(
    kind: 'parse' | 'bind' | 'close',
    table: NameTable<Value>,
    key: string | undefined,
    value: Value | undefined,
    query?: SentQuery,
  ): void {
    const change = key === undefined ? undefined : table.send(key, value, this.#pipeline.stretch);
    const { names, message } = this.#context.limits;
    if (this.#names.size > names || this.#names.bytes > NAMED_MESSAGES * message)
      throw new MessageError('too many prepared statements or portals, or too long ones', '53400');
    // Planning the query calls functions, and reading the values checks their domains.
    const effects = query && kind === 'bind' ? PLANNING : undefined;
    const done = ({ sqlstate }: Answer) => {
      if (query && sqlstate !== undefined) this.#queries.record(query, 'failed', sqlstate);
      if (change) table.settle(change, sqlstate === undefined);
      if (effects) this.#pipeline.ran(effects);
    };
    // The warning comes with the Bind, not with the Parse.
    const notice = query && kind === 'bind' ? this.#outcomes.notice(query) : undefined;
    const skipped = change && (() => table.settle(change, false));
    this.#pipeline.push(expectation(kind, { effects, notice, done, skipped }));
  }

  /** Called after an unread message, which may have changed any name. */
  #forgetNames(): void {
    this.#names.forget();
    this.#names.portals.clear();
  }
}

const DESCRIBE: Expected = expectation('describe');

/** Reads a name as its key. */
function readKey(content: ContentReader): string | undefined {
  return content.findString() ? keyOfName(content.buffer, content.from, content.to) : malformed();
}

function malformed(): never {
  throw new MessageError('a malformed message');
}
