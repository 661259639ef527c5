import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RecordedStatement } from '../../../model/schemas/index.ts';
import { type ObservedQuery, startRecorder, type Upstream } from '../../../proxy/recorder.ts';
import type { RecordingSink, RunningRecorder } from '../scratch.ts';
import { compareSchemas, type ExecutedStatement, type SecondDatabase } from './rebuild.ts';

interface RecordingOptions {
  /** A session of the recorder's own. */
  readonly client: pg.Client;
  readonly upstream: Upstream;
  /** The database with which the command connects. */
  readonly database: string;
  readonly isFresh: boolean;
  /** Whether the server can tell how many sessions began. */
  readonly countsSessions: boolean;
  openSecond(): Promise<SecondDatabase>;
  readonly sink: RecordingSink;
}

/** Milliseconds for sessions that the command left open. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Milliseconds until a server has counted a session. */
const COUNT_TIMEOUT_MS = 2_000;
const COUNT_INTERVAL_MS = 100;

/** Starts the recorder in front of a PostgreSQL server. */
export async function startRecording(options: RecordingOptions): Promise<RunningRecorder> {
  const { client, upstream, database: ownDatabase, isFresh, countsSessions, openSecond, sink } = options;
  const numbers = new Map<string, number>();
  const executed: ExecutedStatement[] = [];
  const recorder = await startRecorder({
    upstream,
    record: (query) => {
      const statement = statementOf(query, numbers);
      if (!statement) return sink.problem('a text was sent in an encoding that cannot be read');
      sink.statement(statement);
      if (statement.failed === CUT_OFF) sink.problem('a statement was still running when its session ended');
      const { session, sql, failed, database } = statement;
      if (database === ownDatabase) executed.push({ session, sql, values: query.binds, failed: failed !== undefined });
    },
    problem: (what) => sink.problem(what),
  });
  const before = countsSessions ? await sessionsOf(client) : undefined;
  return {
    port: recorder.port,
    close: () => recorder.close(CLOSE_TIMEOUT_MS),
    finish: async (isWhole) => {
      const unseen = await unseenSessions(client, before, recorder.sessions());
      if (unseen > 0)
        sink.problem(`the server counted ${unseen} more sessions than the recorder: something connected past it`);
      if (!isWhole || !isFresh) return undefined;
      let second: SecondDatabase;
      try {
        second = await openSecond();
      } catch (error) {
        return { kind: 'not compared', why: error instanceof Error ? error.message : String(error) };
      }
      return compareSchemas(executed, client, second).finally(() => second.close());
    },
  };
}

/** Sessions of clients that the server has counted; undefined if it does not count them (before PostgreSQL 14). */
async function sessionsOf(client: pg.Client): Promise<number | undefined> {
  // The session that asks counts too, but only once its own numbers are written (PostgreSQL 15 and newer).
  await client.query('SELECT pg_stat_force_next_flush()').catch(() => undefined);
  const text = 'SELECT sum(sessions)::float8 AS sessions FROM pg_stat_database';
  const found = await client.query<{ sessions: number | null }>(text).catch(() => undefined);
  return found?.rows[0]?.sessions ?? undefined;
}

/** How many sessions the server began that the recorder did not see. It counts them a moment after they began. */
async function unseenSessions(client: pg.Client, before: number | undefined, seen: number): Promise<number> {
  if (before === undefined) return 0;
  const until = Date.now() + COUNT_TIMEOUT_MS;
  let unseen = 0;
  do {
    unseen = ((await sessionsOf(client)) ?? before) - before - seen;
    if (unseen >= 0) break;
    await sleep(COUNT_INTERVAL_MS);
  } while (Date.now() < until);
  return Math.max(0, unseen);
}

const WRITES = /^(?:INSERT 0|UPDATE|DELETE|MERGE|COPY) (\d+)$/;
/** SQLSTATE of a query whose connection ended before the answer. */
const CUT_OFF = '08006';

function statementOf(query: ObservedQuery, numbers: Map<string, number>): RecordedStatement | undefined {
  const sql = query.text();
  if (sql === undefined) return undefined;
  const session = numbers.get(query.session) ?? numbers.size + 1;
  numbers.set(query.session, session);
  const counts = (query.tags ?? []).flatMap((tag) => WRITES.exec(tag)?.[1] ?? []).map(Number);
  const { binds, inTransaction } = query;
  return {
    session,
    ...(query.caller.database !== undefined && { database: query.caller.database }),
    sql,
    ...(query.outcome !== 'ok' && { failed: query.sqlstate ?? '' }),
    ...(inTransaction !== undefined && { transaction: inTransaction }),
    ...(counts.length > 0 && { rows: counts.reduce((sum, count) => sum + count, 0) }),
    ...(binds && { values: [...binds] }),
  };
}
