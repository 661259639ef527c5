import { Command, Option } from 'commander';
import { debugRequested } from '../../debug/index.ts';
import {
  docsPage,
  FAIL_ON,
  FINDINGS_MODES,
  ON_UNKNOWN,
  PRODUCT,
  RECORDING_FILE,
  TESTS_FILE,
} from '../../model/index.ts';
import { withUsageErrors } from '../shared/command-errors.ts';
import { reportFailure } from '../shared/failure.ts';
import { integer, repeatable } from '../shared/option-values.ts';
import type { BaselineOptions } from './baseline.ts';
import type { CheckOptions } from './check.ts';
import { print } from './command-output.ts';
import type { ExplainOptions } from './explain.ts';
import { addHistory, addUses } from './history-commands.ts';
import type { InitOptions } from './init.ts';
import {
  config,
  debug,
  dialect,
  format,
  listFormat,
  output,
  percent,
  rules,
  stdinFilename,
  withExample,
  withService,
} from './options.ts';
import type { RecordOptions } from './record.ts';
import type { CompareOptions, RulesOptions } from './rules.ts';
import type { SimulateOptions } from './simulate.ts';
import type { SuppressionsOptions } from './suppressions.ts';

// The command-line client. Each command loads its modules when it runs.

const EXIT_CODES = `
Exit codes:
  0   passed
  1   failed: a statement is blocked, or a legitimate query flow would break
  2   usage or configuration error, unreadable file, or invalid rule
  3   the service refused the API key, or the key lacks a scope
  4   the service is unreachable, or answered with an error
  5   unknown: something could not be decided (see on-unknown, max-unknown)
  70  internal error: a bug in querygate
`;

function program(): Command {
  const top = new Command('querygate')
    .enablePositionalOptions()
    .description(
      'Checks SQL files against a ruleset, and fails on destructive statements. When the rules change, replays the production query history under the new rules, and fails if a query that runs today would be blocked. `check` and `simulate` never connect to a database.',
    )
    .version(PRODUCT.version)
    .addHelpText('after', `${EXIT_CODES}\nDocs: ${docsPage('client')}`)
    .exitOverride()
    .hook('preAction', async (_, command) => {
      if (command.opts()['debug'] || debugRequested(process.env)) (await import('./debug-log.ts')).startDebugLog();
    });
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    top.commandsGroup(heading);
    for (const add of commands) add(top);
  }
  for (const command of leaves(top)) if (!(command.name() in SERVICE_COMMANDS)) command.addOption(debug());
  return withUsageErrors(top);
}

function addCheck(top: Command): void {
  const command = top
    .command('check')
    .description('check SQL files against the rules')
    .argument(
      '[paths...]',
      'files, folders, globs, or - for standard input (default: `paths` of the configuration, else all SQL files)',
    )
    .optionsGroup('Files:')
    .option(
      '--changed',
      'check only what the change touches: on a CI host its pull or merge request, or its push, else everything since the default branch',
    )
    .option('--since <ref>', 'check only what changed since this branch, tag or commit')
    .addOption(
      new Option(
        '--staged',
        'check only what is staged, as it is staged, compared with HEAD: for hooks that run before a commit',
      ).conflicts(['changed', 'since']),
    )
    .addOption(stdinFilename())
    .option('--ignore <glob>', 'skip files that match this glob (repeatable)', repeatable)
    .addOption(dialect())
    .option(
      '--start-after <version>',
      'last migration that is accepted as history, a version or a date; a run over all files skips those up to it (default: from the configuration)',
    )
    .optionsGroup('Rules:')
    .addOption(rules())
    .addOption(config())
    .option('--recording <path>', 'what migrations in code execute: see `querygate record` (repeatable)', repeatable)
    .option(
      '--tests <path>',
      `snapshot of what the tests of the change execute: judges the query flows that those of the base, in ${TESTS_FILE}, do not have`,
    )
    .option('--caller <key=value>', 'who runs the files: user, role, application or database (repeatable)', repeatable)
    .optionsGroup('Result:')
    .addOption(
      new Option(
        '--fail-on <verdict>',
        'lowest verdict that fails the run (default: from the configuration, else block)',
      ).choices(FAIL_ON),
    )
    .addOption(
      new Option(
        '--on-unknown <action>',
        'what to do if something could not be decided (default: from the configuration, else fail)',
      ).choices(ON_UNKNOWN),
    )
    .addOption(
      new Option(
        '--findings <which>',
        'which findings in a modified file count: those that are new, or all (default: from the configuration, else new)',
      ).choices(FINDINGS_MODES),
    )
    .addOption(format())
    .addOption(output());
  withExample(withService(withFixes(command)), 'check --changed --output sarif=querygate.sarif', 'client').action(
    async (paths: string[], options: CheckOptions) => {
      await (await import('./check.ts')).check(paths, options);
    },
  );
}

