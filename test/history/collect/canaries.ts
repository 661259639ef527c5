import type { Dialect } from '../../../src/model/index.ts';

// SQL with a marked value in every place where a literal can be. `{s}` is a text, `{n}` a long number, `{x}` hex
// digits, `{b}` bits. Each becomes a different value in each place, and none may occur in anything that is written or
// printed.

const EVERYWHERE: readonly string[] = [
  `SELECT id FROM users WHERE email = '{s}' AND phone = {n}`,
  `SELECT '{s}' AS a, {n} + 1, -{n}, {n}.25, 1.5e{b}, 'it''s {s}', '' '{s}' FROM t`,
  `SELECT * FROM t WHERE a IN ({n}, {n}, '{s}') AND b NOT IN ('{s}') AND c LIKE '{s}%' AND d BETWEEN {n} AND {n}`,
  `INSERT INTO t (a, b) VALUES ('{s}', {n}), ('{s}', {n}), (NULL, '{s}')`,
  `UPDATE t SET a = '{s}', b = {n} WHERE c = '{s}' OR '{s}' = '{s}' OR {n} = {n}`,
  `DELETE FROM t WHERE a = '{s}' AND {n} < {n}`,
  `SELECT a FROM t WHERE b = '{s}' -- {s}\n LIMIT 5`,
  `/* {s} */ SELECT a FROM t /*secret='{s}',traceparent='{s}',db_driver='{s}'*/ WHERE b = 1`,
  `WITH x AS (SELECT '{s}' AS a) DELETE FROM t WHERE b = (SELECT a FROM x WHERE c = '{s}')`,
  `SELECT coalesce(a, '{s}'), count(*) FROM t GROUP BY 1 HAVING max(b) > '{s}' ORDER BY CASE WHEN a = '{s}' THEN {n} END`,
  `CREATE TABLE t (a varchar(10) DEFAULT '{s}', b int DEFAULT {n}, CHECK (a <> '{s}'))`,
  `ALTER TABLE t ADD COLUMN c varchar(99) DEFAULT '{s}'`,
  `CREATE VIEW v AS SELECT a FROM t WHERE b = '{s}'`,
  `CREATE TABLE u AS SELECT '{s}' AS a, {n} AS b`,
  `SELECT a FROM t WHERE b = '{s}`,
  `SELECT a FROM t WHERE b = 'it's {s}' AND c = 1`,
  `this is no SQL '{s}' {n} {s}`,
  `SELECT '{s}' ) ( FROM ; '{s}'`,
  `SELECT a FROM t WHERE b = '{s}' LIMIT 5x`,
];

