/** What a statement does to the rows of the table while it holds the lock. */
export type Work = 'instant' | 'scan' | 'rewrite';

export interface LockingStatement {
  readonly sql: string;
  /** The table or view whose lock is meant; `orders` by default. */
  readonly table?: string;
  /** The strongest mode of its lock, or `none`. */
  readonly lock: string;
  /** The rules of both packs that report it. */
  readonly rules: readonly string[];
}

const EXCLUSIVE = 'ACCESS EXCLUSIVE';
const SHARE_ROW = 'SHARE ROW EXCLUSIVE';
const UPDATE = 'SHARE UPDATE EXCLUSIVE';
const FOREIGN_KEY = 'ADD FOREIGN KEY (customer_id) REFERENCES customers (id)';

type Row = readonly [
  sql: string,
  lock: string,
  work: Work,
  rule?: string | readonly string[] | undefined,
  table?: string,
];

const ROWS: readonly Row[] = [
  ['CREATE INDEX i ON orders (total)', 'SHARE', 'scan', 'require-concurrent-index'],
  ['CREATE UNIQUE INDEX i ON orders (total)', 'SHARE', 'scan', 'require-concurrent-index'],
  ['DROP INDEX orders_n', EXCLUSIVE, 'instant', 'require-concurrent-drop-index'],
  ['REINDEX TABLE orders', 'SHARE', 'scan', 'require-concurrent-reindex'],
  ['REINDEX INDEX orders_n', 'SHARE', 'scan', 'require-concurrent-reindex'],
  ['REINDEX INDEX orders_n', EXCLUSIVE, 'rewrite', 'require-concurrent-reindex', 'orders_n'],
  ['ALTER INDEX orders_n RENAME TO orders_m', 'none', 'instant'],

  [`ALTER TABLE orders ${FOREIGN_KEY}`, SHARE_ROW, 'scan', 'require-not-valid-foreign-key'],
  [`ALTER TABLE orders ${FOREIGN_KEY}`, SHARE_ROW, 'scan', 'require-not-valid-foreign-key', 'customers'],
  [`ALTER TABLE orders ${FOREIGN_KEY} NOT VALID`, SHARE_ROW, 'instant'],
  ['ALTER TABLE orders VALIDATE CONSTRAINT customer_later', UPDATE, 'scan'],
  ['ALTER TABLE orders VALIDATE CONSTRAINT later', UPDATE, 'scan'],
  ['ALTER TABLE orders ADD COLUMN c int REFERENCES customers (id)', EXCLUSIVE, 'instant'],
  ['ALTER TABLE orders ADD COLUMN c int REFERENCES customers (id)', SHARE_ROW, 'instant', undefined, 'customers'],
  [
    'ALTER TABLE orders ADD COLUMN c int DEFAULT 1 REFERENCES customers (id)',
    EXCLUSIVE,
    'scan',
    'require-not-valid-foreign-key',
  ],
  ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)', EXCLUSIVE, 'scan', 'require-not-valid-check'],
  ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID', EXCLUSIVE, 'instant'],
  ['ALTER TABLE orders ADD COLUMN c int CHECK (c >= 0)', EXCLUSIVE, 'scan', 'require-not-valid-check'],
  ['ALTER DOMAIN price ADD CONSTRAINT c CHECK (VALUE >= 0)', 'SHARE', 'scan', 'no-domain-check', 'prices'],
  ['ALTER TABLE orders ADD CONSTRAINT u UNIQUE (total)', EXCLUSIVE, 'scan', 'require-constraint-using-index'],
  ['ALTER TABLE orders ADD PRIMARY KEY (id)', EXCLUSIVE, 'scan', 'require-constraint-using-index'],
  ['ALTER TABLE orders ADD COLUMN c int UNIQUE', EXCLUSIVE, 'scan', 'require-constraint-using-index'],
  ['ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX orders_id', EXCLUSIVE, 'instant'],
  [
    'ALTER TABLE orders ADD CONSTRAINT e EXCLUDE USING gist (during WITH &&)',
    EXCLUSIVE,
    'scan',
    'no-exclusion-constraint',
  ],
  ['ALTER TABLE orders ALTER COLUMN n SET NOT NULL', EXCLUSIVE, 'scan', 'require-checked-not-null'],
  // The table has a validated CHECK, which the rule cannot see.
  ['ALTER TABLE orders ALTER COLUMN total SET NOT NULL', EXCLUSIVE, 'instant', 'require-checked-not-null'],
  ['ALTER TABLE orders DROP CONSTRAINT given', EXCLUSIVE, 'instant', 'no-drop-constraint'],
  ['ALTER TABLE orders ALTER COLUMN id DROP NOT NULL', EXCLUSIVE, 'instant'],
  ["ALTER TABLE orders ALTER COLUMN state SET DEFAULT 'new'", EXCLUSIVE, 'instant'],

  ['ALTER TABLE orders ADD COLUMN c int', EXCLUSIVE, 'instant'],
  ["ALTER TABLE orders ADD COLUMN c text NOT NULL DEFAULT 'new'", EXCLUSIVE, 'instant'],
  ['ALTER TABLE orders ADD COLUMN c timestamptz DEFAULT now()', EXCLUSIVE, 'instant'],
  ['ALTER TABLE orders ADD COLUMN c uuid DEFAULT gen_random_uuid()', EXCLUSIVE, 'rewrite', 'no-rewriting-column'],
  [
    'ALTER TABLE orders ADD COLUMN c int GENERATED ALWAYS AS (n + total) STORED',
    EXCLUSIVE,
    'rewrite',
    'no-rewriting-column',
  ],
  ['ALTER TABLE orders ADD COLUMN c bigint GENERATED ALWAYS AS IDENTITY', EXCLUSIVE, 'rewrite', 'no-rewriting-column'],
  ['ALTER TABLE orders ADD COLUMN c serial', EXCLUSIVE, 'rewrite', 'no-rewriting-column'],
  ['ALTER TABLE orders ALTER COLUMN n TYPE bigint', EXCLUSIVE, 'rewrite', 'no-column-type-change'],
  ['ALTER TABLE orders ALTER COLUMN state TYPE varchar(5)', EXCLUSIVE, 'rewrite', 'no-column-type-change'],
  ['ALTER TABLE orders ALTER COLUMN state TYPE varchar(20)', EXCLUSIVE, 'instant', 'no-column-type-change'],
  ['ALTER TABLE orders DROP COLUMN n', EXCLUSIVE, 'instant', 'no-drop-column'],
  ['ALTER TABLE orders RENAME COLUMN n TO m', EXCLUSIVE, 'instant', 'no-rename'],

  ['CLUSTER orders USING orders_id', EXCLUSIVE, 'rewrite', 'no-blocking-maintenance'],
  ['ALTER TABLE orders SET UNLOGGED', EXCLUSIVE, 'rewrite', ['no-blocking-maintenance', 'no-reduced-durability']],
  ['ALTER TABLE orders SET (fillfactor = 70)', UPDATE, 'instant'],
  ['ALTER TABLE orders ALTER COLUMN n SET STATISTICS 500', UPDATE, 'instant'],
  ['ALTER TABLE orders CLUSTER ON orders_id', UPDATE, 'instant'],
  ['ANALYZE orders', UPDATE, 'instant'],
  ['CREATE STATISTICS s ON n, total FROM orders', UPDATE, 'instant'],
  ["COMMENT ON TABLE orders IS 'x'", UPDATE, 'instant'],
  ['REFRESH MATERIALIZED VIEW totals', EXCLUSIVE, 'rewrite', 'require-concurrent-refresh', 'totals'],
  ['REFRESH MATERIALIZED VIEW CONCURRENTLY totals', 'EXCLUSIVE', 'scan', undefined, 'totals'],
  [
    'ALTER TABLE logs ATTACH PARTITION logs_2 FOR VALUES FROM (10) TO (20)',
    EXCLUSIVE,
    'scan',
    'no-unchecked-partition',
    'logs_2',
  ],
  [
    'ALTER TABLE logs ATTACH PARTITION logs_3 FOR VALUES FROM (20) TO (30)',
    EXCLUSIVE,
    'instant',
    'no-unchecked-partition',
    'logs_3',
  ],
  ['ALTER TABLE logs DETACH PARTITION logs_1', EXCLUSIVE, 'instant', 'no-detach-partition', 'logs'],
  ['CREATE TABLE logs_4 PARTITION OF logs FOR VALUES FROM (40) TO (50)', EXCLUSIVE, 'instant', undefined, 'logs'],

  [
    'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()',
    SHARE_ROW,
    'instant',
    'no-trigger-on-busy-table',
  ],
  ['DROP TRIGGER old_trigger ON orders', EXCLUSIVE, 'instant', 'no-drop-trigger'],
  ['ALTER TABLE orders DISABLE TRIGGER old_trigger', SHARE_ROW, 'instant', 'no-disable-trigger'],
  ['CREATE POLICY p ON orders USING (true)', EXCLUSIVE, 'instant', 'no-create-policy'],
  ['ALTER TABLE orders ENABLE ROW LEVEL SECURITY', EXCLUSIVE, 'instant'],
  ['ALTER TABLE orders RENAME TO purchases', EXCLUSIVE, 'instant', 'no-rename'],
  ['TRUNCATE orders', EXCLUSIVE, 'rewrite', 'no-truncate'],
  ['CREATE TABLE lines (customer int REFERENCES customers (id))', SHARE_ROW, 'instant', undefined, 'customers'],
  ['CREATE VIEW v AS SELECT * FROM orders', 'ACCESS SHARE', 'instant'],
  ["ALTER TYPE mood ADD VALUE 'glad'", 'none', 'instant'],
  ['UPDATE orders SET n = 1 WHERE id = 1', 'ROW EXCLUSIVE', 'instant'],

  ['LOCK TABLE orders', EXCLUSIVE, 'instant', 'no-lock-table'],
  ...[EXCLUSIVE, 'EXCLUSIVE', SHARE_ROW, 'SHARE'].map(
    (mode): Row => [`LOCK TABLE orders IN ${mode} MODE`, mode, 'instant', 'no-lock-table'],
  ),
  ...[UPDATE, 'ROW EXCLUSIVE', 'ROW SHARE', 'ACCESS SHARE'].map(
    (mode): Row => [`LOCK TABLE orders IN ${mode} MODE`, mode, 'instant'],
  ),
];

