import { existsSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT, InternalError, PRODUCT } from '../../model/index.ts';
import { visible } from '../../report/index.ts';
import {
  RATE_GROUPS,
  type RateGroup,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../server/index.ts';
import { logDelivered, printToStderr, standardLog } from './log.ts';
import { type StoreSettings, storeOf, withStore } from './store.ts';

/** Milliseconds in which those who wait are told, where the store has failed. */
const LAST_ANSWERS = 2_000;
/** Milliseconds in which whoever reads the log has its last lines. */
const LAST_LINES = 1_000;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** What `querygate serve` is told, by the command line and else by the environment. */
export interface ServeOptions extends StoreSettings {
  readonly host: string;
  readonly port: number;
  readonly threads?: number;
  readonly trustProxy?: boolean | readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly drain: number;
  readonly rate?: Partial<Record<RateGroup, number>>;
}

export function serveCommand(): Command {
  return withStore(new Command('serve'))
    .description('run the service; SIGTERM ends it when what runs is done')
    .addOption(new Option('--host <host>', 'address to listen at').env('QUERYGATE_HOST').default('127.0.0.1'))
    .addOption(
      new Option('--port <port>', 'port; 0: any').env('QUERYGATE_PORT').default(7460).argParser(whole(0, 65_535)),
    )
    .addOption(
      new Option('--threads <n>', 'threads that judge; default: one more than the processors, at least 3')
        .env('QUERYGATE_THREADS')
        .argParser(whole(2, 256)),
    )
    .addOption(
      new Option(
        '--trust-proxy [addresses]',
        'believe `X-Forwarded-For` of these addresses or ranges (comma between); without any: its last address',
      )
        .env('QUERYGATE_TRUST_PROXY')
        .argParser(proxies),
    )
    .addOption(
      new Option(
        '--rate <group=n>',
        `requests a minute: ${Object.keys(RATE_GROUPS).join(', ')} (comma between, may be repeated)`,
      )
        .env('QUERYGATE_RATES')
        .argParser(rates),
    )
    .addOption(
      new Option('--metrics-port <port>', 'answer `/metrics` there alone; QUERYGATE_METRICS_TOKEN asks for a token')
        .env('QUERYGATE_METRICS_PORT')
        .argParser(whole(0, 65_535)),
    )
    .addOption(new Option('--metrics-host <host>', 'address for it').env('QUERYGATE_METRICS_HOST').default('127.0.0.1'))
    .addOption(
      new Option('--drain <seconds>', 'how long to go on after `/readyz` says no')
        .env('QUERYGATE_DRAIN')
        .default(0)
        .argParser(whole(0, 300)),
    )
    .addOption(
      new Option('--log-level <level>', 'lines on standard output')
        .env('QUERYGATE_LOG_LEVEL')
        .choices(LOG_LEVELS)
        .default('info'),
    )
    .action(async (options: ServeOptions) => {
      await serve(options);
    });
}

/** Starts the service, says where it is, and ends it by a signal. Raises ConfigError. */
export async function serve(options: ServeOptions, env: NodeJS.ProcessEnv = process.env): Promise<RunningServer> {
  const store = storeOf(options, env);
  const server = await startServer(settingsOf(options, store, env));
  const kept = 'folder' in store ? `\`${visible(store.folder)}\`` : 'PostgreSQL';
  printToStderr(`querygate ${PRODUCT.version} listens at ${server.url}, with its data in ${kept}`);
  if (server.metricsUrl !== undefined) printToStderr(`metrics: ${server.metricsUrl}/metrics`);
  if (server.workspaces === 0)
    printToStderr(
      'there is no workspace yet: `querygate admin init --workspace <id> --email <address>` makes one, and a first API key',
    );
  endBySignal(server);
  endByDefect(server);
  endByStore(server);
  return server;
}

function settingsOf(options: ServeOptions, store: ServerOptions['store'], env: NodeJS.ProcessEnv): ServerOptions {
  const token = env['QUERYGATE_METRICS_TOKEN'];
  return {
    host: options.host,
    port: options.port,
    store,
    workerUrl: workerUrl(),
    threads: options.threads,
    drainMilliseconds: options.drain * 1000,
    metricsAt: options.metricsPort === undefined ? undefined : { host: options.metricsHost, port: options.metricsPort },
    http: {
      log: { level: options.logLevel, to: standardLog() },
      trustProxy: options.trustProxy ?? false,
      rates: { ...RATE_GROUPS, ...options.rate },
      metrics: { served: true, token: token === '' ? undefined : token, process: true },
    },
  };
}

/** The first signal ends the service in order, a second one at once. */
function endBySignal(server: RunningServer): void {
  let ending = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (ending) process.exit(signal === 'SIGINT' ? 130 : 143);
      ending = true;
      printToStderr(`${signal}: what runs comes to its end; once more ends it at once`);
      server
        .close()
        .then(
          () => 0,
          (error: unknown) => {
            server.log('fatal', error, 'the service did not end in order');
            return EXIT.internal;
          },
        )
        .finally(() => logDelivered(LAST_LINES))
        .then((code) => process.exit(code));
    });
}

/** Node would print the whole error, which may hold SQL and values of rows. */
function endByDefect(server: RunningServer): void {
  const end = (error: unknown) => {
    try {
      server.log('fatal', error, 'a defect ended the service');
    } finally {
      process.exit(EXIT.internal);
    }
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}

/** A store that has failed answers nobody: whoever watches over this process starts it again. */
function endByStore(server: RunningServer): void {
  void server.failed?.then((error) => {
    printToStderr(`querygate: ${error.message}`);
    server.log('fatal', error, 'the store has failed');
    const end = () => process.exit(EXIT.service);
    setTimeout(end, LAST_ANSWERS);
    void server.close().then(end, end);
  });
}

/** The module that a thread starts with: in the bundle beside this program, in the sources beside this file. */
export function workerUrl(): URL {
  const [, main = ''] = process.argv;
  const folder = dirname(realpathSync(main));
  const file = ['worker.js', '../server/worker.js', 'worker.ts']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  if (file === undefined) throw new InternalError('the module of the threads is missing');
  return pathToFileURL(file);
}

function proxies(text: string): boolean | readonly string[] {
  if (text === 'true') return true;
  if (text === '' || text === 'false') return false;
  const addresses = text.split(',').map((part) => part.trim());
  const wrong = addresses.find((address) => !isAddress(address));
  if (wrong === undefined) return addresses;
  throw new InvalidArgumentError(
    'it must be addresses or ranges (`10.0.0.0/8`), or `loopback`, `linklocal`, `uniquelocal`.',
  );
}

function isAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function whole(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`it must be a whole number from ${least} to ${most}.`);
  };
}

function rates(text: string, before: ServeOptions['rate'] = {}): ServeOptions['rate'] {
  const given = text.split(',').map((part) => {
    const [group = '', number = ''] = part.split('=').map((each) => each.trim());
    if (!Object.hasOwn(RATE_GROUPS, group) || !/^[1-9]\d{0,8}$/.test(number))
      throw new InvalidArgumentError(`it must be like \`dryRun=600\`, of ${Object.keys(RATE_GROUPS).join(', ')}.`);
    return [group, Number(number)] as const;
  });
  return { ...before, ...Object.fromEntries(given) };
}
