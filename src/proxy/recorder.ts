import { dayOf } from '../model/index.ts';
import { emptyRuleset } from '../rules/index.ts';
import { QueryJudge } from './judging/index.ts';
import { mysql } from './mysql/index.ts';
import { postgresql } from './postgresql/index.ts';
import { type ConnectionContext, type ConnectionLimits, HeldBytes, Listener } from './sessions/index.ts';
import type { Upstream } from './sockets/index.ts';
import type { ObservedQuery, RuleSource } from './types.ts';

export type { Upstream } from './sockets/index.ts';
export type { ObservedQuery, StatementResult } from './types.ts';

export interface RecorderOptions {
  readonly dialect: 'postgresql' | 'mysql' | 'mariadb';
  readonly upstream: Upstream;
  /** Called with each query, as its answer comes. */
  record(query: ObservedQuery): void;
  /**
   * Called when queries of a session were recorded, before its client gets the answers. What it returns is waited for, and the
   * client can do nothing until then.
   *
   * @param isIdle everything is answered, and no transaction is open
   */
  readonly answered?: (session: string, isIdle: boolean) => Promise<void> | undefined;
  /** Called with one line if a session could not begin, or can no longer be followed. */
  problem(what: string): void;
}

/** A listener on the loopback interface that passes everything on unchanged. */
export interface Recorder {
  readonly port: number;
  /** How many sessions have begun; on MySQL and MariaDB, without those that could not log in. */
  readonly sessions: () => number;
  /** Ends the sessions as they become idle, at the latest after the given time (milliseconds). */
  close(timeout: number): Promise<void>;
}

const LIMITS: ConnectionLimits = {
  message: 512 << 20,
  messageWhenFull: 512 << 20,
  // One command waits at most for itself: texts of any length are read in this thread.
  ownText: 512 << 20,
  pending: 10_000,
  names: 20_000,
};
const MAX_HELD = 1 << 30;
const MAX_SESSIONS = 1_000;
const START_TIMEOUT_MS = 60_000;
const HOST = '127.0.0.1';

/** Records what clients of one server execute. Nothing is judged, and nothing changed on the wire but the offer of TLS. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { dialect, upstream, record, answered, problem } = options;
  const protocol =
    dialect === 'postgresql' ? postgresql({ authentication: 'passthrough', isTlsDirect: false }) : mysql(dialect);
  const rules: RuleSource = {
    current: { ruleset: emptyRuleset(), version: undefined, hash: '', mode: 'observe' },
    age: () => 0,
    close: async () => {},
  };
  let sessions = 0;
  const context: ConnectionContext = {
    judge: await QueryJudge.create(protocol.dialect, rules, () => dayOf(Date.now())),
    rules,
    events: {
      record: (query) => {
        record(query.isDecodable() ? query : { ...query, text: () => undefined });
        return '';
      },
      full: false,
      backlog: () => ({ buffered: 0, lagMs: 0 }),
      close: async () => {},
    },
    policies: { unknown: 'pass' },
    limits: LIMITS,
    held: new HeldBytes(MAX_HELD),
    watch: {
      judged: () => {},
      bytes: () => {},
      problem: (_, what) => problem(what),
      loginFailed: () => {
        sessions--;
      },
    },
    mode: () => 'observe',
    ...(answered && { answered: ({ name }, isIdle) => answered(name, isIdle) }),
    readElsewhere: () => Promise.reject(new Error('the text is too long to be read')),
  };
  const listener = new Listener({
    protocol,
    host: HOST,
    port: 0,
    upstream,
    tls: undefined,
    tlsRequired: false,
    maxSessions: MAX_SESSIONS,
    startTimeout: START_TIMEOUT_MS,
    context,
    watch: {
      opened: () => {
        sessions++;
      },
      closed: () => {},
      refused: (reason) => problem(`a session was refused: ${reason}`),
      upstream: () => {},
    },
  });
  const port = await listener.listen();
  return { port, sessions: () => sessions, close: (timeout) => listener.close(timeout) };
}
