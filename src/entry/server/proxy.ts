import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { workingTree } from '../../ci/index.ts';
import { ConfigError, InternalError, PRODUCT } from '../../model/index.ts';
import {
  type Action,
  jsonLog,
  type LogLevel,
  type ModeFor,
  mysql,
  type PostgresqlOptions,
  type Protocol,
  type ProxyOptions,
  parseMode,
  parseSecrets,
  postgresql,
  type RunningProxy,
  startProxy,
  type UpstreamTls,
} from '../../proxy/index.ts';
import { visible } from '../../report/index.ts';
import { integer } from '../shared/option-values.ts';
import { programModule } from '../shared/program-modules.ts';
import { printToStderr, standardLog } from './log.ts';
import { runWorkers, workerNumber } from './proxy-workers.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const LOG_LEVELS: readonly LogLevel[] = ['info', 'warn', 'error'];
const ACTIONS: readonly Action[] = ['pass', 'warn', 'block'];

/** Settings of `querygate proxy`, from the command line or the environment. */
export interface ProxyCommandOptions {
  readonly listen: Address;
  readonly upstream: UpstreamAddress;
  readonly upstreamTls: 'off' | 'require' | 'verify';
  readonly upstreamTlsDirect?: boolean;
  readonly upstreamCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsRequired?: boolean;
  readonly auth: 'passthrough' | 'scram' | 'cleartext';
  readonly authFile?: string;
  readonly mode?: readonly ModeFor[];
  readonly onUnknown: Action;
  readonly rules?: string;
  readonly events?: string;
  readonly data: string;
  readonly id?: string;
  readonly probes?: Address;
  readonly maxRulesAge?: number;
  readonly blockWithoutEvents?: boolean;
  readonly maxSessions: number;
  readonly workers: number;
  readonly drain: number;
  readonly logLevel: LogLevel;
}

interface Address<Port = number> {
  readonly host: string;
  readonly port: Port;
}

/** Without a port: that of the protocol. */
interface UpstreamAddress extends Address<number | undefined> {
  readonly scheme: Scheme;
}

const SCHEMES = ['postgresql', 'mysql', 'mariadb'] as const;
type Scheme = (typeof SCHEMES)[number];

export function proxyCommand(): Command {
  const command = new Command('proxy').description('judge queries on their way to a database; SIGTERM stops it');
  for (const add of [addAddresses, addRules, addLogin, addProcess]) add(command);
  return command.action(async (options: ProxyCommandOptions) => {
    const number = workerNumber();
    if (number !== undefined) await proxy(ofWorker(options, number));
    else if (options.workers > 1) runWorkers(options.workers);
    else await proxy(options);
  });
}

function addAddresses(command: Command): void {
  command
    .addOption(
      new Option(
        '--upstream <host:port>',
        'address of the database, or the folder of its socket, such as `/run/postgresql`; PostgreSQL, or with `mysql://` or `mariadb://` before it, that',
      )
        .env('QUERYGATE_UPSTREAM')
        .argParser(upstreamAddress)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--listen <host:port>', 'address for clients')
        .env('QUERYGATE_PROXY_LISTEN')
        .argParser(address(6432))
        .default({ host: '127.0.0.1', port: 6432 }, '127.0.0.1:6432'),
    );
}

function addRules(command: Command): void {
  command
    .addOption(
      new Option('--mode <mode>', 'observe, warn or enforce, for all or as `user@database=<mode>`; may be repeated')
        .env('QUERYGATE_PROXY_MODE')
        .argParser(modes),
    )
    .addOption(
      new Option('--on-unknown <action>', 'what mode `enforce` does with a query that cannot be decided')
        .env('QUERYGATE_ON_UNKNOWN')
        .choices(ACTIONS)
        .default('block'),
    )
    .addOption(
      new Option(
        '--max-rules-age <minutes>',
        'block everything in mode `enforce` once the service has not confirmed the rules for this long; default: never',
      )
        .env('QUERYGATE_MAX_RULES_AGE')
        .argParser(minutes),
    )
    .addOption(
      new Option(
        '--block-without-events',
        'block everything in mode `enforce` while there is no room for events, instead of dropping them',
      ).env('QUERYGATE_BLOCK_WITHOUT_EVENTS'),
    )
    .addOption(new Option('--rules <path>', 'rule file or folder, without a service').env('QUERYGATE_RULES'))
    .addOption(
      new Option(
        '--events <how>',
        '`singly` or `summed` to the service; without a service, a file for `history collect`',
      ).env('QUERYGATE_EVENTS'),
    );
}

