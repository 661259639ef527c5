import { describe, expect, it } from 'vitest';
import { globFolder, matcher } from '../../../src/commands/inputs/globs.ts';
import { isSqlFileName } from '../../../src/model/index.ts';
import { expectNotEndless } from '../../costs.ts';

const matches = (glob: string, path: string) => matcher([glob])(path);

describe('a glob', () => {
  it.each([
    ['**/*.sql', '1.sql'],
    ['**/*.sql', 'a/b/c/1.sql'],
    ['**/*.sql', 'A/1.SQL'],
    ['**/*.sql', '.hidden/.1.sql'],
    ['**/*.sql', 'a/new\nline.sql'],
    ['**/*.sql', 'a/back\\slash.sql'],
    ['**/*.sql', 'a/😀.sql'],
    ['**/*.sql', 'a/.sql'],
    ['./db/*.sql', 'db/1.sql'],
    ['db', 'db/a/1.sql'],
    ['db/', 'db/1.sql'],
    ['db/*', 'db/a/1.sql'],
    ['db/**', 'db/a/1.sql'],
    ['db/**/1.sql', 'db/1.sql'],
    ['db/**/x/**/1.sql', 'db/a/x/b/c/1.sql'],
    ['db**.sql', 'db/a/1.sql'],
    ['db/v**/*.sql', 'db/v1/a/b/1.sql'],
    ['db/?.sql', 'db/1.sql'],
    ['db/?.sql', 'db/😀.sql'],
    ['db/[0-9]*.sql', 'db/12.sql'],
    ['db/[!a-z].sql', 'db/1.sql'],
    ['{db,sql}/*.{sql,ddl}', 'sql/1.ddl'],
    ['{db,a{b,c}}/*.sql', 'ac/1.sql'],
    ['*a*b*c.sql', 'xaybzbc.sql'],
    ['app/[id]/1.sql', 'app/[id]/1.sql'],
    ['app/(group)', 'app/(group)/1.sql'],
    ['.', 'any/1.sql'],
  ])('%j matches %j', (glob, path) => {
    expect(matches(glob, path)).toBe(true);
  });

  it.each([
    ['*.sql', 'a/1.sql'],
    ['db/*.sql', 'db/a/1.sql'],
    ['db', 'dbs/1.sql'],
    ['db/**', 'dbs/1.sql'],
    ['db/?.sql', 'db/12.sql'],
    ['db/[a-z].sql', 'db/1.sql'],
    ['db/[!0-9].sql', 'db/1.sql'],
    ['{db,sql}/*.sql', 'dbsql/1.sql'],
    ['**/*.sql', 'a/1.sql.txt'],
    ['**/*.sql', 'a/1.sqlx'],
    ['*a*b.sql', 'ba.sql'],
    ['db/{x}.sql', 'db/x.sql'],
  ])('%j does not match %j', (glob, path) => {
    expect(matches(glob, path)).toBe(false);
  });

  it('of `ignore` is case-sensitive, so that a file whose name only looks the same is judged', () => {
    const ignored = matcher(['legacy/**'], { ignoreCase: false });
    expect(['legacy/1.sql', 'Legacy/1.sql'].map(ignored)).toEqual([true, false]);
  });

  const ignoring = (glob: string) => matcher([glob], { ignoreCase: false, isForFiles: isSqlFileName });

  it.each([
    ['db/x.sql', 'db/x.sql', 'db/x.sql/drop.sql'],
    ['db/*.sql', 'db/x.sql', 'db/x.sql/drop.sql'],
    ['**/*.{sql,ddl}', 'a/b/x.ddl', 'a/b/x.ddl/drop.txt'],
    ['db/{x.sql,y}', 'db/x.sql', 'db/x.sql/drop.sql'],
    ['db/[x].sql', 'db/[x].sql', 'db/[x].sql/drop.sql'],
    ['db/x.sql.j2', 'db/x.sql.j2', 'db/x.sql.j2/drop.sql'],
  ])('%j of `ignore` is for files: it skips %j and not %j', (glob, file, below) => {
    expect([file, below].map(ignoring(glob))).toEqual([true, false]);
  });

  it.each([
    ['db', 'db/drop.sql'],
    ['db/**', 'db/x.sql/drop.sql'],
    ['db/x.sql/', 'db/x.sql/drop.sql'],
    ['db/x.sql/**', 'db/x.sql/drop.sql'],
    ['db/{x.sql,y}', 'db/y/drop.sql'],
    ['db/v*', 'db/v1.sql/drop.sql'],
  ])('%j of `ignore` is for a folder: it skips %j', (glob, below) => {
    expect(ignoring(glob)(below)).toBe(true);
  });

  it.each([
    ['!db/**', 'uses `!`, which is not supported'],
    ['db/!(a).sql', 'uses `!(`, which is not supported'],
    ['db/@(a|b).sql', 'uses `@(`, which is not supported'],
    ['a'.repeat(1001), 'is longer than 1,000 characters; shorten it'],
    ['{a,b}'.repeat(20), 'expands to more than 256 patterns; simplify it'],
    ['a**b'.repeat(20), 'expands to more than 256 patterns; simplify it'],
  ])('%s is refused', (glob, message) => {
    expect(() => matcher([glob])).toThrow(message);
  });

  it.each([
    ['stars in a name', '*a'.repeat(400), 'a'.repeat(4000)],
    ['stars in folders', `${'**/a/'.repeat(150)}b`, 'a/'.repeat(2000)],
    ['stars in both', '**/*a*a*b/'.repeat(80), `${'a'.repeat(200)}/`.repeat(20)],
    ['braces', `${'{a,b}'.repeat(8)}${'*a'.repeat(100)}`, 'a'.repeat(2000)],
  ])('is matched quickly, whatever the glob and the name: %s', async (_, glob, path) => {
    await expectNotEndless(() => expect(matches(glob, `${path}!`)).toBe(false));
  });

  it('is searched in the folder that contains everything it can match', () => {
    expect(['db/*/a.sql', '**/*.sql', 'a/b/{c,d}.sql'].map(globFolder)).toEqual(['db', '', 'a/b']);
  });
});
