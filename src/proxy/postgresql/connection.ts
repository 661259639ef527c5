import type { Duplex } from 'node:stream';
import {
  decode,
  inUtf8,
  isJudged,
  type Judgement,
  type QueryEffects,
  type QueryJudge,
  type ReadFacts,
  withUnknown,
} from '../judging/index.ts';
import type { EventSink, ProxyMode, RuleSource } from '../types.ts';
import { type Answer, AnswerError, Answers, type Expected } from './answers.ts';
import { changesReading, changesTransaction, isBarrier, usesNames } from './effects.ts';
import { type Frame, Framer, FramingError } from './framing.ts';
import { functionText } from './function-calls.ts';
import { BACKEND, ContentReader, FRONTEND, fatal, nonce, parseOf, queryOf, reportFields } from './messages.ts';
import { keyOfName, type NameEffect } from './names.ts';
import { readBind, readBindNames, readDeclaredTypes } from './parameters.ts';
import { type Action, actionFor, IN_FAILED_TRANSACTION, type Policies, refusal, warning } from './refusal.ts';
import { ServerReader } from './server-reader.ts';
import type { Session } from './session.ts';
import { readNameStatement } from './sql-names.ts';

/** What all connections of a proxy share. */
export interface ConnectionContext {
  readonly judge: QueryJudge;
  readonly rules: RuleSource;
  readonly events: EventSink;
  readonly policies: Policies;
  readonly limits: ConnectionLimits;
  readonly watch: ConnectionWatch;
  mode(user: string, database: string): ProxyMode;
  /** Reads a long text in another thread. */
  readElsewhere(bytes: Uint8Array, binds: readonly (string | null)[] | undefined, session: Session): Promise<ReadFacts>;
}

export interface ConnectionLimits {
  /** Bytes of a message that must be read whole. */
  readonly message: number;
  /** Bytes of the longest text that is read in this thread. */
  readonly ownText: number;
  /** Messages without an answer in one connection. */
  readonly pending: number;
  /** Names of prepared statements and portals in one connection. */
  readonly names: number;
}

/** Is told what happens, for metrics and the log. */
export interface ConnectionWatch {
  /** @param milliseconds from the arrival of the message until it was judged */
  judged(judgement: Judgement, action: Action, milliseconds: number): void;
  bytes(fromClient: number, fromServer: number): void;
  problem(session: Session, what: string): void;
}

/** A text that was prepared, by the protocol or by SQL. */
interface PreparedText {
  readonly bytes: Buffer;
  readonly types: readonly number[];
}

/** A statement that was bound. */
interface Portal {
  readonly query: SentQuery;
  started: boolean;
}

/** A query on its way. */
interface SentQuery {
  readonly bytes: Buffer;
  readonly encoding: string;
  readonly binds: readonly (string | null)[] | undefined;
  readonly judgement: Judgement;
  readonly mode: ProxyMode;
  readonly inTransaction: boolean | undefined;
  at: number;
  since: number;
}

/** What may change how later messages must be understood, until it is answered. */
interface Barrier {
  /** Number of the stretch between two Syncs in which it was sent. */
  readonly stretch: number;
  readonly effects: QueryEffects;
}

