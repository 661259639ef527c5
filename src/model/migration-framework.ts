/** Frameworks that run migrations in code and note in a table which ones, as the configuration names them. */
export const MIGRATION_FRAMEWORKS = [
  ...(['rails', 'ecto', 'django', 'alembic', 'laravel', 'typeorm', 'knex', 'db-migrate', 'kysely'] as const),
  ...(['sequelize', 'mikro-orm', 'node-pg-migrate', 'ef-core', 'flyway', 'liquibase', 'doctrine'] as const),
] as const;

export type MigrationFramework = (typeof MIGRATION_FRAMEWORKS)[number];
