import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import { ConfigError, EXIT } from '../../model/index.ts';
import { API_SCOPES, CI_HOSTS, ROLES, SCOPE_PRESETS, TRUST_SCOPES } from '../../server/index.ts';
import { integer, repeatable } from '../shared/option-values.ts';
import {
  type AdminFiles,
  type CommandInput,
  type CommonOptions,
  exportAudit,
  runOne,
  runPages,
  verifyAudit,
  type WorkspaceOptions,
} from './admin-run.ts';
import { foundKeys } from './found-keys.ts';
import { newPassword } from './password.ts';
import { workerUrl } from './serve.ts';
import { withStore } from './store.ts';

// `querygate admin`: turns the command line into one command object. The server that holds the store runs it, or this
// process if no server runs.

/** `querygate admin` with all its subcommands. */
export function adminCommand(files: AdminFiles = { workerUrl }): Command {
  // Commander copies these settings to a subcommand in `.command()`, but not in `.addCommand()`.
  const top = new Command('admin')
    .description('manage a service on its own machine: workspaces, users, API keys, rulesets, history, audit trail')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
    .showHelpAfterError('(run with `--help` for usage)');
  const run: Run = async (options, command) => {
    await runOne(files, options, command);
  };

  addCommand(top, 'init', 'create the first workspace, its owner and an API key for CI')
    .requiredOption('--workspace <id>', 'id of the workspace: letters, digits, `_` and `-`')
    .option('--name <name>', 'name of the workspace; default: its id')
    .requiredOption('--email <address>', 'e-mail address of its owner')
    .option('--person-name <name>', 'name of the owner; default: the e-mail address')
    .option('--password-stdin', 'read the password from standard input')
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
  addTrusts(top, run, files);
  addRulesets(top, run, files);
  addData(top, run, files);
  return top;
}

type Run = (options: CommonOptions, command: CommandInput) => Promise<void>;

function addCommand(parent: Command, name: string, description: string): Command {
  return withStore(parent.command(name).description(description)).option('--json', 'print the result as JSON');
}

function addWorkspaceCommand(parent: Command, name: string, description: string): Command {
  return addCommand(parent, name, description).requiredOption('--workspace <id>', 'the workspace');
}

function addWorkspaces(top: Command, run: Run): void {
  const group = top.command('workspace').description('create, list and show workspaces');
  addCommand(group, 'create', 'create a workspace; its active ruleset is the built-in rules')
    .argument('<id>', 'letters, digits, `_` and `-`')
    .option('--name <name>', 'display name; default: the id')
    .action((workspace: string, options: CommonOptions & { name?: string }) =>
      run(options, { command: 'workspace create', workspace, name: options.name ?? workspace }),
    );
  addCommand(group, 'rename', 'change the display name of a workspace')
    .argument('<id>')
    .argument('<name>')
    .action((workspace: string, name: string, options: CommonOptions) =>
      run(options, { command: 'workspace rename', workspace, name }),
    );
  addCommand(group, 'list', 'list the workspaces').action((options: CommonOptions) =>
    run(options, { command: 'workspace list' }),
  );
  addCommand(group, 'show', 'show a workspace with its members and data policy')
    .argument('<id>')
    .action((workspace: string, options: CommonOptions) => run(options, { command: 'workspace show', workspace }));
}

