import { type Change, type ChangedFile, compareText, isAvailable } from '../../model/index.ts';
import type { ChangeResult } from '../change-result.ts';
import { shortId } from '../git/names.ts';
import { apiFailure, type GithubApi, githubApi, repositoryOf } from './api.ts';
import type { PullRequestEvent } from './event.ts';
import type { GithubOptions } from './options.ts';

/** The API lists at most this many files of a pull request. */
const API_FILE_LIMIT = 3000;

/**
 * Asks the API for the list of files if git's list is not reliable: git could not fetch the base, or its list is empty
 * although the event has changed files. If the API does not settle it, the list is untrusted.
 */
export async function crossCheckPull(
  options: GithubOptions,
  pull: PullRequestEvent,
  result: ChangeResult & { change: Change },
): Promise<ChangeResult> {
  const { change } = result;
  const doubtful = change.files.length === 0 && pull.changed_files !== 0;
  if (!change.untrusted && !doubtful) return result;
  const listed = await filesByApi(options, pull);
  if (Array.isArray(listed)) {
    const files = await asToDiffBase(change, listed);
    const notices = [...result.notices, `the list of changed files comes from the API (${files.length} files)`];
    return { ...result, change: { ...change, files, untrusted: undefined }, notices };
  }
  const reason = change.untrusted ?? 'git finds no changed file, but the pull request has some';
  return { ...result, change: { ...change, untrusted: `${reason}; ${listed}` } };
}

/**
 * The API compares with another commit than git, so a file that it calls added may exist in git's base. Without a base,
 * every file counts as new.
 */
async function asToDiffBase({ diffBase }: Change, files: readonly ChangedFile[]): Promise<ChangedFile[]> {
  if (!isAvailable(diffBase)) return [...files];
  const result: ChangedFile[] = [];
  for (const file of files) {
    const isInBase = file.status !== 'deleted' && (await diffBase.read(file.path)).kind !== 'missing';
    result.push(isInBase ? { status: 'modified', path: file.path, previousPath: undefined } : file);
  }
  return result;
}

/** The changed files from the API, or one line on why they are unknown. */
async function filesByApi(options: GithubOptions, pull: PullRequestEvent): Promise<ChangedFile[] | string> {
  const where = repositoryOf(options.env);
  const api = await githubApi(options);
  if (!api || !where) return 'the API was not asked: there is no `github-token`';
  try {
    return await listFiles(api, { ...where, pull_number: pull.number }, pull.head.sha);
  } catch (error) {
    return `${apiFailure(error)} when asked for the list of changed files`;
  }
}

async function listFiles(
  api: GithubApi,
  pull: { owner: string; repo: string; pull_number: number },
  head: string,
): Promise<ChangedFile[] | string> {
  const rows = await api.paginate(api.rest.pulls.listFiles, { ...pull, per_page: 100 });
  // Read after the list: a push in between would have made it the list of another commit.
  const now = await api.rest.pulls.get(pull);
  if (now.data.head.sha !== head) return `the API lists a newer commit than ${shortId(head)}`;
  if (rows.length >= API_FILE_LIMIT || rows.length < now.data.changed_files) {
    return `the API lists ${rows.length} of ${now.data.changed_files} files`;
  }
  return rows.flatMap(changedFile).sort((a, b) => compareText(a.path, b.path));
}

function changedFile(row: { filename: string; previous_filename?: string; status: string }): ChangedFile[] {
  if (row.status === 'unchanged') return [];
  const previousPath = row.status === 'renamed' ? row.previous_filename : undefined;
  const status = row.status === 'removed' ? 'deleted' : row.status === 'renamed' ? 'renamed' : undefined;
  const added = row.status === 'added' || row.status === 'copied';
  return [{ status: status ?? (added ? 'added' : 'modified'), path: row.filename, previousPath }];
}
