import { isLoopback } from '../http/index.ts';
import { ConfigError } from '../model/index.ts';

/** The address of a service. */
export interface BaseUrl {
  readonly origin: string;
  /** Path before `/api/v1`, without a trailing slash; usually empty. */
  readonly prefix: string;
  /** Whether it is this machine. Connections to it never go through a proxy. */
  readonly loopback: boolean;
}

/**
 * Parses the base URL of a service: `https://host[:port][/path]`. `http:` would send the key in the clear, so it is
 * only accepted for this machine (`localhost`, 127.0.0.0/8, `[::1]`). Raises ConfigError for anything else. The message
 * never contains a possible secret (user, password, query, fragment).
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '')
    throw new ConfigError('the base URL of the service is empty; set `SERVICE_BASE_URL` or `base-url`');
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  // This parser reads a backslash as a slash and other parsers do not, so the target would not be obvious to a reader.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser silently drops tabs and line ends
  if (!url || /[\u0000-\u0020\\]/.test(trimmed)) {
    throw new ConfigError(
      'the base URL of the service is not a valid URL; use one such as `https://querygate.example.com`',
    );
  }
  if (url.username !== '' || url.password !== '' || trimmed.slice(0, trimmed.indexOf('/', 8)).includes('@')) {
    throw new ConfigError(
      'the base URL of the service contains a user name or password; remove it, since the client authenticates with the API key',
    );
  }
  if (/[?#]/.test(trimmed)) {
    throw new ConfigError('the base URL of the service has a query (`?`) or fragment (`#`); use only host and path');
  }
  const loopback = isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new ConfigError(
      `the base URL starts with \`${url.protocol}//\`, which would send the API key in the clear; use \`https://\` (\`http://\` is only allowed for \`localhost\`)`,
    );
  }
  const prefix = url.pathname.replace(/\/+$/, '');
  if (/(^|\/)api(\/v\d+)?$/.test(prefix)) {
    throw new ConfigError(
      `the base URL ends with \`${prefix.slice(prefix.lastIndexOf('/api'))}\`, which the client adds itself; remove it`,
    );
  }
  return { origin: url.origin, prefix, loopback };
}
