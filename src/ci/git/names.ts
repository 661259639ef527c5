/** Validates names that become arguments of git. */

const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Whether `value` is a full object id (SHA-1 or SHA-256). */
export function isObjectId(value: unknown): value is string {
  return typeof value === 'string' && COMMIT_ID.test(value);
}

/** Whether `value` is the id that hosts send for "no commit": all zeros. */
export function isZeroId(value: unknown): boolean {
  return typeof value === 'string' && /^0+$/.test(value);
}

// git-check-ref-format(1). It allows a leading dash after `refs/heads/`; elsewhere that would be an option.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names, and so do we
const FORBIDDEN_IN_REF = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^[-/.]|[/.]$|^@$/;

/** Whether `name` is a valid branch name, safe after `refs/heads/` in a refspec. */
export function isBranchName(name: unknown): name is string {
  return typeof name === 'string' && name.length > 0 && name.length <= 1000 && !FORBIDDEN_IN_REF.test(name);
}

/** The short form of a commit id, for people. */
export function shortId(commit: string): string {
  return commit.slice(0, 7);
}
