import type { Random } from '../simulation/random.ts';
import type { Sent } from './journal.ts';

const TEXTS = [
  ...['plain', "it's", 'two\nlines', 'tab\there', 'a "quoted" word', '\\', 'C:\\new', '%', '_', '100%', '', ' x '],
  ...[
    '; DROP TABLE orders; --',
    '/* no comment */',
    '-- no comment',
    '# no comment',
    '?',
    'naïve café',
    '日本語',
    '😀',
  ],
  ...['\n# Time: 261120 16:22:13\n', '\n# User@Host: evil[evil] @ localhost []\n', ';\n', 'SET timestamp=1;\n', '`'],
  ...['a\n# Query_time: 1  Lock_time: 0', '{"a": [1, "b"]}', 'x,y,"z"', 'LIMIT 5', '/*! 1 */', '\u2028'],
];

/** Generates literals in all forms that MariaDB reads. */
export class Literals {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  below(limit: number): number {
    return this.#random.below(limit);
  }

  pick<T>(items: readonly T[]): T {
    return this.#random.pick(items);
  }

  get raw(): string {
    return this.pick(TEXTS);
  }

  get id(): string {
    return this.pick([String(this.below(200)), String(this.below(2_000_000_000)), '0']);
  }

  get number(): string {
    return this.pick([this.id, `${this.below(1000)}.${this.below(100)}`, '.5', '1e3', '2.5E-2', `-${this.id}`, '0x1F']);
  }

  get text(): string {
    const { raw } = this;
    const escaped = raw.replaceAll('\\', '\\\\');
    const single = `'${escaped.replaceAll("'", this.pick(["''", "\\'"]))}'`;
    const double = `"${escaped.replaceAll('"', this.pick(['""', '\\"']))}"`;
    const ascii = /^[ -~]*$/.test(raw);
    return this.pick([
      single,
      single,
      double,
      `_utf8mb4${single}`,
      ascii ? `N${single}` : single,
      `${single} 'and more'`,
      `CONCAT(${single}, 'x')`,
      "X'6162'",
    ]);
  }

  get pattern(): string {
    return `'${this.pick(['%', '_', '', 'a%', '%a', 'a', '%%'])}${this.raw.replaceAll('\\', '').replaceAll("'", "''")}'`;
  }

  get ids(): string {
    return Array.from({ length: 1 + this.below(this.pick([3, 12, 40])) }, () => this.id).join(
      this.pick([', ', ',', ' ,\n']),
    );
  }

  get rows(): string {
    const first = this.below(1_000_000_000);
    const row = (_: unknown, n: number) => `(${first + n}, ${this.below(40)}, ${this.number}, 'open', ${this.text})`;
    return Array.from({ length: 1 + this.below(this.pick([1, 3, 20])) }, row).join(this.pick([', ', ',\n  ']));
  }

  get paging(): string {
    return this.pick([
      '',
      ` LIMIT ${1 + this.below(60)}`,
      ` LIMIT ${this.below(9000)} OFFSET ${this.id}`,
      ` LIMIT ${this.below(90)}, ${this.below(9000)}`,
      ` OFFSET 3 ROWS FETCH NEXT ${this.below(30)} ROWS ONLY`,
      ` FETCH FIRST ${1 + this.below(9)} ROWS ONLY`,
    ]);
  }
}

type Make = (l: Literals) => Sent;

const sql =
  (make: (l: Literals) => string): Make =>
  (l) => ({ sql: make(l) });

