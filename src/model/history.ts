import type { Dialect } from './dialect.ts';
import type { CallerFacts, StatementFacts } from './facts/facts.ts';
import type { Operation } from './facts/statement.ts';

/** Version of the snapshot format (docs/history-format.md). */
export const HISTORY_VERSION = 1;
/** Default path of a repository's snapshot. */
export const HISTORY_FILE = '.querygate/history.jsonl.gz';

/** Where `querygate record` writes. */
export const RECORDING_FILE = '.querygate/recording.jsonl';
/** Where `querygate record --as tests` writes. */
export const TESTS_FILE = '.querygate/tests.jsonl.gz';

/** What ran the statements of a history: `production`, or `tests`, which show what runs and never what does not. */
export const HISTORY_ORIGINS = ['production', 'tests'] as const;
export type HistoryOrigin = (typeof HISTORY_ORIGINS)[number];

/**
 * What may be missing in a source without a trace in its rows. Texts that the source itself marks as cut off are not
 * among it: they have rows, which are undecided.
 */
export const HISTORY_GAPS = {
  sampled: 'a sample of the calls',
  'top-n': 'the most frequent statements only',
  'slow-only': 'slow statements only',
  'texts-cut': 'texts that may be cut off',
} as const;
export type HistoryGap = keyof typeof HISTORY_GAPS;
/** What a user says about a source: that it holds every call, or what may be missing. */
export type Completeness = HistoryGap | 'every-call';

/** Logs and exports from which a history can be read. */
export const HISTORY_SOURCES = {
  'postgresql-jsonlog': 'PostgreSQL log, `log_destination = jsonlog`',
  'postgresql-csvlog': 'PostgreSQL log, `log_destination = csvlog`',
  'postgresql-stderr': 'PostgreSQL log as text, any `log_line_prefix`',
  'pg-stat-statements': '`pg_stat_statements`, exported as CSV',
  'mysql-slow': 'slow query log of MySQL or MariaDB',
  'mysql-general': 'general query log of MySQL or MariaDB',
  'mysql-digest': '`events_statements_summary_by_digest` of MySQL or MariaDB, exported as CSV',
  'query-store': 'Query Store of SQL Server, exported as CSV',
  'extended-events': 'Extended Events of SQL Server, as XML or CSV',
  opentelemetry: 'OpenTelemetry spans, OTLP as JSON',
  rails: 'log of Rails (ActiveRecord)',
  django: 'log of Django, logger `django.db.backends`',
  sqlalchemy: 'log of SQLAlchemy, logger `sqlalchemy.engine`',
  prisma: 'log of Prisma Client, `log: ["query"]`',
  laravel: 'log of Laravel with queries and their bindings',
  hibernate: 'log of Hibernate, `show_sql` or logger `org.hibernate.SQL`',
  jsonl: 'JSON Lines with `sql`, `calls`, `user`, `application`, `database`, `at`',
} as const;
export type HistorySourceKind = keyof typeof HISTORY_SOURCES;

/** Exports that hold sums over a period, not single executions. */
export const SUMMED_SOURCES: ReadonlySet<HistorySourceKind> = new Set([
  'pg-stat-statements',
  'mysql-digest',
  'query-store',
]);

/** Sources of a workspace's history in the service, in addition to imported snapshots. */
export const SERVICE_SOURCES = {
  'service-http': 'queries that the service evaluated and allowed',
  'service-events': 'events that clients sent to the service',
} as const;

/** Sources that Querygate itself makes, without a log. */
export const RECORDED_SOURCES = {
  recorded: 'what tests ran, by `querygate record --as tests`',
} as const;

/** The type of a source. */
export type SourceKind = HistorySourceKind | keyof typeof SERVICE_SOURCES | keyof typeof RECORDED_SOURCES;
export const SOURCE_KINDS = Object.keys({ ...HISTORY_SOURCES, ...SERVICE_SOURCES, ...RECORDED_SOURCES }) as [
  SourceKind,
  ...SourceKind[],
];

/** One source of a history: a log file, an export, or data sent to the service. */
export interface HistorySource {
  readonly kind: SourceKind;
  /** Missing: production. All sources of a snapshot have the same origin. */
  readonly origin?: 'tests';
  /** What may be missing; empty if it holds every call. Undefined in snapshots that do not say it, until they are read. */
  readonly gaps?: readonly HistoryGap[];
  /** File name without its folder. */
  readonly name: string;
  readonly dialect: Dialect;
  /** SHA-256 of the input's first 64 KiB and its length, hex. Detects an input that is given twice. */
  readonly identity: string;
  /** Timestamps of its first and last statement, ISO 8601 UTC; undefined if it has no timestamps. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Bytes read, after decompression. */
  readonly bytes: number;
  /** Number of statement executions read. */
  readonly statements: number;
  /** Number of entries read; one may stand for many executions. Undefined in snapshots that do not count them. */
  readonly records?: number;
  /** Number of entries that could not be read at all and left no row; undefined if `records` is. */
  readonly unreadRecords?: number;
  /** Number of executions (or lines, if executions are not known) that could not be read, by reason. */
  readonly unread: Readonly<Record<string, number>>;
  /** Number of executions whose text the source had truncated. */
  readonly truncated: number;
  /** Number of skipped records that are not queries, by type (`connection`, `duration of a logged statement`, …). */
  readonly passedOver: Readonly<Record<string, number>>;
  /** Facts that the source does not contain, such as `statement.limit` or `caller.application`. */
  readonly notCarried: readonly string[];
  /** Other remarks about this source: deallocated entries, an overflow row, a guessed format. */
  readonly notes: readonly string[];
}

