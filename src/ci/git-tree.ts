import { ConfigError, type FileTree, MAX_FILE_BYTES, type TreeEntry } from '../model/index.ts';
import { type Git, gitReason } from './git-run.ts';
import { isTreePath } from './tree-path.ts';

/** How many paths one git command looks up, and how many bytes of contents it may bring along. */
const BATCH_PATHS = 256;
const BATCH_BYTES = 24 * 1024 * 1024;

interface Listed {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
  /** Bytes; undefined for what is no blob. */
  readonly size: number | undefined;
  readonly path: string;
}

/**
 * The files of one commit.
 *
 * @param commit full commit id, present in the repository
 * @param label how reports call it: `base 1a2b3c4`
 * @param expected paths that will likely be read, in that order: they are then fetched many at a time
 */
export function gitTree(git: Git, commit: string, label: string, expected: readonly string[] = []): FileTree {
  const place = new Map(expected.map((path, index) => [path, index]));
  const ready = new Map<string, TreeEntry>();

  async function read(path: string): Promise<TreeEntry> {
    if (!isTreePath(path)) return { kind: 'missing' };
    const kept = ready.get(path);
    if (kept) {
      ready.delete(path);
      return kept;
    }
    const wanted = [path, ...neighbours(path)];
    const listed = await lookUp(git, commit, wanted);
    const entries = await contents(git, listed, path);
    for (const other of wanted) if (other !== path && !listed.has(other)) ready.set(other, { kind: 'missing' });
    for (const [other, entry] of entries) if (other !== path) ready.set(other, entry);
    return entries.get(path) ?? { kind: 'missing' };
  }

  /** Expected paths behind `path` of the same kind of file: whoever reads one SQL file reads the next. */
  function neighbours(path: string): string[] {
    const start = place.get(path);
    if (start === undefined) return [];
    const ending = extension(path);
    const result: string[] = [];
    for (let i = start + 1; i < expected.length && result.length < BATCH_PATHS - 1; i++) {
      const other = expected[i];
      if (other !== undefined && extension(other) === ending && !ready.has(other) && isTreePath(other)) {
        result.push(other);
      }
    }
    return result;
  }

  async function list(folder: string): Promise<readonly string[]> {
    if (folder !== '' && !isTreePath(folder)) return [];
    const rows = await listAll(git, commit, folder);
    return rows
      .filter((row) => row.type === 'blob' && row.mode !== '120000')
      .map((row) => row.path)
      .sort();
  }

  async function links(folder: string): Promise<readonly string[]> {
    if (folder !== '' && !isTreePath(folder)) return [];
    const rows = await listAll(git, commit, folder);
    return rows
      .filter((row) => row.mode === '120000')
      .map((row) => row.path)
      .sort();
  }

  return { label, commit, read, list, links };
}

/** A tree without files: the old side of a first commit. */
export function emptyTree(label: string): FileTree {
  return { label, commit: undefined, read: async () => ({ kind: 'missing' }), list: async () => [] };
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

async function lookUp(git: Git, commit: string, paths: readonly string[]): Promise<Map<string, Listed>> {
  // A name that was no UTF-8 cannot be given as an argument: find it among all names, read the same lossy way.
  if (paths[0]?.includes('\ufffd')) {
    const all = await listAll(git, commit, '');
    const same = all.filter((row) => row.path === paths[0]);
    return new Map(same.length === 1 ? same.map((row) => [row.path, row]) : []);
  }
  const out = await git.must(['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...paths]);
  return new Map(parseListing(out).map((row) => [row.path, row]));
}

async function listAll(git: Git, commit: string, folder: string): Promise<Listed[]> {
  const only = folder === '' ? [] : ['--', `${folder}/`];
  return parseListing(await git.must(['ls-tree', '-r', '-z', '-l', '--full-tree', commit, ...only]));
}

function parseListing(out: Buffer): Listed[] {
  const rows: Listed[] = [];
  for (const record of out.toString('utf8').split('\0')) {
    if (record === '') continue;
    const tab = record.indexOf('\t');
    const match = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)$/.exec(record.slice(0, tab));
    if (!match) throw new Error('unexpected output of git ls-tree');
    const [, mode = '', type = '', id = '', size = '-'] = match;
    rows.push({ mode, type, id, size: size === '-' ? undefined : Number(size), path: record.slice(tab + 1) });
  }
  return rows;
}

/** Reads `first` whatever its size (up to the limit), and of the others as many as fit in one batch. */
async function contents(git: Git, listed: ReadonlyMap<string, Listed>, first: string): Promise<Map<string, TreeEntry>> {
  const result = new Map<string, TreeEntry>();
  const wanted: Listed[] = [];
  let bytes = 0;
  for (const row of listed.values()) {
    const { size } = row;
    if (row.mode === '120000') result.set(row.path, { kind: 'link' });
    else if (row.type !== 'blob' || size === undefined) result.set(row.path, { kind: 'missing' });
    else if (size > MAX_FILE_BYTES) result.set(row.path, { kind: 'oversized', size });
    else if (row.path === first || bytes + size <= BATCH_BYTES) {
      wanted.push(row);
      bytes += size;
    }
  }
  if (wanted.length === 0) return result;
  const answer = await git.run(['cat-file', '--batch'], wanted.map((row) => `${row.id}\n`).join(''));
  if (answer.code !== 0) throw new ConfigError(`\`git cat-file\` failed: ${gitReason(answer)}`);
  let at = 0;
  for (const row of wanted) {
    const end = answer.stdout.indexOf(10, at);
    const head = answer.stdout.toString('latin1', at, end < 0 ? answer.stdout.length : end);
    const size = Number(/ blob (\d+)$/.exec(head)?.[1] ?? Number.NaN);
    if (end < 0 || !Number.isSafeInteger(size)) {
      throw new ConfigError(
        `git has no contents for \`${row.path}\`: fetch the repository without \`filter\`, or check credentials`,
      );
    }
    result.set(row.path, { kind: 'file', bytes: answer.stdout.subarray(end + 1, end + 1 + size) });
    at = end + 1 + size + 1;
  }
  return result;
}
