/** `1_a.up.rb` of `db/1_a.up.rb`. */
export function basenameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name without its last ending. */
export function stemOf(path: string): string {
  return basenameOf(path).replace(/\.[^.]*$/, '');
}

/** The name of the folder that many levels above the one of the file; empty if there is none. */
export function folderNameOf(path: string, above: number): string {
  return path.split('/').at(-2 - above) ?? '';
}
