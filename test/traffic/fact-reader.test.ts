import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { createFactReader } from '../../src/traffic/fact-reader.ts';
import type { LoggedStatement } from '../../src/traffic/index.ts';
import type { FactReader } from '../../src/traffic/types.ts';
import { logged } from './exactness.ts';

function only(reader: FactReader, text: string | Uint8Array, other: Partial<LoggedStatement> = {}) {
  const { tuples } = reader.read(logged(text, other));
  const [tuple] = tuples;
  if (!tuple || tuples.length > 1) throw new Error(`${tuples.length} statements`);
  return tuple;
}

function marks(reader: FactReader, text: string, session: string): string {
  const { tuples } = reader.read(logged(text, { session }));
  return tuples
    .flatMap(({ operations }) => operations)
    .filter(({ kind }) => !kind.startsWith('create'))
    .map(({ kind, createdHere, temporary }) => `${kind} ${createdHere ?? '?'} ${temporary ?? '?'}`)
    .join(', ');
}

describe('one class of texts', () => {
  test('is the same object, read once', async () => {
    const reader = await createFactReader('postgresql');
    const one = reader.read(logged('SELECT a FROM t WHERE b = 1 AND c IN (1, 2)'));
    const two = reader.read(logged('select a from t where b = 22 and c IN (3,4)'));
    const three = reader.read(logged('SELECT a FROM t WHERE b = 1 AND c IN (1)'));
    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect([reader.texts, reader.readings]).toEqual([3, 1]);
    expect(one.tuples[0]).toMatchObject({
      shape: 'select a from t where b = ? and c in (?)',
      dialect: 'postgresql',
      facts: { longestInList: 2, limit: 0, inTransaction: undefined, lockTimeoutSet: undefined },
      unreadable: undefined,
      truncated: false,
    });
  });

  test('records neither position nor reader of a statement', async () => {
    const reader = await createFactReader('postgresql');
    const [operation] = only(reader, 'SELECT 1; DROP TABLE t'.slice(10)).operations;
    expect(operation).toMatchObject({ span: { start: 0, end: 0 }, readers: ['tokens'], objectClass: undefined });
  });

  test('texts identified by all their bytes share equal facts', async () => {
    const reader = await createFactReader('postgresql');
    expect(reader.read(logged('SELECT $$x$$'))).toBe(reader.read(logged('SELECT $$y$$')));
    expect(reader.readings).toBe(2);
  });

  test.each([
    ["SET LOCAL app.user = '1'", "SET LOCAL app.user = '2'"],
    ["SELECT set_config('app.user', '1', true)", "SELECT set_config('app.user', '2', true)"],
    ["CALL p(1, 'x')", "CALL p(2, 'y')"],
    ['SAVEPOINT s140_x1', 'SAVEPOINT s141_x22'],
    ["EXECUTE s1 ('x')", "EXECUTE s2 ('y')"],
    ['DELETE FROM t WHERE a = 1 OR b = 2', 'DELETE FROM t WHERE a = 5 OR b = 7'],
    [
      'WITH q AS (SELECT a, row_number() OVER (ORDER BY b) AS n FROM t WHERE c = 1 FOR UPDATE) SELECT a FROM q WHERE n < 5',
      'WITH q AS (SELECT a, row_number() OVER (ORDER BY b) AS n FROM t WHERE c = 2 FOR UPDATE) SELECT a FROM q WHERE n < 9',
    ],
    [
      '(SELECT a FROM t GROUP BY a HAVING count(*) > 1) UNION SELECT 1',
      '(SELECT a FROM t GROUP BY a HAVING count(*) > 7) UNION SELECT 2',
    ],
    ["UPDATE t SET a = 1 WHERE (b = 'x' AND c IN (1, 2))", "UPDATE t SET a = 2 WHERE (b = 'y' AND c IN (3))"],
    ["DELETE FROM t WHERE a < now() - interval '1 day'", "DELETE FROM t WHERE a < now() - interval '2 days'"],
  ])('contains both %s and %s', async (one, two) => {
    const reader = await createFactReader('postgresql');
    reader.read(logged(one));
    const { shape } = only(reader, two);
    expect(reader.readings).toBe(1);
    expect(only(reader, one).shape).toBe(shape);
  });

  test('is recognised inside a longer buffer', async () => {
    const reader = await createFactReader('postgresql');
    const bytes = new TextEncoder().encode("junk'SELECT a FROM t WHERE b = 12more'");
    const part = reader.read(logged(bytes, { start: 5, end: 33 }));
    expect(reader.read(logged('SELECT a FROM t WHERE b = 345'))).toBe(part);
  });

  test('memory stays bounded, and evicted classes are read again', async () => {
    const most = { keys: 100, bytes: 1 << 20 };
    const reader = await createFactReader('postgresql', { classes: most, exact: most });
    const [first, exact] = ['SELECT a0 FROM t', 'SELECT $$a0$$ FROM t'].map((text) => only(reader, text));
    for (let at = 0; at < 120; at++) {
      reader.read(logged(`INSERT INTO t${at} (a) VALUES (1)`));
      reader.read(logged(`INSERT INTO often (a) VALUES (${at})`));
      reader.read(logged(`SELECT $$${at}$$`));
    }
    expect(reader.readings).toBe(243);
    expect([only(reader, 'SELECT a0 FROM t'), only(reader, 'SELECT $$a0$$ FROM t')]).toEqual([first, exact]);
    expect(reader.readings).toBe(245);
  });

  test.each([
    ['of all classes, if they fit', 90, 0],
    ['of classes in use, beside texts that do not recur', 40, 500],
  ])('keeps the readings %s', async (_, inUse, others) => {
    const most = { keys: 100, bytes: 1 << 20 };
    const reader = await createFactReader('postgresql', { classes: most, exact: most });
    for (let at = 0; at < 3 * inUse; at++) reader.read(logged(`SELECT a FROM t${(at * 7) % inUse}`));
    for (let at = 0; at < others; at++) {
      reader.read(logged(`INSERT INTO t${at} (a) VALUES (1)`));
      reader.read(logged(`SELECT a FROM t${at % inUse}`));
    }
    expect(reader.readings).toBe(inUse + others);
  });

  test('a text of megabytes is identified by its hash', async () => {
    const reader = await createFactReader('postgresql');
    const long = (last: number) => logged(`INSERT INTO t VALUES ${'(1),'.repeat(400_000)} (${last})`);
    const one = reader.read(long(1));
    expect(one.tuples[0]?.facts.valuesRows).toBe(400_001);
    expect(reader.read(long(1))).toBe(one);
    expect(reader.readings).toBe(1);
    expect(reader.read(long(2))).toBe(one);
    expect(reader.readings).toBe(2);
  });
});

