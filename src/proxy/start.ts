import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createServiceClient, type ServiceClientOptions } from '../client/index.ts';
import { FileEvents, ServiceEvents } from './events/index.ts';
import { LongTextReader, QueryJudge } from './judging/index.ts';
import type { Log } from './log.ts';
import { type ModeFor, modeOf } from './modes.ts';
import {
  type Authentication,
  Certificate,
  type CertificateFiles,
  type ConnectionLimits,
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
  /** Undefined: clients come without TLS. */
  readonly certificate: CertificateFiles | undefined;
  readonly authentication:
    | 'passthrough'
    | 'cleartext'
    | Pick<Extract<Authentication, { mode: 'scram' }>['secrets'], 'known'>;
  /** Where rules come from and events go to. */
  readonly rules: { readonly service: ServiceClientOptions } | { readonly place: () => Promise<RulePlace> };
  /** `summed`: only with a service. A path: only without one. Undefined: singly to the service, or nowhere. */
  readonly events: 'summed' | { readonly path: string } | undefined;
  /** Folder for the last known rules and for events that wait. Created if it does not exist. */
  readonly folder: string;
  /** Unique in the workspace. */
  readonly id: string;
  readonly modes: readonly ModeFor[];
  readonly policies: Policies;
  readonly maxSessions: number;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  /** Module of the thread that reads long texts. */
  readonly workerUrl: URL;
  readonly log: Log;
}

export interface RunningProxy {
  readonly port: number;
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
  const { folder, log, policies } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { rules, events, reload } = await openEnds(options);
  const judge = await QueryJudge.create('postgresql', rules, dayClock());
  const { workerUrl } = options;
  const longTexts = new LongTextReader({ workerUrl, dialect: 'postgresql', ...LONG_TEXT });
  const certificate = options.certificate && new Certificate(options.certificate, (reason) => log('error', reason));
  const listener = new Listener({
    host: options.host,
    port: options.port,
    upstream: options.upstream,
    tls: certificate && (() => certificate.current),
    authentication: authenticationOf(options.authentication),
    maxSessions: options.maxSessions,
    startTimeout: START_TIMEOUT_MS,
    context: {
      judge,
      rules,
      events,
      policies,
      limits: { ...LIMITS, ...options.limits },
      watch: {
        judged: () => {},
        bytes: () => {},
        problem: ({ name, user, database }, what) => log('error', what, { session: name, user, database }),
      },
      mode: (user, database) => modeOf(options.modes, rules, { user, database }),
      readElsewhere: (bytes, binds, session) =>
        longTexts.read({ bytes, binds, mode: session.surroundings(undefined, true).mode }),
    },
    watch: {
      opened: () => {},
      closed: () => {},
      refused: (reason) => log('warn', `a session was refused: ${reason}`),
      upstream: () => {},
    },
  });
  const port = await listener.listen();
  return {
    port,
    reload: () => {
      certificate?.reload();
      reload();
    },
    close: async (timeout) => {
      await listener.close(timeout);
      await events.close(LAST_EVENTS_MS);
      await rules.close();
      certificate?.close();
      await longTexts.close();
    },
  };
}

interface Ends {
  readonly rules: RuleSource;
  readonly events: EventSink;
  reload(): void;
}

async function openEnds(options: ProxyOptions): Promise<Ends> {
  const { folder, id: proxy, log, events, modes } = options;
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
  const rules = await ServiceRules.open({ client, folder, log });
  await rules.polled;
  const eventFolder = join(folder, 'events');
  await mkdir(eventFolder, { recursive: true, mode: 0o700 });
  const sink = await ServiceEvents.open({
    client,
    folder: eventFolder,
    dialect: 'postgresql',
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

/** Without a service and without a file, nothing is reported, and no id finds anything. */
const NO_EVENTS: EventSink = {
  record: () => '',
  full: false,
  backlog: () => ({ buffered: 0, lagMs: 0 }),
  close: async () => {},
};

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
