import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  ConfigError,
  type FileTree,
  MAX_FILE_BYTES,
  MAX_LINK_BYTES,
  type TreeEntry,
  type TreeLink,
} from '../../model/index.ts';
import { logged } from './logged.ts';
import { isTreePath, textOf } from './path.ts';

/**
 * The files below `root` on disk. Links are never followed, not even on the way to a file.
 * `list` skips `.git`, and `node_modules` unless `folder` is inside it.
 *
 * Reads synchronously: a run reads one small file after the other, and the thread pool would only add overhead.
 *
 * @param root absolute path
 * @param known returns the paths of the whole tree; then the folders are not walked
 */
export function workingTree(root: string, label = 'working tree', known?: () => Promise<readonly string[]>): FileTree {
  const folders = new Set<string>();

  async function read(path: string): Promise<TreeEntry> {
    if (!isTreePath(path)) return { kind: 'missing' };
    let at = root;
    const parts = path.split('/');
    for (const [index, part] of parts.entries()) {
      at = join(at, part);
      const last = index === parts.length - 1;
      if (!last && folders.has(at)) continue;
      const kind = kindOf(at, path);
      if (kind === 'missing' && part.includes('\ufffd')) {
        throw new ConfigError('the name of the file is not UTF-8; rename it, or leave it out with `ignore`', {
          file: path,
        });
      }
      if (kind === 'link') return { kind: 'link' };
      if (kind !== (last ? 'file' : 'folder')) return { kind: 'missing' };
      if (!last) folders.add(at);
    }
    return readWhole(at, path);
  }

  async function find(folder: string, kind: keyof Found): Promise<readonly string[]> {
    if (folder === '' && known) {
      return (await known()).filter((path) => kindOf(join(root, path), path) === kind).sort();
    }
    if (folder !== '' && !isTreePath(folder)) return [];
    let at = root;
    for (const part of folder === '' ? [] : folder.split('/')) {
      at = join(at, part);
      if (kindOf(at, folder) !== 'folder') return [];
    }
    const found: Found = { file: [], link: [] };
    walk(at, folder, found);
    return found[kind].sort();
  }

  return logged({
    label,
    commit: undefined,
    read,
    list: (folder) => find(folder, 'file'),
    links: (folder) => find(folder, 'link'),
    readLinks: async () => (await find('', 'link')).map((path) => linkAt(join(root, path), path)),
  });
}

function kindOf(at: string, path: string): 'file' | 'folder' | 'link' | 'other' | 'missing' {
  try {
    const stats = lstatSync(at);
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? 'file' : 'other';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw unreadable(path, error);
  }
}

/** The target of a link, and its kind. The target is never opened. */
function linkAt(at: string, path: string): TreeLink {
  let bytes: Buffer;
  try {
    bytes = readlinkSync(at, { encoding: 'buffer' });
  } catch (error) {
    // A name that is not UTF-8 cannot be looked up by its decoded text.
    if (isMissing(error) || codeOf(error) === 'EINVAL') return { path, target: undefined, leadsTo: undefined };
    throw unreadable(path, error);
  }
  const target = bytes.length > MAX_LINK_BYTES ? undefined : textOf(bytes);
  return { path, target, leadsTo: targetKind(at) };
}

function targetKind(at: string): TreeLink['leadsTo'] {
  try {
    return statSync(at).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return isMissing(error) || codeOf(error) === 'ELOOP' ? 'missing' : undefined;
  }
}

function readWhole(at: string, path: string): TreeEntry {
  try {
    // The flag rejects a link that was created since the check above.
    const file = openSync(at, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = fstatSync(file);
      if (size > MAX_FILE_BYTES) return { kind: 'oversized', size };
      return { kind: 'file', bytes: readFileSync(file) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing' };
    throw unreadable(path, error);
  }
}

interface Found {
  readonly file: string[];
  readonly link: string[];
}

function walk(at: string, prefix: string, found: Found): void {
  for (const entry of entriesOf(at, prefix)) {
    // A folder, or the file of a submodule or linked work tree.
    if (entry.name === '.git') continue;
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isFile()) found.file.push(path);
    else if (entry.isSymbolicLink()) found.link.push(path);
    else if (entry.isDirectory() && entry.name !== 'node_modules') walk(join(at, entry.name), path, found);
  }
}

/** A folder that was removed since it was listed has no entries; one that cannot be read is an error. */
function entriesOf(at: string, path: string) {
  try {
    return readdirSync(at, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(path === '' ? '.' : path, error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function unreadable(path: string, error: unknown): ConfigError {
  return new ConfigError(`cannot read the file (${codeOf(error)}); give this user read permission`, {
    file: path,
  });
}
