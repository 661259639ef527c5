import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { read } from './read.ts';

const MYSQLS = ['mysql', 'mariadb'] as const;

function operationOf(dialect: Dialect, sql: string) {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  return operations.findLast(({ filter }) => filter !== '');
}

/** Conditions that hold for every row if a column is what its name says. */
const DOUBTFUL: readonly (readonly [readonly Dialect[], readonly string[]])[] = [
  [
    DIALECTS,
    [
      'id > 0',
      'a.id > 0',
      'id >= 0',
      'id >= 1',
      '0 < id',
      'id > -1',
      'id > -2147483649',
      'id <> 0',
      'id <> -1',
      'id <> -5',
      'NOT id = 0',
      'NOT (id <= 0)',
      'NOT id < 1',
      'id NOT IN (0, -1)',
      'id IS NOT NULL',
      'NOT id IS NULL',
      "id <> ''",
      "id > ''",
      "id > '0'",
      'id BETWEEN 1 AND 2147483647',
      'id BETWEEN 0 AND 9999999999',
      'id < 2147483647',
      'id <= 2147483647',
      'id + 1 > 1',
      'id > 0 OR x = 1',
      'id > 0 AND id < 9999999999',
      'rowid > 0',
      'oid > 0',
      'created_at < CURRENT_TIMESTAMP',
      'at <= CURRENT_TIMESTAMP',
      "at < '9999-12-31'",
      'createdAt <= CURRENT_TIMESTAMP',
      'CURRENT_TIMESTAMP >= created_on',
      'NOT created_at > CURRENT_TIMESTAMP',
      "created_at > '1970-01-01'",
      "inserted_at >= '1900-01-01 00:00:00'",
      "created < '9999-12-31'",
      "created_at BETWEEN '1970-01-01' AND CURRENT_TIMESTAMP",
      'date_created < COALESCE(CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)',
      'updated_at < CURRENT_TIMESTAMP',
      'last_modified_at <= CURRENT_TIMESTAMP',
      'created_at <> CURRENT_TIMESTAMP',
      "created_at < '2040-01-01'",
      "created_at > '2000-01-01'",
      'created_at > 2020-01-01',
      'created_at >= 1',
      'created_at <> 2020-12-31',
      "paid_at < '2099-01-01'",
      "NOT paid_at >= '2099-01-01 00:00:00'",
      "'2099-01-01' > order_date",
      "created_at BETWEEN '2000-01-01' AND '2099-12-31'",
      "paid_at NOT BETWEEN '2099-01-01' AND '2100-01-01'",
      'amount >= 0',
      'total_price > -1',
      'NOT quantity < 0',
      'amount <> -1',
      'amount BETWEEN -1000000000 AND 1000000000',
      'amount < 999999999',
      'x0 <= 1e300 AND y1 >= -1e300',
    ],
  ],
  [
    ['postgresql'],
    [
      'id IS DISTINCT FROM NULL',
      'octet_length(id::text) > 0',
      'created_at < now()',
      "created_at < now() + interval '100 years'",
      "created_at < now() + '1 day'::interval",
      "created_at <= 'infinity'",
      "created_at > '-infinity'",
      'created_at > to_timestamp(0) AND created_at < now()',
      'created_at::date < clock_timestamp()',
      "created_at < now() - interval '1 second'",
      "created_at < now() - '00:00:01'::interval",
      "created_at + interval '1 second' < now()",
      "now() - created_at > interval '1 second'",
      "age(created_at) > interval '0'",
      "age(created_at, now()) < interval '30 days'",
      "created_at < now() - interval '90 days ago'",
      "created_at < now() - interval '-90 days'",
      'extract(epoch FROM created_at) < 1735689600000',
      "created_at - now() <= interval '1 day'",
      "paid_at < '2099-01-01'::date",
      'paid_at < make_date(2099, 1, 1)',
      "paid_at < to_date('2099-01-01', 'YYYY-MM-DD')",
      'extract(year FROM paid_at) < 2099',
      "date_part('year', created_at) >= 1970",
      'extract(epoch FROM created_at) > 0',
      "to_char(created_at, 'YYYY') > '1970'",
      "paid_at <@ tsrange(NULL, '2099-01-01')",
      'id <@ int4range(0, NULL)',
    ],
  ],
  [
    MYSQLS,
    [
      'id',
      'NOT NOT id',
      'id & ~0',
      '~id',
      'JSON_VALID(id)',
      'created_at < NOW()',
      'created_at < NOW(6)',
      'created_at < DATE_SUB(NOW(), INTERVAL -90 DAY)',
      'UNIX_TIMESTAMP(created_at) < 1735689600000',
      'DATEDIFF(last_seen, NOW()) < 90',
      'DATE(created_at) > 2020-01-01',
      'created_at < NOW() + INTERVAL 100 YEAR',
      'created_at < DATE_ADD(NOW(), INTERVAL 1 DAY)',
      'created_at < NOW() - INTERVAL 1 SECOND',
      'created_at < DATE_SUB(NOW(), INTERVAL 1 SECOND)',
      'YEAR(created_at) < 2099',
      "created_at > '0000-00-00'",
    ],
  ],
  [
    ['sqlite'],
    [
      'id',
      'rowid',
      '_rowid_ > 0',
      'id NOTNULL',
      "typeof(id) = 'integer'",
      "created_at < datetime('now')",
      "created_at < datetime('now', '+1 day')",
      "created_at < strftime('%s', 'now')",
      "created_at < datetime('now', '-1 second')",
      "paid_at < date('now', '+10 years')",
      "strftime('%Y', created_at) > '1970'",
      'iif(amount < 0, 0, 1)',
      'created_at > 20200101',
      'date(created_at) > 2020-01-01',
      "strftime('%s', created_at) < 1735689600000",
    ],
  ],
  [
    ['transactsql'],
    [
      'TRY_CONVERT(int, id) IS NOT NULL',
      'created_at < GETDATE()',
      'created_at < SYSUTCDATETIME()',
      'created_at < DATEADD(year, 100, GETDATE())',
      'created_at < COALESCE(@cutoff, SYSUTCDATETIME())',
      'created_at < DATEADD(day, -0, GETDATE())',
    ],
  ],
];

