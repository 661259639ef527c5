import { debug } from '../../debug/index.ts';
import {
  type Change,
  type ClientSource,
  ConfigError,
  compareText,
  counted,
  docsPage,
  type FileReport,
  type FileTree,
  isAvailable,
  isSqlFileName,
  type Notice,
  type ReportNotice,
} from '../../model/index.ts';
import { versionOf } from '../../repository/index.ts';
import type { CheckRequest } from './check-request.ts';
import type { Settings } from './config.ts';
import { cleanPath, globFolder, isGlob, matcher } from './globs.ts';
import { linkedFiles, type Unread } from './linked-files.ts';
import { similarPaths } from './similar-paths.ts';
import { isAfter } from './start-after.ts';
import { missingSubmodules, movedSubmodules } from './submodules.ts';
import { unreadSql } from './unread-sql.ts';

/** A file to check. */
export interface SelectedFile {
  readonly path: string;
  readonly status: FileReport['status'];
  readonly previousPath: string | undefined;
  /** The path under which the baseline lists the file, if it was moved since. */
  readonly formerPath?: string | undefined;
  /** Whether the change only moves it, together with its folder: it does not run again. */
  readonly isMovedAlong?: boolean | undefined;
}

export interface Selection {
  readonly files: readonly SelectedFile[];
  readonly notices: readonly ReportNotice[];
  /** Paths that lead to SQL which is not read, each with the reason. */
  readonly unread: readonly Unread[];
  /** How many changed SQL files `paths` and `ignore` leave out. */
  readonly leftOut?: number | undefined;
}

/** The SQL files of the change, or of the tree if there is no change, or standard input. */
export async function selectFiles(request: CheckRequest, settings: Settings): Promise<Selection> {
  if (request.standardInput) return standardInput(request.paths?.[0], settings);
  const selection = await (request.change
    ? changedFiles(request, request.change, settings)
    : allFiles(request, settings));
  logSelection(selection, request.change, settings);
  return selection;
}

/** Says in the debug log which files are judged, and why others are not. */
function logSelection({ files, unread }: Selection, change: Change | undefined, settings: Settings): void {
  const selected = new Set(files.map(({ path }) => path));
  debug('files', () => `selected ${counted(files.length, 'file')}`);
  for (const { path, status } of files)
    if (status === 'skipped') debug('files', () => `skipped \`${path}\`: \`start-after\` accepts it as history`);
  const notRead = new Set(unread.map(({ path }) => path));
  for (const { path } of change?.files ?? [])
    if (!selected.has(path) && !notRead.has(path))
      debug('files', () => `skipped \`${path}\`: ${whyNotSelected(path, settings)}`);
  for (const { path, problem } of unread) debug('files', () => `not read: \`${path}\`: ${problem}`);
}

function whyNotSelected(path: string, settings: Settings): string {
  if (settings.isIgnored(path)) return '`ignore` matches it';
  return isSqlFileName(path) ? '`paths` does not match it' : 'not a SQL file';
}

async function changedFiles(request: CheckRequest, change: Change, settings: Settings): Promise<Selection> {
  const submodules = await movedSubmodules(change.head, settings, change.files);
  const files = change.files
    .filter((file) => settings.selects(file.path) && !submodules.some(({ path }) => path === file.path))
    .map(({ path, status, previousPath }) => ({ path, status, previousPath }));
  files.sort((a, b) => compareText(a.path, b.path));
  const nothing =
    files.length === 0 && settings.pathsGiven && !(await change.head.list('')).some((path) => settings.selects(path));
  const linked = await linkedFiles(change.head, settings, [''], change.files);
  const behindLinks = new Set(linked.judged);
  const other = await unreadSql(request, change, settings);
  const named = new Set(other.flatMap(({ paths = [] }) => paths));
  const left = leftOut(change, settings);
  return {
    files: files.filter(({ path }) => !behindLinks.has(path)),
    leftOut: left.length,
    unread: [...submodules, ...linked.unread, ...similarPaths(present(change), settings)],
    notices: [
      ...(nothing ? [matchesNothing(request)] : []),
      ...linked.notices,
      ...other,
      ...leftOutNotices(
        left.filter((path) => !named.has(path)),
        settings,
      ),
    ],
  };
}

