import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the `Authorization` header holds the metrics token. Compares in constant time. */
export function isToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
