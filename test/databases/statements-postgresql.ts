import type { Random } from '../simulation/random.ts';
import type { Sent } from './journal.ts';

/**
 * Texts that are hard to recognise in a log: quotes, line ends, text that looks like a log line, comments, other
 * alphabets.
 */
const TEXTS = [
  ...['plain', "it's", 'two\nlines', 'tab\there', '\n\n', 'a "quoted" word', '\\', 'C:\\new', '%', '_', '100%', ''],
  ...[
    '; DROP TABLE orders; --',
    '/* no comment */',
    '-- no comment',
    '$1',
    '?',
    '$$',
    'naïve café',
    '日本語 テキスト',
    '😀',
  ],
  ...['2026-11-20 10:00:00.000 UTC [17] web@shop LOG:  statement: DELETE FROM orders', 'LOG:  duration: 0.1 ms  x'],
  ...['{"a": [1, "b"]}', 'x,y,"z"', "''", '\u00a0', '   ', 'LIMIT 5', "E'\\n'", 'a\rb', '\u2028'],
];

/** Generates literals in all forms. */
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

  chance(share: number): boolean {
    return this.#random.chance(share);
  }

  get raw(): string {
    return this.pick(TEXTS);
  }

  /** An integer that fits an `int`. */
  get id(): string {
    return this.pick([String(this.below(200)), String(this.below(2_000_000_000)), `${this.below(90)}`, '0']);
  }

  get number(): string {
    return this.pick([
      this.id,
      `${this.below(1000)}.${this.below(100)}`,
      '.5',
      '1e3',
      '2.5E-2',
      `-${this.id}`,
      '9999999999',
    ]);
  }

  get text(): string {
    const { raw } = this;
    const quoted = `'${raw.replaceAll("'", "''")}'`;
    const escaped = `E'${raw.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
    const dollar = raw.includes('$') ? quoted : `$${this.pick(['', 'a', 'body'])}$`;
    return this.pick([
      quoted,
      quoted,
      quoted,
      escaped,
      dollar === quoted ? quoted : `${dollar}${raw}${dollar}`,
      raw.includes('\\') ? quoted : `U&${quoted}`,
      `${quoted}::text`,
      `CAST(${quoted} AS varchar(40))`,
    ]);
  }

  /** A plain string that can be made a pattern. */
  get pattern(): string {
    return `'${this.pick(['%', '_', '', 'a%', '%a', 'a', '%%', 'x_'])}${this.raw.replaceAll("'", "''").replaceAll('\\', '')}'`;
  }

  get ids(): string {
    return Array.from({ length: 1 + this.below(this.pick([3, 12, 40])) }, () => this.id).join(
      this.pick([', ', ',', ' ,\n']),
    );
  }

  get texts(): string {
    return Array.from({ length: 1 + this.below(6) }, () => `'${this.raw.replaceAll("'", "''")}'`).join(', ');
  }

  get rows(): string {
    const first = this.below(1_000_000_000);
    const row = (_: unknown, n: number) => `(${first + n}, ${this.below(40)}, ${this.number}, 'open', ${this.text})`;
    return Array.from({ length: 1 + this.below(this.pick([1, 3, 20])) }, row).join(this.pick([', ', ',\n  ']));
  }

  get comment(): string {
    return this.pick(['', '', '', ' /* a; b */', ' -- end\n', '\n/* nested /* comment */ */\n', ' ']);
  }

  get paging(): string {
    const { id } = this;
    return this.pick([
      '',
      ` LIMIT ${1 + this.below(60)}`,
      ` LIMIT ${this.below(9000)} OFFSET ${id}`,
      ` OFFSET ${this.below(50)}`,
      ` OFFSET ${this.below(50)} LIMIT ${this.below(500)}`,
      ` FETCH FIRST ${1 + this.below(20)} ROWS ONLY`,
      ' FETCH FIRST ROW ONLY',
      ' LIMIT ALL',
      ' LIMIT NULL',
      ` LIMIT ${this.below(9)} + 1`,
      ` OFFSET 3 ROWS FETCH NEXT ${this.below(30)} ROWS ONLY`,
      ` LIMIT (SELECT ${this.below(9)})`,
    ]);
  }
}

