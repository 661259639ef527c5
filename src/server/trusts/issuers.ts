import { CI_HOSTS } from '../../contract/index.ts';
import { isLocalHttp } from '../sign-on/settings.ts';

/** The issuers of the public hosts, which every service accepts. */
export const PUBLIC_ISSUERS: readonly string[] = Object.values(CI_HOSTS).map(({ issuer }) => issuer);

/** Whether a text can be an issuer: an https URL without query, fragment and user. */
export function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol === 'https:' || isLocalHttp(url))) return false;
  return url.username === '' && url.password === '' && !/[?#\s]/.test(text);
}
