import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { ConfigError } from '../model/index.ts';
import type { BaseUrl } from './base-url.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The variables by which a machine names its proxies; of a pair the lower case wins, as everywhere. */
function proxyVariables(env: Env) {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  return { HTTP_PROXY: read('HTTP_PROXY'), HTTPS_PROXY: read('HTTPS_PROXY'), NO_PROXY: read('NO_PROXY') };
}

/** How connections are made. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  /** What a sentence about a failed connection must add; empty where no proxy can stand in between. */
  readonly proxyHint: string;
}

/**
 * Connections go through the proxy of HTTPS_PROXY (else HTTP_PROXY) but for the hosts of NO_PROXY, always in a
 * tunnel with TLS from end to end, so that the proxy sees no key. To this very machine no proxy is used: it would take the
 * name for itself. Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says: the key would go to whoever answers.
 * Raises ConfigError for a proxy that is no URL.
 *
 * @param connectTimeout milliseconds
 */
export function createDispatcher({ loopback }: BaseUrl, env: Env, connectTimeout: number): Connections {
  const tls = { timeout: connectTimeout, rejectUnauthorized: true };
  if (loopback) return { dispatcher: new Agent({ connect: tls }), proxyHint: '' };
  const proxies = proxyVariables(env);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY'] as const) {
    if (proxies[name] === '' || isProxyUrl(proxies[name])) continue;
    throw new ConfigError(`\`${name}\` is not the URL of a proxy; give one such as \`http://proxy.example.com:3128\``);
  }
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxies.HTTP_PROXY,
    httpsProxy: proxies.HTTPS_PROXY,
    noProxy: proxies.NO_PROXY,
    connect: tls,
    requestTls: tls,
    proxyTls: { timeout: connectTimeout },
  });
  const named = (['HTTPS_PROXY', 'HTTP_PROXY'] as const).find((name) => proxies[name] !== '');
  return {
    dispatcher,
    proxyHint: named ? ` (through the proxy of \`${named}\`, unless \`NO_PROXY\` names the host)` : '',
  };
}

function isProxyUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