/** Statements that can run in a transaction. */
export const STATEMENTS: readonly (LockingStatement & { readonly work: Work })[] = ROWS.map(
  ([sql, lock, work, rule, table]) => ({
    ...{ sql, lock, work, rules: rule === undefined ? [] : [rule].flat() },
    ...(table !== undefined && { table }),
  }),
);

/** Statements that cannot. */
export const OPEN: readonly LockingStatement[] = [
  { sql: 'CREATE INDEX CONCURRENTLY i ON orders (total)', lock: UPDATE, rules: [] },
  { sql: 'DROP INDEX CONCURRENTLY orders_n', lock: UPDATE, rules: [] },
  { sql: 'REINDEX TABLE CONCURRENTLY orders', lock: UPDATE, rules: [] },
  { sql: 'REINDEX INDEX CONCURRENTLY orders_n', lock: UPDATE, rules: [] },
  { sql: 'VACUUM FULL orders', lock: EXCLUSIVE, rules: ['no-blocking-maintenance'] },
  { sql: 'VACUUM orders', lock: UPDATE, rules: [] },
  {
    sql: 'ALTER TABLE logs DETACH PARTITION logs_1 CONCURRENTLY',
    table: 'logs',
    lock: UPDATE,
    rules: ['no-detach-partition'],
  },
];
