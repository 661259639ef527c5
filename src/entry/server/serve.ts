import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ConfigError, EXIT, InternalError, PRODUCT } from '../../model/index.ts';
import { visible } from '../../report/index.ts';
import {
  isIssuer,
  PUBLIC_ISSUERS,
  passwordPolicy,
  RATE_GROUPS,
  type RateGroup,
  type RunningServer,
  type ServerOptions,
  signOnSettings,
  startServer,
} from '../../server/index.ts';
import { integer } from '../shared/option-values.ts';
import { programModule } from '../shared/program-modules.ts';
import { printToStderr, standardLog } from './log.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { type StoreSettings, storeOf, withStore } from './store.ts';

/** Milliseconds to answer waiting requests after the store has failed. */
const LAST_RESPONSES_MS = 2_000;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Settings of `querygate serve`, from the command line or the environment. */
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
  readonly demo?: boolean;
  readonly revocations?: string;
  readonly afterRestore?: string;
  readonly publicUrl?: string;
  readonly identityIssuers?: readonly string[];
  readonly dashboard: boolean;
}

export function serveCommand(): Command {
  const command = withStore(new Command('serve')).description(
    'run the service; SIGTERM stops it once running requests are done',
  );
  addNetwork(command);
  addOperations(command);
  addRestore(command);
  return command.action(async (options: ServeOptions) => {
    await serve(options);
  });
}

function addNetwork(command: Command): void {
  command
    .addOption(new Option('--host <host>', 'address to listen on').env('QUERYGATE_HOST').default('127.0.0.1'))
    .addOption(
      new Option('--port <port>', 'port to listen on; 0: any free port')
        .env('QUERYGATE_PORT')
        .default(7460)
        .argParser(integer(0, 65_535)),
    )
    .addOption(
      new Option('--threads <n>', 'worker threads that judge SQL; default: number of CPUs plus one, at least 3')
        .env('QUERYGATE_THREADS')
        .argParser(integer(2, 256)),
    )
    .addOption(
      new Option(
        '--trust-proxy [addresses]',
        'trust `X-Forwarded-For` from proxies at these addresses or ranges (comma-separated); without a value: trust one proxy',
      )
        .env('QUERYGATE_TRUST_PROXY')
        .argParser(proxies),
    )
    .addOption(
      new Option(
        '--rate <group=n>',
        `requests per minute: ${Object.keys(RATE_GROUPS).join(', ')} (comma-separated, may be repeated)`,
      )
        .env('QUERYGATE_RATES')
        .argParser(rates),
    );
}

function addOperations(command: Command): void {
  command
    .addOption(
      new Option(
        '--metrics-port <port>',
        'serve `/metrics` only on this port; set QUERYGATE_METRICS_TOKEN to require a token',
      )
        .env('QUERYGATE_METRICS_PORT')
        .argParser(integer(0, 65_535)),
    )
    .addOption(
      new Option(
        '--public-url <url>',
        'URL under which browsers reach the service, such as `https://querygate.example.com`',
      )
        .env('QUERYGATE_PUBLIC_URL')
        .argParser(publicUrl),
    )
    .addOption(
      new Option(
        '--identity-issuers <urls>',
        'hosts of your own whose CI jobs trusts may let in, such as `https://gitlab.example.com` (comma-separated); those of GitHub and GitLab are always accepted',
      )
        .env('QUERYGATE_IDENTITY_ISSUERS')
        .argParser(issuers),
    )
    .addOption(
      new Option('--no-dashboard', 'serve the API only (environment: QUERYGATE_DASHBOARD=off)').default(
        process.env['QUERYGATE_DASHBOARD'] !== 'off',
      ),
    )
    .addOption(
      new Option('--metrics-host <host>', 'address for `--metrics-port`')
        .env('QUERYGATE_METRICS_HOST')
        .default('127.0.0.1'),
    )
    .addOption(
      new Option('--drain <seconds>', 'seconds to keep serving after `/readyz` reports not ready')
        .env('QUERYGATE_DRAIN')
        .default(0)
        .argParser(integer(0, 300)),
    )
    .addOption(
      new Option('--log-level <level>', 'level of the log on standard output')
        .env('QUERYGATE_LOG_LEVEL')
        .choices(LOG_LEVELS)
        .default('info'),
    )
    .addOption(
      new Option(
        '--demo',
        'serve a made-up workspace, from an embedded store in a temporary folder that is deleted at the end',
      ).conflicts(['data', 'databaseUrl']),
    );
}

