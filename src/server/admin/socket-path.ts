import { join, relative, resolve } from 'node:path';
import { ConfigError } from '../../model/index.ts';

const NAME = 'admin.sock';
/** Maximum bytes of the path of a Unix socket (`sun_path`): 108 on Linux and 104 on macOS, including the final zero. */
const MAX_BYTES = 103;

/**
 * The path of the admin socket of a store folder. If the absolute path is too long for the system, the path relative to
 * the current folder is used. Raises ConfigError if both are too long.
 */
export function socketPath(folder: string): string {
  const path = join(resolve(folder), NAME);
  if (Buffer.byteLength(path) <= MAX_BYTES) return path;
  const short = relative(process.cwd(), path);
  if (Buffer.byteLength(short) <= MAX_BYTES) return short;
  throw new ConfigError(
    `the path of the folder \`${folder}\` is too long for a socket; choose a folder whose path has at most ${MAX_BYTES - NAME.length - 1} bytes`,
  );
}
