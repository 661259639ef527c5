import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError, type RewrittenFile } from '../model/index.ts';
import { isTreePath } from './trees/path.ts';

/**
 * Writes files of the checkout. Raises ConfigError, before it writes any, if one is not on disk as it was read, if a new one
 * exists, or if a link is on the way to one.
 */
export async function rewriteFiles(root: string, files: readonly RewrittenFile[]): Promise<void> {
  for (const { path, previousPath, before } of files) {
    await refuse(root, { path: previousPath ?? path, before });
    if (previousPath !== undefined) await refuse(root, { path, before: undefined });
  }
  for (const { path, previousPath, after } of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), after);
    if (previousPath !== undefined) await rm(join(root, previousPath));
  }
}

async function refuse(root: string, { path, before }: Pick<RewrittenFile, 'path' | 'before'>): Promise<void> {
  if (!isTreePath(path)) throw new ConfigError(`\`${path}\` is not a path in the repository, so it was not written`);
  let at = root;
  for (const part of path.split('/')) {
    at = join(at, part);
    const stats = await lstat(at).catch(() => undefined);
    if (stats?.isSymbolicLink())
      throw new ConfigError(`\`${path}\` goes through a symbolic link, so no file was written`);
  }
  const bytes = await readFile(at).catch(() => undefined);
  if (before === undefined ? bytes !== undefined : bytes === undefined || !bytes.equals(Buffer.from(before)))
    throw new ConfigError(
      before === undefined
        ? `\`${path}\` exists, so no file was written; rename it`
        : `\`${path}\` in the checkout is not the text that was judged, so no file was written; commit it as UTF-8 first`,
    );
}
