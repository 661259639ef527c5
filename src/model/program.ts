import type { MigrationTool } from './migration-tool.ts';

/** Programs that run SQL files, where they read a file in different ways. `psql-one-text` is `psql -c "$(cat x.sql)"`. */
export const PROGRAMS = ['psql', 'psql-one-text', 'mariadb', 'sqlite3', 'sqlcmd', 'driver'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Tools that run files by the client of their database, in PostgreSQL psql. All others have a driver. */
const BY_CLIENT: ReadonlySet<MigrationTool> = new Set<MigrationTool>(['sqitch']);
/** Their runner is not known. */
const BY_ANY: ReadonlySet<MigrationTool> = new Set<MigrationTool>(['up-down-files']);

/** What runs a file; undefined if it is not known. */
export function programOf({
  runBy,
  tool,
}: {
  readonly runBy?: Program | undefined;
  readonly tool?: MigrationTool | undefined;
}): Program | undefined {
  if (runBy !== undefined || tool === undefined || BY_ANY.has(tool)) return runBy;
  return BY_CLIENT.has(tool) ? 'psql' : 'driver';
}
