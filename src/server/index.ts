import type { Admin, AdminOptions } from './admin/admin.ts';
import type { AdminCommand, AdminCommandOf, AdminName } from './admin/commands.ts';
import type { AdminResult } from './admin/results.ts';
import type { RunningServer, ServerOptions } from './start.ts';

export { API_SCOPES, ROLES, SCOPE_PRESETS } from '../contract/index.ts';
export { RATE_GROUPS, type RateGroup } from './http/rate-groups.ts';
export type { Admin, AdminCommand, AdminCommandOf, AdminName, AdminOptions, AdminResult };

// The door of the server: what its entry points start. It loads nothing by itself, since each thread of the engine enters here
// too, and needs neither HTTP nor a store.

export type { RunningServer, ServerOptions } from './start.ts';

/** See start.ts. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return (await import('./start.ts')).startServer(options);
}

/** What a thread of the engine does, from its start; see engine/worker.ts. */
export async function runEngineWorker(): Promise<void> {
  await (await import('./engine/worker.ts')).runEngineWorker();
}

/** Opens the way to a store for `querygate admin`; see admin/open-admin.ts. */
export async function openAdmin(options: AdminOptions, first: AdminName): Promise<Admin> {
  return (await import('./admin/open-admin.ts')).openAdmin(options, first);
}

/** Raises ConfigError where it is no command of `querygate admin`. */
export async function readAdminCommand(value: unknown): Promise<AdminCommand> {
  return (await import('./admin/commands.ts')).readCommand(value);
}

/** What a person is shown of what a command of `querygate admin` gave. */
export async function presentAdmin<Name extends AdminName>(name: Name, result: AdminResult<Name>): Promise<string> {
  return (await import('./admin/present.ts')).presentAdmin(name, result);
}
