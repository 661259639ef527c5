import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InternalError } from '../../../src/model/index.ts';
import { ProblemError } from '../../../src/server/problems/error.ts';
import { type Database, sqlState } from '../../../src/server/store/database.ts';
import type { TestStore } from '../test-store.ts';

/** Tests for both stores. */
export function storeSuite(store: () => TestStore): void {
  const one = async (sql: string, parameters: readonly unknown[] = []): Promise<unknown> => {
    const { rows } = await store().db.query<{ v: unknown }>(`SELECT ${sql} AS v`, parameters);
    return rows[0]?.v;
  };

  describe('values', () => {
    const instant = new Date('2026-11-20T16:22:57.123Z');
    const [START, END] = [new Date(-8.64e15), new Date(8.64e15)];
    it.each<[string, string, unknown, unknown]>([
      ['null', '$1::text', null, null],
      ['undefined', '$1::text', undefined, null],
      ['text', '$1::text', 'it\'s "quoted" \\ and {braced}, ü 🙂', 'it\'s "quoted" \\ and {braced}, ü 🙂'],
      ['half of a character', '$1::text', 'a\ud800', 'a\ufffd'],
      ['an empty text', '$1::text', '', ''],
      ['true', '$1::boolean', true, true],
      ['false', '$1::boolean', false, false],
      ['smallint', '$1::smallint', -5, -5],
      ['integer', '$1::integer', 2_000_000_000, 2_000_000_000],
      ['bigint', '$1::bigint', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      ['double', '$1::double precision', 0.1, 0.1],
      ['a sum of bigint', 'sum($1::bigint)', 7, '7'],
      ['numeric', '$1::numeric', '1.50', '1.50'],
      ['an instant', '$1::timestamptz', instant, instant],
      ['an instant as text', '$1::timestamptz', '2026-11-20T17:22:57.123+01:00', instant],
      ['an instant before 1970', '$1::timestamptz', new Date('1969-07-20T20:17:40Z'), new Date('1969-07-20T20:17:40Z')],
      ['a day', '$1::date', '2026-02-28', '2026-02-28'],
      [
        'an instant after 9999',
        '$1::timestamptz',
        new Date('+012345-06-07T08:09:10.111Z'),
        new Date('+012345-06-07T08:09:10.111Z'),
      ],
      [
        'an instant before Christ',
        '$1::timestamptz',
        new Date('-000043-03-15T12:00:00Z'),
        new Date('-000043-03-15T12:00:00Z'),
      ],
      [
        'an instant of the year before 1',
        '$1::timestamptz',
        new Date('0000-02-29T00:00:00Z'),
        new Date('0000-02-29T00:00:00Z'),
      ],
      ['infinity', '$1::timestamptz', 'infinity', END],
      ['minus infinity', '$1::timestamptz', '-infinity', START],
      ['an instant after those of a Date', '$1::timestamptz', '290000-01-01T00:00:00Z', new Date(END.getTime() - 1)],
      ['the last instant of a Date', '$1::text', END, 'infinity'],
      ['the first instant of a Date', '$1::text', START, '-infinity'],
      ['an instant before those of PostgreSQL', '$1::text', new Date('-010000-01-01T00:00:00Z'), '-infinity'],
      ['a day of an instant', '($1::timestamptz)::date', instant, '2026-11-20'],
      ['bytes', '$1::bytea', new Uint8Array([0, 1, 127, 255]), new Uint8Array([0, 1, 127, 255])],
      ['a window on bytes', '$1::bytea', new Uint8Array([9, 1, 2, 9]).subarray(1, 3), new Uint8Array([1, 2])],
      ['no bytes', '$1::bytea', new Uint8Array(), new Uint8Array()],
      ['an object', '$1::jsonb', { a: [1, 'x', null], b: { c: true } }, { a: [1, 'x', null], b: { c: true } }],
      ['a list as JSON', '$1::jsonb', '[1, 2]', [1, 2]],
      [
        'texts',
        '$1::text[]',
        ['a', '', 'NULL', 'x,y', '"', '\\', '{}', 'a b'],
        ['a', '', 'NULL', 'x,y', '"', '\\', '{}', 'a b'],
      ],
      ['texts with null', '$1::text[]', ['a', null], ['a', null]],
      ['no texts', '$1::text[]', [], []],
      ['whole numbers', '$1::bigint[]', [1, 2], [1, 2]],
      [
        'lists of bytes',
        '$1::bytea[]',
        [new Uint8Array([1]), new Uint8Array([255, 0])],
        [new Uint8Array([1]), new Uint8Array([255, 0])],
      ],
      ['instants', 'unnest($1::timestamptz[])', [instant], instant],
    ])('%s', async (_, sql, given, expected) => {
      const value = await one(sql, [given]);
      expect(value).toEqual(expected);
      if (expected instanceof Uint8Array) expect(Object.getPrototypeOf(value)).toBe(Uint8Array.prototype);
    });

    it('refuses a bigint that is not a safe integer', async () => {
      await expect(one('9007199254740993::bigint')).rejects.toThrow(InternalError);
      expect(await one('1')).toBe(1);
    });

    it.each([['a\0b'], [{ a: 'x\0' }], [{ a: ['\ud800'] }], [['\0']]])(
      'refuses what it cannot hold: %j',
      async (given) => {
        const problem = await one(Array.isArray(given) ? '$1::text[]' : '$1::text', [given]).catch(
          (error: unknown) => error,
        );
        expect(problem).toBeInstanceOf(ProblemError);
        expect(problem).toMatchObject({ code: 'field_invalid' });
      },
    );

    it('stores an escaped backslash before `u0000` unchanged', async () => {
      expect(await one('$1::jsonb', [{ a: '\\u0000 \\ud800' }])).toEqual({ a: '\\u0000 \\ud800' });
    });
  });

  describe('transactions', () => {
    const table = `t_${randomUUID().replaceAll('-', '')}`;
    const count = async (db: Database): Promise<number> =>
      (await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n ?? -1;

    beforeAll(async () => {
      await store().db.query(`CREATE TABLE ${table} (id integer PRIMARY KEY)`);
    });
    afterAll(async () => {
      await store().db.query(`DROP TABLE ${table}`);
    });

    it('are committed when the work returns, with the number of rows', async () => {
      const { db } = store();
      const { count: inserted } = await db.transaction((tx) => tx.query(`INSERT INTO ${table} VALUES (1), (2)`));
      expect(inserted).toBe(2);
      expect((await db.query(`UPDATE ${table} SET id = id + 10`)).count).toBe(2);
      expect((await db.query(`DELETE FROM ${table} WHERE id = 12`)).count).toBe(1);
      expect(await count(db)).toBe(1);
    });

    it('are rolled back when it throws', async () => {
      const { db } = store();
      const before = await count(db);
      const failing = db.transaction(async (tx) => {
        await tx.query(`INSERT INTO ${table} VALUES (100)`);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await count(db)).toBe(before);
    });

    it('are rolled back, with an error, if a failed statement was ignored', async () => {
      const { db } = store();
      const before = await count(db);
      const failing = db.transaction(async (tx) => {
        await tx.query(`INSERT INTO ${table} VALUES (200)`);
        await tx.query('SELECT 1 / 0').catch(() => undefined);
      });
      await expect(failing).rejects.toThrow();
      expect(await count(db)).toBe(before);
    });

    it('report the SQLSTATE of an error', async () => {
      const { db } = store();
      await db.query(`INSERT INTO ${table} VALUES (300)`);
      const twice = await db
        .transaction((tx) => tx.query(`INSERT INTO ${table} VALUES (300)`))
        .catch((error: unknown) => error);
      expect(sqlState(twice)).toBe('23505');
      expect(sqlState(await db.query('nonsense').catch((error: unknown) => error))).toBe('42601');
      expect(await count(db)).toBeGreaterThan(0);
    });

    it('run several statements', async () => {
      const { db } = store();
      await db.transaction((tx) =>
        tx.script(`INSERT INTO ${table} VALUES (400); DELETE FROM ${table} WHERE id = 400;`),
      );
    });

    it('refuse a query on the database itself, which would wait for them forever', async () => {
      const { db } = store();
      await expect(db.transaction(() => db.query('SELECT 1'))).rejects.toThrow(InternalError);
      await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow(InternalError);
      expect(await one('1')).toBe(1);
    });

    it('run concurrently without lost updates', async () => {
      const { db } = store();
      await db.query(`DELETE FROM ${table}`);
      await db.query(`INSERT INTO ${table} VALUES (0)`);
      await Promise.all(
        Array.from({ length: 20 }, () => db.transaction((tx) => tx.query(`UPDATE ${table} SET id = id + 1`))),
      );
      expect((await db.query<{ id: number }>(`SELECT id FROM ${table}`)).rows).toEqual([{ id: 20 }]);
    });
  });

  it('answers a ping', async () => {
    await store().db.ping(5_000);
  });
}
