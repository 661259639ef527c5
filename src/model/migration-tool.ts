/** Migration tools whose way of running a file is known (see `sql/text/migration-tools.ts`). */
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
  'prisma',
  'drizzle',
  'supabase',
  'atlas',
  'dbup',
  'hasura',
  'mybatis',
  'pop',
  'popx',
  // A runner of the team's own, or a tool that is not in the list, whose files come in pairs: `x.up.sql`, `x.down.sql`.
  'up-down-files',
] as const;
export type MigrationTool = (typeof MIGRATION_TOOLS)[number];
