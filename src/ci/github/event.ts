import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError } from '../../model/index.ts';

// Only the keys that are used, in loose objects: the host may add keys at any time.
const id = z.string().regex(/^[0-9a-f]{40,64}$/);
const repository = z.looseObject({ id: z.number(), default_branch: z.string().optional() });
const side = z.looseObject({ ref: z.string(), sha: id, repo: repository.nullish() });

const pullRequest = z.looseObject({
  number: z.number(),
  base: side,
  head: side,
  changed_files: z.number().optional(),
});
export type PullRequestEvent = z.infer<typeof pullRequest>;

const mergeGroup = z.looseObject({ head_sha: id, base_sha: id, base_ref: z.string() });
export type MergeGroupEvent = z.infer<typeof mergeGroup>;

const push = z.looseObject({
  ref: z.string(),
  before: id,
  after: id,
  deleted: z.boolean().optional(),
  repository,
});
export type PushEvent = z.infer<typeof push>;

/** The event of a run. `all` is every event without a change: a schedule, a manual run. */
export type GithubEvent =
  | { readonly kind: 'pull_request'; readonly name: string; readonly data: PullRequestEvent }
  | { readonly kind: 'merge_group'; readonly name: string; readonly data: MergeGroupEvent }
  | { readonly kind: 'push'; readonly name: string; readonly data: PushEvent }
  | { readonly kind: 'all'; readonly name: string };

/**
 * Reads GITHUB_EVENT_NAME and the file at GITHUB_EVENT_PATH.
 * Raises ConfigError if they are missing or malformed.
 */
export async function readGithubEvent(env: NodeJS.ProcessEnv): Promise<GithubEvent> {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const path = env['GITHUB_EVENT_PATH'] ?? '';
  if (name === '' || path === '') {
    throw new ConfigError('GITHUB_EVENT_NAME and GITHUB_EVENT_PATH are not set; run this inside GitHub Actions');
  }
  let payload: unknown;
  try {
    payload = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`cannot read the event (${error instanceof Error ? error.message : String(error)})`);
  }
  return parseGithubEvent(name, payload);
}

/** Review events carry the same object as pull requests. */
function parseGithubEvent(name: string, payload: unknown): GithubEvent {
  const body = z
    .looseObject({ pull_request: z.unknown().optional(), merge_group: z.unknown().optional() })
    .safeParse(payload).data;
  if (name.startsWith('pull_request')) {
    return { kind: 'pull_request', name, data: expect(name, pullRequest, body?.pull_request) };
  }
  if (name === 'merge_group') return { kind: 'merge_group', name, data: expect(name, mergeGroup, body?.merge_group) };
  if (name === 'push') return { kind: 'push', name, data: expect(name, push, payload) };
  return { kind: 'all', name };
}

function expect<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') || 'the event';
  throw new ConfigError(`malformed \`${name}\` event: \`${where}\`: ${issue?.message ?? 'invalid'}`);
}