const POSTGRESQL: readonly string[] = [
  `SELECT $$ {s} $$, $tag$ {s} $$ {s} $tag$, E'{s}\\n'{s}', U&'{s}\\0041', N'{s}', X'{x}', B'{b}', 0x{x}, '{s}'::text`,
  `SELECT date '{s}', interval '{n} days', timestamp with time zone '{s}', numeric '{n}', 1_{n}, '{"k": "{s}"}'::jsonb -> '{s}'`,
  `SELECT ARRAY['{s}', '{s}'], ROW('{s}', {n}), '{s}' COLLATE "C", a ~ '{s}', a SIMILAR TO '{s}' FROM t`,
  `SET my.secret = '{s}'`,
  `SET LOCAL work_mem TO '{n}kB'`,
  `SET TIME ZONE '{s}'`,
  `SET SESSION AUTHORIZATION '{s}'`,
  `SET ROLE '{s}'`,
  `SELECT set_config('my.secret', '{s}', false)`,
  `ALTER ROLE app PASSWORD '{s}'`,
  `CREATE ROLE app LOGIN ENCRYPTED PASSWORD 'md5{s}' VALID UNTIL '{s}' CONNECTION LIMIT 5`,
  `CREATE USER app PASSWORD '{s}'`,
  `ALTER ROLE app SET search_path = '{s}'`,
  `ALTER SYSTEM SET primary_conninfo = 'host={s} password={s}'`,
  `CREATE SUBSCRIPTION s CONNECTION 'host={s} user=x password={s}' PUBLICATION p`,
  `CREATE SERVER f FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '{s}', dbname '{s}')`,
  `CREATE USER MAPPING FOR app SERVER f OPTIONS (user 'x', password '{s}')`,
  `SELECT * FROM dblink('host={s} password={s}', 'SELECT ''{s}''') AS t(a text)`,
  `CALL p('{s}', {n}, a => '{s}')`,
  `SELECT f('{s}', {n})`,
  `PREPARE q (text) AS SELECT a FROM t WHERE b = $1 AND c = '{s}'`,
  `EXECUTE q ('{s}', {n})`,
  `COMMENT ON TABLE t IS '{s}'`,
  `COMMENT ON COLUMN t.a IS E'{s}'`,
  `SECURITY LABEL FOR x ON TABLE t IS '{s}'`,
  `DO $do$ BEGIN EXECUTE 'DELETE FROM t WHERE a = ''{s}'''; PERFORM f('{s}'); RAISE NOTICE '{s}'; END $do$`,
  `DO 'BEGIN PERFORM f(''{s}''); END'`,
  `DO LANGUAGE plpython3u $$ print("{s}") $$`,
  `CREATE FUNCTION g() RETURNS text LANGUAGE sql AS $$ SELECT '{s}' -- {s}\n $$`,
  `CREATE FUNCTION g() RETURNS text LANGUAGE plpgsql AS $$ DECLARE x text := '{s}'; BEGIN DELETE FROM t WHERE a = '{s}'; RETURN x; END $$`,
  `CREATE FUNCTION g(a text DEFAULT '{s}') RETURNS text LANGUAGE sql BEGIN ATOMIC SELECT '{s}'; END`,
  `CREATE FUNCTION g() RETURNS void LANGUAGE c AS '{s}', '{s}'`,
  `CREATE TRIGGER r AFTER INSERT ON t FOR EACH ROW WHEN (new.a = '{s}') EXECUTE FUNCTION g('{s}')`,
  `CREATE POLICY p ON t USING (a = '{s}') WITH CHECK (b = '{s}')`,
  `CREATE INDEX i ON t (lower(a)) WHERE b = '{s}'`,
  `CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('{s}') TO ('{s}')`,
  `CREATE TYPE mood AS ENUM ('{s}', '{s}')`,
  `ALTER TYPE mood ADD VALUE '{s}' BEFORE '{s}'`,
  `CREATE DOMAIN d AS text CHECK (value ~ '{s}')`,
  `CREATE RULE r AS ON UPDATE TO t DO ALSO INSERT INTO log VALUES ('{s}')`,
  `CREATE TABLESPACE x LOCATION '{s}'`,
  `CREATE DATABASE x LOCALE '{s}'`,
  `CREATE COLLATION x (locale = '{s}')`,
  `COPY t FROM '/tmp/{s}' WITH (DELIMITER '|', NULL '{s}')`,
  `COPY (SELECT a FROM t WHERE b = '{s}') TO PROGRAM 'curl {s}'`,
  `COPY t FROM STDIN WITH (FORMAT csv, QUOTE '"', FORCE_NULL (a))`,
  `LOAD '{s}'`,
  `NOTIFY c, '{s}'`,
  `SELECT pg_notify('c', '{s}'), pg_read_file('{s}'), lo_import('{s}')`,
  `DECLARE c CURSOR FOR SELECT a FROM t WHERE b = '{s}'`,
  `EXPLAIN ANALYZE SELECT a FROM t WHERE b = '{s}'`,
  `PREPARE TRANSACTION '{s}'`,
  `COMMIT PREPARED '{s}'`,
  `SELECT /*+ SeqScan(t) Set(x '{s}') */ a FROM t WHERE b = '{s}'`,
  `SELECT a FROM t WHERE b = $1 AND c = '{s}'`,
  `SELECT a /* {s} /* nested {s} */ {s} */ FROM t; SELECT '{s}'; SET x.y = '{s}'`,
  `SELECT $$ {s}`,
  `SELECT /* {s}`,
  `SELECT E'{s}\\`,
  `CREATE EXTENSION x VERSION '{s}'`,
  `VALUES ('{s}', {n}), ('{s}', {n})`,
  `MERGE INTO t USING (VALUES ('{s}')) AS s(a) ON t.a = s.a WHEN MATCHED AND t.b = '{s}' THEN DELETE`,
  `SELECT xmlparse(document '<a>{s}</a>'), '\\x{x}'::bytea, 'a' 'b' , 'x'\n'{s}'`,
  `SELECT a FROM t WHERE ts > now() - '{n} seconds'::interval AND tstz AT TIME ZONE '{s}' > '{s}'`,
  `LOCK TABLE t; ALTER TABLE t ALTER COLUMN a SET DEFAULT '{s}', ADD CONSTRAINT k CHECK (a IN ('{s}', '{s}'))`,
  `SELECT a FROM t TABLESAMPLE bernoulli({n}) WHERE json_value(b, '$.{s}') = '{s}'`,
];

