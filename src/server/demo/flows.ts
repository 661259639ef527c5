/** A flow of the made-up shop: who runs it, how often in a week, and with which values. */
export interface DemoFlow {
  readonly caller: keyof typeof CALLERS;
  readonly sql: string;
  /** Calls in a week. */
  readonly calls: number;
  /** Values in the place of `{}`, with their share of the calls. */
  readonly values?: readonly (readonly [value: string, share: number])[];
  /** Hours (UTC) in which it runs; default: as customers come. */
  readonly hours?: readonly number[];
  /** An application sends it for judgement over HTTP before it runs; no proxy sees it. */
  readonly overHttp?: true;
}

/** Callers, with the database that they use. */
export const CALLERS = {
  web: { user: 'shop', application: 'web', database: 'shop' },
  jobs: { user: 'shop', application: 'jobs', database: 'shop' },
  reports: { user: 'reporting', application: 'reports', database: 'shop_replica' },
  'support-desk': { user: 'support', application: 'support-desk', database: 'shop_replica' },
  psql: { user: 'dana', application: 'psql', database: 'shop' },
} as const;

const NIGHT = [1, 2, 3];
const OFFICE = [8, 9, 10, 11, 12, 13, 14, 15];

export const FLOWS: readonly DemoFlow[] = [
  { caller: 'web', sql: 'select id, name, price, stock from products where id = 4711', calls: 14_200 },
  { caller: 'web', sql: 'select id, email, name from customers where id = 31', calls: 9_800 },
  { caller: 'web', sql: "select product_id, quantity from carts where session_id = 'f3a9'", calls: 8_900 },
  { caller: 'web', sql: "insert into carts (session_id, product_id, quantity) values ('f3a9', 4711, 1)", calls: 3_400 },
  { caller: 'web', sql: "update carts set quantity = 2 where session_id = 'f3a9' and product_id = 4711", calls: 1_700 },
  { caller: 'web', sql: "delete from carts where session_id = 'f3a9'", calls: 1_250 },
  { caller: 'web', sql: "insert into orders (customer_id, total, status) values (31, 59.90, 'new')", calls: 1_180 },
  {
    caller: 'web',
    sql: 'insert into order_items (order_id, product_id, price) values (99, 4711, 59.90)',
    calls: 2_300,
  },
  {
    caller: 'web',
    sql: 'select id, total, status from orders where customer_id = 31 order by id desc limit 20',
    calls: 4_300,
  },
  {
    caller: 'web',
    sql: "select p.id, p.name, p.price from products p join categories c on c.id = p.category_id where c.slug = 'garden' order by p.sold desc limit 48",
    calls: 6_900,
  },
  {
    caller: 'web',
    sql: 'select rating, text from reviews where product_id = 4711 order by created_at desc limit 10',
    calls: 5_200,
  },
  { caller: 'web', sql: 'update customers set last_seen_at = now() where id = 31', calls: 2_900 },
  { caller: 'web', sql: "select code, discount from vouchers where code = 'SPRING'", calls: 640, overHttp: true },
  {
    caller: 'jobs',
    sql: 'select id, payload from outbox where sent_at is null order by id limit 100',
    calls: 2_016,
    hours: [...Array(24).keys()],
  },
  { caller: 'jobs', sql: 'update outbox set sent_at = now() where id = 12', calls: 1_300 },
  { caller: 'jobs', sql: 'delete from sessions where expires_at < now()', calls: 168, hours: [...Array(24).keys()] },
  { caller: 'jobs', sql: "update orders set status = 'shipped' where id = 99", calls: 880, hours: OFFICE },
  {
    caller: 'jobs',
    sql: "insert into import_staging (sku, price, stock) values ('A-1', 9.90, 12)",
    calls: 700,
    hours: NIGHT,
  },
  {
    caller: 'jobs',
    sql: 'insert into stock_levels (sku, stock) select sku, stock from import_staging where stock > 0',
    calls: 14,
    hours: NIGHT,
  },
  {
    caller: 'reports',
    sql: "select date_trunc('day', created_at), sum(total) from orders where created_at >= '2026-01-01' group by 1",
    calls: 210,
    hours: OFFICE,
  },
  { caller: 'reports', sql: 'select country, count(*) from customers group by country', calls: 96, hours: OFFICE },
  {
    caller: 'reports',
    sql: 'select sku, stock from stock_levels where stock < 5 order by stock limit 200',
    calls: 140,
    hours: OFFICE,
    overHttp: true,
  },
  {
    caller: 'support-desk',
    sql: 'select id, total, status, created_at from orders where id = 99',
    calls: 1_120,
    hours: OFFICE,
  },
  {
    caller: 'support-desk',
    sql: 'select note, created_at from customer_notes where customer_id = 31',
    calls: 620,
    hours: OFFICE,
  },
  {
    caller: 'support-desk',
    sql: "select id, email, country from customers where email like '%@example.com' order by id limit 50",
    calls: 235,
    hours: OFFICE,
  },
  {
    caller: 'reports',
    sql: "select id, customer_id, total, created_at from orders where created_at >= '2026-11-01' order by id limit {}",
    calls: 188,
    values: [
      ['500', 0.6],
      ['2000', 0.24],
      ['10000', 0.16],
    ],
    hours: OFFICE,
  },
  { caller: 'jobs', sql: 'delete from carts', calls: 7, hours: [2] },
  { caller: 'jobs', sql: 'truncate import_staging', calls: 14, hours: NIGHT },
  { caller: 'psql', sql: 'select pg_terminate_backend(4242)', calls: 3, hours: OFFICE },
  { caller: 'psql', sql: 'alter table products drop column legacy_sku', calls: 2, hours: [9] },
  { caller: 'web', sql: 'select * from products where category_id = 7 order by name limit 24', calls: 310 },
  {
    caller: 'web',
    sql: 'select id, name, price from products where id in ({})',
    calls: 96,
    values: [
      [list(20), 0.7],
      [list(140), 0.3],
    ],
  },
  { caller: 'jobs', sql: 'call rebuild_search_index(42)', calls: 7, hours: [4] },
  {
    caller: 'psql',
    sql: "do $$ begin execute format('reindex table %I', current_setting('shop.table')); end $$",
    calls: 2,
    hours: [10],
  },
];

function list(length: number): string {
  return Array.from({ length }, (_, at) => 100 + at).join(', ');
}
