import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../model/index.ts';
import { NEW_STORE_FOLDER, STORE_FOLDER } from './names.ts';

/** What a start that was cut off may have left, or one that goes on at this moment has. */
const OURS = /^(store\.lock.*|life-.*\.sock)$/;

/**
 * Raises ConfigError for a folder that is none of the embedded store: it holds something else (`/tmp`, somebody's home), or
 * others may enter it. Neither is changed, since somebody may rely on it.
 */
export async function assertStoreFolder(folder: string): Promise<void> {
  const other = existsSync(join(folder, STORE_FOLDER))
    ? undefined
    : (await readdir(folder)).find((name) => !isOurs(name));
  if (other !== undefined)
    throw new ConfigError(
      `the folder \`${folder}\` holds no store, but other things (\`${other}\`): name one in it that is not there yet, or an empty one`,
    );
  const mode = (await stat(folder)).mode & 0o777;
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    throw new ConfigError(
      `the folder \`${folder}\` is open to others (mode ${mode.toString(8)}), who could read what is in it: name one in it that is not there yet, or \`chmod 700\` it`,
    );
}

function isOurs(name: string): boolean {
  return name === NEW_STORE_FOLDER || OURS.test(name);
}
