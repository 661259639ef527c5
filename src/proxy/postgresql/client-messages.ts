import type { Answer, Expected } from './answers.ts';
import type { ConnectionContext } from './context.ts';
import { functionText } from './function-calls.ts';
import { ContentReader, FRONTEND, parseOf, queryOf } from './messages.ts';
import { keyOfName, type NameChange, type Names, type NameTable } from './names.ts';
import type { Outcomes } from './outcomes.ts';
import { readBind, readBindNames, readDeclaredTypes } from './parameters.ts';
import type { Pipeline } from './pipeline.ts';
import type { SentQuery } from './sent.ts';
import { WAIT, type Wait } from './sent.ts';
import type { Session } from './session.ts';
import type { Binds, TextJudge } from './text-judge.ts';

/** The client broke the protocol, or asks for what cannot be judged. */
export class MessageError extends Error {
  readonly sqlstate: string;

  constructor(message: string, sqlstate = '08P01') {
    super(message);
    this.sqlstate = sqlstate;
  }
}

const STATEMENT = 0x53;
/** Prepared statements and portals of one session may take as many bytes as so many messages of the longest kind. */
const NAMED_MESSAGES = 4;

/**
 * Judges the messages of a client that run something, one by one in their order. Each gives the bytes that are sent to
 * the server: the message itself, or what takes its place if it is refused. WAIT if answers must come first; the same
 * message is then handled again.
 */
export class ClientMessages {
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #pipeline: Pipeline;
  readonly #names: Names;
  readonly #judge: TextJudge;
  readonly #outcomes: Outcomes;
  /** When the current message arrived. */
  since = 0;

  constructor(
    session: Session,
    context: ConnectionContext,
    pipeline: Pipeline,
    names: Names,
    judge: TextJudge,
    outcomes: Outcomes,
  ) {
    this.#session = session;
    this.#context = context;
    this.#pipeline = pipeline;
    this.#names = names;
    this.#judge = judge;
    this.#outcomes = outcomes;
  }

  /** Handles a message; raises MessageError. */
  handle(type: number, bytes: Buffer): Buffer | Wait {
    switch (type) {
      case FRONTEND.query:
        return this.#query(bytes);
      case FRONTEND.parse:
        return this.#parse(bytes);
      case FRONTEND.bind:
        return this.#bind(bytes);
      case FRONTEND.describe:
        this.#pipeline.push({ kind: 'describe' });
        return bytes;
      case FRONTEND.execute:
        return this.#execute(bytes);
      case FRONTEND.close:
        return this.#close(bytes);
      case FRONTEND.functionCall:
        return this.#functionCall(bytes);
      default:
        throw new MessageError(`a message of the unknown type 0x${type.toString(16)}`);
    }
  }

  /** The first piece of a message that is too long to be judged, in a mode that blocks nothing. */
  oversized(type: number, bytes: Buffer): Buffer {
    const query = this.#judge.unknown(`the message is longer than ${this.#context.limits.message} bytes`);
    this.#isRefused(query);
    switch (type) {
      case FRONTEND.query:
      case FRONTEND.functionCall:
        this.#pipeline.push(this.#outcomes.running(type === FRONTEND.query ? 'query' : 'call', query));
        return bytes;
      case FRONTEND.parse:
      case FRONTEND.bind: {
        const done = ({ sqlstate }: Answer) => this.#outcomes.record(query, sqlstate ? 'failed' : 'ok', sqlstate);
        const kind = type === FRONTEND.parse ? 'parse' : 'bind';
        this.#pipeline.push({ kind, notice: this.#outcomes.notice(query), done });
        this.#forgetNames();
        return bytes;
      }
      default:
        throw new MessageError('an oversized message', '54000');
    }
  }

  #query(bytes: Buffer): Buffer | Wait {
    const content = new ContentReader(bytes).string() ?? malformed();
    const query = this.#ask(content, undefined);
    if (query === WAIT) return WAIT;
    if (this.#isRefused(query)) return this.#refuse('query', query, queryOf);
    this.#pipeline.push(this.#outcomes.running('query', query));
    return bytes;
  }

  #parse(bytes: Buffer): Buffer | Wait {
    const content = new ContentReader(bytes);
    const name = content.string() ?? malformed();
    const text = content.string() ?? malformed();
    const types = readDeclaredTypes(content) ?? malformed();
    const query = this.#ask(text, undefined, 'parse');
    if (query === WAIT) return WAIT;
    const { verdict, isOpen } = query.judgement;
    // An open verdict may be another one when values are bound, or objects of the session are known.
    const isDecided = verdict === 'block' || !isOpen;
    if (isDecided && this.#isRefused(query)) return this.#refuse('parse', query, (word) => parseOf(name, word));
    const key = keyOfName(name);
    if (key === undefined) this.#names.isUnknown = true;
    const value = query.text && { text: { ...query.text, bytes: Buffer.from(text) }, types };
    this.#sendChange('parse', this.#names.statements, key, value, query);
    return bytes;
  }

