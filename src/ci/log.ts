import { randomUUID } from 'node:crypto';

/**
 * Escapes one line so that GitHub's runner does not take it for a command. The runner looks for `::` after white space
 * at the start of a line (.NET's white space, which includes U+0085), and for `##[` anywhere.
 */
function lineWithoutCommands(line: string): string {
  return line.replaceAll('##[', '##\u200b[').replace(/^[\s\u0085\ufeff]*::/, (mark) => `\u200b${mark}`);
}

/** Escapes untrusted text for GitHub's runner, line by line. To the runner, CR ends a line too. */
export function withoutCommands(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(lineWithoutCommands)
    .join('\n');
}

/**
 * Prints untrusted text (SQL, file names, branch names, rules) to the log of a GitHub step. It is protected twice, in
 * case one protection has a gap: each line is escaped, and the runner's commands are turned off meanwhile.
 */
export function printLog(text: string, write: (text: string) => void): void {
  if (text === '') return;
  const token = randomUUID();
  write(`::stop-commands::${token}\n${withoutCommands(text.replace(/[\r\n]+$/, ''))}\n::${token}::\n`);
}
