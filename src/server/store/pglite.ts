import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { ConfigError } from '../../model/index.ts';
import { DURABLE_SETTINGS, durableFiles, syncPath, syncTree } from './durable-files.ts';
import { failStop } from './fail-stop.ts';
import { NEW_STORE_FOLDER, STORE_FOLDER } from './names.ts';

/** PostgreSQL settings, so that both stores read and write values in the same way. */
const VALUES = ['-c', 'TimeZone=UTC', '-c', 'DateStyle=ISO,MDY', '-c', 'bytea_output=hex'];
/**
 * Checks of foreign keys are planned for the table as it is. A plan that is kept from when the table was small reads all of
 * a large one for each row, and without autovacuum nothing would replace it.
 */
const SETTINGS = [...VALUES, '-c', 'plan_cache_mode=force_custom_plan'];

/**
 * Starts the store in a folder, which is created if necessary. `durable`: commits are written to disk. Raises
 * ConfigError if it cannot start.
 */
export async function startInFolder(folder: string, durable: boolean): Promise<PGlite> {
  const path = join(folder, STORE_FOLDER);
  if (!existsSync(path)) await make(folder, path, durable);
  const { PGlite, NodeFS } = await load();
  try {
    const files = durable
      ? { ...options(PGlite, DURABLE_SETTINGS), fs: durableFiles(NodeFS, path) }
      : { ...options(PGlite, []), fs: new NodeFS(path) };
    return failStop(await PGlite.create(files));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    // PGlite does not pass on the message of PostgreSQL.
    throw new ConfigError(
      `cannot start the store in \`${path}\`: its files are damaged or the disk is full; free disk space, or restore the folder from a backup`,
    );
  }
}

/** Starts a store in memory, for tests. `image`: a file with its initial content (`imageInMemory`). */
export async function startInMemory(image: string | undefined): Promise<PGlite> {
  const { PGlite } = await load();
  return PGlite.create({
    ...options(PGlite, []),
    ...(image !== undefined && { loadDataDir: await openAsBlob(image) }),
  });
}

/** A new store as an image (tar): starting from it takes a seventh of the time. */
export async function imageInMemory(): Promise<Blob> {
  const pg = await startInMemory(undefined);
  try {
    return await pg.dumpDataDir('none');
  } finally {
    await pg.close();
  }
}

/**
 * Creates a new store next to its final place, and renames it once it is complete and on disk. Leftovers of a crash are
 * removed.
 */
async function make(folder: string, path: string, durable: boolean): Promise<void> {
  const fresh = join(folder, NEW_STORE_FOLDER);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  const { PGlite, NodeFS } = await load();
  // Its files are on disk only after `syncTree`.
  const pg = await PGlite.create({ ...options(PGlite, []), fs: new NodeFS(fresh) });
  await pg.close();
  if (durable) syncTree(fresh);
  await rename(fresh, path);
  if (!durable) return;
  syncPath(folder);
  syncPath(dirname(folder));
}

async function load() {
  const [{ PGlite }, { NodeFS }] = await Promise.all([
    import(/* webpackIgnore: true */ '@electric-sql/pglite'),
    import(/* webpackIgnore: true */ '@electric-sql/pglite/nodefs'),
  ]);
  return { PGlite, NodeFS };
}

function options(Program: typeof PGlite, more: readonly string[]): PGliteOptions {
  return { startParams: [...Program.defaultStartParams, ...SETTINGS, ...more] };
}
