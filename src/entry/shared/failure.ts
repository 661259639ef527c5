import { CommanderError } from 'commander';
import { ConfigError, EXIT, PRODUCT, ServiceError } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { errorLine } from './error-line.ts';

/** Prints an error on standard error, one line for each mistake, and returns its exit code. */
export function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.config;
  if (error instanceof ConfigError) {
    for (const mistake of error.all) process.stderr.write(errorLine(mistake.toLine()));
    return error.exitCode;
  }
  if (error instanceof ServiceError) {
    process.stderr.write(errorLine(error.message));
    return error.exitCode;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `querygate: internal error in querygate ${PRODUCT.version}; please report it with:\n${visibleLines(stack)}\n`,
  );
  return EXIT.internal;
}
