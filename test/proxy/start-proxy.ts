import type { Dialect } from '../../src/model/index.ts';
import { QueryJudge } from '../../src/proxy/judging/index.ts';
import { type PostgresqlOptions, postgresql } from '../../src/proxy/postgresql/index.ts';
import {
  type ConnectionContext,
  type ConnectionLimits,
  HeldBytes,
  Listener,
  type Protocol,
} from '../../src/proxy/sessions/index.ts';
import type { ClientTls, Upstream } from '../../src/proxy/sockets/index.ts';
import type { ActiveRules, EventSink, ObservedQuery, ProxyMode, RuleSource } from '../../src/proxy/types.ts';
import { loadPacks, loadRuleset } from '../../src/rules/index.ts';

/** Rules of a test that can be exchanged. */
export class TestRules implements RuleSource {
  current: ActiveRules | undefined;
  age = () => 0;
  close = async () => {};

  async load(text?: string): Promise<void> {
    const ruleset =
      text === undefined
        ? await loadPacks()
        : await loadRuleset({
            tree: {
              label: 'test',
              commit: undefined,
              read: async (path) =>
                path === 'rules.yml' ? { kind: 'file', bytes: new TextEncoder().encode(text) } : { kind: 'missing' },
              list: async () => [],
            },
            entry: 'rules.yml',
          });
    if (!ruleset) throw new Error('no rules');
    this.current = { ruleset, version: 1, hash: ruleset.hash, mode: undefined };
  }
}

/** Keeps the events in memory. */
export class TestEvents implements EventSink {
  readonly queries: ObservedQuery[] = [];
  readonly full = false;
  record(query: ObservedQuery): string {
    return `event-${this.queries.push(query)}`;
  }
  backlog = () => ({ buffered: 0, lagMs: 0 });
  close = async () => {};
}

export interface TestProxy {
  readonly port: number;
  readonly rules: TestRules;
  readonly events: TestEvents;
  readonly problems: string[];
  /** Addresses of clients whose session was refused. */
  readonly refused: (string | undefined)[];
  readonly judge: QueryJudge;
  close(): Promise<void>;
}

export interface TestContextOptions {
  readonly mode?: ProxyMode;
  readonly rules?: string;
  readonly limits?: Partial<ConnectionLimits>;
  readonly maxHeld?: number;
  /** See Policies. */
  readonly closed?: () => string | undefined;
}

/** What the sessions of a test share, and what they leave there. */
export interface TestContext {
  readonly context: ConnectionContext;
  readonly rules: TestRules;
  readonly events: TestEvents;
  readonly problems: string[];
  readonly judge: QueryJudge;
}

export async function testContext(dialect: Dialect, options: TestContextOptions): Promise<TestContext> {
  const rules = new TestRules();
  await rules.load(options.rules);
  const events = new TestEvents();
  const problems: string[] = [];
  const judge = await QueryJudge.create(dialect, rules, () => new Date().toISOString().slice(0, 10));
  const context: ConnectionContext = {
    judge,
    rules,
    events,
    policies: { unknown: 'block', closed: options.closed },
    limits: {
      ...{ message: 16 << 20, messageWhenFull: 1 << 20, ownText: 8192, pending: 10_000, names: 10_000 },
      ...options.limits,
    },
    held: new HeldBytes(options.maxHeld ?? 64 << 20),
    watch: { judged: () => {}, bytes: () => {}, problem: (_, what) => void problems.push(what) },
    mode: () => options.mode ?? 'enforce',
    readElsewhere: async ({ bytes, binds, mode }) => {
      const { createFactReader } = await import('../../src/traffic/index.ts');
      const reader = await createFactReader(dialect);
      const read = reader.read({
        ...{ bytes, start: 0, end: bytes.length, at: Number.NaN, calls: 1, user: '', application: '', database: '' },
        ...{ session: '', binds, truncated: false, normalised: false, mode },
      });
      return { read, tags: reader.tags(), tagsInPart: reader.tagsInPart?.() === true };
    },
  };
  return { context, rules, events, problems, judge };
}

export async function startTestProxy(
  upstream: Pick<Upstream, 'host' | 'port'> & Partial<Upstream>,
  options: TestContextOptions & {
    readonly maxSessions?: number;
    readonly tls?: () => ClientTls;
    readonly tlsRequired?: boolean | undefined;
    /** Default: that of PostgreSQL. */
    readonly protocol?: Protocol;
    readonly authentication?: PostgresqlOptions['authentication'];
    readonly isTlsDirect?: boolean;
  } = {},
): Promise<TestProxy> {
  const refused: (string | undefined)[] = [];
  const { authentication = 'passthrough', isTlsDirect = false } = options;
  const protocol = options.protocol ?? postgresql({ authentication, isTlsDirect });
  const { context, rules, events, problems, judge } = await testContext(protocol.dialect, options);
  const listener = new Listener({
    protocol,
    host: '127.0.0.1',
    port: 0,
    upstream: { tls: undefined, timeout: 5000, ...upstream },
    tls: options.tls,
    tlsRequired: options.tlsRequired === true,
    maxSessions: options.maxSessions ?? 1000,
    startTimeout: 5000,
    context,
    watch: {
      ...{ opened: () => {}, closed: () => {}, upstream: () => {} },
      refused: (reason, address) => {
        problems.push(reason);
        refused.push(address);
      },
    },
  });
  const port = await listener.listen();
  return { port, rules, events, problems, refused, judge, close: () => listener.close(100) };
}
