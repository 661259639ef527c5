import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../store/database.ts';
import { STORE_FOLDER } from '../store/names.ts';
import type { StoreOptions } from '../store/open.ts';

/**
 * Where a store is: a text that is another one once it was restored from a backup or copied. Of PostgreSQL, the server
 * and the database in it; of a folder, its number on the disk. Undefined for a store in memory.
 */
export async function placeOf(db: Database, store: StoreOptions): Promise<string | undefined> {
  if ('memory' in store) return undefined;
  if ('folder' in store) {
    // A number can be used again after the folder was deleted, its time of birth cannot.
    const { ino, birthtimeMs } = await stat(join(store.folder, STORE_FOLDER));
    return `folder ${ino} ${birthtimeMs}`;
  }
  const { rows } = await db.query<{ oid: string }>(
    'SELECT oid::text AS oid FROM pg_database WHERE datname = current_database()',
  );
  return `database ${await systemOf(db)} ${rows[0]?.oid}`;
}

/** Some providers do not let the owner of a database read it. */
async function systemOf(db: Database): Promise<string> {
  try {
    const { rows } = await db.query<{ system: string }>(
      'SELECT system_identifier::text AS system FROM pg_control_system()',
    );
    return rows[0]?.system ?? '';
  } catch {
    return '';
  }
}
