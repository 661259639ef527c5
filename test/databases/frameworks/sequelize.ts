import type { Framework } from './framework.ts';

const migration = (up: string) =>
  `module.exports = {\n  async up(queryInterface, Sequelize) {\n${up}\n  },\n  async down() {},\n};\n`;

const CONFIG = "{ use_env_variable: 'DATABASE_URL', dialect: 'postgres'";

export const SEQUELIZE: Framework = {
  name: 'Sequelize',
  packages: ['sequelize', 'sequelize-cli', 'pg'],
  command: (bin) => [`${bin}/sequelize`, 'db:migrate'],
  project: {
    'config/config.js': `module.exports = { development: ${CONFIG} } };\n`,
  },
  base: {
    'migrations/20240101000000-create-orders.js':
      migration(`    const id = { type: Sequelize.BIGINT, primaryKey: true, autoIncrement: true };
    await queryInterface.createTable('customers', { id, email: Sequelize.STRING });
    await queryInterface.createTable('orders', {
      id,
      country: { type: Sequelize.STRING(20), allowNull: false },
      customer_id: Sequelize.BIGINT,
      note: Sequelize.TEXT,
      status: Sequelize.STRING,
      total: { type: Sequelize.INTEGER, allowNull: false },
    });`),
    'migrations/20240102000000-create-logs.js': migration(`    await queryInterface.createTable('logs', {
      text: Sequelize.TEXT,
      level: Sequelize.ENUM('info', 'error'),
    });
    await queryInterface.createTable('refunds', { order_id: Sequelize.BIGINT });
    await queryInterface.createTable('payments', { id: Sequelize.BIGINT });
    await queryInterface.createTable('products', { title: Sequelize.STRING });
    await queryInterface.bulkInsert('orders', [1, 2, 3].map((total) => ({ country: 'de', status: 'new', total })));`),
  },
  change: [
    {
      path: 'migrations/20240201000000-drop-note.js',
      text: migration("    await queryInterface.removeColumn('orders', 'note');"),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/20240202000000-drop-logs.js',
      text: migration("    await queryInterface.dropTable('logs');"),
      rules: ['no-drop-table'],
    },
    {
      path: 'migrations/20240203000000-rename-payments.js',
      text: migration("    await queryInterface.renameTable('payments', 'charges');"),
      rules: ['no-rename'],
    },
    {
      path: 'migrations/20240204000000-index-country.js',
      text: migration("    await queryInterface.addIndex('orders', ['country']);"),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'migrations/20240205000000-index-status-concurrently.js',
      text: migration("    await queryInterface.addIndex('orders', ['status'], { concurrently: true });"),
      rules: [],
    },
    {
      path: 'migrations/20240206000000-customer-key.js',
      text: migration(`    await queryInterface.addConstraint('orders', {
      fields: ['customer_id'],
      type: 'foreign key',
      references: { table: 'customers', field: 'id' },
      onDelete: 'cascade',
    });`),
      rules: ['require-not-valid-foreign-key'],
    },
    {
      path: 'migrations/20240207000000-unique-email.js',
      text: migration("    await queryInterface.addConstraint('customers', { fields: ['email'], type: 'unique' });"),
      rules: ['require-constraint-using-index'],
    },
    {
      path: 'migrations/20240208000000-short-country.js',
      text: migration(
        "    await queryInterface.changeColumn('orders', 'country', { type: Sequelize.STRING(2), allowNull: true });",
      ),
      rules: ['no-column-type-change'],
    },
    {
      path: 'migrations/20240209000000-require-title.js',
      text: migration(
        "    await queryInterface.changeColumn('products', 'title', { type: Sequelize.STRING, allowNull: false });",
      ),
      rules: ['require-checked-not-null'],
    },
    {
      path: 'migrations/20240210000000-refund-reason.js',
      text: migration(
        "    await queryInterface.addColumn('refunds', 'reason', { type: Sequelize.STRING, allowNull: false });",
      ),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'migrations/20240211000000-reset-status.js',
      text: migration("    await queryInterface.bulkUpdate('orders', { status: 'open' }, {});"),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'migrations/20240212000000-fill-status.js',
      text: migration(`    const { sequelize } = queryInterface;
    const columns = { status: Sequelize.STRING };
    const Order = sequelize.define('order', columns, { tableName: 'orders', timestamps: false });
    for (;;) {
      const orders = await Order.findAll({ where: { status: 'open' }, limit: 2 });
      if (orders.length === 0) break;
      await Order.update({ status: 'done' }, { where: { id: orders.map(({ id }) => id) } });
    }`),
      rules: [],
    },
    {
      path: 'migrations/20240213000000-create-carts.js',
      text: migration(`    await queryInterface.createTable('carts', {
      id: { type: Sequelize.UUID, primaryKey: true, defaultValue: Sequelize.literal('gen_random_uuid()') },
      customer_id: { type: Sequelize.BIGINT, references: { model: 'customers', key: 'id' } },
    });
    await queryInterface.addColumn('carts', 'voucher', { type: Sequelize.STRING, allowNull: false });
    await queryInterface.addIndex('carts', { fields: ['voucher'], unique: true });
    await queryInterface.bulkInsert('carts', [{ voucher: 'a' }]);`),
      rules: [],
    },
    {
      path: 'migrations/20240214000000-order-source.js',
      text: migration(`    await queryInterface.addColumn('orders', 'source', { type: Sequelize.ENUM('shop', 'phone') });
    await queryInterface.addColumn('orders', 'paid', { type: Sequelize.BOOLEAN, allowNull: false, defaultValue: false });`),
      rules: [],
    },
    {
      path: 'migrations/20240215000000-order-channel.js',
      text: migration(`    await queryInterface.sequelize.transaction(async (transaction) => {
      await queryInterface.addColumn('orders', 'channel', { type: Sequelize.STRING }, { transaction });
      await queryInterface.bulkUpdate('orders', { channel: 'web' }, { source: 'shop' }, { transaction });
    });`),
      rules: ['no-backfill-after-ddl'],
    },
    {
      path: 'migrations/20240216000000-empty-refunds.js',
      text: migration(`    const Refund = queryInterface.sequelize.define('refund', {}, { tableName: 'refunds', timestamps: false });
    await Refund.destroy({ truncate: true });`),
      rules: ['no-truncate'],
    },
    {
      path: 'migrations/20240217000000-delete-refunds.js',
      text: migration("    await queryInterface.bulkDelete('refunds', null, {});"),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'migrations/20240218000000-check-total.js',
      text: migration(
        "    await queryInterface.sequelize.query('ALTER TABLE orders ADD CONSTRAINT total_positive CHECK (total >= 0)');",
      ),
      rules: ['require-not-valid-check'],
    },
    {
      // The column is added by another session than the one of the transaction.
      path: 'migrations/20240219000000-order-region.js',
      text: migration(`    const transaction = await queryInterface.sequelize.transaction();
    await queryInterface.addColumn('orders', 'region', { type: Sequelize.STRING });
    await queryInterface.bulkUpdate('orders', { region: 'eu' }, {}, { transaction });
    await transaction.commit();`),
      rules: [],
    },
  ],
};

/** It notes migrations in a table that the configuration names. */
export const SEQUELIZE_TABLE: Framework = {
  ...SEQUELIZE,
  name: 'Sequelize with a table of another name',
  project: {
    'config/config.js': `module.exports = { development: ${CONFIG}, migrationStorageTableName: 'Done' } };\n`,
    '.querygate/config.yml': 'version: 1\ndialect: postgresql\nmigration-tables: { done: sequelize }\n',
  },
  change: SEQUELIZE.change.slice(0, 2),
};
