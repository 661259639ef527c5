import type { ApiScope } from '../../../../src/contract/index.ts';

/** What to do with the new key of a rotation, by what its program is. */
export function nextStep(scopes: readonly ApiScope[]): string {
  const has = (scope: ApiScope) => scopes.includes(scope);
  if (has('ci_dryrun:execute') || has('rules:simulate'))
    return 'Replace the secret SERVICE_API_KEY in your CI, then run a pipeline.';
  if (has('telemetry:write')) return 'Replace SERVICE_API_KEY of the proxy, then restart it.';
  if (has('proxy:evaluate')) return 'Replace SERVICE_API_KEY of the application, then restart it.';
  return 'Give its program the new key, then let it send a request.';
}
