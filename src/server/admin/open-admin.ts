import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../model/index.ts';
import { STORE_FOLDER } from '../store/names.ts';
import type { Admin, AdminOptions } from './admin.ts';
import type { AdminCommand } from './commands.ts';
import { askServer, hasServer } from './socket-client.ts';

/** Commands that create the store if there is none. */
const CREATES_STORE = new Set<string>(['init', 'workspace create', 'user create']);

/** Opens the store for a command. Raises ConfigError if there is none, or another process is using it. */
export async function openAdmin(options: AdminOptions, first: AdminCommand['command']): Promise<Admin> {
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
