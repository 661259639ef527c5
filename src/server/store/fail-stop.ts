import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL in this process has ended: `cause` says why. Nothing more may be asked of it. */
export class DatabaseStopped extends Error {
  override readonly name = 'Ended';
}

const FATAL_NAMES = new Set<unknown>(['RuntimeError', 'ExitStatus']);
const FATAL_SEVERITIES = new Set<unknown>(['FATAL', 'PANIC']);

/**
 * Lets nothing reach PostgreSQL any more once it has ended (no room for its WAL, a disk that fails): pglite would send the
 * rest of its messages all the same, and the first of them would never come back and hold this thread for ever.
 * (pglite 0.5.16; a test has the disk fail.)
 */
export function failStop(pg: PGlite): PGlite {
  const send = pg.execProtocolStream.bind(pg);
  let ended: DatabaseStopped | undefined;
  pg.execProtocolStream = async (...given) => {
    if (ended) throw ended;
    try {
      return await send(...given);
    } catch (error) {
      if (!isFatal(error)) throw error;
      ended = new DatabaseStopped('the embedded PostgreSQL has ended', { cause: error });
      throw ended;
    }
  };
  return pg;
}

/** WebAssembly's traps, Emscripten's ends of the program, and what PostgreSQL itself ends for. */
function isFatal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('severity' in error && FATAL_SEVERITIES.has(error.severity)) return true;
  return 'name' in error && FATAL_NAMES.has(error.name);
}
