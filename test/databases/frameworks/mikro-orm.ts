import type { Framework } from './framework.ts';

const HEADER = "const { Migration } = require('@mikro-orm/migrations');\n\n";

const migration = (name: string, up: string, methods = '') =>
  `${HEADER}exports.${name} = class ${name} extends Migration {\n  async up() {\n${up}\n  }\n${methods}};\n`;

export const MIKRO_ORM: Framework = {
  name: 'MikroORM',
  packages: ['@mikro-orm/cli', '@mikro-orm/core', '@mikro-orm/migrations', '@mikro-orm/postgresql'],
  command: (bin) => [`${bin}/mikro-orm`, 'migration:up'],
  project: {
    'package.json': '{ "dependencies": { "@mikro-orm/cli": "^6.0.0" } }\n',
    'mikro-orm.config.js': `const { defineConfig, EntitySchema } = require('@mikro-orm/postgresql');
const { Migrator } = require('@mikro-orm/migrations');

const Order = new EntitySchema({
  name: 'Order',
  tableName: 'orders',
  properties: { id: { type: 'bigint', primary: true }, status: { type: 'string', nullable: true } },
});
const Refund = new EntitySchema({
  name: 'Refund',
  tableName: 'refunds',
  properties: { id: { type: 'bigint', primary: true } },
});

module.exports = defineConfig({
  clientUrl: process.env.DATABASE_URL,
  entities: [Order, Refund],
  extensions: [Migrator],
  migrations: { path: './migrations', allOrNothing: false, snapshot: false },
});
`,
  },
  base: {
    'migrations/Migration20240101000000_create_orders.js': migration(
      'Migration20240101000000_create_orders',
      `    this.addSql(\`create table "customers" ("id" bigserial primary key, "email" varchar(255) not null);\`);
    this.addSql(\`create table "orders" ("id" bigserial primary key, "country" varchar(20) not null, "customer_id" bigint null, "note" text null, "status" varchar(255) null, "total" int not null);\`);`,
    ),
    'migrations/Migration20240102000000_create_logs.js': migration(
      'Migration20240102000000_create_logs',
      `    this.addSql(\`create table "logs" ("id" bigserial primary key, "text" text null);\`);
    this.addSql(\`create table "products" ("id" bigserial primary key, "title" varchar(255) null);\`);
    this.addSql(\`create table "refunds" ("id" bigserial primary key, "order_id" bigint null);\`);
    this.addSql(this.getKnex()('orders').insert([1, 2, 3].map((total) => ({ country: 'de', status: 'new', total }))));`,
    ),
  },
  change: [
    {
      path: 'migrations/Migration20240201000000_drop_note.js',
      text: migration(
        'Migration20240201000000_drop_note',
        `    this.addSql(\`alter table "orders" drop column "note";\`);`,
      ),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/Migration20240202000000_drop_logs.js',
      text: migration(
        'Migration20240202000000_drop_logs',
        `    this.addSql(\`drop table if exists "logs" cascade;\`);`,
      ),
      rules: ['no-drop-table'],
    },
    {
      path: 'migrations/Migration20240203000000_rename_total.js',
      text: migration(
        'Migration20240203000000_rename_total',
        "    this.addSql(this.getKnex().schema.alterTable('orders', (t) => t.renameColumn('total', 'amount')).toQuery());",
      ),
      rules: ['no-rename'],
    },
    {
      path: 'migrations/Migration20240204000000_index_country.js',
      text: migration(
        'Migration20240204000000_index_country',
        `    this.addSql(\`create index "orders_country_index" on "orders" ("country");\`);`,
      ),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'migrations/Migration20240205000000_index_status_concurrently.js',
      text: migration(
        'Migration20240205000000_index_status_concurrently',
        `    this.addSql(\`create index concurrently "orders_status_index" on "orders" ("status");\`);`,
        '  isTransactional() {\n    return false;\n  }\n',
      ),
      rules: [],
    },
    {
      path: 'migrations/Migration20240206000000_customer_key.js',
      text: migration(
        'Migration20240206000000_customer_key',
        `    this.addSql(\`alter table "orders" add constraint "orders_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on update cascade on delete set null;\`);`,
      ),
      rules: ['require-not-valid-foreign-key'],
    },
    {
      path: 'migrations/Migration20240207000000_unique_email.js',
      text: migration(
        'Migration20240207000000_unique_email',
        `    this.addSql(\`alter table "customers" add constraint "customers_email_unique" unique ("email");\`);`,
      ),
      rules: ['require-constraint-using-index'],
    },
    {
      path: 'migrations/Migration20240208000000_short_country.js',
      text: migration(
        'Migration20240208000000_short_country',
        `    this.addSql(\`alter table "orders" alter column "country" type varchar(2) using ("country"::varchar(2));\`);`,
      ),
      rules: ['no-column-type-change', 'no-discard-data'],
    },
    {
      path: 'migrations/Migration20240209000000_require_title.js',
      text: migration(
        'Migration20240209000000_require_title',
        `    this.addSql(\`alter table "products" alter column "title" type varchar(255) using ("title"::varchar(255));\`);
    this.addSql(\`alter table "products" alter column "title" set not null;\`);`,
      ),
      rules: ['require-checked-not-null'],
    },
    {
      path: 'migrations/Migration20240210000000_refund_reason.js',
      text: migration(
        'Migration20240210000000_refund_reason',
        `    this.addSql(\`alter table "refunds" add column "reason" varchar(255) not null;\`);`,
      ),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'migrations/Migration20240211000000_reset_status.js',
      text: migration(
        'Migration20240211000000_reset_status',
        "    this.addSql(this.getKnex()('orders').update({ status: 'open' }));",
      ),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'migrations/Migration20240212000000_fill_status.js',
      text: migration(
        'Migration20240212000000_fill_status',
        `    const em = this.getEntityManager();
    for (;;) {
      const orders = await em.find('Order', { status: 'open' }, { limit: 2 });
      if (orders.length === 0) break;
      for (const order of orders) order.status = \`done \${order.id}\`;
      await em.flush();
      em.clear();
    }`,
      ),
      rules: [],
    },
    {
      path: 'migrations/Migration20240213000000_create_carts.js',
      text: migration(
        'Migration20240213000000_create_carts',
        `    this.addSql(\`create table "carts" ("id" uuid not null default gen_random_uuid(), "customer_id" bigint not null, "voucher" varchar(255) not null, constraint "carts_pkey" primary key ("id"));\`);
    this.addSql(\`create index "carts_voucher_index" on "carts" ("voucher");\`);
    this.addSql(\`alter table "carts" add constraint "carts_customer_id_unique" unique ("customer_id");\`);

    this.addSql(\`alter table "carts" add constraint "carts_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on update cascade;\`);`,
      ),
      rules: [],
    },
    {
      path: 'migrations/Migration20240214000000_order_source.js',
      text: migration(
        'Migration20240214000000_order_source',
        `    this.addSql(\`alter table "orders" add column "source" varchar(255) null, add column "paid" boolean not null default false;\`);`,
      ),
      rules: [],
    },
    {
      path: 'migrations/Migration20240215000000_order_channel.js',
      text: migration(
        'Migration20240215000000_order_channel',
        `    await this.execute(\`alter table "orders" add column "channel" varchar(255) null;\`);
    const orders = await this.execute(\`select "id" from "orders" where "source" is null\`);
    for (const { id } of orders) this.addSql(this.getKnex()('orders').where({ id }).update({ channel: 'web' }));`,
      ),
      rules: ['no-backfill-after-ddl'],
    },
    {
      path: 'migrations/Migration20240216000000_delete_refunds.js',
      text: migration(
        'Migration20240216000000_delete_refunds',
        "    await this.getEntityManager().nativeDelete('Refund', {});",
      ),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'migrations/Migration20240217000000_check_amount.js',
      text: migration(
        'Migration20240217000000_check_amount',
        `    this.addSql(\`alter table "orders" add constraint "orders_amount_check" check (amount >= 0);\`);`,
      ),
      rules: ['require-not-valid-check'],
    },
  ],
};
