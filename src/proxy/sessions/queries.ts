import type { CallerFacts } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import {
  decode,
  inUtf8,
  isDecodable,
  type Judgement,
  type LongText,
  type QueryEffects,
  type QuerySession,
  type ReadFacts,
  stricterOf,
  type TextEncoding,
  UNKNOWN_EFFECTS,
  usesNames,
  withUnknown,
} from '../judging/index.ts';
import type { ObservedQuery, ProxyMode } from '../types.ts';
import type { ConnectionContext, SessionIdentity } from './context.ts';
import { type Action, actionFor } from './policies.ts';
import { type Binds, type QueryText, type SentQuery, WAIT, type Wait } from './sent.ts';
import { judgedAs } from './verdicts.ts';

/** What a protocol knows of its session. */
export interface SessionState extends SessionIdentity {
  readonly caller: CallerFacts;
  /** Id of the server's process for the session; undefined if it is not known. */
  readonly backend?: number | undefined;
  /** The names of the session's own objects may stand for other tables: no verdict depends on these objects. */
  readonly areNamesUnsure: boolean;
  surroundings(options: SurroundingsOptions): QuerySession;
}

export interface SurroundingsOptions {
  readonly inTransaction: boolean | undefined;
  /** False if objects are not to be considered, whatever the session created. Default: true. */
  readonly areObjectsKnown?: boolean;
  /** False if two different names of the query can look the same here. Default: true. */
  readonly areNamesClear?: boolean;
  /** Effects that may change the surroundings before the query runs. Default: none. */
  readonly pending?: readonly QueryEffects[];
  /** How strings in the query are read. */
  readonly mode: LexicalMode | undefined;
}

/** What was sent and is not answered, as far as verdicts depend on it. */
export interface Unanswered {
  /** Whether a query that may change how the next message is judged will be answered without anything else being sent. */
  readonly isBlocked: boolean;
  /** Whether answers will come without anything else being sent. */
  readonly isSettling: boolean;
  /** Increases with each query, and each answer to a query, that may change the verdict of other queries. */
  readonly version: number;
  /** Undefined if it is not known. */
  readonly inTransaction: boolean | undefined;
  /** Effects of queries that are not answered although nothing is blocked, each once. */
  readonly openEffects: readonly QueryEffects[];
}

const EMPTY = Buffer.alloc(0);

function unsupported({ name }: TextEncoding): string {
  return name === '' ? 'the client encoding is not known' : `the client encoding ${name} is not supported; use UTF8`;
}

/** Judges the queries of one session before they are sent, and records their outcomes. */
export class SessionQueries {
  /** When the current message arrived: milliseconds of `performance`. */
  arrived = 0;
  /** Milliseconds since 1970. The clock is read once for all messages that arrive together. */
  now = 0;
  readonly #session: SessionState;
  readonly #context: ConnectionContext;
  readonly #unanswered: Unanswered;
  /** Called when the facts of a long text are there. */
  readonly #wake: () => void;
  #elsewhere: { facts?: ReadFacts | string } | undefined;
  #recorded = 0;

  constructor(session: SessionState, context: ConnectionContext, unanswered: Unanswered, wake: () => void) {
    this.#session = session;
    this.#context = context;
    this.#unanswered = unanswered;
    this.#wake = wake;
  }

  get mode(): ProxyMode {
    return this.#context.mode(this.#session.user, this.#session.database);
  }

  /**
   * Judges a text that is about to be sent; waits for answers on which the verdict depends.
   *
   * @param refine adds to the judgement what the text alone does not show
   */
  judge(
    text: QueryText,
    binds: Binds,
    refine?: (judgement: Judgement, text: QueryText) => Judgement,
  ): SentQuery | Wait {
    const unanswered = this.#unanswered;
    if (unanswered.isBlocked) return WAIT;
    let judgement = this.judgementOf(text, binds);
    if (judgement === WAIT) return WAIT;
    if (text.isEncodingUnknown)
      judgement = withUnknown(judgement, 'the client encoding was changed before it, without waiting for the answer');
    if (text.encoding.label === undefined) judgement = withUnknown(judgement, unsupported(text.encoding));
    if (refine) judgement = refine(judgement, text);
    const query = this.#sent(text, binds, judgement);
    // Messages that are not answered yet may decide.
    if (judgement.isOpen && unanswered.isSettling && this.actionFor(query) === 'block') return WAIT;
    return query;
  }