function addLogin(command: Command): void {
  command
    .addOption(
      new Option('--auth <how>', 'how clients log in: see docs/proxy.md')
        .env('QUERYGATE_PROXY_AUTH')
        .choices(['passthrough', 'scram', 'cleartext'])
        .default('passthrough'),
    )
    .addOption(
      new Option('--auth-file <path>', 'file of roles and their `rolpassword`, for `--auth scram`').env(
        'QUERYGATE_PROXY_AUTH_FILE',
      ),
    )
    .addOption(new Option('--tls-cert <path>', 'certificate for clients, PEM').env('QUERYGATE_PROXY_TLS_CERT'))
    .addOption(new Option('--tls-key <path>', 'its key, PEM').env('QUERYGATE_PROXY_TLS_KEY'))
    .addOption(
      new Option('--tls-required', 'refuse clients that connect without TLS').env('QUERYGATE_PROXY_TLS_REQUIRED'),
    )
    .addOption(
      new Option('--upstream-tls <how>', 'TLS to the database; `verify` checks its certificate and name')
        .env('QUERYGATE_UPSTREAM_TLS')
        .choices(['off', 'require', 'verify'])
        .default('off'),
    )
    .addOption(
      new Option('--upstream-tls-direct', 'begin with TLS at once (PostgreSQL 17 and newer)').env(
        'QUERYGATE_UPSTREAM_TLS_DIRECT',
      ),
    )
    .addOption(
      new Option('--upstream-ca <path>', 'certificate authorities trusted for the database, PEM').env(
        'QUERYGATE_UPSTREAM_CA',
      ),
    );
}

function addProcess(command: Command): void {
  command
    .addOption(
      new Option('--data <folder>', 'folder for the last known rules and for events that wait to be sent')
        .env('QUERYGATE_PROXY_DATA')
        .default('querygate-proxy'),
    )
    .addOption(
      new Option(
        '--id <name>',
        'name of this proxy, unique in the workspace; default: the host name and random characters, kept in the folder',
      ).env('QUERYGATE_PROXY_ID'),
    )
    .addOption(
      new Option(
        '--probes <host:port>',
        'serve `/healthz`, `/readyz` and `/metrics` here; set QUERYGATE_METRICS_TOKEN to require a token for metrics',
      )
        .env('QUERYGATE_PROXY_PROBES')
        .argParser(address(9464)),
    )
    .addOption(
      new Option('--max-sessions <n>', 'sessions at the same time')
        .env('QUERYGATE_PROXY_MAX_SESSIONS')
        .argParser(integer(1, 100_000))
        .default(1000),
    )
    .addOption(
      new Option(
        '--workers <n>',
        'processes that share the port; each has a folder of its own in `--data`, a name of its own, and the next port for probes',
      )
        .env('QUERYGATE_PROXY_WORKERS')
        .argParser(integer(1, 256))
        .default(1),
    )
    .addOption(
      new Option('--drain <seconds>', 'seconds for sessions to become idle after SIGTERM')
        .env('QUERYGATE_DRAIN')
        .argParser(integer(0, 3600))
        .default(30),
    )
    .addOption(
      new Option('--log-level <level>', 'level of the log on standard output')
        .env('QUERYGATE_LOG_LEVEL')
        .choices(LOG_LEVELS)
        .default('info'),
    );
}

/** The settings of one of several workers. */
function ofWorker(options: ProxyCommandOptions, number: number): ProxyCommandOptions {
  const { id, probes, data, events } = options;
  const isFile = events !== undefined && events !== 'singly' && events !== 'summed';
  return {
    ...options,
    data: join(data, `worker-${number}`),
    ...(id !== undefined && { id: `${id}-${number}` }),
    ...(probes && { probes: { ...probes, port: probes.port === 0 ? 0 : probes.port + number - 1 } }),
    // Lines of two processes would be mixed.
    ...(isFile && { events: `${events}.${number}` }),
  };
}

