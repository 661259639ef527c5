import type { Settings } from './config.ts';
import type { Unread } from './linked-files.ts';

/** White space, dots and invisible characters at the end of a name. Windows removes the first two when it opens a file. */
const TAIL = /[\s.\p{C}]+$/u;

/**
 * The path as another system may read it: in one Unicode normal form, as macOS compares names, and without characters at
 * the end of a name that nobody sees.
 */
export function plainPath(path: string): string {
  return path
    .normalize('NFC')
    .split('/')
    .map((name) => name.replace(TAIL, '') || name)
    .join('/');
}

/** Files that `paths` does not select, but would if their names were written plainly. They may be run all the same. */
export function similarPaths(paths: readonly string[], settings: Settings): readonly Unread[] {
  return paths.filter((path) => settings.nearlySelects(path)).map((path) => ({ path, problem: PROBLEM }));
}

const PROBLEM =
  'its name differs from those that `paths` selects only by characters at the end of a name or by their Unicode form, so it is not checked and may be run; rename it, or skip it with `ignore`';
