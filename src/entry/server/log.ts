import { Writable } from 'node:stream';

/** Bytes of unread log lines in memory. Further lines are dropped and counted. */
const MAX_WAITING = 16 * 1024 * 1024;

/** Prints a line for people; the log goes to standard output. A closed standard error does not stop the service. */
export function printToStderr(line: string): void {
  // Adds the listener once.
  if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore);
  process.stderr.write(`${line}\n`);
}

function ignore(): void {}

/**
 * The log on standard output. If standard output is closed, the service continues without a log. If it is not being
 * read, lines are dropped before they fill the memory. `report` reports each of the two once.
 */
export function standardLog(out: Writable = process.stdout, report: (line: string) => void = printToStderr): Writable {
  let closed = false;
  let dropped = 0;
  out.on('error', (error: NodeJS.ErrnoException) => {
    if (closed) return;
    closed = true;
    report(`querygate: standard output is closed (${error.code ?? error.name}); the service continues without its log`);
  });
  return new Writable({
    write: (line: Buffer, _, done) => {
      done();
      if (closed) return;
      if (out.writableLength + line.length > MAX_WAITING) {
        if (dropped++ === 0) report('querygate: standard output is not being read; log lines are dropped until it is');
        return;
      }
      if (dropped > 0) {
        out.write(
          `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lost: dropped, msg: 'log lines were dropped' })}\n`,
        );
        dropped = 0;
      }
      out.write(line);
    },
  });
}

/** Waits until the log is written, for at most the given milliseconds. */
export async function flushLog(milliseconds: number, out: Writable = process.stdout): Promise<void> {
  if (out.writableLength === 0 || out.destroyed) return;
  await new Promise<void>((resolve) => {
    out.once('drain', resolve);
    setTimeout(resolve, milliseconds);
  });
}
