import { isApiKey, isCiToken } from '../../contract/index.ts';
import { isToken } from '../people/session-token.ts';
import { ProblemError } from '../problems/error.ts';

/**
 * The credentials of `Authorization: Bearer …`, by their format; they are not verified yet. `key`: an API key, or the
 * token of a CI job.
 */
export type Bearer =
  | { readonly kind: 'key'; readonly secret: string }
  | { readonly kind: 'session'; readonly token: string };

const SESSION_PREFIX = 'qgs_';

/**
 * Reads the header `Authorization`. Text that is not in the format of a key or a session is refused here, so that no
 * arbitrary text reaches the store. Raises ProblemError `key_missing`, `key_malformed` or `session_unknown`.
 */
export function readBearer(header: string | undefined): Bearer {
  const match = /^bearer +(\S+) *$/i.exec(header ?? '');
  const [, text] = match ?? [];
  if (text === undefined) {
    throw new ProblemError('key_missing', 'the request has no API key; send `Authorization: Bearer <key>`');
  }
  if (text.startsWith(SESSION_PREFIX)) return readSessionToken(text);
  if (!isApiKey(text) && !isCiToken(text)) {
    throw new ProblemError('key_malformed', 'the API key is malformed; copy the whole key again');
  }
  return { kind: 'key', secret: text };
}

/** Reads the cookie of a browser session, which holds nothing else: an API key cannot sign in. Raises ProblemError. */
export function readSessionToken(text: string): Bearer {
  if (!isToken(text)) throw sessionUnknown();
  return { kind: 'session', token: text };
}

export function sessionUnknown(): ProblemError {
  return new ProblemError('session_unknown', 'the session token is unknown or has expired; sign in again');
}