const OVERSIZED: ReadonlyMap<number, 'query' | 'parse' | 'bind'> = new Map([
  [FRONTEND.query, 'query'],
  [FRONTEND.parse, 'parse'],
  [FRONTEND.bind, 'bind'],
]);
/** The message has to wait for answers. */
const WAIT = Symbol('wait');
const NO_BARRIERS: readonly Barrier[] = [];
const QUESTIONS = new Set<number>([
  FRONTEND.query,
  FRONTEND.parse,
  FRONTEND.bind,
  FRONTEND.describe,
  FRONTEND.execute,
  FRONTEND.close,
  FRONTEND.functionCall,
]);

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
  readonly #answers = new Answers();
  readonly #messages: Framer;
  readonly #fromServer: ServerReader;
  readonly #statements = new Map<string, PreparedText>();
  readonly #portals = new Map<string, Portal>();
  /** SQL that could not be read plainly may have given names. */
  #namesUnknown = false;
  /** Effects on names of messages that are not answered, and where they were sent. */
  readonly #nameEffects = new Map<
    Expected,
    {
      readonly effect: NameEffect<PreparedText | Portal>;
      readonly on: 'statements' | 'portals';
      readonly stretch: number;
    }
  >();
  readonly #barriers = new Set<Barrier>();
  #stretch = 0;
  /** Something was sent since the last Sync. */
  #stretchOpen = false;
  /** Whether a transaction is open after what was sent in the open stretch; undefined: as the server reported. */
  #transaction: boolean | 'unknown' | undefined;
  /** Refused queries by the word that took their place. */
  readonly #refused = new Map<string, SentQuery>();
  #held: Frame | undefined;
  #heldSince = 0;
  #elsewhere: { facts?: ReadFacts; failed?: string } | undefined;
  #recorded = 0;
  #unfollowed = false;
  #closed = false;

  constructor(client: Duplex, server: Duplex, session: Session, context: ConnectionContext) {
    this.#client = client;
    this.#server = server;
    this.#session = session;
    this.#context = context;
    this.#messages = new Framer((type, length) => type !== FRONTEND.copyData && length <= context.limits.message);
    this.#fromServer = new ServerReader((type, bytes) => this.#fromServerMessage(type, bytes));
    // The first ReadyForQuery.
    this.#answers.push({ kind: 'sync' });
  }

  /** Starts to relay. Bytes that the streams have already read come first. */
  start(): void {
    pump(
      this.#client,
      this.#server,
      (chunk) => this.#onClient(chunk),
      () => this.close(),
    );
    pump(
      this.#server,
      this.#client,
      (chunk) => this.#onServer(chunk),
      () => this.close(),
    );
  }

  get idle(): boolean {
    return this.#answers.settled && this.#answers.status === 'I' && this.#held === undefined;
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
    this.#answers.end();
    this.#context.judge.ended(this.#session.name);
    this.#server.end();
    this.#client.end();
    // What does not end by itself is cut off.
    setTimeout(() => {
      this.#server.destroy();
      this.#client.destroy();
    }, 5000).unref();
  }

  get #mode(): ProxyMode {
    return this.#context.mode(this.#session.user, this.#session.database);
  }

  // From the client to the server

  #onClient(chunk: Buffer): void {
    this.#context.watch.bytes(chunk.length, 0);
    if (this.#unfollowed) {
      this.#server.write(chunk);
      return;
    }
    this.#messages.push(chunk);
    this.#relay();
  }

  /** Passes on what can be passed on. */
  #relay(): void {
    if (this.#closed) return;
    const out: Buffer[] = [];
    try {
      for (;;) {
        const frame = this.#held ?? this.#messages.next();
        if (!frame) break;
        if (this.#held === undefined) this.#heldSince = performance.now();
        this.#held = frame;
        const sent = this.#handle(frame);
        if (sent === WAIT) {
          this.#client.pause();
          break;
        }
        this.#held = undefined;
        if (sent) out.push(sent);
        this.#elsewhere = undefined;
        if (this.#closed || this.#unfollowed) break;
      }
    } catch (error) {
      this.#fault(error);
      if (this.#held) out.push(this.#held.bytes);
      this.#held = undefined;
    }
    if (this.#closed) return;
    if (out.length === 1) this.#server.write(out[0]);
    else if (out.length > 1) this.#server.write(Buffer.concat(out));
    if (this.#unfollowed) this.#server.write(this.#messages.takeRest());
    else if (this.#held === undefined && !this.#closed && !this.#server.writableNeedDrain) this.#client.resume();
  }

  /** What to send for the message; undefined for nothing. */
  #handle(frame: Frame): Buffer | typeof WAIT | undefined {
    const { type, bytes, first, last } = frame;
    if (!first) return bytes;
    switch (type) {
      case FRONTEND.copyData:
      case FRONTEND.flush:
      case FRONTEND.terminate:
      case FRONTEND.password:
        return bytes;
      case FRONTEND.copyDone:
      case FRONTEND.copyFail:
        this.#answers.push({ kind: 'copy-end' });
        return bytes;
      case FRONTEND.sync:
        this.#answers.push({ kind: 'sync' });
        this.#endStretch();
        return bytes;
    }
    if (!QUESTIONS.has(type)) {
      this.#lost(`a message of the unknown type 0x${type.toString(16)}`, '08P01');
      return this.#closed ? undefined : bytes;
    }
    // Until the session has begun, or while too much is on its way.
    if (!this.#fromServer.ready || this.#answers.pending > this.#context.limits.pending) return WAIT;
    // The server does not read what it skips.
    if (this.#answers.skipping) return bytes;
    if (this.#answers.copying) return this.#inCopy(bytes);
    if (!last) return this.#oversized(type, bytes);
    switch (type) {
      case FRONTEND.query:
        return this.#query(bytes);
      case FRONTEND.parse:
        return this.#parse(bytes);
      case FRONTEND.bind:
        return this.#bind(bytes);
      case FRONTEND.describe:
        this.#push({ kind: 'describe' });
        return bytes;
      case FRONTEND.execute:
        return this.#execute(bytes);
      case FRONTEND.close:
        return this.#close(bytes);
      default:
        return this.#functionCall(bytes);
    }
  }

  /** The server ends the session for any such message, unless its COPY has just failed: which is not known here. */
  #inCopy(bytes: Buffer): Buffer | undefined {
    if (this.#mode !== 'enforce') {
      this.#lost('a message during COPY', '08P01');
      return bytes;
    }
    this.refuse('08P01', 'a message other than the data of COPY was sent during COPY');
    return undefined;
  }

  /** A message over the limit comes in pieces, of which this is the first. */
  #oversized(type: number, bytes: Buffer): Buffer | undefined {
    const limit = this.#context.limits.message;
    if (this.#mode === 'enforce') {
      this.refuse('54000', `a message is longer than ${limit} bytes, and cannot be judged`);
      return undefined;
    }
    const query = this.#unknownQuery(`the message is longer than ${limit} bytes`);
    this.#act(query);
    const kind = OVERSIZED.get(type);
    if (kind === undefined) this.#lost('an oversized message', '54000');
    else this.#push({ kind, notice: this.#notice(query), ...(kind !== 'parse' && this.#following(query)) });
    this.#namesUnknown = true;
    return bytes;
  }

  #query(bytes: Buffer): Buffer | typeof WAIT {
    const text = new ContentReader(bytes).string();
    if (!text) return this.#malformed(bytes);
    const query = this.#ask(text, undefined);
    if (query === WAIT) return WAIT;
    if (this.#act(query) === 'block') {
      const word = this.#refuse(query);
      this.#push(this.#refusedEntry('query', word));
      return queryOf(word);
    }
    this.#push({ kind: 'query', ...this.#following(query), notice: this.#notice(query) }, query.judgement.effects);
    return bytes;
  }

  #parse(bytes: Buffer): Buffer | typeof WAIT {
    const content = new ContentReader(bytes);
    const name = content.string();
    const text = content.string();
    const types = readDeclaredTypes(content);
    if (!name || !text || !types) return this.#malformed(bytes);
    // Objects that the session created are judged when it is bound.
    const query = this.#ask(text, undefined, 'parse');
    if (query === WAIT) return WAIT;
    const isDecided = query.judgement.verdict === 'block' || !hasNextStep(query.judgement);
    if (isDecided && this.#act(query) === 'block') {
      const word = this.#refuse(query);
      this.#push(this.#refusedEntry('parse', word));
      return parseOf(name, word);
    }
    const key = keyOfName(name);
    const entry: Expected = {
      kind: 'parse',
      done: (answer) => {
        if (answer.sqlstate !== undefined) this.#record(query, 'failed', answer.sqlstate);
        this.#settleName(entry, answer);
      },
      skipped: () => this.#nameEffects.delete(entry),
    };
    this.#push(entry);
    if (key === undefined) this.#namesUnknown = true;
    else this.#addNameEffect(entry, 'statements', { key, value: { bytes: Buffer.from(text), types } });
    return bytes;
  }

  #bind(bytes: Buffer): Buffer | typeof WAIT {
    const names = readBindNames(bytes);
    if (!names) return this.#malformed(bytes);
    const statement = this.#resolve('statements', keyOfName(names.statement));
    if (statement === WAIT) return WAIT;
    let query: SentQuery | typeof WAIT;
    if (statement === 'unknown') query = this.#unknownQuery('the prepared statement is not known here');
    else if (statement === undefined) {
      // The server refuses it.
      this.#push({ kind: 'bind' });
      return bytes;
    } else {
      const bound = readBind(bytes, statement.types, this.#session.encoding);
      if (!bound) return this.#malformed(bytes);
      query = this.#ask(statement.bytes, bound.values);
    }
    if (query === WAIT) return WAIT;
    if (this.#act(query) === 'block') {
      const word = this.#refuse(query);
      this.#push(this.#refusedEntry('bind', word));
      return parseOf(word, word);
    }
    const sent = query;
    const entry: Expected = {
      kind: 'bind',
      notice: this.#notice(query),
      done: (answer) => {
        if (answer.sqlstate !== undefined) this.#record(sent, 'failed', answer.sqlstate);
        this.#settleName(entry, answer);
      },
      skipped: () => this.#nameEffects.delete(entry),
    };
    this.#push(entry);
    const key = keyOfName(names.portal);
    if (key !== undefined) this.#addNameEffect(entry, 'portals', { key, value: { query, started: false } });
    return bytes;
  }

  #execute(bytes: Buffer): Buffer | typeof WAIT {
    const name = new ContentReader(bytes).string();
    if (!name) return this.#malformed(bytes);
    const portal = this.#resolve('portals', keyOfName(name));
    if (portal === WAIT) return WAIT;
    if (portal === undefined || portal === 'unknown') return this.#executeUnknown(bytes);
    const { query } = portal;
    if (portal.started) {
      // It goes on with the same rows.
      this.#push({ kind: 'execute' });
      return bytes;
    }
    if (query.judgement.rules !== this.#context.rules.current) {
      const again = this.#ask(query.bytes, query.binds);
      if (again === WAIT) return WAIT;
      if (this.#act(again) === 'block') {
        const word = this.#refuse(again);
        this.#push(this.#refusedEntry('execute', word));
        return parseOf(word, word);
      }
    }
    portal.started = true;
    query.at = Date.now();
    query.since = performance.now();
    const { effects } = query.judgement;
    this.#push({ kind: 'execute', ...this.#following(query) }, effects);
    this.#noteTransaction(effects);
    return bytes;
  }

  /** A portal that SQL opened: `DECLARE`. Its query was judged there, but which one it was is not known. */
  #executeUnknown(bytes: Buffer): Buffer | typeof WAIT {
    const query = this.#unknownQuery('the portal is not known here');
    if (this.#act(query) === 'block') {
      const word = this.#refuse(query);
      this.#push(this.#refusedEntry('execute', word));
      return parseOf(word, word);
    }
    this.#push({ kind: 'execute', notice: this.#notice(query), ...this.#following(query) });
    return bytes;
  }

  #close(bytes: Buffer): Buffer | typeof WAIT {
    const content = new ContentReader(bytes);
    const what = content.byte();
    const name = content.string();
    if (!name) return this.#malformed(bytes);
    const entry: Expected = {
      kind: 'close',
      done: (answer) => this.#settleName(entry, answer),
      skipped: () => this.#nameEffects.delete(entry),
    };
    this.#push(entry);
    const key = keyOfName(name);
    const on = what === 0x53 ? 'statements' : 'portals';
    if (key !== undefined) this.#addNameEffect(entry, on, { key, value: undefined });
    return bytes;
  }

  #functionCall(bytes: Buffer): Buffer | typeof WAIT {
    const text = functionText(new ContentReader(bytes).int32() ?? 0);
    const query =
      text === undefined
        ? this.#unknownQuery('a function is called by its number')
        : this.#ask(Buffer.from(text), undefined);
    if (query === WAIT) return WAIT;
    const isRefused = this.#act(query) === 'block' || (text === undefined && this.#mode === 'enforce');
    if (isRefused) {
      const word = this.#refuse(query);
      this.#push(this.#refusedEntry('query', word));
      return queryOf(word);
    }
    this.#push({ kind: 'call', notice: this.#notice(query), ...this.#following(query) }, query.judgement.effects);
    return bytes;
  }

  #malformed(bytes: Buffer): Buffer {
    this.#lost('a malformed message', '08P01');
    return bytes;
  }

  #fault(error: unknown): void {
    if (error instanceof FramingError || error instanceof AnswerError) return this.#lost(error.message, '08P01');
    this.#lost(
      `an internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      'XX000',
    );
  }

  /** The protocol is not understood any more: ends the session, or in other modes than `enforce` relays blindly. */
  #lost(what: string, sqlstate: string): void {
    this.#context.watch.problem(this.#session, what);
    const said = sqlstate === 'XX000' ? 'an internal error' : what;
    if (this.#mode === 'enforce') return this.refuse(sqlstate, `Querygate cannot follow the protocol: ${said}`);
    this.#unfollowed = true;
    this.#answers.end();
  }

  // Judging

  /** Judges a text that is about to be sent; waits for answers on which the verdict depends. */
  #ask(
    bytes: Buffer,
    binds: readonly (string | null)[] | undefined,
    step: 'run' | 'parse' = 'run',
  ): SentQuery | typeof WAIT {
    const { encoding } = this.#session;
    const [settling, open] = this.#barrierStates();
    if (settling.length > 0) return WAIT;
    const readingUnknown = open.some(({ effects }) => changesReading(effects));
    const inTransaction = this.#inTransaction();
    const surroundings = this.#session.surroundings(inTransaction, readingUnknown || step === 'parse');
    const utf8 = inUtf8(bytes, encoding);
    let judgement: Judgement;
    if (utf8.length > this.#context.limits.ownText) {
      const facts = this.#factsFromElsewhere(utf8, binds);
      if (facts === WAIT) return WAIT;
      judgement =
        typeof facts === 'string'
          ? withUnknown(this.#context.judge.judge({ bytes: EMPTY, binds: undefined }, surroundings), facts)
          : this.#context.judge.judgeFacts(facts, surroundings);
      // What it created is not tracked.
      if (judgement.effects.concernsSession) this.#context.judge.failed(this.#session.name);
    } else judgement = this.#context.judge.judge({ bytes: utf8, binds }, surroundings);
    if (readingUnknown)
      judgement = withUnknown(judgement, 'settings that change how it is read were changed before it, without waiting');
    if (!isJudged(encoding))
      judgement = withUnknown(judgement, `the client encoding ${encoding} is not supported; use UTF8`);
    if (usesNames(judgement.effects) && step === 'run') judgement = this.#withNamed(judgement, bytes);
    const query = this.#sent(bytes, binds, judgement, inTransaction);
    // What is not answered yet may decide.
    if (judgement.isOpen && this.#isSettling() && actionFor(judgement, query.mode, this.#context.policies) === 'block')
      return WAIT;
    return query;
  }

  #sent(
    bytes: Buffer,
    binds: readonly (string | null)[] | undefined,
    judgement: Judgement,
    inTransaction: boolean | undefined,
  ): SentQuery {
    const { encoding } = this.#session;
    return {
      bytes,
      encoding,
      binds,
      judgement,
      mode: this.#mode,
      inTransaction,
      at: Date.now(),
      since: performance.now(),
    };
  }

  #unknownQuery(reason: string): SentQuery {
    const surroundings = this.#session.surroundings(this.#inTransaction(), true);
    const judgement = withUnknown(this.#context.judge.judge({ bytes: EMPTY, binds: undefined }, surroundings), reason);
    return this.#sent(EMPTY, undefined, judgement, this.#inTransaction());
  }

  /** Decides what is done, and tells the watch. */
  #act(query: SentQuery): Action {
    const action = actionFor(query.judgement, query.mode, this.#context.policies);
    this.#context.watch.judged(query.judgement, action, performance.now() - this.#heldSince);
    return action;
  }

  /** Facts of a long text, a reason why there are none, or WAIT until there are. */
  #factsFromElsewhere(
    bytes: Uint8Array,
    binds: readonly (string | null)[] | undefined,
  ): ReadFacts | string | typeof WAIT {
    const known = this.#elsewhere;
    if (known?.facts) return known.facts;
    if (known?.failed !== undefined) return known.failed;
    if (!known) {
      const reading: { facts?: ReadFacts; failed?: string } = {};
      this.#elsewhere = reading;
      this.#context.readElsewhere(bytes, binds, this.#session).then(
        (facts) => {
          reading.facts = facts;
          this.#relay();
        },
        (error: unknown) => {
          reading.failed = error instanceof Error ? error.message : 'it could not be read';
          this.#relay();
        },
      );
    }
    return WAIT;
  }

  /** Adds the verdict of a statement that the text executes by its name, as far as it is known. */
  #withNamed(judgement: Judgement, bytes: Buffer): Judgement {
    const isSingle = judgement.rows.length === 1;
    const statement = isSingle ? readNameStatement(decode(bytes, this.#session.encoding)) : undefined;
    if (!judgement.effects.kinds.has('execute_prepared')) return judgement;
    if (statement?.kind !== 'execute') return withUnknown(judgement, 'it executes a prepared statement by its name');
    const prepared = this.#resolve('statements', keyOfName(Buffer.from(statement.name)));
    if (prepared === WAIT || prepared === undefined || prepared === 'unknown')
      return withUnknown(judgement, `the prepared statement \`${statement.name}\` is not known here`);
    const surroundings = this.#session.surroundings(this.#inTransaction(), true);
    const text = inUtf8(prepared.bytes, this.#session.encoding);
    if (text.length > this.#context.limits.ownText)
      return withUnknown(judgement, `the prepared statement \`${statement.name}\` is too long to be judged again`);
    const named = this.#context.judge.judge({ bytes: text, binds: undefined }, surroundings);
    if (named.verdict === 'allow') return judgement;
    return {
      ...judgement,
      verdict: named.verdict,
      findings: [...judgement.findings, ...named.findings],
      isOpen: judgement.isOpen || named.isOpen,
    };
  }

  /** Barriers that will be answered without anything else being sent, and those in the open stretch. */
  #barrierStates(): readonly [settling: readonly Barrier[], open: readonly Barrier[]] {
    if (this.#barriers.size === 0) return [NO_BARRIERS, NO_BARRIERS];
    const all = [...this.#barriers];
    return [
      all.filter(({ stretch }) => stretch !== this.#stretch),
      all.filter(({ stretch }) => stretch === this.#stretch),
    ];
  }

  /** Whether answers will come without anything else being sent. */
  #isSettling(): boolean {
    return !this.#answers.settled && !this.#stretchOpen && !this.#answers.copying;
  }

  /** Undefined if it is not known. Whatever else changes it is answered before (see `isBarrier`). */
  #inTransaction(): boolean | undefined {
    if (this.#transaction === 'unknown') return undefined;
    return this.#transaction ?? this.#answers.status !== 'I';
  }

  /** What a query of the open stretch does to the transaction, if it succeeds. */
  #noteTransaction(effects: QueryEffects): void {
    if (!this.#stretchOpen || !changesTransaction(effects)) return;
    const { kinds } = effects;
    this.#transaction = kinds.has('begin') ? true : kinds.has('commit') ? false : 'unknown';
  }

  // Names

  #addNameEffect(
    entry: Expected,
    on: 'statements' | 'portals',
    effect: NameEffect<PreparedText> | NameEffect<Portal>,
  ): void {
    if (!this.#answers.skipping) this.#nameEffects.set(entry, { effect, on, stretch: this.#stretch });
  }

  /** The server accepted the message, or not. */
  #settleName(entry: Expected, { sqlstate }: Answer): void {
    const known = this.#nameEffects.get(entry);
    if (!known) return;
    this.#nameEffects.delete(entry);
    if (sqlstate !== undefined) return;
    const { on, effect } = known;
    const map = (on === 'statements' ? this.#statements : this.#portals) as Map<string, unknown>;
    if (effect.value === undefined) map.delete(effect.key);
    else map.set(effect.key, effect.value);
    if (map.size > this.#context.limits.names) this.#lost('too many prepared statements or portals', '53400');
  }

  /**
   * What the name stands for when the server reads the message that is sent next. Within a stretch, the latest message
   * decides: if it fails, the server skips the rest. Across stretches, an earlier one must be answered first.
   */
  #resolve(on: 'statements', key: string | undefined): PreparedText | 'unknown' | typeof WAIT | undefined;
  #resolve(on: 'portals', key: string | undefined): Portal | 'unknown' | typeof WAIT | undefined;
  #resolve(on: 'statements' | 'portals', key: string | undefined) {
    if (key === undefined) return 'unknown';
    const [settling, open] = this.#barrierStates();
    if (on === 'statements' && settling.some(({ effects }) => usesNames(effects))) return WAIT;
    if (on === 'statements' && open.some(({ effects }) => usesNames(effects))) return 'unknown';
    let latest: PreparedText | Portal | undefined;
    let found = false;
    for (const { effect, on: where, stretch } of this.#nameEffects.values()) {
      if (where !== on || effect.key !== key) continue;
      if (stretch !== this.#stretch) return WAIT;
      latest = effect.value;
      found = true;
    }
    if (found) return latest;
    const known = on === 'statements' ? this.#statements.get(key) : this.#portals.get(key);
    if (known === undefined && this.#namesUnknown && key !== '') return 'unknown';
    return known;
  }

  // What was sent

  #push(expected: Expected, effects?: QueryEffects): void {
    if (!effects || !isBarrier(effects)) {
      this.#answers.push(expected);
    } else {
      const barrier = { stretch: expected.kind === 'query' || expected.kind === 'call' ? -1 : this.#stretch, effects };
      this.#barriers.add(barrier);
      this.#answers.push({
        ...expected,
        done: (answer) => {
          this.#barriers.delete(barrier);
          expected.done?.(answer);
        },
        skipped: () => {
          this.#barriers.delete(barrier);
          expected.skipped?.();
        },
      });
    }
    if (expected.kind === 'query' || expected.kind === 'call') {
      // It is answered at once, and what follows is not skipped if it fails.
      this.#endStretch();
    } else this.#stretchOpen = true;
  }

  #endStretch(): void {
    this.#stretch++;
    this.#stretchOpen = false;
    this.#transaction = undefined;
  }

  /** Records the query when it is answered, and follows what it did to the session. */
  #following(query: SentQuery): Pick<Expected, 'done' | 'skipped'> {
    return {
      done: ({ sqlstate, tags }) => {
        const { effects } = query.judgement;
        if (sqlstate !== undefined && effects.concernsSession) this.#context.judge.failed(this.#session.name);
        this.#record(query, sqlstate === undefined ? 'ok' : 'failed', sqlstate);
        this.#follow(query, sqlstate, tags);
      },
      skipped: () => {
        if (query.judgement.effects.concernsSession) this.#context.judge.failed(this.#session.name);
      },
    };
  }

  /** Follows what the query did to the session. What a failed one did is undone, but for what it ran by itself. */
  #follow({ judgement, bytes, encoding }: SentQuery, sqlstate: string | undefined, tags: readonly string[]): void {
    const { effects, rows } = judgement;
    if (!isBarrier(effects) || (sqlstate !== undefined && !effects.isOpaque && tags.length === 0)) return;
    const text = rows.length === 1 ? decode(bytes, encoding) : undefined;
    this.#session.ran(effects, text, tags);
    if (usesNames(effects)) this.#followNames(effects, text);
  }

  #followNames({ kinds }: QueryEffects, text: string | undefined): void {
    const statement = text === undefined ? undefined : readNameStatement(text);
    switch (statement?.kind) {
      case 'execute':
        return;
      case 'prepare': {
        const key = keyOfName(Buffer.from(statement.name));
        if (key === undefined) this.#namesUnknown = true;
        else this.#statements.set(key, { bytes: Buffer.from(statement.query), types: [] });
        return;
      }
      case 'deallocate': {
        const key = keyOfName(Buffer.from(statement.name));
        if (key !== undefined) this.#statements.delete(key);
        return;
      }
      case 'deallocate-all':
        this.#statements.clear();
        return;
      default:
        if (text !== undefined && !kinds.has('prepare')) return;
        // It may have prepared anything under any name, and forgotten anything.
        this.#statements.clear();
        this.#namesUnknown = true;
    }
  }

  #notice(query: SentQuery): Buffer | undefined {
    return actionFor(query.judgement, query.mode, this.#context.policies) === 'warn'
      ? warning(query.judgement)
      : undefined;
  }

  #refuse(query: SentQuery): string {
    const word = nonce();
    this.#refused.set(word, query);
    return word;
  }

  #refusedEntry(kind: Expected['kind'], word: string): Expected {
    return {
      kind,
      done: ({ sqlstate }) => {
        // The server accepted a text that no grammar accepts.
        if (sqlstate === undefined)
          throw new AnswerError('the server did not reject the text in the place of a refused query');
        this.#refused.delete(word);
      },
      skipped: () => this.#refused.delete(word),
    };
  }

  #record(query: SentQuery, outcome: 'ok' | 'failed' | 'blocked', sqlstate: string | undefined): string {
    const { judgement, mode, bytes, encoding, binds, inTransaction, at, since } = query;
    const { rules, verdict, findings, rows } = judgement;
    return this.#context.events.record({
      at,
      durationMs: Math.round((performance.now() - since) * 1000) / 1000,
      session: this.#session.name,
      statement: ++this.#recorded,
      caller: this.#session.caller,
      text: () => (bytes.length === 0 ? undefined : decode(bytes, encoding)),
      binds,
      inTransaction,
      rows,
      judged: rules && {
        verdict,
        rules: [...new Set(findings.map(({ rule }) => rule))],
        ruleset: rules.version,
        mode,
      },
      outcome,
      sqlstate,
    });
  }

  // From the server to the client

  #onServer(chunk: Buffer): void {
    this.#context.watch.bytes(0, chunk.length);
    if (this.#unfollowed) {
      this.#client.write(chunk);
      return;
    }
    const out = this.#fromServer.read(chunk);
    const { failure } = this.#fromServer;
    if (out.length === 1) this.#client.write(out[0]);
    else if (out.length > 1) this.#client.write(Buffer.concat(out));
    if (failure !== undefined) {
      this.#fault(failure);
      if (!this.#closed) this.#client.write(this.#fromServer.takeRest());
    }
    if (this.#held !== undefined) this.#relay();
  }

  /** What the client gets before the message, and instead of it. */
  #fromServerMessage(
    type: number,
    bytes: Buffer,
  ): { readonly before?: Buffer | undefined; readonly instead?: Buffer | undefined } {
    if (type === BACKEND.parameterStatus) {
      const content = new ContentReader(bytes);
      this.#session.report(content.string()?.toString() ?? '', content.string()?.toString() ?? '');
      return NOTHING;
    }
    if (type === BACKEND.errorResponse) return this.#error(bytes);
    const before = this.#answers.take(type, contentOf(type, bytes));
    // Portals end with the transaction.
    if (type === BACKEND.readyForQuery && this.#answers.status === 'I') this.#portals.clear();
    return before ? { before } : NOTHING;
  }

  #error(bytes: Buffer): { readonly before?: Buffer | undefined; readonly instead?: Buffer | undefined } {
    const fields = reportFields(bytes);
    const word = this.#refused.size === 0 ? undefined : /querygate_[0-9a-f]{24}/.exec(fields.get('M') ?? '')?.[0];
    const query = word === undefined ? undefined : this.#refused.get(word);
    const before = this.#answers.take(BACKEND.errorResponse, fields.get('C') ?? 'XX000');
    if (!query) return { before };
    if (this.#answers.status === 'E') return { before, instead: IN_FAILED_TRANSACTION };
    return {
      before,
      instead: refusal(query.judgement, this.#record(query, 'blocked', '42501'), this.#context.policies),
    };
  }
}

const EMPTY = Buffer.alloc(0);
const NOTHING = {};

function contentOf(type: number, bytes: Buffer): string {
  if (type === BACKEND.readyForQuery) return String.fromCharCode(bytes[5] ?? 0x49);
  return type === BACKEND.commandComplete ? bytes.toString('latin1', 5, bytes.length - 1) : '';
}

/** An open verdict may be another one when values are bound, or objects of the session are known. */
function hasNextStep({ isOpen }: Judgement): boolean {
  return isOpen;
}

/** Reads one side with back-pressure from the other. */
function pump(from: Duplex, to: Duplex, take: (chunk: Buffer) => void, end: () => void): void {
  from.on('data', (chunk: Buffer) => {
    take(chunk);
    if (to.writableNeedDrain) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('end', end);
  from.on('close', end);
  from.on('error', end);
}
