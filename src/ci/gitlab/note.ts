import { z } from 'zod';
import { markerOf } from '../marker.ts';
import { type ApiTiming, type GitlabApi, gitlabApi } from './api.ts';
import { assertNoCommand, mergeRequestPath, ownId, pages, reasonOf, user } from './merge-request.ts';

export interface NoteRequest {
  readonly env: NodeJS.ProcessEnv;
  /** Identifies the note in later runs. */
  readonly marker: string;
  /** Markdown that begins with the marker; GitLab refuses more than 1,000,000 characters. */
  readonly body: string;
  /** Update an existing note, but do not create one. */
  readonly onlyUpdate: boolean;
  readonly timing?: ApiTiming | undefined;
}

const notes = z.array(z.looseObject({ id: z.int(), body: z.string().nullish(), author: user.nullish() }));

/**
 * The marker of a job's note. The name of a job includes its matrix entry.
 *
 * @param what distinguishes the notes of one job
 */
export function noteMarker(env: NodeJS.ProcessEnv, what: 'check' | 'simulate' | 'suggestions'): string {
  return markerOf(['gitlab', env['CI_JOB_NAME'] ?? '', what]);
}

/**
 * Creates or updates one note on the merge request of the pipeline. Never throws: returns undefined, or one line on why
 * there is no note.
 */
export async function upsertNote(request: NoteRequest): Promise<string | undefined> {
  let api: GitlabApi | undefined;
  try {
    // Renderers escape commands, so this is a bug.
    assertNoCommand(request.body);
    const path = `${mergeRequestPath(request.env)}/notes`;
    api = gitlabApi(request.env, request.timing);
    await upsert(api, path, request);
    return undefined;
  } catch (error) {
    return `no note on the merge request: ${reasonOf(error)}`;
  } finally {
    await api?.close().catch(() => {});
  }
}

async function upsert(api: GitlabApi, path: string, { marker, body, onlyUpdate }: NoteRequest): Promise<void> {
  const author = await ownId(api);
  const mine = await findNote(api, path, marker, author);
  if (mine) {
    // GitLab removes white space at the end.
    if (mine.body?.trimEnd() !== body.trimEnd()) await api.call('PUT', `${path}/${mine.id}`, { body });
  } else if (!onlyUpdate) await api.call('POST', path, { body });
}

/** Checks the author too, since anyone can copy the marker. Reads all pages, since the note may be an early one. */
async function findNote(api: GitlabApi, path: string, marker: string, author: number) {
  // In the order of creation, a note that is written meanwhile moves no other to another page.
  for await (const page of pages(api, path, notes, '&sort=asc&order_by=created_at')) {
    const found = page.find((note) => note.body?.startsWith(marker) && note.author?.id === author);
    if (found) return found;
  }
  return undefined;
}
