import { join, relative, resolve } from 'node:path';
import { ConfigError } from '../../model/index.ts';

const NAME = 'admin.sock';
/** Bytes of the path of a Unix socket (`sun_path`): 108 on Linux and 104 on macOS, with a zero at the end. */
const MOST_BYTES = 103;

/**
 * The socket by which a server that has a folder is talked to. Where the path is too long for the system, the one that is
 * relative to here may do. Raises ConfigError where neither does.
 */
export function socketPath(folder: string): string {
  const path = join(resolve(folder), NAME);
  if (Buffer.byteLength(path) <= MOST_BYTES) return path;
  const short = relative(process.cwd(), path);
  if (Buffer.byteLength(short) <= MOST_BYTES) return short;
  throw new ConfigError(
    `the path of the folder \`${folder}\` is too long for a socket in it; take a folder whose path has at most ${MOST_BYTES - NAME.length - 1} bytes`,
  );
}
