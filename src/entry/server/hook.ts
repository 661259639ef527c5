import { Command } from 'commander';
import { judgeCall, readToolCall } from '../../commands/agents/index.ts';
import { docsPage, EXIT } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { readStandardInput } from '../cli/standard-input.ts';
import { reportFailure } from '../shared/failure.ts';
import { type AgentOptions, openSession, withAgentOptions } from './agent-session.ts';

export function hookCommand(): Command {
  const command = new Command('hook').description(
    'hook of a coding agent before a tool call: reads the call on standard input, and stops it if it has SQL that the rules block or that cannot be judged',
  );
  return withAgentOptions(command)
    .addHelpText('after', `\nDocs: ${docsPage('agents')}`)
    .action(async (options: AgentOptions) => runHook(options));
}

/** Prints the answer. An agent goes on if its hook fails with another code than 2. */
async function runHook(options: AgentOptions): Promise<void> {
  try {
    const call = readToolCall(new TextDecoder().decode(await readStandardInput()));
    const reason = await judgeCall(call, () => openSession(options));
    const answer = reason === undefined ? {} : call.agent.deny(visibleLines(reason));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  } catch (error) {
    reportFailure(error);
    process.exitCode = EXIT.config;
  }
}
