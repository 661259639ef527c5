/** Whether `path` is below a repository's root: relative, with `/`, and without `.` or `..` parts. */
export function isTreePath(path: string): boolean {
  if (path === '' || path.includes('\0')) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