export interface HistoryHeader {
  readonly querygateHistory: typeof HISTORY_VERSION;
  readonly factsVersion: number;
  /** Version of querygate that wrote it. */
  readonly tool: string;
  /** When it was written, ISO 8601 UTC. For a merged history: when its oldest part was written. */
  readonly collected: string;
  /** Timestamps of the first and last statement, ISO 8601 UTC; undefined if no source has timestamps. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly sources: readonly HistorySource[];
  readonly rows: number;
  /** Number of executions in the rows. */
  readonly statements: number;
  readonly unread: number;
  readonly truncated: number;
  /** Rows merged into one because a flow had more than `maxVariants`. Facts that differed are not known. */
  readonly folded: { readonly maxVariants: number; readonly flows: number; readonly rows: number };
}

/**
 * Caller facts that a history may record only in part. In names, `*` replaces any text (and `…` the end of a truncated
 * name); tags may be missing or altered. A rule is decided only if that makes no difference to it.
 */
export const CALLER_PATTERNS = ['user', 'application', 'database', 'tags'] as const;
export type CallerPattern = (typeof CALLER_PATTERNS)[number];

/** Patterns for names that change, by the fact. A name that matches is recorded as the pattern: `*` matches any text. */
export type CallerMask = { readonly [Name in Exclude<CallerPattern, 'tags'>]?: string | undefined };

/** Patterns for names in statements, which become the pattern in the shape, and so in the identity of a flow; facts keep them. */
export interface NameMask {
  readonly schema?: string | undefined;
  readonly table?: string | undefined;
  readonly role?: string | undefined;
}

/** One distinct combination of facts, and how often it ran. */
export interface HistoryRow {
  /** The statement with every literal replaced. */
  readonly shape: string;
  /** The shape as an earlier version wrote it, if that is another one: flow ids of that version contain it. */
  readonly formerShape?: string | undefined;
  readonly dialect: Dialect;
  /** A fact is `undefined` if the source does not contain it, and an empty string if it is known to be empty. */
  readonly caller: CallerFacts;
  /** The caller facts that are only partly recorded: names with `*` for the part that varies, incomplete tags. */
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
  /** Their spans have no meaning in a history. */
  readonly operations: readonly Operation[];
  /** Read them by name: rows of a snapshot share most of them, and a spread would copy only the others. */
  readonly facts: StatementFacts;
  /** Why the statement could not be read completely; undefined if it was. */
  readonly unreadable: string | undefined;
  /** Whether the source had truncated its text. */
  readonly truncated: boolean;
  /** Number of executions per UTC day (`YYYY-MM-DD`), or under the empty key if the source has no timestamps. */
  readonly days: Readonly<Record<string, number>>;
  /** Its snapshot's, in histories of several; missing: production. */
  readonly origin?: 'tests';
}

/** A snapshot in memory. */
export interface History {
  readonly header: HistoryHeader;
  readonly rows: readonly HistoryRow[];
}

/** The origin of a snapshot with these sources. */
export function historyOrigin(sources: readonly Pick<HistorySource, 'origin'>[]): HistoryOrigin {
  return sources.some(({ origin }) => origin === 'tests') ? 'tests' : 'production';
}

/** What may be missing in a history of these sources. */
export function historyGaps(sources: readonly Pick<HistorySource, 'gaps'>[]): readonly HistoryGap[] {
  return (Object.keys(HISTORY_GAPS) as HistoryGap[]).filter((gap) => sources.some(({ gaps }) => gaps?.includes(gap)));
}

/** `holds every call`, `holds slow statements only`. */
export function completenessText(gaps: readonly HistoryGap[]): string {
  return `holds ${gaps.length === 0 ? 'every call' : gaps.map((gap) => HISTORY_GAPS[gap]).join(', ')}`;
}

/** Total and unread entries of the sources that count them; undefined if no source does. */
export function recordsOf(
  sources: readonly Pick<HistorySource, 'records' | 'unreadRecords'>[],
): { readonly all: number; readonly unread: number } | undefined {
  let counted: { all: number; unread: number } | undefined;
  for (const { records, unreadRecords = 0 } of sources) {
    if (records === undefined) continue;
    counted ??= { all: 0, unread: 0 };
    counted.all += records + unreadRecords;
    counted.unread += unreadRecords;
  }
  return counted;
}