describe('bind values', () => {
  const facts = async (dialect: Dialect, text: string, binds: (string | null)[]) => {
    const reader = await createFactReader(dialect);
    const without = only(reader, text);
    const bound = only(reader, text, { binds });
    const again = only(await createFactReader(dialect), text, { binds });
    expect(again).toEqual(bound);
    expect(bound.shape).toBe(without.shape);
    return bound.facts;
  };

  test.each<[Dialect, string, (string | null)[], object]>([
    ['postgresql', 'SELECT a FROM t WHERE b = $1 LIMIT $3 OFFSET $2', ['x', '7', '50'], { limit: 50, offset: 7 }],
    ['postgresql', 'SELECT a FROM t LIMIT $1', ['5000000000'], { limit: 5_000_000_000 }],
    ['postgresql', 'SELECT a FROM t LIMIT $1', [null], { limit: 0, hasLimit: false }],
    ['postgresql', 'SELECT a FROM t LIMIT $1', ['many'], { limit: undefined, hasLimit: true }],
    ['postgresql', 'SELECT a FROM t LIMIT $1', [], { limit: undefined, hasLimit: true }],
    ['postgresql', 'SELECT a FROM t LIMIT $1::int + 1', ['9'], { limit: undefined }],
    ['postgresql', 'SELECT a FROM t LIMIT $1::int * 2 OFFSET $1::int', ['9'], { limit: undefined, offset: 9 }],
    ['postgresql', 'SELECT a FROM t LIMIT $1::numeric', ['9'], { limit: undefined }],
    ['postgresql', 'SELECT a FROM t LIMIT $1 OPERATOR(pg_catalog.*) 10', ['9'], { limit: undefined }],
    ['postgresql', 'SELECT a FROM t WHERE a LIKE ($1)', ['%x'], { leadingWildcard: true }],
    ['postgresql', 'SELECT a FROM t WHERE upper(a) LIKE upper($1)', ['%x'], { leadingWildcard: true }],
    ['postgresql', 'SELECT a FROM t WHERE upper(a) LIKE upper($1)', ['x'], { leadingWildcard: false }],
    ['postgresql', 'SELECT a FROM t WHERE a ~~* $1', ['%x'], { leadingWildcard: true }],
    ['postgresql', 'SELECT a FROM t WHERE b = ANY ($1)', ['{1,2,3}'], { longestInList: 3 }],
    ['postgresql', 'SELECT a FROM t WHERE b = ANY ($1::int[]) AND c IN (1, 2)', ['{1}'], { longestInList: 2 }],
    ['postgresql', 'SELECT a FROM t WHERE b = ANY ($1)', ['5'], { longestInList: undefined }],
    ['postgresql', 'SELECT a FROM t FETCH FIRST ($1) ROWS ONLY', ['9'], { limit: 9 }],
    ['postgresql', 'SELECT a FROM t LIMIT ($1) OFFSET ($2)', ['9', '8'], { limit: 9, offset: 8 }],
    ['postgresql', 'SELECT a FROM t WHERE a LIKE $1 || $2', ['', '%'], { leadingWildcard: undefined }],
    ['postgresql', "SELECT a FROM t WHERE a LIKE concat('%', $1, '%')", ['x'], { leadingWildcard: true }],
    ['postgresql', 'SELECT a FROM t LIMIT $1::bigint', ['9'], { limit: 9 }],
    ['postgresql', 'SELECT a FROM t LIMIT $1 + 1', ['9'], { limit: undefined }],
    ['postgresql', 'SELECT a FROM t FETCH FIRST $1 ROWS ONLY', ['9'], { limit: 9 }],
    ['postgresql', 'SELECT a FROM (SELECT a FROM t LIMIT 70) x LIMIT $1', ['9'], { limit: 9 }],
    ['postgresql', 'SELECT a FROM t WHERE b LIKE $1', ['%x'], { leadingWildcard: true }],
    ['postgresql', 'SELECT a FROM t WHERE b LIKE $1', ['x%'], { leadingWildcard: false }],
    ['postgresql', 'SELECT a FROM t WHERE b LIKE $1', [null], { leadingWildcard: false }],
    ['postgresql', 'SELECT a FROM t WHERE b LIKE $1 OR c LIKE $2', ['x'], { leadingWildcard: undefined }],
    ['postgresql', 'SELECT a FROM t WHERE b LIKE $1 OR c LIKE $2', ['%x'], { leadingWildcard: true }],
    ['mysql', "SELECT '?', a FROM `?` WHERE b=? /* ? */ LIMIT ?, ?", ['1', '2', '3'], { offset: 2, limit: 3 }],
    ['mysql', 'SELECT a FROM t WHERE b LIKE ?', ['_x'], { leadingWildcard: true }],
  ])('%s: %s', async (dialect, text, binds, expected) => {
    expect(await facts(dialect, text, binds)).toMatchObject(expected);
  });

  test.each<[string, string | undefined]>([
    ['a = $1 AND b > $2', 'conditional'],
    // Whether it filters depends on the parameters alone, and their values are not looked at.
    ['a = $1 OR $2 = $3', undefined],
  ])('do not change how WHERE %s filters', async (where, filter) => {
    const reader = await createFactReader('postgresql');
    for (const binds of [undefined, ['1', '1', '1'], ['1', '1', '2']]) {
      const options = binds ? { binds } : {};
      const [operation] = only(reader, `DELETE FROM t WHERE ${where}`, options).operations;
      expect(operation?.filter).toBe(filter);
    }
  });
});

