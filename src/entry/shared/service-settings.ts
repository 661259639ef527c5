import type { ServiceSettings } from '../../commands/index.ts';

/** Settings of the service: options or inputs, else the environment; never a file of the repository. An empty one is unset. */
export function serviceSettings(given: ServiceSettings, env: NodeJS.ProcessEnv): ServiceSettings {
  return {
    baseUrl: (given.baseUrl ?? env['SERVICE_BASE_URL']) || undefined,
    apiKey: (given.apiKey ?? env['SERVICE_API_KEY']) || undefined,
    workspace: (given.workspace ?? env['SERVICE_WORKSPACE_ID']) || undefined,
  };
}
