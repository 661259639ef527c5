import { z } from 'zod';
import { ConfigError } from '../../model/index.ts';
import { markerOf } from '../marker.ts';
import { NOTE_TOKEN } from '../note-token.ts';
import { ApiFailure, type ApiTiming, type GitlabApi, gitlabApi } from './api.ts';

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

const PAGE_SIZE = 100;
const MAX_PAGES = 200;

// Only the keys that are used, in loose objects: GitLab may add keys at any time.
const user = z.looseObject({ id: z.int() });
const notes = z.array(z.looseObject({ id: z.int(), body: z.string().nullish(), author: user.nullish() }));

/** The marker of a job's note. The name of a job includes its matrix entry. */
export function noteMarker(env: NodeJS.ProcessEnv, what: 'check' | 'simulate'): string {
  return markerOf(['gitlab', env['CI_JOB_NAME'] ?? '', what]);
}

/**
 * Creates or updates one note on the merge request of the pipeline. Never throws: returns undefined, or one line on why
 * there is no note.
 */
export async function upsertNote(request: NoteRequest): Promise<string | undefined> {
  let api: GitlabApi | undefined;
  try {
    // GitLab would run such a line as a command of the token's user. Renderers escape it, so this is a bug.
    if (/^\s*\//m.test(request.body)) throw new ApiFailure('a line of the report would be a command of GitLab');
    const project = number(request.env, 'CI_MERGE_REQUEST_PROJECT_ID');
    const mergeRequest = number(request.env, 'CI_MERGE_REQUEST_IID');
    api = gitlabApi(request.env, request.timing);
    await upsert(api, `/projects/${project}/merge_requests/${mergeRequest}/notes`, request);
    return undefined;
  } catch (error) {
    return `no note on the merge request: ${reasonOf(error)}`;
  } finally {
    await api?.close().catch(() => {});
  }
}

async function upsert(api: GitlabApi, path: string, { marker, body, onlyUpdate }: NoteRequest): Promise<void> {
  const author = read(user, (await api.call('GET', '/user')).value).id;
  const mine = await findNote(api, path, marker, author);
  if (mine) {
    // GitLab removes white space at the end.
    if (mine.body?.trimEnd() !== body.trimEnd()) await api.call('PUT', `${path}/${mine.id}`, { body });
  } else if (!onlyUpdate) await api.call('POST', path, { body });
}

/** Checks the author too, since anyone can copy the marker. Reads all pages, since the note may be an early one. */
async function findNote(api: GitlabApi, path: string, marker: string, author: number) {
  for (let page = 1; page <= MAX_PAGES; page++) {
    // In the order of creation, a note that is written meanwhile moves no other to another page.
    const query = `?per_page=${PAGE_SIZE}&page=${page}&sort=asc&order_by=created_at`;
    const { value, nextPage } = await api.call('GET', path + query);
    const found = read(notes, value).find((note) => note.body?.startsWith(marker) && note.author?.id === author);
    if (found || nextPage === '') return found;
    // Without all pages, an existing note could be missed, and every run would create another one.
    if (nextPage !== String(page + 1)) throw new ApiFailure('the API does not say whether there are more notes');
  }
  throw new ApiFailure(`there are more than ${PAGE_SIZE * MAX_PAGES} notes`);
}

function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiFailure('the answer of the API has an unknown format');
}

function number(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name] ?? '';
  if (/^\d+$/.test(value)) return value;
  throw new ApiFailure(`\`${name}\` is not a number`);
}

/** Advice by status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: `; \`${NOTE_TOKEN}\` is invalid, expired or revoked: create a new project access token`,
  403: `; \`${NOTE_TOKEN}\` needs the scope \`api\` and a role that may comment in the project of the merge request`,
  404: `; \`${NOTE_TOKEN}\` has no access to the project of the merge request, as the token of a fork`,
};

function reasonOf(error: unknown): string {
  if (error instanceof ApiFailure) return error.message + (ADVICE[error.status ?? 0] ?? '');
  if (error instanceof ConfigError) return error.message;
  return 'the request failed for an unknown reason';
}