/** Statements that read and write rows, as text. */
export const TEXT: readonly Make[] = [
  sql((l) => `SELECT order_id, total FROM orders WHERE customer_id = ${l.id} ORDER BY order_id${l.paging}`),
  sql((l) => `SELECT * FROM orders WHERE state = ${l.text} /* a; b */${l.paging}`),
  sql(
    (l) =>
      `select o.order_id,\n       c.name\n  from orders o\n  join customers c using (customer_id) # the customer\n where c.name = ${l.text}${l.paging}`,
  ),
  sql((l) => `SELECT order_id FROM \`orders\` WHERE order_id IN (${l.ids})${l.paging}`),
  sql((l) => `SELECT count(*) FROM shop.orders WHERE total > ${l.number} AND note LIKE ${l.pattern}`),
  sql((l) => `SELECT name FROM customers WHERE name NOT LIKE ${l.pattern} AND customer_id BETWEEN ${l.id} AND ${l.id}`),
  sql(
    (l) =>
      `SELECT order_id FROM orders WHERE placed > NOW() - INTERVAL ${l.below(9)} DAY AND placed < '2026-01-0${1 + l.below(8)}'`,
  ),
  sql(
    (l) =>
      `WITH recent AS (SELECT * FROM orders WHERE order_id > ${l.id} LIMIT ${l.below(9)}) SELECT count(*), ${l.number} FROM recent`,
  ),
  sql((l) => `SELECT state, sum(total) AS s FROM orders GROUP BY 1 HAVING s > ${l.number} ORDER BY 2 DESC${l.paging}`),
  sql(
    (l) =>
      `(SELECT name FROM customers WHERE customer_id = ${l.id} LIMIT 3) UNION ALL (SELECT ${l.text} LIMIT ${l.below(9)}) LIMIT ${l.below(99)}`,
  ),
  sql(
    (l) =>
      `SELECT c.*, (SELECT max(total) FROM orders o WHERE o.customer_id = c.customer_id) FROM customers c, items i WHERE i.order_id = ${l.id}`,
  ),
  sql(
    (l) =>
      `SELECT order_id FROM orders WHERE EXISTS (SELECT 1 FROM items WHERE items.order_id = orders.order_id AND sku = ${l.text}) FOR UPDATE`,
  ),
  sql((l) => `SELECT order_id FROM orders WHERE note = ${l.text} LOCK IN SHARE MODE`),
  sql(
    (l) =>
      `SELECT SQL_NO_CACHE STRAIGHT_JOIN lower(${l.text}), IF(${l.id} > 5, ${l.text}, NULL), TRUE, b'101', @@version, @x := ${l.below(9)}`,
  ),
  sql(
    (l) =>
      `SELECT /*! SQL_SMALL_RESULT */ order_id FROM orders WHERE order_id = ${l.id} /*!40101 AND 1 = 1 */${l.paging}`,
  ),
  sql(
    (l) =>
      `SELECT /*+ NO_ICP(orders) */ order_id FROM orders USE INDEX (PRIMARY) WHERE order_id > ${l.id} LIMIT ${l.below(9)}`,
  ),
  sql(
    (l) =>
      `INSERT INTO orders (order_id, customer_id, total, state, note) VALUES ${l.rows} ON DUPLICATE KEY UPDATE note = VALUES(note), total = ${l.below(99)}`,
  ),
  sql((l) => `INSERT IGNORE INTO orders SET order_id = ${l.id}, note = ${l.text}`),
  sql((l) => `REPLACE INTO orders (order_id, note) VALUES (${l.id}, ${l.text})`),
  sql((l) => `INSERT INTO audit (what) SELECT note FROM orders WHERE order_id < ${l.id} LIMIT ${l.below(20)}`),
  sql((l) => `UPDATE orders SET state = 'sent', note = ${l.text} WHERE order_id = ${l.id} LIMIT 1`),
  sql(
    (l) =>
      `UPDATE orders o JOIN customers c ON c.customer_id = o.customer_id SET o.total = o.total + ${l.below(9)} WHERE c.name = ${l.text}`,
  ),
  sql((l) => `UPDATE items SET sku = ${l.text}`),
  sql(
    (l) =>
      `UPDATE items SET sku = 'x' WHERE ${l.pick(['1 = 1', 'true', "'a' = 'a'", '1 = 2', '1', 'order_id = order_id'])}`,
  ),
  sql((l) => `DELETE FROM items WHERE order_id IN (${l.ids}) AND sku = ${l.text}`),
  sql(
    (l) =>
      `DELETE FROM audit WHERE ${l.pick(['true', '1', `${l.below(3)} = ${l.below(3)}`, "what = 'never'", 'what IS NULL', "what = 'a' || 1"])}`,
  ),
  sql((l) => `DELETE FROM audit ORDER BY what LIMIT ${l.below(9)}`),
  sql((l) => `DELETE o FROM orders o JOIN customers c USING (customer_id) WHERE c.name = ${l.text}`),
  sql((l) => `EXPLAIN SELECT * FROM orders WHERE order_id = ${l.id} LIMIT ${l.below(9)}`),
  sql((l) => `ANALYZE DELETE FROM orders WHERE order_id = -${l.below(9)}`),
  sql((l) => `SET @a = ${l.below(9)}, SESSION sort_buffer_size = ${100_000 + l.below(9)}`),
  sql(
    (l) => `SET STATEMENT max_statement_time = ${1 + l.below(9)} FOR SELECT order_id FROM orders LIMIT ${l.below(99)}`,
  ),
  sql((l) => `DO SLEEP(0), ${l.below(9)}`),
  sql((l) => `CALL clean_up(${l.below(5)}, ${l.text})`),
  sql((l) => `SELECT total_of(${l.below(9)}), JSON_VALUE('{"a": ${l.below(9)}}', '$.a')`),
  sql((l) => `VALUES (${l.below(9)}, ${l.text}), (1, 'x')`),
  sql(() => 'SHOW TABLES'),
  sql((l) => `SHOW VARIABLES LIKE 'max_${l.pick(['a', 'b'])}%'`),
  sql(() => 'DESCRIBE orders'),
  sql((l) => `\n\t  SELECT ${l.text}\n\n\n  LIMIT ${l.below(9)}  \n   `),
  (l) => ({
    sql: `/*application='checkout',controller='orders%2Findex',traceparent='00-${l.below(99)}-01'*/ SELECT order_id FROM orders WHERE order_id = ${l.id} LIMIT ${l.below(900)}`,
    tags: { application: 'checkout', controller: 'orders/index' },
  }),
  (l) => ({
    sql: `UPDATE orders SET note = ${l.text} WHERE order_id = ${l.id} /*job:nightly,action:run*/`,
    tags: { job: 'nightly', action: 'run' },
  }),
  (l) => ({
    sql: `SELECT upper(state) FROM orders WHERE order_id = ${l.id} /*controller='cart'*/`,
    tags: { controller: 'cart' },
  }),
  sql((l) => `SELEC ${l.id} FROM broken`),
  sql((l) => `SELECT nothing FROM nowhere WHERE a = ${l.text}`),
  sql((l) => `INSERT INTO orders (order_id, note) VALUES (NULL, ${l.text})`),
];

