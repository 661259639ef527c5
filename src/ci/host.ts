export type Host = 'github' | 'gitlab' | 'local';

/** The CI host, detected from the variables that it sets. */
export function detectHost(env: NodeJS.ProcessEnv): Host {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  return env['GITLAB_CI'] === 'true' ? 'gitlab' : 'local';
}
