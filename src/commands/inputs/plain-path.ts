/** Invisible characters: controls, and those that Unicode recommends not to display. */
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
