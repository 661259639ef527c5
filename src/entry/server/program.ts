import { Command } from 'commander';
import { PRODUCT } from '../../model/index.ts';
import { reportFailure } from '../cli/failure.ts';
import { adminCommand } from './admin.ts';
import { serveCommand } from './serve.ts';

// `querygate serve` and `querygate admin`: the command-line client starts this where it is asked for one of them.

const top = new Command('querygate')
  .version(PRODUCT.version)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) })
  .showHelpAfterError('(`--help` shows what there is)');
for (const command of [serveCommand(), adminCommand()]) top.addCommand(inherit(command, top));

/** A command that is made by itself has settings of its own, and so has each of those below it. */
function inherit(command: Command, from: Command): Command {
  command.copyInheritedSettings(from);
  for (const below of command.commands) inherit(below, command);
  return command;
}

try {
  await top.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
