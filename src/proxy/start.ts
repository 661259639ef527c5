import { setTimeout as sleep } from 'node:timers/promises';
import { createServiceClient, type ServiceClientOptions } from '../client/index.ts';
import { DAY_MS, dayOf } from '../model/index.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { FileEvents, ServiceEvents } from './events/index.ts';
import { LongTextReader, QueryJudge } from './judging/index.ts';
import type { Log } from './log.ts';
import { type ModeFor, modeOf, modesText } from './modes.ts';
import {
  createProxyMetrics,
  listenOperations,
  type OperationsOptions,
  type ProxyMetrics,
  UpstreamHealth,
} from './operations/index.ts';
import { FileRules, type RulePlace, ServiceRules } from './rules/index.ts';
import {
  type ConnectionContext,
  type ConnectionLimits,
  HeldBytes,
  Listener,
  type Policies,
  type Protocol,
} from './sessions/index.ts';
import { Certificate, type CertificateFiles, type Upstream } from './sockets/index.ts';
import type { EventSink, RuleSource } from './types.ts';

export interface ProxyOptions {
  readonly protocol: Protocol;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly upstream: Upstream;
  /** Undefined: clients come without TLS. */
  readonly certificate: CertificateFiles | undefined;
  /** Refuse clients without TLS; needs a certificate. */
  readonly tlsRequired?: boolean | undefined;
  /** Where rules come from and events go to. */
  readonly rules: { readonly service: ServiceClientOptions } | { readonly place: () => Promise<RulePlace> };
  /** `summed`: only with a service. A path: only without one. Undefined: singly to the service, or nowhere. */
  readonly events: 'summed' | { readonly path: string } | undefined;
  /** Folder for the last known rules and for events that wait. Created if it does not exist. */
  readonly folder: string;
  /** Unique in the workspace. Undefined: one that is kept in the folder. */
  readonly id: string | undefined;
  /** Address for probes and metrics; undefined: none. */
  readonly operations: Pick<OperationsOptions, 'host' | 'port' | 'metricsToken'> | undefined;
  readonly modes: readonly ModeFor[];
  readonly policies: ProxyPolicies;
  readonly maxSessions: number;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  /** Module of the thread that reads long texts. */
  readonly workerUrl: URL;
  readonly log: Log;
}

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
  /** URL of the probes and metrics; undefined if there are none. */
  readonly operationsUrl: string | undefined;
  /** Reads rules, certificates and the file of events again (SIGHUP). */
  reload(): void;
  /** Ends the sessions as they become idle, at the latest after the given time (milliseconds), and sends what waits. */
  close(timeout: number): Promise<void>;
}

const LIMITS: ConnectionLimits = {
  message: 64 << 20,
  messageWhenFull: 1 << 20,
  ownText: 8 << 10,
  pending: 10_000,
  names: 20_000,
};
/** Bytes of incomplete messages over all sessions: each may be four times in memory while its chunks are joined and read. */
const MAX_HELD = 128 << 20;
const START_TIMEOUT_MS = 60_000;
const LONG_TEXT = { timeout: 20_000, waiting: 100, memory: 1024 };
/** Milliseconds at the start for the newest rules. */
const FIRST_POLL_MS = 5_000;
/** Milliseconds at the end for events that wait. */
const LAST_EVENTS_MS = 5_000;

