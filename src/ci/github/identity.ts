import { EXIT, type IdentitySource, ServiceError } from '../../model/index.ts';

/**
 * The identity of this job; undefined if the workflow does not give it one (`permissions: id-token: write`), which a
 * workflow of a fork cannot.
 */
export async function githubIdentity(env: NodeJS.ProcessEnv): Promise<IdentitySource | undefined> {
  if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'] || !env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']) return undefined;
  const core = await import('@actions/core');
  return {
    name: 'the identity token of this job',
    token: async (audience) => {
      try {
        return await core.getIDToken(audience);
      } catch {
        // The message could hold what the host answered.
        throw new ServiceError(
          'GitHub gave this job no identity token; run it again, or use an API key (`SERVICE_API_KEY`)',
          EXIT.service,
        );
      }
    },
    mask: core.setSecret,
  };
}
