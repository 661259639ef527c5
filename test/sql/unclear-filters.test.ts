import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { filterOf, read } from './read.ts';

// Conditions that are not known, or not proved, to distinguish rows, and similar harmless ones.

type Row = readonly [dialect: Dialect, sql: string, filter: 'always_true' | 'unknown' | 'conditional'];

const TRIGGER = 'LANGUAGE plpgsql AS $$ BEGIN DELETE FROM t WHERE';

const CLASSES: Readonly<Record<string, readonly Row[]>> = {
  'a function that may have one answer for all rows': [
    ['postgresql', 'DELETE FROM t WHERE f(a) = 1', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE f(a)', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE f(a) AND b = 1', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE a = f(1)', 'conditional'],
    ['postgresql', "DELETE FROM t s WHERE to_jsonb(s) ? 'x'", 'unknown'],
    ['postgresql', "DELETE FROM t WHERE a ? 'x'", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE lower(trim(a)) = 'x'", 'conditional'],
    ['mysql', "UPDATE t SET a = '{}' WHERE JSON_VALID(a)", 'unknown'],
    ['mysql', "UPDATE t SET a = '{}' WHERE JSON_CONTAINS(a, '1')", 'conditional'],
    ['sqlite', "UPDATE t SET a = NULL WHERE printf('%s', b) = b", 'unknown'],
    ['transactsql', 'DELETE FROM dbo.t WHERE ISNUMERIC(Id) = 1', 'unknown'],
    ['transactsql', "DELETE FROM dbo.t WHERE LEFT(Code, 2) = 'AB'", 'conditional'],
  ],
  'a test that is true for what a column is for': [
    ['mysql', 'DELETE FROM t WHERE JSON_VALID(a) = 1', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE JSON_VALID(a) = 0', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE NOT JSON_VALID(a)', 'conditional'],
    ['transactsql', 'DELETE FROM t WHERE ISNUMERIC(Code) <> 1', 'conditional'],
    ['transactsql', 'DELETE FROM t WHERE ISJSON(Meta) > 0', 'unknown'],
  ],
  'a method of a column': [
    ['transactsql', "DELETE FROM t WHERE Meta.exist('/a') = 1", 'conditional'],
    ['transactsql', "DELETE FROM t WHERE t.Meta.value('(/a)[1]', 'int') = 1", 'conditional'],
    ['transactsql', 'DELETE FROM t WHERE Geo.STDistance(@g) < 100', 'conditional'],
    ['transactsql', 'DELETE FROM t WHERE dbo.f(a) = 1', 'unknown'],
  ],
  'how long ago something was': [
    ['mysql', 'DELETE FROM t WHERE DATEDIFF(CURRENT_DATE, created_at) > -1', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE DATEDIFF(CURRENT_DATE, created_at) > 30', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE DATEDIFF(expires_at, NOW()) < 0', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE TIMESTAMPDIFF(DAY, created_at, NOW()) >= 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE UNIX_TIMESTAMP(created_at) > 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE UNIX_TIMESTAMP(created_at) > 1700000000', 'conditional'],
    ['transactsql', 'DELETE FROM t WHERE DATEDIFF(DAY, CreatedAt, SYSUTCDATETIME()) >= 0', 'unknown'],
    ['transactsql', 'DELETE FROM t WHERE DATEDIFF(DAY, CreatedAt, SYSUTCDATETIME()) >= 7', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE current_date - created_on >= 0', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE created_on - current_date <= 0', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE created_at < current_date', 'conditional'],
    ['sqlite', "DELETE FROM t WHERE julianday('now') - julianday(created_at) > 0", 'unknown'],
    ['sqlite', "DELETE FROM t WHERE julianday('now') - julianday(created_at) > 30", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE now() - created_at > interval '0'", 'unknown'],
    ['postgresql', "DELETE FROM t WHERE now() - created_at > interval '30 days'", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE created_at < date_trunc('day', now()) + interval '1 day'", 'unknown'],
    ['postgresql', "DELETE FROM t WHERE created_at < date_trunc('day', now()) - interval '1 day'", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE created_at < date_trunc('day', now())", 'conditional'],
    ['mysql', 'DELETE FROM t WHERE created_at <= CURDATE() + INTERVAL 1 DAY', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE UNIX_TIMESTAMP(created_at) < UNIX_TIMESTAMP()', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE UNIX_TIMESTAMP(created_at) < UNIX_TIMESTAMP() - 86400', 'conditional'],
    ['sqlite', "DELETE FROM t WHERE julianday(created_at) < julianday('now', '-30 days')", 'conditional'],
    ['sqlite', "DELETE FROM t WHERE julianday(created_at) <= julianday('now', '-30 days')", 'conditional'],
    ['sqlite', "DELETE FROM t WHERE julianday(created_at, '+30 days') <= julianday('now')", 'conditional'],
    ['sqlite', "DELETE FROM t WHERE datetime(created_at, '+30 days') < datetime('now')", 'conditional'],
    ['sqlite', "DELETE FROM t WHERE strftime('%m', created_at) <= strftime('%m', 'now')", 'conditional'],
    ['sqlite', "DELETE FROM t WHERE strftime('%Y', created_at) <= strftime('%Y', 'now')", 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE extract(month from created_at) <= extract(month from now())', 'conditional'],
    ['sqlite', "DELETE FROM t WHERE julianday(created_at) <= julianday('now')", 'unknown'],
    ['sqlite', "DELETE FROM t WHERE julianday(expires_at) <= julianday('now')", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE date_trunc('day', created_at) <= now()", 'unknown'],
    ['postgresql', "DELETE FROM t WHERE date_trunc('day', expires_at) <= now()", 'conditional'],
    ['postgresql', 'UPDATE t SET a = NULL WHERE COALESCE(deleted_at, now()) <= now()', 'unknown'],
    ['postgresql', 'UPDATE t SET a = NULL WHERE COALESCE(expires_at, now()) <= now()', 'conditional'],
  ],
  'forms that people do not write': [
    ['sqlite', 'DELETE FROM t WHERE length(hex(a)) % 2 = 0', 'unknown'],
    ['sqlite', 'DELETE FROM t WHERE (id >> 64) IN (0, -1)', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE id << 32 = 0', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE a ^ a = 27', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE (@y := id) IS NOT NULL', 'unknown'],
    ['mysql', "DELETE FROM t WHERE a BETWEEN '' AND CHAR(127)", 'unknown'],
    ['postgresql', "DELETE FROM t WHERE a < repeat('z', 40)", 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE length(reverse(md5(a))) = 32', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE (a * 2 + b) % 2 = 0', 'unknown'],
    ['sqlite', `DELETE FROM t WHERE (id >> 64)${' + 0'.repeat(30)} IN (0, -1)`, 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE id % 10 = 3', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE id MOD 10 = 3', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE id DIV 1000 = 3', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE flags & 4 = 4', 'conditional'],
    ['postgresql', "DELETE FROM t WHERE length(trim(lower(coalesce(a, '')))) = 3", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE length(regexp_replace(phone, '[^0-9]', '')) < 7", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE a ->> 'x' = '1' AND b @> '{1}'", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE during << tsrange('2020-01-01', '2021-01-01')", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE a = concat('x', 'y')", 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE price * quantity - discount > 100', 'conditional'],
  ],
  'conditions in the place of values': [
    ['postgresql', 'UPDATE t SET b = 0 WHERE (a = 42) IS NOT NULL', 'unknown'],
    ['postgresql', 'UPDATE t SET b = 0 WHERE (a = 42) IS NOT UNKNOWN', 'unknown'],
    ['postgresql', 'UPDATE t SET b = 0 WHERE (a = 42) IS DISTINCT FROM NULL', 'unknown'],
    ['postgresql', 'UPDATE t SET b = 0 WHERE num_nulls(a = 42) = 0', 'unknown'],
    ['postgresql', "UPDATE t SET b = 0 WHERE (a = 42)::text <> ''", 'unknown'],
    ['postgresql', 'UPDATE t SET b = 0 WHERE (a = 42) IS TRUE', 'conditional'],
    ['postgresql', 'UPDATE t SET b = 0 WHERE (a = 42) = true', 'conditional'],
    ['postgresql', 'UPDATE t SET b = 0 WHERE coalesce(a = 42, false)', 'conditional'],
    ['mysql', 'UPDATE t SET b = 0 WHERE IF(a = 42, c, d) = 3', 'conditional'],
  ],
  'days that have come': [
    ['postgresql', 'DELETE FROM t WHERE created_at::date <= CURRENT_DATE', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE CAST(created_at AS date) <= CURRENT_DATE', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE DATE(created_at) <= CURDATE()', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE DATE(created_at) < CURDATE()', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE created_at::date < CURRENT_DATE', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE expires_at::date <= CURRENT_DATE', 'conditional'],
  ],
  'what every value of a column has': [
    ['postgresql', "DELETE FROM t WHERE email LIKE '%@%'", 'unknown'],
    ['postgresql', "DELETE FROM t WHERE email NOT LIKE '%@%'", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE email LIKE '%@example.com'", 'conditional'],
    ['sqlite', "DELETE FROM t WHERE typeof(a) IN ('text', 'null')", 'unknown'],
    ['sqlite', "DELETE FROM t WHERE typeof(a) = 'text'", 'conditional'],
  ],
  'times before there were any': [
    ['mysql', "UPDATE t SET b = 0 WHERE expires_at > '1970-01-01'", 'unknown'],
    ['transactsql', "UPDATE t SET b = 0 WHERE expires_at >= '19000101'", 'unknown'],
    ['postgresql', "UPDATE t SET b = 0 WHERE expires_at > '1999-01-01'", 'conditional'],
    ['mysql', "UPDATE t SET b = 0 WHERE deleted_at > '0000-00-00'", 'conditional'],
    ['postgresql', "UPDATE t SET b = 0 WHERE birthday > '1950-01-01'", 'conditional'],
    ['postgresql', "UPDATE t SET b = 0 WHERE expires_at < '1970-01-01'", 'conditional'],
  ],
  'subqueries that find the row itself': [
    ['sqlite', 'DELETE FROM t WHERE (id, a) = (SELECT s.id, s.a FROM t s WHERE s.id = t.id)', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE a IN (SELECT s.a FROM t s WHERE s.id = t.id)', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE a IN (SELECT s.b FROM t s WHERE s.id = t.id)', 'conditional'],
    ['sqlite', 'DELETE FROM t WHERE (id, a) = (SELECT id, a)', 'unknown'],
    [
      'postgresql',
      'DELETE FROM t WHERE id = (SELECT id FROM t s WHERE s.name = t.name ORDER BY made DESC LIMIT 1)',
      'conditional',
    ],
    ['postgresql', 'DELETE FROM t WHERE a = (SELECT max(s.a) FROM t s WHERE s.b = t.b)', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE a NOT IN (SELECT s.a FROM t s WHERE s.id = t.id)', 'conditional'],
  ],
  'EXISTS that one side of OR links to the row': [
    ['transactsql', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM k WHERE k.id = t.id OR k.a = 1)', 'unknown'],
    [
      'postgresql',
      'DELETE FROM t WHERE EXISTS (SELECT 1 FROM k WHERE k.id = t.id AND (k.a = 1 OR k.b = 2))',
      'conditional',
    ],
    ['postgresql', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM k WHERE k.id = t.id OR k.other = t.id)', 'conditional'],
    [
      'postgresql',
      `DELETE FROM t WHERE EXISTS (SELECT 1 FROM k WHERE k.id = t.id${' OR k.a = 1'.repeat(60)})`,
      'unknown',
    ],
  ],
  'parts of a subquery that may be all rows together': [
    [
      'postgresql',
      `DELETE FROM t WHERE id IN (${'SELECT id FROM ('.repeat(12)}SELECT id FROM t WHERE paid = 1 UNION SELECT id FROM t WHERE paid = 0${') x'.repeat(12)})`,
      'unknown',
    ],
    [
      'mysql',
      'DELETE FROM t WHERE id IN (SELECT id FROM t WHERE paid = 1 UNION SELECT id FROM t WHERE paid = 0)',
      'unknown',
    ],
    [
      'mysql',
      'DELETE FROM t WHERE id IN (SELECT x.id FROM (SELECT id FROM t WHERE paid = 1 UNION SELECT id FROM t WHERE paid = 0) x)',
      'unknown',
    ],
    ['postgresql', 'DELETE FROM t WHERE id IN (SELECT id FROM t EXCEPT SELECT 0)', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE id IN (SELECT first_value(id) OVER (PARTITION BY id) FROM t)', 'unknown'],
    [
      'postgresql',
      'DELETE FROM t WHERE id IN (SELECT t_id FROM u WHERE a = 1 UNION SELECT t_id FROM v WHERE b = 2)',
      'conditional',
    ],
    [
      'postgresql',
      'DELETE FROM t WHERE id IN (SELECT max(id) FROM t GROUP BY email HAVING count(*) > 1)',
      'conditional',
    ],
    [
      'postgresql',
      'DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY a ORDER BY id) AS n FROM t) x WHERE n > 1)',
      'conditional',
    ],
  ],
  'values that become empty where they are not': [
    ['postgresql', "UPDATE t SET a = NULL WHERE a > ''", 'unknown'],
    ['postgresql', "UPDATE t SET a = NULL WHERE a <> ''", 'unknown'],
    ['postgresql', "UPDATE t SET a = '' WHERE length(a) > 0", 'unknown'],
    ['postgresql', 'UPDATE t SET a = a - a WHERE a <> 0', 'unknown'],
    ['postgresql', 'UPDATE t SET a = a - b WHERE a <> 0', 'conditional'],
    ['mysql', 'UPDATE t SET a = DEFAULT(a) WHERE a IS NOT NULL', 'unknown'],
    ['transactsql', "UPDATE t SET a.modify('delete /*') WHERE a IS NOT NULL", 'unknown'],
    ['transactsql', "UPDATE t SET a.WRITE(N'', 0, NULL) WHERE a IS NOT NULL", 'unknown'],
    ['transactsql', "UPDATE t SET a.WRITE(N'x', 0, 1) WHERE a IS NOT NULL", 'conditional'],
    ['postgresql', 'UPDATE t SET a = (SELECT u.a FROM t u ORDER BY u.id LIMIT 1) WHERE a IS NOT NULL', 'unknown'],
    ['transactsql', 'UPDATE c SET c.a = (SELECT TOP 1 x.a FROM dbo.t x) FROM dbo.t c WHERE c.a IS NOT NULL', 'unknown'],
    ['transactsql', 'UPDATE c SET c.a = 1 FROM t c WHERE c.a IS NOT NULL', 'unknown'],
    ['transactsql', 'UPDATE c SET c.a = 1 FROM t c JOIN u ON u.id = c.id WHERE c.a IS NOT NULL', 'conditional'],
    ['mysql', 'UPDATE t JOIN u ON u.id = t.id SET t.a = 1 WHERE t.a IS NOT NULL', 'conditional'],
    ['mysql', 'UPDATE t, u SET t.a = 1 WHERE t.a IS NOT NULL', 'unknown'],
    ['postgresql', 'UPDATE t SET a = 1 FROM u WHERE t.a IS NOT NULL', 'unknown'],
    ['postgresql', 'UPDATE t SET a = 1 FROM u WHERE t.a IS NOT NULL AND u.id = t.id', 'conditional'],
    [
      'postgresql',
      `UPDATE t SET a = (SELECT u.a FROM u WHERE ${'u.b = 1 AND '.repeat(80)} u.c = 2) WHERE a IS NOT NULL`,
      'unknown',
    ],
    ['postgresql', 'UPDATE t SET a = (SELECT u.a FROM u WHERE u.id = t.id) WHERE a IS NOT NULL', 'conditional'],
    ['postgresql', 'UPDATE t SET a = (SELECT u.a FROM u LIMIT 1) WHERE b IS NOT NULL', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE extract(epoch FROM ends) < extract(epoch FROM now()) * 1000', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE UNIX_TIMESTAMP() * 1000 > UNIX_TIMESTAMP(ends)', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE UNIX_TIMESTAMP(ends) * 1000 < UNIX_TIMESTAMP() * 1000', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE UNIX_TIMESTAMP(ends) > UNIX_TIMESTAMP() * 1000', 'conditional'],
    ['postgresql', "UPDATE t SET a = 'x' WHERE a <> ''", 'conditional'],
    ['postgresql', "UPDATE t SET a = NULL WHERE a = ''", 'conditional'],
    ['postgresql', "UPDATE t SET a = NULL WHERE b <> ''", 'conditional'],
  ],
  'a hash in place of the value': [
    ['postgresql', 'UPDATE t SET a = md5(a) WHERE md5(a) <> a', 'unknown'],
    ['postgresql', "UPDATE t SET a = encode(sha256(a), 'hex') WHERE a <> encode(sha256(a), 'hex')", 'unknown'],
    ['postgresql', 'UPDATE t SET a = lower(a) WHERE a <> lower(a)', 'conditional'],
    ['postgresql', 'UPDATE t SET a = md5(b) WHERE a <> md5(b)', 'conditional'],
  ],
  'a loop over all keys or remainders': [
    ['postgresql', 'DO $$ BEGIN FOR b IN 0..9 LOOP DELETE FROM t WHERE mod(id, 10) = b; END LOOP; END $$', 'unknown'],
    [
      'transactsql',
      'DECLARE @i int = 1; WHILE @i <= 900 BEGIN DELETE FROM t WHERE id = @i; SET @i += 1; END',
      'unknown',
    ],
    [
      'transactsql',
      'DECLARE @i int = 1; WHILE @i <= 900 BEGIN DELETE FROM t WHERE id BETWEEN @i AND @i + 99; SET @i += 100; END',
      'unknown',
    ],
    [
      'transactsql',
      'DECLARE @i int = 1; WHILE @i <= 900 BEGIN DELETE FROM t WHERE id BETWEEN @i AND @i + 99 AND a = 1; SET @i += 100; END',
      'conditional',
    ],
    [
      'mysql',
      'DELIMITER //\nBEGIN NOT ATOMIC DECLARE lo INT DEFAULT 0; DELETE FROM t WHERE id > lo; END //\nDELIMITER ;',
      'unknown',
    ],
  ],
  'one column on both sides, or all keys of a parent': [
    ['mysql', 'DELETE FROM t WHERE lower(a) = a', 'unknown'],
    ['sqlite', 'DELETE FROM t WHERE lower(a) = a COLLATE NOCASE', 'unknown'],
    ['sqlite', 'DELETE FROM t WHERE lower(a) = a', 'conditional'],
    ['transactsql', 'DELETE FROM t WHERE CHOOSE(1, a, 0) = a', 'unknown'],
    ['transactsql', 'DELETE FROM t WHERE CHOOSE(1, a, 0) = b', 'conditional'],
    ['mysql', "DELETE FROM t WHERE FIND_IN_SET(id, CONCAT_WS(',', 0, id)) > 0", 'unknown'],
    ['sqlite', 'UPDATE t SET order_id = NULL WHERE order_id IN (SELECT o.id FROM orders o)', 'unknown'],
    ['sqlite', 'UPDATE t SET order_id = NULL WHERE order_id NOT IN (SELECT o.id FROM orders o)', 'conditional'],
    [
      'sqlite',
      'UPDATE t SET order_id = NULL WHERE order_id IN (SELECT o.id FROM orders o WHERE o.x = 1)',
      'conditional',
    ],
    ['sqlite', 'UPDATE t SET order_id = NULL WHERE order_id IN (SELECT b.id FROM banned b)', 'conditional'],
    ['sqlite', 'DELETE FROM t WHERE order_id IN (SELECT o.id FROM orders o, users u WHERE u.banned = 1)', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE order_id IN (SELECT o.id FROM orders o CROSS JOIN users u)', 'unknown'],
    [
      'postgresql',
      'DELETE FROM t WHERE order_id IN (SELECT o.id FROM orders o, users u WHERE u.banned AND u.id = o.user_id)',
      'conditional',
    ],
    [
      'postgresql',
      'DELETE FROM t WHERE order_id IN (SELECT o.id FROM orders o, users u WHERE u.id = t.user_id)',
      'conditional',
    ],
    ['sqlite', 'DELETE FROM t WHERE order_id IN (SELECT o.id FROM orders o, users u WHERE banned = 1)', 'conditional'],
    [
      'postgresql',
      'DO $$ DECLARE r record; BEGIN FOR r IN SELECT id FROM u WHERE x LOOP UPDATE t SET a = 1 WHERE r.id IS NOT NULL; END LOOP; END $$',
      'unknown',
    ],
    [
      'postgresql',
      'DO $$ DECLARE r record; BEGIN FOR r IN SELECT id FROM u WHERE x LOOP UPDATE t SET a = 1 WHERE t.u_id = r.id; END LOOP; END $$',
      'conditional',
    ],
    ['transactsql', 'DELETE FROM t WHERE %%physloc%% IS NOT NULL', 'unknown'],
    ['transactsql', 'DELETE FROM t WHERE a % b IS NOT NULL', 'conditional'],
    ['postgresql', "UPDATE t SET a = jsonb_set(a, '{b}', NULL) WHERE a IS NOT NULL", 'unknown'],
    ['postgresql', "UPDATE t SET a = jsonb_set(a, '{b}', '1') WHERE a IS NOT NULL", 'conditional'],
    ['sqlite', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM json_each(json_array(t.a)))', 'unknown'],
    ['sqlite', "DELETE FROM t WHERE EXISTS (SELECT 1 FROM json_each(t.a) WHERE value = 'x')", 'conditional'],
    ['sqlite', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM json_each(t.a))', 'conditional'],
  ],
  'what other words of the file say': [
    ['postgresql', 'ALTER TABLE t ALTER COLUMN a SET NOT NULL; DELETE FROM t WHERE a IS NOT NULL', 'unknown'],
    ['postgresql', 'ALTER TABLE t ALTER COLUMN b SET NOT NULL; DELETE FROM t WHERE a IS NOT NULL', 'conditional'],
    ['postgresql', 'ALTER TABLE u ALTER COLUMN a SET NOT NULL; DELETE FROM t WHERE a IS NOT NULL', 'conditional'],
    [
      'postgresql',
      'ALTER TABLE app.t ALTER b SET NOT NULL, ALTER a SET NOT NULL; DELETE FROM t WHERE a IS NOT NULL',
      'unknown',
    ],
    ['postgresql', 'DELETE FROM orders o USING users u WHERE u.id = o.user_id', 'unknown'],
    ['postgresql', 'DELETE FROM orders o USING users u WHERE u.id = o.user_id AND u.banned', 'conditional'],
    ['postgresql', 'UPDATE orders o SET a = u.a FROM users u WHERE u.id = o.user_id', 'conditional'],
    ['postgresql', 'DELETE FROM orders o USING stale s WHERE s.id = o.user_id', 'conditional'],
    ['postgresql', 'UPDATE t SET a = 0 WHERE a IS NULL; DELETE FROM t WHERE a IS NOT NULL', 'unknown'],
    ['mysql', 'UPDATE `t` SET `a` = 0 WHERE `a` IS NULL; DELETE FROM t WHERE a IS NOT NULL', 'unknown'],
    ['transactsql', 'UPDATE dbo.T SET A = 0 WHERE A IS NULL; DELETE FROM dbo.T WHERE A IS NOT NULL', 'unknown'],
    ['postgresql', 'UPDATE t SET a = 0 WHERE a IS NULL AND b = 1; DELETE FROM t WHERE a IS NOT NULL', 'conditional'],
    ['postgresql', 'UPDATE t SET b = 0 WHERE a IS NULL; DELETE FROM t WHERE a IS NOT NULL', 'conditional'],
    ['transactsql', 'SET ANSI_NULLS OFF; DELETE FROM t WHERE a = NULL OR a <> NULL', 'unknown'],
    ['transactsql', 'SET QUOTED_IDENTIFIER OFF; DELETE FROM t WHERE "a" IS NOT NULL', 'always_true'],
    ['transactsql', 'SET QUOTED_IDENTIFIER ON; DELETE FROM t WHERE "a" IS NOT NULL', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE email = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE stock = 0', 'conditional'],
    ['sqlite', "DELETE FROM t WHERE typeof(a) IN ('text', 'null', 'integer', 'real', 'blob')", 'unknown'],
    ['sqlite', "DELETE FROM t WHERE typeof(a) IN ('text', 'blob')", 'conditional'],
    ['sqlite', 'DELETE FROM t WHERE id IN doomed', 'unknown'],
    ['sqlite', 'CREATE TRIGGER g AFTER INSERT ON u BEGIN DELETE FROM t WHERE NEW.id IS NOT NULL; END', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE INTERVAL(id, 0, 1000000) >= 1', 'unknown'],
    ['transactsql', 'DELETE FROM t WHERE IDENTITYCOL >= 1', 'unknown'],
    [
      'postgresql',
      'DO $$ DECLARE k int[]; BEGIN k := ARRAY(SELECT id FROM t); DELETE FROM t WHERE id = ANY (k); END $$',
      'always_true',
    ],
    [
      'postgresql',
      'DO $$ DECLARE k int[]; BEGIN k := ARRAY(SELECT id FROM t WHERE a = 1); DELETE FROM t WHERE id = ANY (k); END $$',
      'conditional',
    ],
    [
      'transactsql',
      "UPDATE u SET u.a = 'x' FROM t u CROSS APPLY (SELECT MAX(o.d) AS d FROM o WHERE o.u_id = u.id) x WHERE x.d < '2020-01-01'",
      'conditional',
    ],
  ],
  'the condition of a branch of MERGE': [
    [
      'postgresql',
      'MERGE INTO t USING (SELECT id FROM t) s ON s.id = t.id WHEN MATCHED AND t.id > 0 THEN DELETE',
      'unknown',
    ],
    ['postgresql', 'MERGE INTO t USING s ON s.id = t.id WHEN MATCHED AND s.gone THEN DELETE', 'conditional'],
    [
      'postgresql',
      'MERGE INTO t USING (SELECT id FROM t) s ON s.id = t.id WHEN MATCHED AND t.id > 0 THEN UPDATE SET a = 1',
      'unknown',
    ],
    [
      'transactsql',
      'MERGE t USING s ON s.id = t.id WHEN NOT MATCHED BY SOURCE AND t.kind = 3 THEN DELETE;',
      'conditional',
    ],
  ],
  'texts that are used as numbers': [
    ['mysql', 'DELETE FROM t WHERE currency = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE NOT email', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE !email', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE email IS NOT TRUE', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE email + 0 = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE 0 = -email', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE email IN (0, 1)', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE email NOT IN (1, 2)', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE email BETWEEN 0 AND 9', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE email < 1', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE CAST(email AS SIGNED) = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE CAST(email AS UNSIGNED) = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE CONVERT(email, SIGNED) = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE ABS(TRIM(email)) = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE IF(email, 0, 1)', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE NOT LOWER(code)', 'unknown'],
    ['mysql', 'CREATE TABLE IF NOT EXISTS t (id int, code varchar(9)); DELETE FROM t WHERE code = 0', 'unknown'],
    ['mysql', 'ALTER TABLE t CHANGE old code char(9); DELETE FROM t WHERE NOT code', 'unknown'],
    ['mysql', 'CREATE TABLE IF NOT EXISTS t (id int, email tinyint); DELETE FROM t WHERE email = 0', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE code = 0', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE NOT active', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE send_email = 0', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE email_verified = 0', 'conditional'],
    ['mysql', "DELETE FROM t WHERE email = '0'", 'conditional'],
    ['mysql', 'DELETE FROM t WHERE email = 1', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE email', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE email = name', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE LENGTH(email) = 0', 'conditional'],
    ['mysql', "DELETE FROM t WHERE IFNULL(email, '') = ''", 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE email = 0', 'conditional'],
  ],
  'a table that is joined to itself': [
    ['mysql', 'DELETE a FROM t a JOIN t b ON IFNULL(a.id, 0) = IFNULL(b.id, 0)', 'always_true'],
    ['mysql', "DELETE a FROM t a JOIN t b ON CONCAT(a.id, '-') = CONCAT(b.id, '-')", 'always_true'],
    ['mysql', 'UPDATE t a, t b SET a.x = 0 WHERE a.id + 1 = b.id + 1', 'always_true'],
    ['mysql', 'DELETE a FROM t a JOIN (SELECT id FROM t) b ON IFNULL(a.id, 0) = IFNULL(b.id, 0)', 'always_true'],
    [
      'mysql',
      'DELETE a FROM t a JOIN (SELECT id FROM t WHERE x = 1) b ON IFNULL(a.id, 0) = IFNULL(b.id, 0)',
      'conditional',
    ],
    ['mysql', 'DELETE a FROM t a JOIN t b ON a.id + 1 = b.id', 'conditional'],
    ['mysql', 'DELETE a FROM t a JOIN t b ON a.mail = b.mail AND a.id > b.id + 0', 'conditional'],
    ['mysql', "DELETE a FROM t a JOIN t b ON a.id = b.id AND b.kind = 'x'", 'conditional'],
    [
      'transactsql',
      'MERGE t a USING t b ON a.id = b.id WHEN MATCHED AND ISNULL(b.x, 0) = ISNULL(a.x, 0) THEN UPDATE SET a.x = 0;',
      'always_true',
    ],
    [
      'transactsql',
      'MERGE t a USING t b ON ISNULL(a.id, 0) = ISNULL(b.id, 0) WHEN MATCHED THEN DELETE;',
      'always_true',
    ],
    [
      'transactsql',
      'MERGE t a USING s b ON a.id = b.id WHEN MATCHED AND ISNULL(b.x, 0) = 0 THEN DELETE;',
      'conditional',
    ],
  ],
  'a column that a CTE calculates': [
    [
      'transactsql',
      'WITH d AS (SELECT id, CASE WHEN id IS NULL THEN 0 ELSE 1 END AS gone FROM t) DELETE FROM d WHERE gone = 1',
      'unknown',
    ],
    ['transactsql', 'UPDATE d SET a = 0 FROM (SELECT a, ISNULL(id, 0) AS k FROM t) d WHERE d.k > -1', 'unknown'],
    [
      'transactsql',
      "WITH d AS (SELECT id, CASE WHEN at < '2020-01-01' THEN 1 ELSE 0 END AS gone FROM t) DELETE FROM d WHERE gone = 1",
      'conditional',
    ],
  ],
  'rows that are compared': [
    ['mysql', "DELETE FROM t WHERE (id, code) >= (id, '')", 'always_true'],
    ['mysql', 'DELETE FROM t WHERE (id, 1) > (id, 0)', 'always_true'],
    ['mysql', "DELETE FROM t WHERE (kind, code) >= ('a', '')", 'conditional'],
    ['mysql', 'DELETE FROM t WHERE (kind, code) > (kind, code)', 'conditional'],
  ],
  'a term that holds, beside one that is not understood': [
    ['mysql', 'DELETE FROM t WHERE LENGTH(code) >= 0 AND foo(id) = 1', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE length(code) >= 0 AND created_at < now()', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE length(code) >= 0 AND code > 5', 'conditional'],
  ],
  'a key beside a number of rows': [
    ['mysql', "DELETE FROM t WHERE id > (SELECT COUNT(*) FROM s WHERE k = 'none')", 'unknown'],
    ['mysql', 'DELETE FROM t WHERE id > (SELECT last_id FROM s)', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE position > (SELECT count(*) FROM t)', 'conditional'],
    ['transactsql', "UPDATE t SET a = 1 WHERE doc.exist('/*') IN (0, 1)", 'always_true'],
    ['transactsql', "UPDATE t SET a = 1 WHERE doc.exist('/*') = 1", 'conditional'],
  ],
  'a list in a function': [
    ['mysql', 'DELETE FROM t WHERE JSON_CONTAINS((SELECT JSON_ARRAYAGG(id) FROM t), id)', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE id <= coalesce((SELECT last_id FROM s), 0)', 'conditional'],
  ],
  'all rows but one': [
    ['postgresql', 'DELETE FROM t a USING t b WHERE a.id < b.id', 'unknown'],
    ['mysql', 'DELETE a FROM t a JOIN t b ON a.id < b.id', 'unknown'],
    ['postgresql', 'DELETE FROM t a USING t b WHERE a.id < b.id AND a.mail = b.mail', 'conditional'],
    ['postgresql', 'DELETE FROM t a USING u b WHERE a.id < b.id', 'conditional'],
    ['sqlite', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM t n WHERE n.id > t.id)', 'unknown'],
    ['sqlite', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM t n WHERE n.id > t.id AND n.mail = t.mail)', 'conditional'],
    [
      'sqlite',
      'DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY d) rn FROM t) WHERE rn > 1)',
      'unknown',
    ],
    [
      'sqlite',
      'DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY d) rn FROM t) WHERE rn > 1000)',
      'conditional',
    ],
    [
      'transactsql',
      'WITH d AS (SELECT *, ROW_NUMBER() OVER (ORDER BY c) AS rn FROM t) DELETE FROM d WHERE rn > 1',
      'unknown',
    ],
    [
      'transactsql',
      'WITH d AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY m ORDER BY c) AS rn FROM t) DELETE FROM d WHERE rn > 1',
      'conditional',
    ],
    [
      'transactsql',
      'WITH d AS (SELECT *, ROW_NUMBER() OVER (ORDER BY c) AS rn FROM t) DELETE FROM d WHERE rn >= 1',
      'always_true',
    ],
    ['sqlite', 'DELETE FROM t WHERE id = (SELECT u.id FROM t u WHERE u.id = t.id)', 'always_true'],
    ['sqlite', 'DELETE FROM t WHERE id = (SELECT u.id FROM t u WHERE u.id = t.parent_id)', 'conditional'],
    ['postgresql', 'DELETE FROM public.t WHERE id IN (SELECT id FROM t)', 'always_true'],
    ['postgresql', 'DELETE FROM app.t WHERE id IN (SELECT id FROM t)', 'conditional'],
    ['mysql', 'DELETE FROM t WHERE FIELD(id, 0, -1) = 0', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE FIELD(id, 5, 6) > 0', 'conditional'],
  ],
  'a source that a join does not tie to the row': [
    ['postgresql', 'DELETE FROM t USING (SELECT app.u.x FROM app.u) s WHERE s.x > 5', 'always_true'],
    [
      'postgresql',
      'DELETE FROM t USING LATERAL (SELECT u.x FROM u WHERE u.t_id = t.id) s WHERE s.x > 5',
      'conditional',
    ],
  ],
  'a key in CASE or in a row': [
    ['mysql', 'DELETE FROM t WHERE CASE WHEN id > 0 THEN 1 ELSE 0 END', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE CASE WHEN id > 900 THEN 1 ELSE 0 END', 'conditional'],
    ['sqlite', "DELETE FROM t WHERE (id, a) >= (0, '')", 'unknown'],
    ['sqlite', "DELETE FROM t WHERE (id, a) >= (900, '')", 'conditional'],
  ],
  'a trigger that deletes all rows but the new one': [
    ['sqlite', 'CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE id <> NEW.id; END', 'unknown'],
    [
      'sqlite',
      'CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE id <> NEW.id AND u = NEW.u; END',
      'conditional',
    ],
    ['sqlite', 'CREATE TRIGGER g AFTER INSERT ON j BEGIN DELETE FROM t WHERE id >= NEW.cutoff; END', 'unknown'],
    ['sqlite', 'CREATE TRIGGER g AFTER DELETE ON u BEGIN DELETE FROM t WHERE u_id = OLD.id; END', 'conditional'],
    ['postgresql', `CREATE FUNCTION g() RETURNS trigger ${TRIGGER} id <> NEW.id; RETURN NULL; END $$`, 'unknown'],
    ['postgresql', `CREATE FUNCTION g() RETURNS trigger ${TRIGGER} u_id = OLD.id; RETURN NULL; END $$`, 'conditional'],
    [
      'transactsql',
      'CREATE TRIGGER g ON dbo.t AFTER INSERT AS DELETE FROM dbo.t WHERE Id NOT IN (SELECT Id FROM inserted)',
      'unknown',
    ],
    ['postgresql', 'DELETE FROM t WHERE id <> 1', 'conditional'],
  ],
  'a parameter with the name of a column': [
    [
      'postgresql',
      'CREATE FUNCTION p(a int) RETURNS void LANGUAGE sql AS $$ DELETE FROM t WHERE t.a = a $$; SELECT p(3)',
      'unknown',
    ],
    [
      'postgresql',
      'CREATE FUNCTION p(x int) RETURNS void LANGUAGE sql AS $$ DELETE FROM t WHERE t.a = x $$; SELECT p(3)',
      'conditional',
    ],
  ],
  'a list that is searched': [
    ['mysql', 'DELETE FROM t WHERE FIND_IN_SET(id, (SELECT GROUP_CONCAT(x.id) FROM (SELECT id FROM t) x))', 'unknown'],
    ['mysql', "DELETE FROM t WHERE FIND_IN_SET(id, '1,2')", 'conditional'],
    [
      'sqlite',
      'DELETE FROM t WHERE id IN (SELECT value FROM json_each((SELECT json_group_array(id) FROM t)))',
      'unknown',
    ],
    ['sqlite', "DELETE FROM t WHERE id IN (SELECT value FROM json_each('[1,2]'))", 'conditional'],
    ['postgresql', 'UPDATE t SET x = NULL WHERE mood = ANY (enum_range(NULL::mood))', 'unknown'],
    ['postgresql', "DELETE FROM t WHERE id = ANY ('{1,2}')", 'conditional'],
  ],
  'types, settings and columns of the server': [
    ['sqlite', "DELETE FROM t WHERE id < 'zzz'", 'unknown'],
    ['sqlite', "DELETE FROM t WHERE a < x'00'", 'unknown'],
    ['sqlite', "DELETE FROM t WHERE a < 'm'", 'conditional'],
    ['mysql', "SET sql_mode = 'HIGH_NOT_PRECEDENCE'; DELETE FROM t WHERE NOT a BETWEEN -1 AND 9", 'unknown'],
    ['mysql', "SET sql_mode = 'ANSI'; DELETE FROM t WHERE NOT a BETWEEN -1 AND 9", 'conditional'],
    ['transactsql', 'DELETE FROM t WHERE $IDENTITY IS NOT NULL', 'unknown'],
  ],
  'counts, windows and prepared statements': [
    ['sqlite', 'DELETE FROM t WHERE (SELECT count(*) FROM u WHERE u.t_id = t.id) >= 0', 'always_true'],
    ['sqlite', 'DELETE FROM t WHERE (SELECT count(*) FROM u WHERE u.t_id = t.id) > 0', 'conditional'],
    [
      'postgresql',
      'DELETE FROM t USING (SELECT id, row_number() OVER (PARTITION BY id ORDER BY x) r FROM t) d WHERE d.id = t.id AND d.r = 1',
      'always_true',
    ],
    [
      'postgresql',
      'DELETE FROM t USING (SELECT id, row_number() OVER (PARTITION BY x ORDER BY id) r FROM t) d WHERE d.id = t.id AND d.r > 1',
      'conditional',
    ],
    [
      'transactsql',
      'WITH d AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY Id ORDER BY x) AS r FROM t) DELETE FROM d WHERE r = 1',
      'always_true',
    ],
    [
      'postgresql',
      'DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY id) r FROM t) x WHERE r = 1)',
      'always_true',
    ],
    [
      'sqlite',
      'DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id, ntile(1) OVER (ORDER BY id) b FROM t) WHERE b = 1)',
      'always_true',
    ],
    [
      'sqlite',
      'DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id, ntile(4) OVER (ORDER BY id) b FROM t) WHERE b = 1)',
      'conditional',
    ],
    [
      'postgresql',
      'DELETE FROM t WHERE id NOT IN (SELECT min(id) FROM t GROUP BY id HAVING count(*) > 1)',
      'always_true',
    ],
    [
      'postgresql',
      'DELETE FROM t WHERE id NOT IN (SELECT min(id) FROM t GROUP BY a HAVING count(*) > 1)',
      'conditional',
    ],
    ['mysql', "PREPARE p FROM 'DELETE FROM t WHERE id >= ?'; SET @a = 1; EXECUTE p USING @a", 'unknown'],
    ['mysql', "PREPARE p FROM 'DELETE FROM t WHERE id >= ?'; SET @a = 900; EXECUTE p USING @a", 'conditional'],
    ['postgresql', 'PREPARE p(int) AS DELETE FROM t WHERE id > $1; EXECUTE p(0)', 'unknown'],
    ['postgresql', 'PREPARE p(int) AS DELETE FROM t WHERE id > $1; EXECUTE p(900)', 'conditional'],
  ],
  'rows to keep or to delete in another table': [
    [
      'postgresql',
      'CREATE TEMP TABLE k AS SELECT id FROM t WITH NO DATA; DELETE FROM t WHERE id NOT IN (SELECT id FROM k)',
      'unknown',
    ],
    [
      'postgresql',
      'CREATE TEMP TABLE k AS SELECT id FROM t WHERE x = 1; DELETE FROM t WHERE id NOT IN (SELECT id FROM k)',
      'conditional',
    ],
    [
      'postgresql',
      'CREATE TEMP TABLE k AS SELECT id FROM t WHERE 1 = 0; DELETE FROM t WHERE id NOT IN (SELECT id FROM k)',
      'unknown',
    ],
    [
      'postgresql',
      'CREATE TEMP TABLE k AS SELECT id FROM t LIMIT 0; DELETE FROM t WHERE id NOT IN (SELECT id FROM k)',
      'unknown',
    ],
    ['mysql', 'DELETE FROM t WHERE id NOT IN (SELECT k FROM (SELECT MIN(id) AS k FROM t) x)', 'unknown'],
    ['mysql', 'DELETE FROM t WHERE id NOT IN (SELECT k FROM (SELECT MIN(id) AS k FROM t GROUP BY a) x)', 'conditional'],
    [
      'mysql',
      "DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id FROM t WHERE a = 'x' UNION ALL SELECT id FROM t WHERE a <> 'x') u)",
      'always_true',
    ],
  ],
  'writes that together are of every row': [
    ['postgresql', 'DELETE FROM t WHERE id % 2 = 0; DELETE FROM t WHERE id % 2 = 1', 'unknown'],
    ['postgresql', 'DELETE FROM t WHERE id % 3 = 0; DELETE FROM t WHERE id % 3 = 1', 'conditional'],
    ['sqlite', 'UPDATE t SET a = NULL WHERE b = 1; UPDATE t SET a = NULL WHERE b IS NOT 1', 'unknown'],
    ['sqlite', 'UPDATE t SET a = 1 WHERE b = 1; UPDATE t SET a = 2 WHERE b IS NOT 1', 'conditional'],
    ['sqlite', 'UPDATE t SET a = NULL WHERE b = 1; UPDATE u SET a = NULL WHERE b IS NOT 1', 'conditional'],
  ],
};

describe.each(Object.entries(CLASSES))('%s', (_, rows) => {
  test.each(rows)('%s: %s', (dialect, sql, filter) => {
    expect(filterOf(dialect, sql)).toBe(filter);
  });
});

const FREEZES = 'RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.';
const RUNS = 'RETURN NEW; END $$; CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f()';

const DELETES_NEW =
  'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM t WHERE id = NEW.id; RETURN NULL; END $$;';

const ROW_INSERT = 'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW';
const INSTEAD = 'CREATE TRIGGER g ON t INSTEAD OF INSERT AS';

describe('a trigger after which writes are lost', () => {
  test.each<[Dialect, string, boolean]>([
    ['postgresql', `CREATE FUNCTION f() ${FREEZES}a := '{}'::jsonb; ${RUNS}`, true],
    ['postgresql', `CREATE FUNCTION f() ${FREEZES}a := now(); ${RUNS}`, false],
    ['postgresql', `CREATE FUNCTION f() ${FREEZES}a := OLD.a; ${RUNS}`, true],
    ['postgresql', `CREATE FUNCTION f() ${FREEZES}created_at := OLD.created_at; ${RUNS}`, false],
    ['mysql', "CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.a = ''", true],
    ['mysql', 'CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = OLD.a, NEW.b = OLD.b', true],
    ['mysql', 'CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW SET NEW.created_at = OLD.created_at', false],
    ['mysql', 'CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = OLD.b', false],
    ['postgresql', `${DELETES_NEW} CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()`, true],
    ['postgresql', `${DELETES_NEW} CREATE TRIGGER g AFTER INSERT ON u FOR EACH ROW EXECUTE FUNCTION f()`, false],
    ['sqlite', 'CREATE TRIGGER g AFTER UPDATE OF a ON t BEGIN UPDATE t SET a = OLD.a WHERE id = NEW.id; END', true],
    [
      'sqlite',
      "CREATE TRIGGER g AFTER UPDATE ON t BEGIN UPDATE t SET a = datetime('now') WHERE id = NEW.id; END",
      false,
    ],
    [
      'transactsql',
      'CREATE TRIGGER g ON dbo.t AFTER UPDATE AS UPDATE u SET u.a = d.a FROM dbo.t u JOIN deleted d ON d.id = u.id',
      true,
    ],
    ['mysql', `${ROW_INSERT} SET NEW.amount = 0, NEW.currency = 'XXX'`, true],
    ['mysql', `${ROW_INSERT} SET NEW.status = 'new', NEW.version = 1`, false],
    ['mysql', `${ROW_INSERT} SET NEW.balance = 0`, false],
    ['mysql', 'CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW SET NEW.balance = 0', true],
    ['mysql', 'CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW SET NEW.synced = 0', false],
    ['mysql', `DELIMITER //\n${ROW_INSERT} BEGIN IF NEW.id > 0 THEN SET NEW.a = NULL; END IF; END //`, true],
    ['mysql', `DELIMITER //\n${ROW_INSERT} BEGIN IF NEW.a IS NOT NULL THEN SET NEW.a = NULL; END IF; END //`, true],
    ['mysql', `DELIMITER //\n${ROW_INSERT} BEGIN IF NEW.a = '-' THEN SET NEW.a = NULL; END IF; END //`, false],
    ['mysql', `DELIMITER //\n${ROW_INSERT} BEGIN IF NEW.price IS NULL THEN SET NEW.price = 0; END IF; END //`, false],
    ['transactsql', `${INSTEAD} BEGIN IF 1 = 0 INSERT INTO t SELECT * FROM inserted; END`, true],
    ['transactsql', `${INSTEAD} IF EXISTS (SELECT 1 FROM inserted WHERE 1 = 0) INSERT INTO t SELECT 1`, true],
    ['transactsql', `${INSTEAD} IF EXISTS (SELECT 1 FROM inserted WHERE a = 0) INSERT INTO t SELECT 1`, false],
    ['transactsql', `${INSTEAD} BEGIN DECLARE @on bit = 0; IF @on = 1 INSERT INTO t SELECT 1; END`, true],
    ['transactsql', `${INSTEAD} BEGIN DECLARE @on bit = 0; SET @on = 1; IF @on = 1 INSERT INTO t SELECT 1; END`, false],
    ['transactsql', `${INSTEAD} IF 1 = 0 RETURN ELSE INSERT INTO t SELECT 1`, false],
    ['transactsql', `${INSTEAD} INSERT INTO t SELECT * FROM inserted WHERE 1 = 0`, true],
    ['transactsql', 'CREATE TRIGGER g ON t AFTER INSERT AS DELETE t WHERE id IN (SELECT id FROM inserted)', true],
    ['transactsql', 'CREATE TRIGGER g ON t AFTER INSERT AS DELETE t WHERE id IN (SELECT old_id FROM inserted)', false],
    [
      'transactsql',
      'CREATE TRIGGER g ON t AFTER INSERT AS UPDATE u SET price = 0 FROM t u JOIN inserted i ON i.id = u.id',
      true,
    ],
    [
      'transactsql',
      'CREATE TRIGGER g ON t AFTER INSERT AS UPDATE u SET at = 0 FROM t u JOIN inserted i ON i.id = u.id',
      false,
    ],
  ])('%s: %s: %s', (dialect, sql, lost) => {
    const kinds = read(dialect, sql).statements.flatMap(({ operations }) => operations.map(({ kind }) => kind));
    expect(kinds.includes('discard_writes')).toBe(lost);
  });
});

describe('a trigger that is replaced', () => {
  test.each<[Dialect, string, boolean]>([
    ['transactsql', 'ALTER TRIGGER g ON t AFTER UPDATE AS SELECT 1', true],
    ['transactsql', 'CREATE OR ALTER TRIGGER g ON t AFTER UPDATE AS BEGIN SET NOCOUNT ON; RETURN; END', true],
    ['transactsql', 'ALTER TRIGGER g ON t AFTER UPDATE AS IF 1 = 0 INSERT INTO log SELECT id FROM inserted', true],
    ['transactsql', 'CREATE TRIGGER g ON t AFTER UPDATE AS SELECT 1', false],
    ['transactsql', 'ALTER TRIGGER g ON t AFTER UPDATE AS INSERT INTO log SELECT id FROM inserted', false],
    ['transactsql', "ALTER TRIGGER g ON t AFTER UPDATE AS IF UPDATE(a) THROW 50000, N'no', 1", false],
    ['transactsql', 'ALTER TRIGGER g ON t AFTER UPDATE AS EXEC write_log', false],
    ['mariadb', 'CREATE OR REPLACE TRIGGER g AFTER UPDATE ON t FOR EACH ROW SET @x = 1', true],
    ['mariadb', "CREATE OR REPLACE TRIGGER g AFTER UPDATE ON t FOR EACH ROW INSERT INTO log VALUES ('u')", false],
    ['mariadb', 'CREATE OR REPLACE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = NOW()', false],
    ['mariadb', 'CREATE OR REPLACE TRIGGER g AFTER UPDATE ON t FOR EACH ROW CALL write_log()', false],
    [
      'postgresql',
      'CREATE OR REPLACE TRIGGER g AFTER UPDATE ON t FOR EACH ROW WHEN (false) EXECUTE FUNCTION f()',
      true,
    ],
    [
      'postgresql',
      'CREATE OR REPLACE TRIGGER g AFTER UPDATE ON t FOR EACH ROW WHEN (OLD.a <> NEW.a) EXECUTE FUNCTION f()',
      false,
    ],
    ['postgresql', 'CREATE TRIGGER g AFTER UPDATE ON t FOR EACH ROW WHEN (false) EXECUTE FUNCTION f()', false],
    [
      'postgresql',
      "CREATE FUNCTION f() RETURNS void LANGUAGE sql SET session_replication_role = 'replica' AS $$ SELECT 1 $$",
      true,
    ],
    [
      'postgresql',
      "CREATE FUNCTION f() RETURNS void LANGUAGE sql SET session_replication_role = 'origin' AS $$ SELECT 1 $$",
      false,
    ],
  ])('%s: %s: %s', (dialect, sql, stops) => {
    const kinds = read(dialect, sql).statements.flatMap(({ operations }) => operations.map(({ kind }) => kind));
    expect(kinds.includes('disable_trigger')).toBe(stops);
  });
});

const FILL = 'INSERT INTO q SELECT id FROM events';
const FORWARD =
  'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM events WHERE id = NEW.id; RETURN NEW; END $$; ' +
  'CREATE TRIGGER g AFTER INSERT ON q FOR EACH ROW EXECUTE FUNCTION f()';
const DELETES = 'CREATE TRIGGER g AFTER INSERT ON q FOR EACH ROW DELETE FROM events WHERE id = NEW.id';

describe('the trigger of a new table that the file fills by a query', () => {
  test.each<[Dialect, string, 'unknown' | 'conditional']>([
    ['postgresql', `CREATE TEMP TABLE q (id int); ${FORWARD}; ${FILL}`, 'unknown'],
    ['mysql', `CREATE TABLE q (id INT); ${DELETES}; ${FILL}; DROP TABLE q`, 'unknown'],
    [
      'sqlite',
      `CREATE TABLE q (id INT); ${DELETES.replace('ROW DELETE', 'ROW BEGIN DELETE')}; END; ${FILL}`,
      'unknown',
    ],
    // The rows of an older table are written by the application.
    ['postgresql', `${FORWARD}; ${FILL}`, 'conditional'],
    ['mysql', `CREATE TABLE q (id INT); ${DELETES}`, 'conditional'],
    ['mysql', `CREATE TABLE q (id INT); ${DELETES}; INSERT INTO q VALUES (1)`, 'conditional'],
    ['mysql', `CREATE TABLE q (id INT); ${FILL}; ${DELETES}`, 'conditional'],
  ])('%s: %s: %s', (dialect, sql, filter) => {
    const writes = read(dialect, sql).statements.flatMap(({ operations }) => operations);
    const write = writes.find(({ kind }) => kind === 'delete');
    expect(write?.filter ?? 'unknown').toBe(filter);
  });
});

describe('a long chain in a condition', () => {
  const chain = '+1'.repeat(20_000);
  test.each([
    `DELETE FROM t WHERE f(1${chain}) = 1`,
    `DELETE FROM t WHERE a${chain} = 3`,
    `DELETE FROM t WHERE coalesce(a${',1'.repeat(200_000)}) = a`,
    `DELETE FROM t WHERE id = @i${chain}`,
    `DELETE FROM t WHERE id NOT IN (SELECT min(id) FROM t GROUP BY id HAVING count(*)${chain} > 1)`,
    `UPDATE t SET a = a${chain} WHERE a <> 0`,
  ])('is read to the end: %.60s…', (sql) => {
    expect(read('mysql', sql).statements[0]?.operations).not.toEqual([]);
  });
});

test('a trigger with a literal of megabytes is read, though the literal looks like triggers', () => {
  const sql = `CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = '${'BEFORE UPDATE ON x ROW SET '.repeat(100_000)}'`;
  expect(read('mysql', sql).statements[0]?.operations[0]?.kind).toBe('create_trigger');
});
