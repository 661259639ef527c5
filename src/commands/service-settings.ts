import { ConfigError } from '../model/index.ts';
import type { ServiceSettings } from './check-request.ts';
import type { SimulateService } from './simulate-request.ts';

/**
 * Refuses settings that ask for a service, which `check` cannot do in this version: a run that silently judged by other
 * rules than the workspace's would be green by mistake. A workspace alone asks for none; the report says so.
 * Raises ConfigError naming the setting.
 */
export function refuseService({ baseUrl, apiKey }: ServiceSettings): void {
  if (baseUrl) {
    throw new ConfigError(
      'a base URL asks for a Querygate service, which this version cannot use; take out `base-url` and `SERVICE_BASE_URL` to check with the rules of the repository',
    );
  }
  if (apiKey) {
    throw new ConfigError(
      'an API key asks for a Querygate service, and the base URL is missing; this version checks with the rules of the repository, so take out `api-key` and `SERVICE_API_KEY`',
    );
  }
}

/** Where a simulation is made. */
export type SimulationPlace =
  /** `instead`: why the service that is set is not asked. */
  | { readonly kind: 'embedded'; readonly instead: string | undefined }
  | { readonly kind: 'service'; readonly baseUrl: string; readonly apiKey: string; readonly workspace: string }
  /** The service should be asked, and this run cannot. */
  | { readonly kind: 'withheld'; readonly why: string };

/**
 * A base URL or a key asks for the service, and then all three settings are needed; a workspace alone asks for none.
 * A run that cannot have the key does as the base's configuration says. Raises ConfigError naming the setting that is
 * missing.
 */
export function simulationPlace(
  { baseUrl, apiKey, workspace, withheld, keyAdvice }: SimulateService,
  onMissingKey: 'unknown' | 'embedded',
): SimulationPlace {
  if (!baseUrl && !apiKey) return { kind: 'embedded', instead: undefined };
  if (!apiKey && withheld !== undefined) {
    if (onMissingKey === 'embedded')
      return {
        kind: 'embedded',
        instead: `${withheld}, so there is no API key: the repository's own rules and history were taken in place of the service's (\`on-missing-key: embedded\`)`,
      };
    return {
      kind: 'withheld',
      why: `${withheld}, so there is no API key and the service cannot be asked; let somebody run it who has one, or set \`simulate.on-missing-key: embedded\` in the configuration of the base branch`,
    };
  }
  if (!apiKey)
    throw new ConfigError(
      `a base URL asks for a Querygate service, and the API key is missing; set \`SERVICE_API_KEY\`${keyAdvice ? `: ${keyAdvice}` : ''}`,
    );
  if (!baseUrl)
    throw new ConfigError(
      'an API key asks for a Querygate service, and the base URL is missing; set `SERVICE_BASE_URL` (or `base-url`)',
    );
  if (!workspace)
    throw new ConfigError(
      'a Querygate service is asked for, and the workspace is missing; set `SERVICE_WORKSPACE_ID` (or `workspace`)',
    );
  return { kind: 'service', baseUrl, apiKey, workspace };
}
