import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ConfigError, EXIT } from '../../model/index.ts';
import { API_SCOPES, ROLES, SCOPE_PRESETS } from '../../server/index.ts';
import {
  type AdminFiles,
  type CommandInput,
  type CommonOptions,
  exportAudit,
  runOne,
  runPages,
  type WorkspaceOptions,
} from './admin-run.ts';
import { newPassword } from './password.ts';
import { workerUrl } from './serve.ts';
import { withStore } from './store.ts';

// `querygate admin`: what is typed becomes one command, which the server that holds the store runs, or this process.

/** `querygate admin` with all that is below it. */
export function adminCommand(files: AdminFiles = { workerUrl }): Command {
  // Commands take these settings over from the one that makes them, and not from one that they are added to.
  const top = new Command('admin')
    .description('manage a service on its own machine: workspaces, people, API keys, rulesets, history, audit trail')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
    .showHelpAfterError('(`--help` shows what there is)');
  const run: Run = async (options, command) => {
    await runOne(files, options, command);
  };

  leaf(top, 'init', 'make a first workspace, its owner and an API key for CI')
    .requiredOption('--workspace <id>', 'id of the workspace: letters, digits, `_` and `-`')
    .option('--name <name>', 'name of the workspace; default: its id')
    .requiredOption('--email <address>', 'e-mail address of its owner')
    .option('--person-name <name>', 'name of the owner; default: the e-mail address')
    .option('--password-stdin', 'take the password from standard input')
    .action(
      async (
        options: WorkspaceOptions & { name?: string; email: string; personName?: string; passwordStdin?: boolean },
      ) =>
        run(options, {
          command: 'init',
          workspace: options.workspace,
          name: options.name ?? options.workspace,
          email: options.email,
          personName: options.personName,
          password: await newPassword(options),
        }),
    );

  addWorkspaces(top, run);
  addPeople(top, run);
  addKeys(top, run, files);
  addRulesets(top, run, files);
  addData(top, run, files);
  return top;
}

type Run = (options: CommonOptions, command: CommandInput) => Promise<void>;

function leaf(parent: Command, name: string, description: string): Command {
  return withStore(parent.command(name).description(description)).option('--json', 'print the answer as JSON');
}

function ofWorkspace(parent: Command, name: string, description: string): Command {
  return leaf(parent, name, description).requiredOption('--workspace <id>', 'the workspace');
}

function addWorkspaces(top: Command, run: Run): void {
  const group = top.command('workspace').description('make and list workspaces');
  leaf(group, 'create', 'make a workspace, in which `querygate:recommended@1` is active')
    .argument('<id>', 'letters, digits, `_` and `-`')
    .option('--name <name>', 'what people call it; default: the id')
    .action((workspace: string, options: CommonOptions & { name?: string }) =>
      run(options, { command: 'workspace create', workspace, name: options.name ?? workspace }),
    );
  leaf(group, 'list', 'list the workspaces').action((options: CommonOptions) =>
    run(options, { command: 'workspace list' }),
  );
  leaf(group, 'show', 'show one, with its people and its data policy')
    .argument('<id>')
    .action((workspace: string, options: CommonOptions) => run(options, { command: 'workspace show', workspace }));
}

function addPeople(top: Command, run: Run): void {
  const users = top.command('user').description('manage who may sign in');
  leaf(users, 'create', 'make somebody who may sign in')
    .argument('<e-mail address>')
    .option('--name <name>', 'default: the e-mail address')
    .option('--password-stdin', 'take the password from standard input')
    .action(async (email: string, options: CommonOptions & { name?: string; passwordStdin?: boolean }) =>
      run(options, { command: 'user create', email, name: options.name, password: await newPassword(options) }),
    );
  leaf(users, 'password', 'give somebody another password, and sign them out everywhere')
    .argument('<e-mail address>')
    .option('--password-stdin', 'take the password from standard input')
    .action(async (email: string, options: CommonOptions & { passwordStdin?: boolean }) =>
      run(options, { command: 'user password', email, password: await newPassword(options) }),
    );
  leaf(users, 'disable', 'let somebody sign in no more, and sign them out everywhere')
    .argument('<e-mail address>')
    .action((email: string, options: CommonOptions) => run(options, { command: 'user disable', email }));
  leaf(users, 'enable', 'let somebody sign in again')
    .argument('<e-mail address>')
    .action((email: string, options: CommonOptions) => run(options, { command: 'user enable', email }));
  leaf(users, 'list', 'list all people').action((options: CommonOptions) => run(options, { command: 'user list' }));

  const members = top.command('member').description('manage who may do what in a workspace');
  leaf(members, 'set', 'make somebody a member, or give them another role')
    .argument('<workspace>')
    .argument('<e-mail address>')
    .argument('<role>', ROLES.join(', '))
    .action((workspace: string, email: string, role: string, options: CommonOptions) =>
      run(options, { command: 'member set', workspace, email, role }),
    );
  leaf(members, 'remove', 'end a membership')
    .argument('<workspace>')
    .argument('<e-mail address>')
    .action((workspace: string, email: string, options: CommonOptions) =>
      run(options, { command: 'member remove', workspace, email }),
    );
  leaf(members, 'list', 'list the members of a workspace')
    .argument('<workspace>')
    .action((workspace: string, options: CommonOptions) => run(options, { command: 'member list', workspace }));
}

