import { eastAsianWidth } from 'get-east-asian-width';

const PLAIN = /^[\x20-\x7e]*$/;
const COMBINING = /^\p{M}+$/u;
const EMOJI = /\p{Emoji_Presentation}/u;
let segmenter: Intl.Segmenter | undefined;

/** The grapheme clusters of a text: what a reader sees as one character each. */
export function graphemes(text: string): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

function graphemeWidth(grapheme: string): number {
  if (COMBINING.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  let width = 1;
  for (const character of grapheme) width = Math.max(width, eastAsianWidth(character.codePointAt(0) ?? 0));
  return width;
}

/** Width of a line in terminal columns. The text must not contain control characters (see `visible`). */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** Breaks a line at spaces into lines of at most `width` columns. A longer word is broken anywhere. */
export function wrapped(text: string, width: number): readonly string[] {
  const maxWidth = Math.max(20, width);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const size = textWidth(word);
    if (used > 0 && used + 1 + size <= maxWidth) {
      line += ` ${word}`;
      used += 1 + size;
      continue;
    }
    if (used > 0) lines.push(line);
    line = '';
    used = 0;
    for (const grapheme of size <= maxWidth ? [word] : graphemes(word)) {
      const step = textWidth(grapheme);
      if (used + step > maxWidth) {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += grapheme;
      used += step;
    }
  }
  return [...lines, line];
}

/**
 * Wraps the lines of a text that are wider than `width` columns at spaces, and indents what follows by four more columns
 * than the line. Lines that fit, and words that do not, such as addresses, stay as they are.
 */
export function wrapLines(text: string, width: number): string {
  const maxWidth = Math.max(40, width);
  return text
    .split('\n')
    .flatMap((line) => (textWidth(line) <= maxWidth ? [line] : wrapLine(line, maxWidth)))
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const hanging = `${indent}    `;
  const lines: string[] = [];
  let current = indent;
  for (const word of line.slice(indent.length).split(/(?<= )(?=[^ ])/)) {
    const isStart = current === indent || current === hanging;
    if (!isStart && textWidth(current + word.trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = hanging;
    }
    current += word;
  }
  return [...lines, current];
}
