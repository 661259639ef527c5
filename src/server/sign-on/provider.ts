import * as oidc from 'openid-client';
import { SignOnRefused } from './refused.ts';
import { isLocalHttp, type SignOnSettings } from './settings.ts';

/** Seconds that the provider has to answer. */
const TIMEOUT = 10;
/** Milliseconds for which the addresses of the provider are remembered. */
const REMEMBERED = 60 * 60 * 1000;

/** What the provider must send back with the browser. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The user of the browser, as the provider describes them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  readonly groups: readonly string[];
  /** When the user last signed in there; undefined if the provider does not say. */
  readonly signedInAt: Date | undefined;
}

export interface Provider {
  /** Where to send the browser. Raises SignOnRefused `sign_on_unavailable`, with the cause. */
  begin(challenge: Challenge, again: boolean): Promise<URL>;
  /**
   * Reads the answer of the provider to a challenge. Raises SignOnRefused `sign_on_refused`, `sign_on_unavailable`,
   * `groups_unknown`, with the cause.
   */
  finish(query: string, challenge: Challenge): Promise<Identity>;
}

export function newChallenge(): Challenge {
  return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
}

/** The provider is asked for its addresses at the first sign-on, so that the service starts without it. */
export function createProvider(settings: SignOnSettings, now: () => Date): Provider {
  let known: { readonly configuration: oidc.Configuration; readonly until: number } | undefined;

  async function discover(): Promise<oidc.Configuration> {
    const configuration = await oidc.discovery(
      settings.issuer,
      settings.clientId,
      settings.clientSecret,
      authentication(settings.clientSecret),
      {
        timeout: TIMEOUT,
        execute: [
          // Otherwise the signature of an id token that comes directly from the provider would not be checked.
          oidc.enableNonRepudiationChecks,
          ...(isLocalHttp(settings.issuer) ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    known = { configuration, until: now().getTime() + REMEMBERED };
    return configuration;
  }

  return {
    begin: async ({ state, nonce, verifier }, again) => {
      const configuration =
        known && known.until > now().getTime()
          ? known.configuration
          : await discover().catch((cause: unknown) => {
              throw new SignOnRefused('sign_on_unavailable', { cause });
            });
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Providers without `auth_time`, such as Google, do not know `login` either.
        ...(again && { prompt: settings.needsAuthTime ? 'login' : 'select_account', max_age: '0' }),
      });
    },
    finish: async (query, { state, nonce, verifier }) => {
      const url = new URL(settings.redirectUri);
      url.search = query;
      try {
        // Read again each time: the provider may have changed its keys a second ago.
        const configuration = await discover();
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('the provider sent no id token');
        const more = await userInfo(configuration, tokens.access_token, claims, settings);
        return identityOf(claims, { ...more, ...claims }, settings);
      } catch (cause) {
        if (cause instanceof SignOnRefused) throw cause;
        throw new SignOnRefused(isUnavailable(cause) ? 'sign_on_unavailable' : 'sign_on_refused', { cause });
      }
    },
  };
}

/** How the client authenticates: as a form field if the provider takes that, else by HTTP Basic, the default of OpenID. */
function authentication(secret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest);
}

/** The claims at the provider's `userinfo` endpoint, if the id token lacks some that are needed. */
async function userInfo(
  configuration: oidc.Configuration,
  token: string,
  claims: oidc.IDToken,
  { groupsClaim, roles, verifiedClaim }: SignOnSettings,
): Promise<Readonly<Record<string, unknown>>> {
  const needed = ['email', verifiedClaim, ...(roles.length > 0 ? [groupsClaim] : [])];
  if (needed.every((name) => claims[name] !== undefined)) return {};
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return oidc.fetchUserInfo(configuration, token, claims.sub);
}

function identityOf(
  { iss, sub, auth_time }: oidc.IDToken,
  all: Readonly<Record<string, unknown>>,
  { groupsClaim, roles, verifiedClaim }: SignOnSettings,
): Identity {
  if (roles.length > 0 && all[groupsClaim] === undefined && isElsewhere(all, groupsClaim))
    throw new SignOnRefused('groups_unknown');
  return {
    issuer: iss,
    subject: sub,
    email: textOf(all['email']),
    // Some providers send a text or a number.
    emailVerified: [true, 'true', 1, '1'].some((value) => value === all[verifiedClaim]),
    name: textOf(all['name']),
    groups: textsOf(all[groupsClaim]),
    signedInAt: typeof auth_time === 'number' ? new Date(auth_time * 1000) : undefined,
  };
}

/**
 * Whether the provider has the groups but did not send them, because there are too many (Entra). Such a person must not
 * lose the roles that the groups give.
 */
function isElsewhere(claims: Readonly<Record<string, unknown>>, groupsClaim: string): boolean {
  const names = claims['_claim_names'];
  return claims['hasgroups'] !== undefined || (typeof names === 'object' && names !== null && groupsClaim in names);
}

/** Whether the provider did not answer, or answered with an error of its own. */
function isUnavailable(error: unknown, depth = 0): boolean {
  if (error instanceof Response) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.message === 'fetch failed') return true;
  const { code, status } = error as { code?: unknown; status?: unknown };
  if (code === 'OAUTH_TIMEOUT' || (typeof status === 'number' && status >= 500)) return true;
  return depth < 4 && isUnavailable(error.cause, depth + 1);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
}
