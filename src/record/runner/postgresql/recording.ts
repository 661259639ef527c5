import type { RecordedStatement } from '../../../model/schemas/index.ts';
import type { ObservedQuery } from '../../../proxy/recorder.ts';
import { CUT_OFF, type MigrationRecorder, type RecordingSink } from '../scratch.ts';
import { LockMeter } from './lock-meter.ts';
import { MeasuredStatements } from './measured-statements.ts';
import { type ObservedServer, startObserver } from './observer.ts';
import { compareSchemas, type ExecutedStatement, type SecondDatabase } from './rebuild.ts';

interface RecordedServer extends ObservedServer {
  /** The database with which the command connects. */
  readonly database: string;
  readonly isFresh: boolean;
  openSecond(): Promise<SecondDatabase>;
}

/** Starts to record what migrations execute on a PostgreSQL server. */
export async function startRecording(server: RecordedServer, sink: RecordingSink): Promise<MigrationRecorder> {
  const { client, database: ownDatabase, isFresh, isEmbedded, openSecond } = server;
  const numbers = new Map<string, number>();
  const executed: ExecutedStatement[] = [];
  const pass = (statement: RecordedStatement) => sink.statement(statement);
  const measured = isEmbedded
    ? undefined
    : new MeasuredStatements(await LockMeter.create(client), pass, (what) => sink.problem(what));
  const observer = await startObserver(server, {
    query: (query) => {
      const statement = statementOf(query, numbers);
      if (!statement) return sink.problem('a text was sent in an encoding that cannot be read');
      const { session, sql, failed, database } = statement;
      const isOwn = database === ownDatabase;
      if (measured) measured.add(query.session, statement, isOwn ? query.backend : undefined);
      else pass(statement);
      if (failed === CUT_OFF) sink.problem('a statement was still running when its session ended');
      if (isOwn) executed.push({ session, sql, values: query.binds, failed: failed !== undefined });
    },
    ...(measured && { answered: (session: string, isIdle: boolean) => measured.answered(session, isIdle) }),
    problem: (what) => sink.problem(what),
  });
  return {
    ...observer,
    finish: async (isWhole) => {
      measured?.end();
      await observer.finish();
      if (!isWhole || !isFresh) return undefined;
      try {
        const second = await openSecond();
        return await compareSchemas(executed, client, second).finally(() => second.close());
      } catch (error) {
        return { kind: 'not compared', why: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

const WRITES = /^(?:INSERT 0|UPDATE|DELETE|MERGE|COPY) (\d+)$/;
/** Tags of queries: `SELECT 0`, or `SELECT` if rows were returned, since `contentOf` leaves the number out. */
const QUERIES = /^SELECT\b/;

function statementOf(query: ObservedQuery, numbers: Map<string, number>): RecordedStatement | undefined {
  const sql = query.text();
  if (sql === undefined) return undefined;
  const session = numbers.get(query.session) ?? numbers.size + 1;
  numbers.set(query.session, session);
  const { binds, inTransaction, tags = [] } = query;
  const counts = tags.flatMap((tag) => WRITES.exec(tag)?.[1] ?? []).map(Number);
  const queries = tags.filter((tag) => QUERIES.test(tag));
  return {
    session,
    ...(query.caller.database !== undefined && { database: query.caller.database }),
    sql,
    ...(query.outcome !== 'ok' && { failed: query.sqlstate ?? '' }),
    ...(inTransaction !== undefined && { transaction: inTransaction }),
    ...(counts.length > 0 && { rows: counts.reduce((sum, count) => sum + count, 0) }),
    ...(queries.length > 0 && queries.every((tag) => tag === 'SELECT 0') && { empty: true as const }),
    ...(binds && { values: [...binds] }),
  };
}
