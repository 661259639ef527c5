/** Whether `path` names something below a repository's root: relative, with `/`, and without `.` or `..` parts. */
export function isTreePath(path: string): boolean {
  if (path === '' || path.includes('\0')) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