function present({ files }: Change): readonly string[] {
  return files.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
}

/** How many files that are left out a notice names. */
const NAMED_FILES = 3;

/** The changed SQL files that the configuration leaves out. Shown, because a change can give a file any name. */
function leftOut({ files }: Change, { selects, nearlySelects }: Settings): readonly string[] {
  return files
    .filter(({ path, status }) => status !== 'deleted' && isSqlFileName(path) && !selects(path) && !nearlySelects(path))
    .map(({ path }) => path)
    .sort(compareText);
}

function leftOutNotices(left: readonly string[], { isIgnored }: Settings): readonly ReportNotice[] {
  const ignored = left.filter(isIgnored);
  const outside = left.filter((path) => !isIgnored(path));
  return [
    ...leftOutNotice(ignored, (them) => `\`ignore\` skips ${them}`),
    ...leftOutNotice(outside, (them) => `\`paths\` does not select ${them}`),
  ];
}

function leftOutNotice(paths: readonly string[], why: (them: string) => string): readonly ReportNotice[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, NAMED_FILES).map((path) => `\`${path}\``);
  const rest = paths.length - named.length;
  const which = `${named.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
  return [
    {
      level: 'notice',
      message: `${counted(paths.length, 'changed SQL file')} not checked, because ${why(paths.length === 1 ? 'it' : 'them')}: ${which}`,
      path: undefined,
      location: undefined,
      annotated: false,
      paths,
    },
  ];
}

function matchesNothing(request: CheckRequest): Notice {
  return {
    level: 'warning',
    message: `no file of the repository matches \`paths\` (${(request.paths ?? ['the configuration']).join(', ')}); if the repository has SQL files, correct the globs`,
    path: undefined,
    location: undefined,
  };
}

/** Standard input, unless the configuration ignores the file that it stands for. */
function standardInput(path: string | undefined, settings: Settings): Selection {
  if (path !== undefined && !settings.selects(path))
    return {
      files: [],
      unread: [],
      notices: [
        {
          level: 'warning',
          message: 'standard input was not checked, because `ignore` skips this file name',
          path,
          location: undefined,
        },
      ],
    };
  return { files: [{ path: path ?? '-', status: 'given', previousPath: undefined }], unread: [], notices: [] };
}

async function allFiles(request: CheckRequest, settings: Settings): Promise<Selection> {
  const found = new Set<string>();
  const folders = new Set<string>();
  for (const named of request.paths ?? ['.'])
    for (const path of await filesOf(request, named, folders)) found.add(path);
  const files = [...found]
    .filter((path) => settings.selects(path))
    .sort(compareText)
    .map((path) => ({ path, status: 'given' as const, previousPath: undefined }));
  const skipped = skipHistory(files, settings);
  const { unread: linked, notices } = await linkedFiles(request.head, settings, [...folders], undefined);
  const unread = [
    ...(await missingSubmodules(request.head, settings)),
    ...linked,
    ...similarPaths([...found].sort(compareText), settings),
  ];
  if (files.length > 0 || unread.length > 0)
    return { files: skipped.files, unread, notices: [...skipped.notices, ...notices] };
  if (request.paths === undefined)
    return { files, unread, notices: settings.pathsGiven ? [matchesNothing(request)] : notices };
  const named = request.paths.map((path) => `\`${path}\``).join(', ');
  throw new ConfigError(`there is no SQL file in ${named}; correct the path or the glob`);
}

/**
 * Marks the migrations that `start-after` accepts as history. Never in a change: a file that the change adds is new,
 * whatever its name says.
 */