  #bind(bytes: Buffer): Buffer | Wait {
    const names = readBindNames(bytes) ?? malformed();
    const statement = this.#judge.prepared(names.statement);
    if (statement === WAIT) return WAIT;
    const portal = keyOfName(names.portal);
    if (statement === undefined) {
      // The server refuses it. If it knows the statement after all, nothing is known of the portal.
      this.#sendChange('bind', this.#names.portals, portal, { query: undefined, started: false });
      return bytes;
    }
    let query: SentQuery | Wait;
    if (statement === 'unknown') query = this.#judge.unknown('the prepared statement is not known here');
    else {
      const bound = readBind(bytes, statement.types, this.#session.encoding) ?? malformed();
      query = this.#judge.judge(statement.text, bound.values);
    }
    if (query === WAIT) return WAIT;
    if (this.#isRefused(query)) return this.#refuse('bind', query, (word) => parseOf(word, word));
    this.#sendChange('bind', this.#names.portals, portal, { query, started: false }, query);
    return bytes;
  }

  #execute(bytes: Buffer): Buffer | Wait {
    const name = new ContentReader(bytes).string() ?? malformed();
    const key = keyOfName(name);
    const portal = key === undefined ? undefined : this.#names.portals.find(key, this.#pipeline.stretch);
    if (portal === WAIT) return WAIT;
    if (!portal?.query) return this.#executeUnknown(bytes);
    if (portal.started) {
      // It goes on with the same rows.
      this.#pipeline.push({ kind: 'execute' });
      return bytes;
    }
    const isOutdated = portal.query.text !== undefined && this.#judge.isOutdated(portal.query);
    const query = isOutdated ? this.#judge.judge(portal.query.text, portal.query.binds) : portal.query;
    if (query === WAIT) return WAIT;
    // A verdict is counted once.
    const isRefused = query === portal.query ? this.#judge.actionFor(query) === 'block' : this.#isRefused(query);
    if (isRefused) return this.#refuse('execute', query, (word) => parseOf(word, word));
    portal.started = true;
    query.at = Date.now();
    query.since = performance.now();
    const skipped = () => {
      portal.started = false;
    };
    // Its warning came with the answer to Bind.
    this.#pipeline.push({ ...this.#outcomes.running('execute', query), notice: undefined, skipped });
    return bytes;
  }

  /** A portal that SQL opened: `DECLARE`. Its query was judged there, but which one it was is not known. */
  #executeUnknown(bytes: Buffer): Buffer {
    const query = this.#judge.unknown('the portal is not known here');
    if (this.#isRefused(query)) return this.#refuse('execute', query, (word) => parseOf(word, word));
    this.#pipeline.push(this.#outcomes.running('execute', query));
    return bytes;
  }

  #close(bytes: Buffer): Buffer {
    const content = new ContentReader(bytes);
    const what = content.byte();
    const key = keyOfName(content.string() ?? malformed());
    if (what === STATEMENT) this.#sendChange('close', this.#names.statements, key, undefined);
    else this.#sendChange('close', this.#names.portals, key, undefined);
    return bytes;
  }

  #functionCall(bytes: Buffer): Buffer | Wait {
    const text = functionText(new ContentReader(bytes).int32() ?? 0);
    const query =
      text === undefined
        ? this.#judge.unknown('a function is called by its number')
        : this.#ask(Buffer.from(text), undefined);
    if (query === WAIT) return WAIT;
    const isRefused = this.#isRefused(query);
    if (isRefused || (text === undefined && query.mode === 'enforce')) return this.#refuse('query', query, queryOf);
    this.#pipeline.push(this.#outcomes.running('call', query));
    return bytes;
  }

  #ask(bytes: Buffer, binds: Binds, step?: 'parse'): SentQuery | Wait {
    const text = this.#judge.textOf(bytes);
    return text === WAIT ? WAIT : this.#judge.judge(text, binds, step);
  }

  /** Decides whether the query is refused, and tells the watch. */
  #isRefused(query: SentQuery): boolean {
    const action = this.#judge.actionFor(query);
    this.#context.watch.judged(query.judgement, action, performance.now() - this.since);
    return action === 'block';
  }

  /** What is sent in the place of the query. */
  #refuse(kind: Expected['kind'], query: SentQuery, substitute: (word: string) => Buffer): Buffer {
    const { word, expected } = this.#outcomes.refuse(kind, query);
    this.#pipeline.push(expected);
    return substitute(word);
  }

  /**
   * A message is sent that changes what a name stands for, if the server accepts it.
   *
   * @param key undefined for a name that is not followed
   * @param query of the message, which is recorded if the server refuses it
   */
  #sendChange<Value>(
    kind: 'parse' | 'bind' | 'close',
    table: NameTable<Value>,
    key: string | undefined,
    value: Value | undefined,
    query?: SentQuery,
  ): void {
    const change: NameChange<Value> | undefined =
      key === undefined ? undefined : { key, value, stretch: this.#pipeline.stretch };
    if (change) table.send(change);
    const { names, message } = this.#context.limits;
    if (this.#names.size > names || this.#names.bytes > NAMED_MESSAGES * message)
      throw new MessageError('too many prepared statements or portals, or too long ones', '53400');
    const settle = (isAccepted: boolean) => {
      if (change) table.settle(change, isAccepted);
    };
    this.#pipeline.push({
      kind,
      // A Parse is not warned of: its Bind is.
      notice: query && kind === 'bind' ? this.#outcomes.notice(query) : undefined,
      done: ({ sqlstate }) => {
        if (query && sqlstate !== undefined) this.#outcomes.record(query, 'failed', sqlstate);
        settle(sqlstate === undefined);
      },
      skipped: () => settle(false),
    });
  }

  /** A message that was not read may have changed any name. */
  #forgetNames(): void {
    this.#names.forget();
    this.#names.portals.clear();
  }
}

function malformed(): never {
  throw new MessageError('a malformed message');
}
