import type { Dialect, HistorySourceKind } from '../../model/index.ts';
import type { LoggedStatement } from '../../traffic/index.ts';
import type { Gaps } from './gaps.ts';
import type { EarlierReading } from './postgresql/earlier-reading.ts';

/** An empty execution. Readers fill it in, and reuse it. */
export function blankStatement(bytes: Uint8Array): LoggedStatement {
  return {
    bytes,
    start: 0,
    end: 0,
    at: Number.NaN,
    calls: 1,
    user: undefined,
    application: undefined,
    database: undefined,
    session: '',
    binds: undefined,
    truncated: false,
    normalised: false,
    mode: undefined,
  };
}

/** A statement that the source reported before it ran. Exactly one method is called, once. */
export interface StartedStatement {
  /** No failure was reported: it counts. */
  ran(): void;
  /** It failed, or is logged again, and is skipped as `what`. Default: a line of a failed statement. */
  failed(what?: string): void;
}

/** Receives what a reader finds. Each record of an input ends in exactly one of the first four methods. */
export interface StatementSink {
  statement(statement: LoggedStatement): void;
  /** A statement that may still turn out to have failed. The argument is reused, as that of `statement`. */
  started(statement: LoggedStatement): StartedStatement;
  /**
   * Something that should be a statement but cannot be read. `reason` is one of a few short lower-case texts, and
   * contains nothing of the input.
   */
  unread(reason: string, line: number, calls: number): void;
  /** A record that is not a query: `what` is one of a few short lower-case texts. */
  skipped(what: string): void;
  /** In addition: something failed in a named session, after everything reported for it before. */
  failed?(session: string): void;
}

/**
 * The share of an input that one worker reads. Each record belongs to exactly one part: by its session if it has one
 * (so that a session stays together), otherwise by its ordinal. A reader reports only records of its own part.
 */
export interface Part {
  readonly index: number;
  readonly of: number;
}

export const WHOLE: Part = { index: 0, of: 1 };

export interface ReaderOptions {
  readonly dialect: Dialect;
  readonly part: Part;
  /** PostgreSQL's `log_line_prefix`, if the user gave it. */
  readonly linePrefix?: string | undefined;
  /** An earlier export of the same `pg_stat_statements`: only what ran since counts. */
  readonly earlier?: EarlierReading | undefined;
  /** Statements at the end of earlier inputs, whose failure may be in this one. Without it, each input stands alone. */
  readonly openStatements?: OpenStatements | undefined;
}

/** The last statement of each session at the end of an input, and what tells it from others. */
export class OpenStatements {
  readonly #bySession = new Map<string, { readonly started: StartedStatement; readonly text: string }>();

  keep(session: string, started: StartedStatement, text: string): void {
    this.#bySession.get(session)?.started.ran();
    this.#bySession.set(session, { started, text });
  }

  take(session: string): { readonly started: StartedStatement; readonly text: string } | undefined {
    const open = this.#bySession.get(session);
    this.#bySession.delete(session);
    return open;
  }

  /** No more inputs follow. */
  end(): void {
    for (const { started } of this.#bySession.values()) started.ran();
    this.#bySession.clear();
  }
}

/** Reads one input, chunk by chunk, with bounded memory. Raises ConfigError only for wrong options. */
export interface LogReader {
  write(chunk: Uint8Array): void;
  end(): void;
  /** Notes for the user about this input; call it once all is read. */
  notes(): readonly string[];
  /** Facts that this input does not record, in addition to those of its format; call it once all is read. */
  notCarried?(): readonly string[];
  /** What may be missing in this input, besides what is unread. Default: it holds every call. Call it once all is read. */
  gaps?(): Gaps;
}

/** One kind of source: a file of src/history/sources/. */
export interface SourceFormat {
  readonly kind: HistorySourceKind;
  /** The first one is the default. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
  /** Facts that the format does not record, such as `statement.limit` or `caller.application`. */
  readonly notCarried: readonly string[];
  /** How likely it is, 0 to 1, that an input that begins with `head` (up to 256 KiB, decompressed) is of this kind. */
  sniff(head: Uint8Array, name: string): number;
  /** The dialect that an input shows. Default: the first one. A format of any dialect needs one that is shown or requested. */
  dialectIn?(head: Uint8Array): Dialect | undefined;
  /** Whether statements that failed are marked or left out. Default: PostgreSQL's logs mark them. */
  readonly reportsFailures?: boolean;
  open(sink: StatementSink, options: ReaderOptions): LogReader;
}

/** The part that a session belongs to; FNV-1a, so that all workers agree. */
export function partOf(session: Uint8Array | string, { of }: Part): number {
  if (of === 1) return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < session.length; at++) {
    const code = typeof session === 'string' ? session.charCodeAt(at) : (session[at] ?? 0);
    hash = Math.imul(hash ^ code, 0x01000193) >>> 0;
  }
  return hash % of;
}
