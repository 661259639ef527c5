import type { Database } from './database.ts';
import type { PostgresqlOptions } from './postgresql.ts';

/** The embedded store in a folder. */
export interface FolderOptions {
  readonly folder: string;
  /** False: nothing waits for the disk, so a crash of the machine damages it. For data that is not kept. */
  readonly durable?: boolean | undefined;
}

/**
 * A PostgreSQL server; a folder for the embedded store; or one in memory, for tests, with a file of its initial content
 * (`imageInMemory`).
 */
export type StoreOptions =
  | PostgresqlOptions
  | FolderOptions
  | { readonly memory: true; readonly image?: string | undefined };

/** Opens the store; see postgresql.ts and embedded.ts. Call `migrate` next. Raises ConfigError. */
export async function openDatabase(options: StoreOptions): Promise<Database> {
  if ('url' in options) return (await import('./postgresql.ts')).openPostgresql(options);
  const { openEmbedded, openInMemory } = await import('./embedded.ts');
  return 'folder' in options ? openEmbedded(options) : openInMemory(options.image);
}
