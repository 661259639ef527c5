import { isAbsolute } from 'node:path';
import type { WorkspaceFiles } from '../../ci/index.ts';
import type { FileTree } from '../../model/index.ts';
import { cleanPath, globFolder, isGlob, matcher } from '../inputs/globs.ts';

/** One file of a history: the base's own bytes, or a file that an earlier step put on disk. */
export type FoundHistory =
  | { readonly name: string; readonly side: 'base'; readonly bytes: Uint8Array }
  | { readonly name: string; readonly side: 'untracked'; readonly at: string };

export interface HistoryPlaces {
  readonly files: readonly FoundHistory[];
  /** Why a path that was named gives no history; one line each. */
  readonly missing: readonly string[];
  /** What the reader must know of what was passed over. */
  readonly notices: readonly string[];
}

/** Where histories are looked for. */
export interface HistorySearch {
  /** Paths, folders and globs, from the top of the checkout or absolute. */
  readonly named: readonly string[];
  /** The tip of the base branch; undefined where there is none. */
  readonly base: FileTree | undefined;
  /** The judged commit; undefined where what is judged is not one. */
  readonly head: FileTree | undefined;
  readonly disk: WorkspaceFiles;
}

/**
 * Finds the files of a history. What the base tracks is read from the base, whatever the change makes of it; what only the
 * change tracks is no history, since its author could have written anything; what nobody tracks is read from disk.
 */
export async function findHistory(search: HistorySearch): Promise<HistoryPlaces> {
  const found = new Map<string, FoundHistory>();
  const missing: string[] = [];
  const notices: string[] = [];
  for (const named of search.named) {
    const path = cleanPath(named);
    const alone = await lookAt(search, path);
    if (alone.kind === 'found') {
      found.set(keyOf(alone.file), alone.file);
      if (alone.notice) notices.push(alone.notice);
    } else if (alone.kind === 'refused') missing.push(alone.why);
    else await lookBelow(search, named, found, missing, notices);
  }
  return { files: [...found.values()], missing, notices };
}

function keyOf(file: FoundHistory): string {
  return file.side === 'base' ? `base:${file.name}` : `disk:${file.at}`;
}

async function lookBelow(
  search: HistorySearch,
  named: string,
  found: Map<string, FoundHistory>,
  missing: string[],
  notices: string[],
): Promise<void> {
  const path = cleanPath(named);
  const refused: string[] = [];
  let count = 0;
  for (const candidate of await candidates(search, path)) {
    const seen = await lookAt(search, candidate);
    if (seen.kind === 'found') {
      count++;
      found.set(keyOf(seen.file), seen.file);
      if (seen.notice) notices.push(seen.notice);
    } else if (seen.kind === 'refused') refused.push(seen.why);
  }
  if (count > 0) notices.push(...refused);
  else if (refused.length > 0) missing.push(...refused);
  else
    missing.push(
      `there is no history at \`${named}\`: collect one with \`querygate history collect\`, and commit it to the base branch or restore it in an earlier step`,
    );
}

/** Paths that a folder or glob could stand for, in the base and on disk. */
async function candidates({ base, disk }: HistorySearch, path: string): Promise<readonly string[]> {
  const folder = isGlob(path) ? globFolder(path) : path === '.' ? '' : path;
  const matches = isGlob(path) ? matcher([path], { ignoreCase: false }) : () => true;
  const inBase = base && !isAbsolute(path) ? await base.list(folder) : [];
  const onDisk = await disk.list(folder === '' && isAbsolute(path) ? '/' : folder);
  return [...new Set([...inBase, ...onDisk])].filter(matches).sort();
}

type Look =
  | { readonly kind: 'found'; readonly file: FoundHistory; readonly notice?: string | undefined }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'none' };

async function lookAt({ base, head, disk }: HistorySearch, path: string): Promise<Look> {
  if (!isAbsolute(path) && base) {
    const entry = await base.read(path);
    if (entry.kind === 'file') return ofBase(path, entry.bytes, await head?.read(path));
    if (entry.kind === 'link')
      return refuse(`the history \`${path}\` is a link in the base branch, and links are not followed; name the file`);
    if (entry.kind === 'oversized')
      return refuse(
        `the history \`${path}\` has ${entry.size} bytes, which is more than is read out of git; keep it out of git, and restore it in an earlier step`,
      );
  }
  const tracked = !isAbsolute(path) && head !== undefined && (await head.read(path)).kind !== 'missing';
  if (tracked) return refuse(onlyHead(path));
  const there = await disk.find(path);
  switch (there.kind) {
    case 'file':
      return { kind: 'found', file: { name: path, side: 'untracked', at: there.at } };
    case 'tracked':
      return there.path !== path && base && (await base.read(there.path)).kind === 'file'
        ? refuse(
            `the history \`${path}\` leads to \`${there.path}\`, which git tracks; name that one, so that it is read from the base branch`,
          )
        : refuse(onlyHead(path));
    default:
      return { kind: 'none' };
  }
}

function ofBase(name: string, bytes: Uint8Array, inHead: Awaited<ReturnType<FileTree['read']>> | undefined): Look {
  if (isLfsPointer(bytes))
    return refuse(
      `the history \`${name}\` is a pointer of Git LFS in the base branch, and not the file itself; keep it in git without LFS, or restore it in an earlier step under a path that git does not track`,
    );
  const same = inHead === undefined || (inHead.kind === 'file' && Buffer.compare(inHead.bytes, bytes) === 0);
  const notice = same
    ? undefined
    : `the change ${inHead.kind === 'missing' ? 'deletes' : 'edits'} the history \`${name}\`: that of the base branch was replayed`;
  return { kind: 'found', file: { name, side: 'base', bytes }, notice };
}

function isLfsPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 60)).toString('latin1').startsWith('version https://git-lfs.github.com/spec/');
}

function onlyHead(path: string): string {
  return `the history \`${path}\` comes with the change itself, and is no history: who edits the rules could have written it; commit it to the base branch first, or restore it in an earlier step`;
}

function refuse(why: string): Look {
  return { kind: 'refused', why };
}
