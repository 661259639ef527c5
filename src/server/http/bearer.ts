import { isApiKey } from '../../contract/index.ts';
import { isToken } from '../people/session-token.ts';
import { ProblemError } from '../problems/error.ts';

/** What came in `Authorization: Bearer …`, by its form; whether anybody knows it is another matter. */
export type Bearer =
  | { readonly kind: 'key'; readonly secret: string }
  | { readonly kind: 'session'; readonly token: string };

const SESSION_PREFIX = 'qgs_';

/**
 * Reads the header `Authorization`. What cannot be a key or a session is refused by its form alone, so that no text of
 * somebody's choice reaches the store. Raises ProblemError `key_missing`, `key_malformed` or `session_unknown`.
 */
export function readBearer(header: string | undefined): Bearer {
  const match = /^bearer +(\S+) *$/i.exec(header ?? '');
  const [, text] = match ?? [];
  if (text === undefined) {
    throw new ProblemError('key_missing', 'no API key came with the request; send `Authorization: Bearer <key>`');
  }
  if (text.startsWith(SESSION_PREFIX)) {
    if (!isToken(text)) throw sessionUnknown();
    return { kind: 'session', token: text };
  }
  if (!isApiKey(text)) {
    throw new ProblemError('key_malformed', 'what came is no API key; copy the whole key again');
  }
  return { kind: 'key', secret: text };
}

export function sessionUnknown(): ProblemError {
  return new ProblemError('session_unknown', 'nobody is signed in with this token, or not any more; sign in again');
}
