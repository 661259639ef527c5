import { execFileSync } from 'node:child_process';

/** A commit of the main line that is replayed as a pull request. */
export interface Pull {
  readonly base: string;
  readonly head: string;
  /** Day of the commit, `YYYY-MM-DD`. */
  readonly day: string;
}

/**
 * The newest commits and merges of the main line up to `commit` that add or change SQL files, newest first. A commit
 * that only deletes SQL files has nothing to check, and the first commit has no base.
 */
export function pullsOf(clone: string, commit: string, newest: number): readonly Pull[] {
  const out = execFileSync(
    'git',
    [
      '-C',
      clone,
      'log',
      '--first-parent',
      // The difference of a merge from its first parent.
      '-m',
      '--no-renames',
      '--diff-filter=AM',
      `--max-count=${newest}`,
      '--format=%H %P %cs',
      commit,
      '--',
      ':(icase,glob)**/*.sql',
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  return out
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const parts = line.split(' ');
      const [head, base] = parts;
      const day = parts.at(-1);
      return head && base && day && parts.length > 2 ? [{ base, head, day }] : [];
    });
}
