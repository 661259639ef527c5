import { ConfigError } from '../../model/index.ts';
import { createEngine, type StartedEngine } from '../engine/create-engine.ts';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open.ts';
import type { Admin, AdminOptions } from './admin.ts';
import { type AdminCommand, readCommand } from './commands.ts';
import { adminError } from './exchange.ts';
import { runAdmin } from './run-admin.ts';

/** Opens the store in this process. Raises ConfigError. */
export async function openInProcess({
  store,
  workerUrl,
  migrationsUrl,
  name,
  now = () => new Date(),
}: AdminOptions): Promise<Admin> {
  const db = await openDatabase('url' in store ? { url: store.url, connections: 2 } : store);
  let started: StartedEngine | undefined;
  const close = async () => {
    await started?.close();
    await db.close();
  };
  // The engine starts on first use: most commands do not need it.
  const engine = () => {
    started ??= createEngine({ workerUrl, threads: 1 });
    return started;
  };
  try {
    await migrate(db, migrationsUrl);
  } catch (error) {
    await close();
    throw toAdminError(error);
  }
  const deps = {
    ctx: { db, now },
    engine: {
      loadRuleset: (files, workspace) => engine().loadRuleset(files, workspace),
      dryRun: (task) => engine().dryRun(task),
      readSnapshot: (bytes) => engine().readSnapshot(bytes),
    },
  } satisfies Parameters<typeof runAdmin>[0];
  return {
    run: async <Command extends AdminCommand>(command: Command) => {
      try {
        return await runAdmin(deps, readCommand(command) as Command, name);
      } catch (error) {
        throw toAdminError(error);
      }
    },
    close,
  };
}

/** Gives the same errors as a server would; unexpected errors stay as they are. */
function toAdminError(error: unknown): unknown {
  const { kind, message, place } = adminError(error);
  return kind === 'config' ? new ConfigError(message, place) : error;
}