function withFixes(command: Command): Command {
  return command
    .optionsGroup('Fixes:')
    .option(
      '--fix',
      'print the SQL to write instead as a diff, in place of the report, where a rule has some that passes',
    )
    .addOption(
      new Option('--write', 'write the SQL of `--fix` to the files that the change adds, and print the diff').implies({
        fix: true,
      }),
    )
    .option(
      '--suggest',
      "suggest the SQL to write instead on the lines of a GitLab merge request, with the project's token for notes",
    );
}

/** What `simulate` compares. */
function withComparedRules(command: Command): Command {
  return command
    .optionsGroup('Rules:')
    .addOption(rules().conflicts('headRules'))
    .addOption(config())
    .addOption(
      new Option(
        '--changed',
        'compare the rules before and after the change: on a CI host its pull or merge request, or its push, else everything since the default branch (this is the default)',
      ).conflicts(['since', 'base', 'headRules']),
    )
    .addOption(
      new Option('--since <ref>', 'compare with this branch, tag or commit, as if merged into it').conflicts([
        'base',
        'headRules',
      ]),
    )
    .addOption(
      new Option(
        '--base <ref>',
        'compare with the rules of this commit, as if the current files replaced it',
      ).conflicts('headRules'),
    )
    .option('--base-rules <path>', 'without git: the current ruleset')
    .option('--head-rules <path>', 'without git: the new ruleset');
}

function addSimulate(top: Command): void {
  const command = withComparedRules(
    top
      .command('simulate')
      .description('replay the production query history under edited rules, and report which query flows would break'),
  )
    .optionsGroup('History:')
    .option('--history <path>', 'snapshot or log, or a folder or glob of them (repeatable)', repeatable)
    .addOption(dialect('SQL dialect of logs that do not name it (default: from the configuration)'))
    .optionsGroup('Limits:')
    .option(
      '--max-broken-flows <n>',
      'how many legitimate flows may break (default: from the configuration, else 0)',
      integer(),
    )
    .option(
      '--max-unknown <n>',
      'how many flows may stay undecided (default: from the configuration, else 0)',
      integer(),
    )
    .option(
      '--max-unread <percent>',
      'percentage of calls that may be unread (default: from the configuration, else 1)',
      percent,
    )
    .option(
      '--max-age <days>',
      'maximum age of the last statement in the history (default: from the configuration, else 30)',
      integer(),
    )
    .option('--fail-on-newly-allowed', 'also fail if a flow would be newly allowed, or a rule is looser')
    .optionsGroup('Result:')
    .addOption(
      new Option('--fail-on <verdict>', 'when to fail; "never" only reports (default: block)').choices([
        'block',
        'never',
      ]),
    )
    .option(
      '--propose-acknowledgements',
      'print acknowledgements for everything that would break, to paste into the ruleset',
    )
    .addOption(format())
    .addOption(output());
  withExample(withService(command), 'simulate --since main --history logs/', 'simulate').action(
    async (options: SimulateOptions) => {
      await (await import('./simulate.ts')).simulate(options);
    },
  );
}

