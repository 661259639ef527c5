import { ConfigError, type Dialect } from '../../model/index.ts';
import type { RecordedStatement } from '../../model/schemas/index.ts';
import type { ObservedQuery } from '../../proxy/recorder.ts';
import type { Address, ServerKind } from './environment.ts';

/** SQL that a scratch database begins with. */
export interface Seed {
  /** File name, for messages. */
  readonly name: string;
  readonly text: string;
}

/** Where a recorder puts what it sees. */
export interface RecordingSink {
  /** Takes a statement with its values; only those that name migrations are written. */
  statement(statement: RecordedStatement): void;
  /** Takes one line that says why the recording is not complete. */
  problem(what: string): void;
}

/** Where an observer puts what it sees. */
export interface QuerySink {
  /** Takes a query as its answer comes. */
  query(query: ObservedQuery): void;
  /** See `RecorderOptions`. */
  readonly answered?: (session: string, isIdle: boolean) => Promise<void> | undefined;
  /** Takes one line that says what was not seen. */
  problem(what: string): void;
}

/** SQLSTATE of an observed query whose session ended before the answer. */
export const CUT_OFF = '08006';

/** The line that the server counted sessions that the recorder did not see. */
export function moreSessions(count: number): string {
  return `the server counted ${count} more sessions than the recorder: something connected past it`;
}

/** What is between the command and its database while the command runs. */
export interface RunningRecorder {
  readonly port: number;
  /** Ends the sessions of the command. */
  close(): Promise<void>;
}

/** Passes on each query that clients send. */
export interface QueryObserver extends RunningRecorder {
  /** Puts into the sink what was not seen. */
  finish(): Promise<void>;
}

/** Records what migrations execute. */
export interface MigrationRecorder extends RunningRecorder {
  /**
   * Puts what is left into the sink, and compares the schema that the statements make with the one that the command left.
   *
   * @param isWhole whether the command did all that it meant to
   */
  finish(isWhole: boolean): Promise<Comparison | undefined>;
}

/** What the recorded statements make, compared with what the command left. */
export type Comparison =
  | { readonly kind: 'equal' }
  | { readonly kind: 'different'; readonly lines: readonly string[] }
  | { readonly kind: 'not compared'; readonly why: string };

/** The database behind the recorder. */
export interface Scratch {
  readonly kind: ServerKind;
  readonly dialect: Dialect;
  /** The user and the database with which the command connects. */
  readonly login: Pick<Address, 'user' | 'password' | 'database'>;
  readonly version: string;
  /** Time zone of new sessions; undefined if it changes nothing that is recorded. */
  readonly timeZone?: string | undefined;
  /** Whether it holds no table. */
  readonly isFresh: boolean;
  /** What the user should know of it, as one line. */
  readonly note: string | undefined;
  record(sink: RecordingSink): Promise<MigrationRecorder>;
  /** Observes each query with its facts, caller and outcome. */
  observe(sink: QuerySink): Promise<QueryObserver>;
  close(): Promise<void>;
}

const SHOWN = 3;

/** Compares two schemas, each described by lines. */
export function compareLines(left: ReadonlySet<string>, rebuilt: ReadonlySet<string>): Comparison {
  const lines = [
    ...[...left].filter((line) => !rebuilt.has(line)).map((line) => `not rebuilt: ${line}`),
    ...[...rebuilt].filter((line) => !left.has(line)).map((line) => `only rebuilt: ${line}`),
  ];
  if (lines.length === 0) return { kind: 'equal' };
  return {
    kind: 'different',
    lines: [...lines.slice(0, SHOWN), ...(lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [])],
  };
}

/** The error that a given server cannot be used. */
export function unusable({ host, port }: Pick<Address, 'host' | 'port'>, error: unknown): ConfigError {
  const why = error instanceof Error ? error.message : String(error);
  return new ConfigError(`the scratch database at ${host}:${port} cannot be used: ${why}`);
}

/** The error that rows may be needed. */
export function holdsRows({ host, port, database }: Address, table: string): ConfigError {
  return new ConfigError(
    `the database \`${database}\` at ${host}:${port} holds rows (in ${table}), which may be needed; use a server with empty databases, or say by \`--scratch\` that all of this one may be changed`,
  );
}
