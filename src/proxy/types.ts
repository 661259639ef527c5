import type { ProxyModes } from '../contract/index.ts';
import type { CallerFacts, Verdict } from '../model/index.ts';
import type { Ruleset } from '../rules/index.ts';

// Types that the parts of the proxy share. None depends on a protocol.

/** See contract: `PROXY_MODES`. */
export type ProxyMode = ProxyModes['default'];

/** The rules that are in force in the proxy. A new object each time that they change. */
export interface ActiveRules {
  readonly ruleset: Ruleset;
  /** Version of the ruleset in its workspace; undefined if it comes from a file. */
  readonly version: number | undefined;
  /** SHA-256 of the effective ruleset, hex. */
  readonly hash: string;
  /** What the workspace sets for this proxy's `databaseId`; undefined if the rules come from a file. */
  readonly mode: ProxyMode | undefined;
}

/** Where the rules come from: the service, or a file. */
export interface RuleSource {
  /** Undefined until rules were read for the first time. */
  readonly current: ActiveRules | undefined;
  /** Milliseconds since the service last confirmed that the rules are the active ones; 0 for a file. */
  age(now: number): number;
  close(): Promise<void>;
}

/** A query that a client sent, and its outcome. */
export interface ObservedQuery {
  /** When it was sent to the server or blocked: milliseconds since 1970, UTC. */
  readonly at: number;
  readonly durationMs: number;
  /** Name of the database session, unique among all sessions of all proxies. */
  readonly session: string;
  /** Id of the server's process for the session; undefined if it is not known. */
  readonly backend?: number | undefined;
  /** Number of the query in its session, from 1. */
  readonly statement: number;
  readonly caller: CallerFacts;
  /** The text as the client sent it; undefined if it is not known. */
  text(): string | undefined;
  /** False: the text is not known, or in an encoding that is not supported, so that `text` has U+FFFD in it. */
  isDecodable(): boolean;
  /** Values of `$1`, `$2`, … as text, null for NULL; undefined if there are none or they are not known. */
  readonly binds: readonly (string | null)[] | undefined;
  readonly inTransaction: boolean | undefined;
  /** Rows of a snapshot without their days, as JSON. */
  readonly rows: readonly string[];
  /** Undefined if there were no rules to judge it. */
  readonly judged: QueryJudgement | undefined;
  readonly outcome: 'ok' | 'failed' | 'blocked';
  /** Only for a query that failed or was blocked. */
  readonly sqlstate: string | undefined;
  /** PostgreSQL: the tags of its statements that were completed, such as `UPDATE 3`. Missing where they are not followed. */
  readonly tags?: readonly string[] | undefined;
  /** MySQL and MariaDB: the results that came before an error. A statement has one, and a call of a procedure any number. */
  readonly results?: readonly StatementResult[] | undefined;
  /** MySQL and MariaDB: `binds` as literals of SQL. Missing if there are none or they are not known. */
  readonly literals?: (() => readonly string[]) | undefined;
}

/** What the server reported of a statement of MySQL or MariaDB. */
export interface StatementResult {
  /** Rows that it changed, or sent to the client; undefined: they may come later, by a cursor. */
  readonly rows: number | undefined;
  /** Whether it sent rows. */
  readonly isQuery: boolean;
  /** A text about a statement that changed no row, such as `Rows matched: 1  Changed: 0  Warnings: 0`. */
  readonly info?: string | undefined;
}

export interface QueryJudgement {
  readonly verdict: Verdict;
  /** Ids of the rules that it breaks, or that are undecided. */
  readonly rules: readonly string[];
  /** Version of the ruleset; undefined if it comes from a file. */
  readonly ruleset: number | undefined;
  readonly mode: ProxyMode;
}

/** Records the queries that the proxy saw. It neither blocks nor raises. */
export interface EventSink {
  /** Returns the id of the event. */
  record(query: ObservedQuery): string;
  /** Whether there is no room for more events: the policy for a full disk then applies. */
  readonly full: boolean;
  /** Events that have not been sent yet, and milliseconds since the oldest of them. */
  backlog(now: number): { readonly buffered: number; readonly lagMs: number };
  /** Writes and sends what is possible within the given time (milliseconds). */
  close(timeout: number): Promise<void>;
}
