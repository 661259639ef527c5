-- Values of every type, and results that end packets at odd places.
CREATE OR REPLACE DATABASE script CHARACTER SET utf8mb4;
USE script;
CREATE TABLE numbers (
  id int unsigned AUTO_INCREMENT PRIMARY KEY, b bit(7), t tinyint, s smallint, m mediumint, i int, l bigint unsigned,
  f float, d double, n decimal(40, 10), y year, z tinyint(1) ZEROFILL
);
INSERT INTO numbers (b, t, s, m, i, l, f, d, n, y, z) VALUES
  (b'1010101', -128, -32768, -8388608, -2147483648, 18446744073709551615, 1.5, -1e300, -123456789012345678901234567890.0123456789, 2155, 7),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (0, 0, 0, 0, 0, 0, 0, 0, 0, 1901, 0);
SELECT * FROM numbers;
SELECT hex(b), b + 0, l - 1, n * 2, d / 0, f + 0.1 FROM numbers;
CREATE TABLE texts (
  c char(5), v varchar(50), t tinytext, x mediumtext, l longtext, e enum('a', 'é', ''), s set('x', 'y', 'z'),
  vb varbinary(10), bb longblob, j json, u uuid, a inet6, g geometry, latin varchar(10) CHARACTER SET latin1
);
INSERT INTO texts VALUES
  ('ab', 'naïve', 'tiny', 'medium', repeat('long ', 1000), 'é', 'x,z', 0x00ff, repeat(0xff, 300), '{"a": [1, "é", null]}',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '::ffff:192.0.2.1', ST_GeomFromText('POINT(1 2)'), 'caf\xe9'),
  ('', '', '', '', '', '', '', '', '', '[]', NULL, NULL, NULL, ''),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
SELECT c, v, t, x, length(l), e, s, hex(vb), length(bb), j, u, a, ST_AsText(g), latin FROM texts;
SELECT l FROM texts;
SELECT bb FROM texts;
CREATE TABLE times (d date, t time(6), dt datetime(3), ts timestamp NULL);
INSERT INTO times VALUES ('2020-02-29', '-838:59:58.999999', '9999-12-31 23:59:59.999', '2001-01-01 00:00:01'), ('0000-00-00', 0, NULL, NULL);
INSERT INTO times VALUES ('2020-02-30', '1:2:3', '2020-01-01', '1970-01-02');
SELECT * FROM times;
SELECT 251, repeat('a', 250), repeat('b', 251), repeat('c', 65535), repeat('d', 65536);
SELECT seq, repeat('x', seq) FROM seq_0_to_300;
SELECT repeat('y', 16777210);
SELECT 1 WHERE false;
SELECT NULL, '', 'ÿ', x'fe', x'ff', x'00';
SELECT '1 🙂' AS `ä 🙂`, "double ""quoted""", 'it''s', 'a\\b\'c\n';