function addPeople(top: Command, run: Run): void {
  const users = top.command('user').description('manage the users who can sign in');
  addCommand(users, 'create', 'create a user')
    .argument('<e-mail address>')
    .option('--name <name>', 'display name; default: the e-mail address')
    .option('--password-stdin', 'read the password from standard input')
    .action(async (email: string, options: CommonOptions & { name?: string; passwordStdin?: boolean }) =>
      run(options, { command: 'user create', email, name: options.name, password: await newPassword(options) }),
    );
  addCommand(users, 'password', 'set a new password for a user and end all their sessions')
    .argument('<e-mail address>')
    .option('--password-stdin', 'read the password from standard input')
    .action(async (email: string, options: CommonOptions & { passwordStdin?: boolean }) =>
      run(options, { command: 'user password', email, password: await newPassword(options) }),
    );
  addCommand(users, 'disable', 'stop a user from signing in and end all their sessions')
    .argument('<e-mail address>')
    .action((email: string, options: CommonOptions) => run(options, { command: 'user disable', email }));
  addCommand(users, 'enable', 'let a disabled user sign in again')
    .argument('<e-mail address>')
    .action((email: string, options: CommonOptions) => run(options, { command: 'user enable', email }));
  addCommand(users, 'sign-out', 'end all sessions of a user')
    .argument('<e-mail address>')
    .action((email: string, options: CommonOptions) => run(options, { command: 'user sign-out', email }));
  addCommand(users, 'list', 'list all users').action((options: CommonOptions) =>
    run(options, { command: 'user list' }),
  );

  const signIn = top.command('sign-in').description('lift locks after failed sign-ins');
  addCommand(signIn, 'unlock', 'let a user sign in again who was locked by failed sign-ins')
    .argument('<e-mail address>')
    .action((email: string, options: CommonOptions) => run(options, { command: 'sign-in unlock', email }));

  const invitations = top.command('invitation').description('invite users to a workspace');
  addCommand(invitations, 'create', 'invite a user; the token is shown only once, and no e-mail is sent')
    .argument('<workspace>')
    .argument('<e-mail address>')
    .argument('<role>', ROLES.join(', '))
    .option('--ttl <days>', 'days until the invitation expires; default: 7', integer())
    .action((workspace: string, email: string, role: string, options: CommonOptions & { ttl?: number }) =>
      run(options, {
        command: 'invitation create',
        workspace,
        invitation: { email, role, ...(options.ttl !== undefined && { ttlDays: options.ttl }) },
      }),
    );

  const members = top.command('member').description('manage the members of a workspace and their roles');
  addCommand(members, 'set', 'add a member or change their role')
    .argument('<workspace>')
    .argument('<e-mail address>')
    .argument('<role>', ROLES.join(', '))
    .action((workspace: string, email: string, role: string, options: CommonOptions) =>
      run(options, { command: 'member set', workspace, email, role }),
    );
  addCommand(members, 'remove', 'remove a member')
    .argument('<workspace>')
    .argument('<e-mail address>')
    .action((workspace: string, email: string, options: CommonOptions) =>
      run(options, { command: 'member remove', workspace, email }),
    );
  addCommand(members, 'list', 'list the members of a workspace')
    .argument('<workspace>')
    .action((workspace: string, options: CommonOptions) => run(options, { command: 'member list', workspace }));
}

function addKeys(top: Command, run: Run, files: AdminFiles): void {
  const keys = top.command('keys').description('manage API keys');
  const presets = Object.entries(SCOPE_PRESETS).map(([name, { summary }]) => `${name}: ${summary}`);
  addWorkspaceCommand(keys, 'create', 'create an API key; it is shown only once')
    .requiredOption('--name <name>', 'name that says what the key is used for')
    .addOption(
      new Option('--preset <preset>', `scopes for a common use (${presets.join('; ')})`).choices(
        Object.keys(SCOPE_PRESETS),
      ),
    )
    .addOption(scopeOption('one scope (may be repeated)').argParser(repeatable))
    .option('--ttl <days>', 'days until the key expires; default: never', integer())
    .option('--database-id <id>', 'database that the key is used for; recorded with everything that the key sends')
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
  addWorkspaceCommand(keys, 'list', 'list the API keys, newest first').action((options: WorkspaceOptions) =>
    runPages(files, options, 'keys list'),
  );
  addCommand(keys, 'find', 'identify the API keys in a text on standard input, such as a leaked one').action(
    async (options: CommonOptions) => run(options, { command: 'keys find', hashes: await foundKeys(process.stdin) }),
  );
  addCommand(
    keys,
    'rotate',
    'replace one key, or all keys with a scope; the old key keeps working until `keys confirm`',
  )
    .argument('[id]', 'id of the key, `key_…`')
    .option('--workspace <id>', 'the workspace; with --all, rotate only its keys')
    .option('--all', 'rotate all active keys that have the scope')
    .addOption(scopeOption('the scope to rotate, with --all'))
    .option('--at-once', 'revoke the old keys immediately')
    .action((id: string | undefined, options: CommonOptions & RotateOptions) => run(options, rotation(id, options)));
  addWorkspaceCommand(keys, 'confirm', 'finish a rotation: revoke the old key')
    .argument('<id>', 'id of the old key')
    .action((key: string, options: WorkspaceOptions) =>
      run(options, { command: 'keys confirm', workspace: options.workspace, key }),
    );
  addWorkspaceCommand(keys, 'revoke', 'revoke a key immediately and permanently')
    .argument('<id>', 'id of the key')
    .action((key: string, options: WorkspaceOptions) =>
      run(options, { command: 'keys revoke', workspace: options.workspace, key }),
    );
}

