import { type FileHandle, open, stat } from 'node:fs/promises';
import { ConfigError } from '../../model/index.ts';

/**
 * Opens a new file, or an existing device or pipe to write through. Raises ConfigError if there is a regular file
 * already.
 */
export async function openOutputFile(path: string): Promise<FileHandle> {
  const existing = await stat(path).catch(() => undefined);
  const through = existing !== undefined && !existing.isFile() && !existing.isDirectory();
  return open(path, through ? 'w' : 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      error.code === 'EEXIST'
        ? `the file \`${path}\` already exists; name another one`
        : `cannot write \`${path}\` (${error.code}); name a file that this user can write`,
    );
  });
}
