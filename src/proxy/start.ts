import { randomBytes } from 'node:crypto';
import { createServiceClient, type ServiceClientOptions } from '../client/index.ts';
import { openDataFolder } from './data-folder.ts';
import { FileEvents, ServiceEvents } from './events/index.ts';
import { LongTextReader, QueryJudge } from './judging/index.ts';
import type { Log } from './log.ts';
import { type ModeFor, modeOf } from './modes.ts';
import {
  createProxyMetrics,
  listenOperations,
  type Operations,
  type ProxyMetrics,
  UpstreamHealth,
} from './operations/index.ts';
import {
  type Authentication,
  Certificate,
  type CertificateFiles,
  type ConnectionLimits,
  connectUpstream,
  Listener,
  type Policies,
  type Upstream,
} from './postgresql/index.ts';
import { FileRules, type RulePlace, ServiceRules } from './rules/index.ts';
import type { EventSink, RuleSource } from './types.ts';

export interface ProxyOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly upstream: Upstream;
  /** Undefined: clients connect without TLS. */
  readonly certificate: CertificateFiles | undefined;
  readonly authentication: 'passthrough' | 'cleartext' | Pick<Secrets, 'known'>;
  /** Source of the rules; with a service, also where events are sent. */
  readonly rules: { readonly service: ServiceClientOptions } | { readonly place: () => Promise<RulePlace> };
  /** `summed`: only with a service. A path: only without one. Undefined: singly to the service, or nowhere. */
  readonly events: 'summed' | { readonly path: string } | undefined;
  /** Folder for the last known rules and for events that wait. Created if it does not exist. */
  readonly folder: string;
  /** Unique in the workspace. Default: made of the host name, and kept in the folder. */
  readonly id: string | undefined;
  readonly modes: readonly ModeFor[];
  readonly policies: ProxyPolicies;
  readonly maxSessions: number;
  /** Address for probes and metrics; undefined: none. */
  readonly operations: { readonly host: string; readonly port: number; readonly token: string | undefined } | undefined;
  /** Module of the thread that reads long texts. */
  readonly workerUrl: URL;
  readonly log: Log;
}

type Secrets = Extract<Authentication, { mode: 'scram' }>['secrets'];

/** What mode `enforce` does where the rules give no answer. */
export interface ProxyPolicies {
  /** Queries with the verdict `unknown`. */
  readonly unknown: Policies['unknown'];
  /** Age in milliseconds from which on rules that the service has not confirmed block everything; undefined: never. */
  readonly maxRulesAge: number | undefined;
  /** Block everything while there is no room for events. */
  readonly blockWithoutEvents: boolean;
}

export interface RunningProxy {
  readonly port: number;
  /** URL for probes and metrics. */
  readonly operationsUrl: string | undefined;
  /** Reads rules, certificates and the file of events again (SIGHUP). */
  reload(): void;
  /** Ends the sessions as they become idle, at the latest after the given time (milliseconds), and sends what waits. */
  close(timeout: number): Promise<void>;
}

const LIMITS: ConnectionLimits = { message: 64 << 20, ownText: 8 << 10, pending: 10_000, names: 20_000 };
const DAY_MS = 24 * 60 * 60 * 1000;
const START_TIMEOUT_MS = 60_000;
const LONG_TEXT = { timeout: 20_000, waiting: 100, memory: 1024 };
/** Milliseconds at the end for events that wait. */
const LAST_EVENTS_MS = 5_000;