describe('a source that replaced the literals', () => {
  test.each<[Dialect, string, object]>([
    ['postgresql', 'SELECT a FROM t LIMIT $1', { limit: undefined, hasLimit: true }],
    ['postgresql', 'SELECT a FROM t WHERE b IN ($1, $2)', { longestInList: 2 }],
    ['postgresql', 'SELECT a FROM t WHERE b IN ($1 /*, ... */)', { longestInList: undefined }],
    ['postgresql', 'SELECT a FROM t', { longestInList: 0, valuesRows: 0, limit: 0 }],
    ['mysql', 'SELECT `a` FROM `t` WHERE `b` IN (...)', { longestInList: undefined, valuesRows: 0 }],
    ['mysql', 'INSERT INTO `t` VALUES (...) /* , ... */', { valuesRows: undefined, longestInList: 0 }],
    ['mysql', 'SELECT `a` FROM `t` WHERE `b` LIKE ? LIMIT ?, ...', { leadingWildcard: undefined, limit: undefined }],
  ])('%s: %s', async (dialect, text, expected) => {
    const { facts } = only(await createFactReader(dialect), text, { normalised: true });
    expect(facts).toMatchObject(expected);
  });

  const FILTERS: readonly (readonly [Dialect, 'none' | 'conditional' | undefined, readonly string[]])[] = [
    ['postgresql', 'none', ['DELETE FROM t', 'UPDATE t SET a = $1', 'TRUNCATE t', 'DELETE FROM t RETURNING a + $1']],
    [
      'postgresql',
      'conditional',
      [
        'DELETE FROM t WHERE a = $1',
        'DELETE FROM t WHERE a = b',
        'DELETE FROM t WHERE a',
        'DELETE FROM t WHERE a = ANY ($1)',
        'DELETE FROM t WHERE a = ANY ($1::int[])',
        'DELETE FROM t WHERE a = ANY (ARRAY[$1 /*, ... */])',
        'DELETE FROM t WHERE a IN ($1 /*, ... */)',
        'DELETE FROM t WHERE (a, b) IN (($1, $2), ($3, $4))',
        'DELETE FROM t WHERE a LIKE $1',
        'DELETE FROM t WHERE a ILIKE $1 ESCAPE $2',
        'DELETE FROM t WHERE a ~ $1',
        'DELETE FROM t WHERE a = CAST($1 AS bigint)',
        'DELETE FROM t WHERE a = $1 AND b > now() - $2::interval',
        'DELETE FROM t WHERE b < now() - interval $1',
        'DELETE FROM t WHERE b < $1 AT TIME ZONE $2',
        'DELETE FROM t WHERE a = (($1))',
        'DELETE FROM t WHERE data->>$1 = $2',
        'DELETE FROM t WHERE data @> $1',
        'DELETE FROM t WHERE (a = $1) IS NOT TRUE',
        'DELETE FROM t WHERE a BETWEEN $1 AND $2',
        'DELETE FROM t WHERE a IS DISTINCT FROM $1',
        'DELETE FROM t WHERE lower(a) = lower($1)',
        'DELETE FROM t WHERE coalesce(a, $1) < $2 + $3',
        'DELETE FROM t WHERE a = $1 OR b = $2',
        'DELETE FROM t WHERE a = $1 AND $2 = $3',
        'DELETE FROM t WHERE a IN (SELECT b FROM u WHERE c = $1)',
        'DELETE FROM t USING u WHERE t.a = u.a AND u.b = $1',
        'UPDATE t SET a = $1 WHERE b IN ($2, $3)',
        'WITH x AS (SELECT $1::int AS y) UPDATE t SET a = $2 FROM x WHERE t.b = x.y',
      ],
    ],
    [
      'postgresql',
      undefined,
      [
        'DELETE FROM t WHERE a = $1 OR a <> $2',
        'DELETE FROM t WHERE a = $1 OR NOT a = $2',
        'DELETE FROM t WHERE a = $1 OR $2 = $3',
        'DELETE FROM t WHERE a = $1 OR $2',
        'DELETE FROM t WHERE a = $1 OR $2 IS NULL',
        'DELETE FROM t WHERE NOT (a = $1 AND $2 = $3)',
        'DELETE FROM t WHERE $1 = $2',
        'DELETE FROM t WHERE $1',
      ],
    ],
    ...(['mysql', 'mariadb'] as const).flatMap(
      (dialect) =>
        [
          [dialect, 'none', ['DELETE FROM `t`', 'DELETE FROM `t` LIMIT ?', 'TRUNCATE `t`', 'UPDATE `t` SET `a` = ?']],
          [
            dialect,
            'conditional',
            [
              'DELETE FROM `t` WHERE `a` = ? LIMIT ?',
              'DELETE FROM `t` WHERE `a` IN (...)',
              'DELETE FROM `t` WHERE ( `a` , `b` ) IN ( ... )',
              'DELETE FROM `t` WHERE `a` LIKE ?',
              'DELETE FROM `t` WHERE `a` = CAST ( ? AS SIGNED )',
              'DELETE FROM `t` WHERE `b` < NOW ( ) - INTERVAL ? DAY',
              'DELETE FROM `t` WHERE `b` < `date_sub` ( NOW ( ) , INTERVAL ? DAY )',
              'DELETE FROM `t` WHERE `a` = ( ( ? ) )',
              'DELETE FROM `t` WHERE `json_extract` ( `data` , ? ) = ?',
              'UPDATE `t` SET `a` = ? WHERE `b` BETWEEN ? AND ?',
            ],
          ],
          [
            dialect,
            undefined,
            [
              'DELETE FROM `t` WHERE `a` = ? OR ? = ?',
              'DELETE FROM `t` WHERE `a` = ? OR `a` != ?',
              'DELETE FROM `t` WHERE ?',
            ],
          ],
        ] as const,
    ),
    ['transactsql', 'none', ['DELETE FROM t', 'TRUNCATE TABLE t']],
    [
      'transactsql',
      'conditional',
      [
        'DELETE FROM t WHERE a = @0',
        'DELETE FROM t WHERE a IN (@p0, @p1) AND b LIKE @p2',
        'DELETE TOP (@1) FROM t WHERE a < DATEADD(day, @2, GETDATE())',
      ],
    ],
    ['transactsql', undefined, ['DELETE FROM t WHERE a = @0 OR a <> @1', 'DELETE FROM t WHERE a = @0 OR @1 = @2']],
    ['sqlite', 'none', ['DELETE FROM t']],
    ['sqlite', 'conditional', ['DELETE FROM t WHERE a = ?', 'DELETE FROM t WHERE a LIKE :a OR b = $b']],
    ['sqlite', undefined, ['DELETE FROM t WHERE a = ?1 OR a <> ?2', 'DELETE FROM t WHERE a = :a OR :b']],
  ];
  test.each(FILTERS.flatMap(([dialect, filter, texts]) => texts.map((text) => [dialect, text, filter] as const)))(
    '%s: %s: the filter is %s',
    async (dialect, text, filter) => {
      const tuple = only(await createFactReader(dialect), text, { normalised: true });
      expect(tuple.unreadable).toBeUndefined();
      expect(tuple.operations.find(({ kind }) => kind !== 'select')?.filter).toBe(filter);
    },
  );

  test('a dropped table is known', async () => {
    const { operations } = only(await createFactReader('postgresql'), 'DROP TABLE IF EXISTS t', { normalised: true });
    expect(operations[0]).toMatchObject({ kind: 'drop_table', target: { name: 't' }, ifExists: true, cascade: false });
  });

  test('has another class than the same original text', async () => {
    const reader = await createFactReader('postgresql');
    const text = 'DELETE FROM t WHERE a = $1 OR a <> $2';
    const sent = reader.read(logged(text));
    expect(reader.read(logged(text, { normalised: true }))).not.toBe(sent);
  });
});

