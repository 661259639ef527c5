import { describe, expect, test } from 'vitest';
import type { Dialect, HistoryRow } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { ANYWHERE, questionOf, UseCounter } from '../../src/use/index.ts';

// What a REVOKE asks, and what a recorded statement says to it.

interface Ran {
  readonly sql: string;
  readonly user?: string | undefined;
  readonly database?: string | undefined;
  readonly more?: Partial<HistoryRow>;
}

const CALLS = 5;

async function counted(revoke: string, ran: Ran, dialect: Dialect = 'postgresql') {
  const reader = await createSqlReader(dialect);
  const [operation] = reader.read(revoke, { path: 'a.sql' }).statements.flatMap(({ operations }) => operations);
  const question = operation && questionOf(operation, dialect);
  if (!question) return 'not asked';
  const { sql, more } = ran;
  const { user, database } = { user: 'web', database: 'shop', ...ran };
  const [statement] = reader.readTraffic(sql).statements;
  if (!statement) throw new Error(`no statement in ${sql}`);
  const { shape, facts, operations, unreadable } = statement;
  const row: HistoryRow = {
    ...{ shape, dialect, facts, operations, unreadable: unreadable[0]?.reason, truncated: false },
    caller: { user, role: undefined, application: 'app', database, tags: {} },
    days: { '2026-11-18': CALLS },
    ...more,
  };
  const counter = new UseCounter();
  counter.ask(question, ANYWHERE);
  // A row that the search of a snapshot leaves out is not counted.
  if (counter.pattern().test(JSON.stringify(row))) counter.add(row);
  const use = counter.of(question, ANYWHERE);
  if (!use) throw new Error('the question is not known');
  return use.calls > 0 ? 'used' : use.unclear > 0 ? 'unclear' : 'not used';
}

type Case = readonly [revoke: string, ran: Ran, expected: Awaited<ReturnType<typeof counted>>];

const tableOf = (sql: string): Ran => ({ sql });
const IN_APP = tableOf('SELECT id FROM app.orders');
const BARE = tableOf('SELECT id FROM orders');

describe('privileges on a schema', () => {
  test.each<Case>([
    ['REVOKE USAGE ON SCHEMA app FROM web', IN_APP, 'used'],
    ['REVOKE ALL ON SCHEMA app FROM web', IN_APP, 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf('SELECT id FROM "app"."Orders"'), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf('SELECT app.total(1)'), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf('CALL app.close_month()'), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf("SELECT 'new'::app.state"), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', BARE, 'unclear'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf('SELECT total(1)'), 'unclear'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf('SELECT lower($1)'), 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf('SELECT oid FROM pg_class'), 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', tableOf('SELECT id FROM other.orders'), 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', { ...IN_APP, user: 'reports' }, 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', { ...IN_APP, user: undefined }, 'unclear'],
    ['REVOKE USAGE ON SCHEMA app FROM reports, web', IN_APP, 'used'],
    [
      'REVOKE USAGE ON SCHEMA app FROM web',
      { sql: 'SELECT 1', more: { shape: 'fetch app', unreadable: 'x' } },
      'unclear',
    ],
    // PUBLIC may use the schema `public`, unless that was revoked.
    ['REVOKE USAGE ON SCHEMA public FROM web', tableOf('SELECT id FROM public.orders'), 'unclear'],
    ['REVOKE USAGE ON SCHEMA public FROM PUBLIC, web', tableOf('SELECT id FROM public.orders'), 'used'],
    // Recorded statements do not show where objects were created.
    ['REVOKE CREATE ON SCHEMA app FROM web', IN_APP, 'not asked'],
    ['REVOKE USAGE ON SCHEMA app FROM PUBLIC', IN_APP, 'not asked'],
    ['REVOKE GRANT OPTION FOR USAGE ON SCHEMA app FROM web', IN_APP, 'not asked'],
    ['REVOKE CONNECT ON DATABASE shop FROM web', IN_APP, 'not asked'],
    ['REVOKE USAGE ON TYPE state FROM web', IN_APP, 'not asked'],
  ])('%s, and %o: %s', async (revoke, ran, expected) => {
    expect(await counted(revoke, ran)).toBe(expected);
  });
});

