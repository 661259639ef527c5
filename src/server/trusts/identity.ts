import { decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { ProblemError } from '../problems/error.ts';
import type { IssuerKeys } from './issuer-keys.ts';

/** What the CI hosts sign with. Never `none`, and never a secret key: its text could be the public key. */
const ALGORITHMS = ['RS256', 'ES256'];
/** Seconds by which the clocks of issuer and service may differ. */
const CLOCK_SKEW = 30;
/** Hours until an identity token expires, at most. GitLab's are valid as long as the job may take. */
const MAX_HOURS = 24;
const MAX_ID_CHARACTERS = 500;

/** Where an identity token says that it comes from and is for. Not verified. */
export interface ClaimedOrigin {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithm: string;
  readonly keyId: string;
}

/** A verified identity token of a CI job. */
export interface Identity {
  readonly issuer: string;
  /** `jti`: the issuer gives it to one token only. */
  readonly id: string;
  readonly expiresAt: Date;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Reads where a token says that it comes from. Raises ProblemError `identity_invalid`. */
export function readOrigin(token: string): ClaimedOrigin {
  const { header, claims } = decode(token);
  const { alg, kid } = header;
  if (alg === undefined || !ALGORITHMS.includes(alg)) throw invalid(`its \`alg\` is not ${ALGORITHMS.join(' or ')}`);
  if (typeof kid !== 'string') throw invalid('it has no `kid`');
  const { iss, aud } = claims;
  const [audience, ...others] = Array.isArray(aud) ? aud : [aud];
  if (typeof iss !== 'string') throw invalid('it has no `iss`');
  // A token for several services could be sent to one of them by another.
  if (typeof audience !== 'string' || others.length > 0) throw invalid('its `aud` is not one text');
  return { issuer: iss, audience, algorithm: alg, keyId: kid };
}

/**
 * Verifies signature and times of an identity token. Raises ProblemError `identity_invalid`; IssuerUnavailable.
 */
export async function verifyIdentity(
  token: string,
  { issuer, audience, algorithm, keyId }: ClaimedOrigin,
  keys: IssuerKeys,
  now: Date,
): Promise<Identity> {
  const key = await keys.find(issuer, keyId);
  if (!key) throw invalid('its issuer has no key with its `kid`');
  const { payload } = await verify(token, key, { issuer, audience, algorithm, now });
  const { jti, exp = 0, iat = 0 } = payload;
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_ID_CHARACTERS) throw invalid('it has no `jti`');
  const seconds = now.getTime() / 1000;
  if (exp > seconds + MAX_HOURS * 3600) throw invalid(`it expires in more than ${MAX_HOURS} hours`);
  if (iat > seconds + CLOCK_SKEW) throw invalid('it was issued in the future');
  return { issuer, id: jti, expiresAt: new Date((exp + CLOCK_SKEW) * 1000), claims: payload };
}

async function verify(
  token: string,
  key: Parameters<typeof importJWK>[0],
  {
    issuer,
    audience,
    algorithm,
    now,
  }: Pick<ClaimedOrigin, 'issuer' | 'audience' | 'algorithm'> & { readonly now: Date },
) {
  try {
    return await jwtVerify(token, await importJWK(key, algorithm), {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      clockTolerance: CLOCK_SKEW,
      currentDate: now,
    });
  } catch (error) {
    throw invalid(reasonOf(error));
  }
}

function decode(token: string): {
  readonly header: ReturnType<typeof decodeProtectedHeader>;
  readonly claims: JWTPayload;
} {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch {
    throw invalid('it is not a JSON Web Token');
  }
}

/** jose's own messages can hold parts of the token. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `its \`${error.claim}\` is missing or wrong`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong';
  return 'it cannot be verified with the key of its issuer';
}

function invalid(why: string): ProblemError {
  return new ProblemError(
    'identity_invalid',
    `the identity token is not accepted: ${why}; let the job request a new one`,
  );
}
