import type { AdminCommand } from './commands.ts';
import type { AdminResult } from './results.ts';

export interface AdminOptions {
  /** A PostgreSQL server, or the folder of an embedded store. */
  readonly store: { readonly url: string } | { readonly folder: string };
  /** Module that a thread of the engine starts with. */
  readonly workerUrl: URL;
  /** Folder of the SQL files; default: beside the sources. */
  readonly migrationsUrl?: URL | undefined;
  /** Login name of the administrator, for the audit trail. */
  readonly name: string;
  readonly now?: (() => Date) | undefined;
}

/** The way to a store: opened here, or through the server that has it. */
export interface Admin {
  /** Folder of an embedded store that was not there, and so was made. */
  readonly newStore?: string | undefined;
  /** Raises ConfigError, ServiceError. */
  run<Command extends AdminCommand>(command: Command): Promise<AdminResult<Command['command']>>;
  close(): Promise<void>;
}
