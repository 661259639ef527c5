import { identityFile } from '../../ci/index.ts';
import type { ServiceSettings } from '../../commands/index.ts';
import { ConfigError } from '../../model/index.ts';

/**
 * Settings of the service: options or inputs, else the environment; never a file of the repository. An empty one is unset.
 */
export function serviceSettings(given: ServiceSettings, env: NodeJS.ProcessEnv): ServiceSettings {
  return {
    baseUrl: (given.baseUrl ?? env['SERVICE_BASE_URL']) || undefined,
    apiKey: (given.apiKey ?? env['SERVICE_API_KEY']) || undefined,
    workspace: (given.workspace ?? env['SERVICE_WORKSPACE_ID']) || undefined,
    identity: given.identity,
  };
}

/** The options of the client that select the service. */
export interface ServiceOptions {
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly identityTokenFile?: string;
  readonly timeout?: number;
}

/**
 * The same for the options of the client. The identity of a fork is that of another project, which no service trusts: it
 * is treated like a run without a key. Raises ConfigError.
 *
 * @param withheld why the run cannot have the key
 */
export function optionSettings(
  { baseUrl, workspace, identityTokenFile, timeout }: ServiceOptions,
  env: NodeJS.ProcessEnv,
  withheld?: string,
): ServiceSettings & { readonly timeout: number | undefined } {
  const identity = identityTokenFile && withheld === undefined ? identityFile(identityTokenFile) : undefined;
  const settings = serviceSettings({ baseUrl, workspace, identity }, env);
  // Without it, the rules of the repository would judge.
  if (identityTokenFile && settings.baseUrl === undefined)
    throw new ConfigError(
      '`--identity-token-file` is given, but the base URL of the service is missing; set `SERVICE_BASE_URL` (or `--base-url`)',
    );
  return { ...settings, timeout };
}
