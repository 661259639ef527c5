import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';

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

/** A new embedded store, made by test/build-bundles.ts. */
const NEW_STORE = join(TOP, 'build/store');

/**
 * Makes `folder` a new embedded store, of which a service has made the tables. Copying one takes a twentieth of the time that
 * making one takes.
 */
export function copyNewStore(folder: string): void {
  // Keeps modes: a store that others can read is refused.
  execFileSync('cp', ['-a', NEW_STORE, folder]);
}

/** Makes the store that `copyNewStore` copies. */
export async function makeNewStore(): Promise<void> {
  rmSync(NEW_STORE, { recursive: true, force: true });
  const draft = `${NEW_STORE}.new`;
  rmSync(draft, { recursive: true, force: true });
  const db = await openDatabase({ folder: draft, durable: false });
  await migrate(db);
  await db.close();
  renameSync(draft, NEW_STORE);
}

export const hasNewStore = () => existsSync(NEW_STORE);

/** The path of a launcher. */
export function packaged(name: 'check.js' | 'cli.js' | 'simulate.js'): string {
  const path = join(DIST, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`npm run build\``);
  return path;
}
