/** A comment on the lines of a change, with a text to write instead of them. */
export interface SuggestedChange {
  readonly path: string;
  /** Number of the first line that it replaces, from 1. */
  readonly first: number;
  /** The lines that it replaces. */
  readonly lines: readonly string[];
  /** Markdown that begins with the marker. */
  readonly body: string;
}

/** What became of the suggested changes of a run. */
export interface SuggestedOutcome {
  /** How many the change shows. */
  readonly suggested: number;
  /** How many are about lines that the host's diff does not show. */
  readonly outside: number;
  /** Why there are none; undefined if they were written. */
  readonly problem?: string | undefined;
}

/** A comment of an earlier run. */
export interface EarlierComment {
  readonly path: string;
  /** The last line that it is about; undefined if the diff no longer has it. */
  readonly last: number | undefined;
  readonly body: string;
}

/** The last of the lines that are replaced. */
export function lastLine({ first, lines }: SuggestedChange): number {
  return first + lines.length - 1;
}

/** Which comments are missing, and which of the earlier ones no longer apply. Hosts change white space at the end. */
export function compareComments<Comment extends EarlierComment>(
  wanted: readonly SuggestedChange[],
  earlier: readonly Comment[],
): { readonly missing: readonly SuggestedChange[]; readonly outdated: readonly Comment[] } {
  const outdated = [...earlier];
  const missing = wanted.filter((change) => {
    const at = outdated.findIndex(
      ({ path, last, body }) => path === change.path && last === lastLine(change) && plain(body) === plain(change.body),
    );
    if (at >= 0) outdated.splice(at, 1);
    return at < 0;
  });
  return { missing, outdated };
}

function plain(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}

/** What replaces the text of an outdated comment that others have answered. */
export function withdrawn(marker: string): string {
  return `${marker}\n\nThis suggestion is outdated.\n`;
}

/** Whether one hunk of the diff adds all the lines, so that the host can replace exactly them. */
export function isAdded(patch: string | undefined, { first, lines }: SuggestedChange): boolean {
  let next: number | undefined;
  const added = new Map<number, string>();
  for (const row of (patch ?? '').split('\n')) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(row)?.[1];
    if (start !== undefined) {
      if (hasAll(added, first, lines)) return true;
      added.clear();
      next = Number(start);
    } else if (next !== undefined && row.startsWith('+')) added.set(next++, row.slice(1));
    else if (next !== undefined && row.startsWith(' ')) next++;
  }
  return hasAll(added, first, lines);
}

function hasAll(added: ReadonlyMap<number, string>, first: number, lines: readonly string[]): boolean {
  return lines.every((line, at) => added.get(first + at) === line);
}
