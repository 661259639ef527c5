import { ConfigError } from '../../model/index.ts';
import type { ServiceAccess } from './check-request.ts';

/** Where a job is done. */
export type RunMode =
  /** `instead`: why the service that is set is not asked. */
  | { readonly kind: 'embedded'; readonly instead: string | undefined }
  | { readonly kind: 'service'; readonly baseUrl: string; readonly apiKey: string; readonly workspace: string }
  /** The service should be asked, and this run cannot. */
  | { readonly kind: 'withheld'; readonly why: string };

/** What a job takes from the repository where it does not ask the service. */
const EMBEDDED_INPUTS = { check: 'own rules', simulate: 'own rules and history' } as const;

/**
 * A base URL or a key asks for the service, and then all three settings are needed; a workspace alone asks for none.
 * A run that cannot have the key does as the base's configuration says. Raises ConfigError naming the setting that is
 * missing.
 */
export function resolveMode(
  { baseUrl, apiKey, workspace, withheld, keyAdvice }: ServiceAccess,
  onMissingKey: 'unknown' | 'embedded' | undefined,
  job: keyof typeof EMBEDDED_INPUTS,
): RunMode {
  if (!baseUrl && !apiKey) return { kind: 'embedded', instead: undefined };
  if (!apiKey && withheld !== undefined) {
    if (onMissingKey === 'embedded')
      return {
        kind: 'embedded',
        instead: `${withheld}, so there is no API key: the repository's ${EMBEDDED_INPUTS[job]} were taken in place of the service's (\`on-missing-key: embedded\`)`,
      };
    return {
      kind: 'withheld',
      why: `${withheld}, so there is no API key and the service cannot be asked; let somebody run it who has one, or set \`on-missing-key: embedded\` in the configuration of the base branch`,
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
