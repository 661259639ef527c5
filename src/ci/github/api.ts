import { timed } from '../../debug/index.ts';
import type { GithubOptions } from './options.ts';

/** The repository of the run, or undefined if the environment names none. */
export function repositoryOf(env: NodeJS.ProcessEnv): { owner: string; repo: string } | undefined {
  const [owner, repo, ...rest] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  return owner && repo && rest.length === 0 ? { owner, repo } : undefined;
}

/**
 * A client of the REST API at GITHUB_API_URL. It respects HTTP(S)_PROXY and NO_PROXY, through @actions/http-client.
 * Server errors and lost connections are retried twice; a refusal (401, 403, 404) is not.
 */
export async function githubApi({ env, token }: Pick<GithubOptions, 'env' | 'token'>) {
  if (!token) return undefined;
  const [{ getOctokit }, { retry }] = await Promise.all([import('@actions/github'), import('@octokit/plugin-retry')]);
  const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const api = getOctokit(
    token,
    {
      baseUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com',
      retry: { retries: 2 },
      // The client would log to standard output, where the runner reads commands.
      log: silent,
    },
    retry,
  );
  api.hook.wrap('request', (request, options) =>
    timed(
      'service',
      () => `${options.method} ${options.baseUrl}${options.url}`,
      async () => request(options),
      ({ status }) => `HTTP ${status}`,
    ),
  );
  return api;
}

export type GithubApi = NonNullable<Awaited<ReturnType<typeof githubApi>>>;

function ignore(): void {}

/** The author of comments made with the job's own token. */
const ACTIONS_BOT = 'github-actions[bot]';

/** The user of a token. GraphQL knows it for the job's own token too, and REST does not. */
export async function ownLogin(api: GithubApi): Promise<string> {
  try {
    const answer = await api.graphql<{ viewer?: { login?: unknown } }>('query { viewer { login } }');
    return typeof answer.viewer?.login === 'string' ? answer.viewer.login : ACTIONS_BOT;
  } catch {
    return ACTIONS_BOT;
  }
}

/** Why an API call failed, in a few words, without text of the server: it may not be safe to print. */
export function apiFailure(error: unknown): string {
  const status = statusOf(error);
  return status ? `the API answered ${status}` : 'the API did not answer';
}

/** The same for a call that writes on the pull request, with what the job needs if it was refused. */
export function writeFailure(error: unknown): string {
  if (![401, 403, 404].includes(statusOf(error) ?? 0)) return apiFailure(error);
  return `${apiFailure(error)}; the job needs \`permissions: pull-requests: write\`, which pull requests from forks and Dependabot never have`;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error ? Number(error.status) : undefined;
}
