import { randomUUID } from 'node:crypto';

/**
 * One line that GitHub's runner cannot take for a command: it looks for `::` behind white space at the start of a line
 * (.NET's white space, which has U+0085 too), and for `##[` anywhere.
 */
function lineWithoutCommands(line: string): string {
  return line.replaceAll('##[', '##\u200b[').replace(/^[\s\u0085\ufeff]*::/, (mark) => `\u200b${mark}`);
}

/** Text that is not ours, made harmless to GitHub's runner line by line; CR ends a line to it as LF does. */
export function withoutCommands(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(lineWithoutCommands)
    .join('\n');
}

/**
 * Prints text that may hold SQL, file names, branch names or text of rules to the log of a GitHub step. Two walls, since
 * each closes what the other could leave open: the lines are made harmless, and the runner's commands are off meanwhile.
 */
export function printLog(text: string, write: (text: string) => void): void {
  if (text === '') return;
  const token = randomUUID();
  write(`::stop-commands::${token}\n${withoutCommands(text.replace(/[\r\n]+$/, ''))}\n::${token}::\n`);
}
