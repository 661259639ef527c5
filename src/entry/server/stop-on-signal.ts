import { EXIT } from '../../model/index.ts';
import { flushLog, printToStderr } from './log.ts';

/** Milliseconds to write the last log lines. */
const LAST_LINES_MS = 1_000;

/**
 * The first signal calls `stop` and then ends the process, a second one ends it immediately.
 *
 * @param doing what `stop` does, for the terminal
 * @param failed called if `stop` fails
 */
export function stopOnSignal(doing: string, stop: () => Promise<void>, failed: (error: unknown) => void): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
      stopping = true;
      printToStderr(`${signal}: ${doing}; send it again to stop at once`);
      stop()
        .then(
          () => EXIT.ok,
          (error: unknown) => {
            failed(error);
            return EXIT.internal;
          },
        )
        .finally(() => flushLog(LAST_LINES_MS))
        .then((code) => process.exit(code));
    });
}
