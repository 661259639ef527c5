import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/model/index.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { expectNotEndless } from '../../costs.ts';
import * as given from '../../repository/migrations/repositories.ts';
import { madeByTool } from '../../repository/migrations/repositories.ts';
import { type Content, checkPull, config, type Files, OVERSIZED } from '../build.ts';

const BASE = config();

function checked(added: Files, base: Files = BASE, head: Files = base) {
  return checkPull(base, { ...head, ...added });
}

const unreadIn = ({ notices }: Awaited<ReturnType<typeof checked>>) =>
  notices.filter(({ message }) => message.includes('not SQL'));

describe('changed migrations that are not SQL', () => {
  it.each([
    ['Rails on PostgreSQL', given.RAILS, '`querygate record -- bin/rails db:migrate` records what it executes'],
    ['Rails', given.RAILS, 'Rails cannot print the SQL of a migration without running it'],
    ['Django', given.DJANGO, '`python manage.py sqlmigrate <app> <migration>` prints the SQL'],
    ['Alembic', given.ALEMBIC, '`alembic upgrade <revision of the base>:head --sql` prints the SQL'],
    ['Laravel', given.LARAVEL, '`php artisan migrate --pretend` prints the SQL'],
    ['Ecto', given.ECTO, '`mix ecto.migrate --log-migrations-sql`'],
    ['EF Core', given.EF_CORE, '`dotnet ef migrations script <migration of the base> --output migrations.sql` prints'],
    ['Knex', madeByTool('knex'), '`knex migrate:up --debug`'],
    ['TypeORM', madeByTool('typeorm'), 'TypeORM cannot print'],
    ['Sequelize', madeByTool('sequelize'), 'Sequelize cannot print'],
    ['Liquibase changelogs', given.LIQUIBASE_XML, '`liquibase update-sql` prints the SQL'],
    ['Flyway (Java)', given.FLYWAY_JAVA, 'Flyway cannot print'],
    ['goose (Go)', given.GOOSE_GO, 'goose cannot print'],
  ])('are named in one line, with the command of %s', async (tool, files, command) => {
    const { 'db/structure.sql': _, ...added } = files;
    const report = await checked(added);
    const notices = unreadIn(report);
    expect(notices).toMatchObject([{ level: 'notice', path: undefined }]);
    expect(notices[0]?.message).toContain(`${tool.replace(' on PostgreSQL', '')} (`);
    expect(notices[0]?.message).toContain(command);
    expect(notices[0]?.message).not.toContain('\n');
    expect(report.exitCode).toBe(EXIT.ok);
  });

  it('are one line for several tools, with at most three paths each', async () => {
    const many = Object.fromEntries(
      ['3', '4', '5'].map((n) => [
        `orders/migrations/000${n}_x.py`,
        given.DJANGO['orders/migrations/0002_total.py'] ?? '',
      ]),
    );
    const report = await checked({ ...given.DJANGO, ...many, ...given.LARAVEL });
    expect(unreadIn(report).map(({ message }) => message.slice(0, 200))).toEqual([
      expect.stringMatching(
        /^6 changed migrations are not SQL, so they were not checked: Django \(orders\/migrations\/0001_initial\.py, .*, and 2 more \(`--format json` lists a/,
      ),
    ]);
    expect(unreadIn(report)[0]?.message).toContain('; Laravel (');
  });

  it('are shown in the log, the summary and JSON, but get no annotation', async () => {
    const report = await checked(given.DJANGO);
    const lines = FORMATS.github.render(report).split('\n');
    const shown = lines.filter((line) => line.includes('not SQL'));
    expect(shown).toEqual([expect.stringMatching(/^2 changed migrations are not SQL/)]);
    expect(lines.filter((line) => line.startsWith('::'))).toEqual([]);
    for (const format of ['terminal', 'summary', 'json'] as const)
      expect(FORMATS[format].render(report).replace(/\s+/g, ' ')).toContain('changed migrations are not SQL');
  });

  it.each<[string, Files]>([
    ['deleted', {}],
    ['Python files that are not migrations', { 'orders/migrations/0003_x.py': 'X = 1\n' }],
  ])('are not reported if they are %s', async (_, added) => {
    expect(unreadIn(await checked(added, { ...BASE, ...given.DJANGO }, BASE))).toEqual([]);
  });

  it('are found in folders with line ends in their names', async () => {
    const path = 'a\nb/migrations/0001_initial.py';
    const report = await checked({ [path]: given.DJANGO['orders/migrations/0001_initial.py'] ?? '' });
    expect(unreadIn(report)).toHaveLength(1);
    expect(
      FORMATS.github
        .render(report)
        .split('\n')
        .some((line) => line.startsWith('b/')),
    ).toBe(false);
  });

  const setting = (value: string) => config(`unread-migrations: ${value}\n`);

  it('are undecided findings with `unread-migrations: fail`, one for each', async () => {
    const report = await checked(given.DJANGO, setting('fail'));
    expect(report.findings).toMatchObject([
      { rule: 'unread-migrations', verdict: 'unknown', path: 'orders/migrations/0001_initial.py' },
      { rule: 'unread-migrations', verdict: 'unknown', path: 'orders/migrations/0002_total.py' },
    ]);
    expect(report.exitCode).toBe(EXIT.unknown);
    expect(unreadIn(report)).toEqual([]);
  });

  describe('with `unread-migrations: fail`, a comment that allows one', () => {
    const PATH = 'db/migrate/20240101_x.rb';
    const RAILS_MIGRATION = 'class X < ActiveRecord::Migration[7.1]\nend\n';
    const allow = (comment: string) => ({ [PATH]: `${comment}\n${RAILS_MIGRATION}` });

    it.each([
      ['# querygate:allow unread-migrations: reviewed by hand, OPS-7', '', 'used', 0],
      ['  // querygate:allow unread-migrations until 2099-01-31: reviewed', '', 'used', 0],
      ['# querygate:allow unread-migrations until 2020-01-31: reviewed', '', 'expired', 1],
      ['# querygate:allow unread-migrations: reviewed', 'suppressions: off\n', 'refused', 1],
      ['# querygate:allow unread-migrations: reviewed', 'max-exemption-days: 30\n', 'refused', 1],
    ])('%s with %j is %s', async (comment, more, state, left) => {
      const report = await checked(allow(comment), config(`unread-migrations: fail\n${more}`));
      expect(report.suppressions).toMatchObject([{ path: PATH, rules: ['unread-migrations'], state, added: true }]);
      expect(report.findings).toHaveLength(left);
      expect([report.totals.newSuppressions, report.exitCode]).toEqual([1, left === 0 ? EXIT.ok : EXIT.unknown]);
    });

    it('blocks where new suppressions fail', async () => {
      const setup = config('unread-migrations: fail\nsuppressions: fail-on-new\n');
      const report = await checked(allow('# querygate:allow unread-migrations: reviewed'), setup);
      expect(report.findings).toMatchObject([{ rule: 'new-suppression', path: PATH }]);
    });

    it.each([
      '# querygate:allow unread-migrations',
      'x = "querygate:allow unread-migrations: reviewed"',
      '# allow unread-migrations: x',
    ])('is not %s', async (comment) => {
      const report = await checked(allow(comment), setting('fail'));
      expect(report.findings).toHaveLength(1);
      expect(report.findings[0]?.help).toContain(
        'accept it by a comment in it: `querygate:allow unread-migrations: <reason>`',
      );
    });
  });

  it.each<[string, string, Content]>([
    ['Rails', 'db/migrate/20240101_x.rb', `${'#\n'.repeat(200_000)}class X < ActiveRecord::Migration[7.1]\nend\n`],
    ['Rails', 'db/migrate/20240101_x.rb', 'class C < MyApp::Migration\nend\n'],
    ['Rails', 'shop/db/migrate/1_x.audit.rb', 'class C < MyApp::Migration\nend\n'],
    ['Rails', 'db/migrate/1_x.rb', ''],
    ['Laravel', 'database/migrations/2024_01_01_000000_x.php', '<?php\nreturn new class extends Base {};\n'],
    ['Ecto', 'priv/repo/migrations/20240101000000_x.exs', 'defmodule X do\n  use Shop\nend\n'],
    ['EF Core', 'Data/Migrations/20240101000000_X.cs', 'partial class X : Base {}\n'],
    ['Flyway (Java)', 'src/main/java/db/migration/V1__X.java', 'class V1__X extends Base {}\n'],
    ['Alembic', 'versions/x.py', OVERSIZED],
    ['Alembic', 'versions/x.py', Uint8Array.of(0xff, 0xfe, 0)],
    ['Django', 'a/migrations/0001_x.py', `${'#\n'.repeat(200_000)}from django.db import migrations\n`],
  ])('are recognised with `unread-migrations: fail` as %s in %s, whatever hides it', async (tool, path, text) => {
    const report = await checked({ [path]: text }, setting('fail'));
    expect(report.findings).toMatchObject([{ rule: 'unread-migrations', path, verdict: 'unknown' }]);
    expect(report.findings[0]?.message).toContain(`this ${tool} migration`);
    expect(report.exitCode).toBe(EXIT.unknown);
  });

  it.each([
    ['warn', 'db/migrate/20240101_x.rb'],
    ['fail', 'db/migrate/helper.rb'],
    ['fail', 'lib/20240101_x.rb'],
    ['fail', 'a/migrations/0001_x.py'],
  ])('are not found with `unread-migrations: %s` in %s if the content does not show it', async (value, path) => {
    const report = await checked({ [path]: 'X = 1\n' }, setting(value));
    expect([unreadIn(report).length, report.findings.length, report.exitCode]).toEqual([0, 0, EXIT.ok]);
  });

  it('are not reported with `unread-migrations: ignore`', async () => {
    const report = await checked(given.DJANGO, setting('ignore'));
    expect([unreadIn(report).length, report.findings.length, report.exitCode]).toEqual([0, 0, EXIT.ok]);
  });

  it.each([
    ['fail', 'ignore', EXIT.unknown],
    ['ignore', 'fail', EXIT.unknown],
    ['warn', 'ignore', EXIT.ok],
  ])('follow the stricter of the base (%s) and the change (%s)', async (base, head, exitCode) => {
    const report = await checked(given.DJANGO, setting(base), setting(head));
    expect([report.exitCode, unreadIn(report).length]).toEqual([exitCode, exitCode === EXIT.ok ? 1 : 0]);
  });

  it('are recognised in linear time in a hostile file', async () => {
    const hostile = [
      'from django.db import '.repeat(10_000),
      '\n'.repeat(250_000),
      'up '.repeat(80_000),
      '@typedef {'.repeat(25_000),
      `from 'knex' `.repeat(20_000),
      'exports.up = '.repeat(20_000),
      `use ${'a.'.repeat(100_000)}`,
    ];
    const files = Object.fromEntries(
      hostile.flatMap((text, at) =>
        ['py', 'js', 'exs', 'rb', 'xml'].map((end) => [`migrations/2026010100000${at}_x.${end}`, text]),
      ),
    );
    await expectNotEndless(() => checked(files));
  });
});
