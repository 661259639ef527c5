import { describe, expect, it } from 'vitest';
import { checkPull, config, type Files, rules } from '../build.ts';

const SETTINGS: Files = { ...config(), ...rules() };
const INSTALL = `DROP TABLE IF EXISTS users;
DROP TABLE IF EXISTS orders;
CREATE TABLE users (id bigint PRIMARY KEY);
CREATE TABLE orders (id bigint PRIMARY KEY);
`;
const NEXT = 'DROP TABLE IF EXISTS carts;\n\nCREATE TABLE carts (id bigint PRIMARY KEY);\n';

describe('a file that drops and creates its tables', () => {
  it.each<[string, string, Files, string, 'warn' | 'block']>([
    ['warns about another table', 'sql/install.sql', {}, INSTALL + NEXT, 'warn'],
    [
      'warns about another table that it creates and does not drop',
      'sql/install.sql',
      {},
      `${INSTALL}${NEXT}CREATE TABLE a (id int);\n`,
      'warn',
    ],
    ['warns about an old table', 'sql/install.sql', {}, INSTALL.replace('users;', 'users CASCADE;'), 'warn'],
    ['blocks a table that is only dropped', 'sql/install.sql', {}, `${INSTALL}DROP TABLE IF EXISTS carts;\n`, 'block'],
    ['blocks if its name has a version', 'sql/V1__install.sql', {}, INSTALL + NEXT, 'block'],
    ['blocks if a folder has a version', '1.2.0/install.sql', {}, INSTALL + NEXT, 'block'],
    ['blocks in an upgrade', 'sql/upgrade.sql', {}, INSTALL + NEXT, 'block'],
    ['blocks what replaces the script', 'sql/install.sql', {}, NEXT, 'block'],
    [
      'blocks if a migration tool runs it',
      'sql/install.sql',
      config('files: [{ paths: [sql/**], tool: liquibase }]\n'),
      INSTALL + NEXT,
      'block',
    ],
  ])('%s: %s', async (_, path, settings, text, verdict) => {
    const base = { ...SETTINGS, ...settings, 'old/carts.sql': 'CREATE TABLE carts (id bigint);', [path]: INSTALL };
    expect((await checkPull(base, { ...base, [path]: text })).verdict).toBe(verdict);
  });

  it.each<[string, string]>([
    ['did not drop most of them', `${INSTALL}CREATE TABLE a (id bigint);\nCREATE TABLE b (id bigint);\n`],
    ['created one table only', NEXT],
    ['was not there', ''],
  ])('blocks if it %s in the base', async (_, text) => {
    const path = 'sql/install.sql';
    const base: Files = { ...SETTINGS, 'old/carts.sql': 'CREATE TABLE carts (id bigint);' };
    const before = text === '' ? base : { ...base, [path]: text };
    const report = await checkPull(before, { ...base, [path]: `${INSTALL}${NEXT.replace(';', ' CASCADE;')}` });
    expect(report.verdict).toBe('block');
  });
});
