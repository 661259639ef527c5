import type { Framework } from './framework.ts';

const HEADER = "const { Table, TableColumn, TableForeignKey, TableIndex, TableUnique } = require('typeorm');\n\n";

const migration = (name: string, up: string, fields = '') =>
  `${HEADER}exports.${name} = class ${name} {\n${fields}  async up(queryRunner) {\n${up}\n  }\n  async down() {}\n};\n`;

export const TYPEORM: Framework = {
  name: 'TypeORM',
  packages: ['typeorm', 'pg', 'reflect-metadata'],
  command: (bin) => [`${bin}/typeorm`, 'migration:run', '-d', 'data-source.js', '-t', 'each'],
  project: {
    'data-source.js': `require('reflect-metadata');
const { DataSource } = require('typeorm');

module.exports = new DataSource({ type: 'postgres', url: process.env.DATABASE_URL, migrations: ['migrations/*.js'] });
`,
  },
  base: {
    'migrations/1704067200000-CreateOrders.js': migration(
      'CreateOrders1704067200000',
      `    const id = { name: 'id', type: 'bigint', isPrimary: true, isGenerated: true, generationStrategy: 'increment' };
    await queryRunner.createTable(new Table({
      name: 'customers',
      columns: [id, { name: 'email', type: 'varchar' }],
    }));
    await queryRunner.createTable(new Table({
      name: 'orders',
      columns: [
        id,
        { name: 'country', type: 'varchar', length: '20', default: "'de'" },
        { name: 'customer_id', type: 'bigint', isNullable: true },
        { name: 'note', type: 'varchar', isNullable: true },
        { name: 'status', type: 'varchar', isNullable: true },
        { name: 'total', type: 'integer' },
      ],
    }));`,
    ),
    'migrations/1704067300000-CreateLogs.js': migration(
      'CreateLogs1704067300000',
      `    await queryRunner.createTable(new Table({ name: 'logs', columns: [{ name: 'text', type: 'text' }] }));
    await queryRunner.createTable(new Table({ name: 'sessions', columns: [{ name: 'token', type: 'text' }] }));
    await queryRunner.createTable(new Table({ name: 'refunds', columns: [{ name: 'order_id', type: 'bigint' }] }));
    const { manager } = queryRunner;
    const orders = [1, 2, 3].map((total) => ({ country: 'de', status: 'new', total }));
    await manager.createQueryBuilder().insert().into('orders', ['country', 'status', 'total']).values(orders).execute();`,
    ),
  },
  change: [
    {
      path: 'migrations/1706745600000-DropNote.js',
      text: migration('DropNote1706745600000', "    await queryRunner.dropColumn('orders', 'note');"),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/1706745610000-DropLogs.js',
      text: migration('DropLogs1706745610000', "    await queryRunner.dropTable('logs');"),
      rules: ['no-drop-table'],
    },
    {
      path: 'migrations/1706745620000-RenameTotal.js',
      text: migration('RenameTotal1706745620000', "    await queryRunner.renameColumn('orders', 'total', 'amount');"),
      rules: ['no-rename'],
    },
    {
      path: 'migrations/1706745630000-IndexCustomer.js',
      text: migration(
        'IndexCustomer1706745630000',
        "    await queryRunner.createIndex('orders', new TableIndex({ columnNames: ['customer_id'] }));",
      ),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'migrations/1706745640000-IndexStatusConcurrently.js',
      text: migration(
        'IndexStatusConcurrently1706745640000',
        `    const index = new TableIndex({ name: 'orders_status', columnNames: ['status'], isConcurrent: true });
    await queryRunner.createIndex('orders', index);`,
        '  transaction = false;\n',
      ),
      rules: [],
    },
    {
      path: 'migrations/1706745650000-CustomerKey.js',
      text: migration(
        'CustomerKey1706745650000',
        `    await queryRunner.createForeignKey('orders', new TableForeignKey({
      columnNames: ['customer_id'],
      referencedTableName: 'customers',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    }));`,
      ),
      rules: ['require-not-valid-foreign-key'],
    },
    {
      path: 'migrations/1706745660000-UniqueEmail.js',
      text: migration(
        'UniqueEmail1706745660000',
        "    await queryRunner.createUniqueConstraint('customers', new TableUnique({ columnNames: ['email'] }));",
      ),
      rules: ['require-constraint-using-index'],
    },
    {
      // It recreates the column.
      path: 'migrations/1706745670000-ShortCountry.js',
      text: migration(
        'ShortCountry1706745670000',
        `    const country = new TableColumn({ name: 'country', type: 'varchar', length: '2', default: "'de'" });
    await queryRunner.changeColumn('orders', 'country', country);`,
      ),
      rules: ['no-drop-column'],
    },
    {
      path: 'migrations/1706745680000-RequireStatus.js',
      text: migration(
        'RequireStatus1706745680000',
        `    const orders = await queryRunner.getTable('orders');
    const status = orders.findColumnByName('status').clone();
    status.isNullable = false;
    await queryRunner.changeColumn(orders, 'status', status);`,
      ),
      rules: ['require-checked-not-null'],
    },
    {
      path: 'migrations/1706745690000-RefundReason.js',
      text: migration(
        'RefundReason1706745690000',
        "    await queryRunner.addColumn('refunds', new TableColumn({ name: 'reason', type: 'varchar' }));",
      ),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'migrations/1706745700000-ResetStatus.js',
      text: migration(
        'ResetStatus1706745700000',
        "    await queryRunner.manager.createQueryBuilder().update('orders').set({ status: 'open' }).execute();",
      ),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'migrations/1706745710000-FillStatus.js',
      text: migration(
        'FillStatus1706745710000',
        `    const { manager } = queryRunner;
    for (;;) {
      const rows = await manager.createQueryBuilder().select('id').from('orders', 'orders')
        .where('status = :status', { status: 'open' }).limit(2).getRawMany();
      if (rows.length === 0) break;
      const ids = rows.map(({ id }) => id);
      await manager.createQueryBuilder().update('orders').set({ status: 'done' }).where('id IN (:...ids)', { ids }).execute();
    }`,
      ),
      rules: [],
    },
    {
      path: 'migrations/1706745720000-CreateCarts.js',
      text: migration(
        'CreateCarts1706745720000',
        `    await queryRunner.createTable(new Table({
      name: 'carts',
      columns: [
        { name: 'id', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
        { name: 'customer_id', type: 'bigint' },
      ],
      uniques: [{ columnNames: ['customer_id'] }],
      foreignKeys: [{ columnNames: ['customer_id'], referencedTableName: 'customers', referencedColumnNames: ['id'] }],
    }), true);
    await queryRunner.addColumn('carts', new TableColumn({ name: 'voucher', type: 'varchar' }));
    await queryRunner.createIndex('carts', new TableIndex({ columnNames: ['voucher'] }));`,
      ),
      rules: [],
    },
    {
      path: 'migrations/1706745730000-OrderSource.js',
      text: migration(
        'OrderSource1706745730000',
        `    const source = { name: 'source', type: 'enum', enum: ['shop', 'phone'], isNullable: true };
    await queryRunner.addColumn('orders', new TableColumn(source));`,
      ),
      rules: [],
    },
    {
      path: 'migrations/1706745740000-EmptyRefunds.js',
      text: migration('EmptyRefunds1706745740000', "    await queryRunner.clearTable('refunds');"),
      rules: ['no-truncate'],
    },
    {
      path: 'migrations/1706745750000-DeleteRefunds.js',
      text: migration('DeleteRefunds1706745750000', "    await queryRunner.query('DELETE FROM refunds');"),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'migrations/1706745760000-ForgetSessions.js',
      text: migration(
        'ForgetSessions1706745760000',
        `    await queryRunner.dropTable('sessions');
    const old = { timestamp: 1672531200000, name: 'DropSessions1672531200000' };
    await queryRunner.manager.createQueryBuilder().insert().into('migrations', ['timestamp', 'name']).values(old).execute();`,
      ),
      rules: ['no-drop-table'],
    },
  ],
};
