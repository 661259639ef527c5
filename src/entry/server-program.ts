import { Command } from 'commander';
import { PRODUCT } from '../model/index.ts';
import { reportFailure } from './cli-failure.ts';
import { adminCommand } from './server-admin.ts';
import { serveCommand } from './server-serve.ts';

// `querygate serve` and `querygate admin`: the command-line client starts this where it is asked for one of them.

try {
  await new Command('querygate')
    .version(PRODUCT.version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
    .showHelpAfterError('(`--help` shows what there is)')
    .addCommand(serveCommand())
    .addCommand(adminCommand())
    .parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