const BY_DIALECT: Readonly<Record<Dialect, readonly string[]>> = {
  postgresql: POSTGRESQL,
  mysql: [
    `SELECT "{s}", 'it\\'s {s}', "say ""{s}""", X'{x}', 0x{x}, b'{b}', 0b{b}, _utf8mb4'{s}', N'{s}', DATE '{s}' FROM t`,
    `SELECT a FROM t WHERE b = "{s}" # {s}\n AND c = 1`,
    `SELECT /*!40001 SQL_NO_CACHE */ a FROM t WHERE b = /*!50000 '{s}' */`,
    `SELECT /*+ MAX_EXECUTION_TIME({n}) */ a FROM t WHERE b = '{s}'`,
    `SET PASSWORD = '{s}'`,
    `SET PASSWORD FOR 'app'@'%' = '{s}'`,
    `SET @secret = '{s}', @other := {n}`,
    `SET GLOBAL init_connect = '{s}'`,
    `SET NAMES '{s}'`,
    `CREATE USER 'app'@'localhost' IDENTIFIED BY '{s}'`,
    `CREATE USER 'app'@'localhost' IDENTIFIED WITH mysql_native_password AS '*{x}' COMMENT '{s}'`,
    `ALTER USER 'app' IDENTIFIED BY '{s}' REPLACE '{s}'`,
    `GRANT ALL ON shop.* TO 'app'@'%' IDENTIFIED BY '{s}'`,
    `CHANGE MASTER TO MASTER_HOST = '{s}', MASTER_PASSWORD = '{s}', MASTER_LOG_POS = {n}`,
    `CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD = '{s}'`,
    `START SLAVE USER = 'x' PASSWORD = '{s}'`,
    `CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'x', PASSWORD '{s}', HOST '{s}')`,
    `CALL p('{s}', {n}, "{s}")`,
    `PREPARE q FROM 'SELECT a FROM t WHERE b = "{s}"'`,
    `EXECUTE IMMEDIATE 'DELETE FROM t WHERE a = "{s}"'`,
    `CREATE TABLE t (a int COMMENT '{s}', b enum('{s}', '{s}')) COMMENT = '{s}' CONNECTION = 'mysql://x:{s}@host/db'`,
    `ALTER TABLE t COMMENT = '{s}', MODIFY a varchar(9) DEFAULT '{s}' COMMENT "{s}"`,
    `LOAD DATA INFILE '/tmp/{s}' INTO TABLE t FIELDS TERMINATED BY '{s}' SET a = '{s}'`,
    `SELECT a INTO OUTFILE '/tmp/{s}' FROM t WHERE b = '{s}'`,
    `SELECT a INTO DUMPFILE '/tmp/{s}' FROM t`,
    `CREATE EVENT e ON SCHEDULE AT '{s}' DO DELETE FROM t WHERE a = '{s}'`,
    `CREATE PROCEDURE p() BEGIN DECLARE x varchar(9) DEFAULT '{s}'; DELETE FROM t WHERE a = '{s}'; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '{s}'; END`,
    `CREATE FUNCTION f() RETURNS int SONAME '{s}'`,
    `INSTALL PLUGIN x SONAME '{s}'`,
    `CREATE TABLE p (a int) PARTITION BY LIST COLUMNS (a) (PARTITION p1 VALUES IN ('{s}', {n}))`,
    `INSERT INTO t SET a = '{s}', b = {n} ON DUPLICATE KEY UPDATE a = '{s}'`,
    `REPLACE INTO t VALUES ('{s}', {n})`,
    `SELECT a FROM t WHERE MATCH (b) AGAINST ('{s}' IN BOOLEAN MODE) AND c REGEXP '{s}'`,
    `SELECT JSON_EXTRACT(a, '$.{s}'), a->'$.{s}', a->>"$.{s}" FROM t`,
    `HANDLER t READ i = ('{s}')`,
    `KILL {n}`,
    `PURGE BINARY LOGS TO '{s}'`,
    `SHOW TABLES LIKE '{s}'`,
    `XA START '{s}'`,
    `SELECT "{s}`,
    `SELECT a FROM t PROCEDURE ANALYSE({n})`,
    `DO SLEEP('{s}')`,
    `EXPLAIN SELECT a FROM t WHERE b = "{s}"`,
  ],
  mariadb: [
    `CREATE OR REPLACE USER app IDENTIFIED VIA mysql_native_password USING PASSWORD('{s}')`,
    `SET STATEMENT max_statement_time = {n} FOR SELECT a FROM t WHERE b = '{s}'`,
    `SELECT a FROM t WHERE b = "{s}" /*M! AND c = '{s}' */`,
    `BEGIN NOT ATOMIC DELETE FROM t WHERE a = '{s}'; END`,
    `CHANGE MASTER TO MASTER_PASSWORD = '{s}', MASTER_USE_GTID = slave_pos`,
  ],
  sqlite: [
    `ATTACH DATABASE '{s}' AS other KEY '{s}'`,
    `PRAGMA key = '{s}'`,
    `SELECT x'{x}', a FROM t WHERE b = '{s}' AND c GLOB '{s}'`,
    `INSERT OR REPLACE INTO t VALUES ('{s}', {n})`,
    `SELECT load_extension('{s}')`,
  ],
  transactsql: [
    `SELECT N'{s}', 0x{x}, $1{n} FROM t WHERE a = N'{s}'`,
    `EXEC p @a = N'{s}', @b = {n}`,
    `EXECUTE ('SELECT ''{s}''') AT other`,
    `EXEC sp_executesql N'SELECT a FROM t WHERE b = @p', N'@p nvarchar(9)', @p = N'{s}'`,
    `EXEC xp_cmdshell 'echo {s}'`,
    `EXEC sp_configure '{s}', {n}`,
    `CREATE LOGIN app WITH PASSWORD = '{s}'`,
    `ALTER LOGIN app WITH PASSWORD = '{s}' OLD_PASSWORD = '{s}'`,
    `CREATE MASTER KEY ENCRYPTION BY PASSWORD = '{s}'`,
    `OPEN SYMMETRIC KEY k DECRYPTION BY PASSWORD = N'{s}'`,
    `CREATE CREDENTIAL c WITH IDENTITY = '{s}', SECRET = '{s}'`,
    `SELECT * FROM OPENROWSET('SQLNCLI', 'Server={s};Pwd={s}', 'SELECT ''{s}''')`,
    `BULK INSERT t FROM '{s}' WITH (DATA_SOURCE = '{s}')`,
    `BACKUP DATABASE x TO DISK = '{s}' WITH PASSWORD = '{s}'`,
    `DECLARE @x nvarchar(9) = N'{s}'; SET @x = '{s}'; PRINT '{s}'; RAISERROR('{s}', 16, 1)`,
    `WAITFOR DELAY '{s}'`,
    `UPDATE t SET a = N'{s}' OUTPUT inserted.a WHERE b = '{s}'`,
  ],
  cockroachdb: [
    ...POSTGRESQL,
    `SELECT b'{s}\\'{s}', x'{x}', '{s}':::STRING FROM t@i WHERE a = '{s}' AS OF SYSTEM TIME '-{n}s'`,
    `UPSERT INTO t (a, b) VALUES ('{s}', {n})`,
    `SELECT * FROM [DELETE FROM t WHERE a = '{s}' RETURNING b]`,
    `SET CLUSTER SETTING a = '{s}'`,
    `BACKUP INTO 's3://b?AWS_SECRET_ACCESS_KEY={s}' WITH encryption_passphrase = '{s}'`,
    `CREATE CHANGEFEED FOR TABLE t INTO 'kafka://b?sasl_password={s}'`,
    `CREATE EXTERNAL CONNECTION c AS 's3://b?AWS_SECRET_ACCESS_KEY={s}'`,
    `IMPORT INTO t (a) CSV DATA ('s3://b?AWS_SECRET_ACCESS_KEY={s}')`,
  ],
  redshift: [
    ...POSTGRESQL,
    `SELECT '{s}\\'{s}' FROM t WHERE a = '{s}'`,
    `COPY t FROM 's3://b' CREDENTIALS 'aws_access_key_id={s};aws_secret_access_key={s}'`,
    `UNLOAD ('SELECT a FROM t WHERE b = \\'{s}\\'') TO 's3://b' CREDENTIALS '{s}'`,
    `UNLOAD ($$SELECT a FROM t WHERE b = '{s}'$$) TO 's3://b' ACCESS_KEY_ID '{s}' SECRET_ACCESS_KEY '{s}'`,
    `CREATE EXTERNAL SCHEMA s FROM POSTGRES DATABASE 'd' URI '{s}' SECRET_ARN '{s}'`,
    `ALTER USER a PASSWORD '{s}'`,
    `CREATE TABLE #t (a varchar DEFAULT '{s}')`,
  ],
};