type Make = (l: Literals) => Sent;

const sql =
  (make: (l: Literals) => string): Make =>
  (l) => ({ sql: make(l) });

/** Statements that read and write rows, as applications send them in the simple protocol. */
export const SIMPLE: readonly Make[] = [
  sql((l) => `SELECT order_id, total FROM orders WHERE customer_id = ${l.id} ORDER BY order_id${l.paging}`),
  sql((l) => `SELECT * FROM orders WHERE state = ${l.text}${l.comment}${l.paging}`),
  sql(
    (l) =>
      `select o.order_id,\n       c.name\n  from orders o\n  join customers c using (customer_id)\n where c.name = ${l.text}${l.paging}`,
  ),
  sql((l) => `SELECT order_id FROM orders WHERE order_id IN (${l.ids})${l.paging}`),
  sql((l) => `SELECT 1 FROM customers WHERE name IN (${l.texts}) OR customer_id IN (${l.ids})`),
  sql((l) => `SELECT count(*) FROM orders WHERE total > ${l.number} AND note LIKE ${l.pattern}`),
  sql((l) => `SELECT name FROM customers WHERE name NOT LIKE ${l.pattern} AND name ILIKE ${l.pattern} ESCAPE '!'`),
  sql(
    (l) =>
      `SELECT order_id FROM orders WHERE order_id = ANY (ARRAY[${l.ids}]) AND total BETWEEN ${l.number} AND ${l.number}`,
  ),
  sql(
    (l) =>
      `SELECT order_id FROM orders WHERE placed > now() - interval '${l.below(9)} days' AND placed < timestamp '2026-01-0${1 + l.below(8)}'`,
  ),
  sql(
    (l) =>
      `WITH recent AS (SELECT * FROM orders WHERE order_id > ${l.id}${l.paging}) SELECT count(*), ${l.number} FROM recent`,
  ),
  sql(
    (l) =>
      `WITH gone AS (DELETE FROM orders WHERE order_id = -${l.id} RETURNING *) SELECT * FROM gone LIMIT ${l.below(90)}`,
  ),
  sql(
    (l) => `SELECT state, sum(total) FROM orders GROUP BY 1 HAVING sum(total) > ${l.number} ORDER BY 2 DESC${l.paging}`,
  ),
  sql(
    (l) =>
      `(SELECT name FROM customers WHERE customer_id = ${l.id} LIMIT 3) UNION ALL (SELECT ${l.text} LIMIT ${l.below(9)})${l.paging}`,
  ),
  sql((l) => `SELECT * FROM (VALUES (1, ${l.text}), (2, ${l.text})) AS v (k, t) WHERE k <> ${l.id}`),
  sql(
    (l) =>
      `SELECT row_number() OVER (PARTITION BY state ORDER BY total), "order_id" AS "Order Id" FROM public."orders" WHERE note IS DISTINCT FROM ${l.text} LIMIT 2`,
  ),
  sql(
    (l) =>
      `SELECT c.*, (SELECT max(total) FROM orders o WHERE o.customer_id = c.customer_id LIMIT ${l.below(5)}) FROM customers c, items i WHERE i.order_id = ${l.id}`,
  ),
  sql(
    (l) =>
      `SELECT order_id FROM orders WHERE EXISTS (SELECT FROM items WHERE items.order_id = orders.order_id AND sku = ${l.text}) FOR UPDATE SKIP LOCKED`,
  ),
  sql(
    (l) =>
      `SELECT lower(${l.text}), length(${l.text}), coalesce(NULL, ${l.number}), CASE WHEN ${l.id} > 5 THEN ${l.text} END`,
  ),
  sql(
    (l) =>
      `SELECT '{"a": ${l.below(9)}}'::jsonb -> 'a', B'101', X'1F', ${l.chance(0.5)}, NULL, -${l.id}, +${l.below(9)}.${l.below(9)}`,
  ),
  sql((l) => `TABLE customers${l.paging}`),
  sql((l) => `VALUES (${l.id}, ${l.text}), (${l.below(9)}, ${l.text})`),
  sql((l) => `INSERT INTO orders (order_id, customer_id, total, state, note) VALUES ${l.rows} ON CONFLICT DO NOTHING`),
  sql(
    (l) =>
      `INSERT INTO orders (order_id, customer_id, total, state, note) VALUES ${l.rows} ON CONFLICT (order_id) DO UPDATE SET note = EXCLUDED.note || ${l.text}, total = ${l.below(99)} RETURNING order_id`,
  ),
  sql((l) => `INSERT INTO audit (what) SELECT note FROM orders WHERE order_id < ${l.id} LIMIT ${l.below(20)}`),
  sql(() => 'INSERT INTO audit DEFAULT VALUES'),
  sql((l) => `UPDATE orders SET state = 'sent', note = ${l.text} WHERE order_id = ${l.id}`),
  sql(
    (l) =>
      `UPDATE orders AS o SET total = o.total + ${l.below(9)} FROM customers c WHERE c.customer_id = o.customer_id AND c.name = ${l.text}`,
  ),
  sql((l) => `UPDATE items SET sku = ${l.text}`),
  sql(
    (l) =>
      `UPDATE items SET sku = ${l.text} WHERE ${l.pick(['1 = 1', 'true', "'a' = 'a'", '1 = 2', 'order_id = order_id'])}`,
  ),
  sql((l) => `DELETE FROM items WHERE order_id IN (${l.ids}) AND sku = ${l.text}`),
  sql(
    (l) =>
      `DELETE FROM audit WHERE ${l.pick(['true', '1 = 1', `${l.below(3)} = ${l.below(3)}`, "what = 'never'", 'what IS NULL'])}`,
  ),
  sql(() => 'DELETE FROM audit'),
  sql(
    (l) =>
      `DELETE FROM orders o USING customers c WHERE o.customer_id = c.customer_id AND c.name = ${l.text}${l.comment}`,
  ),
  sql(
    (l) =>
      `MERGE INTO customers t USING (VALUES (${l.below(40)}, ${l.text})) AS s (id, name) ON t.customer_id = s.id WHEN MATCHED AND s.name = ${l.text} THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name WHEN NOT MATCHED THEN DO NOTHING`,
  ),
  sql((l) => `EXPLAIN SELECT * FROM orders WHERE order_id = ${l.id} LIMIT ${l.below(9)}`),
  sql((l) => `EXPLAIN (ANALYZE, TIMING OFF) DELETE FROM orders WHERE order_id = -${l.id}`),
  sql(
    (l) =>
      `SELECT order_id, ${l.below(9)} AS n INTO TEMP TABLE snapshot_of_orders FROM orders LIMIT ${l.below(9)}; DROP TABLE snapshot_of_orders`,
  ),
  sql(
    (l) =>
      `DO $do$ BEGIN DELETE FROM audit WHERE what = ${l.text.replaceAll('$do$', '')}; PERFORM ${l.below(9)}; END $do$`,
  ),
  sql((l) => `DO 'BEGIN EXECUTE ''DELETE FROM audit WHERE what = ''''${l.below(9)}''''''; END'`),
  sql((l) => `SELECT set_config('work_mem', '${1 + l.below(9)}MB', true), current_setting('work_mem')`),
  sql((l) => `SELECT total_of(${l.id}), * FROM notes_of(${l.text}) LIMIT ${l.below(70)}`),
  sql((l) => `CALL clean_up(${l.below(5)}, ${l.text})`),
  sql((l) => `SET work_mem = '${1 + l.below(64)}MB'`),
  sql(() => 'SHOW work_mem'),
  sql((l) => `SET LOCAL lock_timeout TO ${l.below(9000)}`),
  sql((l) => `NOTIFY news, '${l.below(99)}'`),
  sql(
    (l) =>
      `SELECT ${l.text}; SELECT 2 FROM orders LIMIT ${l.below(99)}; UPDATE items SET sku = 'x' WHERE order_id = ${l.id};`,
  ),
  sql((l) => `BEGIN; DELETE FROM orders WHERE order_id = -${l.id}; COMMIT`),
  sql((l) => `;; SELECT ${l.id} ; ;`),
  sql((l) => `\n\t  SELECT ${l.text}\n\n\n  LIMIT ${l.below(9)}  \n ;  \n`),
  sql(() => ''),
  sql(() => ' -- nothing but a comment'),
  (l) => ({
    sql: `/*application='checkout',controller='orders%2Findex',action='show',traceparent='00-${l.below(99)}-01'*/ SELECT order_id FROM orders WHERE order_id = ${l.id} LIMIT ${l.below(900)}`,
    tags: { application: 'checkout', controller: 'orders/index', action: 'show' },
  }),
  (l) => ({
    sql: `UPDATE orders SET note = ${l.text} WHERE order_id = ${l.id} /*job='nightly',route='%2Forders%2F${l.below(99)}'*/`,
    tags: { job: 'nightly', route: '/orders/*' },
    tagsInPart: true,
  }),
  (l) => ({
    sql: `SELECT count(*) FROM items /* application:shop,controller:items,line:/app/x.rb:${l.below(99)} */`,
    tags: { application: 'shop', controller: 'items' },
  }),
];

