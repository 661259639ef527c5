import { ConfigError } from '../../model/index.ts';

/** The identity provider, from the environment. */
export interface SignOnSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the provider on the sign-in page. */
  readonly label: string;
  readonly scopes: string;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
}

const ISSUER = 'QUERYGATE_OIDC_ISSUER';

/** Undefined if no provider is set. Raises ConfigError, which names the variable and never contains the secret. */
export function signOnSettings(
  env: Readonly<Record<string, string | undefined>>,
  publicUrl: string | undefined,
): SignOnSettings | undefined {
  const given = (name: string) => env[name]?.trim() || undefined;
  const issuer = given(ISSUER);
  if (issuer === undefined) {
    const other = Object.keys(env).find((name) => name.startsWith('QUERYGATE_OIDC_') && given(name) !== undefined);
    if (other === undefined) return undefined;
    throw new ConfigError(`\`${other}\` is set, but \`${ISSUER}\` is not; set both, or neither`);
  }
  const needed = (name: string) => {
    const value = given(name);
    if (value === undefined) throw new ConfigError(`\`${ISSUER}\` is set, but \`${name}\` is not; set it too`);
    return value;
  };
  if (publicUrl === undefined)
    throw new ConfigError(
      `\`${ISSUER}\` is set: the provider must know where to send browsers back to; give \`--public-url\` (\`QUERYGATE_PUBLIC_URL\`)`,
    );
  const scopes = given('QUERYGATE_OIDC_SCOPES') ?? 'openid email profile';
  if (!scopes.split(/\s+/).includes('openid'))
    throw new ConfigError('`QUERYGATE_OIDC_SCOPES` must contain `openid`; add it');
  return {
    issuer: issuerUrl(issuer),
    clientId: needed('QUERYGATE_OIDC_CLIENT_ID'),
    clientSecret: needed('QUERYGATE_OIDC_CLIENT_SECRET'),
    label: given('QUERYGATE_OIDC_LABEL') ?? 'single sign-on',
    scopes,
    redirectUri: new URL('/auth/oidc/callback', publicUrl).href,
  };
}

function issuerUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url && isLocalHttp(url))) return url;
  throw new ConfigError(`\`${ISSUER}\` must be an https URL; correct it`);
}

/** Plain HTTP is for tests with a provider on the same machine. */
export function isLocalHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]');
}
