/** Migration tools whose down sections are recognised (see sql/sections.ts). */
export const MIGRATION_TOOLS = [
  'goose',
  'dbmate',
  'sql-migrate',
  'liquibase',
  'golang-migrate',
  'sqlx',
  'diesel',
  'rambler',
] as const;
export type MigrationTool = (typeof MIGRATION_TOOLS)[number];
