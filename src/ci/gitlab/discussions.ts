import { z } from 'zod';
import {
  compareComments,
  type EarlierComment,
  isAdded,
  lastLine,
  type SuggestedChange,
  type SuggestedOutcome,
  withdrawn,
} from '../suggested-changes.ts';
import { ApiFailure, type ApiTiming, type GitlabApi, gitlabApi } from './api.ts';
import { mergeRequestPath, ownId, pages, readAnswer, reasonOf, user } from './merge-request.ts';

export interface DiscussionsRequest {
  readonly env: NodeJS.ProcessEnv;
  /** Identifies the comments in later runs. */
  readonly marker: string;
  readonly changes: readonly SuggestedChange[];
  readonly timing?: ApiTiming | undefined;
}

const mergeRequest = z.looseObject({
  diff_refs: z.looseObject({ base_sha: z.string(), start_sha: z.string(), head_sha: z.string() }),
});
type DiffRefs = z.output<typeof mergeRequest>['diff_refs'];

const diffs = z.array(z.looseObject({ old_path: z.string(), new_path: z.string(), diff: z.string().nullish() }));
type Diff = z.output<typeof diffs>[number];

const position = z.looseObject({
  head_sha: z.string().nullish(),
  new_path: z.string().nullish(),
  new_line: z.int().nullish(),
});
const notes = z.array(
  z.looseObject({
    ...{ id: z.int(), body: z.string().nullish(), author: user.nullish(), position: position.nullish() },
    system: z.boolean().nullish(),
  }),
);
const discussions = z.array(z.looseObject({ id: z.string(), notes }));

interface Discussion extends EarlierComment {
  /** Path of its first note in the API. */
  readonly note: string;
  readonly isAnswered: boolean;
}

/**
 * Suggests changes in discussions on the diff of the pipeline's merge request, and keeps them up to date: those that no
 * longer apply are deleted, or withdrawn if others have answered. Never throws.
 */
export async function upsertDiscussions(request: DiscussionsRequest): Promise<SuggestedOutcome> {
  let api: GitlabApi | undefined;
  try {
    const path = mergeRequestPath(request.env);
    api = gitlabApi(request.env, request.timing);
    return await upsert(api, path, request);
  } catch (error) {
    return { suggested: 0, outside: 0, problem: `no suggested changes: ${reasonOf(error)}` };
  } finally {
    await api?.close().catch(() => {});
  }
}

async function upsert(
  api: GitlabApi,
  path: string,
  { env, marker, changes }: DiscussionsRequest,
): Promise<SuggestedOutcome> {
  const author = await ownId(api);
  const { diff_refs: refs } = readAnswer(mergeRequest, (await api.call('GET', path)).value);
  // A pipeline for merged results runs on a commit of its own.
  const head = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'] || env['CI_COMMIT_SHA'];
  if (refs.head_sha !== head)
    throw new ApiFailure('the merge request has a newer commit, whose pipeline suggests changes');
  const earlier = await ownDiscussions(api, path, marker, author, refs);
  if (changes.length === 0 && earlier.length === 0) return { suggested: 0, outside: 0 };
  const shown = await diffsOf(api, path, changes);
  const inside = changes.filter((change) => isAdded(shown.get(change.path)?.diff ?? undefined, change));
  const { missing, outdated } = compareComments(inside, earlier);
  for (const { note, isAnswered } of outdated) {
    if (isAnswered) await api.call('PUT', note, { body: withdrawn(marker) });
    else await api.call('DELETE', note);
  }
  for (const change of missing) {
    const diff = shown.get(change.path);
    await api.call('POST', `${path}/discussions`, {
      body: change.body,
      position: {
        position_type: 'text',
        base_sha: refs.base_sha,
        start_sha: refs.start_sha,
        head_sha: refs.head_sha,
        old_path: diff?.old_path,
        new_path: change.path,
        new_line: lastLine(change),
      },
    });
  }
  return { suggested: inside.length, outside: changes.length - inside.length };
}

/** Checks the author too, since anyone can copy the marker. */
async function ownDiscussions(
  api: GitlabApi,
  path: string,
  marker: string,
  author: number,
  refs: DiffRefs,
): Promise<readonly Discussion[]> {
  const own: Discussion[] = [];
  for await (const page of pages(api, `${path}/discussions`, discussions)) {
    for (const { id, notes } of page) {
      const [first, ...answers] = notes;
      const body = first?.body ?? '';
      if (!first || first.author?.id !== author || !body.startsWith(marker)) continue;
      // GitLab adds a note of its own when a push changes the line.
      const isAnswered = answers.some(({ system }) => system !== true);
      if (isAnswered && body.trimEnd() === withdrawn(marker).trimEnd()) continue;
      const { head_sha, new_path, new_line } = first.position ?? {};
      // GitLab moves positions to the newest diff if it still has the line.
      const last = head_sha === refs.head_sha ? (new_line ?? undefined) : undefined;
      const note = `${path}/discussions/${id}/notes/${first.id}`;
      own.push({ path: new_path ?? '', last, body, note, isAnswered });
    }
  }
  return own;
}

/** The diffs of the changed files, as the merge request shows them. GitLab leaves out those of large files. */
async function diffsOf(
  api: GitlabApi,
  path: string,
  changes: readonly SuggestedChange[],
): Promise<ReadonlyMap<string, Diff>> {
  const shown = new Map<string, Diff>();
  if (changes.length === 0) return shown;
  for await (const page of pages(api, `${path}/diffs`, diffs)) for (const each of page) shown.set(each.new_path, each);
  return shown;
}
