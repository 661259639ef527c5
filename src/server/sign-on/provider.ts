import * as oidc from 'openid-client';
import { isLocalHttp, type SignOnSettings } from './settings.ts';

/** Seconds that the provider has to answer. */
const TIMEOUT = 10;

/** What the provider must send back with the browser. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who a browser is at the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  /** When the user last signed in there; undefined if the provider does not say. */
  readonly signedInAt: Date | undefined;
}

export interface Provider {
  /** Where to send the browser. Raises if the provider cannot be reached. */
  begin(challenge: Challenge, again: boolean): Promise<URL>;
  /** Raises unless the provider signed the user in, in answer to this challenge. */
  finish(query: string, challenge: Challenge): Promise<Identity>;
}

export function newChallenge(): Challenge {
  return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
}

/** The provider is asked for its settings at the first sign-on, so that the service starts without it. */
export function createProvider(settings: SignOnSettings): Provider {
  let known: Promise<oidc.Configuration> | undefined;
  const configuration = () => {
    known ??= oidc
      .discovery(settings.issuer, settings.clientId, settings.clientSecret, undefined, {
        timeout: TIMEOUT,
        ...(isLocalHttp(settings.issuer) && { execute: [oidc.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  };

  return {
    begin: async ({ state, nonce, verifier }, again) =>
      oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
      }),
    finish: async (query, { state, nonce, verifier }) => {
      const url = new URL(settings.redirectUri);
      url.search = query;
      const tokens = await oidc.authorizationCodeGrant(await configuration(), url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no id token');
      const { iss, sub, email, email_verified, name, auth_time } = claims;
      return {
        issuer: iss,
        subject: sub,
        email: typeof email === 'string' ? email : undefined,
        emailVerified: email_verified === true,
        name: typeof name === 'string' ? name : undefined,
        signedInAt: typeof auth_time === 'number' ? new Date(auth_time * 1000) : undefined,
      };
    },
  };
}
