import { ConfigError } from '../model/index.ts';
import { listenAdmin } from './admin/listen.ts';
import type { Context } from './context/types.ts';
import { type DemoPerson, fillDemo, WORKSPACE } from './demo/fill.ts';
import { keepReporting } from './demo/proxies.ts';
import { createEngine } from './engine/create-engine.ts';
import { type App, createApp, DEFAULT_HTTP, type HttpOptions, listenMetrics, safeError, urlOf } from './http/index.ts';
import { createRecorder } from './queries/recorder.ts';
import { placeOf } from './restores/place.ts';
import { type AfterRestore, checkRestored } from './restores/restored-store.ts';
import { keepRevocations } from './restores/revocations.ts';
import { startRetention } from './retention/timer.ts';
import { createSimulationRunner, type RunnerEvent } from './simulations/runner.ts';
import { type Database, ReadOnlyStore, StoreError } from './store/database.ts';
import { migrate, newerMigrations } from './store/migrate.ts';
import { openDatabase, type StoreOptions } from './store/open.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly store: StoreOptions;
  /** Module that an engine thread starts with. */
  readonly workerUrl: URL;
  /** Folder of the migrations; default: next to the sources. */
  readonly migrationsUrl?: URL | undefined;
  readonly threads?: number | undefined;
  readonly http?: Partial<HttpOptions> | undefined;
  /** Serves `/metrics` at this address instead of on the main port. */
  readonly metricsAt?: { readonly host: string; readonly port: number } | undefined;
  /** Milliseconds to keep serving after `/readyz` reports not ready, so that a load balancer can notice. */
  readonly drainMilliseconds?: number | undefined;
  readonly now?: (() => Date) | undefined;
  /** File that holds the list of revocations, beside the store; undefined: none is written. */
  readonly revocations?: string | undefined;
  /** What to do if the store was restored from a backup. */
  readonly afterRestore?: AfterRestore | undefined;
  /** Fill the store, which must be empty, with made-up data. */
  readonly demo?: boolean | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Number of workspaces at the start. */
  readonly workspaces: number;
  /** Page of the dashboard where the first workspace is made; undefined if the service has users. */
  readonly setUpUrl: string | undefined;
  /** Only for a demonstration: its users, with their passwords. */
  readonly people: readonly DemoPerson[];
  /**
   * Settles once the store has failed permanently. Exit with an error then, so that a supervisor restarts the process.
   */
  readonly failed: Promise<Error> | undefined;
  /** Logs an error without any SQL that it may contain. */
  log(level: 'error' | 'fatal', error: unknown, message: string): void;
  /**
   * Stops the server: refuses new connections, finishes requests within 25 s, requeues simulations, closes the store.
   */
  close(): Promise<void>;
}

/** Milliseconds that running requests have to finish. */
const SHUTDOWN_MS = 25_000;

type Closing = () => Promise<void>;

