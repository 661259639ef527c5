import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../model/index.ts';
import { FolderInUse } from '../store/folder-lock.ts';
import { STORE_FOLDER } from '../store/names.ts';
import type { Admin, AdminOptions } from './admin.ts';
import type { AdminCommand } from './commands.ts';
import { askServer, hasServer } from './socket-client.ts';

/** Commands that create the store if there is none. */
const CREATES_STORE = new Set<string>(['init', 'workspace create', 'user create']);

/** Milliseconds in which a server starts, also on a slow machine. */
const STARTING = 60_000;
const PAUSE = 250;

/** Opens the store for a command. Raises ConfigError if there is none, or another process is using it. */
export async function openAdmin(options: AdminOptions, first: AdminCommand['command']): Promise<Admin> {
  const until = Date.now() + (options.patience ?? STARTING);
  for (let waited = false; ; waited = true) {
    try {
      return await openNow(options, first);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() >= until) throw error;
      if (!waited) options.onWait?.('the service is still starting, or another command is running; waiting for it');
      await sleep(PAUSE);
    }
  }
}

/** Raises FolderInUse while the process that uses the folder accepts no commands. */
async function openNow(options: AdminOptions, first: AdminCommand['command']): Promise<Admin> {
  const { store, name } = options;
  let newStore: string | undefined;
  if ('folder' in store) {
    if (await hasServer(store.folder))
      return { run: (command) => askServer(store.folder, command, name), close: async () => undefined };
    if (!existsSync(join(store.folder, STORE_FOLDER))) newStore = store.folder;
    if (newStore !== undefined && !CREATES_STORE.has(first))
      throw new ConfigError(
        `there is no store in \`${store.folder}\`; name its folder with \`--data\`, or its database with \`--database-url\` (\`querygate admin init\` creates one)`,
      );
  }
  // Loaded only if no server runs the command: it imports the engine and both stores.
  return { ...(await (await import('./in-process.ts')).openInProcess(options)), newStore };
}