function addExplain(top: Command): void {
  const command = top
    .command('explain')
    .description('show what Querygate understands each statement of a file to do, and which reader found it')
    .argument('<file>', 'a SQL file, or - for standard input')
    .addOption(dialect())
    .addOption(config())
    .addOption(stdinFilename())
    .option('--trace', 'list the steps of reading: which reader, decision or pass gave each fact');
  withExample(command, 'explain db/migrations/0042_drop_orders.sql', 'client').action(
    async (file: string, options: ExplainOptions) => print(await (await import('./explain.ts')).explain(file, options)),
  );
}

function addRecord(top: Command): void {
  const command = top
    .command('record')
    .description(
      'run a command in front of a scratch database, and record what it executes there: migrations of any framework, for `check --recording`, or tests, as a history for `simulate`',
    )
    .argument('<command...>', 'the command and its arguments, after `--`')
    .addOption(
      new Option('--as <what>', 'what the command runs').choices(['migrations', 'tests']).default('migrations'),
    )
    .option('--output <path>', `file to write (default: ${RECORDING_FILE}, or ${TESTS_FILE} of tests)`)
    .option(
      '--upstream <url>',
      'scratch database to use, postgresql://… or mysql://… (default: a PostgreSQL server that is installed here is started, else the embedded one of the service)',
    )
    .option('--scratch', 'the database of `--upstream` may be changed although it holds rows')
    .option(
      '--seed <file>',
      'SQL to run on the scratch database first, such as a dump of a schema with some rows; PostgreSQL only',
    )
    .option('--env <name>', 'variable from which the command reads the URL of its database (repeatable)', repeatable)
    .option(
      '--caller-pattern <name=pattern>',
      'of tests: record user, application or database names that match as the pattern, such as "database=app_test_*" (repeatable)',
      repeatable,
    )
    .passThroughOptions();
  withExample(command, 'record -- npx knex migrate:latest', 'record').action(
    async (args: string[], options: RecordOptions) => (await import('./record.ts')).recordCommand(args, options),
  );
}

function addRules(top: Command): void {
  const ruleCommands = top.command('rules').description('list, show, test and compare rules');
  const list = ruleCommands.command('list').description('list the active rules').addOption(rules());
  withExample(list, 'rules list --rules querygate:recommended@1', 'rulesets').action(async (options: RulesOptions) =>
    print(await (await import('./rules.ts')).rulesList(options)),
  );
  const show = ruleCommands.command('show').description('show one rule').argument('<id>').addOption(rules());
  withExample(show, 'rules show no-drop-table', 'rulesets').action(async (id: string, options: RulesOptions) =>
    print(await (await import('./rules.ts')).rulesShow(id, options)),
  );
  const test = ruleCommands.command('test').description('run the examples of the rules as tests').addOption(rules());
  withExample(test, 'rules test --rules .querygate/rules.yml', 'rulesets').action(async (options: RulesOptions) =>
    print(await (await import('./rules.ts')).rulesTest(options)),
  );
  const compare = ruleCommands
    .command('compare')
    .description(
      'compare two rulesets by themselves: which kinds of statement they judge differently, each with an example, and whether the second is somewhere looser',
    )
    .argument(
      '<base>',
      'a pack, a rule file, a folder of rule files, a repository or its .querygate folder, or a commit',
    )
    .argument('<head>', 'the ruleset to compare with it')
    .addOption(listFormat())
    .addOption(
      new Option('--fail-on <change>', '"looser" exits with 1 if the head is looser, and with 5 if that is not decided')
        .choices(['looser', 'never'])
        .default('never'),
    );
  withExample(compare, 'rules compare main .querygate/rules.yml', 'rulesets').action(
    async (base: string, head: string, options: CompareOptions) =>
      print(await (await import('./rules.ts')).rulesCompare(base, head, options)),
  );
}