  /** The effects of an unknown query: it may do anything. */
  unknown(reason: string): SentQuery {
    const surroundings = this.#session.surroundings({
      inTransaction: this.#unanswered.inTransaction,
      mode: undefined,
    });
    const nothing = this.#context.judge.judge({ bytes: EMPTY, binds: undefined }, surroundings);
    return this.#sent(undefined, undefined, { ...withUnknown(nothing, reason), effects: UNKNOWN_EFFECTS });
  }

  /** Whether another verdict may apply to the query by now. */
  isOutdated({ judgement, mode, version }: SentQuery): boolean {
    return (
      mode !== this.mode ||
      judgement.rules !== this.#context.rules.current ||
      version !== this.#unanswered.version ||
      // The names may have changed by the protocol.
      usesNames(judgement.effects)
    );
  }

  /** Decides what is done. */
  actionFor(query: SentQuery): Action {
    return actionFor(query.judgement, query.mode, this.#context.policies);
  }

  /** Decides whether the query is refused, and reports it to the watch. */
  isRefused(query: SentQuery): boolean {
    const action = this.actionFor(query);
    this.#context.watch.judged(query.judgement, action, this.stamp(query) - this.arrived);
    return action === 'block';
  }

  /** Records that the query is sent or refused now. Returns the time of `performance`. */
  stamp(query: SentQuery): number {
    query.at = this.now;
    query.since = performance.now();
    return query.since;
  }

  /** The message was handled: what was read for it elsewhere is not needed any more. */
  forget(): void {
    this.#elsewhere = undefined;
  }

  /** The session ran the query: what it created and dropped counts from now on. */
  ran({ text, binds, judgement }: SentQuery): void {
    const { judge } = this.#context;
    const mode = text?.modes[0];
    const isFollowed =
      text !== undefined &&
      text.modes.length === 1 &&
      text.bytes.length <= this.#context.limits.ownText &&
      !judgement.effects.kinds.has('execute_prepared');
    if (!isFollowed) return judge.failed(this.#session.name);
    const bytes = inUtf8(text.bytes, text.encoding);
    judge.ran({ bytes, binds }, this.#session.surroundings({ inTransaction: undefined, mode }));
  }

  /** Records the outcome of a query. Returns the id of its event. */
  record(
    query: SentQuery,
    outcome: ObservedQuery['outcome'],
    sqlstate: string | undefined,
    completed?: Pick<ObservedQuery, 'tags' | 'results'>,
  ): string {
    const { judgement, mode, text, binds, literals, inTransaction, at, since } = query;
    const { rows } = judgement;
    return this.#context.events.record({
      at,
      durationMs: Math.round((performance.now() - since) * 1000) / 1000,
      session: this.#session.name,
      backend: this.#session.backend,
      statement: ++this.#recorded,
      caller: this.#session.caller,
      text: () => text && decode(text.bytes, text.encoding),
      isDecodable: () => text !== undefined && isDecodable(text.bytes, text.encoding),
      binds,
      literals,
      inTransaction,
      rows,
      judged: judgedAs(judgement, mode),
      outcome,
      sqlstate,
      ...completed,
    });
  }

  #sent(text: QueryText | undefined, binds: Binds, judgement: Judgement): SentQuery {
    const { inTransaction, version } = this.#unanswered;
    return {
      text,
      binds,
      judgement,
      mode: this.mode,
      inTransaction,
      version,
      at: 0,
      since: 0,
    };
  }

  /** The judgement of a text by itself, or WAIT until it was read. */
  judgementOf({ bytes, encoding, modes, kept }: QueryText, binds: Binds): Judgement | Wait {
    const { inTransaction, openEffects: pending } = this.#unanswered;
    const { judge, limits } = this.#context;
    const utf8 = inUtf8(bytes, encoding);
    const judged = { bytes: utf8, binds, kept };
    // In other encodings, and in a database without one, names of different bytes can become equal here.
    const areNamesClear = utf8 === bytes;
    const judgeIn = (mode: LexicalMode | undefined) => {
      const surroundings = this.#session.surroundings({ inTransaction, pending, areNamesClear, mode });
      const judgement = judge.judge(judged, surroundings);
      if (!this.#session.areNamesUnsure) return judgement;
      // Recorded as in a log, which does not show the search path either, but judged as if nothing were known.
      return { ...judge.judge(judged, { ...surroundings, name: '' }), rows: judgement.rows };
    };
    if (utf8.length <= limits.ownText)
      return modes.length === 1 ? judgeIn(modes[0]) : modes.map(judgeIn).reduce(stricterOf);
    const facts = this.#factsFromElsewhere({ bytes: utf8, binds, mode: modes[0] });
    if (facts === WAIT) return WAIT;
    const surroundings = this.#session.surroundings({
      ...{ inTransaction, pending, areObjectsKnown: false, areNamesClear },
      mode: modes[0],
    });
    if (typeof facts !== 'string' && modes.length === 1) return judge.judgeFacts(facts, surroundings);
    const reason = typeof facts === 'string' ? facts : 'settings that change how it is read were changed before it';
    return withUnknown(judge.judge({ bytes: EMPTY, binds: undefined }, surroundings), reason);
  }

  /** Facts of a long text, a reason why there are none, or WAIT until there are. */
  #factsFromElsewhere(text: LongText): ReadFacts | string | Wait {
    if (!this.#elsewhere) {
      const reading: { facts?: ReadFacts | string } = {};
      this.#elsewhere = reading;
      const end = (facts: ReadFacts | string) => {
        reading.facts = facts;
        this.#wake();
      };
      this.#context
        .readElsewhere(text)
        .then(end, (error: unknown) => end(error instanceof Error ? error.message : 'it could not be read'));
    }
    return this.#elsewhere.facts ?? WAIT;
  }
}
