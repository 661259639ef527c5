import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module that a thread starts with: beside the one that this process started with. */
export function workerUrl(): URL | undefined {
  const [, main] = process.argv;
  if (main === undefined) return undefined;
  const folder = dirname(realpathSync(main));
  const file = ['history-worker.js', 'history-worker.ts']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : pathToFileURL(file);
}
