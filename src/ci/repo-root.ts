import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Top folder of the repository that holds `cwd` (absolute), or undefined where there is none: the nearest folder with a
 * `.git`, as git itself looks for it. Asking git would cost a process.
 */
export async function repoRoot(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const stats = await lstat(join(folder, '.git')).catch(() => undefined);
    if (stats) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
