import {
  ConfigError,
  compareText,
  type FileTree,
  MAX_FILE_BYTES,
  MAX_LINK_BYTES,
  type TreeEntry,
  type TreeLink,
} from '../../model/index.ts';
import { logged } from '../trees/logged.ts';
import { isTreePath, textOf } from '../trees/path.ts';
import { type Git, gitReason } from './run.ts';

/** Maximum number of paths, and of bytes of content, that one git command reads. */
const BATCH_PATHS = 256;
const BATCH_BYTES = 24 * 1024 * 1024;
const BATCH_LINKS = BATCH_BYTES / MAX_LINK_BYTES;

/** Our own files, which each run reads, from more than one place: they are read together, once. */
const OWN_FILES = ['.querygate/config.yml', '.querygate/rules.yml', '.querygate/baseline.json'];

interface Listed {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
  /** Bytes; undefined if it is not a blob, or if git has no contents for it. */
  readonly size: number | undefined;
  readonly path: string;
}

/**
 * The files of one commit.
 *
 * @param commit full commit id, present in the repository
 * @param label the name of the tree in reports: `base 1a2b3c4`
 * @param likely paths that will likely be read, in this order: they are read in batches
 */
export function gitTree(git: Git, commit: string, label: string, likely: readonly string[] = []): FileTree {
  const first = expectationOf(likely);
  let latest = first;
  const ready = new Map<string, TreeEntry>();
  let ownFiles: Awaited<ReturnType<typeof readTogether>> | undefined;

  async function readTogether(paths: readonly string[], first: string) {
    const listed = await lookUp(git, commit, paths);
    return { listed, entries: await contents(git, listed, first) };
  }

  /** Undefined if the file could not be read with the others. */
  async function readOwn(path: string): Promise<TreeEntry | undefined> {
    ownFiles ??= await readTogether(OWN_FILES, path);
    const { listed, entries } = ownFiles;
    return listed.has(path) ? entries.get(path) : { kind: 'missing' };
  }

  async function read(path: string): Promise<TreeEntry> {
    if (!isTreePath(path)) return { kind: 'missing' };
    const own = OWN_FILES.includes(path) ? await readOwn(path) : undefined;
    if (own) return own;
    const prefetched = ready.get(path);
    if (prefetched) {
      ready.delete(path);
      return prefetched;
    }
    const wanted = [path, ...neighbours(path)];
    const { listed, entries } = await readTogether(wanted, path);
    for (const other of wanted) if (other !== path && !listed.has(other)) ready.set(other, { kind: 'missing' });
    for (const [other, entry] of entries) if (other !== path) ready.set(other, entry);
    return entries.get(path) ?? { kind: 'missing' };
  }

  /** Expected paths after `path` with the same extension: after one SQL file, the next one is read. */
  function neighbours(path: string): string[] {
    // Files that were announced lately may be read between those that were likely from the start.
    const { paths, positions } = latest.positions.has(path) ? latest : first;
    const start = positions.get(path);
    if (start === undefined) return [];
    const ending = extension(path);
    const result: string[] = [];
    for (let i = start + 1; i < paths.length && result.length < BATCH_PATHS - 1; i++) {
      const other = paths[i];
      if (other !== undefined && extension(other) === ending && !ready.has(other) && isTreePath(other)) {
        result.push(other);
      }
    }
    return result;
  }

  const rowsOf = listsOf(git, commit);

  async function pathsOf(folder: string, isWanted: (row: Listed) => boolean): Promise<readonly string[]> {
    return (await rowsOf(folder))
      .filter(isWanted)
      .map((row) => row.path)
      .sort();
  }

  async function readLinks(): Promise<readonly TreeLink[]> {
    const rows = (await rowsOf('')).filter(isLink);
    const links = (await linkTargets(git, rows)).map((target, index): TreeLink => {
      return { path: rows[index]?.path ?? '', target, leadsTo: undefined };
    });
    return links.sort((a, b) => compareText(a.path, b.path));
  }

  return logged({
    label,
    commit,
    read,
    expect: (paths) => {
      latest = expectationOf(paths);
    },
    list: (folder) => pathsOf(folder, (row) => row.type === 'blob' && !isLink(row)),
    links: (folder) => pathsOf(folder, isLink),
    readLinks,
    submodules: () => pathsOf('', (row) => row.type === 'commit'),
  });
}

/** Lists folders. Each list is kept: most are needed more than once, and a commit never changes. */
function listsOf(git: Git, commit: string): (folder: string) => Promise<readonly Listed[]> {
  const lists = new Map<string, Promise<readonly Listed[]>>();
  return (folder) => {
    let rows = lists.get(folder);
    if (!rows) {
      rows = folder === '' || isTreePath(folder) ? listAll(git, commit, folder) : Promise.resolve([]);
      lists.set(folder, rows);
    }
    return rows;
  };
}

/** Paths that will be read in this order. */
interface Expectation {
  readonly paths: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
}

function expectationOf(paths: readonly string[]): Expectation {
  return { paths, positions: new Map(paths.map((path, index) => [path, index])) };
}

/** The paths of the submodules in the index, sorted. */
export async function submodulesOfIndex(git: Git): Promise<readonly string[]> {
  const out = await git.must(['ls-files', '-z', '--stage', '--full-name']);
  const rows = out.toString('utf8').split('\0');
  return rows
    .filter((row) => row.startsWith('160000 '))
    .map((row) => row.slice(row.indexOf('\t') + 1))
    .sort();
}

