import { describe, expect, test } from 'vitest';
import { contextOfBase } from '../../src/sql/across-files/base-tables.ts';
import { read } from './read.ts';

const BASE = 'CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT, "user" TEXT)';

/** The filter of the last write of a file in a repository whose base creates the table. */
function filterOf(sql: string, base = BASE): string {
  const context = contextOfBase(sql, 'x.sql', 'sqlite', base);
  const operations = read('sqlite', sql, 'x.sql', context).statements.flatMap((statement) => statement.operations);
  return operations.findLast(({ kind }) => kind === 'delete' || kind === 'update')?.filter ?? 'unknown';
}

describe('SQLite: a name in double quotes that is no column of the table is a text', () => {
  test.each([
    `DELETE FROM orders WHERE "staus" <> 'paid'`,
    `DELETE FROM "orders" WHERE "staus" IS NOT 'paid' OR "usr" = 'x'`,
    `UPDATE orders SET status = 'x' WHERE "statsu" = 'y'`,
    `ALTER TABLE orders ADD COLUMN kind TEXT; DELETE FROM orders WHERE "knd" <> 'x'`,
  ])('%s is unknown', (sql) => {
    expect(filterOf(sql)).toBe('unknown');
  });

  test.each([
    `DELETE FROM orders WHERE "status" <> 'paid'`,
    `DELETE FROM orders WHERE "USER" <> 'x'`,
    `DELETE FROM orders WHERE status = "paid"`,
    `DELETE FROM orders WHERE "paid" = status`,
    `DELETE FROM orders WHERE "orders"."user" <> 'x'`,
    `DELETE FROM orders WHERE "rowid" > 5`,
    `DELETE FROM orders WHERE [staus] <> 'paid'`,
    `ALTER TABLE orders ADD COLUMN "kind" TEXT; UPDATE orders SET "kind" = status WHERE id > 5; DELETE FROM orders WHERE "kind" = 'x'`,
    `ALTER TABLE orders RENAME COLUMN status TO state; DELETE FROM orders WHERE "state" = 'x'`,
    `DELETE FROM orders WHERE "order" IN (SELECT "order" FROM lines)`,
    `DELETE FROM others WHERE "staus" <> 'paid'`,
  ])('%s is a filter', (sql) => {
    expect(filterOf(sql)).toBe('conditional');
  });

  test('nothing is known of a table that the base does not create', () => {
    expect(filterOf(`DELETE FROM orders WHERE "staus" <> 'paid'`, 'CREATE TABLE users (id INT)')).toBe('conditional');
  });
});
