import { describe, expect, test } from 'vitest';
import { createFactReader } from '../../src/traffic/fact-reader.ts';
import { logged } from './exactness.ts';

const S = 'canary';

describe('no literal is stored', () => {
  test.each([
    [
      'postgresql',
      [
        `SELECT '${S}', E'${S}\\n', N'${S}', $$${S}$$, $x$${S}$x$, U&'${S}', b'${S}', x'${S}' FROM t`,
        `SELECT a FROM t WHERE b = '${S}' OR b = '${S}' 'x${S}'`,
        `SELECT a FROM t WHERE b LIKE '%${S}%' AND c IN ('${S}', 'x${S}') -- ${S}`,
        `/* ${S} */ INSERT INTO t VALUES ('${S}', 1), (2, '${S}')`,
        `DELETE FROM t WHERE '${S}' = '${S}'`,
        `UPDATE t SET a = '${S}' WHERE coalesce('${S}', a) = '${S}'`,
        `ALTER ROLE bob PASSWORD '${S}'`,
        `ALTER ROLE bob SET a.b = ${S}`,
        `ALTER DATABASE d SET a.b TO ${S}`,
        `ALTER SYSTEM SET a.b = '${S}'`,
        `CREATE ROLE bob LOGIN PASSWORD '${S}' VALID UNTIL '${S}'`,
        `CREATE USER MAPPING FOR bob SERVER s OPTIONS (user '${S}', password '${S}')`,
        `CREATE SERVER s FOREIGN DATA WRAPPER w OPTIONS (host '${S}')`,
        `CREATE SUBSCRIPTION s CONNECTION 'host=${S} password=${S}' PUBLICATION p`,
        `SELECT dblink('host=${S}', 'SELECT ${S}')`,
        `SELECT dblink_exec('host=${S}', 'DELETE FROM x WHERE a = 1')`,
        `SET app.token = '${S}'`,
        `SET app.token = ${S}`,
        `SET LOCAL app.token TO ${S}, ${S}`,
        `SELECT set_config('app.token', '${S}', true)`,
        `CALL p('${S}', 5)`,
        `EXECUTE s('${S}', 5)`,
        `COPY t FROM 's3://${S}' WITH (FORMAT csv, DELIMITER '${S}')`,
        `COPY t FROM PROGRAM 'curl ${S}'`,
        `COMMENT ON TABLE t IS '${S}'`,
        `SECURITY LABEL ON TABLE t IS '${S}'`,
        `NOTIFY c, '${S}'`,
        `DO $$ BEGIN PERFORM f('${S}'); EXECUTE 'DELETE FROM t WHERE a = ''${S}'''; END $$`,
        `CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT '${S}' $$`,
        `PREPARE s AS SELECT '${S}'`,
        `EXPLAIN ANALYZE DELETE FROM t WHERE a = '${S}'`,
        `LOAD '${S}'`,
        `FROB ${S}`,
        S,
        `SELECT '${S}`,
        `SELECT $$${S}`,
        `SELECT a FROM t WHERE b = 12${S}`,
        `SELECT a FROM t /*+ Leading(t) Set(work_mem '${S}') */ WHERE b = 1`,
        `SELECT a FROM t /*note='${S}'*/`,
        `CREATE TABLE x (a text DEFAULT '${S}' CHECK (a <> '${S}'))`,
        `CREATE POLICY p ON t USING (a = '${S}')`,
        `SELECT a FROM t WHERE b = '${S}' LIMIT 5; UPDATE t SET a = '${S}'`,
        `MERGE INTO t USING (VALUES ('${S}')) AS s (a) ON t.a = s.a WHEN MATCHED AND t.b = '${S}' THEN DELETE`,
      ],
    ],
    [
      'mysql',
      [
        `SELECT '${S}', "${S}", N'${S}', X'${S}', _utf8'${S}' FROM t # ${S}`,
        `SELECT "${S}" AS '${S}' FROM t ORDER BY '${S}'`,
        `SELECT a FROM t WHERE b = "${S}" OR c = '${S}\\'${S}'`,
        `CREATE USER 'bob'@'%' IDENTIFIED BY '${S}'`,
        `ALTER USER bob IDENTIFIED WITH plugin AS '${S}'`,
        `SET PASSWORD FOR 'bob' = '${S}'`,
        `SET PASSWORD = PASSWORD('${S}')`,
        `GRANT ALL ON d.* TO 'bob'@'h' IDENTIFIED BY '${S}'`,
        `SET @a = '${S}', SESSION b = ${S}`,
        `SET STATEMENT a = ${S} FOR SELECT '${S}'`,
        `CALL p('${S}', @x)`,
        `CHANGE MASTER TO MASTER_HOST='${S}', MASTER_PASSWORD='${S}'`,
        `LOAD DATA INFILE '${S}' INTO TABLE t FIELDS TERMINATED BY '${S}'`,
        `SELECT a INTO OUTFILE '${S}' FROM t`,
        `SELECT * FROM t WHERE a = /*! '${S}' */ 5`,
        `PREPARE s FROM 'DELETE FROM t WHERE a = "${S}"'`,
        `CREATE PROCEDURE p() BEGIN SELECT '${S}'; DELETE FROM t WHERE a = '${S}'; END`,
        `BINLOG '${S}'`,
        `SELECT /*+ SET_VAR(a = '${S}') */ a FROM t`,
        `DELETE FROM t WHERE a = 'x' OR '${S}' = '${S}'`,
        `INSERT INTO t VALUES ('${S}') ON DUPLICATE KEY UPDATE a = (SELECT "${S}")`,
        `SELECT @'${S}' FROM t`,
      ],
    ],
    ['sqlite', [`ATTACH '${S}' AS x`, `PRAGMA key = '${S}'`, `PRAGMA key = ${S}`, `SELECT '${S}'`]],
    [
      'transactsql',
      [
        `EXEC sp_login @user = 'x', @password = '${S}'`,
        `EXEC sp_login ${S}`,
        `EXEC('DELETE FROM t WHERE a = ''${S}''')`,
        `EXEC sp_rename @x, '${S}'`,
        `CREATE LOGIN bob WITH PASSWORD = '${S}'`,
        `OPENROWSET('p';'u';'${S}')`,
        `SELECT * FROM OPENROWSET('p';'u';'${S}', x)`,
        `DECLARE @x varchar(9) = '${S}'`,
      ],
    ],
  ] as const)('%s', async (dialect, texts) => {
    const reader = await createFactReader(dialect);
    for (const text of texts) {
      const { tuples } = reader.read(logged(text));
      expect(tuples.length, text).toBeGreaterThan(0);
      expect(JSON.stringify(tuples).toLowerCase(), text).not.toContain(S);
      expect(JSON.stringify(reader.tags()), text).not.toContain(S);
    }
  });
});
