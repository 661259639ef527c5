import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { ConfigError } from '../model/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The proxy variables of the environment. Lower case takes precedence, as in other tools. */
function proxyVariables(env: Env) {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  return { HTTP_PROXY: read('HTTP_PROXY'), HTTPS_PROXY: read('HTTPS_PROXY'), NO_PROXY: read('NO_PROXY') };
}

/** How connections to a server are opened. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  /** Text for messages about failed connections; empty if no proxy is configured. */
  readonly proxyHint: string;
}

/**
 * Connections go through the proxy in HTTPS_PROXY (else HTTP_PROXY), except for the hosts in NO_PROXY. They always use
 * a tunnel with end-to-end TLS, so that the proxy does not see the secret. Connections to this machine use no proxy, since
 * the proxy would resolve `localhost` as itself. Certificates are always verified, even with
 * NODE_TLS_REJECT_UNAUTHORIZED=0: otherwise any server could receive the secret. Raises ConfigError for a proxy that is
 * not a valid URL.
 *
 * @param loopback whether the server is this machine
 * @param connectTimeout milliseconds
 */
export function createDispatcher(
  { loopback }: { readonly loopback: boolean },
  env: Env,
  connectTimeout: number,
): Connections {
  const tls = { timeout: connectTimeout, rejectUnauthorized: true };
  if (loopback) return { dispatcher: new Agent({ connect: tls }), proxyHint: '' };
  const proxies = proxyVariables(env);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY'] as const) {
    if (proxies[name] === '' || isProxyUrl(proxies[name])) continue;
    throw new ConfigError(`\`${name}\` is not the URL of a proxy; use one such as \`http://proxy.example.com:3128\``);
  }
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxies.HTTP_PROXY,
    httpsProxy: proxies.HTTPS_PROXY,
    noProxy: proxies.NO_PROXY,
    connect: tls,
    requestTls: tls,
    proxyTls: { timeout: connectTimeout },
  });
  const proxyVariable = (['HTTPS_PROXY', 'HTTP_PROXY'] as const).find((name) => proxies[name] !== '');
  return {
    dispatcher,
    proxyHint: proxyVariable ? ` (through the proxy in \`${proxyVariable}\`, unless \`NO_PROXY\` lists the host)` : '',
  };
}

/**
 * Whether a host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`.
 *
 * @param hostname normalised as `URL` does: IPv4 as four numbers, IPv6 in its short form
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function isProxyUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
