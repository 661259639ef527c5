// The workload of the example shop in examples/simulate/: the applications that scripts/make-example-history.ts runs
// against a real PostgreSQL server. The scripts are for pgbench, where `:name` is a variable.

/** Tables, rows and roles that exist before the first day. */
export const SETUP = `
CREATE TABLE customers (id int PRIMARY KEY, email text NOT NULL, country text NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE products (id int PRIMARY KEY, category_id int NOT NULL, name text NOT NULL, description text NOT NULL,
  price numeric NOT NULL, stock int NOT NULL, rank int NOT NULL, active boolean NOT NULL);
CREATE TABLE reviews (id int PRIMARY KEY, product_id int NOT NULL, rating int NOT NULL, body text NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE carts (id int PRIMARY KEY, customer_id int NOT NULL, touched_at timestamptz NOT NULL);
CREATE TABLE cart_items (cart_id int NOT NULL, product_id int NOT NULL, quantity int NOT NULL, PRIMARY KEY (cart_id, product_id));
CREATE TABLE orders (id serial PRIMARY KEY, customer_id int NOT NULL, total numeric NOT NULL, state text NOT NULL, placed_at timestamptz NOT NULL);
CREATE TABLE order_items (order_id int NOT NULL, product_id int NOT NULL, quantity int NOT NULL, price numeric NOT NULL);
CREATE TABLE invoices (id serial PRIMARY KEY, order_id int NOT NULL, amount numeric NOT NULL, state text NOT NULL, sent_at timestamptz);
CREATE TABLE payments (id serial PRIMARY KEY, invoice_id int NOT NULL, amount numeric NOT NULL, paid_at timestamptz NOT NULL);
CREATE TABLE import_staging (product_id int, stock int);
INSERT INTO customers SELECT n, 'c' || n || '@shop.example', (ARRAY['de', 'fr', 'pl', 'us'])[1 + n % 4], now() - n * interval '1 hour'
  FROM generate_series(1, 9000) n;
INSERT INTO products SELECT n, 1 + n % 20, (ARRAY['lamp', 'desk', 'chair', 'shelf'])[1 + n % 4] || ' ' || n, 'about ' || n, 5 + n % 300, 100000, n, n % 9 > 0
  FROM generate_series(1, 2000) n;
INSERT INTO reviews SELECT n, 1 + n % 2000, 1 + n % 5, 'review ' || n, now() - n * interval '1 minute' FROM generate_series(1, 6000) n;
INSERT INTO orders (customer_id, total, state, placed_at)
  SELECT 1 + n % 9000, 20 + n % 400, 'paid', now() - n * interval '10 minutes' FROM generate_series(1, 5000) n;
INSERT INTO order_items SELECT n, 1 + n % 2000, 1, 20 FROM generate_series(1, 5000) n;
INSERT INTO invoices (order_id, amount, state) SELECT n, 20, 'open' FROM generate_series(1, 5000) n;
CREATE INDEX ON reviews (product_id);
CREATE INDEX ON orders (customer_id);
CREATE INDEX ON products (category_id);
CREATE ROLE shop_web LOGIN; CREATE ROLE billing LOGIN; CREATE ROLE reporting LOGIN; CREATE ROLE support LOGIN;
CREATE ROLE jobs LOGIN; CREATE ROLE migrator LOGIN SUPERUSER;
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public TO shop_web, billing, reporting, support, jobs;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO shop_web, billing, reporting, support, jobs;
`;

/** A transaction of an application, and how often it runs compared with its others. */
export interface Transaction {
  readonly weight: number;
  readonly script: string;
}

/** An application, with its own user and protocol. */
export interface Application {
  readonly name: string;
  readonly user: string;
  /** The protocol of pgbench: `simple` puts values into the query text, the others send them separately. */
  readonly protocol: 'simple' | 'extended' | 'prepared';
  /** Transactions in each of the six parts of a working day. */
  readonly perPart: readonly [number, number, number, number, number, number];
  readonly transactions: readonly Transaction[];
}

/** The export of customers, in a size that the user chooses: three scripts, but one query shape. */
const exported = (rows: number): string => `\\set after random(1, 3000)
SELECT id, email, country, created_at FROM customers WHERE id > :after ORDER BY id LIMIT ${rows};
`;

