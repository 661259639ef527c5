import type { Framework } from './framework.ts';

const migration = (up: string) => `exports.up = async (pgm) => {\n${up}\n};\nexports.down = false;\n`;

export const NODE_PG_MIGRATE: Framework = {
  name: 'node-pg-migrate',
  packages: ['node-pg-migrate', 'pg'],
  command: (bin) => [`${bin}/node-pg-migrate`, 'up'],
  project: { 'package.json': '{ "dependencies": { "node-pg-migrate": "^9.0.0" } }\n' },
  base: {
    'migrations/1704067200000_create-orders.js': migration(`  pgm.createTable('customers', { id: 'id', email: 'text' });
  pgm.createTable('orders', {
    id: 'id',
    country: { type: 'varchar(20)', notNull: true },
    customer_id: 'integer',
    note: 'text',
    status: 'text',
    total: { type: 'integer', notNull: true },
  });`),
    'migrations/1704067300000_create-logs.js': migration(`  pgm.createTable('logs', { text: 'text' });
  pgm.createTable('refunds', { order_id: { type: 'integer', references: 'orders', onDelete: 'CASCADE' } });
  pgm.sql("INSERT INTO orders (country, status, total) SELECT 'de', 'new', n FROM generate_series(1, 3) n");`),
  },
  change: [
    {
      path: 'migrations/1706745600000_drop-note.js',
      text: migration("  pgm.dropColumns('orders', ['note']);"),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/1706745610000_drop-logs.js',
      text: migration("  pgm.dropTable('logs', { ifExists: true, cascade: true });"),
      rules: ['no-drop-table'],
    },
    {
      path: 'migrations/1706745620000_rename-total.js',
      text: migration("  pgm.renameColumn('orders', 'total', 'amount');"),
      rules: ['no-rename'],
    },
    {
      path: 'migrations/1706745630000_index-country.js',
      text: migration("  pgm.createIndex('orders', 'country');"),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'migrations/1706745640000_index-status-concurrently.js',
      text: migration("  pgm.noTransaction();\n  pgm.createIndex('orders', ['status'], { concurrently: true });"),
      rules: [],
    },
    {
      path: 'migrations/1706745650000_customer-key.js',
      text: migration(`  pgm.addConstraint('orders', 'orders_customer', {
    foreignKeys: { columns: 'customer_id', references: 'customers(id)', onDelete: 'CASCADE' },
  });`),
      rules: ['require-not-valid-foreign-key'],
    },
    {
      path: 'migrations/1706745660000_unique-email.js',
      text: migration("  pgm.addConstraint('customers', 'customers_email', { unique: 'email' });"),
      rules: ['require-constraint-using-index'],
    },
    {
      path: 'migrations/1706745670000_short-country.js',
      text: migration("  pgm.alterColumn('orders', 'country', { type: 'varchar(2)' });"),
      rules: ['no-column-type-change'],
    },
    {
      path: 'migrations/1706745680000_require-status.js',
      text: migration("  pgm.alterColumn('orders', 'status', { default: 'new', notNull: true });"),
      rules: ['require-checked-not-null'],
    },
    {
      path: 'migrations/1706745690000_refund-reason.js',
      text: migration("  pgm.addColumns('refunds', { reason: { type: 'text', notNull: true } });"),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'migrations/1706745700000_reset-status.js',
      text: migration("  pgm.sql(`UPDATE orders SET status = '{status}'`, { status: 'open' });"),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'migrations/1706745710000_fill-status.js',
      text: migration(`  pgm.noTransaction();
  for (;;) {
    const open = await pgm.db.select("SELECT id FROM orders WHERE status = 'open' LIMIT 2");
    if (open.length === 0) break;
    await pgm.db.query("UPDATE orders SET status = 'done' WHERE id = ANY ($1)", [open.map(({ id }) => id)]);
  }`),
      rules: [],
    },
    {
      path: 'migrations/1706745720000_create-carts.js',
      text: migration(`  pgm.createTable('carts', {
    id: { type: 'uuid', primaryKey: true, default: pgm.func('gen_random_uuid()') },
    customer_id: { type: 'integer', notNull: true, references: 'customers' },
  });
  pgm.addColumns('carts', { voucher: { type: 'text', notNull: true, unique: true } });
  pgm.createIndex('carts', 'customer_id');
  pgm.sql('DELETE FROM carts');`),
      rules: [],
    },
    {
      path: 'migrations/1706745730000_order-source.js',
      text: migration(`  pgm.createType('order_source', ['shop', 'phone']);
  pgm.addColumns('orders', { source: 'order_source', paid: { type: 'boolean', notNull: true, default: false } });`),
      rules: [],
    },
    {
      path: 'migrations/1706745740000_order-channel.js',
      text: migration(`  pgm.addColumns('orders', { channel: 'text' });
  pgm.sql("UPDATE orders SET channel = 'web' WHERE source = 'shop'");`),
      rules: ['no-backfill-after-ddl'],
    },
    {
      path: 'migrations/1706745750000_touch-orders.js',
      text: migration(`  pgm.createTrigger('orders', 'touch', {
    when: 'BEFORE',
    operation: 'UPDATE',
    level: 'ROW',
    language: 'plpgsql',
    replace: true,
  }, 'BEGIN NEW.channel = lower(NEW.channel); RETURN NEW; END');`),
      rules: ['no-trigger-on-busy-table'],
    },
    {
      path: 'migrations/1706745760000_delete-refunds.js',
      text: migration("  await pgm.db.query('DELETE FROM refunds');"),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'migrations/1706745770000_check-amount.js',
      text: migration("  pgm.addConstraint('orders', 'orders_amount', { check: 'amount >= 0' });"),
      rules: ['require-not-valid-check'],
    },
  ],
};