interface TrustOptions {
  readonly name: string;
  readonly host: keyof typeof CI_HOSTS;
  readonly issuer?: string;
  readonly baseUrl: string;
  readonly claim: readonly string[];
  readonly scope: readonly string[];
  readonly ttl?: number;
}

function addTrusts(top: Command, run: Run, files: AdminFiles): void {
  const trusts = top.command('trust').description('let CI jobs in without an API key, by the identity of their host');
  const needed = Object.entries(CI_HOSTS).map(([host, { required }]) => `${host}: ${Object.keys(required).join(', ')}`);
  addWorkspaceCommand(trusts, 'create', 'trust the identity tokens of the jobs of a repository')
    .requiredOption('--name <name>', 'name that says which jobs it lets in')
    .addOption(new Option('--host <host>', 'the CI host').choices(Object.keys(CI_HOSTS)).makeOptionMandatory())
    .option('--issuer <url>', 'the claim `iss` of a host of your own, which `serve --identity-issuers` must list')
    .requiredOption('--base-url <url>', 'the base URL that the jobs use for the service')
    .requiredOption(
      '--claim <name=value>',
      `a value that a claim may have (may be repeated; needed: ${needed.join('; ')})`,
      repeatable,
    )
    .requiredOption('--scope <scope>', `one scope (may be repeated): ${TRUST_SCOPES.join(', ')}`, repeatable)
    .option('--ttl <minutes>', 'minutes for which a token is valid, at most 15; default: 15', integer())
    .action((options: WorkspaceOptions & TrustOptions) =>
      run(options, {
        command: 'trust create',
        workspace: options.workspace,
        trust: {
          name: options.name,
          host: options.host,
          baseUrl: options.baseUrl,
          claims: claimsOf(options.claim),
          scopes: options.scope,
          ...(options.issuer !== undefined && { issuer: options.issuer }),
          ...(options.ttl !== undefined && { ttlMinutes: options.ttl }),
        },
      }),
    );
  addWorkspaceCommand(trusts, 'list', 'list the trusts, newest first, with their last use').action(
    (options: WorkspaceOptions) => runPages(files, options, 'trust list'),
  );
  addWorkspaceCommand(trusts, 'remove', 'remove a trust immediately, with the tokens that it gave')
    .argument('<id>', 'id of the trust, `trust_…`')
    .action((trust: string, options: WorkspaceOptions) =>
      run(options, { command: 'trust remove', workspace: options.workspace, trust }),
    );
}

