import type { MigrationTool } from './migration-tool.ts';

/** Programs that run SQL files, where they read a file in different ways. `psql-one-text` is `psql -c "$(cat x.sql)"`. */
export const PROGRAMS = ['psql', 'psql-one-text', 'mariadb', 'sqlite3', 'sqlcmd', 'driver'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Its runner is not known. */
const BY_ANY: MigrationTool = 'up-down-files';
/** It runs files by the client of the database, which ends at the first error. All other tools have a driver. */
const BY_CLIENT: MigrationTool = 'sqitch';

/** What reads a file: the program that runs it, and the tool; undefined if that is not known. */
export function readersOf({
  runBy,
  tool,
}: {
  readonly runBy?: Program | undefined;
  readonly tool?: MigrationTool | undefined;
}): readonly (Program | MigrationTool)[] | undefined {
  if (runBy !== undefined) return tool === undefined ? [runBy] : [runBy, tool];
  if (tool === undefined || tool === BY_ANY) return undefined;
  return tool === BY_CLIENT ? [tool] : [tool, 'driver'];
}