function addRestore(command: Command): void {
  command
    .addOption(
      new Option(
        '--revocations <file>',
        'file for the list of what was revoked, which a start after a restore needs; keep it apart from the store and its backups',
      ).env('QUERYGATE_REVOCATIONS'),
    )
    .addOption(
      new Option(
        '--after-restore <list>',
        'for the first start on a restored store: the file that `--revocations` wrote, `revoke-all`, or `moved` if nothing was revoked since',
      ),
    );
}

/** Starts the service, prints its URL, and stops it on a signal. Raises ConfigError. */
export async function serve(options: ServeOptions, env: NodeJS.ProcessEnv = process.env): Promise<RunningServer> {
  const store = options.demo ? demoStore() : storeOf(options, env);
  const server = await startServer(settingsOf(options, store, env));
  const location = 'folder' in store ? `\`${visible(store.folder)}\`` : 'PostgreSQL';
  printToStderr(`querygate ${PRODUCT.version} listening on ${server.url}, data in ${location}`);
  if (options.demo) printDemo(server);
  if (server.metricsUrl !== undefined) printToStderr(`metrics: ${server.metricsUrl}/metrics`);
  if (server.setUpUrl !== undefined && options.dashboard)
    printToStderr(`no user yet; create the first workspace at ${server.setUpUrl} (the link works once)`);
  else if (server.workspaces === 0)
    printToStderr(
      'no workspace yet; run `querygate admin init --workspace <id> --email <address>` to create one with a first API key',
    );
  stopOnSignal(
    'finishing running requests',
    () => server.close(),
    (error) => server.log('fatal', error, 'the service did not shut down cleanly'),
  );
  stopOnUncaughtError(server);
  stopOnStoreFailure(server);
  return server;
}

/** An empty store that is deleted when the process ends. */
function demoStore(): { readonly folder: string; readonly durable: false } {
  const parent = mkdtempSync(join(tmpdir(), 'querygate-demo-'));
  process.on('exit', () => rmSync(parent, { recursive: true, force: true }));
  return { folder: join(parent, 'data'), durable: false };
}

function printDemo({ people }: RunningServer): void {
  printToStderr('This is a demonstration: all data is made up, and deleted when it stops. Sign in as:');
  for (const { email, password, role } of people) printToStderr(`  ${email}  ${password}  (${role})`);
}

function afterRestore(text: string | undefined): ServerOptions['afterRestore'] {
  return text === undefined || text === 'revoke-all' || text === 'moved' ? text : { list: text };
}

function settingsOf(options: ServeOptions, store: ServerOptions['store'], env: NodeJS.ProcessEnv): ServerOptions {
  const token = env['QUERYGATE_METRICS_TOKEN'];
  checkPublicUrl(options);
  const signOn = signOnSettings(env, options.publicUrl);
  return {
    host: options.host,
    port: options.port,
    store,
    workerUrl: workerUrl(),
    threads: options.threads,
    demo: options.demo,
    revocations: options.revocations,
    afterRestore: afterRestore(options.afterRestore),
    drainMilliseconds: options.drain * 1000,
    metricsAt: options.metricsPort === undefined ? undefined : { host: options.metricsHost, port: options.metricsPort },
    http: {
      log: { level: options.logLevel, to: standardLog() },
      trustProxy: options.trustProxy ?? false,
      rates: { ...RATE_GROUPS, ...options.rate },
      metrics: { served: true, token: token === '' ? undefined : token, process: true },
      dashboard: options.dashboard ? dashboardFolder() : undefined,
      publicUrl: options.publicUrl,
      identityIssuers: [...PUBLIC_ISSUERS, ...(options.identityIssuers ?? [])],
      env,
      signOn,
      passwords: passwordPolicy(env, signOn),
    },
  };
}

