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

/** Why an API call failed, in a few words, without text of the server: it may not be safe to print. */
export function apiFailure(error: unknown): string {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : undefined;
  return status ? `the API answered ${status}` : 'the API did not answer';
}
