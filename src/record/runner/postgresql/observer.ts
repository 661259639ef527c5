import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startRecorder, type Upstream } from '../../../proxy/recorder.ts';
import { moreSessions, type QueryObserver, type QuerySink } from '../scratch.ts';

export interface ObservedServer {
  /** A session of the recorder's own. */
  readonly client: pg.Client;
  readonly upstream: Upstream;
  /** It has one session, so that it counts none, and answers none while another has a transaction open. */
  readonly isEmbedded: boolean;
}

/** Milliseconds for sessions that the command left open. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Milliseconds until a server has counted a session. */
const COUNT_TIMEOUT_MS = 2_000;
const COUNT_INTERVAL_MS = 100;

/** Starts the recorder in front of a PostgreSQL server. */
export async function startObserver(
  { client, upstream, isEmbedded }: ObservedServer,
  sink: QuerySink,
): Promise<QueryObserver> {
  const recorder = await startRecorder({
    dialect: 'postgresql',
    upstream,
    record: (query) => sink.query(query),
    ...(sink.answered && { answered: sink.answered }),
    problem: (what) => sink.problem(what),
  });
  const before = isEmbedded ? undefined : await sessionsOf(client);
  return {
    port: recorder.port,
    close: () => recorder.close(CLOSE_TIMEOUT_MS),
    finish: async () => {
      const unseen = await unseenSessions(client, before, recorder.sessions());
      if (unseen > 0) sink.problem(moreSessions(unseen));
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