/** Starts the proxy, prints its address, and stops it on a signal. Raises ConfigError. */
export async function proxy(options: ProxyCommandOptions, env: NodeJS.ProcessEnv = process.env): Promise<RunningProxy> {
  const settings = settingsOf(options, env);
  const running = await startProxy(settings);
  const { host, upstream } = settings;
  printToStderr(
    `querygate ${PRODUCT.version} proxy listening on ${shown({ host, port: running.port })}, database at ${shown(upstream)}`,
  );
  if (running.operationsUrl !== undefined) printToStderr(`probes and metrics: ${running.operationsUrl}`);
  stopOnSignal(
    'ending sessions as they become idle',
    () => running.close(options.drain * 1000),
    (error) =>
      printToStderr(
        `querygate: the proxy did not shut down cleanly: ${error instanceof Error ? error.message : error}`,
      ),
  );
  process.on('SIGHUP', () => running.reload());
  return running;
}

function settingsOf(options: ProxyCommandOptions, env: NodeJS.ProcessEnv): ProxyOptions {
  const { listen, upstream, upstreamTls } = options;
  const to = standardLog();
  const certificate = certificateOf(options);
  const protocol = protocolOf(options);
  return {
    protocol,
    host: listen.host,
    port: listen.port,
    upstream: {
      host: upstream.host,
      port: upstream.port ?? protocol.defaultPort,
      tls: upstreamTls === 'off' ? undefined : tlsOf(options),
      timeout: 10_000,
    },
    certificate,
    tlsRequired: options.tlsRequired === true,
    ...endsOf(options, env),
    folder: resolve(options.data),
    id: options.id,
    operations: options.probes && { ...options.probes, metricsToken: env['QUERYGATE_METRICS_TOKEN'] || undefined },
    modes: options.mode ?? [],
    policies: {
      unknown: options.onUnknown,
      maxRulesAge: options.maxRulesAge === undefined ? undefined : options.maxRulesAge * 60_000,
      blockWithoutEvents: options.blockWithoutEvents === true,
    },
    maxSessions: options.maxSessions,
    workerUrl: workerUrl(),
    log: jsonLog((line) => void to.write(line), options.logLevel),
  };
}

/** Raises ConfigError. */
function protocolOf(options: ProxyCommandOptions): Protocol {
  const { auth, upstream, upstreamTlsDirect } = options;
  const { scheme } = upstream;
  if (scheme === 'postgresql')
    return postgresql({ authentication: authenticationOf(options), isTlsDirect: upstreamTlsDirect === true });
  const foreign = upstreamTlsDirect ? '--upstream-tls-direct' : auth === 'passthrough' ? undefined : `--auth ${auth}`;
  if (foreign) throw new ConfigError(`\`${foreign}\` is for PostgreSQL only: leave it out for \`${scheme}://\``);
  return mysql(scheme);
}

/** Where the rules come from and the events go to. */
function endsOf(
  { rules, events }: ProxyCommandOptions,
  env: NodeJS.ProcessEnv,
): Pick<ProxyOptions, 'rules' | 'events'> {
  const names = ['SERVICE_BASE_URL', 'SERVICE_WORKSPACE_ID', 'SERVICE_API_KEY'] as const;
  const missing = names.filter((name) => !env[name]);
  if (rules !== undefined) {
    if (missing.length < names.length)
      throw new ConfigError(
        'rules come from the service or from `--rules`: leave out `--rules`, or the variables `SERVICE_…`',
      );
    if (events === 'summed' || events === 'singly')
      throw new ConfigError(`\`--events ${events}\` needs a service; without one, give a file`);
    const path = resolve(rules);
    const place = async () => ({ tree: workingTree(dirname(path)), entry: basename(path) });
    return { rules: { place }, events: events === undefined ? undefined : { path: resolve(events) } };
  }
  if (missing.length > 0)
    throw new ConfigError(
      `set ${missing.map((name) => `\`${name}\``).join(', ')} for a service, or give \`--rules <path>\``,
    );
  if (events !== undefined && events !== 'summed' && events !== 'singly')
    throw new ConfigError('with a service, `--events` is `singly` or `summed`');
  const [baseUrl = '', workspace = '', apiKey = ''] = names.map((name) => env[name]);
  const service = {
    baseUrl,
    workspace,
    apiKey,
    userAgent: `querygate-proxy/${PRODUCT.version}`,
    deadline: 30_000,
    env,
  };
  return { rules: { service }, events: events === 'summed' ? 'summed' : undefined };
}

