import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Top folder of the repository that contains `cwd` (absolute), or undefined if there is none. Like git, it looks for
 * the nearest folder with a `.git`, but without starting a process.
 */
export async function repoRoot(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const stats = await lstat(join(folder, '.git')).catch(() => undefined);
    if (stats) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
