import type { Change } from '../model/index.ts';

/** Why the host hands this run no secret; undefined where it does. */
export function secretsWithheld(change: Change | undefined, env: NodeJS.ProcessEnv): string | undefined {
  // `pull_request_target` runs with the base's secrets, whoever asks.
  if (change?.fork && change.event !== 'pull_request_target') return 'the head comes from a fork';
  const isDependabot = env['GITHUB_ACTIONS'] === 'true' && env['GITHUB_ACTOR'] === 'dependabot[bot]';
  return isDependabot ? 'Dependabot started this run' : undefined;
}

/** What to look at where the key of a simulation is missing that should be there. */
export function simulateKeyAdvice(env: NodeJS.ProcessEnv): string | undefined {
  if (env['GITLAB_CI'] !== 'true') return undefined;
  const own = 'the job `querygate:simulate` takes it from `QUERYGATE_SIMULATE_API_KEY`';
  return env['CI_COMMIT_REF_PROTECTED'] === 'false'
    ? `${own}, which is empty here if it is a protected variable, since this branch is not protected`
    : own;
}
