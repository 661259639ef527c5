import {
  type ChangeResult,
  detectHost,
  githubChange,
  gitlabChange,
  localChange,
  stagedChange,
} from '../../ci/index.ts';
import { ConfigError } from '../../model/index.ts';

/** The change of the CI host's event, else what changed since a revision. */
export function changeSince(since: string | undefined, root: string): Promise<ChangeResult> {
  const env = process.env;
  if (since !== undefined) return localChange({ root, since });
  switch (detectHost(env)) {
    case 'github':
      return githubChange({ root, env, token: env['GITHUB_TOKEN'] });
    case 'gitlab':
      return gitlabChange({ root, env });
    case 'local':
      return localChange({ root });
  }
}

/**
 * What is staged. A CI job has nothing to commit, so it has nothing staged, and a check of nothing would pass.
 */
export async function changeStaged(root: string): Promise<ChangeResult> {
  const result = await stagedChange(root);
  const isCi = detectHost(process.env) !== 'local' || process.env['CI'] === 'true';
  if (isCi && result.change?.files.length === 0)
    throw new ConfigError(
      'nothing is staged in this CI job, so `--staged` would check nothing; use `--changed`, or `check` without it for all files',
    );
  return result;
}
