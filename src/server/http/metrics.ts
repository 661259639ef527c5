import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { PROBLEMS, type ProblemCode } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';

/** Seconds: from a single query to a large dry run. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Route of requests that lead nowhere; what they asked for is the client's own text, and no label. */
const NOWHERE = 'other';

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
  /** A request that was no HTTP. */
  unreadable(code: ProblemCode): void;
  storeFailed(): void;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** What the service counts. No label holds anything that a client chose. */
export function createMetrics(sources: {
  readonly ctx: Context;
  readonly engine: Pick<Engine, 'load'>;
  readonly open: { readonly count: number };
  readonly recorder: { readonly waiting: number };
  /** Also those of the process: memory, event loop, garbage collection. */
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
    help: 'Requests whose client went away before they were answered.',
    labelNames: ['route'],
    registers,
  });
  const storeErrors = new Counter({
    name: 'querygate_store_errors_total',
    help: 'Requests and probes that failed since the store did not answer.',
    registers,
  });
  gauge(registers, 'querygate_requests_open', 'Requests under way.', [], (set) => set({}, sources.open.count));
  gauge(registers, 'querygate_engine_tasks', 'Tasks of the engine.', ['state'], (set) => {
    const { running, waiting } = sources.engine.load;
    set({ state: 'running' }, running);
    set({ state: 'waiting' }, waiting);
  });
  gauge(registers, 'querygate_records_waiting', 'Records that are not on disk yet.', [], (set) =>
    set({}, sources.recorder.waiting),
  );
  gauge(registers, 'querygate_simulations', 'Simulations that are not over.', ['state'], async (set) => {
    const { rows } = await sources.ctx.db.query<{ status: string; count: number }>(
      "SELECT status, count(*) AS count FROM simulations WHERE status IN ('queued', 'running') GROUP BY status",
    );
    for (const state of ['queued', 'running']) set({ state }, rows.find(({ status }) => status === state)?.count ?? 0);
  });

  return {
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
    answered: ({ route = NOWHERE, method, status, seconds: took, code }) => {
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status: String(status) });
      seconds.observe({ route }, took);
      if (code !== undefined) problems.inc({ code, status: String(PROBLEMS[code].status) });
    },
    aborted: (route = NOWHERE) => aborted.inc({ route }),
    unreadable: (code) => {
      const status = String(PROBLEMS[code].status);
      requests.inc({ route: NOWHERE, method: 'other', status });
      problems.inc({ code, status });
    },
    storeFailed: () => storeErrors.inc(),
  };
}

/** A gauge that is read when somebody asks; one whose source fails is left out, so that the others are still told. */
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
      this.reset();
      try {
        await read((labels, value) => this.set(labels, value));
      } catch {
        this.reset();
      }
    },
  });
}
