import type { Context } from '../context/types.ts';
import type { Database } from '../store/database.ts';
import { type StoppedRetention, sweep } from './sweep.ts';

/** Milliseconds. Text parts are kept for an hour, so a daily sweep is not enough. */
const PAUSE = 15 * 60_000;

interface RetentionEvents {
  readonly onError: (error: unknown) => void;
  /** Retention of a workspace stands still: once for each sweep, which is daily. */
  readonly onStopped: (stopped: StoppedRetention) => void;
}

/**
 * Sweeps immediately and then periodically, never twice at the same time in this process. `close` ends a running sweep
 * after its current step: a sweep of millions of rows takes longer than a server may take to stop.
 */
export function startRetention(
  ctx: Context,
  { onError, onStopped }: RetentionEvents,
  pause = PAUSE,
): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let running = Promise.resolve();
  const stoppable = { ...ctx, db: refusingOnce(ctx.db, () => closed) };
  const run = () => {
    running = sweep(stoppable).then(
      ({ stopped }) => stopped.forEach(onStopped),
      (error: unknown) => (error instanceof Stopped ? undefined : onError(error)),
    );
    void running.then(() => {
      if (!closed) timer = setTimeout(run, pause).unref();
    });
  };
  run();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The server stops. What is left is deleted by the next sweep. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The same database, which refuses further work once `holds` returns true. */
function refusingOnce(db: Database, holds: () => boolean): Database {
  const unless = async <T>(work: () => Promise<T>): Promise<T> => {
    if (holds()) throw new Stopped();
    return work();
  };
  return {
    kind: db.kind,
    query: (sql, parameters) => unless(() => db.query(sql, parameters)),
    transaction: (work, limit, statements) => unless(() => db.transaction(work, limit, statements)),
    exclusively: (lock, work) => unless(() => db.exclusively(lock, work)),
    ping: (milliseconds) => db.ping(milliseconds),
    close: () => db.close(),
  };
}