/** Browsers keep a session only over HTTPS or on localhost. Raises ConfigError. */
function checkPublicUrl({ host, publicUrl: given, dashboard }: ServeOptions): void {
  if (!dashboard || given?.startsWith('https://') || (given === undefined && isLocal(host))) return;
  if (given !== undefined && isLocal(new URL(given).hostname)) return;
  throw new ConfigError(
    `browsers sign in only over HTTPS, and the service listens on \`${visible(host)}\`: give \`--public-url https://…\`, the URL of the proxy in front of it, or \`--no-dashboard\` to serve the API only`,
  );
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Logs uncaught errors safely: Node would print the whole error, which may hold SQL and row values. */
function stopOnUncaughtError(server: RunningServer): void {
  const end = (error: unknown) => {
    try {
      server.log('fatal', error, 'an unexpected error stopped the service');
    } finally {
      process.exit(EXIT.internal);
    }
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}

/** Exits when the store has failed for good; the supervisor restarts the process. */
function stopOnStoreFailure(server: RunningServer): void {
  void server.failed?.then((error) => {
    printToStderr(`querygate: ${error.message}`);
    server.log('fatal', error, 'the store has failed');
    const end = () => process.exit(EXIT.service);
    setTimeout(end, LAST_RESPONSES_MS);
    void server.close().then(end, end);
  });
}

/** The built dashboard: next to this program in the bundle, in the bundle's folder for the sources. */
function dashboardFolder(): string {
  const [, main = ''] = process.argv;
  const folder = dirname(realpathSync(main));
  const built = ['public', '../server/public', '../../../server/public'].map((name) => join(folder, name));
  return built.find((path) => existsSync(path)) ?? join(folder, 'public');
}

/** The module of the worker threads, in the bundle and in the sources. */
export function workerUrl(): URL {
  const url = programModule(['worker.js', '../server/worker.js', 'worker.ts']);
  if (!url) throw new InternalError('the module of the worker threads is missing');
  return url;
}

function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('it must be a URL such as `https://querygate.example.com`.');
  if (url.pathname !== '/')
    throw new InvalidArgumentError('the dashboard needs a host of its own: leave the path out.');
  return url.origin;
}

function issuers(text: string): readonly string[] {
  const urls = text.split(',').map((part) => part.trim());
  if (urls.every(isIssuer)) return urls;
  throw new InvalidArgumentError('it must be https URLs, each exactly as the claim `iss` of its tokens has it.');
}

function proxies(text: string): boolean | readonly string[] {
  if (text === 'true') return true;
  if (text === '' || text === 'false') return false;
  const addresses = text.split(',').map((part) => part.trim());
  const invalid = addresses.find((address) => !isAddress(address));
  if (invalid === undefined) return addresses;
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

function rates(text: string, before: ServeOptions['rate'] = {}): ServeOptions['rate'] {
  const given = text.split(',').map((part) => {
    const [group = '', number = ''] = part.split('=').map((each) => each.trim());
    if (!Object.hasOwn(RATE_GROUPS, group) || !/^[1-9]\d{0,8}$/.test(number))
      throw new InvalidArgumentError(
        `it must be like \`dryRun=600\`; the groups are ${Object.keys(RATE_GROUPS).join(', ')}.`,
      );
    return [group, Number(number)] as const;
  });
  return { ...before, ...Object.fromEntries(given) };
}
