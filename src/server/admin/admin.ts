import type { AdminCommand } from './commands.ts';
import type { AdminResult } from './results.ts';

export interface AdminOptions {
  /** A PostgreSQL server, or the folder of an embedded store. */
  readonly store: { readonly url: string } | { readonly folder: string };
  /** Module that an engine thread starts with. */
  readonly workerUrl: URL;
  /** Folder of the migrations; default: next to the sources. */
  readonly migrationsUrl?: URL | undefined;
  /** Login name of the administrator, for the audit trail. */
  readonly name: string;
  readonly now?: (() => Date) | undefined;
  /** Called if another process is using the folder, and does not accept commands yet. */
  readonly onWait?: ((message: string) => void) | undefined;
  /** Milliseconds to wait for it. Default: a minute. */
  readonly patience?: number | undefined;
}

/** Access to a store: opened in this process, or through the server that has it open. */
export interface Admin {
  /** Folder of an embedded store, if this command created it. */
  readonly newStore?: string | undefined;
  /** Raises ConfigError, ServiceError. */
  run<Command extends AdminCommand>(command: Command): Promise<AdminResult<Command['command']>>;
  close(): Promise<void>;
}
