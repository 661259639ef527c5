import type { Framework } from './framework.ts';

/** A migration whose class has this name. */
const migration = (name: string, body: string) =>
  `class ${name} < ActiveRecord::Migration[6.1]\n${body.replaceAll(/^(?=.)/gm, '  ')}\nend\n`;

const change = (name: string, statements: string, before = '') =>
  migration(name, `${before}def change\n${statements.replaceAll(/^(?=.)/gm, '  ')}\nend`);

const up = (name: string, statements: string, before = '') =>
  migration(name, `${before}def up\n${statements.replaceAll(/^(?=.)/gm, '  ')}\nend\n\ndef down; end`);

const ORDER = "class Order < ActiveRecord::Base\n  self.table_name = 'orders'\nend\n\n";
const NO_TRANSACTION = 'disable_ddl_transaction!\n\n';

/** What `rails db:migrate` does, without an application. */
const MIGRATE = `require 'active_record'

ActiveRecord::Base.establish_connection(ENV.fetch('DATABASE_URL'))
ActiveRecord::MigrationContext.new(['db/migrate'], ActiveRecord::SchemaMigration).migrate
`;

const BASE = {
  'db/migrate/20240101000000_create_tables.rb': change(
    'CreateTables',
    `create_table :customers do |t|
  t.string :name, null: false
  t.string :email
  t.timestamps
end
create_table :orders do |t|
  t.bigint :customer_id, null: false
  t.string :country, null: false, limit: 40
  t.text :note
  t.string :status
  t.integer :total, null: false
end
create_table :logs do |t|
  t.text :text
end
create_table :coupons do |t|
  t.string :code, limit: 20, index: true
end
add_index :orders, :total`,
  ),
  'db/migrate/20240102000000_add_rows.rb': up(
    'AddRows',
    `customer = select_value("INSERT INTO customers (name, created_at, updated_at) VALUES ('a', now(), now()) RETURNING id")
5.times { |total| Order.create!(customer_id: customer, country: 'de', note: 'a', total: total) }`,
    ORDER,
  ),
};

const RAILS_PROJECT = {
  probe: ['/usr/bin/ruby', '-e', "require 'active_record'; require 'pg'"],
  command: () => ['/usr/bin/ruby', 'migrate.rb'],
};