/** The same in the extended protocol, with bind values. */
export const EXTENDED: readonly Make[] = [
  (l) =>
    bound('SELECT order_id, total FROM orders WHERE customer_id = $1 ORDER BY order_id LIMIT $2', l.id, l.below(6000)),
  (l) => bound('SELECT order_id FROM orders WHERE note = $1 LIMIT $2 OFFSET $3', l.raw, l.below(60), l.below(60)),
  (l) => bound('SELECT order_id FROM orders LIMIT $1', l.pick([null, '5', '5000'])),
  (l) => bound('SELECT order_id FROM orders OFFSET $1 ROWS FETCH NEXT $2 ROWS ONLY', l.below(9), l.below(700)),
  (l) => bound('SELECT order_id FROM orders OFFSET $1 LIMIT $2', l.pick([null, '7']), l.pick([null, '9'])),
  (l) =>
    bound(
      'SELECT name FROM customers WHERE name LIKE $1 AND customer_id <> $2',
      l.pick(['%x', 'x%', '_', l.raw, null]),
      l.id,
    ),
  (l) => bound("SELECT name FROM customers WHERE name LIKE '%' || $1 || '%'", l.raw),
  (l) => bound('SELECT order_id FROM orders WHERE order_id IN ($1, $2, $3) AND total > 5.5', l.id, l.id, l.id),
  (l) => bound('SELECT order_id FROM orders WHERE order_id = ANY ($1)', `{${l.below(9)},${l.below(99)}}`),
  (l) =>
    bound(
      'SELECT order_id FROM orders WHERE order_id = $1::int AND note = $2::text LIMIT $3::bigint',
      l.id,
      l.raw,
      l.below(20),
    ),
  (l) => bound(`SELECT order_id FROM orders WHERE order_id = $1 AND note = ${l.text}${l.paging}`, l.id),
  (l) =>
    bound(
      'INSERT INTO orders (order_id, customer_id, total, state, note) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      l.id,
      l.below(40),
      l.below(9999),
      'new',
      l.raw,
    ),
  (l) =>
    bound(
      'INSERT INTO orders (order_id, note) VALUES ($1, $2), ($3, $4) ON CONFLICT (order_id) DO NOTHING',
      l.below(500),
      l.raw,
      l.below(500) + 1000,
      null,
    ),
  (l) => bound('UPDATE orders SET note = $2, state = $3 WHERE order_id = $1', l.id, l.raw, l.pick(['a', 'b', null])),
  (l) => bound('DELETE FROM items WHERE order_id = $1', l.id),
  (l) => bound('DELETE FROM items WHERE $1 = 1', l.below(9)),
  (l) => bound('WITH page AS (SELECT * FROM orders LIMIT $1) SELECT * FROM page LIMIT $2', l.below(900), l.below(9)),
  (l) => bound('SELECT $1::text, $2::int', l.raw, l.id),
  (l) => ({
    ...bound("SELECT order_id, upper(state) FROM orders WHERE order_id = $1 /*controller='cart',action='add'*/", l.id),
    tags: { controller: 'cart', action: 'add' },
  }),
];