/** Conditions that select some rows. */
const FILTERS: readonly (readonly [readonly Dialect[], readonly string[]])[] = [
  [
    DIALECTS,
    [
      "id > 0 AND status = 'x'",
      "created_at < CURRENT_TIMESTAMP AND status = 'x'",
      'id > 1000',
      'id > 1',
      'id < 1000',
      'id <> 1',
      'id = 1',
      'id = 0',
      'id <= 0',
      'id IS NULL',
      "id = ''",
      "id <> 'x'",
      "id > 'a'",
      'id <> 5 AND id <> 0',
      'id NOT IN (0, 1)',
      'id BETWEEN 1 AND 1000',
      'id % 2 = 0',
      'id = parent_id',
      'id > max_id',
      'user_id > 0',
      'position > 0',
      'x IS NOT NULL',
      'created_at IS NULL',
      'created_at > CURRENT_TIMESTAMP',
      "created_at < '2020-01-01'",
      "created_at > '2020-01-01'",
      'expires_at < CURRENT_TIMESTAMP',
      'deleted_at < CURRENT_TIMESTAMP',
      'paid_at < CURRENT_TIMESTAMP',
      'published_at <= CURRENT_TIMESTAMP',
      "expires_at < '2099-01-01'",
      "valid_to < '9999-12-31'",
      "code < '2099-01-01'",
      "created_at < '2026-01-01'",
      "created_at > '2010-01-01'",
      "created_at BETWEEN '2020-01-01' AND '2099-12-31'",
      'amount > 0',
      'amount <> 5',
      'amount < 100000',
      'balance >= 0',
      'amount IS NOT NULL',
      'x < 1600000000000',
      'x > -1000',
      'created_at < updated_at',
    ],
  ],
  [
    ['postgresql'],
    [
      'id > $1',
      "created_at < now() - interval '30 days'",
      "created_at < now() + interval '-30 days'",
      "created_at < now() + interval '30 days ago'",
      'created_at < $1',
      'created_at < current_date',
      'created_at > now()',
      "created_at < now() - interval '1 hour'",
      "created_at < now() + interval '-90 days'",
      'extract(epoch FROM created_at) < 1735689600',
      "created_at < now() - interval '2 minutes'",
      "updated_at + interval '30 days' < now()",
      "now() - created_at > interval '30 days'",
      "age(created_at) > interval '30 days'",
      "created_at - now() < interval '-30 days'",
      "created_at - now() < interval '30 days ago'",
      'extract(year FROM created_at) < 2020',
      'extract(month FROM created_at) < 12',
      "paid_at <@ tsrange('2020-01-01', NULL)",
      "tags <@ '[1,2]'",
      'starts <@ tsrange(a_from, a_to)',
    ],
  ],
  [
    MYSQLS,
    [
      'id > ?',
      'created_at < NOW() - INTERVAL 30 DAY',
      'created_at < DATE_SUB(NOW(), INTERVAL 1 DAY)',
      'id & 1',
      'created_at > 20200101',
      'UNIX_TIMESTAMP(created_at) < 1735689600',
      "DATE(created_at) > '2020-01-01'",
      'DATEDIFF(NOW(), last_seen) > 90',
      'created_at < DATE_SUB(NOW(), INTERVAL 90 DAY)',
    ],
  ],
  [
    ['sqlite'],
    ['id > ?', "created_at < datetime('now', '-30 days')", "created_at < date('now')", 'created_at > 1600000000'],
  ],
  [['transactsql'], ['id > @id', 'created_at < DATEADD(day, -30, GETDATE())']],
];