function addKeys(top: Command, run: Run, files: AdminFiles): void {
  const keys = top.command('keys').description('manage API keys');
  const presets = Object.entries(SCOPE_PRESETS).map(([name, { summary }]) => `${name}: ${summary}`);
  ofWorkspace(keys, 'create', 'make an API key; it is shown this once')
    .requiredOption('--name <name>', 'what it is for')
    .addOption(
      new Option('--preset <preset>', `the scopes that it needs (${presets.join('; ')})`).choices(
        Object.keys(SCOPE_PRESETS),
      ),
    )
    .addOption(scopeOption('one scope (may be repeated)').argParser(severalScopes))
    .option('--ttl <days>', 'days until it expires; default: it never does', whole)
    .option('--database-id <id>', 'the database that it is for: recorded with all that it sends')
    .action((options: WorkspaceOptions & KeyOptions) =>
      run(options, {
        command: 'keys create',
        workspace: options.workspace,
        key: {
          name: options.name,
          scopes: scopesOf(options),
          ...(options.ttl !== undefined && { ttlDays: options.ttl }),
          ...(options.databaseId !== undefined && { databaseId: options.databaseId }),
        },
      }),
    );
  ofWorkspace(keys, 'list', 'list the API keys, newest first').action((options: WorkspaceOptions) =>
    runPages(files, options, 'keys list'),
  );
  leaf(keys, 'rotate', 'make a new key in the place of one, or of all with a scope; both hold until it is confirmed')
    .argument('[id]', 'id of the key, `key_…`')
    .option('--workspace <id>', 'the workspace; with --all, only this one')
    .option('--all', 'all active keys that have the scope')
    .addOption(scopeOption('with --all: the scope'))
    .option('--at-once', 'revoke the old ones in the same moment')
    .action((id: string | undefined, options: CommonOptions & RotateOptions) => run(options, rotation(id, options)));
  ofWorkspace(keys, 'confirm', 'revoke a key whose new one is in use')
    .argument('<id>', 'id of the old key')
    .action((key: string, options: WorkspaceOptions) =>
      run(options, { command: 'keys confirm', workspace: options.workspace, key }),
    );
  ofWorkspace(keys, 'revoke', 'refuse a key, at once and for ever')
    .argument('<id>', 'id of the key')
    .action((key: string, options: WorkspaceOptions) =>
      run(options, { command: 'keys revoke', workspace: options.workspace, key }),
    );
}

interface KeyOptions {
  readonly name: string;
  readonly preset?: keyof typeof SCOPE_PRESETS;
  readonly scope?: readonly string[];
  readonly ttl?: number;
  readonly databaseId?: string;
}

interface RotateOptions {
  readonly workspace?: string;
  readonly all?: boolean;
  readonly scope?: string;
  readonly atOnce?: boolean;
}

function scopeOption(description: string): Option {
  return new Option('--scope <scope>', `${description}: ${API_SCOPES.join(', ')}`);
}

