import type { LexicalMode } from '../../sql/index.ts';
import {
  bothEffects,
  decode,
  inUtf8,
  isJudged,
  type Judgement,
  type LongText,
  type ReadFacts,
  stricterOf,
  UNKNOWN_EFFECTS,
  withUnknown,
} from '../judging/index.ts';
import type { ProxyMode } from '../types.ts';
import type { ConnectionContext } from './context.ts';
import { usesNames } from './effects.ts';
import { keyOfName, type Names } from './names.ts';
import type { Pipeline } from './pipeline.ts';
import { type Action, actionFor } from './refusal.ts';
import { type PreparedText, type QueryText, type SentQuery, WAIT, type Wait } from './sent.ts';
import { BACKSLASHES, type Session } from './session.ts';
import { readNameStatement } from './sql-names.ts';

export type Binds = readonly (string | null)[] | undefined;

const EMPTY = Buffer.alloc(0);
const STANDARD_MODE = [undefined];
const EITHER_MODE = [undefined, BACKSLASHES];
const BACKSLASH = 0x5c;
/** A statement such as CREATE TABLE … AS EXECUTE. */
const EXECUTES = /\bexecute\b/i;

/** Judges the texts of one session before they are sent. */
export class TextJudge {
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #pipeline: Pipeline;
  readonly #names: Names;
  /** Called when the facts of a long text are there. */
  readonly #wake: () => void;
  #elsewhere: { facts?: ReadFacts | string } | undefined;

  constructor(session: Session, context: ConnectionContext, pipeline: Pipeline, names: Names, wake: () => void) {
    this.#session = session;
    this.#context = context;
    this.#pipeline = pipeline;
    this.#names = names;
    this.#wake = wake;
  }

  get mode(): ProxyMode {
    return this.#context.mode(this.#session.user, this.#session.database);
  }

  /**
   * The bytes with how the server will read them, or WAIT until that is known.
   *
   * @param earlier a text of the same bytes
   */
  textOf(bytes: Buffer, earlier?: QueryText): QueryText | Wait {
    if (this.#pipeline.isBlocked) return WAIT;
    const { encoding, stringMode } = this.#session;
    const isEncodingUnknown = this.#pipeline.mayEncodeOtherwise && bytes.some((byte) => byte > 127);
    // A function can change how strings are read as well as SET can, but only backslashes are read in another way.
    const isModeUnknown = bytes.includes(BACKSLASH) && this.#pipeline.mayReadOtherwise;
    if ((isModeUnknown || isEncodingUnknown) && this.#pipeline.isSettling) return WAIT;
    const modes = isModeUnknown ? EITHER_MODE : stringMode === undefined ? STANDARD_MODE : [stringMode];
    const kept = earlier?.encoding === encoding ? earlier.kept : { latest: undefined };
    return { bytes, encoding, isEncodingUnknown, modes, kept };
  }

  /**
   * Judges a text that is about to be sent; waits for answers on which the verdict depends.
   *
   * @param step `parse`: statements that it executes by name are not considered, because names may change before it runs
   */
  judge(text: QueryText, binds: Binds, step: 'run' | 'parse' = 'run'): SentQuery | Wait {
    const pipeline = this.#pipeline;
    if (pipeline.isBlocked) return WAIT;
    let judgement = this.#judgeText(text, binds);
    if (judgement === WAIT) return WAIT;
    if (text.isEncodingUnknown)
      judgement = withUnknown(judgement, 'the client encoding was changed before it, without waiting for the answer');
    if (!isJudged(text.encoding))
      judgement = withUnknown(judgement, `the client encoding ${text.encoding} is not supported; use UTF8`);
    if (step === 'run') judgement = this.#withNamed(judgement, text);
    const query = this.#sent(text, binds, judgement);
    // Messages that are not answered yet may decide.
    if (judgement.isOpen && pipeline.isSettling && actionFor(judgement, query.mode, this.#context.policies) === 'block')
      return WAIT;
    return query;
  }

  /** The effects of an unknown query: it may do anything. */
  unknown(reason: string): SentQuery {
    const surroundings = this.#session.surroundings({
      inTransaction: this.#pipeline.inTransaction,
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
      version !== this.#pipeline.version ||
      // The names may have changed by the protocol.
      usesNames(judgement.effects)
    );
  }

  /** Decides what is done. */
  actionFor(query: SentQuery): Action {
    return actionFor(query.judgement, query.mode, this.#context.policies);
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

  #sent(text: QueryText | undefined, binds: Binds, judgement: Judgement): SentQuery {
    const { inTransaction, version } = this.#pipeline;
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

  #judgeText({ bytes, encoding, modes, kept }: QueryText, binds: Binds): Judgement | Wait {
    const { inTransaction, openEffects: pending } = this.#pipeline;
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

  /** Adds the verdict of a statement that the text executes by its name, as far as it is known. */
  #withNamed(judgement: Judgement, text: QueryText): Judgement {
    const { kinds } = judgement.effects;
    const executes =
      kinds.has('execute_prepared') || (kinds.has('create_table') && EXECUTES.test(text.bytes.toString('latin1')));
    if (!executes) return judgement;
    const named = this.#namedBy(judgement, text);
    if (typeof named === 'string')
      return { ...withUnknown(judgement, named), effects: bothEffects(judgement.effects, UNKNOWN_EFFECTS) };
    const effects = bothEffects(judgement.effects, named.effects);
    const findings = [...judgement.findings, ...named.findings];
    const { verdict } = stricterOf(judgement, named);
    return { ...judgement, verdict, findings, effects, isOpen: judgement.isOpen || named.isOpen };
  }

  /** The verdict of the statement whose name the text names, or why there is none. */
  #namedBy({ rows }: Judgement, text: QueryText): Judgement | string {
    const statement = rows.length === 1 ? readNameStatement(decode(text.bytes, text.encoding)) : undefined;
    if (statement?.kind !== 'execute') return 'it executes a prepared statement by its name';
    const prepared = this.prepared(keyOfName(Buffer.from(statement.name)));
    if (prepared === WAIT || prepared === undefined || prepared === 'unknown')
      return `the prepared statement \`${statement.name}\` is not known here`;
    if (prepared.text.bytes.length > this.#context.limits.ownText)
      return `the prepared statement \`${statement.name}\` is too long to be judged again`;
    const judgement = this.#judgeText(prepared.text, undefined);
    if (judgement === WAIT || usesNames(judgement.effects))
      return `the prepared statement \`${statement.name}\` names others`;
    return judgement;
  }

  /** What was prepared under the name; undefined if nothing was. */
  prepared(key: string | undefined): PreparedText | 'unknown' | Wait | undefined {
    if (key === undefined) return 'unknown';
    if (this.#pipeline.isBlocked) return WAIT;
    if (key !== '' && this.#pipeline.openEffects.some(usesNames)) return 'unknown';
    const known = this.#names.statements.find(key, this.#pipeline.stretch);
    return known === undefined && this.#names.isUnknown && key !== '' ? 'unknown' : known;
  }
}
