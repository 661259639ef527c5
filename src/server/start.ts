import { ConfigError } from '../model/index.ts';
import { listenAdmin } from './admin/listen.ts';
import type { Context } from './context/types.ts';
import { createEngine } from './engine/create-engine.ts';
import { type App, createApp, DEFAULT_HTTP, type HttpOptions, listenMetrics, safeError, urlOf } from './http/index.ts';
import { createRecorder } from './queries/recorder.ts';
import { startRetention } from './retention/timer.ts';
import { createSimulationRunner, type RunnerEvent } from './simulations/runner.ts';
import { type Database, StoreError } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { openDatabase, type StoreOptions } from './store/open.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: one that is free. */
  readonly port: number;
  readonly store: StoreOptions;
  /** Module that a thread of the engine starts with. */
  readonly workerUrl: URL;
  /** Folder of the SQL files; default: beside the sources. */
  readonly migrationsUrl?: URL | undefined;
  readonly threads?: number | undefined;
  readonly http?: Partial<HttpOptions> | undefined;
  /** Where `/metrics` is answered instead of the port of all else. */
  readonly metricsAt?: { readonly host: string; readonly port: number } | undefined;
  /** Milliseconds between `/readyz` saying no and the last connection that is taken, so that a load balancer can look. */
  readonly drainMilliseconds?: number | undefined;
  readonly now?: (() => Date) | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** How many there were when it started. */
  readonly workspaces: number;
  /** Settles once the store has failed for good: end the process with an error, so that it is started again. */
  readonly failed: Promise<Error> | undefined;
  /** Puts an error into the log, without what it may hold of SQL. */
  log(level: 'error' | 'fatal', error: unknown, message: string): void;
  /** Stops: no new connections, what runs comes to its end within 25 s, simulations go back, the store is closed. */
  close(): Promise<void>;
}

/** Milliseconds that requests have to come to their end. */
const LAST_REQUESTS = 25_000;

type Closing = () => Promise<void>;

/** Starts the service. Raises ConfigError for a store, an address or a port that cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // What was opened, to be closed in the opposite order.
  const opened: Closing[] = [];
  try {
    return await start(options, opened);
  } catch (error) {
    for (const close of opened.reverse()) await close().catch(() => undefined);
    throw error;
  }
}

async function start(options: ServerOptions, opened: Closing[]): Promise<RunningServer> {
  const db: Database = await openDatabase(options.store);
  opened.push(() => db.close());
  await prepare(db, options.migrationsUrl);
  const ctx: Context = { db, now: options.now ?? (() => new Date()) };

  const engine = createEngine({ workerUrl: options.workerUrl, threads: options.threads });
  opened.push(() => engine.close());
  await engine.ready();
  const recorder = createRecorder(ctx);
  opened.push(() => recorder.close());

  let app: App | undefined;
  const log = () => app?.fastify.log;
  const runner = createSimulationRunner({ ctx, engine, onEvent: (event) => logEvent(event, log()) });
  app = await createApp({
    ctx,
    engine,
    recorder,
    wake: () => runner.wake(),
    options: { ...options.http, metrics: metricsOf(options) },
  });
  await listen(app, options);
  opened.push(() => closeApp(app, options.drainMilliseconds ?? 0));
  const metrics =
    options.metricsAt && (await listenMetrics(app, { ...options.metricsAt, token: metricsOf(options).token }));
  if (metrics) opened.push(() => metrics.close());
  runner.start();
  opened.push(() => runner.close());
  const retention = startRetention(ctx, (error) => log()?.error({ error: safeError(error) }, 'the sweep failed'));
  opened.push(() => retention.close());
  if ('folder' in options.store) {
    const admin = await listenAdmin({ ctx, engine }, options.store.folder);
    opened.push(() => admin.close());
  }

  const { rows } = await db.query<{ count: number }>('SELECT count(*) AS count FROM workspaces');
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(app.fastify.server),
    metricsUrl: metrics?.url,
    workspaces: rows[0]?.count ?? 0,
    failed: db.failed,
    log: (level, error, message) => app.fastify.log[level]({ error: safeError(error) }, message),
    close: () => {
      closing ??= closeAll(app, opened);
      return closing;
    },
  };
}

/** Brings the tables up to date. Raises ConfigError where there is no store to be had. */
async function prepare(db: Database, migrationsUrl: URL | undefined): Promise<void> {
  try {
    await migrate(db, migrationsUrl);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new ConfigError(`${error.message}; see that the database runs, and that its address is right`);
  }
}

function metricsOf({ http, metricsAt }: ServerOptions): HttpOptions['metrics'] {
  const metrics = http?.metrics ?? DEFAULT_HTTP.metrics;
  return metricsAt ? { ...metrics, served: false } : metrics;
}

async function listen({ fastify }: App, { host, port }: ServerOptions): Promise<void> {
  try {
    await fastify.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why: Readonly<Record<string, string>> = {
      EADDRINUSE: 'another program listens there; stop it, or take another `--port`',
      EACCES: 'this user may not; take a port above 1023',
      EADDRNOTAVAIL: 'this machine has no such address; correct `--host`',
      ENOTFOUND: 'there is no such host; correct `--host`',
    };
    const known = typeof code === 'string' ? why[code] : undefined;
    if (known === undefined) throw error;
    throw new ConfigError(`cannot listen at \`${host}\`, port ${port}: ${known}`);
  }
}

/** Everything is closed, whatever of it fails; the first failure is told. */
async function closeAll(app: App, opened: readonly Closing[]): Promise<void> {
  app.drain();
  let failed: unknown;
  for (const close of [...opened].reverse()) {
    try {
      await close();
    } catch (error) {
      failed ??= error;
    }
  }
  if (failed !== undefined) throw failed;
}

async function closeApp({ fastify }: App, drain: number): Promise<void> {
  if (drain > 0) await new Promise((resolve) => setTimeout(resolve, drain));
  const timer = setTimeout(() => fastify.server.closeAllConnections(), LAST_REQUESTS);
  try {
    await fastify.close();
  } finally {
    clearTimeout(timer);
  }
}

function logEvent(event: RunnerEvent, log: App['fastify']['log'] | undefined): void {
  if (event.event === 'error') {
    const { simulation, error } = event;
    log?.error(
      { ...(simulation !== undefined && { simulation }), error: safeError(error) },
      'the simulation runner failed',
    );
    return;
  }
  const { event: state, simulation, attempt } = event;
  log?.info({ simulation, state, attempt }, 'simulation');
}