/** Makes unique marked values, and finds them again. */
export class Canaries {
  readonly #texts: string[] = [];
  #made = 0;

  #next(): string {
    return String(++this.#made).padStart(5, '0');
  }

  /** A text that is not part of any word. */
  text(): string {
    return this.#keep(`qzx${this.#next()}vkj`);
  }

  /** SQL with a marked value instead of each placeholder. */
  fill(template: string): string {
    return template.replace(/\{([snxb])\}/g, (_, kind: string) => {
      switch (kind) {
        case 'n':
          return this.#keep(`73${this.#next()}91`);
        case 'x':
          return this.#keep(`c0ffee${this.#next()}abc`);
        case 'b':
          return this.#keep(`1011${Number(this.#next()).toString(2).padStart(20, '0')}01`);
        default:
          return this.text();
      }
    });
  }

  /** All SQL of a dialect. */
  statements(dialect: Dialect): readonly string[] {
    const own = dialect === 'mariadb' ? [...BY_DIALECT.mysql, ...BY_DIALECT.mariadb] : BY_DIALECT[dialect];
    return [...EVERYWHERE, ...own].map((template) => this.fill(template));
  }

  get count(): number {
    return this.#texts.length;
  }

  /** The marked values in a text, in any letter case. */
  foundIn(text: string): readonly string[] {
    const lower = text.toLowerCase();
    return this.#texts.filter((canary) => lower.includes(canary));
  }

  #keep(text: string): string {
    this.#texts.push(text);
    return text;
  }
}