function bound(text: string, ...values: readonly (string | number | null)[]): Sent {
  return { sql: text, extended: true, values: values.map((value) => (value === null ? null : String(value))) };
}

/** Statements that are not executed successfully. */
export const WRONG: readonly Make[] = [
  (l) => ({ sql: `SELEC ${l.id}`, outcome: 'unparsed' }),
  (l) => ({ sql: `SELECT ${l.text} FROM orders WHERE`, outcome: 'unparsed' }),
  (l) => ({ sql: `SELECT nothing FROM nowhere WHERE a = ${l.text}`, outcome: 'refused' }),
  (l) => ({ sql: `UPDATE nowhere SET a = ${l.text}`, outcome: 'refused', writes: true }),
  (l) => ({ sql: `SELECT ${l.below(9)} / 0 LIMIT ${l.below(9)}`, outcome: 'failed' }),
  (l) => ({ sql: `INSERT INTO orders (order_id, note) VALUES (NULL, ${l.text})`, outcome: 'failed', writes: true }),
  () => ({ sql: 'SELECT 1 / $1::int', values: ['0'], extended: true, outcome: 'failed' }),
  (l) => ({ sql: 'SELECT $1::int', values: [`not ${l.below(9)}`], extended: true, outcome: 'refused' }),
  () => ({ sql: 'SELECT a FROM nowhere WHERE b = $1', values: ['1'], extended: true, outcome: 'refused' }),
  () => ({
    sql: 'INSERT INTO orders (order_id) VALUES ($1)',
    values: [null],
    extended: true,
    outcome: 'failed',
    writes: true,
  }),
  (l) => ({ sql: `SELECT ${l.id}; SELECT 1 / 0; DELETE FROM orders`, outcome: 'failed', writes: true }),
];

