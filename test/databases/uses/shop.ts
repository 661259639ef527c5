// A shop whose traffic is recorded, and everything that a change could take away from it.

/** A statement of the traffic, and how often it runs. */
export interface Query {
  readonly sql: string;
  readonly user: 'web' | 'reports' | 'batch' | 'ledger';
  readonly calls: number;
  /**
   * A column, as `table column`, without which the query runs all the same and means something else: a name in its subquery
   * is then that of an outer table.
   */
  readonly rebinds?: string;
}

export const SCHEMA = [
  'CREATE TABLE customers (id int PRIMARY KEY, email varchar(80), name varchar(80), country varchar(2), note varchar(80), phone varchar(20))',
  "CREATE TABLE orders (id int PRIMARY KEY, customer_id int, state varchar(20) DEFAULT 'new', total int, legacy_code varchar(20), memo varchar(80))",
  'CREATE TABLE order_items (order_id int, product_id int, quantity int, price int, discount int)',
  'CREATE TABLE products (id int PRIMARY KEY, title varchar(80), price int, stock int, sku varchar(20), old_price int)',
  'CREATE TABLE carts (id int PRIMARY KEY, content varchar(200), touched int)',
  'CREATE TABLE audit_log (id int, body varchar(200))',
  'CREATE TABLE imports (id int, raw varchar(200))',
  'CREATE TABLE old_events (id int, body varchar(200))',
  'CREATE VIEW monthly_sales AS SELECT customer_id, sum(total) AS amount FROM orders GROUP BY customer_id',
  "CREATE VIEW french AS SELECT id, name FROM customers WHERE country = 'FR'",
  'CREATE VIEW stock_value AS SELECT id, stock * price AS worth FROM products',
];

/** Some queries copy rows. */
export const ROWS = ["INSERT INTO products VALUES (1, 'a', 2, 3, 'b', 4)"];

/** Both servers read these. */
export const QUERIES: readonly Query[] = [
  { sql: "SELECT id, name FROM customers WHERE email = 'a'", user: 'web', calls: 5 },
  {
    sql: 'SELECT c.name, o.total FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.id = 1',
    user: 'web',
    calls: 3,
  },
  {
    sql: 'SELECT o.id, i.quantity, i.price FROM orders o JOIN order_items i ON i.order_id = o.id',
    user: 'web',
    calls: 4,
  },
  { sql: "SELECT count(*) FROM orders WHERE state = 'new'", user: 'reports', calls: 2 },
  {
    sql: 'SELECT id FROM products p WHERE EXISTS (SELECT * FROM order_items i WHERE i.product_id = p.id)',
    user: 'reports',
    calls: 2,
  },
  { sql: 'SELECT title AS old_price FROM products WHERE id = 1', user: 'web', calls: 6 },
  { sql: 'SELECT amount FROM monthly_sales WHERE customer_id = 1', user: 'reports', calls: 2 },
  { sql: 'SELECT name FROM french', user: 'reports', calls: 1 },
  {
    sql: 'WITH recent AS (SELECT id, customer_id FROM orders WHERE total > 5) SELECT r.id FROM recent r',
    user: 'reports',
    calls: 1,
  },
  { sql: 'SELECT * FROM carts WHERE id = 1', user: 'web', calls: 7 },
  { sql: 'SELECT c.id FROM carts c JOIN customers u ON u.id = c.id ORDER BY u.note', user: 'batch', calls: 1 },
  {
    sql: "SELECT o.id FROM orders o WHERE o.customer_id IN (SELECT id FROM customers WHERE country = 'FR')",
    user: 'reports',
    calls: 2,
    rebinds: 'customers id',
  },
  { sql: 'INSERT INTO orders (id, customer_id, total) VALUES (7, 1, 2)', user: 'web', calls: 1 },
  { sql: "INSERT INTO audit_log VALUES (1, 'x')", user: 'batch', calls: 3 },
  {
    sql: 'INSERT INTO order_items (order_id, product_id, quantity, price) SELECT 1, id, 1, price FROM products WHERE id = 1',
    user: 'web',
    calls: 2,
  },
  { sql: "UPDATE orders SET state = 'sent' WHERE id = 1", user: 'web', calls: 4 },
  { sql: 'UPDATE products SET stock = stock - 1 WHERE id = 1', user: 'web', calls: 4 },
  {
    sql: "UPDATE customers SET note = 'x' WHERE id IN (SELECT customer_id FROM orders WHERE total > 100)",
    user: 'batch',
    calls: 1,
  },
  { sql: 'DELETE FROM carts WHERE touched < 5', user: 'batch', calls: 2 },
];

export const TABLES: Readonly<Record<string, readonly string[]>> = {
  customers: ['id', 'email', 'name', 'country', 'note', 'phone'],
  orders: ['id', 'customer_id', 'state', 'total', 'legacy_code', 'memo'],
  order_items: ['order_id', 'product_id', 'quantity', 'price', 'discount'],
  products: ['id', 'title', 'price', 'stock', 'sku', 'old_price'],
  carts: ['id', 'content', 'touched'],
  audit_log: ['id', 'body'],
  imports: ['id', 'raw'],
  old_events: ['id', 'body'],
};
export const VIEWS = ['monthly_sales', 'french', 'stock_value'] as const;

/** Removals and renames that both servers have. */
export const REMOVALS: readonly string[] = [
  ...Object.entries(TABLES).flatMap(([table, columns]) => [
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table} RENAME TO moved`,
    `ALTER TABLE ${table} ADD COLUMN required_one int NOT NULL`,
    ...columns.flatMap((column) => [
      `ALTER TABLE ${table} DROP COLUMN ${column}`,
      `ALTER TABLE ${table} RENAME COLUMN ${column} TO renamed`,
    ]),
  ]),
  ...VIEWS.map((view) => `DROP VIEW ${view}`),
];
