import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError, type OperationKind } from '../../model/index.ts';
import type { AgentAnswer } from './judge.ts';
import { type ReadDatabase, RunError, type RunResult } from './run-read.ts';
import type { AgentSession } from './session.ts';

/** What happened to a statement that a program wanted to run. */
export type QueryRun =
  | { readonly outcome: 'ok'; readonly answer: AgentAnswer; readonly result: RunResult }
  | { readonly outcome: 'blocked'; readonly answer: AgentAnswer }
  | { readonly outcome: 'failed'; readonly answer: AgentAnswer; readonly error: string };

/** Others end the transaction, or answer with something else than rows. */
const QUERIES: ReadonlySet<OperationKind> = new Set(['select', 'show', 'explain']);

/**
 * Runs one statement if it passes. Each run is an event, whether it passed or not. Raises ConfigError if the event cannot be
 * written: then no row is returned.
 */
export async function runQuery(
  sql: string,
  session: AgentSession,
  database: ReadDatabase,
  events: QueryEvents | undefined,
): Promise<QueryRun> {
  const { caller } = database;
  const { answer, kinds } = await session.judge({ sql, dialect: 'postgresql', caller });
  const at = Date.now();
  const run = await runJudged(sql, narrowed(answer, kinds), database);
  await events?.write({
    ...{ sql, ...caller, at: new Date(at).toISOString(), session: events.session, outcome: run.outcome },
    ...('sqlstate' in run && { sqlstate: run.sqlstate }),
    durationMs: Date.now() - at,
    judged: { verdict: run.answer.verdict, rules: [...new Set(run.answer.reasons.map(({ rule }) => rule))] },
  });
  return run;
}

async function runJudged(sql: string, answer: AgentAnswer, database: ReadDatabase) {
  if (answer.verdict !== 'allow') return { outcome: 'blocked', answer } as const;
  try {
    return { outcome: 'ok', answer, result: await database.run(sql) } as const;
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return { outcome: 'failed', answer, error: error.message, sqlstate: error.sqlstate } as const;
  }
}

/** A text that passes is still refused if it is not one query. */
function narrowed(answer: AgentAnswer, kinds: ReadonlySet<OperationKind>): AgentAnswer {
  if (answer.verdict !== 'allow') return answer;
  if (answer.statements > 1) return refused(answer, 'one statement can run at a time');
  const other = [...kinds].find((kind) => !QUERIES.has(kind));
  return other === undefined ? answer : refused(answer, `only SELECT, SHOW and EXPLAIN can run here, and not ${other}`);
}

function refused(answer: AgentAnswer, reason: string): AgentAnswer {
  return { ...answer, verdict: 'block', reasons: [{ ...NO_REASON, reason }] };
}

const NO_REASON = {
  rule: 'one-query',
  verdict: 'block',
  seen: { operation: '', target: '', sql: '' },
  help: 'Send one SELECT, SHOW or EXPLAIN.',
} as const;

/** A file of JSON Lines, which `history collect` reads. */
export class QueryEvents {
  /** Of all events of this process. */
  readonly session: string;
  readonly #path: string;
  readonly #file: FileHandle;
  #count = 0;

  /** Opens the file, or creates it with mode 0600. Raises ConfigError. */
  static async open(path: string): Promise<QueryEvents> {
    try {
      return new QueryEvents(path, await open(path, 'a', 0o600));
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
    this.session = `mcp-${randomBytes(6).toString('hex')}`;
  }

  async write(event: object): Promise<void> {
    const line = `${JSON.stringify({ ...event, id: `${this.session}:${++this.#count}` })}\n`;
    try {
      await this.#file.appendFile(line);
    } catch (error) {
      throw unwritable(this.#path, error);
    }
  }
}

function unwritable(path: string, error: unknown): ConfigError {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return new ConfigError(`events cannot be written to \`${path}\` (${code}); give a path in a writable folder`);
}