function addBaseline(top: Command): void {
  const baselineCommands = top.command('baseline').description('accept old findings, so that only new ones fail');
  for (const [action, description] of Object.entries(BASELINE_ACTIONS)) {
    const command = baselineCommands
      .command(action)
      .description(description)
      .argument('[paths...]', 'files, folders and globs, as for `check`')
      .addOption(dialect())
      .option('--file <path>', 'the baseline (default: from the configuration, else .querygate/baseline.json)');
    if (action === 'create') command.option('--force', 'replace an existing baseline');
    withExample(withService(command), `baseline ${action}`, 'old-repositories').action(
      async (paths: string[], options: BaselineOptions) => {
        const { baseline } = await import('./baseline.ts');
        print(await baseline(action as keyof typeof BASELINE_ACTIONS, paths, options));
      },
    );
  }
}

function addSuppressions(top: Command): void {
  const command = top
    .command('suppressions')
    .description('list what is exempt from rules: comments in SQL files, exceptions of the ruleset, the baseline')
    .argument('[paths...]', 'files, folders and globs, as for `check`')
    .addOption(dialect())
    .addOption(listFormat())
    .option('--expiring <days>', 'list only what ends within this many days, or has ended', integer())
    .option('--fail-on-expired', 'exit with 1 if an exemption has expired');
  withExample(withService(command), 'suppressions --expiring 30', 'old-repositories').action(
    async (paths: string[], options: SuppressionsOptions) =>
      print(await (await import('./suppressions.ts')).suppressions(paths, options)),
  );
}

function addInit(top: Command): void {
  const command = top
    .command('init')
    .description(
      'set up a repository: finds its migration tools, and proposes configuration, rules, CI workflow and CODEOWNERS; runs the check, and shows the files before it writes them',
    )
    .addOption(dialect('default SQL dialect (default: from the migration tools, else guessed from the SQL)'))
    .addOption(new Option('--host <host>', 'CI host').choices(['github', 'gitlab']))
    .option('--owners <owners>', 'code owners of the rules and the CI jobs, such as "@org/team @user"')
    .option(
      '--source <repository@commit>',
      'the repository of Querygate that CI uses, such as owner/name@<full commit id>',
    )
    .option('--yes', 'write without asking');
  withExample(command, 'init --host gitlab', 'client').action(async (options: InitOptions) =>
    print(await (await import('./init.ts')).init(options)),
  );
}

function addServiceCommands(top: Command): void {
  for (const [name, description] of Object.entries(SERVICE_COMMANDS))
    top
      .command(name)
      .description(description)
      .helpOption(false)
      .allowUnknownOption()
      .argument('[arguments...]', `run \`querygate ${name} --help\` for them`)
      .action(async () => {
        await (await import('./server.ts')).startServerProgram();
      });
}

/** The commands that do something, with those of other commands. */
function leaves(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

/** By the headings of the help. */
const COMMANDS: Readonly<Record<string, readonly ((top: Command) => void)[]>> = {
  'SQL files:': [addCheck, addRecord, addExplain, addBaseline, addSuppressions, addInit],
  'Rules:': [addRules, addSimulate, addHistory, addUses],
  'Service:': [addServiceCommands],
};

const BASELINE_ACTIONS = {
  create: 'accept all current findings: write a new baseline',
  update: 'add the new findings to the baseline, and record moved files at their new path',
  prune: 'remove the entries of the baseline whose finding is gone',
};

/** Commands of the service's own program, which parses their arguments itself. */
const SERVICE_COMMANDS = {
  serve: 'run the service: workspaces, API keys, audit trail, and the API that CI calls',
  proxy: 'judge queries on their way to a database',
  admin: 'manage a service on its own machine: workspaces, users, API keys, rulesets, history, audit trail',
  lsp: 'language server for editors: findings while typing',
  mcp: 'MCP server for agents: checks SQL, and runs queries that pass',
  hook: 'hook of a coding agent: stops tool calls with SQL that does not pass',
};

/** Runs the command line of this process, and sets its exit code. */
export async function runClient(): Promise<void> {
  // A reader that closes the pipe early (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  try {
    await program().parseAsync();
  } catch (error) {
    const code = reportFailure(error);
    // The smallest code wins: a printed block stays a block, even if a file could not be written afterwards.
    process.exitCode = Math.min(code, Number(process.exitCode) || code);
  }
}
