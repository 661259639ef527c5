import { parseCookie, stringifySetCookie } from 'cookie';
import { ProblemError } from '../problems/error.ts';
import { ATTEMPT_MINUTES } from '../sign-on/attempts.ts';

/**
 * The cookie of a browser session. Browsers accept a name with `__Host-` only from the host itself, over HTTPS or on
 * localhost, and for all its paths.
 */
const NAME = '__Host-querygate';
const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** `Set-Cookie` of a new session. */
export function sessionCookie(token: string, expiresAt: string): string {
  return stringifySetCookie({ name: NAME, value: token, ...ATTRIBUTES, expires: new Date(expiresAt) });
}

/** `Set-Cookie` that removes the session from the browser. */
export function noSessionCookie(): string {
  return stringifySetCookie({ name: NAME, value: '', ...ATTRIBUTES, maxAge: 0 });
}

/** The session token of a `Cookie` header. */
export function cookieToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[NAME];
}

/** Binds a sign-on to the browser that began it. `Lax`: the provider's redirect comes from another site. */
const SIGN_ON = '__Host-querygate-sign-on';

/** `Set-Cookie` of a sign-on that was begun. */
export function signOnCookie(value: string): string {
  return stringifySetCookie({ name: SIGN_ON, value, ...ATTRIBUTES, maxAge: ATTEMPT_MINUTES * 60 });
}

/** `Set-Cookie` that removes it. */
export function noSignOnCookie(): string {
  return stringifySetCookie({ name: SIGN_ON, value: '', ...ATTRIBUTES, maxAge: 0 });
}

/** The sign-on of a `Cookie` header. */
export function signOnOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[SIGN_ON];
}

/** What a browser says about where a request comes from. */
export interface BrowserRequest {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
}

/**
 * Refuses a request with a cookie that does not come from the dashboard itself: browsers send cookies along with
 * requests that other sites start. Browsers say in `Sec-Fetch-Site` where a request comes from; those that do not are
 * judged by `Origin`.
 * Raises ProblemError `cross_site`.
 *
 * @param origin origin of the public URL; without one, the host that the request names
 */
export function checkSameOrigin({ method, header }: BrowserRequest, origin: string | undefined): void {
  const site = header('sec-fetch-site');
  if (site === 'same-origin') return;
  // A download that the user starts from the address bar or a bookmark.
  if (site === 'none' && method === 'GET') return;
  const from = header('origin');
  if (site === undefined && from !== undefined && isOwnOrigin(from, origin, header('host'))) return;
  throw new ProblemError(
    'cross_site',
    'the request does not come from the dashboard of this service; programs send `Authorization: Bearer` instead of the cookie',
  );
}

function isOwnOrigin(from: string, origin: string | undefined, host: string | undefined): boolean {
  if (origin !== undefined) return from === origin;
  return host !== undefined && (from === `https://${host}` || from === `http://${host}`);
}
