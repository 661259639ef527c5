import { describe, expect, it } from 'vitest';
import { proposeDialect } from '../../../src/repository/migrations/dialect-proposal.ts';

describe('the proposed dialect', () => {
  it.each([
    [
      'of a function body in dollar quotes is PostgreSQL',
      'create function f() returns int as $$ select 1 $$;',
      'postgresql',
    ],
    ['of names in backticks is MySQL', 'CREATE TABLE `a` (`b` int);', 'mysql'],
    [
      'ignores backticks in line comments',
      'create table a (b jsonb); -- one of `day`, `week`, or `month`\n-- `year` too',
      'postgresql',
    ],
    ['is that of the SQL before a comment on the same line', 'CREATE TABLE `a` (b int); -- a JSONB, one day', 'mysql'],
    ['is not known from comments alone', '-- a `name`\nselect 1', undefined],
  ] as const)('%s', (_, text, dialect) => {
    expect(proposeDialect(text)).toBe(dialect);
  });
});
