import type { Dialect, OperationKind } from '../model/index.ts';

/** Plain SQL with an operation of one kind, by dialect; `every` is SQL that all dialects have. */
type Plain = { readonly [D in Dialect | 'every']?: readonly string[] };

/** Statements of every kind, to search for one that two rulesets judge differently. */
export const PLAIN_STATEMENTS: Readonly<Record<OperationKind, Plain>> = {
  select: {
    every: [
      'SELECT id, name FROM orders WHERE id = 1',
      'SELECT * FROM orders',
      'SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id IN (1, 2, 3)',
      "SELECT id FROM orders WHERE name LIKE '%x'",
      'SELECT count(id) FROM orders',
      'SELECT id FROM app.orders WHERE tenant_id = 1',
    ],
    postgresql: [
      'SELECT id FROM orders WHERE tenant_id = 1 LIMIT 10 OFFSET 20',
      'SELECT id FROM orders LIMIT 10',
      'SELECT id FROM orders OFFSET 20',
      'SELECT pg_sleep(1)',
      'VALUES (1), (2)',
    ],
    mysql: ['SELECT id FROM orders LIMIT 10', 'SELECT sleep(1)'],
    transactsql: ['SELECT TOP 10 id FROM orders'],
  },
  insert: {
    every: [
      'INSERT INTO orders (id, name) VALUES (1, 2)',
      'INSERT INTO orders (id) VALUES (1), (2), (3)',
      'INSERT INTO app.orders (id) VALUES (1)',
      'INSERT INTO orders (id) SELECT id FROM old_orders',
    ],
    postgresql: ['WITH x AS (INSERT INTO orders (id) VALUES (1) RETURNING id) SELECT id FROM x'],
  },
  update: {
    every: [
      'UPDATE orders SET state = 1',
      'UPDATE orders SET state = 1 WHERE id = 1',
      'UPDATE orders SET state = 1 WHERE 1 = 1',
      'UPDATE orders SET state = 1 WHERE id IN (1, 2, 3)',
      'UPDATE app.orders SET state = 1 WHERE tenant_id = 1',
    ],
    postgresql: [
      'WITH x AS (UPDATE orders SET state = 1 RETURNING id) SELECT id FROM x',
      'EXPLAIN ANALYZE UPDATE orders SET state = 1',
      'DO $$ BEGIN UPDATE orders SET state = 1; END $$',
    ],
    mysql: ['UPDATE orders SET state = 1 WHERE id = 1 LIMIT 10'],
  },
  delete: {
    every: [
      'DELETE FROM orders',
      'DELETE FROM orders WHERE id = 1',
      'DELETE FROM orders WHERE 1 = 1',
      'DELETE FROM orders WHERE id IN (1, 2, 3)',
      'DELETE FROM app.orders WHERE tenant_id = 1',
    ],
    postgresql: [
      'WITH x AS (DELETE FROM orders RETURNING id) SELECT id FROM x',
      'EXPLAIN ANALYZE DELETE FROM orders',
      'DO $$ BEGIN DELETE FROM orders; END $$',
    ],
    mysql: ['DELETE FROM orders WHERE id = 1 LIMIT 10'],
  },
  merge: {
    postgresql: ['MERGE INTO orders o USING staging s ON o.id = s.id WHEN MATCHED THEN UPDATE SET state = s.state'],
    transactsql: ['MERGE INTO orders o USING staging s ON o.id = s.id WHEN MATCHED THEN UPDATE SET state = s.state;'],
  },
  merge_delete: {
    postgresql: ['MERGE INTO orders o USING staging s ON o.id = s.id WHEN MATCHED THEN DELETE'],
    transactsql: ['MERGE INTO orders o USING staging s ON o.id = s.id WHEN MATCHED THEN DELETE;'],
  },
  replace: { mysql: ['REPLACE INTO orders (id) VALUES (1)'], sqlite: ['REPLACE INTO orders (id) VALUES (1)'] },
  truncate: {
    postgresql: ['TRUNCATE orders', 'TRUNCATE TABLE app.orders CASCADE', 'TRUNCATE orders RESTART IDENTITY'],
    mysql: ['TRUNCATE TABLE orders'],
    transactsql: ['TRUNCATE TABLE orders'],
  },
  copy_from: {
    postgresql: [
      'COPY orders FROM STDIN',
      "COPY orders (id) FROM '/tmp/orders.csv'",
      "COPY orders FROM PROGRAM 'cat x'",
    ],
    mysql: ["LOAD DATA INFILE '/tmp/orders.csv' INTO TABLE orders"],
    transactsql: ["BULK INSERT orders FROM 'C:\\orders.csv'"],
  },
  copy_to: {
    postgresql: ['COPY orders TO STDOUT', "COPY orders (id) TO '/tmp/orders.csv'", "COPY orders TO PROGRAM 'cat'"],
    mysql: ["SELECT id FROM orders INTO OUTFILE '/tmp/orders.csv'"],
  },
  create_table: {
    every: [
      'CREATE TABLE orders (id int)',
      'CREATE TABLE orders (id int PRIMARY KEY, name varchar(80))',
      'CREATE TABLE app.orders (id int PRIMARY KEY)',
    ],
    postgresql: [
      'CREATE TABLE IF NOT EXISTS orders (id int)',
      'CREATE TEMPORARY TABLE orders (id int)',
      'CREATE TABLE orders (id bigint PRIMARY KEY, payload json, created timestamp)',
      'CREATE TABLE orders (id int PRIMARY KEY); ALTER TABLE orders ENABLE ROW LEVEL SECURITY',
      'CREATE TABLE orders AS SELECT id FROM old_orders',
      'CREATE TABLE orders (id int PRIMARY KEY) PARTITION BY RANGE (id)',
    ],
  },
  create_index: {
    every: ['CREATE INDEX orders_name ON orders (name)', 'CREATE UNIQUE INDEX orders_name ON orders (name)'],
    postgresql: [
      'CREATE INDEX CONCURRENTLY orders_name ON orders (name)',
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_name ON orders (name)',
      'CREATE INDEX IF NOT EXISTS orders_name ON orders (name)',
      'CREATE TABLE orders (name text); CREATE INDEX orders_name ON orders (name)',
      'CREATE UNIQUE INDEX CONCURRENTLY orders_name ON orders (name)',
    ],
    mysql: [
      'CREATE INDEX orders_name ON orders (name) ALGORITHM=INPLACE LOCK=NONE',
      'CREATE FULLTEXT INDEX orders_name ON orders (name)',
    ],
    transactsql: ['CREATE INDEX orders_name ON orders (name) WITH (ONLINE = ON)'],
  },
  create_view: {
    every: ['CREATE VIEW open_orders AS SELECT id FROM orders'],
    postgresql: [
      'CREATE OR REPLACE VIEW open_orders AS SELECT id FROM orders',
      'CREATE VIEW open_orders WITH (security_invoker) AS SELECT id FROM orders',
    ],
  },
  create_materialized_view: { postgresql: ['CREATE MATERIALIZED VIEW totals AS SELECT id FROM orders'] },
  create_schema: {
    every: ['CREATE SCHEMA audit'],
    postgresql: ['CREATE SCHEMA IF NOT EXISTS audit'],
  },
  create_database: { every: ['CREATE DATABASE shop'] },
  create_sequence: { postgresql: ['CREATE SEQUENCE order_numbers', 'CREATE SEQUENCE IF NOT EXISTS order_numbers'] },
  create_type: {
    postgresql: [
      "CREATE TYPE state AS ENUM ('open', 'closed')",
      'CREATE DOMAIN amount AS numeric CHECK (VALUE > 0)',
      'CREATE TYPE pair AS (a int, b int)',
    ],
  },
  create_extension: {
    postgresql: ['CREATE EXTENSION hstore', 'CREATE EXTENSION IF NOT EXISTS pgcrypto'],
    mysql: ["INSTALL PLUGIN audit SONAME 'audit.so'"],
  },
  create_function: {
    postgresql: [
      "CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
      "CREATE FUNCTION one() RETURNS int LANGUAGE sql SECURITY DEFINER SET search_path = app AS 'SELECT 1'",
      'CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$',
    ],
    mysql: ['CREATE FUNCTION one() RETURNS int DETERMINISTIC RETURN 1'],
  },
  create_procedure: {
    postgresql: ["CREATE PROCEDURE tidy() LANGUAGE sql AS 'SELECT 1'"],
    mysql: ['CREATE PROCEDURE tidy() SELECT 1'],
    transactsql: ['CREATE PROCEDURE tidy AS SELECT 1'],
  },
  create_trigger: {
    postgresql: ['CREATE TRIGGER touch BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION touch()'],
    mysql: ['CREATE TRIGGER touch BEFORE UPDATE ON orders FOR EACH ROW SET NEW.state = 1'],
  },
  create_event: { mysql: ['CREATE EVENT tidy ON SCHEDULE EVERY 1 DAY DO SELECT 1'] },
  create_rule: { postgresql: ['CREATE RULE notice AS ON UPDATE TO orders DO ALSO NOTIFY orders'] },
  create_policy: {
    postgresql: [
      'CREATE POLICY own ON orders USING (true)',
      'CREATE POLICY own ON orders USING (owner = current_user)',
    ],
  },
  create_role: {
    postgresql: ['CREATE ROLE reader', 'CREATE ROLE admin SUPERUSER', "CREATE USER app PASSWORD 'x'"],
    mysql: ["CREATE USER app IDENTIFIED BY 'x'"],
  },
  create_language: { postgresql: ['CREATE LANGUAGE plpython3u'] },
  create_other: {
    postgresql: [
      'CREATE PUBLICATION changes FOR TABLE orders',
      'CREATE STATISTICS order_stats ON a, b FROM orders',
      'CREATE COLLATION german FROM "de_DE"',
      'CREATE FOREIGN TABLE remote (id int) SERVER s',
    ],
    transactsql: ['CREATE SYNONYM o FOR orders'],
  },
  add_column: {
    every: [
      'ALTER TABLE orders ADD note int',
      'ALTER TABLE orders ADD note int NOT NULL',
      'ALTER TABLE orders ADD note int DEFAULT 0 NOT NULL',
      'ALTER TABLE app.orders ADD note int',
    ],
    postgresql: [
      'ALTER TABLE orders ADD COLUMN note text',
      'ALTER TABLE orders ADD COLUMN IF NOT EXISTS note text',
      'ALTER TABLE orders ADD COLUMN note json',
      'ALTER TABLE orders ADD COLUMN note uuid DEFAULT gen_random_uuid()',
      'ALTER TABLE orders ADD COLUMN note timestamptz DEFAULT now()',
      'CREATE TABLE orders (id int); ALTER TABLE orders ADD COLUMN note text NOT NULL',
      'ALTER TABLE orders ADD COLUMN note serial',
    ],
    mysql: ['ALTER TABLE orders ADD COLUMN note int, ALGORITHM=INSTANT'],
  },
  drop_column: {
    every: ['ALTER TABLE orders DROP COLUMN note', 'ALTER TABLE app.orders DROP COLUMN note'],
    postgresql: [
      'ALTER TABLE orders DROP COLUMN IF EXISTS note',
      'ALTER TABLE orders DROP COLUMN note CASCADE',
      'CREATE TABLE orders (note text); ALTER TABLE orders DROP COLUMN note',
    ],
  },
  rename_column: {
    postgresql: ['ALTER TABLE orders RENAME COLUMN note TO remark'],
    mysql: ['ALTER TABLE orders RENAME COLUMN note TO remark'],
  },
  alter_column_type: {
    postgresql: [
      'ALTER TABLE orders ALTER COLUMN note TYPE text',
      'ALTER TABLE orders ALTER COLUMN id TYPE bigint',
      'ALTER TABLE orders ALTER COLUMN note TYPE json USING note::json',
      'CREATE TABLE orders (id int); ALTER TABLE orders ALTER COLUMN id TYPE bigint',
    ],
    mysql: ['ALTER TABLE orders MODIFY note varchar(80)', 'ALTER TABLE orders MODIFY note int NOT NULL'],
    transactsql: ['ALTER TABLE orders ALTER COLUMN note bigint'],
  },
  set_not_null: { postgresql: ['ALTER TABLE orders ALTER COLUMN note SET NOT NULL'] },
  drop_not_null: { postgresql: ['ALTER TABLE orders ALTER COLUMN note DROP NOT NULL'] },
  set_default: { postgresql: ['ALTER TABLE orders ALTER COLUMN note SET DEFAULT 1'] },
  drop_default: { postgresql: ['ALTER TABLE orders ALTER COLUMN note DROP DEFAULT'] },
  add_constraint: {
    every: [
      'ALTER TABLE orders ADD CONSTRAINT positive CHECK (amount > 0)',
      'ALTER TABLE orders ADD CONSTRAINT customer FOREIGN KEY (customer_id) REFERENCES customers (id)',
      'ALTER TABLE orders ADD CONSTRAINT once UNIQUE (name)',
      'ALTER TABLE orders ADD CONSTRAINT pk PRIMARY KEY (id)',
    ],
    postgresql: [
      'ALTER TABLE orders ADD CONSTRAINT positive CHECK (amount > 0) NOT VALID',
      'ALTER TABLE orders ADD CONSTRAINT customer FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID',
      'ALTER TABLE orders ADD CONSTRAINT once UNIQUE USING INDEX orders_name',
      'ALTER TABLE orders ADD COLUMN customer_id int REFERENCES customers (id)',
      'CREATE TABLE orders (id int); ALTER TABLE orders ADD CONSTRAINT pk PRIMARY KEY (id)',
      'ALTER TABLE orders ADD CONSTRAINT apart EXCLUDE USING gist (room WITH =)',
    ],
  },
  add_cascade: {
    postgresql: [
      'ALTER TABLE orders DROP CONSTRAINT customer; ALTER TABLE orders ADD CONSTRAINT customer FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE CASCADE',
    ],
  },
  drop_constraint: {
    every: ['ALTER TABLE orders DROP CONSTRAINT positive'],
    postgresql: [
      'ALTER TABLE orders DROP CONSTRAINT IF EXISTS positive',
      'ALTER TABLE orders DROP CONSTRAINT positive CASCADE',
    ],
    mysql: ['ALTER TABLE orders DROP FOREIGN KEY customer', 'ALTER TABLE orders DROP PRIMARY KEY'],
  },
  validate_constraint: { postgresql: ['ALTER TABLE orders VALIDATE CONSTRAINT positive'] },
  rename_table: {
    postgresql: ['ALTER TABLE orders RENAME TO purchases'],
    mysql: ['RENAME TABLE orders TO purchases'],
    sqlite: ['ALTER TABLE orders RENAME TO purchases'],
  },
  rename_other: {
    postgresql: [
      'ALTER VIEW open_orders RENAME TO pending',
      'ALTER INDEX orders_name RENAME TO by_name',
      'ALTER TYPE state RENAME TO status',
      'ALTER SCHEMA app RENAME TO shop',
    ],
  },
  set_schema: { postgresql: ['ALTER TABLE orders SET SCHEMA archive'] },
  attach_partition: {
    postgresql: ["ALTER TABLE orders ATTACH PARTITION orders_2026 FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')"],
    mysql: ['ALTER TABLE orders ADD PARTITION (PARTITION p3 VALUES LESS THAN (3))'],
  },
  detach_partition: {
    postgresql: [
      'ALTER TABLE orders DETACH PARTITION orders_2026',
      'ALTER TABLE orders DETACH PARTITION orders_2026 CONCURRENTLY',
    ],
  },
  drop_partition: { mysql: ['ALTER TABLE orders DROP PARTITION p1'] },
  truncate_partition: { mysql: ['ALTER TABLE orders TRUNCATE PARTITION p1'] },
  switch_partition: {
    mysql: ['ALTER TABLE orders EXCHANGE PARTITION p1 WITH TABLE old_orders'],
    transactsql: ['ALTER TABLE orders SWITCH PARTITION 1 TO old_orders'],
  },
  enable_trigger: { postgresql: ['ALTER TABLE orders ENABLE TRIGGER touch'] },
  disable_trigger: {
    postgresql: ['ALTER TABLE orders DISABLE TRIGGER ALL', "SET session_replication_role = 'replica'"],
    transactsql: ['DISABLE TRIGGER touch ON orders'],
  },
  alter_table: {
    postgresql: [
      'ALTER TABLE orders SET (fillfactor = 70)',
      'ALTER TABLE orders SET TABLESPACE fast',
      'ALTER TABLE orders SET LOGGED',
      'ALTER TABLE orders CLUSTER ON orders_name',
    ],
    mysql: ['ALTER TABLE orders ENGINE = InnoDB', 'ALTER TABLE orders CONVERT TO CHARACTER SET utf8mb4'],
  },
  alter_type: { postgresql: ["ALTER TYPE state ADD VALUE 'lost'", 'ALTER TYPE pair ADD ATTRIBUTE c int'] },
  alter_sequence: {
    postgresql: ['ALTER SEQUENCE order_numbers INCREMENT BY 2', 'ALTER SEQUENCE IF EXISTS order_numbers CACHE 10'],
  },
  alter_database: {
    postgresql: ["ALTER DATABASE shop SET work_mem = '1GB'"],
    mysql: ['ALTER DATABASE shop CHARACTER SET utf8mb4'],
  },
  alter_system: { postgresql: ["ALTER SYSTEM SET work_mem = '1GB'"], mysql: ['SET GLOBAL max_connections = 100'] },
  alter_other: {
    postgresql: ['ALTER FUNCTION one() COST 10', 'ALTER VIEW open_orders SET (security_invoker = false)'],
  },
  drop_table: {
    every: ['DROP TABLE orders', 'DROP TABLE IF EXISTS orders', 'DROP TABLE app.orders'],
    postgresql: [
      'DROP TABLE orders CASCADE',
      'DROP TABLE IF EXISTS orders CASCADE',
      'CREATE TABLE orders (id int); DROP TABLE orders',
      'CREATE TEMPORARY TABLE orders (id int); DROP TABLE orders',
      'DROP TABLE "Orders"',
      'BEGIN; DROP TABLE orders; ROLLBACK',
      'DO $$ BEGIN DROP TABLE orders; END $$',
    ],
    mysql: ['DROP TEMPORARY TABLE orders'],
  },
  drop_index: {
    postgresql: [
      'DROP INDEX orders_name',
      'DROP INDEX CONCURRENTLY orders_name',
      'DROP INDEX IF EXISTS orders_name',
      'DROP INDEX CONCURRENTLY IF EXISTS orders_name',
      'DROP INDEX orders_name CASCADE',
    ],
    mysql: ['DROP INDEX orders_name ON orders', 'ALTER TABLE orders DROP INDEX orders_name'],
    transactsql: ['DROP INDEX orders_name ON orders'],
    sqlite: ['DROP INDEX orders_name'],
  },
  drop_view: {
    every: ['DROP VIEW open_orders', 'DROP VIEW IF EXISTS open_orders'],
    postgresql: ['DROP VIEW open_orders CASCADE'],
  },
  drop_materialized_view: {
    postgresql: ['DROP MATERIALIZED VIEW totals', 'DROP MATERIALIZED VIEW IF EXISTS totals CASCADE'],
  },
  drop_schema: {
    transactsql: ['DROP SCHEMA audit'],
    postgresql: [
      'DROP SCHEMA audit',
      'DROP SCHEMA audit CASCADE',
      'DROP SCHEMA IF EXISTS audit',
      'DROP SCHEMA IF EXISTS audit CASCADE',
    ],
  },
  drop_database: { every: ['DROP DATABASE shop', 'DROP DATABASE IF EXISTS shop'] },
  drop_sequence: { postgresql: ['DROP SEQUENCE order_numbers', 'DROP SEQUENCE IF EXISTS order_numbers CASCADE'] },
  drop_type: { postgresql: ['DROP TYPE state', 'DROP TYPE IF EXISTS state', 'DROP DOMAIN amount CASCADE'] },
  drop_extension: {
    postgresql: ['DROP EXTENSION hstore', 'DROP EXTENSION IF EXISTS hstore CASCADE'],
    mysql: ['UNINSTALL PLUGIN audit'],
  },
  drop_function: {
    postgresql: ['DROP FUNCTION one()', 'DROP FUNCTION IF EXISTS one() CASCADE'],
    mysql: ['DROP FUNCTION one'],
  },
  drop_procedure: {
    postgresql: ['DROP PROCEDURE tidy()', 'DROP PROCEDURE IF EXISTS tidy() CASCADE'],
    mysql: ['DROP PROCEDURE tidy'],
  },
  drop_trigger: {
    postgresql: ['DROP TRIGGER touch ON orders', 'DROP TRIGGER IF EXISTS touch ON orders CASCADE'],
    mysql: ['DROP TRIGGER touch'],
  },
  drop_event: { mysql: ['DROP EVENT tidy'] },
  drop_rule: { postgresql: ['DROP RULE notice ON orders'] },
  drop_policy: { postgresql: ['DROP POLICY own ON orders', 'DROP POLICY IF EXISTS own ON orders'] },
  drop_role: { postgresql: ['DROP ROLE reader', 'DROP USER IF EXISTS app'], mysql: ['DROP USER app'] },
  drop_tablespace: { postgresql: ['DROP TABLESPACE fast'] },
  drop_owned: { postgresql: ['DROP OWNED BY app', 'DROP OWNED BY app CASCADE'] },
  drop_other: { postgresql: ['DROP PUBLICATION changes', 'DROP COLLATION IF EXISTS german CASCADE', 'DROP SERVER s'] },
  grant: {
    every: ['GRANT SELECT ON orders TO reader'],
    postgresql: [
      'GRANT ALL ON orders TO PUBLIC',
      'GRANT INSERT ON orders TO app WITH GRANT OPTION',
      'GRANT USAGE ON SCHEMA app TO PUBLIC',
      'GRANT SELECT ON ALL TABLES IN SCHEMA app TO reader',
      'GRANT EXECUTE ON FUNCTION one() TO PUBLIC',
    ],
    mysql: ['GRANT ALL ON *.* TO app', 'GRANT SUPER ON *.* TO app'],
  },
  revoke: {
    every: ['REVOKE SELECT ON orders FROM reader'],
    postgresql: ['REVOKE ALL ON orders FROM PUBLIC', 'REVOKE SELECT ON orders FROM reader CASCADE'],
  },
  grant_role: { postgresql: ['GRANT admin TO app', 'GRANT admin TO app WITH ADMIN OPTION'] },
  revoke_role: { postgresql: ['REVOKE admin FROM app'] },
  alter_role: {
    postgresql: ['ALTER ROLE app SUPERUSER', "ALTER ROLE app PASSWORD 'x'", 'ALTER ROLE app SET search_path = app'],
  },
  alter_default_privileges: {
    postgresql: [
      'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC',
      'ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC',
    ],
  },
  alter_policy: { postgresql: ['ALTER POLICY own ON orders USING (true)'] },
  enable_row_security: { postgresql: ['ALTER TABLE orders ENABLE ROW LEVEL SECURITY'] },
  disable_row_security: { postgresql: ['ALTER TABLE orders DISABLE ROW LEVEL SECURITY'] },
  change_owner: { postgresql: ['ALTER TABLE orders OWNER TO app', 'REASSIGN OWNED BY app TO admin'] },
  publish_bucket: { postgresql: ["INSERT INTO storage.buckets (id, name, public) VALUES ('a', 'a', true)"] },
  set_role: {
    postgresql: ['SET ROLE admin', 'SET SESSION AUTHORIZATION app'],
    transactsql: ["EXECUTE AS USER = 'app'"],
  },
  call: { postgresql: ['CALL tidy()'], mysql: ['CALL tidy()'], transactsql: ['EXEC tidy'] },
  do_block: { postgresql: ['DO $$ BEGIN PERFORM 1; END $$', "DO LANGUAGE plpython3u 'pass'"] },
  execute_dynamic: {
    postgresql: ["DO $$ BEGIN EXECUTE 'SELECT 1'; END $$", 'DO $$ DECLARE q text; BEGIN EXECUTE q; END $$'],
    transactsql: ["EXEC sp_executesql N'SELECT 1'"],
  },
  execute_prepared: { postgresql: ['EXECUTE plan(1)'] },
  execute_program: { postgresql: ["COPY orders FROM PROGRAM 'cat x'"], transactsql: ["EXEC xp_cmdshell 'dir'"] },
  load_library: { postgresql: ["LOAD 'auto_explain'"] },
  execute_text: { postgresql: ["SELECT query_to_xml('SELECT 1', true, true, '')"] },
  schedule_job: { postgresql: ["SELECT cron.schedule('tidy', '0 0 * * *', 'SELECT 1')"] },
  drop_job: { postgresql: ["SELECT cron.unschedule('tidy')"] },
  access_file: { postgresql: ["SELECT pg_read_file('x')"], mysql: ["SELECT load_file('/etc/x')"] },
  remote_sql: { postgresql: ["SELECT * FROM dblink('h', 'SELECT 1') AS t(id int)"] },
  meta_command: { postgresql: ['\\i other.sql', '\\! ls'] },
  discard_data: { postgresql: ["SELECT drop_chunks('orders', INTERVAL '1 year')", 'SELECT lo_unlink(1)'] },
  discard_writes: { postgresql: ['CREATE RULE ignore AS ON DELETE TO orders DO INSTEAD NOTHING'] },
  disable_constraint: { transactsql: ['ALTER TABLE orders NOCHECK CONSTRAINT ALL'] },
  enable_constraint: { transactsql: ['ALTER TABLE orders WITH CHECK CHECK CONSTRAINT ALL'] },
  enable_protection: { transactsql: ['ALTER TABLE orders SET (SYSTEM_VERSIONING = ON)'] },
  disable_protection: { transactsql: ['ALTER TABLE orders SET (SYSTEM_VERSIONING = OFF)'] },
  reduce_durability: { postgresql: ['ALTER TABLE orders SET UNLOGGED'], sqlite: ['PRAGMA synchronous = OFF'] },
  change_replication: {
    postgresql: ['CREATE PUBLICATION changes FOR ALL TABLES', 'ALTER TABLE orders REPLICA IDENTITY NOTHING'],
  },
  remote_server: { postgresql: ['CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw'] },
  reset_sequence: { postgresql: ["SELECT setval('order_numbers', 1)", 'ALTER SEQUENCE order_numbers RESTART'] },
  clear_history: { postgresql: ['SELECT pg_stat_reset()'] },
  end_session: { postgresql: ['SELECT pg_terminate_backend(1)'] },
  begin: { postgresql: ['BEGIN', 'START TRANSACTION'], mysql: ['BEGIN'], transactsql: ['BEGIN TRANSACTION'] },
  commit: { every: ['COMMIT'] },
  rollback: { every: ['ROLLBACK'] },
  savepoint: { postgresql: ['SAVEPOINT here'], mysql: ['SAVEPOINT here'] },
  set: {
    postgresql: ["SET work_mem = '1GB'", "SET lock_timeout = '5s'", 'RESET work_mem'],
    mysql: ['SET autocommit = 0'],
    sqlite: ['PRAGMA foreign_keys = OFF'],
  },
  use: { mysql: ['USE shop'], transactsql: ['USE shop'] },
  show: { postgresql: ['SHOW work_mem'], mysql: ['SHOW TABLES'] },
  explain: { postgresql: ['EXPLAIN SELECT id FROM orders'], mysql: ['EXPLAIN SELECT id FROM orders'] },
  prepare: { postgresql: ['PREPARE plan AS SELECT 1', 'DEALLOCATE plan'] },
  cursor: { postgresql: ['DECLARE c CURSOR FOR SELECT id FROM orders', 'FETCH 10 FROM c'] },
  lock_table: {
    postgresql: ['LOCK TABLE orders', 'LOCK TABLE orders IN SHARE MODE', 'LOCK TABLE orders IN ACCESS SHARE MODE'],
    mysql: ['LOCK TABLES orders WRITE'],
  },
  maintain: {
    postgresql: [
      'VACUUM orders',
      'VACUUM FULL orders',
      'ANALYZE orders',
      'REINDEX TABLE orders',
      'REINDEX INDEX CONCURRENTLY orders_name',
      'CLUSTER orders USING orders_name',
    ],
    mysql: ['OPTIMIZE TABLE orders'],
  },
  refresh_materialized_view: {
    postgresql: ['REFRESH MATERIALIZED VIEW totals', 'REFRESH MATERIALIZED VIEW CONCURRENTLY totals'],
  },
  comment: { postgresql: ["COMMENT ON TABLE orders IS 'x'"] },
  notify: { postgresql: ['NOTIFY orders', 'LISTEN orders'] },
  attach_database: { sqlite: ["ATTACH DATABASE 'x.db' AS x"] },
  server_control: {
    mysql: ['KILL 1', 'FLUSH TABLES'],
    transactsql: ['SHUTDOWN', "BACKUP DATABASE shop TO DISK = 'x'"],
  },
  control: { transactsql: ['DECLARE @n int', "PRINT 'x'", "WAITFOR DELAY '00:00:01'"] },
};
