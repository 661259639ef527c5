import type { Repository } from '../ci/repository.ts';

/** The diff of each file between two commits, as hosts show it. */
export function patchesOf(work: Repository, from: string, to: string): readonly { path: string; patch: string }[] {
  const paths = work.git('diff', '--name-only', from, to).split('\n');
  return paths
    .filter((path) => path !== '')
    .map((path) => {
      const diff = work.git('diff', '--no-color', from, to, '--', path);
      return { path, patch: diff.slice(diff.indexOf('@@')) };
    });
}

/** A comment that suggests a text: the line below which it stands, and the first that it replaces if the host says so. */
export interface SuggestionComment {
  readonly line: number | null;
  readonly start_line?: number | null;
  readonly body: string;
}

/** The text after a user has applied all suggestions, as the hosts do: line by line, the last first. */
export function applied(text: string, comments: readonly SuggestionComment[]): string {
  const lines = text.split('\n');
  const sorted = [...comments].sort((a, b) => (b.line ?? 0) - (a.line ?? 0));
  for (const { line, start_line, body } of sorted) {
    const [, above, inserted] = /^```suggestion(?::-(\d+)\+0)?\n(.*?)^```$/ms.exec(body) ?? [];
    if (line === null || inserted === undefined) throw new Error(`this comment suggests nothing: ${body}`);
    const first = above === undefined ? (start_line ?? line) : line - Number(above);
    lines.splice(first - 1, line - first + 1, ...inserted.split('\n').slice(0, -1));
  }
  return lines.join('\n');
}
