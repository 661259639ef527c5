import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../model/index.ts';
import { NEW_STORE_FOLDER, STORE_FOLDER } from './names.ts';

/** Files of an interrupted or a concurrent start. */
const OURS = /^(store\.lock.*|life-.*\.sock)$/;

/**
 * Raises ConfigError if a folder cannot be an embedded store: it holds other files (`/tmp`, a home folder), or other
 * users have access to it. It changes neither, since someone may rely on it.
 */
export async function assertStoreFolder(folder: string): Promise<void> {
  const other = existsSync(join(folder, STORE_FOLDER))
    ? undefined
    : (await readdir(folder)).find((name) => !isOurs(name));
  if (other !== undefined)
    throw new ConfigError(
      `the folder \`${folder}\` is not a store and not empty (it contains \`${other}\`); name a new folder in it, or an empty one`,
    );
  const mode = (await stat(folder)).mode & 0o777;
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    throw new ConfigError(
      `the folder \`${folder}\` is open to other users (mode ${mode.toString(8)}), who could read the data; \`chmod 700\` it, or name a new folder in it`,
    );
}

function isOurs(name: string): boolean {
  return name === NEW_STORE_FOLDER || OURS.test(name);
}
