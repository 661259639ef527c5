import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this repository. */
export const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** The Node.js that runs the Action. */
export const NODE = join(TOP, 'node_modules/.bin/node');

/** The packaged client. QUERYGATE_E2E_DIST names another folder, for development. */
const DIST = join(TOP, process.env['QUERYGATE_E2E_DIST'] ?? 'dist');

/** The client, built from the current sources by test/build-bundles.ts. */
export const CLIENT_BUILD = join(TOP, 'build/client');

/** The bundle of the service, built by test/build-bundles.ts or `npm run build:server`. */
export const SERVER = join(TOP, 'server');

/** The path of a launcher. */
export function packaged(name: 'check.js' | 'cli.js' | 'record.js' | 'simulate.js'): string {
  const path = join(DIST, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`npm run build\``);
  return path;
}
