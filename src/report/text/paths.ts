/** A path as CI hosts compare it: relative to the top of the repository, without `./`. */
export function relativePath(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '');
}

/** A path as a relative URI reference. Half a character, which cannot be encoded, becomes U+FFFD. */
export function relativeUri(path: string): string {
  return relativePath(path)
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/');
}

/** The file for findings that are about no file of the change: the first rule file, which CI hosts can show. */
export function ruleFileOf(sources: readonly string[]): string {
  return sources.find((source) => !source.startsWith('querygate:')) ?? '.querygate/rules.yml';
}
