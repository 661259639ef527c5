import { isAbsolute, relative, resolve, sep } from 'node:path';
import { repoRoot, rulesCheckout } from '../../ci/index.ts';
import type { TrustedRules } from '../../commands/index.ts';

/** The current directory, and the root of its repository (or the same directory outside one). */
export interface WorkingFolders {
  readonly cwd: string;
  readonly root: string;
  /** The root of the repository; undefined outside one. */
  readonly repository: string | undefined;
}

export async function workingFolders(): Promise<WorkingFolders> {
  const cwd = process.cwd();
  const repository = await repoRoot(cwd);
  return { cwd, root: repository ?? cwd, repository };
}

/** A path of the command line, relative to the repository's root; absolute if it is outside. The name of a pack stays. */
export function treePath(path: string, { cwd, root }: WorkingFolders): string {
  if (path.startsWith('querygate:')) return path;
  const absolute = resolve(cwd, path);
  const inside = relative(root, absolute);
  if (inside === '') return '.';
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return absolute;
  return inside.split(sep).join('/');
}

/** The value of `--rules`, and its tree if it is in another checkout than the repository. */
export async function rulesOption(
  path: string | undefined,
  folders: WorkingFolders,
): Promise<{ readonly rules: string | undefined; readonly trustedRules: TrustedRules | undefined }> {
  if (path === undefined) return { rules: undefined, trustedRules: undefined };
  const rules = treePath(path, folders);
  return { rules, trustedRules: await rulesCheckout(folders.root, rules) };
}
