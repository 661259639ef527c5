import { isAbsolute } from 'node:path';
import type { WorkspaceFiles } from '../../ci/index.ts';
import { type FileTree, HISTORY_FILE } from '../../model/index.ts';
import { cleanPath, globFolder, isGlob, matcher } from './globs.ts';

/** One file of a history: the base's version, or a file that an earlier step put on disk. */
export type FoundHistory =
  | { readonly name: string; readonly side: 'base'; readonly bytes: Uint8Array }
  | { readonly name: string; readonly side: 'untracked'; readonly at: string };

export interface HistoryPlaces {
  readonly files: readonly FoundHistory[];
  /** Why a named path gives no history; one line each. */
  readonly missing: readonly string[];
  /** What the reader must know about skipped files. */
  readonly notices: readonly string[];
}

/** Where to look for histories. */
export interface HistorySearch {
  /** Paths, folders and globs, from the top of the checkout or absolute. */
  readonly named: readonly string[];
  /** The tip of the base branch; undefined if there is none. */
  readonly base: FileTree | undefined;
  /** The judged commit; undefined if no commit is judged. */
  readonly head: FileTree | undefined;
  readonly disk: WorkspaceFiles;
  /** What to do if there is nothing at a path. */
  readonly advice?: string | undefined;
}

const ADVICE = `create one with \`querygate history collect <logs> -o ${HISTORY_FILE}\`, and commit it to the base branch or restore it before this run; if there are no logs, say so there in .querygate/config.yml: \`simulate: { history: none }\``;

/**
 * Finds the files of a history. A file that the base tracks is read from the base, even if the change edits it. A file
 * that only the change tracks is refused, since its author could have written anything. An untracked file is read from
 * disk.
 */
export async function findHistory(search: HistorySearch): Promise<HistoryPlaces> {
  const found = new Map<string, FoundHistory>();
  const missing: string[] = [];
  const notices: string[] = [];
  for (const named of search.named) {
    const path = cleanPath(named);
    const exact = await lookAt(search, path);
    if (exact.kind === 'found') {
      found.set(keyOf(exact.file), exact.file);
      if (exact.notice) notices.push(exact.notice);
    } else if (exact.kind === 'refused') missing.push(exact.why);
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
    const result = await lookAt(search, candidate);
    if (result.kind === 'found') {
      count++;
      found.set(keyOf(result.file), result.file);
      if (result.notice) notices.push(result.notice);
    } else if (result.kind === 'refused') refused.push(result.why);
  }
  if (count > 0) notices.push(...refused);
  else if (refused.length > 0) missing.push(...refused);
  else missing.push(`there is no history at \`${named}\`; ${search.advice ?? ADVICE}`);
}

/** Paths that a folder or glob matches, in the base and on disk. */
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
      return refuse(
        `the history \`${path}\` is a symbolic link on the base branch, and links are not followed; name the file`,
      );
    if (entry.kind === 'oversized')
      return refuse(
        `the history \`${path}\` is too large to be read from git (${entry.size} bytes); keep it out of git, and restore it in an earlier step`,
      );
  }
  const tracked = !isAbsolute(path) && head !== undefined && (await head.read(path)).kind !== 'missing';
  if (tracked) return refuse(onlyHead(path));
  const onDisk = await disk.find(path);
  switch (onDisk.kind) {
    case 'file':
      return { kind: 'found', file: { name: path, side: 'untracked', at: onDisk.at } };
    case 'tracked':
      return onDisk.path !== path && base && (await base.read(onDisk.path)).kind === 'file'
        ? refuse(
            `the history \`${path}\` is a link to \`${onDisk.path}\`, which git tracks; name that file instead, so that it is read from the base branch`,
          )
        : refuse(onlyHead(path));
    default:
      return { kind: 'none' };
  }
}

function ofBase(name: string, bytes: Uint8Array, inHead: Awaited<ReturnType<FileTree['read']>> | undefined): Look {
  if (isLfsPointer(bytes))
    return refuse(
      `the history \`${name}\` is a Git LFS pointer on the base branch, not the file itself; keep it in git without LFS, or restore it in an earlier step at a path that git does not track`,
    );
  const same = inHead === undefined || (inHead.kind === 'file' && Buffer.compare(inHead.bytes, bytes) === 0);
  const notice = same
    ? undefined
    : `the change ${inHead.kind === 'missing' ? 'deletes' : 'edits'} the history \`${name}\`: the version on the base branch was used`;
  return { kind: 'found', file: { name, side: 'base', bytes }, notice };
}

function isLfsPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 60)).toString('latin1').startsWith('version https://git-lfs.github.com/spec/');
}

function onlyHead(path: string): string {
  return `the history \`${path}\` comes with the change itself, so it is not used: the author of the rules could have written it; commit it to the base branch first, or restore it in an earlier step`;
}

function refuse(why: string): Look {
  return { kind: 'refused', why };
}