/** Starts the proxy of one database. Raises ConfigError. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  // Closed in reverse order.
  const opened: (() => Promise<void> | void)[] = [];
  try {
    return await start(options, opened);
  } catch (error) {
    for (const close of opened.reverse()) await close();
    throw error;
  }
}

async function start(options: ProxyOptions, opened: (() => Promise<void> | void)[]): Promise<RunningProxy> {
  const { log, protocol, upstream, workerUrl } = options;
  const folder = await openDataFolder(options.folder, options.id);
  opened.push(() => folder.close());
  const { rules, events, reload } = await openEnds(options, folder);
  opened.push(() => rules.close());
  opened.push(() => events.close(0));
  const judge = await QueryJudge.create(protocol.dialect, rules, dayClock());
  const { metrics, read } = createProxyMetrics({
    rules: () => rules,
    events: () => events,
    cache: () => judge,
    now: Date.now,
    process: true,
  });
  const health = new UpstreamHealth({ probe: () => protocol.probe(upstream) });
  opened.push(() => health.close());
  let isDraining = false;
  const notReady = () => [
    ...(isDraining ? ['the proxy is shutting down'] : []),
    ...(rules.current ? [] : ['the proxy has no rules yet']),
    ...(health.isReached ? [] : ['the database does not answer']),
  ];
  const operations = options.operations && (await listenOperations({ ...options.operations, notReady, metrics: read }));
  opened.push(() => operations?.close());
  const longTexts = new LongTextReader({ workerUrl, dialect: protocol.dialect, ...LONG_TEXT });
  opened.push(() => longTexts.close());
  const certificate = options.certificate && new Certificate(options.certificate, (reason) => log('error', reason));
  opened.push(() => certificate?.close());
  const listener = new Listener({
    protocol,
    host: options.host,
    port: options.port,
    upstream,
    tls: certificate && (() => certificate.current),
    tlsRequired: options.tlsRequired === true,
    maxSessions: options.maxSessions,
    startTimeout: START_TIMEOUT_MS,
    context: sessionContext(options, { judge, rules, events, metrics, longTexts }),
    watch: {
      opened: metrics.connectionOpened,
      closed: metrics.connectionClosed,
      refused: (reason, address) => {
        metrics.connectionRefused();
        log('warn', `a session was refused: ${reason}`, { address });
      },
      upstream: (reached) => {
        if (reached) health.reached();
      },
    },
  });
  const port = await listener.listen();
  log('info', modesText(options.modes, rules));
  return {
    port,
    operationsUrl: operations?.url,
    reload: () => {
      certificate?.reload();
      reload();
    },
    close: async (timeout) => {
      isDraining = true;
      await listener.close(timeout);
      await events.close(LAST_EVENTS_MS);
      for (const close of opened.reverse()) await close();
    },
  };
}

function sessionContext(
  options: ProxyOptions,
  parts: Pick<Ends, 'rules' | 'events'> & {
    readonly judge: QueryJudge;
    readonly metrics: ProxyMetrics;
    readonly longTexts: LongTextReader;
  },
): ConnectionContext {
  const { log, policies } = options;
  const { judge, rules, events, metrics, longTexts } = parts;
  return {
    judge,
    rules,
    events: counted(events, metrics),
    policies: { unknown: policies.unknown, closed: () => closedBy(policies, rules, events) },
    limits: { ...LIMITS, ...options.limits },
    held: new HeldBytes(MAX_HELD),
    watch: {
      judged: (_, __, milliseconds) => metrics.added(milliseconds),
      bytes: metrics.bytes,
      problem: ({ name, user, database }, what) => {
        metrics.problem();
        log('error', what, { session: name, user, database });
      },
    },
    mode: (user, database) => modeOf(options.modes, rules, { user, database }),
    readElsewhere: (text) => longTexts.read(text),
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

/** Counts each query that is recorded. */
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

interface Ends {
  readonly rules: RuleSource;
  readonly events: EventSink;
  reload(): void;
}

async function openEnds(options: ProxyOptions, folder: DataFolder): Promise<Ends> {
  const { log, events, modes } = options;
  const { proxyId: proxy } = folder;
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
  const rules = await ServiceRules.open({ client, folder: folder.rules, log });
  // An unreachable service must not block the clients: the last known rules then apply.
  await Promise.race([rules.polled, sleep(FIRST_POLL_MS, undefined, { ref: false })]);
  const sink = await ServiceEvents.open({
    client,
    folder: folder.events,
    dialect: options.protocol.dialect,
    proxy,
    queryText: () => rules.queryText,
    state: () => ({
      ruleset: rules.current?.version,
      mode: modeOf(modes, rules, { user: '', database: '' }),
    }),
    summed: events === 'summed',
    log,
  });
  return { rules, events: sink, reload: () => {} };
}

/** Without a service and without a file, nothing is reported, so ids would be of no use. */
const NO_EVENTS: EventSink = {
  record: () => '',
  full: false,
  backlog: () => ({ buffered: 0, lagMs: 0 }),
  close: async () => {},
};

/** The current day, `YYYY-MM-DD`, UTC: it is asked for at each query. */
function dayClock(): () => string {
  let day = '';
  let until = 0;
  return () => {
    const now = Date.now();
    if (now >= until || now < until - DAY_MS) {
      until = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
      day = dayOf(now);
    }
    return day;
  };
}
