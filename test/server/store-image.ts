import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageInMemory } from '../../src/server/store/pglite.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');

/**
 * The file with what a store in memory begins with: PostgreSQL's own files alone, no table of ours. Made once for each version of
 * PGlite, and kept where such things are (`node_modules/.cache`).
 */
export async function storeImage(): Promise<string> {
  const manifest = await readFile(join(MODULES, '@electric-sql/pglite/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(MODULES, '.cache/querygate');
  const path = join(folder, `pglite-${version}.tar`);
  if (existsSync(path)) return path;
  const image = await imageInMemory();
  await mkdir(folder, { recursive: true });
  // Other test files may make it at the same time, and one that is being read must not be replaced.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, Buffer.from(await image.arrayBuffer()));
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return path;
}