/** The same with `?`, for the binary protocol: the server writes the values into its log. */
export const PREPARED: readonly ((l: Literals) => {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
})[] = [
  (l) => ({
    sql: 'SELECT order_id FROM orders WHERE customer_id = ? ORDER BY order_id LIMIT ?',
    values: [l.below(40), l.below(6000)],
  }),
  (l) => ({
    sql: 'SELECT order_id FROM orders WHERE note = ? LIMIT ? OFFSET ?',
    values: [l.raw, l.below(60), l.below(60)],
  }),
  (l) => ({
    sql: 'SELECT name FROM customers WHERE name LIKE ? AND customer_id <> ?',
    values: [l.pick(['%x', 'x%', '_', l.raw]), l.below(9)],
  }),
  (l) => ({
    sql: 'SELECT order_id FROM orders WHERE order_id IN (?, ?, ?) AND state = ?',
    values: [1, l.below(9), null, l.raw],
  }),
  (l) => ({
    sql: 'INSERT INTO orders (order_id, note) VALUES (?, ?), (?, ?) ON DUPLICATE KEY UPDATE total = 1',
    values: [l.below(500), l.raw, l.below(500) + 1000, null],
  }),
  (l) => ({
    sql: 'UPDATE orders SET note = ?, total = ? WHERE order_id = ?',
    values: [l.raw, l.below(99) / 4, l.below(99)],
  }),
  (l) => ({ sql: 'DELETE FROM items WHERE order_id = ? AND sku <> ?', values: [l.below(99), l.raw] }),
];