function tlsOf({ upstreamTls, upstreamCa }: ProxyCommandOptions): UpstreamTls {
  return { verify: upstreamTls === 'verify', ca: upstreamCa === undefined ? undefined : readText(upstreamCa) };
}

function certificateOf({ tlsCert, tlsKey, tlsRequired }: ProxyCommandOptions): ProxyOptions['certificate'] {
  if (tlsCert === undefined && tlsKey === undefined) {
    if (tlsRequired) throw new ConfigError('`--tls-required` needs `--tls-cert` and `--tls-key`');
    return undefined;
  }
  if (tlsCert === undefined || tlsKey === undefined) throw new ConfigError('give both `--tls-cert` and `--tls-key`');
  return { certificate: resolve(tlsCert), key: resolve(tlsKey) };
}

function authenticationOf({ auth, authFile, tlsCert }: ProxyCommandOptions): PostgresqlOptions['authentication'] {
  if (auth === 'cleartext' && tlsCert === undefined)
    throw new ConfigError('`--auth cleartext` takes passwords over TLS only: give `--tls-cert` and `--tls-key`');
  if (auth !== 'scram') return auth;
  if (authFile === undefined)
    throw new ConfigError(
      '`--auth scram` needs `--auth-file`, with a role and its `rolpassword` (from `pg_authid`) on each line',
    );
  const { known, wrong } = parseSecrets(readText(authFile));
  if (wrong.length > 0)
    throw new ConfigError(`\`${visible(authFile)}\`, line ${wrong[0]}: not a role and a \`SCRAM-SHA-256$…\` secret`);
  return { known };
}

/** The module of the thread that reads long texts, in the bundle and in the sources. */
function workerUrl(): URL {
  const url = programModule(['proxy-worker.js', '../server/proxy-worker.js', 'proxy-worker.ts']);
  if (!url) throw new InternalError('the module of the worker thread is missing');
  return url;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`\`${visible(path)}\` cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

function shown({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** `host:port`, `[::1]:port`, or a folder with a socket. */
function address<Port extends number | undefined>(defaultPort: Port) {
  return (text: string): Address<number | Port> => {
    const [, six, host = six, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
    if (host === undefined || Number(port) > 65_535)
      throw new InvalidArgumentError('it must be like `db.example.com:5432`.');
    return { host, port: port === undefined ? defaultPort : Number(port) };
  };
}

/** `host:port` or a folder, with the scheme of its protocol before it. */
function upstreamAddress(text: string): UpstreamAddress {
  const [, given = 'postgresql', rest = ''] = /^(?:([a-z]+):\/\/)?(.*)$/is.exec(text) ?? [];
  const name = given.toLowerCase();
  const scheme = SCHEMES.find((each) => each === (name === 'postgres' ? 'postgresql' : name));
  if (!scheme)
    throw new InvalidArgumentError(`it must begin with one of ${SCHEMES.map((each) => `${each}://`).join(', ')}.`);
  if (/[@?]|^[^/].*\//.test(rest))
    throw new InvalidArgumentError('it must have no user, database or options: clients choose these.');
  return { scheme, ...address(undefined)(rest) };
}

/** Up to a year. */
function minutes(text: string): number {
  const value = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= 527_040) return value;
  throw new InvalidArgumentError('it must be a number of minutes, such as 15 or 0.5, up to 527040 (a year).');
}

function modes(text: string, before: readonly ModeFor[] = []): readonly ModeFor[] {
  try {
    return [...before, ...text.split(',').map((each) => parseMode(each.trim()))];
  } catch (error) {
    if (error instanceof ConfigError) throw new InvalidArgumentError(`${error.message}.`);
    throw error;
  }
}
