import type { CommandResult } from '../../commands/index.ts';
import { EXIT } from '../../model/index.ts';
import { visibleLines, wrapLines } from '../../report/index.ts';
import { terminalWidth } from './terminal-width.ts';

/** What a command prints, and its exit code. The text is safe to print. */
export type CommandOutput = CommandResult;

/** The result of a command, whose text is raw, as output. */
export function outputOf(result: string | CommandResult): CommandOutput {
  return typeof result === 'string'
    ? { text: visibleLines(result), exitCode: EXIT.ok }
    : { text: visibleLines(result.text), exitCode: result.exitCode };
}

/** The same for a text that people read: its lines are wrapped at the width of the terminal. */
export function wrappedOutput(result: string | CommandResult): CommandOutput {
  const { text, exitCode } = outputOf(result);
  return { text: wrapLines(text, terminalWidth()), exitCode };
}

/** Sets the exit code before it prints: a reader that closes the pipe ends the process. */
export function print({ text, exitCode }: CommandOutput): void {
  process.exitCode = exitCode;
  process.stdout.write(text);
}
