/**
 * Characters that can deceive a terminal, a CI runner or a reader: controls (C0, C1, DEL), format characters (bidi
 * overrides, zero-width ones, tags), line and paragraph separators, lone surrogates, private use, and all others that
 * Unicode renders as nothing.
 */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // The control pictures are one column wide, as an editor shows them.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/**
 * Replaces invisible characters with visible ones. The result of one cell never completes a `##[` with its neighbours.
 */
export function revealInvisible(text: string): string {
  return text.replace(DECEPTIVE, codePointName);
}

/**
 * Makes untrusted text (paths, SQL, messages, reasons) safe to print; all such text goes through here. The result is
 * one line in which every character is visible. The only exception is the zero-width space that breaks `##[`, which
 * GitHub's runner reads as a command anywhere in a line.
 */
export function visible(text: string): string {
  return breakRunnerCommands(revealInvisible(text));
}

/** Breaks `##[`, the runner's old command syntax. */
export function breakRunnerCommands(text: string): string {
  return text.replaceAll('##[', '##\u200b[');
}

/**
 * Makes finished lines safe to print. None begins (after white space of any kind) with `::`, which GitHub's runner
 * reads as a command, or with `/`, which GitLab reads as a quick action if the line is part of a note. `//` begins a comment
 * in many languages, and no quick action.
 */
export function breakLineCommands(lines: readonly string[]): readonly string[] {
  return lines.map((line) => breakRunnerCommands(line).replace(/^(\s*)(?=::|\/(?!\/))/u, '$1\u200b'));
}

/**
 * Writes a value as JSON (indented by two spaces, with a final newline). It is lossless and safe to print: invisible
 * characters and the runner's command syntax are escaped. Its only control characters are the newlines of the layout.
 */
export function visibleJson(value: unknown): string {
  return `${escapeInvisible(JSON.stringify(value, undefined, 2))}\n`;
}

/** A JSON string literal, also valid in CEL, in which every character is visible. */
export function visibleLiteral(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function escapeInvisible(json: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json
    .replaceAll('##[', '#\\u0023[')
    .replace(NOT_PLAIN, (part) => part.replace(DECEPTIVE, (found) => found.split('').map(escaped).join('')));
}

/** Finds the parts to look at many times faster than Unicode's properties do. Newlines are the layout of JSON. */
const NOT_PLAIN = /[^\n\x20-\x7e]+/g;

/** Cuts to at most `limit` UTF-16 units, never inside a character. A cut text ends with `mark`. */
export function cut(text: string, limit: number, mark = '…'): string {
  if (text.length <= limit) return text;
  const end = Math.max(0, limit - mark.length);
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end) + mark;
}

/** Untrusted text of several lines: each is passed through `visible`, and none begins with a command of a CI host. */
export function visibleLines(text: string): string {
  return breakLineCommands(text.split('\n').map(visible)).join('\n');
}
