import { expect, it } from 'vitest';
import { withoutPasswords } from '../../src/record/runner/recording-file.ts';

it.each([
  ["CREATE ROLE r PASSWORD 'x'", "CREATE ROLE r PASSWORD '***'"],
  ["ALTER ROLE r ENCRYPTED PASSWORD E'x''y'", "ALTER ROLE r ENCRYPTED PASSWORD E'***'"],
  ["CREATE USER u IDENTIFIED BY 'x', v IDENTIFIED BY 'y'", "CREATE USER u IDENTIFIED BY '***', v IDENTIFIED BY '***'"],
  ["ALTER USER u IDENTIFIED BY PASSWORD '*A1'", "ALTER USER u IDENTIFIED BY PASSWORD '***'"],
  ["CREATE USER u IDENTIFIED WITH plugin AS 'x'", "CREATE USER u IDENTIFIED WITH plugin AS '***'"],
  [
    "CREATE USER u IDENTIFIED VIA plugin USING PASSWORD('x')",
    "CREATE USER u IDENTIFIED VIA plugin USING PASSWORD('***')",
  ],
  ["SET PASSWORD = PASSWORD('x')", "SET PASSWORD = PASSWORD('***')"],
  ["SET PASSWORD FOR u@'%' = PASSWORD('x')", "SET PASSWORD FOR u@'%' = PASSWORD('***')"],
  ["SET PASSWORD FOR u = 'x'", "SET PASSWORD FOR u = '***'"],
  ["CHANGE MASTER TO MASTER_USER='a', MASTER_PASSWORD='x'", "CHANGE MASTER TO MASTER_USER='a', MASTER_PASSWORD='***'"],
  ["CREATE TABLE f (a INT) CONNECTION='mysql://u:x@h/d/t'", "CREATE TABLE f (a INT) CONNECTION='mysql://u:***@h/d/t'"],
  [
    "UPDATE t SET note = 'a password', url = 'https://h/x@y'",
    "UPDATE t SET note = 'a password', url = 'https://h/x@y'",
  ],
  ["SELECT 'PASSWORD'", "SELECT 'PASSWORD'"],
])('passwords are masked in %s', (sql, expected) => {
  expect(withoutPasswords(sql)).toBe(expected);
});