describe('a text that is cut off', () => {
  test('gives the facts that are present, and leaves the rest unknown', async () => {
    const reader = await createFactReader('postgresql');
    const tuple = only(reader, 'DELETE FROM t', { truncated: true });
    expect(tuple).toMatchObject({ truncated: true, unreadable: 'text cut off by the source' });
    expect(tuple.operations[0]).toMatchObject({ kind: 'delete', target: { name: 't' }, filter: undefined });
    expect(tuple.facts).toMatchObject({ hasLimit: undefined, limit: undefined, tablesRead: undefined });
    expect(only(reader, 'DELETE FROM t')).toMatchObject({ truncated: false, unreadable: undefined });
  });

  test('affects only its last statement', async () => {
    const reader = await createFactReader('postgresql');
    const { tuples } = reader.read(logged("DELETE FROM t; SELECT 'x", { truncated: true }));
    expect(tuples.map(({ truncated }) => truncated)).toEqual([false, true]);
    expect(tuples[0]?.operations[0]?.filter).toBe('none');
  });
});

describe('untrusted input', () => {
  test('bytes that are not UTF-8', async () => {
    const reader = await createFactReader('mysql');
    const bytes = new Uint8Array([...Buffer.from("SELECT a FROM t WHERE b = '"), 0x83, ...Buffer.from("' OR 1 = 1")]);
    expect(only(reader, bytes).unreadable).toBe('the text is not valid UTF-8');
  });

  test.each<[Dialect, string, string]>([
    ['mysql', 'FROB secret', 'unrecognised syntax'],
    ['postgresql', 'FROB secret', "PostgreSQL's grammar rejects it"],
    ['postgresql', 'SELECT secret secret secret', "PostgreSQL's grammar rejects it"],
    ['postgresql', "SELECT 'secret", 'a string is not closed'],
    ['mysql', '/* secret', 'a comment is not closed'],
    ['postgresql', "DO 'BEGIN secret secret; END'", "PostgreSQL's grammar rejects the body"],
  ])('%s: %s: the reason quotes nothing', async (dialect, text, reason) => {
    expect(only(await createFactReader(dialect), text).unreadable).toBe(reason);
  });

  test('a text that is not SQL has no shape', async () => {
    const reader = await createFactReader('postgresql');
    expect(only(reader, 'hunter2').shape).toBe('(unrecognised statement)');
  });

  test('a text without a statement gives nothing', async () => {
    const reader = await createFactReader('postgresql');
    expect(reader.read(logged(' -- nothing\n;')).tuples).toEqual([]);
  });
});

