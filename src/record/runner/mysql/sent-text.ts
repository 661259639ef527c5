import type { Dialect } from '../../../model/index.ts';
import type { RecordedStatement } from '../../../model/schemas/index.ts';
import type { ObservedQuery, StatementResult } from '../../../proxy/recorder.ts';
import { lex, T } from '../../../sql/index.ts';

/** A text that a client sent. Values stand where a prepared statement had parameters, as far as they are known. */
export interface SentText {
  /** Number of the session at the server, its lower 32 bits. */
  readonly thread: number;
  /** The session's database; undefined if it has none. */
  readonly database: string | undefined;
  readonly sql: string;
  /** What came of it; undefined if that is not known. */
  readonly outcome?: TextOutcome;
}

export interface TextOutcome {
  /** SQLSTATE of the statement that failed; those after it did not run. */
  readonly failed: string | undefined;
  /** The results before it. */
  readonly results: readonly StatementResult[];
}

/** The text of an observed query; undefined if it cannot be read. */
export function sentText(query: ObservedQuery, dialect: Dialect): SentText | undefined {
  const text = query.text();
  if (text === undefined) return undefined;
  const sql = trimmed(text);
  const { backend = 0, caller, literals, outcome, sqlstate = '', results = [] } = query;
  return {
    thread: backend,
    database: caller.database === '' ? undefined : caller.database,
    sql: literals ? withLiterals(sql, literals(), dialect) : sql,
    outcome: { failed: outcome === 'ok' ? undefined : sqlstate, results },
  };
}

/** The text as the server logs it. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(0, end).trimStart();
}

const BLANK = /[;\s]/;

function withLiterals(sql: string, literals: readonly string[], dialect: Dialect): string {
  const tokens = lex(sql, dialect);
  let text = '';
  let from = 0;
  let used = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (tokens.kind(at) !== T.param || tokens.raw(at) !== '?') continue;
    text += sql.slice(from, tokens.start(at)) + (literals[used++] ?? '?');
    from = tokens.end(at);
  }
  return text + sql.slice(from);
}

/**
 * What came of each statement of a text, without those after one that failed; undefined if it is not known which of the
 * results is whose.
 */
export function outcomesOf(
  statements: readonly string[],
  { failed, results }: TextOutcome,
  dialect: Dialect,
): readonly Outcome[] | undefined {
  const ran = failed === undefined ? statements : statements.slice(0, results.length + 1);
  const completed = failed === undefined ? ran.length : ran.length - 1;
  const isSingle = statements.length === 1;
  if (!isSingle && (completed !== results.length || ran.some((sql) => hasManyResults(lex(sql, dialect)))))
    return undefined;
  return ran.map((sql, at) => ({
    ...(failed !== undefined && at === ran.length - 1 ? { failed } : resultOf(lex(sql, dialect).word(0), results[at])),
  }));
}

type Outcome = Pick<RecordedStatement, 'failed' | 'rows' | 'empty'>;

const WRITES = /^(?:INSERT|UPDATE|DELETE|REPLACE)$/;
const READS = /^(?:SELECT|WITH|TABLE|VALUES)$/;
/** Statements that execute others. */
const EXECUTES: ReadonlySet<string> = new Set(['CALL', 'EXECUTE', 'IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);

function hasManyResults(tokens: ReturnType<typeof lex>): boolean {
  const first = tokens.word(0);
  return EXECUTES.has(first) || (first === 'BEGIN' && tokens.word(1) === 'NOT');
}

function resultOf(first: string, result: StatementResult | undefined): Outcome {
  if (result?.rows === undefined) return {};
  if (READS.test(first)) return result.isQuery && result.rows === 0 ? { empty: true } : {};
  if (!WRITES.test(first)) return {};
  // The client chooses whether the server counts the rows that an UPDATE found, or those that it changed.
  const found =
    first === 'UPDATE' && result.rows === 0 ? Number(/: (\d+)/.exec(result.info ?? '')?.[1] ?? 0) : result.rows;
  return { rows: found };
}