const STATEMENTS: readonly (readonly [Dialect, string])[] = [
  ['postgresql', 'UPDATE a SET x = 1 WHERE id > 0'],
  ['postgresql', 'DELETE FROM a USING b WHERE a.id > 0'],
  ['postgresql', 'MERGE INTO a USING b ON a.id > 0 WHEN MATCHED THEN DELETE'],
  ['postgresql', 'MERGE INTO a USING b ON a.id > 0 WHEN MATCHED THEN UPDATE SET x = 1'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE id > 0; END $$'],
  ['postgresql', 'CREATE RULE r AS ON INSERT TO b DO ALSO DELETE FROM a WHERE id > 0'],
  ['mysql', 'DELETE a FROM a JOIN b ON a.id > 0'],
  ['mysql', 'UPDATE a JOIN b ON a.id > 0 SET a.x = 1'],
  ['mysql', 'CREATE TRIGGER t AFTER INSERT ON b FOR EACH ROW DELETE FROM a WHERE id > 0'],
  ['mysql', 'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM a WHERE created_at < NOW()'],
  [
    'mysql',
    'CREATE PROCEDURE p() BEGIN REPEAT DELETE FROM a WHERE id > 0 LIMIT 9; UNTIL ROW_COUNT() = 0 END REPEAT; END',
  ],
  ['transactsql', 'DELETE x FROM a x WHERE x.id > 0'],
  ['transactsql', 'WITH c AS (SELECT * FROM a) DELETE FROM c WHERE id > 0'],
  ['transactsql', 'WHILE 1 = 1 BEGIN DELETE TOP (9) FROM a WHERE id > 0; IF @@ROWCOUNT = 0 BREAK; END'],
  ['sqlite', 'CREATE TRIGGER t AFTER INSERT ON b BEGIN DELETE FROM a WHERE id > 0; END'],
];

const of = (rows: typeof DOUBTFUL) =>
  rows.flatMap(([dialects, conditions]) =>
    dialects.flatMap((dialect) => conditions.map((condition) => [dialect, condition] as const)),
  );

describe('a condition that holds for every row if a column is what its name says', () => {
  test.each(of(DOUBTFUL))('%s: WHERE %s is unknown', (dialect, condition) => {
    const operation = operationOf(dialect, `DELETE FROM a WHERE ${condition}`);
    expect(operation?.filter).toBeUndefined();
    expect(operation?.filterDoubt).toMatch(/^this condition is true for every row if `\w+` /);
  });

  test.each(STATEMENTS)('%s: %s', (dialect, sql) => {
    expect(operationOf(dialect, sql)).toMatchObject({ filter: undefined });
  });

  test.each(of(FILTERS))('%s: WHERE %s is a filter', (dialect, condition) => {
    expect(operationOf(dialect, `DELETE FROM a WHERE ${condition}`)).toMatchObject({ filter: 'conditional' });
  });

  test('does not apply to recorded queries, whose literals do not count', async () => {
    const { statements } = (await createSqlReader('postgresql')).readTraffic('DELETE FROM a WHERE id > 0');
    expect(statements[0]?.operations).toMatchObject([{ filter: 'conditional' }]);
  });
});

describe('EXISTS with an aggregate of all rows holds for every row', () => {
  test.each(
    DIALECTS.flatMap((dialect) =>
      [
        'EXISTS (SELECT count(*) FROM b WHERE b.a_id = a.id)',
        'EXISTS (SELECT max(b.x) FROM b WHERE b.a_id = a.id)',
        'EXISTS (SELECT sum(b.x) + 1, 2 FROM b WHERE b.a_id = a.id AND b.y = 1)',
        'x = 1 OR EXISTS (SELECT coalesce(sum(b.x), 0) FROM b WHERE b.a_id = a.id)',
      ].map((condition) => [dialect, condition] as const),
    ),
  )('%s: %s', (dialect, condition) => {
    expect(operationOf(dialect, `DELETE FROM a WHERE ${condition}`)).toMatchObject({ filter: 'always_true' });
  });

  test.each(
    DIALECTS.flatMap((dialect) =>
      [
        'EXISTS (SELECT 1 FROM b WHERE b.a_id = a.id)',
        'EXISTS (SELECT b.count FROM b WHERE b.a_id = a.id)',
        'EXISTS (SELECT count(*) FROM b WHERE b.a_id = a.id GROUP BY b.x)',
        'EXISTS (SELECT count(*) FROM b WHERE b.a_id = a.id HAVING count(*) > 1)',
        'EXISTS (SELECT count(*) OVER () FROM b WHERE b.a_id = a.id)',
        'EXISTS (SELECT lower(b.x) FROM b WHERE b.a_id = a.id AND b.y = (SELECT max(y) FROM b))',
        '(SELECT count(*) FROM b WHERE b.a_id = a.id) > 1',
      ].map((condition) => [dialect, condition] as const),
    ),
  )('%s: %s is a filter', (dialect, condition) => {
    expect(operationOf(dialect, `DELETE FROM a WHERE ${condition}`)).toMatchObject({ filter: 'conditional' });
  });
});

const OK = "CREATE FUNCTION ok(int) RETURNS boolean LANGUAGE sql AS 'SELECT true'";

describe('a filter by a function or operator that the file defines', () => {
  test.each<[Dialect, string]>([
    ['postgresql', `${OK}; DELETE FROM a WHERE ok(id)`],
    ['postgresql', `${OK}; DELETE FROM a WHERE NOT ok(id)`],
    ['postgresql', `${OK}; DELETE FROM a WHERE s.ok(x) = true`],
    [
      'postgresql',
      `CREATE OR REPLACE FUNCTION e.length(text) RETURNS int LANGUAGE sql AS 'SELECT 5'; DELETE FROM a WHERE length(x) = 5`,
    ],
    [
      'postgresql',
      "CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = text, FUNCTION = f); DELETE FROM a WHERE x = 'y'",
    ],
    ['postgresql', 'CREATE OPERATOR <<~ (LEFTARG = int, RIGHTARG = int, FUNCTION = f); DELETE FROM a WHERE x <<~ 3'],
    ['postgresql', 'CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = f); DELETE FROM a WHERE x === 0'],
    ['postgresql', 'CREATE OPERATOR s.<<< (LEFTARG = int, FUNCTION = f); DELETE FROM a WHERE x OPERATOR(s.<<<) 1'],
    ['mysql', 'CREATE FUNCTION ok(i INT) RETURNS INT RETURN 1; DELETE FROM a WHERE ok(x)'],
    [
      'transactsql',
      'CREATE FUNCTION dbo.ok(@i int) RETURNS int AS BEGIN RETURN 1 END\nGO\nDELETE FROM a WHERE dbo.ok(x) = 1',
    ],
  ])('%s: %s is unknown', (dialect, sql) => {
    const operation = operationOf(dialect, sql);
    expect(operation).toMatchObject({ kind: 'delete', filter: undefined });
    expect(operation?.filterDoubt).toContain('this file defines it');
  });

  test.each<[Dialect, string]>([
    ['postgresql', `${OK}; DELETE FROM a WHERE ok(x) AND y = 1`],
    ['postgresql', `${OK}; DELETE FROM a WHERE x = 1`],
    [
      'postgresql',
      "CREATE FUNCTION tenant() RETURNS int LANGUAGE sql AS 'SELECT 1'; DELETE FROM a WHERE tenant_id = tenant()",
    ],
    ['postgresql', "CREATE OPERATOR @@@ (LEFTARG = text, RIGHTARG = text, FUNCTION = f); DELETE FROM a WHERE x = 'y'"],
  ])('%s: %s is a filter', (dialect, sql) => {
    expect(operationOf(dialect, sql)).toMatchObject({ filter: 'conditional' });
  });
});
