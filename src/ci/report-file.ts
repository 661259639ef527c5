import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '../model/index.ts';

/**
 * Writes a report below `root`, or to an absolute path from the workflow. Never follows a link in the checkout, since
 * the pull request controls it.
 *
 * @returns the absolute path
 */
export async function writeReportFile(root: string, path: string, text: string): Promise<string> {
  const at = resolve(root, path);
  const inside = relative(root, at);
  if (!isAbsolute(path) && (inside === '' || inside === '..' || inside.startsWith(`..${sep}`))) {
    throw new ConfigError(`the report path \`${path}\` is outside the workspace; name a file inside it`);
  }
  if (!isAbsolute(inside) && !inside.startsWith('..')) await refuseLinks(root, inside, path);
  try {
    await mkdir(dirname(at), { recursive: true });
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
    const file = await open(at, flags, 0o644);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
  } catch (error) {
    const isLink = (await lstat(at).catch(() => undefined))?.isSymbolicLink() ?? false;
    if (isLink) throw new ConfigError(`the report path \`${path}\` is a symbolic link; name a file`);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(`cannot write the report to \`${path}\` (${code}); name a file that this user can write`);
  }
  return at;
}

async function refuseLinks(root: string, inside: string, path: string): Promise<void> {
  let at = root;
  for (const part of inside.split(sep)) {
    at = join(at, part);
    const stats = await lstat(at).catch(() => undefined);
    if (!stats) return;
    if (stats.isSymbolicLink()) {
      throw new ConfigError(
        `the report path \`${path}\` goes through a symbolic link, \`${relative(root, at)}\`; name another path`,
      );
    }
  }
}
