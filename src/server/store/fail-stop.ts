import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL in this process has stopped: `cause` says why. It must not be used any more. */
export class DatabaseStopped extends Error {
  override readonly name = 'DatabaseStopped';
}

const FATAL_NAMES = new Set<unknown>(['RuntimeError', 'ExitStatus']);
const FATAL_SEVERITIES = new Set<unknown>(['FATAL', 'PANIC']);

/**
 * Rejects every message once PostgreSQL has stopped (disk full or failing). PGlite would still send its remaining
 * messages, and the first of them would never return and block this thread forever. (PGlite 0.5.16; a test makes the
 * disk fail.)
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

/** WebAssembly traps, Emscripten exits, and errors with which PostgreSQL itself stops. */
function isFatal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('severity' in error && FATAL_SEVERITIES.has(error.severity)) return true;
  return 'name' in error && FATAL_NAMES.has(error.name);
}
