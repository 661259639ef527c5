import type { Change } from '../model/index.ts';

/** Why the host gives this run no secrets; undefined if it does. */
export function secretsWithheld(change: Change | undefined, env: NodeJS.ProcessEnv): string | undefined {
  // `pull_request_target` runs with the base's secrets, even for a fork.
  if (change?.fork && change.event !== 'pull_request_target') return 'the head comes from a fork';
  const isDependabot = env['GITHUB_ACTIONS'] === 'true' && env['GITHUB_ACTOR'] === 'dependabot[bot]';
  return isDependabot ? 'Dependabot started this run' : undefined;
}

/** The variable that holds the key of each job in the GitLab templates. */
const KEY_VARIABLES = { check: 'SERVICE_API_KEY', simulate: 'QUERYGATE_SIMULATE_API_KEY' } as const;

/** Advice for a job whose key is missing although it should have one. */
export function keyAdvice(job: keyof typeof KEY_VARIABLES, env: NodeJS.ProcessEnv): string | undefined {
  if (env['GITLAB_CI'] !== 'true') return undefined;
  const own = `the job \`querygate:${job}\` takes it from \`${KEY_VARIABLES[job]}\``;
  return env['CI_COMMIT_REF_PROTECTED'] === 'false'
    ? `${own}, which is empty here if it is a protected variable, because this branch is not protected`
    : own;
}
