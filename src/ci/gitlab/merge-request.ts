import { z } from 'zod';
import { ConfigError } from '../../model/index.ts';
import { NOTE_TOKEN } from '../note-token.ts';
import { ApiFailure, type GitlabApi } from './api.ts';

// What calls about a merge request share. Only the keys that are used, in loose objects: GitLab may add keys at any time.

const PAGE_SIZE = 100;
const MAX_PAGES = 200;

export const user = z.looseObject({ id: z.int() });

/** The path of the pipeline's merge request in the API. Raises ApiFailure. */
export function mergeRequestPath(env: NodeJS.ProcessEnv): string {
  const project = number(env, 'CI_MERGE_REQUEST_PROJECT_ID');
  return `/projects/${project}/merge_requests/${number(env, 'CI_MERGE_REQUEST_IID')}`;
}

/** The id of the token's user. Raises ApiFailure. */
export async function ownId(api: GitlabApi): Promise<number> {
  return readAnswer(user, (await api.call('GET', '/user')).value).id;
}

/** The pages of a list. Raises ApiFailure if not all can be read. */
export async function* pages<T extends z.ZodType>(
  api: GitlabApi,
  path: string,
  schema: T,
  query = '',
): AsyncGenerator<z.output<T>> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { value, nextPage } = await api.call('GET', `${path}?per_page=${PAGE_SIZE}&page=${page}${query}`);
    yield readAnswer(schema, value);
    if (nextPage === '') return;
    // Without all pages, an existing comment could be missed, and every run would create another one.
    if (nextPage !== String(page + 1)) throw new ApiFailure('the API does not say whether there are more pages');
  }
  throw new ApiFailure(`a list has more than ${PAGE_SIZE * MAX_PAGES} entries`);
}

/** Raises ApiFailure for a value of another form. */
export function readAnswer<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiFailure('the answer of the API has an unknown format');
}

/** Raises ApiFailure for a text with a line that GitLab would run as a command of the token's user. */
export function assertNoCommand(text: string): void {
  if (/^\s*\//m.test(text)) throw new ApiFailure('a line of the report would be a command of GitLab');
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

/** Why calls failed, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiFailure) return error.message + (ADVICE[error.status ?? 0] ?? '');
  if (error instanceof ConfigError) return error.message;
  return 'the request failed for an unknown reason';
}