function skipHistory(files: readonly SelectedFile[], settings: Settings): Pick<Selection, 'files' | 'notices'> {
  const bounds = new Set<string>();
  let incomparable = 0;
  const marked = files.map((file): SelectedFile => {
    const { startAfter } = settings.of(file.path);
    if (!startAfter) return file;
    bounds.add(startAfter.text);
    const after = isAfter(versionOf(file.path), startAfter);
    if (after === undefined) incomparable++;
    return after === false ? { ...file, status: 'skipped' } : file;
  });
  const skipped = marked.filter(({ status }) => status === 'skipped').length;
  if (skipped + incomparable === 0) return { files, notices: [] };
  const texts = [...bounds].slice(0, 3).map((text) => `\`${text}\``);
  const which = `\`start-after\` (${[...texts, ...(bounds.size > 3 ? [`and ${bounds.size - 3} more`] : [])].join(', ')})`;
  const others =
    incomparable > 0
      ? `; ${counted(incomparable, 'file')} without a version that can be compared with it: checked`
      : '';
  const message = `${counted(skipped, 'file')} skipped as history by ${which}${skipped > 0 ? ': `--format json` lists them with the status `skipped`' : ''}${others}`;
  const level = skipped === 0 && incomparable > 0 ? 'warning' : 'notice';
  return { files: marked, notices: [{ level, message, path: undefined, location: undefined }] };
}

/**
 * The files that a path, folder or glob of the command line matches. Lists no other folders.
 * Matching nothing is an error: otherwise the run would pass without a check.
 *
 * @param folders collects the folders that were searched
 */
async function filesOf({ head }: CheckRequest, named: string, folders: Set<string>): Promise<readonly string[]> {
  const path = cleanPath(named);
  if (path === '' || path === '.') {
    folders.add('');
    return all(head, '');
  }
  if ((await head.read(path)).kind !== 'missing') return [path];
  const below = await all(head, path);
  if (below.length > 0) {
    folders.add(path);
    return below;
  }
  if (isGlob(path)) folders.add(globFolder(path));
  const files = isGlob(path) ? (await all(head, globFolder(path))).filter(matcher([path])) : [];
  if (files.length > 0) return files;
  // Files that are only reachable through links are reported by `linkedFiles`.
  if (isGlob(path) && ((await head.links?.(globFolder(path))) ?? []).length > 0) return files;
  if (isGlob(path)) throw new ConfigError(`no file matches \`${named}\`; correct the glob`);
  throw new ConfigError(`there is no file or non-empty folder \`${named}\`; correct the path`);
}

/** Files and links. Links are not followed, but each unread file has to be reported. */
async function all(tree: FileTree, folder: string): Promise<readonly string[]> {
  return [...(await tree.list(folder)), ...((await tree.links?.(folder)) ?? [])];
}

/** Warns about changed files that control the check, and that only the host can protect (docs/security.md). */
export function announcements(change: Change, source: ClientSource | undefined): readonly Notice[] {
  const touched = change.files.flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
  const own = [...new Set(touched.filter((path) => WORKFLOW.test(path)))];
  if (own.length === 0) return [];
  return [
    {
      level: 'warning',
      message: `the change edits files that control this check (${own.slice(0, 5).join(', ')}${own.length > 5 ? `, and ${own.length - 5} more` : ''}): review them with care; ${docsPage('security', source)} says how to protect them`,
      path: undefined,
      location: undefined,
    },
  ];
}

const WORKFLOW =
  /^(?:\.github\/(?:workflows|actions)\/|\.gitlab-ci\.ya?ml$|\.gitlab\/|(?:\.github\/|docs\/|\.gitlab\/)?CODEOWNERS$)/;

/**
 * The base version of a modified file, and of a moved one that the baseline lists; undefined if there is none to compare
 * with.
 */
export async function baseBytes(change: Change | undefined, file: SelectedFile): Promise<Uint8Array | undefined> {
  const path = file.status === 'modified' ? file.path : file.formerPath;
  if (!change || path === undefined || !isAvailable<FileTree>(change.diffBase)) return undefined;
  const entry = await change.diffBase.read(path);
  return entry.kind === 'file' ? entry.bytes : undefined;
}
