export type Host = 'github' | 'gitlab' | 'local';

/** Where this runs, by the variables that the hosts set. */
export function detectHost(env: NodeJS.ProcessEnv): Host {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  return env['GITLAB_CI'] === 'true' ? 'gitlab' : 'local';
}