describe('privileges on all objects of a schema', () => {
  test.each<Case>([
    ['REVOKE SELECT ON ALL TABLES IN SCHEMA app FROM web', IN_APP, 'used'],
    ['REVOKE ALL ON ALL TABLES IN SCHEMA other, app FROM web', tableOf('SELECT id FROM other.orders'), 'used'],
    ['REVOKE SELECT ON ALL TABLES IN SCHEMA app FROM web', BARE, 'unclear'],
    ['REVOKE DELETE ON ALL TABLES IN SCHEMA app FROM web', IN_APP, 'not used'],
    ['REVOKE DELETE ON ALL TABLES IN SCHEMA app FROM web', tableOf('DELETE FROM app.orders WHERE id = 1'), 'used'],
    ['REVOKE UPDATE ON ALL TABLES IN SCHEMA app FROM web', tableOf('DELETE FROM app.orders WHERE id = 1'), 'not used'],
    [
      'REVOKE UPDATE ON ALL TABLES IN SCHEMA app FROM web',
      tableOf('UPDATE other.t SET a = 1 WHERE id IN (SELECT id FROM app.orders)'),
      'not used',
    ],
    ['REVOKE SELECT ON ALL TABLES IN SCHEMA app FROM web', { ...IN_APP, user: 'reports' }, 'not used'],
    ['REVOKE ALL ON ALL TABLES IN SCHEMA app FROM web', tableOf('SELECT app.total(1)'), 'not used'],
    ['REVOKE ALL ON ALL SEQUENCES IN SCHEMA app FROM web', IN_APP, 'not asked'],
    ['REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA app FROM web', tableOf('SELECT app.total(1)'), 'unclear'],
    ['REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA app FROM PUBLIC, web', tableOf('SELECT app.total(1)'), 'used'],
    ['REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA app FROM PUBLIC, web', tableOf('CALL app.close_month()'), 'used'],
    ['REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA app FROM PUBLIC, web', tableOf('SELECT total(1)'), 'unclear'],
    ['REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA app FROM PUBLIC, web', IN_APP, 'not used'],
  ])('%s, and %o: %s', async (revoke, ran, expected) => {
    expect(await counted(revoke, ran)).toBe(expected);
  });
});

describe('the right to run a routine', () => {
  const CALL = tableOf('SELECT total(1)');
  test.each<Case>([
    // PUBLIC may run a new routine.
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM web', CALL, 'unclear'],
    ['REVOKE ALL ON FUNCTION total(int) FROM PUBLIC, web', CALL, 'used'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', CALL, 'used'],
    ['REVOKE EXECUTE ON ROUTINE app.total FROM PUBLIC, web', CALL, 'used'],
    ['REVOKE EXECUTE ON PROCEDURE close_month() FROM PUBLIC, web', tableOf('CALL close_month()'), 'used'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', { ...CALL, user: 'reports' }, 'not used'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', { ...CALL, user: undefined }, 'unclear'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', tableOf('SELECT count(*) FROM total'), 'not used'],
    ['REVOKE EXECUTE ON FUNCTION concat(text) FROM PUBLIC, web', tableOf("SELECT concat('A')"), 'not asked'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC', CALL, 'not asked'],
  ])('%s, and %o: %s', async (revoke, ran, expected) => {
    expect(await counted(revoke, ran)).toBe(expected);
  });
});

describe('privileges in other dialects', () => {
  test.each<readonly [dialect: Dialect, ...Case]>([
    ['mysql', 'REVOKE SELECT ON shop.* FROM web', BARE, 'used'],
    ['mysql', "REVOKE SELECT ON shop.* FROM 'web'@'%'", BARE, 'used'],
    ['mysql', 'REVOKE SELECT ON billing.* FROM web', BARE, 'not used'],
    ['mysql', 'REVOKE SELECT ON shop.* FROM web', { ...BARE, database: undefined }, 'unclear'],
    ['mysql', 'REVOKE SELECT ON billing.* FROM web', tableOf('SELECT id FROM billing.orders'), 'used'],
    ['mysql', 'REVOKE DELETE ON *.* FROM web', tableOf('DELETE FROM orders WHERE id = 1'), 'used'],
    ['mysql', 'REVOKE DELETE ON *.* FROM web', BARE, 'not used'],
    ['mariadb', 'REVOKE EXECUTE ON PROCEDURE shop.close_month FROM web', tableOf('CALL close_month()'), 'used'],
    ['mariadb', 'REVOKE ALL ON shop.* FROM web', tableOf('CALL close_month()'), 'used'],
    ['transactsql', 'REVOKE SELECT ON SCHEMA::app FROM web', IN_APP, 'used'],
    ['transactsql', 'REVOKE SELECT ON SCHEMA::app FROM web', BARE, 'unclear'],
    ['transactsql', 'DENY EXECUTE ON dbo.close_month TO web', tableOf('EXEC dbo.close_month'), 'used'],
    ['redshift', 'REVOKE SELECT FOR TABLES IN SCHEMA app FROM ROLE web', IN_APP, 'used'],
  ])('%s: %s, and %o: %s', async (dialect, revoke, ran, expected) => {
    expect(await counted(revoke, ran, dialect)).toBe(expected);
  });
});
