import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';

const MAX_ARCHIVE = 2 ** 30;

/**
 * What each run of the Action downloads: the archive of the repository at a tag. Returns the compressed bytes of each
 * top-level file and folder, the largest first.
 */
export function downloadParts(root: string): readonly (readonly [name: string, bytes: number])[] {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', root, ...args], { maxBuffer: MAX_ARCHIVE });
  const names = git('ls-tree', '--name-only', 'HEAD').toString().trim().split('\n');
  return names
    .map((name) => [name, gzipSync(git('archive', 'HEAD', name)).length] as const)
    .sort(([, a], [, b]) => b - a);
}