/** Starts the proxy of one PostgreSQL database. Raises ConfigError. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { log, upstream } = options;
  const certificate = options.certificate && new Certificate(options.certificate, (reason) => log('error', reason));
  const folder = await openDataFolder(options.folder, options.id);
  const { rules, events, reload } = await openEnds(options, folder);
  const judge = await QueryJudge.create('postgresql', rules, dayClock());
  const { metrics, read } = createProxyMetrics({
    rules: () => rules,
    events: () => events,
    cache: () => judge,
    now: Date.now,
    process: true,
  });
  const health = new UpstreamHealth({ probe: async () => void (await connectUpstream(upstream)).destroy() });
  const longTexts = new LongTextReader({ workerUrl: options.workerUrl, dialect: 'postgresql', ...LONG_TEXT });
  const listener = new Listener({
    host: options.host,
    port: options.port,
    upstream,
    tls: certificate && (() => certificate.current),
    authentication: authenticationOf(options.authentication),
    maxSessions: options.maxSessions,
    startTimeout: START_TIMEOUT_MS,
    context: {
      judge,
      rules,
      events: counted(events, metrics),
      policies: { unknown: options.policies.unknown, closed: () => closedBy(options.policies, rules, events) },
      limits: LIMITS,
      watch: {
        judged: (_judgement, _action, milliseconds) => metrics.added(milliseconds),
        bytes: (fromClient, fromServer) => {
          if (fromClient > 0) metrics.fromClient(fromClient);
          if (fromServer > 0) metrics.fromServer(fromServer);
        },
        problem: ({ name, user, database }, what) => {
          metrics.engineFailed();
          log('error', what, { session: name, user, database });
        },
      },
      mode: (user, database) => modeOf(options.modes, rules, { user, database }),
      readElsewhere: (bytes, binds, session) =>
        longTexts.read({ bytes, binds, mode: session.surroundings(undefined, true).mode }),
    },
    watch: {
      opened: () => metrics.connectionOpened(),
      closed: () => metrics.connectionClosed(),
      refused: (kind, reason) => {
        metrics.connectionRefused(kind);
        log('warn', `a session was refused: ${reason}`);
      },
      upstream: (reached) => {
        if (reached) health.reached();
      },
    },
  });
  const port = await listener.listen();
  let draining = false;
  let operations: Operations | undefined;
  if (options.operations) {
    const { host, port: at, token: metricsToken } = options.operations;
    const notReady = () => reasonsNotReady({ rules, health, draining });
    operations = await listenOperations({ host, port: at, notReady, metrics: read, metricsToken });
  }
  return {
    port,
    operationsUrl: operations?.url,
    reload: () => {
      certificate?.reload();
      reload();
    },
    close: async (timeout) => {
      draining = true;
      await listener.close(timeout);
      await events.close(LAST_EVENTS_MS);
      await rules.close();
      health.close();
      certificate?.close();
      await longTexts.close();
      await operations?.close();
      await folder.close();
    },
  };
}

interface Ends {
  readonly rules: RuleSource;
  readonly events: EventSink;
  reload(): void;
}

/** Opens the source of the rules and the sink of the events. */
async function openEnds(
  options: ProxyOptions,
  { rules: rulesFolder, events: eventsFolder, proxyId: proxy }: Awaited<ReturnType<typeof openDataFolder>>,
): Promise<Ends> {
  const { log, events, modes } = options;
  if ('place' in options.rules) {
    const rules = await FileRules.open({ place: options.rules.place, log });
    const queryText = () => 'full' as const;
    const path = typeof events === 'object' ? events.path : undefined;
    const file = path === undefined ? undefined : await FileEvents.open({ path, proxy, queryText, log });
    const reload = () => {
      void rules.reload();
      void file?.reopen();
    };
    return { rules, events: file ?? NO_EVENTS, reload };
  }
  const client = createServiceClient(options.rules.service);
  const rules = await ServiceRules.open({ client, folder: rulesFolder, log });
  await rules.polled;
  const sink = await ServiceEvents.open({
    client,
    folder: eventsFolder,
    dialect: 'postgresql',
    proxy,
    queryText: () => rules.queryText,
    state: () => ({ ruleset: rules.current?.version, mode: modeOf(modes, rules, { user: '', database: '' }) }),
    summed: events === 'summed',
    log,
  });
  return { rules, events: sink, reload: () => {} };
}

/** Without a service and without a file, nothing is reported, and no id finds anything. */
const NO_EVENTS: EventSink = {
  record: () => '',
  full: false,
  backlog: () => ({ buffered: 0, lagMs: 0 }),
  close: async () => {},
};

/** Counts the queries that are recorded. */
function counted(events: EventSink, metrics: ProxyMetrics): EventSink {
  return {
    record: (query) => {
      metrics.query(query.judged?.verdict, query.judged?.mode, query.outcome);
      return events.record(query);
    },
    get full() {
      return events.full;
    },
    backlog: (now) => events.backlog(now),
    close: (timeout) => events.close(timeout),
  };
}

/** Why mode `enforce` blocks every query now; undefined if it does not. */
function closedBy(
  { maxRulesAge, blockWithoutEvents }: ProxyPolicies,
  rules: RuleSource,
  events: EventSink,
): string | undefined {
  if (maxRulesAge !== undefined && rules.age(Date.now()) > maxRulesAge)
    return 'the rules are too old: the service has not confirmed them for too long';
  return blockWithoutEvents && events.full
    ? 'there is no room for events, so that queries could not be audited'
    : undefined;
}

function reasonsNotReady({
  rules,
  health,
  draining,
}: {
  readonly rules: RuleSource;
  readonly health: UpstreamHealth;
  readonly draining: boolean;
}): string[] {
  return [
    ...(rules.current ? [] : ['there are no rules yet']),
    ...(health.isReached ? [] : ['the database cannot be reached']),
    ...(draining ? ['the proxy is shutting down'] : []),
  ];
}

function authenticationOf(given: ProxyOptions['authentication']): Authentication {
  if (typeof given === 'string') return { mode: given };
  return { mode: 'scram', secrets: { known: given.known, mockKey: randomBytes(32) } };
}

/** The current day, `YYYY-MM-DD`, UTC: it is asked for at each query. */
function dayClock(): () => string {
  let day = '';
  let until = 0;
  return () => {
    const now = Date.now();
    if (now >= until || now < until - DAY_MS) {
      until = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
      day = new Date(now).toISOString().slice(0, 10);
    }
    return day;
  };
}