/** Starts the service. Raises ConfigError if the store, the address or the port cannot be used. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // Closed in reverse order.
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
  const storeId = await storeIdOf(ctx, options);

  const engine = createEngine({ workerUrl: options.workerUrl, threads: options.threads });
  opened.push(() => engine.close());
  await engine.ready();
  const people = options.demo ? await fillDemo(ctx, engine) : [];
  const recorder = createRecorder(ctx);
  opened.push(() => recorder.close());

  let app: App | undefined;
  const log = () => app?.fastify.log;
  // Closed after the last request.
  const { revocations: path } = options;
  const isKept = path !== undefined && storeId !== undefined;
  const revocations = isKept
    ? await keepRevocations({ ctx, store: storeId, path }, (error) =>
        log()?.error({ error: safeError(error) }, 'cannot write the list of revocations'),
      )
    : undefined;
  opened.push(async () => revocations?.close());
  const runner = createSimulationRunner({ ctx, engine, onEvent: (event) => logEvent(event, log()) });
  app = await createApp({
    ctx,
    engine,
    recorder,
    wake: () => runner.wake(),
    revocations,
    options: { ...options.http, metrics: metricsOf(options), demo: options.demo ?? false },
  });
  await listen(app, options);
  opened.push(() => closeApp(app, options.drainMilliseconds ?? 0));
  await warnIfFormer(db, app, options.migrationsUrl);
  const metrics =
    options.metricsAt && (await listenMetrics(app, { ...options.metricsAt, token: metricsOf(options).token }));
  if (metrics) opened.push(() => metrics.close());
  runner.start();
  opened.push(() => runner.close());
  const retention = startRetention(ctx, retentionLog(app.fastify.log));
  opened.push(() => retention.close());
  if (options.demo) {
    const reports = keepReporting(ctx, WORKSPACE, (error) =>
      log()?.error({ error: safeError(error) }, 'a proxy of the demonstration could not report itself'),
    );
    opened.push(() => reports.close());
  }
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
    setUpUrl: app.setUpCode && `${options.http?.publicUrl ?? urlOf(app.fastify.server)}/setup#${app.setUpCode}`,
    people,
    failed: db.failed,
    log: (level, error, message) => app.fastify.log[level]({ error: safeError(error) }, message),
    close: () => {
      closing ??= closeAll(app, opened);
      return closing;
    },
  };
}

/** Migrates the store. Raises ConfigError if the store cannot be reached. */
async function prepare(db: Database, migrationsUrl: URL | undefined): Promise<void> {
  try {
    await migrate(db, migrationsUrl);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error instanceof ReadOnlyStore) throw new ConfigError(`${error.message}; use the URL of the primary server`);
    throw new ConfigError(`${error.message}; check that the database is running and that its URL is right`);
  }
}

/** The id of a store that has a place. Raises ConfigError if the store was restored, until it is told what was revoked. */
async function storeIdOf(ctx: Context, { store, afterRestore }: ServerOptions): Promise<string | undefined> {
  const place = await placeOf(ctx.db, store);
  return place === undefined ? undefined : checkRestored(ctx, place, afterRestore);
}

function retentionLog(log: App['fastify']['log']): Parameters<typeof startRetention>[1] {
  return {
    onError: (error) => log.error({ error: safeError(error) }, 'the retention sweep failed'),
    onStopped: (stopped) =>
      log.error(
        stopped,
        'old traffic is not deleted: an entry of the audit trail does not fit the chain; see `querygate admin audit verify`',
      ),
  };
}

async function warnIfFormer(db: Database, { fastify }: App, migrationsUrl: URL | undefined): Promise<void> {
  const migrations = await newerMigrations(db, migrationsUrl);
  if (migrations.length > 0)
    fastify.log.warn({ migrations }, 'a newer version has updated the store; replace this server with it soon');
}

function metricsOf({ http, metricsAt }: ServerOptions): HttpOptions['metrics'] {
  const metrics = http?.metrics ?? DEFAULT_HTTP.metrics;
  return metricsAt ? { ...metrics, served: false } : metrics;
}

async function listen({ fastify }: App, { host, port }: ServerOptions): Promise<void> {
  try {
    await fastify.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why: Readonly<Record<string, string>> = {
      EADDRINUSE: 'another program is listening there; stop it, or choose another `--port`',
      EACCES: 'permission denied; choose a port above 1023',
      EADDRNOTAVAIL: 'this machine has no such address; correct `--host`',
      ENOTFOUND: 'there is no such host; correct `--host`',
    };
    const known = typeof code === 'string' ? why[code] : undefined;
    if (known === undefined) throw error;
    throw new ConfigError(`cannot listen on \`${host}\`, port ${port}: ${known}`);
  }
}

/** Closes everything even if some parts fail, then raises the first failure. */
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
  const timer = setTimeout(() => fastify.server.closeAllConnections(), SHUTDOWN_MS);
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
