import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { type Counted, counted, type Ran, ran } from './counted.ts';

// What a REVOKE asks, and what a recorded statement says to it.

type Case = readonly [revoke: string, traffic: Ran, expected: Counted];

const IN_APP = ran('SELECT id FROM app.orders');
const BARE = ran('SELECT id FROM orders');

describe('privileges on a schema', () => {
  test.each<Case>([
    ['REVOKE USAGE ON SCHEMA app FROM web', IN_APP, 'used'],
    ['REVOKE ALL ON SCHEMA app FROM web', IN_APP, 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran('SELECT id FROM "app"."Orders"'), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran('SELECT app.total(1)'), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran('CALL app.close_month()'), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran("SELECT 'new'::app.state"), 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', BARE, 'unclear'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran('SELECT total(1)'), 'unclear'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran('SELECT lower($1)'), 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran('SELECT oid FROM pg_class'), 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', ran('SELECT id FROM other.orders'), 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', { ...IN_APP, user: 'reports' }, 'not used'],
    ['REVOKE USAGE ON SCHEMA app FROM web', { ...IN_APP, user: undefined }, 'unclear'],
    ['REVOKE USAGE ON SCHEMA app FROM reports, web', IN_APP, 'used'],
    ['REVOKE USAGE ON SCHEMA app FROM web_7', { ...IN_APP, user: 'web_*', more: { callerPatterns: ['user'] } }, 'used'],
    [
      'REVOKE USAGE ON SCHEMA app FROM web',
      { sql: 'SELECT 1', more: { shape: 'fetch app', unreadable: 'x' } },
      'unclear',
    ],
    // PUBLIC may use the schema `public`, unless that was revoked.
    ['REVOKE USAGE ON SCHEMA public FROM web', ran('SELECT id FROM public.orders'), 'unclear'],
    ['REVOKE USAGE ON SCHEMA public FROM PUBLIC, web', ran('SELECT id FROM public.orders'), 'used'],
    // Recorded statements do not show where objects were created.
    ['REVOKE CREATE ON SCHEMA app FROM web', IN_APP, 'not asked'],
    ['REVOKE USAGE ON SCHEMA app FROM PUBLIC', IN_APP, 'not asked'],
    ['REVOKE GRANT OPTION FOR USAGE ON SCHEMA app FROM web', IN_APP, 'not asked'],
    ['REVOKE CONNECT ON DATABASE shop FROM web', IN_APP, 'not asked'],
    ['REVOKE USAGE ON TYPE state FROM web', IN_APP, 'not asked'],
  ])('%s, and %o: %s', async (revoke, traffic, expected) => {
    expect(await counted(revoke, traffic)).toBe(expected);
  });
});

describe('privileges on all objects of a schema', () => {
  test.each<Case>([
    ['REVOKE SELECT ON ALL TABLES IN SCHEMA app FROM web', IN_APP, 'used'],
    ['REVOKE ALL ON ALL TABLES IN SCHEMA other, app FROM web', ran('SELECT id FROM other.orders'), 'used'],
    ['REVOKE SELECT ON ALL TABLES IN SCHEMA app FROM web', BARE, 'unclear'],
    ['REVOKE DELETE ON ALL TABLES IN SCHEMA app FROM web', IN_APP, 'not used'],
    ['REVOKE DELETE ON ALL TABLES IN SCHEMA app FROM web', ran('DELETE FROM app.orders WHERE id = 1'), 'used'],
    ['REVOKE UPDATE ON ALL TABLES IN SCHEMA app FROM web', ran('DELETE FROM app.orders WHERE id = 1'), 'not used'],
    [
      'REVOKE UPDATE ON ALL TABLES IN SCHEMA app FROM web',
      ran('UPDATE other.t SET a = 1 WHERE id IN (SELECT id FROM app.orders)'),
      'not used',
    ],
    ['REVOKE SELECT ON ALL TABLES IN SCHEMA app FROM web', { ...IN_APP, user: 'reports' }, 'not used'],
    ['REVOKE ALL ON ALL TABLES IN SCHEMA app FROM web', ran('SELECT app.total(1)'), 'not used'],
    ['REVOKE ALL ON ALL SEQUENCES IN SCHEMA app FROM web', IN_APP, 'not asked'],
    ['REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA app FROM web', ran('SELECT app.total(1)'), 'unclear'],
    ['REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA app FROM PUBLIC, web', ran('SELECT app.total(1)'), 'used'],
    ['REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA app FROM PUBLIC, web', ran('CALL app.close_month()'), 'used'],
    ['REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA app FROM PUBLIC, web', ran('SELECT total(1)'), 'unclear'],
    ['REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA app FROM PUBLIC, web', IN_APP, 'not used'],
  ])('%s, and %o: %s', async (revoke, traffic, expected) => {
    expect(await counted(revoke, traffic)).toBe(expected);
  });
});

describe('the right to run a routine', () => {
  const CALL = ran('SELECT total(1)');
  test.each<Case>([
    // PUBLIC may run a new routine.
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM web', CALL, 'unclear'],
    ['REVOKE ALL ON FUNCTION total(int) FROM PUBLIC, web', CALL, 'used'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', CALL, 'used'],
    ['REVOKE EXECUTE ON ROUTINE app.total FROM PUBLIC, web', CALL, 'used'],
    ['REVOKE EXECUTE ON PROCEDURE close_month() FROM PUBLIC, web', ran('CALL close_month()'), 'used'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', { ...CALL, user: 'reports' }, 'not used'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', { ...CALL, user: undefined }, 'unclear'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC, web', ran('SELECT count(*) FROM total'), 'not used'],
    ['REVOKE EXECUTE ON FUNCTION concat(text) FROM PUBLIC, web', ran("SELECT concat('A')"), 'not asked'],
    ['REVOKE EXECUTE ON FUNCTION total(int) FROM PUBLIC', CALL, 'not asked'],
  ])('%s, and %o: %s', async (revoke, traffic, expected) => {
    expect(await counted(revoke, traffic)).toBe(expected);
  });
});

describe('privileges in other dialects', () => {
  test.each<readonly [dialect: Dialect, ...Case]>([
    ['mysql', 'REVOKE SELECT ON shop.* FROM web', BARE, 'used'],
    ['mysql', "REVOKE SELECT ON shop.* FROM 'web'@'%'", BARE, 'used'],
    ['mysql', 'REVOKE SELECT ON `my\\_shop`.* FROM web', { ...BARE, database: 'my_shop' }, 'used'],
    ['mysql', 'REVOKE SELECT ON billing.* FROM web', BARE, 'not used'],
    ['mysql', 'REVOKE SELECT ON shop.* FROM web', { ...BARE, database: undefined }, 'unclear'],
    ['mysql', 'REVOKE SELECT ON billing.* FROM web', ran('SELECT id FROM billing.orders'), 'used'],
    ['mysql', 'REVOKE DELETE ON *.* FROM web', ran('DELETE FROM orders WHERE id = 1'), 'used'],
    ['mysql', 'REVOKE DELETE ON *.* FROM web', BARE, 'not used'],
    ['mysql', 'REVOKE ALL PRIVILEGES, GRANT OPTION FROM web', BARE, 'used'],
    ['mysql', 'REVOKE IF EXISTS SELECT ON shop.orders FROM web IGNORE UNKNOWN USER', BARE, 'used'],
    ['mysql', 'REVOKE SELECT ON shop.orders FROM web', { ...BARE, database: 'billing' }, 'not used'],
    // It stands for no privilege.
    ['mysql', 'REVOKE USAGE ON *.* FROM web', BARE, 'not asked'],
    ['mariadb', 'REVOKE EXECUTE ON PROCEDURE shop.close_month FROM web', ran('CALL close_month()'), 'used'],
    ['mariadb', 'REVOKE ALL ON shop.* FROM web', ran('CALL close_month()'), 'used'],
    ['transactsql', 'REVOKE SELECT ON SCHEMA::app FROM web', IN_APP, 'used'],
    ['transactsql', 'REVOKE SELECT ON SCHEMA::app FROM web', BARE, 'unclear'],
    ['transactsql', 'DENY EXECUTE ON dbo.close_month TO web', ran('EXEC dbo.close_month'), 'used'],
    ['redshift', 'REVOKE SELECT FOR TABLES IN SCHEMA app FROM ROLE web', IN_APP, 'used'],
  ])('%s: %s, and %o: %s', async (dialect, revoke, traffic, expected) => {
    expect(await counted(revoke, traffic, dialect)).toBe(expected);
  });
});

describe('privileges that a clause of a statement needs', () => {
  const UPSERT = ran('INSERT INTO app.orders (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET note = $1');
  const INSERT = ran('INSERT INTO app.orders (id) VALUES (1)');
  test.each<Case>([
    ['REVOKE UPDATE ON app.orders FROM web', UPSERT, 'used'],
    ['REVOKE SELECT ON app.orders FROM web', UPSERT, 'used'],
    ['REVOKE SELECT ON app.orders FROM web', ran('INSERT INTO app.orders (id) VALUES (1) RETURNING id'), 'used'],
    ['REVOKE UPDATE ON app.orders FROM web', ran('SELECT id FROM app.orders WHERE id = 1 FOR UPDATE'), 'used'],
    ['REVOKE UPDATE ON app.orders FROM web', ran('SELECT id FROM app.orders WHERE id = 1'), 'not used'],
    ['REVOKE UPDATE ON app.orders FROM web', INSERT, 'not used'],
    ['REVOKE SELECT ON app.orders FROM web', INSERT, 'not used'],
    [
      'REVOKE UPDATE ON app.orders FROM web',
      ran('INSERT INTO app.orders (id) VALUES (1) ON CONFLICT DO NOTHING'),
      'not used',
    ],
  ])('%s, and %o: %s', async (revoke, traffic, expected) => {
    expect(await counted(revoke, traffic)).toBe(expected);
  });
});

describe('privileges that the file grants again', () => {
  const READ = ran('SELECT id FROM orders');
  test.each<Case>([
    ['REVOKE ALL ON orders FROM web; GRANT SELECT ON orders TO web', READ, 'not used'],
    ['REVOKE SELECT ON orders FROM web; GRANT SELECT ON orders TO web', READ, 'not asked'],
    ['REVOKE ALL ON TABLE orders FROM web; GRANT SELECT, INSERT ON TABLE orders TO web', READ, 'not used'],
    ['REVOKE ALL ON orders FROM web; GRANT INSERT ON orders TO web', READ, 'used'],
    ['REVOKE SELECT, INSERT ON orders FROM web; GRANT SELECT ON orders TO web', READ, 'not used'],
    ['REVOKE ALL ON orders FROM reports, web; GRANT ALL ON orders TO reports', READ, 'used'],
    ['REVOKE ALL ON orders FROM web; GRANT SELECT ON orders TO PUBLIC', READ, 'not used'],
    ['REVOKE ALL ON orders FROM web; GRANT SELECT ON invoices TO web', READ, 'used'],
    ['REVOKE ALL ON orders FROM web; GRANT SELECT (note) ON orders TO web', READ, 'used'],
    ['REVOKE ALL ON orders FROM web; ROLLBACK; GRANT SELECT ON orders TO reports', READ, 'used'],
    ['REVOKE ALL ON orders FROM web; GRANT SELECT ON orders TO web; ROLLBACK', READ, 'used'],
    [
      'REVOKE ALL ON FUNCTION total(int) FROM PUBLIC, web; GRANT EXECUTE ON FUNCTION total(int) TO web',
      READ,
      'not asked',
    ],
    ['REVOKE ALL ON SCHEMA app FROM web; GRANT USAGE ON SCHEMA app TO web', IN_APP, 'used'],
  ])('%s, and %o: %s', async (revoke, traffic, expected) => {
    expect(await counted(revoke, traffic)).toBe(expected);
  });
});

describe('privileges on columns', () => {
  test.each<Case>([
    // The role may have a privilege on the whole table.
    ['REVOKE SELECT (note) ON orders FROM web', ran('SELECT note FROM orders'), 'unclear'],
    ['REVOKE SELECT (id, note) ON orders FROM web', ran('SELECT * FROM orders'), 'unclear'],
    ['REVOKE SELECT (id, note) ON orders FROM web', ran('SELECT state FROM orders'), 'not used'],
  ])('%s, and %o: %s', async (revoke, traffic, expected) => {
    expect(await counted(revoke, traffic)).toBe(expected);
  });
});

describe('privileges on sequences', () => {
  test.each<Case>([
    ['REVOKE USAGE ON SEQUENCE numbers FROM web', ran('SELECT last_value FROM numbers'), 'used'],
    // The name of the sequence is a value, which a history does not hold.
    ['REVOKE USAGE ON SEQUENCE numbers FROM web', ran("SELECT nextval('numbers')"), 'unclear'],
    ['REVOKE USAGE ON SEQUENCE numbers FROM reports', ran("SELECT nextval('numbers')"), 'not used'],
  ])('%s, and %o: %s', async (revoke, traffic, expected) => {
    expect(await counted(revoke, traffic)).toBe(expected);
  });
});
