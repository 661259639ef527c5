import { userInfo } from 'node:os';
import { visible, visibleLines } from '../../report/index.ts';
import {
  type Admin,
  type AdminCommandOf,
  type AdminName,
  type AdminOptions,
  type AdminResult,
  openAdmin,
  presentAdmin,
  readAdminCommand,
} from '../../server/index.ts';
import { openOutputFile } from './output-file.ts';
import { type StoreSettings, storeOf } from './store.ts';

/** Modules next to the program. The URL is a function because only commands that open the store need it. */
export interface AdminFiles {
  readonly workerUrl: () => URL;
  readonly migrationsUrl?: AdminOptions['migrationsUrl'];
}

/** Options of every command. */
export interface CommonOptions extends StoreSettings {
  readonly json?: boolean;
}
export interface WorkspaceOptions extends CommonOptions {
  readonly workspace: string;
}

/** A command before validation. */
export type CommandInput<Name extends AdminName = AdminName> = { readonly command: Name } & Readonly<
  Record<string, unknown>
>;

/** Items per page when a whole list is read. */
const PAGE = 500;

async function withAdmin<T>(
  files: AdminFiles,
  options: CommonOptions,
  name: AdminName,
  work: (admin: Admin) => Promise<T>,
) {
  const admin = await openAdmin(
    {
      workerUrl: files.workerUrl(),
      migrationsUrl: files.migrationsUrl,
      store: storeOf(options),
      name: loginName(),
      onWait: (message) => process.stderr.write(`${message}\n`),
    },
    name,
  );
  try {
    const { newStore } = admin;
    if (newStore !== undefined)
      process.stderr.write(
        `created a new store in \`${visible(newStore)}\`; no running service uses it, and a service on another store does not see these changes\n`,
      );
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** The login name of the administrator; under `sudo`, of the user who called it. */
function loginName(): string {
  const { username, uid } = userInfo();
  return (uid === 0 && process.env['SUDO_USER']) || username;
}

async function runCommand<Name extends AdminName>(admin: Admin, input: CommandInput<Name>): Promise<AdminResult<Name>> {
  const command = await readAdminCommand(input);
  return admin.run(command as AdminCommandOf<Name>);
}

/** Runs one command and prints its result. */
export async function runOne<Name extends AdminName>(
  files: AdminFiles,
  options: CommonOptions,
  input: CommandInput<Name>,
): Promise<AdminResult<Name>> {
  await readAdminCommand(input);
  const result = await withAdmin(files, options, input.command, (admin) => runCommand(admin, input));
  await print(options, input.command, result);
  return result;
}

/** Reads all pages of a list and prints them as one. */
export async function runPages<Name extends 'keys list' | 'ruleset list' | 'trust list'>(
  files: AdminFiles,
  options: WorkspaceOptions,
  command: Name,
): Promise<void> {
  const at = (cursor?: string): CommandInput<Name> => ({
    command,
    workspace: options.workspace,
    page: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
  });
  await readAdminCommand(at());
  const items = await withAdmin(files, options, command, async (admin) => {
    const all: unknown[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page: { readonly items: readonly unknown[]; readonly next?: string | undefined } = await runCommand(
        admin,
        at(cursor),
      );
      all.push(...page.items);
      cursor = page.next;
      more = cursor !== undefined;
    }
    return all;
  });
  await print(options, command, { items, next: undefined } as AdminResult<Name>);
}

async function print<Name extends AdminName>(
  options: CommonOptions,
  name: Name,
  result: AdminResult<Name>,
): Promise<void> {
  const text = options.json
    ? `${JSON.stringify(result, undefined, 2)}\n`
    : visibleLines(await presentAdmin(name, result));
  process.stdout.write(text);
}

/** Verifies part by part, and shows the progress on standard error. Returns whether the chain is intact. */
export async function verifyAudit(files: AdminFiles, options: WorkspaceOptions & { full?: boolean }): Promise<boolean> {
  const { workspace, full } = options;
  const command = 'audit verify';
  const whole = await withAdmin(files, options, command, async (admin) => {
    let sum = await runCommand(admin, { command, workspace, full });
    while (sum.next) {
      process.stderr.write(`verified up to entry ${sum.next.sequence} of ${sum.head.sequence}\n`);
      const part: AdminResult<typeof command> = await runCommand(admin, { command, workspace, full, after: sum.next });
      sum = {
        ...part,
        after: sum.after,
        entries: sum.entries + part.entries,
        deleted: sum.deleted + part.deleted,
      };
    }
    return sum;
  });
  await print(options, command, whole);
  return whole.broken === undefined;
}

export async function exportAudit(files: AdminFiles, options: WorkspaceOptions & { output?: string }): Promise<void> {
  const { output, workspace } = options;
  const file = output === undefined ? undefined : await openOutputFile(output);
  try {
    await withAdmin(files, options, 'audit export', async (admin) => {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const part: AdminResult<'audit export'> = await runCommand(admin, {
          command: 'audit export',
          workspace,
          after,
        });
        const text = part.lines.map((line) => `${line}\n`).join('');
        if (file) await file.write(text);
        else if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
        after = part.next;
      }
    });
  } finally {
    await file?.close();
  }
}
