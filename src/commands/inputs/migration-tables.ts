import type { FileTree } from '../../model/index.ts';
import { loadConfig } from './config.ts';

/** The names of the tables of migrations that the configuration of a tree adds. Raises ConfigError. */
export async function migrationTables(tree: FileTree): Promise<readonly string[]> {
  return Object.keys((await loadConfig(tree))?.value['migration-tables'] ?? {});
}
