import type { Failure } from '../../ci/index.ts';
import { ConfigError, EXIT, type ExitCode, InternalError, PRODUCT, ServiceError } from '../../model/index.ts';
import { visible } from '../../report/index.ts';

export interface ActionFailure {
  readonly failure: Failure;
  readonly exitCode: ExitCode;
  /** For the log: the line as the client prints it, or the stack of an internal error. */
  readonly details: string;
}

/** The error as one annotation. An error of another class is a bug in Querygate. */
export function failureOf(error: unknown): ActionFailure {
  if (error instanceof ConfigError) {
    const { place } = error;
    const failure = { title: 'querygate: configuration', message: visible(error.message), ...visiblePlace(place) };
    return { failure, exitCode: error.exitCode, details: visible(error.toLine()) };
  }
  if (error instanceof ServiceError) {
    const message = visible(error.message);
    return { failure: { title: 'querygate: service', message }, exitCode: error.exitCode, details: message };
  }
  const cause = error instanceof Error ? error : new InternalError(String(error));
  const message = `internal error in querygate ${PRODUCT.version} (${visible(cause.message)}): please report it with the log of this step`;
  return {
    failure: { title: 'querygate: internal error', message },
    exitCode: EXIT.internal,
    details: cause.stack ?? message,
  };
}

function visiblePlace(place: ConfigError['place']) {
  if (!place) return {};
  return { file: visible(place.file), line: place.line, column: place.column };
}
