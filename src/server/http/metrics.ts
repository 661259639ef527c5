import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { PROBLEMS, type ProblemCode } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import type { Queryable } from '../store/database.ts';

/** Seconds: from a single query to a large dry run. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Route label of requests without a route: a path chosen by the client must not become a label. */
const UNMATCHED = 'other';

export interface Metrics {
  /** Text of the exposition format of Prometheus, and its media type. */
  read(): Promise<{ readonly text: string; readonly type: string }>;
  answered(request: {
    readonly route: string | undefined;
    readonly method: string;
    readonly status: number;
    readonly seconds: number;
    readonly code: ProblemCode | undefined;
  }): void;
  aborted(route: string | undefined): void;
  /** A malformed HTTP request. */
  unreadable(code: ProblemCode): void;
  storeFailed(): void;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** The metrics of the service. No label contains text chosen by a client. */
export function createMetrics(sources: {
  readonly ctx: Context;
  readonly engine: Pick<Engine, 'load'>;
  readonly open: { readonly count: number };
  readonly recorder: { readonly waiting: number };
  /** Undefined if no list of revocations is kept. */
  readonly revocations?: { readonly writtenAt: Date } | undefined;
  /** Include metrics of the process: memory, event loop, garbage collection. */
  readonly process: boolean;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (sources.process) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'querygate_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'querygate_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const problems = new Counter({
    name: 'querygate_problems_total',
    help: 'Requests that were answered with an error, by its code.',
    labelNames: ['code', 'status'],
    registers,
  });
  const aborted = new Counter({
    name: 'querygate_requests_aborted_total',
    help: 'Requests whose client disconnected before the answer.',
    labelNames: ['route'],
    registers,
  });
  const storeErrors = new Counter({
    name: 'querygate_store_errors_total',
    help: 'Requests and probes that failed because the store did not answer.',
    registers,
  });
  gauge(registers, 'querygate_requests_open', 'Requests in progress.', [], (set) => set({}, sources.open.count));
  gauge(registers, 'querygate_engine_tasks', 'Tasks in the engine.', ['state'], (set) => {
    const { running, waiting } = sources.engine.load;
    set({ state: 'running' }, running);
    set({ state: 'waiting' }, waiting);
  });
  gauge(registers, 'querygate_records_waiting', 'Records that are not yet on disk.', [], (set) =>
    set({}, sources.recorder.waiting),
  );
  const age = 'Time since the list of revocations was written beside the store.';
  gauge(registers, 'querygate_revocations_age_seconds', age, [], (set) => {
    const { revocations, ctx } = sources;
    if (revocations) set({}, (ctx.now().getTime() - revocations.writtenAt.getTime()) / 1000);
  });
  storeGauges(registers, sources.ctx.db);

  return {
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
    answered: ({ route = UNMATCHED, method, status, seconds: took, code }) => {
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status: String(status) });
      seconds.observe({ route }, took);
      if (code !== undefined) problems.inc({ code, status: String(PROBLEMS[code].status) });
    },
    aborted: (route = UNMATCHED) => aborted.inc({ route }),
    unreadable: (code) => {
      const status = String(PROBLEMS[code].status);
      requests.inc({ route: UNMATCHED, method: 'other', status });
      problems.inc({ code, status });
    },
    storeFailed: () => storeErrors.inc(),
  };
}

/** What the store says, on every server alike. */
function storeGauges(registers: Registry[], db: Queryable): void {
  gauge(registers, 'querygate_store_bytes', 'Bytes of the database of the store.', [], async (set) => {
    const { rows } = await db.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
    set({}, rows[0]?.bytes ?? 0);
  });
  const stopped =
    'Workspaces whose old traffic is not deleted, since an entry of their audit trail does not fit the chain.';
  gauge(registers, 'querygate_retention_stopped', stopped, [], async (set) => {
    const { rows } = await db.query<{ count: number }>(
      'SELECT count(*) AS count FROM workspaces WHERE retention_misfit IS NOT NULL',
    );
    set({}, rows[0]?.count ?? 0);
  });
  gauge(registers, 'querygate_simulations', 'Simulations that are queued or running.', ['state'], async (set) => {
    const { rows } = await db.query<{ status: string; count: number }>(
      "SELECT status, count(*) AS count FROM simulations WHERE status IN ('queued', 'running') GROUP BY status",
    );
    for (const state of ['queued', 'running']) set({ state }, rows.find(({ status }) => status === state)?.count ?? 0);
  });
}

/** A gauge that is read on every scrape. If its source fails, it is omitted, and the others are still served. */
function gauge<Label extends string>(
  registers: Registry[],
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: (set: (labels: Partial<Record<Label, string>>, value: number) => void) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      const clear = () => {
        this.reset();
        // Without labels, a reset sets it to 0.
        if (labelNames.length === 0) this.remove();
      };
      clear();
      try {
        await read((labels, value) => this.set(labels, value));
      } catch {
        clear();
      }
    },
  });
}
