import type { Dialect } from './dialect.ts';
import type { CallerFacts, StatementFacts } from './facts.ts';
import type { Operation } from './statement.ts';

/** Version of the snapshot format (docs/history-format.md). */
export const HISTORY_VERSION = 1;
/** Where a repository's snapshot lies when nothing else is said. */
export const HISTORY_FILE = '.querygate/history.jsonl.gz';

/** Logs and exports that a history is read from. */
export const HISTORY_SOURCES = {
  'postgresql-jsonlog': 'PostgreSQL log, `log_destination = jsonlog`',
  'postgresql-csvlog': 'PostgreSQL log, `log_destination = csvlog`',
  'postgresql-stderr': 'PostgreSQL log as text, any `log_line_prefix`',
  'pg-stat-statements': '`pg_stat_statements`, exported as CSV',
  'mysql-slow': 'slow query log of MySQL or MariaDB',
  'mysql-general': 'general query log of MySQL or MariaDB',
  'mysql-digest': '`events_statements_summary_by_digest` of MySQL or MariaDB, exported as CSV',
  jsonl: 'JSON Lines with `sql`, `calls`, `user`, `application`, `database`, `at`',
} as const;
export type HistorySourceKind = keyof typeof HISTORY_SOURCES;

/** What the history of a workspace of the service is made of, beside snapshots that were imported. */
export const SERVICE_SOURCES = {
  'service-http': 'queries that the service judged and let run',
  'service-events': 'events that clients told the service of',
} as const;

/** What a source of a snapshot may be. */
export type SourceKind = HistorySourceKind | keyof typeof SERVICE_SOURCES;
export const SOURCE_KINDS = Object.keys({ ...HISTORY_SOURCES, ...SERVICE_SOURCES }) as [SourceKind, ...SourceKind[]];

/** One input of a history: a log file, an export, or what a service was told. */
export interface HistorySource {
  readonly kind: SourceKind;
  /** File name without its folder. */
  readonly name: string;
  readonly dialect: Dialect;
  /** SHA-256 of the input's first 64 KiB and its length, hex: tells the same input given twice. */
  readonly identity: string;
  /** Instants of its first and last statement, ISO 8601 UTC; undefined where it carries no time. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Bytes read, after decompression. */
  readonly bytes: number;
  /** Executions of statements that were read. */
  readonly statements: number;
  /** Entries that were read, however often each ran; undefined in snapshots that do not count them. */
  readonly records?: number;
  /** Entries that could not be read at all, so that no row stands for them; undefined where `records` is. */
  readonly unreadRecords?: number;
  /** Executions (or lines, where it cannot be told) that could not be read, by reason. */
  readonly unread: Readonly<Record<string, number>>;
  /** Executions whose text the source had cut off. */
  readonly truncated: number;
  /** What is no query and was passed over, by what it is (`connection`, `duration of a logged statement`, …). */
  readonly passedOver: Readonly<Record<string, number>>;
  /** Facts that the source does not carry, as `statement.limit`, `caller.application`. */
  readonly notCarried: readonly string[];
  /** What a reader of the history must know of this source: deallocated entries, an overflow row, a guessed format. */
  readonly notes: readonly string[];
}

export interface HistoryHeader {
  readonly querygateHistory: typeof HISTORY_VERSION;
  readonly factsVersion: number;
  /** Version of the program that wrote it. */
  readonly tool: string;
  /** When it was written, ISO 8601 UTC; of what was merged, when the oldest of it was. */
  readonly collected: string;
  /** Instants of the first and last statement, ISO 8601 UTC; undefined where no source carries a time. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly sources: readonly HistorySource[];
  readonly rows: number;
  /** Executions in the rows. */
  readonly statements: number;
  readonly unread: number;
  readonly truncated: number;
  /** Rows that were made one because a flow had more than `maxVariants`: the facts in which they differed are not carried. */
  readonly folded: { readonly maxVariants: number; readonly flows: number; readonly rows: number };
}

/**
 * What a history may record of a caller with parts left out: in a name stands `*` for any text (and `…` at the end of
 * one that was cut off); of tags, some may be missing or altered. A rule is decided only where that makes no difference.
 */
export const CALLER_PATTERNS = ['user', 'application', 'tags'] as const;
export type CallerPattern = (typeof CALLER_PATTERNS)[number];

/** One distinct tuple of facts, and how often it ran. */
export interface HistoryRow {
  /** The statement with every literal replaced. */
  readonly shape: string;
  readonly dialect: Dialect;
  /** `undefined` is a fact that the source does not carry; an empty string is one that it carries and that is empty. */
  readonly caller: CallerFacts;
  /** Of which of these what is recorded is not what it was: names with `*` for what changed in them, tags that were left out. */
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
  /** Spans say nothing in a history. */
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  /** Why the statement could not be understood whole; undefined where it was. */
  readonly unreadable: string | undefined;
  /** Whether the source had cut its text off: what stood behind is not known. */
  readonly truncated: boolean;
  /** Executions by UTC day (`YYYY-MM-DD`); the empty string where the source carries no time. */
  readonly days: Readonly<Record<string, number>>;
}

/** A snapshot in memory. */
export interface History {
  readonly header: HistoryHeader;
  readonly rows: readonly HistoryRow[];
}

/** Entries of all sources that count them, and how many of those could not be read; undefined where none counts them. */
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
