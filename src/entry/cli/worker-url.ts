import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module that a worker thread runs. It is in the folder of this process's own main module. */
export function workerUrl(): URL | undefined {
  const [, main] = process.argv;
  if (main === undefined) return undefined;
  const folder = dirname(realpathSync(main));
  const file = ['history-worker.js', 'history-worker.ts']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : pathToFileURL(file);
}
