import type { Admin, AdminOptions } from './admin/admin.ts';
import type { AdminCommand, AdminCommandOf, AdminName } from './admin/commands.ts';
import type { AdminResult } from './admin/results.ts';
import type { RunningServer, ServerOptions } from './start.ts';

export { API_SCOPES, CI_HOSTS, isApiKey, ROLES, SCOPE_PRESETS, TRUST_SCOPES } from '../contract/index.ts';
export { RATE_GROUPS, type RateGroup } from './http/rate-groups.ts';
export { passwordPolicy, signOnSettings } from './sign-on/settings.ts';
export { isIssuer, PUBLIC_ISSUERS } from './trusts/issuers.ts';
export type { Admin, AdminCommand, AdminCommandOf, AdminName, AdminOptions, AdminResult };

// Entry points of the server. Modules are imported on demand: engine threads enter here too, and need neither HTTP nor
// a store.

export type { RunningServer, ServerOptions } from './start.ts';

/** See start.ts. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return (await import('./start.ts')).startServer(options);
}

/** Runs an engine thread; see engine/worker.ts. */
export async function runEngineWorker(): Promise<void> {
  await (await import('./engine/worker.ts')).runEngineWorker();
}

/** Runs the thread of the embedded store; see store/embedded-worker.ts. */
export async function runStoreThread(): Promise<void> {
  await (await import('./store/embedded-programs.ts')).runStoreThread();
}

/** Serves an empty embedded PostgreSQL at a socket, for `querygate record`. `stopped` is called if it ends. */
export async function serveScratchDatabase(path: string, stopped: (error: unknown) => void): Promise<void> {
  await (await import('./store/embedded-programs.ts')).serveScratchDatabase(path, stopped);
}

/** Opens a store for `querygate admin`; see admin/open-admin.ts. */
export async function openAdmin(options: AdminOptions, first: AdminName): Promise<Admin> {
  return (await import('./admin/open-admin.ts')).openAdmin(options, first);
}

/** Validates a command of `querygate admin`. Raises ConfigError. */
export async function readAdminCommand(value: unknown): Promise<AdminCommand> {
  return (await import('./admin/commands.ts')).readCommand(value);
}

/** The text of the result of a `querygate admin` command. */
export async function presentAdmin<Name extends AdminName>(name: Name, result: AdminResult<Name>): Promise<string> {
  return (await import('./admin/present.ts')).presentAdmin(name, result);
}
