/** Position of a mistake in a user's file; lines and columns count from 1. */
export interface ErrorPlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A process exit code (docs/exit-codes.md). When several apply, the smallest wins. */
export const EXIT = {
  ok: 0,
  blocked: 1,
  config: 2,
  auth: 3,
  service: 4,
  unknown: 5,
  internal: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * An error that the user can fix: usage, configuration, an unreadable file, an invalid rule.
 * The message is one lower-case line, with user input in back-ticks, and says what to do.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly exitCode = EXIT.config;
  readonly place: ErrorPlace | undefined;
  /** Further mistakes of the same files, in order; a reader that shows only one shows this error. */
  readonly others: readonly ConfigError[];

  constructor(message: string, place?: ErrorPlace, others: readonly ConfigError[] = []) {
    super(message);
    this.place = place;
    this.others = others;
  }

  /** This mistake and the others of the same files. */
  get all(): readonly ConfigError[] {
    return [this, ...this.others];
  }

  /** `file:line:column: message`, with as much of the position as is known. */
  toLine(): string {
    if (!this.place) return this.message;
    const { file, line, column } = this.place;
    const where = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
    return `${where}: ${this.message}`;
  }
}

/** Machine-readable details of a failed call to the service. The message is for people. */
export interface ServiceErrorDetails {
  /** Stable problem code (docs/service-api.md), if known. */
  readonly code?: string | undefined;
  /** HTTP status of the response; undefined if there was no response. */
  readonly status?: number | undefined;
  /** Identifies the request in the log of the service. */
  readonly requestId?: string | undefined;
}

/** The service could not be reached or returned an error. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly exitCode: ExitCode;
  readonly details: ServiceErrorDetails;

  constructor(message: string, exitCode: ExitCode = EXIT.service, details: ServiceErrorDetails = {}) {
    super(message);
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** A bug in Querygate itself. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
  readonly exitCode = EXIT.internal;
}
