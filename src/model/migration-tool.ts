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
] as const;
export type MigrationTool = (typeof MIGRATION_TOOLS)[number];
