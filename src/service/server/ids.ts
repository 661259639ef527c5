import { randomInt } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base-62 characters, each as likely as any other. 43 of them hold 256 bits. */
export function randomText(length: number): string {
  let text = '';
  for (let at = 0; at < length; at++) text += DIGITS[randomInt(62)];
  return text;
}

/** What an id names. */
export type IdKind = 'key' | 'user' | 'sim' | 'run' | 'qry' | 'imp' | 'req';

/** `sim_` and 22 random characters (131 bits). */
export function newId(kind: IdKind): string {
  return `${kind}_${randomText(22)}`;
}
