import { expect, test } from 'vitest';
import { contextOfBase } from '../../src/repository/index.ts';
import { cpu } from '../sql/hostile.ts';

const TABLES = 300;
const COLUMNS = Array.from({ length: 12 }, (_, at) => `c${at} varchar(100) NOT NULL`).join(', ');
const BASE = Array.from(
  { length: TABLES },
  (_, at) => `CREATE TABLE t${at} (id bigint PRIMARY KEY, ${COLUMNS});
CREATE FUNCTION f${at}(a int) RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$;
CREATE POLICY p ON t${at} USING (c1 = current_user);
`,
).join('');

const CHANGES: readonly string[] = [
  'ALTER TABLE t% ALTER COLUMN c1 TYPE text;',
  'ALTER TABLE t% ALTER COLUMN c1 SET NOT NULL;',
  'CREATE INDEX CONCURRENTLY ON t% (c1);',
  'CREATE OR REPLACE FUNCTION f%(a int) RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;',
  'ALTER POLICY p ON t% USING (true);',
  'DELETE FROM t% WHERE EXISTS (SELECT 1 FROM t0 WHERE id = c2);',
  'DROP TABLE t%; CREATE TABLE t% (id int);',
];

test.each(CHANGES)('a change of many tables does not read the base for each: %s', (change) => {
  const time = (changes: number): number => {
    const text = Array.from({ length: changes }, (_, at) => change.replaceAll('%', String(at))).join('\n');
    return cpu(() => contextOfBase(text, 'db/002.sql', 'postgresql', BASE));
  };
  time(1);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 8 && best > 6; run++) best = Math.min(best, time(TABLES) / Math.max(time(3), 4));
  expect(best).toBeLessThan(12);
});
