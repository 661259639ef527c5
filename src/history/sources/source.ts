import type { Dialect, HistorySourceKind } from '../../model/index.ts';
import type { LoggedStatement } from '../../traffic/index.ts';

/** Takes what a reader finds. Every record of an input ends in exactly one of these three. */
export interface StatementSink {
  statement(statement: LoggedStatement): void;
  /** Something that should be a statement and cannot be read. `reason` is one of few, short, lower case, and holds nothing of the input. */
  unread(reason: string, line: number, calls: number): void;
  /** A record that is no query: `what` is one of few, short, lower case. */
  skipped(what: string): void;
  /** Beside those: something failed in a session that has a name, after all that was said of it before. */
  failed?(session: string): void;
}

/**
 * The share of an input that one worker takes: each record belongs to exactly one part, by its session where it names
 * one (so that a session stays whole), else by its ordinal. A reader reports only what belongs to its own part.
 */
export interface Part {
  readonly index: number;
  readonly of: number;
}

export const WHOLE: Part = { index: 0, of: 1 };

export interface ReaderOptions {
  readonly dialect: Dialect;
  readonly part: Part;
  /** PostgreSQL's `log_line_prefix`, where the user gives it. */
  readonly linePrefix?: string | undefined;
}

/** Reads one input, chunk by chunk, with bounded memory. Raises ConfigError only for wrong options. */
export interface LogReader {
  write(chunk: Uint8Array): void;
  end(): void;
  /** What a reader of the history must know of this input; once all is read. */
  notes(): readonly string[];
  /** Facts that this very input does not carry, beside those of its format; once all is read. */
  notCarried?(): readonly string[];
}

/** One kind of source: a file of src/history/sources/. */
export interface SourceFormat {
  readonly kind: HistorySourceKind;
  /** The first is what it is taken for when nothing is said. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
  /** Facts that it does not carry, as `statement.limit`, `caller.application`. */
  readonly notCarried: readonly string[];
  /** How sure it is, 0 to 1, that an input which begins with `head` (up to 256 KiB, decompressed) is of this kind. */
  sniff(head: Uint8Array, name: string): number;
  open(sink: StatementSink, options: ReaderOptions): LogReader;
}

/** Which part a session belongs to; FNV-1a, so that every worker finds the same. */
export function partOf(session: Uint8Array | string, { of }: Part): number {
  if (of === 1) return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < session.length; at++) {
    const code = typeof session === 'string' ? session.charCodeAt(at) : (session[at] ?? 0);
    hash = Math.imul(hash ^ code, 0x01000193) >>> 0;
  }
  return hash % of;
}