export const RAILS: Framework = {
  name: 'Rails',
  ...RAILS_PROJECT,
  project: { 'migrate.rb': MIGRATE },
  base: BASE,
  change: [
    {
      path: 'db/migrate/20240201000000_remove_note.rb',
      text: change('RemoveNote', 'remove_column :orders, :note, :text'),
      rules: ['no-drop-column'],
    },
    {
      path: 'db/migrate/20240202000000_delete_logs.rb',
      text: up('DeleteLogs', 'Log.delete_all', "class Log < ActiveRecord::Base\n  self.table_name = 'logs'\nend\n\n"),
      rules: ['no-unfiltered-delete'],
    },
    {
      path: 'db/migrate/20240203000000_set_status.rb',
      text: up('SetStatus', "Order.reset_column_information\nOrder.update_all(status: 'new')", ORDER),
      rules: ['no-unfiltered-update'],
    },
    {
      path: 'db/migrate/20240204000000_index_country.rb',
      text: change('IndexCountry', 'add_index :orders, [:country, :status]'),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'db/migrate/20240205000000_shorten_country.rb',
      text: up('ShortenCountry', 'change_column :orders, :country, :string, limit: 20'),
      rules: ['no-column-type-change'],
    },
    {
      path: 'db/migrate/20240206000000_require_status.rb',
      text: change('RequireStatus', "change_column_null :orders, :status, false, 'new'"),
      rules: ['require-checked-not-null'],
    },
    {
      path: 'db/migrate/20240207000000_add_percent.rb',
      text: change('AddPercent', 'add_column :coupons, :percent, :integer, null: false'),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'db/migrate/20240208000000_add_customer_key.rb',
      text: change('AddCustomerKey', 'add_foreign_key :orders, :customers'),
      rules: ['require-not-valid-foreign-key'],
    },
    {
      path: 'db/migrate/20240209000000_index_emails.rb',
      text: change(
        'IndexEmails',
        "add_index :customers, 'lower(email)', unique: true, name: 'index_customers_on_email'",
      ),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'db/migrate/20240210000000_add_channel.rb',
      text: up(
        'AddChannel',
        `change_table :orders, bulk: true do |t|
  t.string :channel
  t.boolean :paid, null: false, default: false
end
change_column_default :orders, :channel, from: nil, to: 'web'`,
      ),
      rules: [],
    },
    {
      path: 'db/migrate/20240211000000_fill_channel.rb',
      text: up(
        'FillChannel',
        `Order.reset_column_information
Order.where(channel: nil).in_batches(of: 2) { |orders| orders.update_all(channel: 'web') }
Order.find_each(batch_size: 2) { |order| order.update!(channel: order.channel.upcase) }
Order.transaction { Order.order(:id).first.update_columns(paid: true) }`,
        NO_TRANSACTION + ORDER,
      ),
      rules: [],
    },
    {
      path: 'db/migrate/20240212000000_index_channel.rb',
      text: change(
        'IndexChannel',
        'add_index :orders, :channel, algorithm: :concurrently\nremove_index :orders, :total, algorithm: :concurrently',
        NO_TRANSACTION,
      ),
      rules: [],
    },
    {
      path: 'db/migrate/20240213000000_create_carts.rb',
      text: change(
        'CreateCarts',
        `create_table :carts do |t|
  t.references :customer, null: false, foreign_key: { on_delete: :cascade }
  t.string :owner
end
add_index :carts, :owner, unique: true
remove_column :carts, :owner, :string
create_join_table :carts, :coupons do |t|
  t.index [:cart_id, :coupon_id], unique: true
end`,
      ),
      rules: [],
    },
    {
      path: 'db/migrate/20240214000000_add_cart_to_orders.rb',
      text: change('AddCartToOrders', 'add_reference :orders, :cart, foreign_key: true'),
      rules: ['require-concurrent-index', 'require-not-valid-foreign-key'],
    },
    {
      path: 'db/migrate/20240215000000_add_checks.rb',
      text: change(
        'AddChecks',
        `add_check_constraint :orders, 'total >= 0', name: 'orders_total', validate: false
add_foreign_key :orders, :customers, column: :total, name: 'orders_payer', validate: false
remove_foreign_key :orders, name: 'orders_payer'`,
      ),
      // Dropping the key locks `customers`, which the statement does not name.
      rules: ['measured-lock'],
    },
    {
      path: 'db/migrate/20240216000000_validate_checks.rb',
      text: up('ValidateChecks', "execute 'ALTER TABLE orders VALIDATE CONSTRAINT orders_total'"),
      rules: [],
    },
    {
      path: 'db/migrate/20240217000000_rename_total.rb',
      text: change('RenameTotal', 'rename_column :orders, :total, :amount'),
      rules: ['no-rename'],
    },
    {
      path: 'db/migrate/20240218000000_rename_customers.rb',
      text: change('RenameCustomers', 'rename_table :customers, :clients'),
      rules: ['no-rename'],
    },
    {
      path: 'db/migrate/20240219000000_remove_code_index.rb',
      text: change('RemoveCodeIndex', 'remove_index :coupons, :code'),
      rules: ['require-concurrent-drop-index'],
    },
    {
      path: 'db/migrate/20240220000000_add_source.rb',
      text: up(
        'AddSource',
        `add_column :orders, :source, :string
Order.reset_column_information
Order.where(source: nil).find_each { |order| order.update!(source: 'shop') }
change_column_null :orders, :source, false`,
        ORDER,
      ),
      rules: ['no-backfill-after-ddl', 'require-checked-not-null'],
    },
    {
      path: 'db/migrate/20240221000000_empty_coupons.rb',
      text: up('EmptyCoupons', "execute 'TRUNCATE coupons'"),
      rules: ['no-truncate'],
    },
    {
      path: 'db/migrate/20240222000000_drop_logs.rb',
      text: up('DropLogs', 'drop_table :logs, if_exists: true'),
      rules: ['no-drop-table'],
    },
  ],
};