/** A sequence of statements of one session. `id` makes its names unique. */
export const TALES: readonly ((l: Literals, id: string) => readonly Sent[])[] = [
  (l) => [
    { sql: 'START TRANSACTION' },
    { sql: `UPDATE audit SET what = ${l.text} WHERE what = 'never'` },
    { sql: 'SAVEPOINT here' },
    { sql: 'ROLLBACK TO SAVEPOINT here' },
    { sql: l.pick(['COMMIT', 'ROLLBACK']) },
  ],
  (l) => [
    { sql: 'CREATE TEMPORARY TABLE picked (id int, note text)' },
    { sql: `INSERT INTO picked VALUES (${l.id}, ${l.text})` },
    { sql: 'DELETE FROM picked' },
    { sql: `SELECT * FROM picked LIMIT ${l.below(99)}` },
    { sql: 'TRUNCATE TABLE picked' },
    { sql: 'DROP TEMPORARY TABLE picked' },
  ],
  (l, id) => [
    { sql: `CREATE TABLE report_${id} AS SELECT * FROM orders LIMIT ${l.below(20)}` },
    {
      sql: `ALTER TABLE report_${id} ADD COLUMN extra int NOT NULL DEFAULT ${l.below(9)}, DROP COLUMN note, ADD INDEX (total)`,
    },
    { sql: `UPDATE report_${id} SET extra = ${l.below(9)}` },
    { sql: `CREATE VIEW seen_${id} AS SELECT total FROM report_${id} WHERE total > ${l.below(9)}` },
    { sql: `DROP VIEW seen_${id}` },
    { sql: `DELETE FROM report_${id}` },
    { sql: `DROP TABLE report_${id}` },
    { sql: `SELECT * FROM report_${id}` },
  ],
  (l) => [
    { sql: 'CREATE TEMPORARY TABLE orders (order_id int)' },
    { sql: 'DELETE FROM orders' },
    { sql: 'DROP TEMPORARY TABLE orders' },
    { sql: `SELECT * FROM orders LIMIT ${l.below(9)}` },
  ],
  (l) => [
    { sql: 'LOCK TABLES audit WRITE, orders READ' },
    { sql: `INSERT INTO audit (what) VALUES (${l.text})` },
    { sql: 'UNLOCK TABLES' },
    { sql: 'ANALYZE TABLE customers' },
    { sql: 'FLUSH TABLES customers' },
  ],
  // Logs show statements prepared in SQL as the server runs them: instead of the EXECUTE in a slow log, next to it in a
  // general log.
  (l, id) => {
    const id1 = l.below(99);
    const run = `SELECT order_id FROM orders WHERE order_id = ${id1} LIMIT 5`;
    const execute = `EXECUTE by_${id} USING @id`;
    const inner = `SELECT order_id FROM orders LIMIT ${l.below(9000)}`;
    const immediate = `EXECUTE IMMEDIATE '${inner}'`;
    return [
      { sql: `PREPARE by_${id} FROM 'SELECT order_id FROM orders WHERE order_id = ? LIMIT 5'` },
      { sql: `SET @id = ${id1}` },
      { sql: execute, logged: { slow: [run], general: [execute, run] } },
      { sql: `DEALLOCATE PREPARE by_${id}` },
      { sql: immediate, logged: { slow: [inner, immediate], general: [immediate, inner] } },
    ];
  },
  (l) => [
    { sql: 'USE other', after: { database: 'other' } },
    { sql: `SELECT note FROM notes WHERE id = ${l.id} LIMIT ${l.below(9)}` },
    { sql: `SELECT * FROM shop.orders LIMIT ${l.below(9)}` },
    { sql: 'use `shop`', after: { database: 'shop' } },
  ],
];
