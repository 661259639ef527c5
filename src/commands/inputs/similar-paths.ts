import type { Settings } from './config.ts';
import type { Unread } from './linked-files.ts';

/** Files that `paths` does not select, but would if their names were written plainly. They may be run all the same. */
export function similarPaths(paths: readonly string[], settings: Settings): readonly Unread[] {
  return paths.filter((path) => settings.nearlySelects(path)).map((path) => ({ path, problem: PROBLEM }));
}

const PROBLEM =
  'it is not checked, but looks like a file that `paths` selects: its name has invisible characters, spaces or dots at an end, or another Unicode form; rename it, or skip it with `ignore`';
