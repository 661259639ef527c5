import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The first of these modules that exists beside the main module of this process: in the bundle its built name, in the
 * sources its TypeScript file.
 */
export function programModule(names: readonly string[]): URL | undefined {
  const [, main] = process.argv;
  if (main === undefined) return undefined;
  const folder = dirname(realpathSync(main));
  const path = names.map((name) => join(folder, name)).find((file) => existsSync(file));
  return path === undefined ? undefined : pathToFileURL(path);
}

/** The program of the service's build that serves the scratch database of `record`; undefined if it is not there. */
export function scratchDatabaseProgram(): string | undefined {
  const url = programModule(['../server/scratch-database.js']);
  return url === undefined ? undefined : fileURLToPath(url);
}

/** The module of the threads that read large logs. */
export function historyWorkerUrl(): URL | undefined {
  return programModule(['history-worker.js', 'history-worker.ts']);
}