function severalScopes(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function scopesOf({ preset, scope = [] }: KeyOptions): readonly string[] {
  const scopes = new Set([...(preset ? SCOPE_PRESETS[preset].scopes : []), ...scope]);
  if (scopes.size > 0) return [...scopes];
  throw new ConfigError(
    `the key would have no scope; give \`--preset\` (${Object.keys(SCOPE_PRESETS).join(', ')}) or \`--scope\` (${API_SCOPES.join(', ')})`,
  );
}

function rotation(
  id: string | undefined,
  { workspace, all = false, scope, atOnce = false }: RotateOptions,
): CommandInput {
  if (all) {
    if (id !== undefined) throw new ConfigError('`--all` and the id of a key were given; give one of them');
    if (scope === undefined) throw new ConfigError('`--all` needs `--scope`; to rotate one key, give its id');
    return { command: 'keys rotate all', scope, atOnce, ...(workspace !== undefined && { workspace }) };
  }
  if (id === undefined)
    throw new ConfigError('which key? Give its id (`querygate admin keys list`), or `--all --scope …`');
  if (scope !== undefined) throw new ConfigError('`--scope` is for `--all`; a new key has the scopes of the old one');
  if (workspace === undefined) throw new ConfigError('`--workspace` is missing; name the one that the key belongs to');
  return { command: 'keys rotate', workspace, key: id, atOnce };
}

function addRulesets(top: Command, run: Run, files: AdminFiles): void {
  const rulesets = top.command('ruleset').description('manage the active ruleset of a workspace');
  ofWorkspace(rulesets, 'activate', 'make a ruleset active')
    .argument('<path>', 'a rule file, a folder of them, or a pack such as querygate:recommended@1')
    .option('--reason <text>', 'why, for the audit trail')
    .action(async (path: string, options: WorkspaceOptions & { reason?: string }) =>
      run(options, {
        command: 'ruleset activate',
        workspace: options.workspace,
        reason: options.reason,
        ruleset: await (await import('./ruleset.ts')).readRuleset(path),
      }),
    );
  ofWorkspace(rulesets, 'restore', 'make an earlier one active again, as a new version')
    .argument('<version>', 'a version of `ruleset list`', whole)
    .option('--reason <text>', 'why, for the audit trail')
    .action((version: number, options: WorkspaceOptions & { reason?: string }) =>
      run(options, { command: 'ruleset restore', workspace: options.workspace, version, reason: options.reason }),
    );
  ofWorkspace(rulesets, 'list', 'list those that are or were active, newest first').action(
    (options: WorkspaceOptions) => runPages(files, options, 'ruleset list'),
  );
  ofWorkspace(rulesets, 'show', 'show one with its files')
    .argument('[version]', 'default: the active one', whole)
    .action((version: number | undefined, options: WorkspaceOptions) =>
      run(options, { command: 'ruleset show', workspace: options.workspace, version }),
    );
}

interface PolicyOptions extends WorkspaceOptions {
  readonly retentionDays?: number;
  readonly graceDays?: number;
  readonly queryText?: string;
}

function addData(top: Command, run: Run, files: AdminFiles): void {
  const policy = top.command('policy').description('manage what is kept of queries, and how long');
  ofWorkspace(policy, 'show', 'show the data policy').action((options: WorkspaceOptions) =>
    run(options, { command: 'policy show', workspace: options.workspace }),
  );
  ofWorkspace(policy, 'set', 'change it; what is left out stays')
    .option('--retention-days <days>', 'days for which queries and history are kept', whole)
    .option('--grace-days <days>', 'days before a lowered retention deletes anything', whole)
    .option('--query-text <which>', 'which text of queries is stored: none, shape (no literals) or full')
    .action(({ workspace, retentionDays, graceDays, queryText, ...options }: PolicyOptions) => {
      const given = Object.entries({ retentionDays, graceDays, queryText }).filter(([, value]) => value !== undefined);
      if (given.length === 0)
        throw new ConfigError('nothing is to be changed; give `--retention-days`, `--grace-days` or `--query-text`');
      return run(options, { command: 'policy set', workspace, policy: Object.fromEntries(given) });
    });

  const history = top.command('history').description('manage the history of what production ran');
  ofWorkspace(history, 'import', 'add a snapshot, as `querygate history collect` writes it')
    .argument('<file>', 'the snapshot')
    .option('--allow-overlap', 'count what an imported snapshot seems to hold, too')
    .action(async (file: string, options: WorkspaceOptions & { allowOverlap?: boolean }) =>
      run(options, {
        command: 'history import',
        workspace: options.workspace,
        name: basename(file),
        snapshot: await readSnapshot(file),
        allowOverlap: options.allowOverlap ?? false,
      }),
    );
  ofWorkspace(history, 'list', 'list what the history is made of: imports, and what the service was told').action(
    (options: WorkspaceOptions) => run(options, { command: 'history list', workspace: options.workspace }),
  );
  ofWorkspace(history, 'forget', 'take an imported snapshot out of the history')
    .argument('<import>', 'its id, `imp_…`')
    .action((source: string, options: WorkspaceOptions) =>
      run(options, { command: 'history forget', workspace: options.workspace, source }),
    );

  const audit = top.command('audit').description('check and export the audit trail');
  ofWorkspace(audit, 'verify', 'compute every hash again; fails where the chain is broken').action(
    async (options: WorkspaceOptions) => {
      const { broken } = await runOne(files, options, { command: 'audit verify', workspace: options.workspace });
      if (broken) process.exitCode = EXIT.blocked;
    },
  );
  withStore(audit.command('export').description('write all entries, oldest first, as lines of JSON'))
    .requiredOption('--workspace <id>', 'the workspace')
    .option('--output <file>', 'a new file; default: standard output')
    .action((options: WorkspaceOptions & { output?: string }) => exportAudit(files, options));
}

function whole(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(value);
}

/** Bytes; the server takes no more. */
const MOST_SNAPSHOT = 64 * 1024 * 1024;

async function readSnapshot(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => {
    throw new ConfigError(`there is no snapshot \`${file}\`; \`querygate history collect\` writes one`);
  });
  if (size > MOST_SNAPSHOT)
    throw new ConfigError(
      `the snapshot \`${file}\` has more than 64 MiB; collect the logs in several, and import each`,
    );
  return (await readFile(file)).toString('base64');
}