/** The change also edits a migration that is applied already. */
export const RAILS_EDITED: Framework = {
  name: 'Rails with an edited migration',
  ...RAILS_PROJECT,
  project: { 'migrate.rb': MIGRATE },
  base: BASE,
  change: [
    {
      path: 'db/migrate/20240101000000_create_tables.rb',
      text: `# frozen_string_literal: true\n\n${BASE['db/migrate/20240101000000_create_tables.rb']}`,
      rules: [],
    },
    {
      path: 'db/migrate/20240201000000_add_percent.rb',
      text: change('AddPercent', 'add_column :coupons, :percent, :integer, null: false'),
      rules: ['require-default-for-not-null'],
    },
    {
      path: 'db/migrate/20240202000000_drop_logs.rb',
      text: up('DropLogs', 'drop_table :logs'),
      rules: ['no-drop-table'],
    },
  ],
};

/** Migrations that are undone and applied again, to see that they can be. */
export const RAILS_ROLLBACK: Framework = {
  name: 'Rails, there and back',
  ...RAILS_PROJECT,
  project: {
    'migrate.rb': `${MIGRATE}context = ActiveRecord::MigrationContext.new(['db/migrate'], ActiveRecord::SchemaMigration)
context.rollback(2)
context.migrate
`,
  },
  base: BASE,
  change: [
    {
      path: 'db/migrate/20240201000000_add_channel.rb',
      text: change('AddChannel', 'add_column :orders, :channel, :string\nremove_column :orders, :note, :text'),
      rules: ['no-drop-column'],
    },
    {
      path: 'db/migrate/20240202000000_create_carts.rb',
      text: change('CreateCarts', 'create_table(:carts) { |t| t.string :owner }'),
      rules: [],
    },
  ],
};

/** The connection has settings that hold for all migrations. */
export const RAILS_SETTINGS: Framework = {
  name: 'Rails with settings of the connection',
  ...RAILS_PROJECT,
  project: {
    'migrate.rb': MIGRATE.replace(
      "(ENV.fetch('DATABASE_URL'))",
      "(url: ENV.fetch('DATABASE_URL'), variables: { lock_timeout: '2s' })",
    ),
  },
  base: BASE,
  change: [
    {
      path: 'db/migrate/20240201000000_add_trigger.rb',
      text: up(
        'AddTrigger',
        "execute 'CREATE TRIGGER same BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()'",
      ),
      rules: [],
    },
    {
      path: 'db/migrate/20240202000000_widen_code.rb',
      text: up('WidenCode', 'change_column :coupons, :code, :string, limit: 40'),
      rules: [],
    },
  ],
};

/** Columns that a migration changes before others of the change name them. */
export const RAILS_ORDER: Framework = {
  name: 'Rails with columns that several migrations name',
  ...RAILS_PROJECT,
  project: { 'migrate.rb': MIGRATE },
  base: BASE,
  change: [
    {
      path: 'db/migrate/20240201000000_widen_code.rb',
      text: up('WidenCode', 'change_column :coupons, :code, :string, limit: 40'),
      rules: [],
    },
    {
      path: 'db/migrate/20240202000000_shorten_country.rb',
      text: up('ShortenCountry', 'change_column :orders, :country, :string, limit: 20, null: false'),
      rules: ['no-column-type-change'],
    },
    {
      path: 'db/migrate/20240203000000_index_country.rb',
      text: change('IndexCountry', 'add_index :orders, :country\nadd_index :coupons, :code, name: :coupon_codes'),
      rules: ['require-concurrent-index'],
    },
    {
      path: 'db/migrate/20240204000000_rename_total.rb',
      text: change('RenameTotal', 'rename_column :orders, :total, :amount'),
      rules: ['no-rename'],
    },
    {
      path: 'db/migrate/20240205000000_create_carts.rb',
      text: change('CreateCarts', 'create_table(:carts) { |t| t.string :owner }'),
      rules: [],
    },
    {
      // The rename of its sequence is reported, although that is as new as the table.
      path: 'db/migrate/20240206000000_rename_carts.rb',
      text: change('RenameCarts', 'rename_table :carts, :baskets'),
      rules: ['no-rename'],
    },
  ],
};
