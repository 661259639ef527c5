/** Migration tools whose down sections are recognised (see sql/text/sections.ts). */
export const MIGRATION_TOOLS = [
  'goose',
  'dbmate',
  'sql-migrate',
  'liquibase',
  'golang-migrate',
  'sqlx',
  'diesel',
  'rambler',
  'flyway',
  'sqitch',
  // A runner of the team's own, or a tool that is not in the list, whose files come in pairs: `x.up.sql`, `x.down.sql`.
  'up-down-files',
] as const;
export type MigrationTool = (typeof MIGRATION_TOOLS)[number];