/** A sequence of statements of one session. `id` makes its names unique. */
export const TALES: readonly ((l: Literals, id: string) => readonly Sent[])[] = [
  (l) => [
    { sql: 'BEGIN' },
    { sql: `UPDATE audit SET what = ${l.text} WHERE false` },
    { sql: 'SAVEPOINT here' },
    { sql: `SELECT ${l.below(9)} / 0`, outcome: 'failed' },
    { sql: 'ROLLBACK TO SAVEPOINT here' },
    { sql: l.pick(['COMMIT', 'ROLLBACK', 'END']) },
  ],
  (l) => [
    { sql: 'CREATE TEMP TABLE picked (id int, note text)' },
    { sql: `INSERT INTO picked VALUES (${l.id}, ${l.text})` },
    { sql: 'DELETE FROM picked' },
    { sql: `SELECT * FROM picked LIMIT ${l.below(99)}` },
    { sql: 'TRUNCATE picked' },
    { sql: 'DROP TABLE picked' },
  ],
  (l) => [
    { sql: 'START TRANSACTION ISOLATION LEVEL READ COMMITTED' },
    { sql: 'CREATE TEMPORARY TABLE passing (id int) ON COMMIT DROP' },
    { sql: 'UPDATE passing SET id = 1' },
    { sql: `DELETE FROM passing WHERE id = ${l.id}` },
    { sql: 'COMMIT AND NO CHAIN' },
  ],
  (l, id) => [
    { sql: `CREATE TABLE report_${id} AS SELECT * FROM orders LIMIT ${l.below(20)}` },
    { sql: `ALTER TABLE report_${id} ADD COLUMN extra int NOT NULL DEFAULT ${l.below(9)}, DROP COLUMN note` },
    { sql: `CREATE INDEX CONCURRENTLY ON report_${id} (total)` },
    { sql: `UPDATE report_${id} SET extra = ${l.below(9)}` },
    { sql: `GRANT SELECT ON report_${id} TO web, "Report User"` },
    { sql: `REVOKE ALL ON report_${id} FROM PUBLIC` },
    { sql: `COMMENT ON TABLE report_${id} IS ${l.pick(["'for the board'", "E'it\\'s'"])}` },
    { sql: `CREATE VIEW seen_${id} AS SELECT total FROM report_${id} WHERE total > ${l.below(9)}` },
    { sql: `DELETE FROM report_${id}` },
    { sql: `DROP TABLE report_${id} CASCADE` },
    { sql: `SELECT * FROM report_${id}`, outcome: 'refused' },
  ],
  (l, id) => [
    { sql: 'BEGIN' },
    { sql: `CREATE TABLE undone_${id} (id int PRIMARY KEY)` },
    { sql: `DELETE FROM undone_${id}` },
    { sql: 'ROLLBACK' },
    { sql: `DELETE FROM undone_${id} WHERE id = ${l.below(9)}`, outcome: 'refused', writes: true },
  ],
  (l) => [
    { sql: 'CREATE TEMP TABLE orders (order_id int)' },
    { sql: 'DELETE FROM orders' },
    { sql: 'DROP TABLE orders' },
    { sql: `SELECT * FROM orders LIMIT ${l.below(9)}` },
  ],
  (l, id) => [
    { sql: `PREPARE by_${id} (int, int) AS SELECT * FROM orders WHERE order_id = $1 LIMIT $2` },
    { sql: `EXECUTE by_${id} (${l.below(9)}, ${l.below(99)})` },
    { sql: `EXECUTE by_${id} (${l.below(9)}, ${l.below(9999)})` },
    { sql: `DEALLOCATE by_${id}` },
    { sql: `EXECUTE by_${id} (1, 2)`, outcome: 'refused' },
  ],
  (l, id) => [
    { sql: 'BEGIN' },
    { sql: `DECLARE walk_${id} CURSOR FOR SELECT * FROM orders WHERE order_id > ${l.below(9)}` },
    { sql: `FETCH ${1 + l.below(9)} FROM walk_${id}` },
    { sql: `MOVE 2 IN walk_${id}` },
    { sql: `CLOSE walk_${id}` },
    { sql: 'COMMIT' },
  ],
  (l) => [
    { sql: 'SET standard_conforming_strings = off', after: { mode: { backslash: 'always' } } },
    { sql: `SELECT order_id FROM orders WHERE note = 'it\\'s' AND order_id = ${l.id} LIMIT ${l.below(9)}` },
    { sql: `DELETE FROM audit WHERE what = 'a\\\\' AND what <> 'b'` },
    { sql: 'RESET standard_conforming_strings', after: { mode: undefined } },
    { sql: `SELECT 'C:\\' || ${l.text}` },
  ],
  (l) => [
    { sql: `SET application_name = 'import'`, after: { application: 'import' } },
    { sql: `SELECT order_id FROM orders LIMIT ${l.below(20_000)}` },
    { sql: `INSERT INTO audit (what) VALUES (${l.text})` },
  ],
  (l) => [
    { sql: 'SET ROLE reader' },
    { sql: `SELECT * FROM orders WHERE order_id = ${l.id}` },
    { sql: 'DELETE FROM orders', outcome: 'failed', writes: true },
    { sql: 'RESET ROLE' },
  ],
  (l) => [
    { sql: 'SET search_path = archive, public' },
    { sql: `DELETE FROM orders WHERE order_id = -${l.id}` },
    { sql: `SELECT * FROM archive.orders LIMIT ${l.below(9)}` },
    { sql: 'RESET ALL', after: 'reset' },
  ],
  (l) => [
    { sql: 'LISTEN news' },
    { sql: 'LOCK TABLE audit IN SHARE UPDATE EXCLUSIVE MODE NOWAIT', outcome: 'failed' },
    { sql: 'ANALYZE customers' },
    { sql: 'VACUUM customers' },
    { sql: `TRUNCATE items${l.pick([', audit', '', ' RESTART IDENTITY'])}` },
    { sql: 'UNLISTEN *' },
    { sql: 'DISCARD ALL', after: 'reset' },
  ],
];
