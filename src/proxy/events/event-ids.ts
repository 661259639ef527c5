import { randomBytes } from 'node:crypto';
import { containsSecret } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';

/** The number of an event and the random name of the run follow. */
const PROXY_ID = /^[\x21-\x7e]{1,100}$/;

/** Raises ConfigError if the service would reject the id of a proxy. */
export function checkProxyId(id: string): string {
  if (PROXY_ID.test(id) && !containsSecret(id)) return id;
  throw new ConfigError(
    `the id of the proxy is invalid: use 1 to 100 visible ASCII characters without spaces, such as the host name, and no API key`,
  );
}

/** Makes ids that no other proxy and no other run of this one makes: `<proxy>:<run>:<number>`. */
export function eventIds(proxy: string): () => string {
  const prefix = `${checkProxyId(proxy)}:${randomBytes(9).toString('base64url')}:`;
  let count = 0;
  return () => `${prefix}${(++count).toString(36)}`;
}
