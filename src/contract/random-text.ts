import { randomFillSync } from 'node:crypto';

/** The digits of base 62, in order of value. */
export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes from here on would make some digits more likely than others. */
const TOO_LARGE = 256 - (256 % BASE_62.length);

/** Random bytes, each used once: asking the system for each text is many times slower. */
const random = new Uint8Array(4096);
let used = random.length;

/** Random base-62 characters, uniformly distributed. 43 of them hold 256 bits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < TOO_LARGE) text += BASE_62[byte % BASE_62.length];
  }
  return text;
}

function nextByte(): number {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const byte = random[used] as number;
  random[used++] = 0;
  return byte;
}
