import type { Framework } from './framework.ts';

const migration = (up: string) => `exports.up = async (knex) => {\n${up}\n};\nexports.down = async () => {};\n`;

export const KNEX: Framework = {
  name: 'Knex',
  packages: ['knex', 'pg'],
  command: (bin) => [`${bin}/knex`, 'migrate:latest'],
  project: {
    'knexfile.js':
      "module.exports = { client: 'pg', connection: process.env.DATABASE_URL, migrations: { directory: './migrations' } };\n",
  },
  base: {
    'migrations/20240101000000_create_orders.js': migration(`  await knex.schema.createTable('orders', (t) => {
    t.bigIncrements('id');
    t.string('country', 20).notNullable();
    t.string('note');
    t.string('status');
    t.integer('total').notNullable();
  });
  await knex.schema.createTable('logs', (t) => { t.bigIncrements('id'); t.bigInteger('order_id'); });
  await knex('orders').insert({ country: 'de', note: 'a', total: 1 });`),
  },
  change: [
    {
      path: 'migrations/20240201000000_drop_note.js',
      text: migration("  await knex.schema.alterTable('orders', (t) => { t.dropColumn('note'); });"),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/20240202000000_delete_all.js',
      text: migration("  await knex('orders').del();"),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'migrations/20240203000000_update_all.js',
      text: migration("  for (const status of ['new', 'open']) await knex('orders').update({ status });"),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'migrations/20240204000000_index.js',
      text: migration("  await knex.schema.alterTable('orders', (t) => { t.index(['country']); });"),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'migrations/20240205000000_new_table.js',
      text: migration(`  await knex.schema.createTable('carts', (t) => { t.bigIncrements('id'); t.string('owner'); });
  await knex.schema.alterTable('carts', (t) => { t.index(['owner']); t.dropColumn('owner'); });
  await knex('carts').del();`),
      rules: [],
    },
    {
      path: 'migrations/20240206000000_drop_logs.js',
      text: migration("  await knex.raw('DROP TABLE logs');"),
      rules: ['no-drop-table'],
    },
  ],
};
