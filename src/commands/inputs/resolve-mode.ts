import type { Credential } from '../../client/index.ts';
import { ConfigError } from '../../model/index.ts';
import type { ServiceAccess } from './check-request.ts';

/** Where a job runs. */
export type RunMode =
  /** `fallbackReason`: why the configured service is not used. */
  | { readonly kind: 'embedded'; readonly fallbackReason: string | undefined }
  | { readonly kind: 'service'; readonly baseUrl: string; readonly credential: Credential; readonly workspace: string }
  /** A service is configured, but this run cannot use it. */
  | { readonly kind: 'withheld'; readonly why: string };

/** What a job reads from the repository if it does not use a service. */
const EMBEDDED_INPUTS = { check: 'own rules', simulate: 'own rules and history' } as const;

/**
 * A base URL or a key selects the service, and then all three settings are required; a workspace alone does not. The
 * identity of the CI job stands in for the key. If a run has neither, `on-missing-key` of the base's configuration
 * decides. Raises ConfigError that names the missing setting.
 */
export function resolveMode(
  { baseUrl, apiKey, identity, workspace, withheld, keyAdvice }: ServiceAccess,
  onMissingKey: 'unknown' | 'embedded' | undefined,
  job: keyof typeof EMBEDDED_INPUTS,
): RunMode {
  if (!baseUrl && !apiKey) return { kind: 'embedded', fallbackReason: undefined };
  const credential = apiKey ? { apiKey } : identity && { identity };
  if (!credential && withheld !== undefined) {
    if (onMissingKey === 'embedded')
      return {
        kind: 'embedded',
        fallbackReason: `${withheld}, so there is no API key: the repository's ${EMBEDDED_INPUTS[job]} were used instead of the service's (\`on-missing-key: embedded\`)`,
      };
    return {
      kind: 'withheld',
      why: `${withheld}, so there is no API key and the service cannot be used; let someone who has a key run it, or set \`on-missing-key: embedded\` in the configuration of the base branch`,
    };
  }
  if (!credential)
    throw new ConfigError(
      `the base URL of a service is set, but the API key is missing; set \`SERVICE_API_KEY\`${keyAdvice ? `: ${keyAdvice}` : ', or give the job an identity that the workspace trusts (docs/ci-without-keys.md)'}`,
    );
  if (!baseUrl)
    throw new ConfigError(
      'the API key of a service is set, but the base URL is missing; set `SERVICE_BASE_URL` (or `base-url`)',
    );
  if (!workspace)
    throw new ConfigError(
      'the base URL of a service is set, but the workspace is missing; set `SERVICE_WORKSPACE_ID` (or `workspace`)',
    );
  return { kind: 'service', baseUrl, credential, workspace };
}
