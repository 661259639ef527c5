/**
 * Characters that a terminal, a runner or a reader could be deceived with: controls (C0, C1, DEL), format characters
 * (bidi overrides, zero-width ones, tags), line and paragraph separators, lone surrogates, private use, and whatever else
 * Unicode draws as nothing.
 */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // The control pictures are one column wide, as an editor shows them.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Replaces what cannot be seen with something that can. Applied to one cell, it may not join cells into `##[`. */
export function revealInvisible(text: string): string {
  return text.replace(DECEPTIVE, codePointName);
}

/**
 * The one door through which text of strangers (paths, SQL, messages, reasons) goes into an output that people read.
 * The result is one line in which every character can be seen, except for the zero-width space that breaks `##[`,
 * which GitHub's runner takes for a command anywhere in a line.
 */
export function visible(text: string): string {
  return breakRunnerCommands(revealInvisible(text));
}

/** Breaks the runner's old command mark. */
export function breakRunnerCommands(text: string): string {
  return text.replaceAll('##[', '##\u200b[');
}

/**
 * Makes finished lines harmless: none begins (after white space of any kind) with `::`, which is a command to GitHub's
 * runner, or with `/`, which is a quick action to GitLab where a line lands in a note.
 */
export function breakLineCommands(lines: readonly string[]): readonly string[] {
  return lines.map((line) => breakRunnerCommands(line).replace(/^(\s*)(?=::|\/)/u, '$1\u200b'));
}

/**
 * Writes a value as JSON (two spaces of indentation, one newline at the end) that loses nothing and is yet harmless when
 * printed: what cannot be seen, and the runner's command mark, stand there as escapes. The newlines of the layout are the
 * only controls in it.
 */
export function visibleJson(value: unknown): string {
  return `${escapeInvisible(JSON.stringify(value, undefined, 2))}\n`;
}

/** A string literal of JSON, which is one of CEL too, in which every character can be seen. */
export function visibleLiteral(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function escapeInvisible(json: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json
    .replaceAll('##[', '#\\u0023[')
    .replace(DECEPTIVE, (found) => (found === '\n' ? found : found.split('').map(escaped).join('')));
}

/** Cuts to at most `limit` UTF-16 units, never inside a character, with `mark` as its end where something is missing. */
export function cut(text: string, limit: number, mark = '…'): string {
  if (text.length <= limit) return text;
  const end = Math.max(0, limit - mark.length);
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end) + mark;
}

/** Lines of text of strangers, each as `visible` makes it, and none beginning with a command of a CI host. */
export function visibleLines(text: string): string {
  return breakLineCommands(text.split('\n').map(visible)).join('\n');
}