/** Whether a commit has anything at `path`, or has a link, file or submodule at one of its parent paths. */
export async function isInCommit(git: Git, commit: string, path: string): Promise<boolean> {
  const parts = path.split('/');
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const rows = parseListing(await git.must(['ls-tree', '-z', '--full-tree', commit, '--', ...prefixes]));
  // For a parent folder, git lists its other entries too.
  return rows.some((row) => row.path === path || (row.type !== 'tree' && prefixes.includes(row.path)));
}

/** A tree without files: the base of a first commit. */
export function emptyTree(label: string): FileTree {
  return { label, commit: undefined, read: async () => ({ kind: 'missing' }), list: async () => [] };
}

function isLink(row: Listed): boolean {
  return row.mode === '120000';
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

async function lookUp(git: Git, commit: string, paths: readonly string[]): Promise<Map<string, Listed>> {
  // A name that was not UTF-8 cannot be an argument: search for it in the full list, decoded in the same lossy way.
  if (paths[0]?.includes('\ufffd')) {
    const all = await listAll(git, commit, '', ['-l']);
    const same = all.filter((row) => row.path === paths[0]);
    return new Map(same.length === 1 ? same.map((row) => [row.path, row]) : []);
  }
  const out = await git.must(['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...paths]);
  return new Map(parseListing(out).map((row) => [row.path, row]));
}

/** Sizes (`-l`) make git open every object, which a partial clone has to fetch. */
async function listAll(git: Git, commit: string, folder: string, how: readonly string[] = []): Promise<Listed[]> {
  const only = folder === '' ? [] : ['--', `${folder}/`];
  return parseListing(await git.must(['ls-tree', '-r', '-z', ...how, '--full-tree', commit, ...only]));
}

function parseListing(out: Buffer): Listed[] {
  const rows: Listed[] = [];
  for (const record of out.toString('utf8').split('\0')) {
    if (record === '') continue;
    const tab = record.indexOf('\t');
    const match = /^(\d+) (\w+) ([0-9a-f]+)(?: +(\d+|-|BAD))?$/.exec(record.slice(0, tab));
    if (!match) throw new Error('unexpected output of git ls-tree');
    const [, mode = '', type = '', id = '', size = '-'] = match;
    rows.push({ mode, type, id, size: /\d/.test(size) ? Number(size) : undefined, path: record.slice(tab + 1) });
  }
  return rows;
}

/** Reads `first`, up to the size limit, and as many of the other files as fit in one batch. */
async function contents(git: Git, listed: ReadonlyMap<string, Listed>, first: string): Promise<Map<string, TreeEntry>> {
  const result = new Map<string, TreeEntry>();
  const wanted: Listed[] = [];
  let bytes = 0;
  for (const row of listed.values()) {
    const { size } = row;
    if (isLink(row)) result.set(row.path, { kind: 'link' });
    else if (row.type !== 'blob') result.set(row.path, { kind: 'missing' });
    else if (size === undefined) {
      // The other files are read later, each on its own.
      if (row.path === first) throw noContents(row);
    } else if (size > MAX_FILE_BYTES) result.set(row.path, { kind: 'oversized', size });
    else if (row.path === first || bytes + size <= BATCH_BYTES) {
      wanted.push(row);
      bytes += size;
    }
  }
  if (wanted.length === 0) return result;
  const blobs = await readBlobs(git, wanted);
  wanted.forEach((row, index) => {
    const bytes = blobs[index];
    if (bytes) result.set(row.path, { kind: 'file', bytes });
  });
  return result;
}

/** The content of each row, in order. Raises if git lacks one. */
async function readBlobs(git: Git, wanted: readonly Listed[]): Promise<Uint8Array[]> {
  const answer = await git.run(['cat-file', '--batch'], wanted.map((row) => `${row.id}\n`).join(''));
  if (answer.code !== 0) throw new ConfigError(`\`git cat-file\` failed: ${gitReason(answer)}`);
  const blobs: Uint8Array[] = [];
  let at = 0;
  for (const row of wanted) {
    const end = answer.stdout.indexOf(10, at);
    const head = answer.stdout.toString('latin1', at, end < 0 ? answer.stdout.length : end);
    const size = Number(/ blob (\d+)$/.exec(head)?.[1] ?? Number.NaN);
    if (end < 0 || !Number.isSafeInteger(size)) throw noContents(row);
    blobs.push(answer.stdout.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return blobs;
}

function noContents({ path }: Listed): ConfigError {
  return new ConfigError(
    `git has no contents for \`${path}\`; fetch the repository without \`filter\`, or check credentials`,
  );
}

/**
 * The target of each link, in order. A target that is too long to be valid is not read: it can be as large as a file.
 */
async function linkTargets(git: Git, rows: readonly Listed[]): Promise<(string | undefined)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => `${row.id}\n`).join('');
  const answer = await git.run(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], ids);
  if (answer.code !== 0) throw new ConfigError(`\`git cat-file\` failed: ${gitReason(answer)}`);
  const sizes = answer.stdout.toString('latin1').split('\n');
  const short = rows.filter((row, index) => {
    const size = /^blob (\d+)$/.exec(sizes[index] ?? '')?.[1];
    if (size === undefined) throw noContents(row);
    return Number(size) <= MAX_LINK_BYTES;
  });
  const targets = new Map<Listed, string | undefined>();
  for (let from = 0; from < short.length; from += BATCH_LINKS) {
    const batch = short.slice(from, from + BATCH_LINKS);
    const blobs = await readBlobs(git, batch);
    batch.forEach((row, index) => {
      targets.set(row, textOf(blobs[index]));
    });
  }
  return rows.map((row) => targets.get(row));
}
