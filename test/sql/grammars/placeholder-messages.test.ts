import { beforeAll, describe, expect, it } from 'vitest';
import { createSqlReader, type SqlReader } from '../../../src/sql/index.ts';

let reader: SqlReader;
beforeAll(async () => {
  reader = await createSqlReader('postgresql');
});

describe('what the grammar of PostgreSQL rejects', () => {
  it.each([
    ['a template', 'SELECT {{ a }} {{ b }} {{ c }} FROM;', 'it: syntax error at or near "{{ c }}"'],
    [
      'a template behind other characters',
      "SELECT 'é', {{ a }} {{ b }} {{ccc}} FROM",
      'it: syntax error at or near "{{ccc}}"',
    ],
    ['a variable of psql', 'UPDATE :"s".t SET a = :\'v\' :x WHERE;', 'it: syntax error at or near ":x"'],
    [
      'a template in a body',
      'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT ${x} ${y} ${z} $$',
      'the body: syntax error at or near a placeholder',
    ],
  ])('is named as it is written: %s', (_, text, message) => {
    const { statements } = reader.read(text, { path: 'x.sql' });
    const reasons = statements.flatMap(({ unreadable }) => unreadable.map(({ reason }) => reason));
    expect(reasons).toContain(`PostgreSQL's grammar rejects ${message}`);
  });
});
