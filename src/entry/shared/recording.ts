import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CheckRequest } from '../../commands/index.ts';
import { ConfigError } from '../../model/index.ts';

/** Bytes of the longest recording: its text must fit into memory several times. */
const MAX_BYTES = 128 << 20;

/** The snapshot of tests that an option or input names. */
export function testsOf(path: string | undefined, cwd: string): CheckRequest['tests'] {
  return path === undefined || path === '' ? undefined : { name: path, at: resolve(cwd, path) };
}

/** Reads the SQL that a scratch database begins with. Raises ConfigError if it cannot be read. */
export async function readSeed(path: string | undefined, cwd: string) {
  if (path === undefined || path === '') return undefined;
  try {
    return { name: path, text: await readFile(resolve(cwd, path), 'utf8') };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError(`the file \`${path}\` of \`--seed\` (input \`seed\`) cannot be read (${code})`);
  }
}

/** Reads the recordings that options or an input name. Raises ConfigError if one cannot be read. */
export async function readRecordings(
  paths: readonly string[] | undefined,
  cwd: string,
): Promise<CheckRequest['recordings']> {
  if (!paths || paths.length === 0) return undefined;
  return Promise.all(paths.map((path) => readRecording(path, cwd)));
}

async function readRecording(path: string, cwd: string) {
  const file = resolve(cwd, path);
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES)
      throw new ConfigError(
        `the recording \`${path}\` has ${size} bytes, more than the limit of ${MAX_BYTES}; record fewer migrations at a time`,
      );
    return { name: path, text: await readFile(file, 'utf8') };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError(`the recording \`${path}\` cannot be read (${code}); make it with \`querygate record\``);
  }
}
