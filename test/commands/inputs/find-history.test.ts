import { describe, expect, it } from 'vitest';
import type { DiskEntry, WorkspaceFiles } from '../../../src/ci/index.ts';
import { findHistory, type HistorySearch } from '../../../src/commands/inputs/find-history.ts';
import { type Files, LINK, OVERSIZED, treeOf } from '../build.ts';

/** Untracked files on disk, and files that git tracks there. */
function disk(untracked: readonly string[], tracked: Readonly<Record<string, string>> = {}): WorkspaceFiles {
  const all = [...untracked, ...Object.keys(tracked)];
  return {
    find: async (path): Promise<DiskEntry> => {
      const leads = tracked[path];
      if (leads !== undefined) return { kind: 'tracked', path: leads };
      return untracked.includes(path) ? { kind: 'file', at: `/real/${path}` } : { kind: 'missing' };
    },
    list: async (folder) => all.filter((path) => folder === '' || path.startsWith(`${folder}/`)),
  };
}

interface Row {
  readonly name: string;
  readonly base?: Files;
  readonly head?: Files;
  readonly disk?: WorkspaceFiles;
  readonly named: readonly string[];
  /** `side:name` */
  readonly found: readonly string[];
  readonly missing?: RegExp;
  readonly notice?: RegExp;
}

const FILE = '.querygate/history.jsonl.gz';
const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';

const ROWS: readonly Row[] = [
  {
    name: 'that the base tracks',
    base: { [FILE]: 'b' },
    head: { [FILE]: 'b' },
    named: [FILE],
    found: [`base:${FILE}`],
  },
  {
    name: 'that the change edits',
    base: { [FILE]: 'b' },
    head: { [FILE]: 'h' },
    disk: disk([], { [FILE]: FILE }),
    named: [`./${FILE}`],
    found: [`base:${FILE}`],
    notice: /the change edits the history `\.querygate\/history\.jsonl\.gz`: the version on the base branch was used/,
  },
  {
    name: 'that the change deletes',
    base: { [FILE]: 'b' },
    head: {},
    named: [FILE],
    found: [`base:${FILE}`],
    notice: /the change deletes/,
  },
  {
    name: 'that only the change tracks',
    base: {},
    head: { [FILE]: 'h' },
    disk: disk([], { [FILE]: FILE }),
    named: [FILE],
    found: [],
    missing: /comes with the change itself, so it is not used/,
  },
  {
    name: 'that only the checkout, at another commit, tracks',
    base: {},
    head: {},
    disk: disk([], { [FILE]: FILE }),
    named: [FILE],
    found: [],
    missing: /comes with the change itself/,
  },
  {
    name: 'that an earlier step restored',
    base: {},
    head: {},
    disk: disk(['restored/h.gz', '/runner/h.gz']),
    named: ['restored/h.gz', '/runner/h.gz'],
    found: ['untracked:restored/h.gz', 'untracked:/runner/h.gz'],
  },
  {
    name: 'behind a link to a file that the base tracks',
    base: { 'a.gz': 'b' },
    head: { 'a.gz': 'h' },
    disk: disk([], { 'b.gz': 'a.gz' }),
    named: ['b.gz'],
    found: [],
    missing: /is a link to `a\.gz`, which git tracks; name that file/,
  },
  {
    name: 'of a glob, without files that only the change tracks',
    base: { 'h/1.gz': 'b' },
    head: { 'h/1.gz': 'b', 'h/3.gz': 'h' },
    disk: disk(['h/2.gz', 'h/notes.txt'], { 'h/1.gz': 'h/1.gz', 'h/3.gz': 'h/3.gz' }),
    named: ['h/*.gz'],
    found: ['base:h/1.gz', 'untracked:h/2.gz'],
    notice: /`h\/3\.gz` comes with the change itself/,
  },
  {
    name: 'of a folder',
    base: { 'h/1.gz': 'b' },
    head: { 'h/1.gz': 'b' },
    disk: disk(['h/2.gz'], { 'h/1.gz': 'h/1.gz' }),
    named: ['h'],
    found: ['base:h/1.gz', 'untracked:h/2.gz'],
  },
  {
    name: 'of a glob that matches only files of the change',
    base: {},
    head: { 'h/3.gz': 'h' },
    disk: disk([], { 'h/3.gz': 'h/3.gz' }),
    named: ['h/*.gz'],
    found: [],
    missing: /comes with the change itself/,
  },
  { name: 'that does not exist', base: {}, head: {}, named: [FILE], found: [], missing: /there is no history at/ },
  {
    name: 'of a glob that matches nothing',
    base: {},
    head: {},
    named: ['*.gz'],
    found: [],
    missing: /no history at `\*\.gz`/,
  },
  {
    name: 'that is a link in the base',
    base: { [FILE]: LINK },
    named: [FILE],
    found: [],
    missing: /is a symbolic link/,
  },
  {
    name: 'that is too large for git',
    base: { [FILE]: OVERSIZED },
    named: [FILE],
    found: [],
    missing: /is too large to be read from git/,
  },
  { name: 'that is a Git LFS pointer', base: { [FILE]: POINTER }, named: [FILE], found: [], missing: /Git LFS/ },
  {
    name: 'that is named twice',
    base: { 'h/1.gz': 'b' },
    head: { 'h/1.gz': 'b' },
    named: ['h/1.gz', 'h/*.gz'],
    found: ['base:h/1.gz'],
  },
];

describe('a history', () => {
  it.each(ROWS)('$name', async ({ base, head, disk: files, named, found, missing, notice }) => {
    const search: HistorySearch = {
      named,
      base: base && treeOf(base),
      head: head && treeOf(head),
      disk: files ?? disk([]),
    };
    const result = await findHistory(search);
    expect(result.files.map(({ side, name }) => `${side}:${name}`)).toEqual(found);
    if (missing) expect(result.missing.join('\n')).toMatch(missing);
    else expect(result.missing).toEqual([]);
    if (notice) expect(result.notices.join('\n')).toMatch(notice);
    else expect(result.notices).toEqual([]);
  });
});
