/** What a byte can begin, outside quotes and comments. */
export const B = {
  /** One byte of an operator. */
  op: 0,
  space: 1,
  /** A letter, `_`, or any byte of a non-ASCII character. */
  letter: 2,
  digit: 3,
  quote: 4,
  doubleQuote: 5,
  backtick: 6,
  dash: 7,
  slash: 8,
  hash: 9,
  dollar: 10,
  open: 11,
  close: 12,
  comma: 13,
  semicolon: 14,
  question: 15,
  at: 16,
  dot: 17,
  /** Control characters, which servers treat differently. */
  control: 18,
} as const;

export const CLASS = new Uint8Array(256);
/** 1 for the bytes that continue a word. */
export const WORD = new Uint8Array(256);
/** The bytes that continue a word, unchanged (SAME) and with ASCII letters in lower case (LOWER); 0 for all others. */
export const SAME = new Uint8Array(256);
export const LOWER = new Uint8Array(256);
/** 1 for bytes that need special handling in a quoted name: quotes and control characters. */
export const QUOTED_STOP = new Uint8Array(256);

for (let byte = 0; byte < 256; byte++) {
  const letter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95 || byte >= 128;
  const digit = byte >= 48 && byte <= 57;
  CLASS[byte] = letter ? B.letter : digit ? B.digit : byte < 32 ? B.control : B.op;
  WORD[byte] = letter || digit || byte === 36 ? 1 : 0;
  if (WORD[byte] === 1) {
    SAME[byte] = byte;
    LOWER[byte] = byte >= 65 && byte <= 90 ? byte | 32 : byte;
  }
  QUOTED_STOP[byte] = byte < 32 || byte === 34 || byte === 96 ? 1 : 0;
}
for (const [character, kind] of [
  [' ', B.space],
  ['\t', B.space],
  ['\n', B.space],
  ['\r', B.space],
  ["'", B.quote],
  ['"', B.doubleQuote],
  ['`', B.backtick],
  ['-', B.dash],
  ['/', B.slash],
  ['#', B.hash],
  ['$', B.dollar],
  ['(', B.open],
  [')', B.close],
  [',', B.comma],
  [';', B.semicolon],
  ['?', B.question],
  ['@', B.at],
  ['.', B.dot],
] as const)
  CLASS[character.charCodeAt(0)] = kind;
