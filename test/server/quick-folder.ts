import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum bytes of the embedded stores of one test file. */
const ROOM = 1024 ** 3;

/**
 * A new folder for embedded stores, in memory where there is room: a new store and a killed one each write a thousand
 * files to the disk, which takes time and tests nothing of the program.
 */
export function quickFolder(name: string): string {
  return mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), `querygate-${name}-`));
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}