export const APPLICATIONS: readonly Application[] = [
  {
    name: 'web',
    user: 'shop_web',
    protocol: 'prepared',
    perPart: [60, 220, 520, 560, 640, 300],
    transactions: [
      {
        weight: 30,
        script: `\\set category random(1, 20)
\\set page 24 * random(0, 3)
SELECT id, name, price FROM products WHERE category_id = :category AND active ORDER BY rank LIMIT 24 OFFSET :page;
SELECT count(*) FROM products WHERE category_id = :category AND active;
`,
      },
      {
        weight: 30,
        script: `\\set product random(1, 2000)
SELECT id, name, description, price, stock FROM products WHERE id = :product;
SELECT id, rating, body FROM reviews WHERE product_id = :product ORDER BY created_at DESC LIMIT 10;
`,
      },
      {
        weight: 12,
        script: `\\set cart random(1, 400)
\\set product random(1, 2000)
BEGIN;
INSERT INTO carts (id, customer_id, touched_at) VALUES (:cart, :cart, now()) ON CONFLICT (id) DO UPDATE SET touched_at = now();
INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (:cart, :product, 1) ON CONFLICT (cart_id, product_id) DO NOTHING;
COMMIT;
SELECT p.id, p.name, p.price, i.quantity FROM cart_items i JOIN products p ON p.id = i.product_id WHERE i.cart_id = :cart;
`,
      },
      {
        weight: 4,
        script: `\\set cart random(1, 400)
\\set product random(1, 2000)
\\set other random(1, 2000)
BEGIN;
INSERT INTO orders (customer_id, total, state, placed_at) VALUES (:cart, 40, 'new', now()) RETURNING id \\gset
INSERT INTO order_items (order_id, product_id, quantity, price) VALUES (:id, :product, 1, 20), (:id, :other, 1, 20);
UPDATE products SET stock = stock - 1 WHERE id IN (:product, :other);
DELETE FROM cart_items WHERE cart_id = :cart;
COMMIT;
`,
      },
      {
        weight: 8,
        script: `\\set customer random(1, 9000)
SELECT id, total, state, placed_at FROM orders WHERE customer_id = :customer ORDER BY placed_at DESC LIMIT 20;
`,
      },
      {
        weight: 6,
        script: `SELECT id, name, price FROM products WHERE name LIKE 'lamp%' AND active ORDER BY rank LIMIT 24;
`,
      },
    ],
  },
  {
    name: 'billing',
    user: 'billing',
    protocol: 'extended',
    perPart: [10, 10, 20, 20, 20, 10],
    transactions: [
      {
        weight: 3,
        script: `SELECT id, order_id, amount FROM invoices WHERE state = 'open' ORDER BY id LIMIT 100;
\\set invoice random(1, 5000)
BEGIN;
UPDATE invoices SET state = 'sent', sent_at = now() WHERE id = :invoice;
COMMIT;
`,
      },
      {
        weight: 1,
        script: `\\set invoice random(1, 5000)
INSERT INTO payments (invoice_id, amount, paid_at) VALUES (:invoice, 20, now());
UPDATE invoices SET state = 'paid' WHERE id = :invoice;
`,
      },
    ],
  },
  {
    name: 'reports',
    user: 'reporting',
    protocol: 'extended',
    perPart: [0, 2, 6, 8, 6, 2],
    transactions: [
      {
        weight: 4,
        script: `SELECT placed_at::date, count(*), sum(total) FROM orders WHERE placed_at >= now() - interval '7 days' GROUP BY 1 ORDER BY 1;
`,
      },
      {
        weight: 2,
        script: `SELECT p.id, p.name, sum(i.quantity) AS sold FROM order_items i JOIN products p ON p.id = i.product_id GROUP BY p.id, p.name ORDER BY sold DESC LIMIT 50;
`,
      },
      { weight: 6, script: exported(500) },
      { weight: 2, script: exported(2000) },
      { weight: 1, script: exported(5000) },
    ],
  },
  {
    name: 'support-desk',
    user: 'support',
    protocol: 'simple',
    perPart: [0, 0, 14, 16, 10, 0],
    transactions: [
      {
        weight: 4,
        script: `\\set number random(10, 8999)
SELECT id, email, country FROM customers WHERE email LIKE '%:number%' ORDER BY id LIMIT 50;
`,
      },
      {
        weight: 3,
        script: `\\set order random(1, 5000)
SELECT o.id, o.total, o.state, i.product_id, i.quantity FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.id = :order;
`,
      },
      {
        weight: 1,
        script: `\\set order random(1, 5000)
UPDATE orders SET state = 'refunded' WHERE id = :order;
`,
      },
    ],
  },
];

/** SQL that psql runs once, in the first part of every day or of one day. */
export interface Job {
  readonly name: string;
  readonly user: string;
  /** Day of the fortnight, starting at 0; undefined for every day. */
  readonly day: number | undefined;
  readonly sql: string;
}

export const JOBS: readonly Job[] = [
  {
    name: 'jobs',
    user: 'jobs',
    day: undefined,
    sql: `TRUNCATE import_staging;
COPY import_staging (product_id, stock) FROM STDIN;
1\t120
2\t80
3\t300
\\.
UPDATE products p SET stock = s.stock FROM import_staging s WHERE s.product_id = p.id;
DELETE FROM carts WHERE touched_at < now() - interval '30 days';
`,
  },
  {
    name: 'migrate',
    user: 'migrator',
    day: 6,
    sql: `SET lock_timeout = '2s';
ALTER TABLE orders ADD COLUMN note text;
CREATE INDEX CONCURRENTLY orders_placed_at ON orders (placed_at);
`,
  },
];
