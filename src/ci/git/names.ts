/** Names that go into git's arguments. Whatever fails here never reaches a command line. */

const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Whether `value` is a full object id (SHA-1 or SHA-256). */
export function isObjectId(value: unknown): value is string {
  return typeof value === 'string' && COMMIT_ID.test(value);
}

/** Whether `value` is the id that hosts send for "no commit": all zeros. */
export function isZeroId(value: unknown): boolean {
  return typeof value === 'string' && /^0+$/.test(value);
}

// git-check-ref-format(1). A leading dash is legal there for what follows `refs/heads/`, and would be an option elsewhere.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names, and so do we
const FORBIDDEN_IN_REF = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^[-/.]|[/.]$|^@$/;

/** Whether `name` can be a branch: safe behind `refs/heads/` in a refspec. */
export function isBranchName(name: unknown): name is string {
  return typeof name === 'string' && name.length > 0 && name.length <= 1000 && !FORBIDDEN_IN_REF.test(name);
}

/** The short form of a commit id that people read. */
export function shortId(commit: string): string {
  return commit.slice(0, 7);
}
