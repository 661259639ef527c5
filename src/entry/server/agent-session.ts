import { type Command, Option } from 'commander';
import { workingTree } from '../../ci/index.ts';
import { AgentSession } from '../../commands/agents/index.ts';
import { DIALECTS, type Dialect } from '../../model/index.ts';
import { rulesOption, workingFolders } from '../cli/working-folders.ts';
import { readCaller } from '../shared/caller.ts';
import { repeatable } from '../shared/option-values.ts';

/** What `querygate mcp` and `querygate hook` have in common. */
export interface AgentOptions {
  readonly rules?: string;
  readonly dialect?: Dialect;
  readonly caller?: readonly string[];
}

export function withAgentOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--rules <path>',
        'ruleset: a file, a folder, or a pack such as querygate:read-only@1 (default: that of the repository)',
      ).env('QUERYGATE_RULES'),
    )
    .addOption(
      new Option('--dialect <dialect>', 'SQL dialect (default: from the configuration of the repository)').choices(
        DIALECTS,
      ),
    )
    .option('--caller <key=value>', 'who runs the SQL: user, role, application or database (repeatable)', repeatable);
}

/** Raises ConfigError. */
export async function openSession({ rules: path, dialect, caller = [] }: AgentOptions): Promise<AgentSession> {
  const folders = await workingFolders();
  const { rules, trustedRules } = await rulesOption(path, folders);
  const tree = workingTree(folders.root);
  return AgentSession.open({
    tree,
    rules: trustedRules ?? { tree, entry: rules },
    dialect,
    caller: readCaller(caller),
  });
}
