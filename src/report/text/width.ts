import { eastAsianWidth } from 'get-east-asian-width';

const PLAIN = /^[\x20-\x7e]*$/;
const NOTHING = /^\p{M}+$/u;
const EMOJI = /\p{Emoji_Presentation}/u;
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. */
export function graphemes(text: string): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

function graphemeWidth(grapheme: string): number {
  if (NOTHING.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  let width = 1;
  for (const character of grapheme) width = Math.max(width, eastAsianWidth(character.codePointAt(0) ?? 0));
  return width;
}

/** Terminal columns that a line takes. The text holds no control characters (see `visible`). */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** Breaks a line at spaces into lines of at most `width` columns; a longer word is broken where it must be. */
export function wrapped(text: string, width: number): readonly string[] {
  const room = Math.max(20, width);
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const size = textWidth(word);
    if (taken > 0 && taken + 1 + size <= room) {
      line += ` ${word}`;
      taken += 1 + size;
      continue;
    }
    if (taken > 0) lines.push(line);
    line = '';
    taken = 0;
    for (const grapheme of size <= room ? [word] : graphemes(word)) {
      const step = textWidth(grapheme);
      if (taken + step > room) {
        lines.push(line);
        line = '';
        taken = 0;
      }
      line += grapheme;
      taken += step;
    }
  }
  return [...lines, line];
}
