import { ConfigError } from '../model/index.ts';

/** Where a service is. */
export interface BaseUrl {
  readonly origin: string;
  /** Path before `/api/v1`, without a slash at its end; empty for most. */
  readonly prefix: string;
  /** Whether it is this very machine: no proxy may then stand in between. */
  readonly loopback: boolean;
}

/**
 * Reads the base URL of a service: `https://host[:port][/path]`. `http:` would send the key in the clear, so it is taken
 * for this very machine only (`localhost`, 127.0.0.0/8, `[::1]`).
 * Raises ConfigError for anything else; the message never holds what could be a secret (user, password, query, fragment).
 */
export function parseBaseUrl(text: string): BaseUrl {
  const given = text.trim();
  if (given === '') throw new ConfigError('the base URL of the service is empty; set `SERVICE_BASE_URL` or `base-url`');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // A backslash is a slash to this parser and not to others; who reads the setting must see where it leads.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser drops tabs and line ends in silence
  if (!url || /[\u0000-\u0020\\]/.test(given)) {
    throw new ConfigError('the base URL of the service is no URL; give one such as `https://querygate.example.com`');
  }
  if (url.username !== '' || url.password !== '' || given.slice(0, given.indexOf('/', 8)).includes('@')) {
    throw new ConfigError(
      'the base URL of the service holds a user name or password; take it out, the API key is what the service asks for',
    );
  }
  if (/[?#]/.test(given)) {
    throw new ConfigError('the base URL of the service has a query (`?`) or fragment (`#`); give host and path alone');
  }
  const loopback = isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new ConfigError(
      `the base URL begins with \`${url.protocol}//\`, which would send the API key in the clear; use \`https://\` (\`http://\` is for \`localhost\` alone)`,
    );
  }
  const prefix = url.pathname.replace(/\/+$/, '');
  if (/(^|\/)api(\/v\d+)?$/.test(prefix)) {
    throw new ConfigError(
      `the base URL ends with \`${prefix.slice(prefix.lastIndexOf('/api'))}\`, which the client adds by itself; leave it out`,
    );
  }
  return { origin: url.origin, prefix, loopback };
}

/** The parser has written IPv4 addresses out as four numbers, and IPv6 in its short form. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
