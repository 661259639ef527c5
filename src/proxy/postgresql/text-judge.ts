import {
  bothEffects,
  bothJudgements,
  decode,
  type Judgement,
  UNKNOWN_EFFECTS,
  usesNames,
  withUnknown,
} from '../judging/index.ts';
import {
  type Binds,
  type ConnectionContext,
  type QueryText,
  type SentQuery,
  type SessionQueries,
  WAIT,
  type Wait,
} from '../sessions/index.ts';
import { keyOfName, type Names } from './names.ts';
import type { Pipeline } from './pipeline.ts';
import type { PreparedText } from './prepared.ts';
import { BACKSLASHES, type Session } from './session.ts';
import { readNameStatement } from './sql-names.ts';

const STANDARD_MODE = [undefined];
const EITHER_MODE = [undefined, BACKSLASHES];
const BACKSLASH = 0x5c;
/** A statement such as CREATE TABLE … AS EXECUTE. */
const EXECUTES = /\bexecute\b/i;

/** Judges the texts of one session, with the statements that they execute by name. */
export class TextJudge {
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #pipeline: Pipeline;
  readonly #names: Names;
  readonly #queries: SessionQueries;

  constructor(session: Session, context: ConnectionContext, pipeline: Pipeline, names: Names, queries: SessionQueries) {
    this.#session = session;
    this.#context = context;
    this.#pipeline = pipeline;
    this.#names = names;
    this.#queries = queries;
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
    const kept = earlier?.encoding.name === encoding.name ? earlier.kept : { latest: undefined };
    return { bytes, encoding, isEncodingUnknown, modes, kept };
  }

  /**
   * Judges a text that is about to be sent; waits for answers on which the verdict depends.
   *
   * @param step `parse`: statements that it executes by name are not considered, because names may change before it runs
   */
  judge(text: QueryText, binds: Binds, step: 'run' | 'parse' = 'run'): SentQuery | Wait {
    return this.#queries.judge(text, binds, step === 'run' ? this.#withNamed : undefined);
  }

  /** Adds the verdict of a statement that the text executes by its name, as far as it is known. */
  readonly #withNamed = (judgement: Judgement, text: QueryText): Judgement => {
    const { kinds } = judgement.effects;
    const executes =
      kinds.has('execute_prepared') || (kinds.has('create_table') && EXECUTES.test(text.bytes.toString('latin1')));
    if (!executes) return judgement;
    const named = this.#namedBy(judgement, text);
    if (typeof named === 'string')
      return { ...withUnknown(judgement, named), effects: bothEffects(judgement.effects, UNKNOWN_EFFECTS) };
    return bothJudgements(judgement, named);
  };

  /** The verdict of the statement whose name the text names, or why there is none. */
  #namedBy({ rows }: Judgement, text: QueryText): Judgement | string {
    const statement = rows.length === 1 ? readNameStatement(decode(text.bytes, text.encoding)) : undefined;
    if (statement?.kind !== 'execute') return 'it executes a prepared statement by its name';
    const prepared = this.prepared(keyOfName(Buffer.from(statement.name)));
    if (prepared === WAIT || prepared === undefined || prepared === 'unknown')
      return `the prepared statement \`${statement.name}\` is not known here`;
    if (prepared.text.bytes.length > this.#context.limits.ownText)
      return `the prepared statement \`${statement.name}\` is too long to be judged again`;
    const judgement = this.#queries.judgementOf(prepared.text, undefined);
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
