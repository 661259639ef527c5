import { ALEMBIC, ALEMBIC_BRANCHES, ALEMBIC_DOWNGRADE } from './alembic.ts';
import { DJANGO, DJANGO_APPLICATIONS } from './django.ts';
import type { Framework } from './framework.ts';
import { KNEX } from './knex.ts';
import { MARIADB_FRAMEWORKS } from './mariadb.ts';
import { MIKRO_ORM } from './mikro-orm.ts';
import { NODE_PG_MIGRATE } from './node-pg-migrate.ts';
import { RAILS, RAILS_EDITED, RAILS_ORDER, RAILS_ROLLBACK, RAILS_SETTINGS } from './rails.ts';
import { SEQUELIZE, SEQUELIZE_TABLE } from './sequelize.ts';
import { TYPEORM } from './typeorm.ts';

export const FRAMEWORKS: readonly Framework[] = [
  ...[ALEMBIC, ALEMBIC_BRANCHES, ALEMBIC_DOWNGRADE, DJANGO, DJANGO_APPLICATIONS, KNEX, MIKRO_ORM, NODE_PG_MIGRATE],
  ...[RAILS, RAILS_EDITED, RAILS_ORDER, RAILS_ROLLBACK, RAILS_SETTINGS, SEQUELIZE, SEQUELIZE_TABLE, TYPEORM],
  ...MARIADB_FRAMEWORKS,
];
