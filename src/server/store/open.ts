import type { Database } from './database.ts';
import type { FolderOptions } from './embedded.ts';
import type { PostgresqlOptions } from './postgresql.ts';

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