describe('sessions', () => {
  test('an object that one created counts as created there until it is dropped', async () => {
    const reader = await createFactReader('postgresql');
    const before = reader.read(logged('DROP TABLE x', { session: 'a' }));
    expect(marks(reader, 'DROP TABLE x', 'a')).toBe('drop_table false false');
    marks(reader, 'CREATE TABLE x (a int)', 'a');
    expect(marks(reader, 'DELETE FROM x WHERE a = 1', 'a')).toBe('delete true false');
    expect(marks(reader, 'DELETE FROM x WHERE a = 1', 'b')).toBe('delete false false');
    expect(marks(reader, 'DROP TABLE x', 'a')).toBe('drop_table true false');
    expect(marks(reader, 'DROP TABLE x', 'a')).toBe('drop_table false false');
    expect(reader.read(logged('DROP TABLE x', { session: 'a' }))).toBe(before);
  });

  test('created objects are unknown if the log does not report failures', async () => {
    const reader = await createFactReader('mysql');
    marks(reader, 'CREATE TEMPORARY TABLE x (a int)', 'a');
    expect(marks(reader, 'INSERT INTO x VALUES (1)', 'a')).toBe('insert ? ?');
    expect(marks(reader, 'DROP TABLE x', 'a')).toBe('drop_table ? ?');
    expect(marks(reader, 'DROP TABLE y', 'a')).toBe('drop_table false false');
    // A later statement of a text runs only if the earlier ones did not fail.
    expect(marks(reader, 'CREATE TABLE z (a int); DROP TABLE z', 'a')).toBe('drop_table true false');
  });

  test('after a failure, earlier objects may be missing until they are created again', async () => {
    const reader = await createFactReader('postgresql');
    marks(reader, 'CREATE TABLE prod (a int)', 'a');
    marks(reader, 'CREATE TABLE prod (a int)', 'b');
    reader.failed?.('a');
    expect(marks(reader, 'DROP TABLE prod', 'a')).toBe('drop_table ? ?');
    expect(marks(reader, 'DROP TABLE other', 'a')).toBe('drop_table false false');
    expect(marks(reader, 'DROP TABLE prod', 'b')).toBe('drop_table true false');
    marks(reader, 'COMMIT', 'a');
    expect(marks(reader, 'DELETE FROM prod', 'a')).toBe('delete ? ?');
    marks(reader, 'CREATE TABLE prod (a int)', 'a');
    expect(marks(reader, 'DELETE FROM prod', 'a')).toBe('delete true false');
    marks(reader, 'CREATE TEMP TABLE t (a int)', 'a');
    reader.failed?.('a');
    expect(marks(reader, 'DELETE FROM t', 'a')).toBe('delete ? ?');
    reader.failed?.('never heard of');
  });

  test('a temporary table is temporary', async () => {
    const reader = await createFactReader('postgresql');
    marks(reader, 'CREATE TEMPORARY TABLE x (a int)', 'a');
    expect(marks(reader, 'INSERT INTO x VALUES (1)', 'a')).toBe('insert false true');
    expect(marks(reader, 'TRUNCATE x', 'a')).toBe('truncate false true');
  });

  test('objects undone by a ROLLBACK are not created, whether or not its BEGIN was logged', async () => {
    const reader = await createFactReader('postgresql');
    marks(reader, 'CREATE TABLE x (a int)', 'a');
    marks(reader, 'ROLLBACK', 'a');
    expect(marks(reader, 'DROP TABLE x', 'a')).toBe('drop_table false false');
  });

  test('a table that the end of a transaction drops is unknown', async () => {
    const reader = await createFactReader('postgresql');
    marks(reader, 'CREATE TEMP TABLE x (a int) ON COMMIT DROP', 'a');
    expect(marks(reader, 'DELETE FROM x', 'a')).toBe('delete ? ?');
    marks(reader, 'COMMIT', 'a');
    expect(marks(reader, 'DELETE FROM x', 'a')).toBe('delete false false');
  });

  test('created objects of an unnamed session are unknown', async () => {
    const reader = await createFactReader('postgresql');
    expect(marks(reader, 'DROP TABLE x', '')).toBe('drop_table ? ?');
    expect(marks(reader, 'SELECT a FROM x', '')).toBe('select false false');
    expect(marks(reader, 'CREATE TABLE x (a int); DROP TABLE x; DROP TABLE y', '')).toBe(
      'drop_table true false, drop_table ? ?',
    );
    expect(reader.read(logged('DROP TABLE x', { session: '' }))).toBe(
      reader.read(logged('DROP TABLE x', { session: '' })),
    );
  });

  test('end when another input begins', async () => {
    const reader = await createFactReader('postgresql');
    marks(reader, 'CREATE TABLE x (a int)', 'a');
    reader.startInput?.();
    expect(marks(reader, 'DROP TABLE x', 'a')).toBe('drop_table false false');
  });
});

