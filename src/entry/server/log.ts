import { Writable } from 'node:stream';

/** Bytes of the log that wait for somebody to read them; what comes beyond is left out, and counted. */
const MOST_WAITING = 16 * 1024 * 1024;

/** For people; the log is on standard output. That nobody reads it, or the log, is no reason to end. */
export function printToStderr(line: string): void {
  // Once is enough: the listener is the same function each time.
  if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore);
  process.stderr.write(`${line}\n`);
}

function ignore(): void {}

/**
 * The log on standard output, which a service outlives: where it is gone (whoever read it has ended), the service goes on
 * without a log; where nobody reads it, the log leaves lines out before it takes all memory. Either is told once.
 */
export function standardLog(out: Writable = process.stdout, tell: (line: string) => void = printToStderr): Writable {
  let gone = false;
  let lost = 0;
  out.on('error', (error: NodeJS.ErrnoException) => {
    if (gone) return;
    gone = true;
    tell(`querygate: standard output is gone (${error.code ?? error.name}); the service goes on without its log`);
  });
  return new Writable({
    write: (line: Buffer, _, done) => {
      done();
      if (gone) return;
      if (out.writableLength + line.length > MOST_WAITING) {
        if (lost++ === 0)
          tell('querygate: nobody reads standard output; lines of the log are left out until somebody does');
        return;
      }
      if (lost > 0) {
        out.write(
          `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lost, msg: 'lines of the log were left out' })}\n`,
        );
        lost = 0;
      }
      out.write(line);
    },
  });
}

/** Waits until what was logged is read, but no longer than the milliseconds. */
export async function logDelivered(milliseconds: number, out: Writable = process.stdout): Promise<void> {
  if (out.writableLength === 0 || out.destroyed) return;
  await new Promise<void>((resolve) => {
    out.once('drain', resolve);
    setTimeout(resolve, milliseconds);
  });
}
