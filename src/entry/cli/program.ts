import { Command, InvalidArgumentError, Option } from 'commander';
import { DIALECTS, EXIT, FAIL_ON, FINDINGS_MODES, HISTORY_SOURCES, ON_UNKNOWN, PRODUCT } from '../../model/index.ts';
import { FORMATS, SIMULATION_FORMATS } from '../../report/index.ts';
import type { CheckOptions } from './check.ts';
import { reportFailure } from './failure.ts';
import type { CollectOptions, MergeOptions, ShowOptions } from './history.ts';
import type { BaselineOptions } from './other.ts';
import type { SimulateOptions } from './simulate.ts';

// The command-line client: each command loads what it needs, when it is run.

const EXIT_CODES = `
exit codes:
  0   nothing at or above the threshold
  1   blocked, or a legitimate flow would break
  2   usage or configuration error, unreadable file, invalid rule
  3   authentication or scope
  4   service unreachable, or answered with an error
  5   something could not be decided, and policy says that fails
  70  a defect of querygate
`;

/** An option that may be given several times. */
function several(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function output(value: string, previous: readonly string[] = []): readonly string[] {
  if (!/^[a-z-]+=./.test(value)) throw new InvalidArgumentError('it must be `<format>=<path>`.');
  return [...previous, value];
}

function whole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(value);
}

function percent(value: string): number {
  if (!/^\d{1,3}(\.\d+)?$/.test(value) || Number(value) > 100)
    throw new InvalidArgumentError('it must be a number from 0 to 100.');
  return Number(value);
}

const dialect = (what = 'dialect of the files; default: by path, from the configuration') =>
  new Option('--dialect <dialect>', what).choices(DIALECTS);
const rules = () =>
  new Option('--rules <path>', 'ruleset: a file, a folder, or a pack such as querygate:recommended@1');
const config = () => new Option('--config <path>', 'configuration; default: .querygate/config.yml');