describe('tags', () => {
  const tagsOf = async (text: string, dialect: Dialect = 'postgresql') => {
    const reader = await createFactReader(dialect);
    reader.read(logged(text));
    return reader.tags();
  };

  test.each<[string, object]>([
    ['SELECT 1', {}],
    ['SELECT 1 /* application */', {}],
    [
      "SELECT 1 /*application='shop',controller='users',traceparent='00-a-b-01',db_driver='x'*/",
      { application: 'shop', controller: 'users' },
    ],
    ["/*route='%2Fusers%2F%3Cint%3Aid%3E'*/ SELECT 1", { route: '/users/<int:id>' }],
    ["SELECT 1 /*route='/users/12345/x/550e8400-e29b-41d4-a716-446655440000'*/", { route: '/users/*/x/*' }],
    ["SELECT 1 /*action='job_deadbeef12'*/", { action: 'job_*' }],
    ["SELECT 1 /*job='sync-4f3e2d1c0b'*/", { job: 'sync-*' }],
    ["SELECT 1 /*action='it is a secret'*/", {}],
    ["SELECT 1 /*action='%zz'*/", {}],
    [
      'SELECT 1 /*application:Shop,controller:users,action:index*/',
      { application: 'Shop', controller: 'users', action: 'index' },
    ],
    ["SELECT '/*action=\\'x\\'*/'", {}],
    ["SELECT 1 -- action='x'", {}],
    ["DO $$ x $$ /*action='x'*/;", { action: 'x' }],
  ])('%s', async (text, tags) => {
    expect(await tagsOf(text)).toEqual(tags);
  });

  test.each<[string, object, boolean]>([
    ["SELECT 1 /*action='x',traceparent='00-a',db_driver='%40'*/", { action: 'x' }, false],
    ['SELECT 1 /* no tags: here */', {}, false],
    ["SELECT 1 /*route='/users/12345'*/", { route: '/users/*' }, true],
    ["SELECT 1 /*action='it is a secret',job='x'*/", { job: 'x' }, true],
    ["SELECT 1 /*action='%zz'*/", {}, true],
    ["SELECT 1 /*action='x*/", {}, true],
    ["SELECT 1 /*route='mail%2Fjo.doe%2Bx%40example.com%2Fnew'*/", { route: 'mail/*/new' }, true],
    ["SELECT 1 /*job='eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.abc-_'*/", { job: '*' }, true],
    ["SELECT 1 /*job='sk_aB3dE5fG7hI9jK1lM3nO5'*/", { job: '*' }, true],
    [`SELECT 1 /*${'x'.repeat(5000)},action='x'*/`, {}, true],
    ["SELECT /*a*/ 1 /*b*/ + /*c*/ 2 /*d*/ /*action='x'*/", {}, true],
    ["DO $$ x $$ /*action='x'*/;", { action: 'x' }, false],
    // An unread comment may have another job.
    ["/*job='y'*/ SELECT U&'x' /*action='x'*/ UESCAPE '!' /*c*/", {}, true],
    ["/*job='y'*/ SELECT U&'x' /*job='z'*/ UESCAPE '!' /*action='c'*/", { action: 'c' }, true],
    [`/*job='y'*/ SELECT 1 /*${'x'.repeat(5000)}*/ + 1 /*action='x'*/`, { action: 'x' }, true],
    ["SELECT /*job='y'*/ 1 /*job='it is a secret'*/", {}, true],
    ["SELECT /*job='it is a secret'*/ 1 /*job='y'*/", { job: 'y' }, true],
  ])('%s: some are left out or masked: %#', async (text, tags, inPart) => {
    const reader = await createFactReader('postgresql');
    reader.read(logged(text));
    expect([reader.tags(), reader.tagsInPart?.()]).toEqual([tags, inPart]);
  });

  test('that are complete are a different object than those that are not', async () => {
    const reader = await createFactReader('postgresql');
    reader.read(logged("SELECT 1 /*action='x'*/"));
    const whole = reader.tags();
    reader.read(logged("SELECT 1 /*action='x',job='it is secret'*/"));
    expect(reader.tags()).toEqual(whole);
    expect(reader.tags()).not.toBe(whole);
  });

  test('are the same object for the same tags, and not part of the class', async () => {
    const reader = await createFactReader('mysql');
    const one = reader.read(logged("SELECT a FROM t /*action='x',traceparent='1'*/"));
    const tags = reader.tags();
    expect(reader.read(logged("SELECT a FROM t /*traceparent='2',action='x'*/"))).toBe(one);
    expect(reader.tags()).toBe(tags);
    reader.read(logged('SELECT a FROM t'));
    expect(reader.tags()).toEqual({});
  });
});