/** The values of each claim. Raises ConfigError. */
function claimsOf(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const claims = new Map<string, string[]>();
  for (const text of texts) {
    const [name = '', ...rest] = text.split('=');
    const value = rest.join('=');
    if (name === '' || value === '')
      throw new ConfigError(`\`--claim\` must be like \`repository_id=1234\`; correct \`${text}\``);
    claims.set(name, [...(claims.get(name) ?? []), value]);
  }
  return Object.fromEntries(claims);
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

function scopesOf({ preset, scope = [] }: KeyOptions): readonly string[] {
  const scopes = new Set([...(preset ? SCOPE_PRESETS[preset].scopes : []), ...scope]);
  if (scopes.size > 0) return [...scopes];
  throw new ConfigError(
    `a key needs at least one scope; give \`--preset\` (${Object.keys(SCOPE_PRESETS).join(', ')}) or \`--scope\` (${API_SCOPES.join(', ')})`,
  );
}

function rotation(
  id: string | undefined,
  { workspace, all = false, scope, atOnce = false }: RotateOptions,
): CommandInput {
  if (all) {
    if (id !== undefined) throw new ConfigError('`--all` and a key id cannot be combined; give one of them');
    if (scope === undefined) throw new ConfigError('`--all` needs `--scope`; to rotate one key, give its id');
    return { command: 'keys rotate all', scope, atOnce, ...(workspace !== undefined && { workspace }) };
  }
  if (id === undefined)
    throw new ConfigError('no key given; give its id (`querygate admin keys list` shows it) or `--all --scope …`');
  if (scope !== undefined) throw new ConfigError('`--scope` works only with `--all`; a rotated key keeps its scopes');
  if (workspace === undefined)
    throw new ConfigError('`--workspace` is missing; give the workspace that the key belongs to');
  return { command: 'keys rotate', workspace, key: id, atOnce };
}

function addRulesets(top: Command, run: Run, files: AdminFiles): void {
  const rulesets = top.command('ruleset').description('manage the active ruleset of a workspace');
  addWorkspaceCommand(rulesets, 'activate', 'activate a ruleset')
    .argument('<path>', 'a rule file, a folder of rule files, or a pack such as querygate:recommended@1')
    .option('--reason <text>', 'why, for the audit trail')
    .action(async (path: string, options: WorkspaceOptions & { reason?: string }) =>
      run(options, {
        command: 'ruleset activate',
        workspace: options.workspace,
        reason: options.reason,
        ruleset: await (await import('./ruleset.ts')).readRuleset(path),
      }),
    );
  addWorkspaceCommand(rulesets, 'restore', 'activate an earlier version again, as a new version')
    .argument('<version>', 'a version number from `ruleset list`', integer())
    .option('--reason <text>', 'why, for the audit trail')
    .action((version: number, options: WorkspaceOptions & { reason?: string }) =>
      run(options, { command: 'ruleset restore', workspace: options.workspace, version, reason: options.reason }),
    );
  addWorkspaceCommand(rulesets, 'list', 'list all versions, newest first').action((options: WorkspaceOptions) =>
    runPages(files, options, 'ruleset list'),
  );
  addWorkspaceCommand(rulesets, 'show', 'show a version with its files')
    .argument('[version]', 'default: the active version', integer())
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
  const policy = top.command('policy').description('manage which query data is kept, and for how long');
  addWorkspaceCommand(policy, 'show', 'show the data policy').action((options: WorkspaceOptions) =>
    run(options, { command: 'policy show', workspace: options.workspace }),
  );
  addWorkspaceCommand(policy, 'set', 'change the data policy; settings that are not given stay as they are')
    .option('--retention-days <days>', 'days to keep queries and history', integer())
    .option('--grace-days <days>', 'days before a lowered retention deletes anything', integer())
    .option('--query-text <which>', 'query text to store: none, shape (literals replaced) or full')
    .action(({ workspace, retentionDays, graceDays, queryText, ...options }: PolicyOptions) => {
      const given = Object.entries({ retentionDays, graceDays, queryText }).filter(([, value]) => value !== undefined);
      if (given.length === 0)
        throw new ConfigError('nothing to change; give `--retention-days`, `--grace-days` or `--query-text`');
      return run(options, { command: 'policy set', workspace, policy: Object.fromEntries(given) });
    });

  const history = top.command('history').description('manage the query history of production');
  addWorkspaceCommand(history, 'import', 'import a snapshot written by `querygate history collect`')
    .argument('<file>', 'the snapshot')
    .option('--allow-overlap', 'import a snapshot even if it seems to overlap an earlier import')
    .action(async (file: string, options: WorkspaceOptions & { allowOverlap?: boolean }) =>
      run(options, {
        command: 'history import',
        workspace: options.workspace,
        name: basename(file),
        snapshot: await readSnapshot(file),
        allowOverlap: options.allowOverlap ?? false,
      }),
    );
  addWorkspaceCommand(
    history,
    'list',
    'list the sources of the history: imported snapshots, and queries and events sent to the service',
  ).action((options: WorkspaceOptions) => run(options, { command: 'history list', workspace: options.workspace }));
  addWorkspaceCommand(history, 'forget', 'remove an imported snapshot from the history')
    .argument('<import>', 'id of the import, `imp_…`')
    .action((source: string, options: WorkspaceOptions) =>
      run(options, { command: 'history forget', workspace: options.workspace, source }),
    );

  const audit = top.command('audit').description('check and export the audit trail');
  addWorkspaceCommand(audit, 'verify', 'recompute the hashes; fails if the chain is broken')
    .option('--full', 'check all entries again, not only those after the last verification')
    .action(async (options: WorkspaceOptions & { full?: boolean }) => {
      if (!(await verifyAudit(files, options))) process.exitCode = EXIT.blocked;
    });
  withStore(audit.command('export').description('write all entries as JSON lines, oldest first'))
    .requiredOption('--workspace <id>', 'the workspace')
    .option('--output <file>', 'file to create; default: standard output')
    .action((options: WorkspaceOptions & { output?: string }) => exportAudit(files, options));
}

/** Bytes; the server accepts no more. */
const MAX_SNAPSHOT = 64 * 1024 * 1024;

async function readSnapshot(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => {
    throw new ConfigError(`there is no snapshot \`${file}\`; \`querygate history collect\` writes one`);
  });
  if (size > MAX_SNAPSHOT)
    throw new ConfigError(
      `the snapshot \`${file}\` is larger than 64 MiB; collect the logs into several snapshots, and import each`,
    );
  return (await readFile(file)).toString('base64');
}
