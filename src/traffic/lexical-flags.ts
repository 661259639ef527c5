import type { LexicalMode } from '../sql/index.ts';

/** The lexical mode as bits 3 to 6 of the first byte of a key. */
export function flagsOf(mode: LexicalMode | undefined): number {
  const backslash = { never: 1, 'e-strings': 2, always: 3 } as const;
  const doubleQuote = { identifier: 1, string: 2 } as const;
  const first = mode?.backslash === undefined ? 0 : backslash[mode.backslash];
  const second = mode?.doubleQuote === undefined ? 0 : doubleQuote[mode.doubleQuote];
  return (first << 3) | (second << 5);
}
