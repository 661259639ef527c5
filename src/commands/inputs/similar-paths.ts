import type { Settings } from './config.ts';
import type { Unread } from './linked-files.ts';

/** Characters that nobody sees: controls, and those that Unicode asks programs not to show. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]+/gu;
/** Windows removes spaces and dots from the end of a name when it opens a file. */
const ENDS = /^\s+|[\s.]+$/gu;

/** The path as people and other systems may read it: visible characters only, in the Unicode form that macOS compares. */
export function plainPath(path: string): string {
  return path
    .normalize('NFC')
    .split('/')
    .map((name) => name.replace(INVISIBLE, '').replace(ENDS, '') || name)
    .join('/');
}

/** Files that `paths` does not select, but would if their names were written plainly. They may be run all the same. */
export function similarPaths(paths: readonly string[], settings: Settings): readonly Unread[] {
  return paths.filter((path) => settings.nearlySelects(path)).map((path) => ({ path, problem: PROBLEM }));
}

const PROBLEM =
  'it is not checked, but looks like a file that `paths` selects: its name has invisible characters, spaces or dots at an end, or another Unicode form; rename it, or skip it with `ignore`';
