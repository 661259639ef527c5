/** Character codes. */
export const C = {
  tab: 9,
  lf: 10,
  cr: 13,
  space: 32,
  bang: 33,
  doubleQuote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  quote: 39,
  open: 40,
  close: 41,
  star: 42,
  dash: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  question: 63,
  at: 64,
  openBracket: 91,
  backslash: 92,
  underscore: 95,
  backtick: 96,
  openBrace: 123,
  delete: 127,
} as const;

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === C.underscore || code >= 0x80;
}

/** The text from `at` to the end of its line, without white space at its end. */
export function lineAt(text: string, at: number): string {
  const line = /[^\r\n]*/y;
  line.lastIndex = at;
  return (line.exec(text)?.[0] ?? '').trimEnd();
}
