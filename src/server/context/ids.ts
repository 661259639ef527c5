import { BASE_62, randomText } from '../../contract/index.ts';

export { randomText };

/** Kinds of ids. */
export type IdKind = 'key' | 'user' | 'sim' | 'run' | 'qry' | 'imp' | 'inv' | 'req' | 'trust';

/** Base-62 digits of an id. Those that begin with one of these first digits fit into 16 bytes. */
const DIGITS = 22;
const FIRST = '0123456';

/** `sim_` and 22 random characters (128 bits, all but a fraction), which fit into 16 bytes. */
export function newId(kind: IdKind): string {
  let first = '';
  while (!FIRST.includes(first) || first === '') first = randomText(1);
  return `${kind}_${first}${randomText(DIGITS - 1)}`;
}

/** Seven digits are less than 2^53. */
const PART_DIGITS = 7;
const PART = 62n ** BigInt(PART_DIGITS);

/** The id with these 16 bytes (32 hex digits). */
export function idOf(kind: IdKind, hex: string): string {
  let rest = BigInt(`0x${hex}`);
  let text = '';
  while (text.length < DIGITS) {
    let part = Number(rest % PART);
    rest /= PART;
    for (let digit = 0; digit < PART_DIGITS && text.length < DIGITS; digit++) {
      text = BASE_62.charAt(part % 62) + text;
      part = Math.floor(part / 62);
    }
  }
  return `${kind}_${text}`;
}

const TOO_LARGE = 2n ** 128n;

/** The bytes of an id as 32 hex digits; undefined if it is not such an id, or does not fit into 16 bytes. */
export function hexOfId(kind: IdKind, id: string): string | undefined {
  const digits = id.slice(kind.length + 1);
  if (!id.startsWith(`${kind}_`) || !/^[0-9A-Za-z]{22}$/.test(digits)) return undefined;
  let value = 0n;
  for (let at = 0; at < DIGITS; at += PART_DIGITS) {
    const part = digits.slice(at, at + PART_DIGITS);
    let number = 0;
    for (const digit of part) number = number * 62 + BASE_62.indexOf(digit);
    value = value * 62n ** BigInt(part.length) + BigInt(number);
  }
  return value < TOO_LARGE ? value.toString(16).padStart(32, '0') : undefined;
}
