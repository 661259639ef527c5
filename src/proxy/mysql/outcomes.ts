import { decode, isBarrier, type QueryEffects, usesNames } from '../judging/index.ts';
import { type ConnectionContext, nonce, OwnObjects, type SentQuery, type SessionQueries } from '../sessions/index.ts';
import { type Answer, AnswerError, type AnswerKind, type Answers, type Expected } from './answers.ts';
import { COMMAND } from './commands.ts';
import { changesEngine } from './effects.ts';
import { BLOCKED_SQLSTATE, refusal } from './errors.ts';
import { packet, type ServerError } from './packets.ts';
import type { Session } from './session.ts';
import { type PreparedStatement, readAssignments, readPreparedStatement } from './sql-statements.ts';
import type { Statements } from './statements.ts';
import type { TextJudge } from './text-judge.ts';

/** ER_PARSE_ERROR. */
const SYNTAX = 1064;
/** SQLSTATE of a query whose session ended before the answer. */
const CONNECTION_FAILURE = '08006';

/** Records the outcome of each query, and tracks its effects on the session. */
export class Outcomes {
  /** Increases with each query that may change the verdict of other ones. */
  version = 0;
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #answers: Answers;
  readonly #statements: Statements;
  readonly #texts: TextJudge;
  readonly #queries: SessionQueries;
  readonly #objects: OwnObjects;

  constructor(
    session: Session,
    context: ConnectionContext,
    answers: Answers,
    statements: Statements,
    texts: TextJudge,
    queries: SessionQueries,
  ) {
    this.#session = session;
    this.#context = context;
    this.#answers = answers;
    this.#statements = statements;
    this.#texts = texts;
    this.#queries = queries;
    this.#objects = new OwnObjects(session, context, queries);
  }

  /**
   * A query is sent, and runs.
   *
   * @param hasCursor the client asked for a cursor
   */
  running(kind: AnswerKind, query: SentQuery, hasCursor = false): void {
    this.#answers.push({
      kind,
      hasCursor,
      done: (answer) => {
        const { error, results } = answer;
        this.#queries.record(query, error ? 'failed' : 'ok', error?.sqlstate, { results });
        this.#follow(query, answer);
      },
      broken: () => this.#queries.record(query, 'failed', CONNECTION_FAILURE),
    });
  }

  /** A query is sent to be prepared. It is recorded if that fails. */
  preparing(query: SentQuery, done: (answer: Answer) => void): void {
    const fail = (sqlstate: string | undefined) => this.#queries.record(query, 'failed', sqlstate);
    this.#answers.push({
      kind: 'prepared',
      done: (answer) => {
        if (answer.error) fail(answer.error.sqlstate);
        done(answer);
      },
      broken: () => fail(CONNECTION_FAILURE),
    });
  }

  /**
   * The command to send instead of a refused one.
   *
   * @param explain what the client gets instead of the error, by the id of the event
   */
  refuse(
    query: SentQuery,
    kind: 'results' | 'prepared' = 'results',
    explain = (event: string): ServerError => refusal(query.judgement, event, this.#context.policies),
  ): Buffer {
    const word = nonce();
    let isAnswered = false;
    const expected: Expected = {
      kind,
      refusal: (error) => {
        isAnswered = true;
        if (error.code !== SYNTAX || !error.message.includes(word)) {
          // The server failed for another reason.
          this.#queries.record(query, 'blocked', error.sqlstate);
          return undefined;
        }
        return this.#encoded(explain(this.#queries.record(query, 'blocked', BLOCKED_SQLSTATE)));
      },
      done: ({ error }) => {
        if (error) return;
        this.#queries.record(query, 'blocked', undefined);
        throw new AnswerError('the server did not reject the text in the place of a refused query');
      },
      broken: () => {
        if (!isAnswered) this.#queries.record(query, 'blocked', undefined);
      },
    };
    this.#answers.push(expected);
    const command = kind === 'prepared' ? COMMAND.statementPrepare : COMMAND.query;
    // Two words: one alone calls a procedure in the mode ORACLE.
    return packet(0, Buffer.from([command]), `${word} ${word}`);
  }

  /** The client has chosen the default database of a USE that is not recorded. */
  usedDatabase(query: SentQuery): void {
    this.#follow(query, { error: undefined, results: [], statement: undefined });
  }

  /** An error in UTF-8, for a client that may use another encoding. */
  #encoded(error: ServerError): ServerError {
    if (this.#session.encoding.label === 'utf-8') return error;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    return { ...error, message: error.message.replace(/[^\x00-\x7f]/g, '?') };
  }

  #follow(query: SentQuery, { error, results }: Answer): void {
    const { effects, rows } = query.judgement;
    // Nothing has run. A routine or a trigger can raise the same error.
    if (error?.code === SYNTAX && results.length === 0 && effects.kinds.size === 0) return;
    const { text } = query;
    const single = rows.length === 1 && text ? decode(text.bytes, text.encoding) : undefined;
    if (error) this.#session.failed(effects, single);
    this.#followVariables(effects, error ? undefined : single);
    if (!isBarrier(effects)) return;
    this.version++;
    const named = single === undefined || !usesNames(effects) ? undefined : readPreparedStatement(single);
    // It runs nothing yet.
    if (named?.kind === 'prepare' || named?.kind === 'deallocate') return error ? undefined : this.#followName(named);
    // A procedure may drop tables of the session.
    if (error || effects.isOpaque) this.#objects.queryFailed();
    else if (effects.changesSession) this.#objects.ran(query);
    // Names have another meaning at once, and not only once a transaction has ended.
    if (effects.kinds.has('use')) this.#objects.endTransaction();
    if (changesEngine(effects)) this.#session.areNamesUnsure = true;
    // Of several statements, those before the error have run.
    if (error && rows.length === 1 && !effects.isOpaque) return;
    this.#session.ran(effects, single);
    // It may have prepared anything under any name, as a procedure may.
    if (effects.isOpaque || effects.kinds.has('prepare')) this.#statements.forgetNames();
  }

  /** Keeps the texts of user variables only while nothing else can have changed them, such as a function in an expression. */
  #followVariables({ kinds }: QueryEffects, single: string | undefined): void {
    const isPlain =
      single !== undefined &&
      ((kinds.has('set') && kinds.size === 1 && readAssignments(single)?.every(({ value }) => value !== undefined)) ||
        readPreparedStatement(single)?.kind === 'prepare');
    if (!isPlain) this.#session.forgetVariables();
  }

  #followName(statement: Extract<PreparedStatement, { kind: 'prepare' | 'deallocate' }>): void {
    const { kind, name } = statement;
    if (kind === 'deallocate') return this.#statements.forgetName(name);
    const text = statement.query ?? this.#session.variable(statement.variable ?? '');
    this.#statements.setName(name, text === undefined ? undefined : this.#texts.ofString(text));
  }
}
