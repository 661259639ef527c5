import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Top folder of this repository. */
export const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** The Action's own runtime. */
export const NODE = join(TOP, 'node_modules/.bin/node');

/** What ships. QUERYGATE_E2E_DIST names another folder while working on it. */
const DIST = join(TOP, process.env['QUERYGATE_E2E_DIST'] ?? 'dist');

/** The service's own bundle, which `npm run build:server` makes. */
export const SERVER = join(TOP, 'server');

/** Path of a launcher. */
export function packaged(name: 'check.js' | 'cli.js' | 'simulate.js'): string {
  const path = join(DIST, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`npm run build\``);
  return path;
}
