import { dayOf, type LineAuthor } from '../../model/index.ts';
import { isObjectId, isZeroId } from './names.ts';
import { openGit } from './run.ts';

/** Returns who last edited lines (from 1) of a file. Lines that git cannot attribute are missing. */
export type Blame = (path: string, lines: readonly number[]) => Promise<ReadonlyMap<number, LineAuthor>>;

/** Lines of one command, so that its arguments stay short. */
const LINES_AT_ONCE = 500;

/**
 * Blames lines of the work tree at `root`. In a shallow clone, the oldest commit seems to have written everything that is
 * older, so its lines are left out.
 */
export async function gitBlame(root: string): Promise<Blame> {
  const git = openGit(root);
  const isShallow = (await git.run(['rev-parse', '--is-shallow-repository'])).stdout.toString().trim() !== 'false';
  return async (path, lines) => {
    const found = new Map<number, LineAuthor>();
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      const ranges = lines.slice(at, at + LINES_AT_ONCE).map((line) => `-L${line},${line}`);
      const result = await git.run(['blame', '--porcelain', '--no-textconv', ...ranges, '--', path]);
      if (result.code !== 0) continue;
      for (const [line, author] of parsePorcelain(result.stdout.toString('utf8'), isShallow)) found.set(line, author);
    }
    return found;
  };
}

/** Parses `git blame --porcelain`: the headers of a commit come only with its first line. */
function parsePorcelain(text: string, skipsBoundary: boolean): Map<number, LineAuthor> {
  const commits = new Map<string, { name: string; time: number; boundary: boolean }>();
  const lines = new Map<number, string>();
  let commit = { name: '', time: Number.NaN, boundary: false };
  for (const row of text.split('\n')) {
    // The text of the line itself.
    if (row.startsWith('\t')) continue;
    const space = row.indexOf(' ');
    const key = space === -1 ? row : row.slice(0, space);
    const value = space === -1 ? '' : row.slice(space + 1);
    if (isObjectId(key)) {
      lines.set(Number(value.split(' ')[1]), key);
      commit = commits.get(key) ?? { name: '', time: Number.NaN, boundary: false };
      commits.set(key, commit);
    } else if (key === 'author') commit.name = value;
    else if (key === 'author-time') commit.time = Number(value);
    else if (key === 'boundary') commit.boundary = true;
  }
  const authors = new Map<number, LineAuthor>();
  for (const [line, id] of lines) {
    const found = commits.get(id);
    if (!found || isZeroId(id) || !Number.isFinite(found.time) || (found.boundary && skipsBoundary)) continue;
    const date = new Date(found.time * 1000);
    if (Number.isNaN(date.getTime())) continue;
    authors.set(line, { name: found.name, date: dayOf(date), commit: id });
  }
  return authors;
}