function program(): Command {
  const top = new Command('querygate')
    .description(
      'Dry-runs SQL against a ruleset and fails on what is destructive; replays what production ran under edited rules and fails on what they would break. It never touches a database.',
    )
    .version(PRODUCT.version)
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
    .showHelpAfterError('(`querygate --help` shows what there is)');

  top
    .command('check')
    .description('judge SQL files')
    .argument('[paths...]', 'files, folders, globs, or - for standard input; default: the configuration, else **/*.sql')
    .addOption(dialect())
    .option('--workspace <id>', 'workspace of a service (environment: SERVICE_WORKSPACE_ID)')
    .addOption(rules())
    .addOption(config())
    .option('--changed', 'only what the change did: of the CI host, else since the default branch')
    .option('--since <ref>', 'only what changed since this branch, tag or commit')
    .option('--ignore <glob>', 'leave these files out (may be repeated)', several)
    .option('--caller <key=value>', 'who runs the files: user, role, application, database (may be repeated)', several)
    .addOption(new Option('--findings <which>', 'which findings of a modified file count').choices(FINDINGS_MODES))
    .addOption(new Option('--format <format>', 'what is printed').choices(Object.keys(FORMATS)).default('terminal'))
    .option('--output <format=path>', 'also write this format to a file (may be repeated)', output)
    .addOption(new Option('--fail-on <verdict>', 'lowest verdict that fails').choices(FAIL_ON))
    .addOption(new Option('--on-unknown <action>', 'what something that could not be decided does').choices(ON_UNKNOWN))
    .option('--base-url <url>', 'address of a service (environment: SERVICE_BASE_URL)')
    .option('--timeout <seconds>', 'how long the service may take; default: 600', whole)
    .action(async (paths: string[], options: CheckOptions) => {
      await (await import('./check.ts')).check(paths, options);
    });

  top
    .command('simulate')
    .description('replay the history of production under edited rules: which flows would break')
    .option('--history <path>', 'snapshot or log, also a folder or glob (may be repeated)', several)
    .addOption(dialect('dialect of logs that do not tell it; default: of the configuration'))
    .addOption(rules())
    .addOption(config())
    .option('--changed', 'the change of the CI host, else since the default branch (the default)')
    .option('--since <ref>', 'what changed since this branch, tag or commit, as it would be once merged')
    .option('--base <ref>', 'compare with the rules of this commit, as if what is here took its place')
    .option('--base-rules <path>', 'without git: the ruleset in force')
    .option('--head-rules <path>', 'without git: the ruleset to try')
    .option('--max-broken-flows <n>', 'legitimate flows that may break', whole)
    .option('--max-unknown <n>', 'flows that may stay undecided', whole)
    .option('--max-unread <percent>', 'calls that may be unread', percent)
    .option('--max-age <days>', 'how old the last statement of the history may be', whole)
    .option('--fail-on-newly-allowed', 'fail where a flow would be newly allowed, or a rule be looser')
    .addOption(new Option('--fail-on <verdict>', 'what fails; never: report only').choices(['block', 'never']))
    .option('--propose-acknowledgements', 'print acknowledgements of all that would break, to paste into the ruleset')
    .addOption(
      new Option('--format <format>', 'what is printed').choices(Object.keys(SIMULATION_FORMATS)).default('terminal'),
    )
    .option('--output <format=path>', 'also write this format to a file (may be repeated)', output)
    .option('--base-url <url>', 'address of a service (environment: SERVICE_BASE_URL)')
    .option('--workspace <id>', 'workspace of a service (environment: SERVICE_WORKSPACE_ID)')
    .option('--timeout <seconds>', 'how long the service may take; default: 600', whole)
    .action(async (options: SimulateOptions) => {
      await (await import('./simulate.ts')).simulate(options);
    });

  const historyCommands = top
    .command('history')
    .description('collect, look at and merge histories of what production ran');
  historyCommands
    .command('collect')
    .description('read logs and exports into a snapshot, in which every literal is replaced')
    .argument('<logs...>', 'logs or exports, plain or packed (gzip, zstd), or - for standard input')
    .requiredOption('-o, --output <file>', 'the snapshot to write, such as .querygate/history.jsonl.gz')
    .addOption(
      new Option('--format <kind>', 'what the logs are; default: told by how they begin').choices(
        Object.keys(HISTORY_SOURCES),
      ),
    )
    .addOption(dialect('dialect of logs that do not tell it'))
    .option('--log-line-prefix <prefix>', 'log_line_prefix of a PostgreSQL log as text; default: told by how it begins')
    .option('--workers <n>', 'threads; default: 1 for small logs, else up to 4', whole)
    .option('--memory <mb>', 'megabytes for counting; what has no room goes over the disk (default: 256)', whole)
    .option('--max-variants <n>', 'rows of one flow above which facts that differ are given up (default: 1000)', whole)
    .action(async (logs: string[], options: CollectOptions) => {
      await (await import('./history.ts')).collect(logs, options);
    });
  historyCommands
    .command('show')
    .description('tell what a snapshot holds: window, sources, largest flows, what was unreadable, what is not known')
    .argument('<file>', 'a snapshot')
    .option('--top <n>', 'how many of the largest flows to list', whole, 20)
    .option('--json', 'print it as JSON')
    .action(async (file: string, options: ShowOptions) => {
      await (await import('./history.ts')).show(file, options);
    });
  historyCommands
    .command('merge')
    .description('put several snapshots together')
    .argument('<files...>', 'snapshots')
    .requiredOption('-o, --output <file>', 'the snapshot to write')
    .option('--allow-overlap', 'count what two of them both seem to hold')
    .option('--max-variants <n>', 'rows of one flow above which facts that differ are given up', whole)
    .action(async (files: string[], options: MergeOptions) => {
      await (await import('./history.ts')).merge(files, options);
    });

  top
    .command('explain')
    .description('tell what each statement of a file was understood to do, and by which reader')
    .argument('<file>', 'a SQL file')
    .addOption(dialect())
    .addOption(config())
    .action(async (file: string, options: { dialect?: string; config?: string }) => {
      process.stdout.write(await (await import('./other.ts')).explain(file, options));
    });

  const ruleCommands = top.command('rules').description('look at a ruleset');
  ruleCommands
    .command('list')
    .description('list the rules in force here')
    .addOption(rules())
    .action(async (options: { rules?: string }) => {
      process.stdout.write(await (await import('./other.ts')).rulesList(options));
    });
  ruleCommands
    .command('show')
    .description('show one rule')
    .argument('<id>')
    .addOption(rules())
    .action(async (id: string, options: { rules?: string }) => {
      process.stdout.write(await (await import('./other.ts')).rulesShow(id, options));
    });
  ruleCommands
    .command('test')
    .description('run the examples of the rules')
    .addOption(rules())
    .action(async (options: { rules?: string }) => {
      const { text, failed } = await (await import('./other.ts')).rulesTest(options);
      if (failed > 0) process.exitCode = EXIT.config;
      process.stdout.write(text);
    });

  top
    .command('baseline')
    .description('accept the findings of today: write .querygate/baseline.json')
    .argument('[paths...]', 'as of `check`')
    .addOption(dialect())
    .option('--file <path>', 'where to write it; default: .querygate/baseline.json')
    .option('--base-url <url>', 'address of a service (environment: SERVICE_BASE_URL)')
    .option('--workspace <id>', 'workspace of a service (environment: SERVICE_WORKSPACE_ID)')
    .option('--timeout <seconds>', 'how long the service may take; default: 600', whole)
    .action(async (paths: string[], options: BaselineOptions) => {
      process.stdout.write(await (await import('./other.ts')).baseline(paths, options));
    });

  top
    .command('init')
    .description('set a repository up: configuration, rules, workflow, CODEOWNERS; shows before it writes')
    .addOption(dialect())
    .addOption(new Option('--host <host>', 'CI host').choices(['github', 'gitlab']))
    .option('--yes', 'write without asking')
    .action(async (options: { dialect?: string; host?: string; yes?: boolean }) => {
      process.exitCode = await (await import('./other.ts')).init(options);
    });

  for (const [name, description] of Object.entries(OF_THE_SERVICE))
    top
      .command(name)
      .description(description)
      .helpOption(false)
      .allowUnknownOption()
      .argument('[arguments...]', `\`querygate ${name} --help\` shows them`)
      .action(async () => {
        await (await import('./server.ts')).startServerProgram();
      });
  return top;
}

/** Commands of the service's own program, which reads what follows them. */
const OF_THE_SERVICE = {
  serve: 'run the service: workspaces, API keys, the audit trail, and the endpoints that CI talks to',
  admin: 'manage a service on its own machine: workspaces, people, API keys, rulesets, history, audit trail',
};

// A reader that closes the pipe (`| head`) is no defect.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program().parseAsync();
} catch (error) {
  const code = reportFailure(error);
  // Of several the smallest: a block that is printed stays one, whatever could not be written afterwards.
  process.exitCode = Math.min(code, Number(process.exitCode) || code);
}
