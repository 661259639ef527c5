import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { decodeSql } from '../../src/sql/index.ts';
import { read } from './read.ts';

const shapes = (dialect: Dialect, sql: string) => read(dialect, sql).statements.map(({ shape }) => shape);

describe('the shape of a statement', () => {
  test.each<[Dialect, string, string]>([
    [
      'postgresql',
      "DELETE  FROM\n\tUsers /* x */ WHERE id = 1 AND n = 'x'",
      'delete from users where id = ? and n = ?',
    ],
    ['postgresql', 'DELETE FROM "Users" WHERE id = $1', 'delete from "Users" where id = ?'],
    ['postgresql', 'SELECT 1 WHERE x IN (1, 2, 3)', 'select ? where x in ( ? )'],
    ['postgresql', 'INSERT INTO a VALUES (1, 2), (3, 4), (5, 6)', 'insert into a values ( ? )'],
    ['mysql', 'SELECT "x", `X`', 'select ? , `X`'],
  ])('%s: %s', (dialect, sql, expected) => {
    expect(shapes(dialect, sql)).toEqual([expected]);
  });

  test('is the same for lists of any length', () => {
    const [one, many] = [1, 500].map((rows) =>
      shapes('postgresql', `INSERT INTO a VALUES ${Array(rows).fill('(1, 2)').join(', ')}`),
    );
    expect(one).toEqual(many);
  });

  test.each<[string, string, string]>([
    ['DO blocks', 'DO $$ BEGIN DROP TABLE a; END $$', 'DO $$ BEGIN DROP TABLE b; END $$'],
    [
      'routines',
      'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$',
    ],
    ['tables', 'DROP TABLE a', 'DROP TABLE b'],
    ['placeholders', 'DROP TABLE ${a}', 'DROP TABLE ${b}'],
  ])('differs for different %s', (_, a, b) => {
    expect(shapes('postgresql', a)).not.toEqual(shapes('postgresql', b));
  });
});

describe('the bytes of a file', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));
  const utf16 = (text: string, big: boolean) =>
    [...text].flatMap((char) => {
      const code = char.charCodeAt(0);
      return big ? [code >> 8, code & 255] : [code & 255, code >> 8];
    });

  test('are read as UTF-8, with or without a byte-order mark', () => {
    expect(decodeSql(new TextEncoder().encode('é'))).toEqual({ text: 'é', note: undefined });
    expect(decodeSql(bytes(0xef, 0xbb, 0xbf, ...ascii('DROP')))).toEqual({ text: 'DROP', note: undefined });
    expect(decodeSql(bytes())).toEqual({ text: '', note: undefined });
  });

  test('are read as UTF-16 in either byte order, with a byte-order mark', () => {
    expect(decodeSql(bytes(0xff, 0xfe, ...utf16('DROP é', false)))).toEqual({ text: 'DROP é', note: undefined });
    expect(decodeSql(bytes(0xfe, 0xff, ...utf16('DROP é', true)))).toEqual({ text: 'DROP é', note: undefined });
  });

  test.each<[string, Uint8Array]>([
    ['UTF-16 with half a character', bytes(0xff, 0xfe, 0x41)],
    ['UTF-16 with a lone surrogate', bytes(0xff, 0xfe, 0x00, 0xd8)],
    ['a byte that may belong to the backslash after it', bytes(...ascii("SELECT '"), 0x95, 0x5c, ...ascii("'"))],
    ['a byte that may belong to the quote after it', bytes(...ascii("SELECT '"), 0xbf, 0x27)],
  ])('are rejected: %s', (_, file) => {
    expect(decodeSql(file)).toMatchObject({ text: undefined, reason: expect.any(String) });
  });

  test('are otherwise read as Latin-1, with a note', () => {
    expect(decodeSql(bytes(...ascii('-- caf'), 0xe9))).toEqual({
      text: '-- café',
      note: 'the file is not UTF-8; it was read as Latin-1',
    });
  });

  test('are unreadable as UTF-16 without a mark, because of the NUL characters', () => {
    const decoded = decodeSql(bytes(...utf16('DROP TABLE a', false)));
    expect(decoded.text).toContain('\0');
    expect(read('postgresql', decoded.text ?? '').statements.flatMap(({ unreadable }) => unreadable)).not.toEqual([]);
  });
});