test.each<[Dialect, string]>([
  ['sqlite', "DELETE FROM t WHERE a = 'x' OR 1 = 1"],
  ['transactsql', "DELETE FROM t WHERE a = 'x' OR 1 = 1"],
])('%s texts are identified by all their bytes', async (dialect, text) => {
  const reader = await createFactReader(dialect);
  expect(only(reader, text).operations[0]?.filter).toBe('always_true');
  expect(reader.read(logged(text))).toBe(reader.read(logged(text)));
});

describe('a kept text is read as if it were read anew', () => {
  const TEXTS = [
    'SELECT a FROM t WHERE b = $1',
    'SELECT a FROM t WHERE b = $1 LIMIT $2',
    'SELECT a FROM t WHERE b LIKE $1',
    'SELECT a FROM t WHERE b IN ($1, $2) OFFSET $2',
    'SELECT a FROM t WHERE b = $1 FETCH FIRST $2 ROWS ONLY',
    'DELETE FROM t',
    'DELETE FROM t WHERE a = $1; SELECT 1 LIMIT $2',
    "SELECT 'a\\'; DROP TABLE t; --'",
    "SELECT /* action='x',route='/a' */ $1",
    'DROP TABLE t',
    'CREATE TABLE t (a int)',
    'SELECT $$x$$ LIMIT $1',
    '',
  ];
  const BINDS = [undefined, ['1', '2'], ['%x', '1000'], [null, null], ['7', '3']];
  const MODES = [undefined, { backslash: 'always' }] as const;

  test.each(TEXTS)('%s', async (text) => {
    const reader = await createFactReader('postgresql');
    const kept = { latest: undefined };
    const { bytes } = logged(text, {});
    for (const mode of [...MODES, ...MODES])
      for (const binds of BINDS)
        for (const session of ['', 's']) {
          const statement = { ...logged(text, { binds, session, mode }), bytes };
          const read = reader.preview(statement, kept);
          const tags = [reader.tags(), reader.tagsInPart?.()];
          const fresh = reader.preview(statement);
          expect(read).toBe(fresh);
          expect([reader.tags(), reader.tagsInPart?.()]).toEqual(tags);
        }
  });
});

test('texts with many operations are read again, and not kept in memory', async () => {
  const reader = await createFactReader('postgresql');
  const insert = (at: number) => `w${at} AS (INSERT INTO log VALUES ('') RETURNING who)`;
  const text = `WITH ${Array.from({ length: 130 }, (_, at) => insert(at)).join(', ')} SELECT 1`;
  const kept = { latest: undefined };
  const statement = logged(text);
  const first = reader.preview(statement, kept);
  const second = reader.preview(statement, kept);
  expect(second.tuples).toEqual(first.tuples);
  expect([reader.readings, kept.latest, second === first]).toEqual([2, undefined, false]);
});
