/** Where in a user's file a mistake stands; lines and columns count from 1. */
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
 * Something that the user can mend: usage, configuration, an unreadable file, an invalid rule.
 * The message is one line, lower case, with the user's words in back-ticks, and says what to do.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly exitCode = EXIT.config;
  readonly place: ErrorPlace | undefined;

  constructor(message: string, place?: ErrorPlace) {
    super(message);
    this.place = place;
  }

  /** `file:line:column: message`, with as much of the place as is known. */
  toLine(): string {
    if (!this.place) return this.message;
    const { file, line, column } = this.place;
    const where = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
    return `${where}: ${this.message}`;
  }
}

/** What is known of a failed call to the service, for programs; the message says it to people. */
export interface ServiceErrorDetails {
  /** Stable code of the problem (docs/service-api.md), where one is known. */
  readonly code?: string | undefined;
  /** HTTP status of the answer; undefined where there was none. */
  readonly status?: number | undefined;
  /** Names the request in the log of the service. */
  readonly requestId?: string | undefined;
}

/** The service could not be reached, or answered with an error. */
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

/** A defect of Querygate itself. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
  readonly exitCode = EXIT.internal;
}
