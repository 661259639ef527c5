import { repoRoot } from '../../ci/index.ts';

/** The current directory, and the root of its repository (or the same directory outside one). */
export async function workingFolders(): Promise<{ cwd: string; root: string }> {
  const cwd = process.cwd();
  return { cwd, root: (await repoRoot(cwd)) ?? cwd };
}
