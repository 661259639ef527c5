import { Command } from 'commander';
import { PRODUCT } from '../../model/index.ts';
import { withUsageErrors } from '../shared/command-errors.ts';
import { reportFailure } from '../shared/failure.ts';
import { adminCommand } from './admin.ts';
import { hookCommand } from './hook.ts';
import { lspCommand } from './lsp.ts';
import { mcpCommand } from './mcp.ts';
import { proxyCommand } from './proxy.ts';
import { serveCommand } from './serve.ts';

// `querygate serve`, `querygate proxy`, `querygate admin`, `querygate lsp`, `querygate mcp` and `querygate hook`: the command-line client starts this
// program for them.

const top = new Command('querygate').version(PRODUCT.version).exitOverride();
for (const command of [serveCommand(), proxyCommand(), adminCommand(), lspCommand(), mcpCommand(), hookCommand()])
  top.addCommand(inherit(command, top));
withUsageErrors(top);

/** Commander does not copy settings to commands that were created separately, so copy them down the tree. */
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
