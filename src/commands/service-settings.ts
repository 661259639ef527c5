import { ConfigError } from '../model/index.ts';
import type { ServiceSettings } from './check-request.ts';

/**
 * Refuses settings that ask for a service, which this version cannot do: a run that silently judged by other rules
 * than the workspace's would be green by mistake. A workspace alone asks for none; the report says so.
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
