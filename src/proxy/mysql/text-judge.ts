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
import { changesCharacterSet, changesEngine, changesLexing } from './effects.ts';
import type { Session } from './session.ts';
import { readPreparedStatement } from './sql-statements.ts';
import type { Statements } from './statements.ts';

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Judges the texts of one session, with the statements that they execute by name. */
export class TextJudge {
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #statements: Statements;
  readonly #queries: SessionQueries;

  constructor(session: Session, context: ConnectionContext, statements: Statements, queries: SessionQueries) {
    this.#session = session;
    this.#context = context;
    this.#statements = statements;
    this.#queries = queries;
  }

  /** The bytes with how the server will read them. */
  textOf(bytes: Buffer): QueryText {
    const { encoding } = this.#session;
    const modes = this.#session.modesFor(bytes);
    return { bytes, encoding, isEncodingUnknown: false, modes, kept: { latest: undefined } };
  }

  /** A text that a statement has as a string; undefined if its bytes are not known. */
  ofString(text: string): QueryText | undefined {
    const isKnown = this.#session.encoding.label === 'utf-8' || !BEYOND_ASCII.test(text);
    return isKnown ? this.textOf(Buffer.from(text)) : undefined;
  }

  /** Judges a text that is about to be sent, or to be executed again. */
  judge(text: QueryText, binds: Binds): SentQuery | Wait {
    const query = this.#queries.judge(text, binds, this.#refine);
    if (query === WAIT) return WAIT;
    const { effects, rows } = query.judgement;
    // The server reads each statement of a text only when those before it have run.
    const isChanged = rows.length > 1 && changesLexing(effects);
    const modes = isChanged ? this.#session.modesFor(text.bytes, true) : text.modes;
    return modes.length <= text.modes.length ? query : this.#queries.judge({ ...text, modes }, binds, this.#refine);
  }

  readonly #refine = (judgement: Judgement, text: QueryText): Judgement =>
    this.#withNamed(this.#reread(this.#withSettings(this.#withVariable(judgement, text), text), text), text);

  /** Judges PREPARE of a user variable by the text in it, as far as that is known. It is recorded as in a log. */
  #withVariable(judgement: Judgement, { bytes, encoding }: QueryText): Judgement {
    const { effects, rows } = judgement;
    const isPlain = rows.length === 1 && effects.kinds.has('execute_dynamic');
    const statement = isPlain ? readPreparedStatement(decode(bytes, encoding)) : undefined;
    const variable = statement?.kind === 'prepare' ? statement.variable : undefined;
    const query = variable === undefined ? undefined : this.#session.variable(variable);
    if (query === undefined) return judgement;
    const literal = this.ofString(`PREPARE statement FROM '${query.replaceAll("'", "''")}'`);
    const known = literal ? this.#queries.judgementOf(literal, undefined) : WAIT;
    return known === WAIT ? judgement : { ...known, rows };
  }

  /** A text that changes the character set of its own later statements, or the engine of its own tables. */
  #withSettings(judgement: Judgement, text: QueryText): Judgement {
    const { effects, rows } = judgement;
    if (rows.length > 1 && effects.creates && changesEngine(effects))
      return withUnknown(judgement, 'it changes the storage engine of the tables that it creates');
    const isChanged = rows.length > 1 && changesCharacterSet(effects);
    return isChanged && BEYOND_ASCII.test(text.bytes.toString('latin1'))
      ? withUnknown(judgement, 'it changes the character set in which the rest of it is read')
      : judgement;
  }

  /** A prepared statement that the server may prepare again, in the character set of now: after ALTER TABLE, for example. */
  #reread(judgement: Judgement, { bytes, encoding }: QueryText): Judgement {
    const { label } = this.#session.encoding;
    if (encoding.label === label) return judgement;
    return label === undefined || BEYOND_ASCII.test(bytes.toString('latin1'))
      ? withUnknown(judgement, 'it was prepared in another character set than the session has now')
      : judgement;
  }

  /** Adds the verdict of a statement that the text executes by its name, as far as it is known. */
  #withNamed(judgement: Judgement, text: QueryText): Judgement {
    if (!judgement.effects.kinds.has('execute_prepared')) return judgement;
    const named = this.#namedBy(judgement, text);
    return typeof named === 'string'
      ? { ...withUnknown(judgement, named), effects: bothEffects(judgement.effects, UNKNOWN_EFFECTS) }
      : bothJudgements(judgement, named);
  }

  /** The verdict of the statement whose name the text names, or why there is none. */
  #namedBy({ rows }: Judgement, text: QueryText): Judgement | string {
    const statement = rows.length === 1 ? readPreparedStatement(decode(text.bytes, text.encoding)) : undefined;
    if (statement?.kind !== 'execute') return 'it executes a prepared statement by its name';
    const prepared = this.#statements.named(statement.name);
    if (!prepared) return `the prepared statement \`${statement.name}\` is not known here`;
    if (prepared.bytes.length > this.#context.limits.ownText)
      return `the prepared statement \`${statement.name}\` is too long to be judged again`;
    const judgement = this.#queries.judgementOf(prepared, undefined);
    if (judgement === WAIT || usesNames(judgement.effects))
      return `the prepared statement \`${statement.name}\` names others`;
    return this.#reread(judgement, prepared);
  }
}
