import { randomInt } from 'node:crypto';

/** The digits of base 62, in order of value. */
export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base-62 characters, uniformly distributed. 43 of them hold 256 bits. */
export function randomText(length: number): string {
  let text = '';
  for (let index = 0; index < length; index++) text += BASE_62[randomInt(BASE_62.length)];
  return text;
}
