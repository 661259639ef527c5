import { randomInt } from 'node:crypto';

/** The digits of base 62, the least first. */
export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base-62 characters, each as likely as any other. 43 of them hold 256 bits. */
export function randomText(length: number): string {
  let text = '';
  for (let at = 0; at < length; at++) text += BASE_62[randomInt(BASE_62.length)];
  return text;
}
