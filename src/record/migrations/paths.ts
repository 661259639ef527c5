/** `1_a.up.rb` of `db/1_a.up.rb`. */
export function basenameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name without its last ending. */
export function stemOf(path: string): string {
  return basenameOf(path).replace(/\.[^.]*$/, '');
}
