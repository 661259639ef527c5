import type { Command } from 'commander';
import { suggestion } from '../../model/index.ts';
import { errorLine } from './error-line.ts';

/** An error of commander, in the form of all other errors: one line, user input in back-ticks. */
function usageError(text: string): string {
  const line = text
    .trimEnd()
    .replace(/^error: /, '')
    .replace(/'([^'\n]*)'/g, '`$1`')
    .replace(/\n\(Did you mean (?:one of )?(.*)\?\)$/, (_, names: string) => ` (did you mean ${quoted(names)}?)`)
    .replace(
      /`([^`\n]*)` is invalid\. Allowed choices are (.*)\.$/,
      (_, value: string, choices: string) =>
        `\`${value}\` is invalid${suggestion(value, choices.split(', '))}; use one of ${choices}`,
    )
    .replace(/ is invalid\. (.*?)\.?$/, ' is invalid: $1')
    .replace(/\. Expected (.*)\.$/, ': expected $1');
  return errorLine(line);
}

function quoted(names: string): string {
  return names
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(' or ');
}

/** Errors of the command and of those below it end with the name of its help. */
export function withUsageErrors(command: Command, name = command.name()): Command {
  command.configureOutput({ outputError: (text, write) => write(usageError(text)) });
  command.showHelpAfterError(`(run \`${name} --help\` for usage)`);
  for (const below of command.commands) withUsageErrors(below, `${name} ${below.name()}`);
  return command;
}
