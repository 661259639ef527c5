import type { Failure } from '../../ci/index.ts';
import { ConfigError, EXIT, type ExitCode, InternalError, PRODUCT, ServiceError } from '../../model/index.ts';
import { inertProse, visible } from '../../report/index.ts';

export interface ActionFailure {
  readonly failures: readonly Failure[];
  readonly exitCode: ExitCode;
  /** For the log: the lines as the client prints them, or the stack of an internal error. */
  readonly details: string;
}

/** The error as annotations, one for each mistake. An error of another class is a bug in Querygate. */
export function failureOf(error: unknown): ActionFailure {
  if (error instanceof ConfigError) {
    const failures = error.all.map(({ message, place }) => ({
      title: 'querygate: configuration',
      message: visible(message),
      ...visiblePlace(place),
    }));
    return { failures, exitCode: error.exitCode, details: error.all.map((each) => visible(each.toLine())).join('\n') };
  }
  if (error instanceof ServiceError) {
    const message = visible(error.message);
    return { failures: [{ title: 'querygate: service', message }], exitCode: error.exitCode, details: message };
  }
  const cause = error instanceof Error ? error : new InternalError(String(error));
  const message = `internal error in querygate ${PRODUCT.version} (${visible(cause.message)}): please report it with the log of this step`;
  return {
    failures: [{ title: 'querygate: internal error', message }],
    exitCode: EXIT.internal,
    details: cause.stack ?? message,
  };
}

/** The failure as job summary. */
export function failureSummary({ failures }: ActionFailure): string {
  const lines = failures.map(({ message, file, line }) => {
    const place = file === undefined ? '' : `\`${file}${line === undefined ? '' : `:${line}`}\`: `;
    return `- ${inertProse(place + message)}`;
  });
  return `### \u{2754} querygate judged nothing\n\n${lines.join('\n')}\n`;
}

function visiblePlace(place: ConfigError['place']) {
  if (!place) return {};
  return { file: visible(place.file), line: place.line, column: place.column };
}
