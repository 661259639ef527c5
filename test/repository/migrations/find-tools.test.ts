import { describe, expect, it } from 'vitest';
import { findTools } from '../../../src/repository/migrations/find-tools.ts';
import { repositoryFiles } from '../../../src/repository/migrations/repository-files.ts';
import { treeOf } from '../../commands/build.ts';
import * as given from './repositories.ts';
import { below, madeByTool, type Repository } from './repositories.ts';

async function find(files: Repository) {
  const found = await findTools(await repositoryFiles(treeOf(files)));
  return found.map(({ signs, folders, dialect, evidence, project }) => ({
    tool: signs.name,
    project,
    folders,
    dialect: dialect?.dialect,
    form: signs.printedSql ? 'code' : 'sql',
    evidence: `${evidence.path}:${evidence.line}`,
    from: dialect?.evidence ? `${dialect.evidence.path}:${dialect.evidence.line}` : dialect?.from,
  }));
}

// tool, files, dialect and where it is written, folders, form, evidence
const TOOLS: readonly (readonly [string, Repository, string, string, readonly string[], 'sql' | 'code', string])[] = [
  [
    'goose',
    given.GOOSE,
    'postgresql',
    '.env.example:1',
    ['db/migrations/'],
    'sql',
    'db/migrations/00001_create_users.sql:1',
  ],
  [
    'goose',
    given.GOOSE_SQLITE,
    'sqlite',
    'go.mod:5',
    ['db/migrations/'],
    'sql',
    'db/migrations/00001_create_users.sql:1',
  ],
  ['goose (Go)', given.GOOSE_GO, 'sqlite', 'main.go:4', ['migrations/'], 'code', 'migrations/00002_backfill.go:4'],
  [
    'dbmate',
    given.DBMATE,
    'mysql',
    '.env:1',
    ['db/migrations/'],
    'sql',
    'db/migrations/20260101000000_create_users.sql:1',
  ],
  ['sql-migrate', given.SQL_MIGRATE, 'sqlite', 'dbconfig.yml:2', ['migrations/'], 'sql', 'migrations/1_users.sql:1'],
  ['rambler', given.RAMBLER, 'mysql', 'rambler.json:1', ['sql/'], 'sql', 'sql/01.sql:1'],
  [
    'Liquibase',
    given.LIQUIBASE_SQL,
    'transactsql',
    'liquibase.properties:2',
    ['db/changelog/'],
    'sql',
    'db/changelog/001.sql:1',
  ],
  [
    'Liquibase changelogs',
    given.LIQUIBASE_XML,
    'mariadb',
    'src/main/resources/application.properties:1',
    ['src/main/resources/db/changelog/'],
    'code',
    'src/main/resources/db/changelog/db.changelog-1.0.xml:2',
  ],
  [
    'Flyway',
    given.FLYWAY,
    'mysql',
    'src/main/resources/application.yml:3',
    ['src/main/resources/db/migration/'],
    'sql',
    'pom.xml:1',
  ],
  [
    'Flyway (Java)',
    given.FLYWAY_JAVA,
    'none',
    'nowhere',
    ['src/main/java/db/migration/'],
    'code',
    'src/main/java/db/migration/V2__Backfill.java:3',
  ],
  ['golang-migrate', given.GOLANG_MIGRATE, 'postgresql', 'main.go:3', ['migrations/'], 'sql', 'go.mod:3'],
  ['sqlx', given.SQLX, 'sqlite', 'Cargo.toml:5', ['migrations/'], 'sql', 'Cargo.toml:5'],
  ['Diesel', given.DIESEL, 'postgresql', 'Cargo.toml:5', ['migrations/'], 'sql', 'Cargo.toml:5'],
  [
    'Supabase',
    given.SUPABASE,
    'postgresql',
    'configuration',
    ['supabase/migrations/'],
    'sql',
    'supabase/config.toml:1',
  ],
  [
    'Supabase',
    {
      'supabase/migrations/20260101000000_a.sql': 'CREATE TABLE a (id int);',
      'supabase/migrations/20260102000000_b.sql': 'CREATE POLICY p ON a USING (auth.uid() = owner);',
    },
    'postgresql',
    'configuration',
    ['supabase/migrations/'],
    'sql',
    'supabase/migrations/20260102000000_b.sql:1',
  ],
  [
    'Hasura',
    given.HASURA,
    'postgresql',
    'configuration',
    ['hasura/migrations/default/'],
    'sql',
    'hasura/config.yaml:2',
  ],
  ['pop', given.POP, 'postgresql', 'database.yml:2', ['migrations/'], 'sql', 'go.mod:4'],
  [
    'popx',
    given.POPX,
    'postgresql',
    '.env:1',
    ['persistence/sql/migrations/'],
    'sql',
    'persistence/sql/persister.go:4',
  ],
  [
    'DbUp',
    given.DBUP,
    'postgresql',
    'Shop.Db/Shop.Db.csproj:3',
    ['Shop.Db/Scripts/'],
    'sql',
    'Shop.Db/Shop.Db.csproj:3',
  ],
  [
    'MyBatis Migrations',
    given.MYBATIS,
    'postgresql',
    'environments/development.properties:2',
    ['scripts/'],
    'sql',
    'scripts/20260101000000_create_users.sql:3',
  ],
  ['Atlas', given.ATLAS, 'mysql', 'atlas.hcl:2', ['migrations/'], 'sql', 'migrations/atlas.sum:1'],
  ['Sqitch', given.SQITCH, 'postgresql', 'sqitch.conf:2', [''], 'sql', 'sqitch.plan:2'],
  ['SSDT', given.SSDT, 'transactsql', 'configuration', ['Shop/'], 'sql', 'Shop/Shop.sqlproj:3'],
  ['Skeema', given.SKEEMA, 'mysql', '.skeema:2', ['shop/'], 'sql', 'shop/.skeema:2'],
  [
    'Prisma',
    given.PRISMA,
    'postgresql',
    'prisma/migrations/migration_lock.toml:2',
    ['prisma/migrations/'],
    'sql',
    'prisma/migrations/migration_lock.toml:2',
  ],
  [
    'Drizzle',
    madeByTool('drizzle'),
    'sqlite',
    'drizzle/meta/_journal.json:3',
    ['drizzle/'],
    'sql',
    'drizzle/meta/_journal.json:3',
  ],
  [
    'Knex',
    madeByTool('knex'),
    'postgresql',
    'knexfile.js:32',
    ['migrations/'],
    'code',
    'migrations/20261122154441_create_users.js:2',
  ],
  [
    'TypeORM',
    madeByTool('typeorm'),
    'postgresql',
    'src/data-source.ts:6',
    ['src/migrations/'],
    'code',
    'src/migrations/1795362283193-CreateUsers.ts:3',
  ],
  [
    'Sequelize',
    madeByTool('sequelize'),
    'mysql',
    'config/config.json:7',
    ['migrations/'],
    'code',
    'migrations/20261122154419-create-users.js:5',
  ],
  [
    'Rails',
    given.RAILS,
    'postgresql',
    'config/database.yml:2',
    ['db/migrate/'],
    'code',
    'db/migrate/20260101000000_create_users.rb:1',
  ],
  [
    'Django',
    given.DJANGO,
    'mysql',
    'shop/settings.py:3',
    ['orders/migrations/'],
    'code',
    'orders/migrations/0001_initial.py:1',
  ],
  [
    'Alembic',
    given.ALEMBIC,
    'postgresql',
    'alembic.ini:3',
    ['alembic/versions/'],
    'code',
    'alembic/versions/1975ea83b712_create_users.py:2',
  ],
  [
    'Laravel',
    given.LARAVEL,
    'postgresql',
    '.env.example:3',
    ['database/migrations/'],
    'code',
    'database/migrations/2026_01_01_000000_create_users_table.php:3',
  ],
  [
    'Ecto',
    given.ECTO,
    'postgresql',
    'lib/shop/repo.ex:4',
    ['priv/repo/migrations/'],
    'code',
    'priv/repo/migrations/20260101000000_create_users.exs:2',
  ],
  [
    'EF Core',
    given.EF_CORE,
    'transactsql',
    'src/Shop/Shop.csproj:3',
    ['src/Shop/Migrations/'],
    'code',
    'src/Shop/Migrations/20260101000000_CreateUsers.cs:1',
  ],
];

describe('finding migration tools', () => {
  it.each(TOOLS)('finds %s by what its files hold', async (tool, files, dialect, from, folders, form, evidence) => {
    expect(await find(files)).toEqual([
      {
        tool,
        project: expect.any(String) as string,
        folders,
        dialect: dialect === 'none' ? undefined : dialect,
        form,
        evidence,
        from: from === 'nowhere' ? undefined : from,
      },
    ]);
  });

  it('finds every tool of a monorepo, each with its folder and dialect', async () => {
    const all = TOOLS.map(([tool, files], at) => [tool, below(`services/s${at}`, files)] as const);
    const found = await find(Object.assign({}, ...all.map(([, files]) => files)) as Repository);
    const rows = TOOLS.map(([tool, , dialect, , folders], at) => [
      tool,
      dialect === 'none' ? undefined : dialect,
      folders.map((folder) => `services/s${at}/${folder}`),
    ]);
    expect(found.map(({ tool, dialect, folders }) => [tool, dialect, folders]).sort()).toEqual(rows.sort());
  });

  it.each<[string, Repository]>([
    [
      'a db/migrate/ of Ruby scripts that are not migrations',
      { 'db/migrate/20260101000000_x.rb': 'puts "hello"\n', Gemfile: "gem 'pg'\n" },
    ],
    [
      'a migrations/ package without Django',
      { 'app/migrations/0001_initial.py': 'STEPS = []\n', 'manage.py': 'print()\n' },
    ],
    ['versions/ of Python files without Alembic', { 'api/versions/v1.py': 'def handler(): pass\n' }],
    [
      'numbered SQL files beside a Cargo.toml without sqlx',
      { 'Cargo.toml': '[dependencies]\nserde = "1"\n', 'migrations/1_a.sql': 'SELECT 1;\n' },
    ],
    ['up.sql without Diesel', { 'Cargo.toml': '[dependencies]\nserde = "1"\n', 'migrations/a/up.sql': 'SELECT 1;\n' }],
    ['.up.sql files without golang-migrate', { 'go.mod': 'module x\n', 'migrations/1_a.up.sql': 'SELECT 1;\n' }],
    ['V1__ files without Flyway', { 'pom.xml': '<project/>\n', 'db/V1__a.sql': 'SELECT 1;\n' }],
    ['migration.sql without Prisma', { 'migrations/1/migration.sql': 'SELECT 1;\n' }],
    [
      'a _journal.json of something else',
      { 'drizzle/0000_a.sql': 'SELECT 1;\n', 'drizzle/meta/_journal.json': '[]\n' },
    ],
    [
      'a config.toml of something else',
      { 'supabase/config.toml': 'title = "x"\n', 'supabase/migrations/1_a.sql': 'SELECT 1;\n' },
    ],
    [
      'JavaScript migrations of data, without a database',
      { 'migrations/1-move.js': 'exports.up = (store) => store.move();\n' },
    ],
    ['a YAML file in a folder migrations/', { 'migrations/a.yaml': 'apiVersion: v1\n' }],
    ['PHP classes that are not migrations', { 'database/migrations/2026_01_01_000000_a.php': '<?php class A {}\n' }],
    ['a marker in the middle of a line', { 'a.sql': "SELECT '-- +goose Up';\n" }],
    ['migrations of tests', below('test/fixtures', given.GOOSE)],
    ['migrations of dependencies', { ...below('vendor/shop', given.RAILS), Gemfile: '' }],
    ['migrations of others', below('third_party/shop', given.RAILS)],
  ])('does not take for a migration tool: %s', async (_, files) => {
    expect(await find(files)).toEqual([]);
  });

  it('finds a tool in a folder called vendor that no package manager fills', async () => {
    const [found] = await find(below('services/vendor', given.GOOSE));
    expect(found?.folders).toEqual(['services/vendor/db/migrations/']);
  });

  it('takes the dialect from the folder if there is one for each', async () => {
    const base = { 'go.mod': 'require github.com/golang-migrate/migrate/v4 v4.18.0\n' };
    const sql = (name: string) => ({ [`db/${name}/1_a.up.sql`]: 'SELECT 1;\n' });
    const found = await find({ ...base, ...sql('postgres'), ...sql('mysql'), ...sql('sqlite3') });
    expect(found.map(({ dialect, folders }) => [dialect, ...folders])).toEqual([
      ['mysql', 'db/mysql/'],
      ['postgresql', 'db/postgres/'],
      ['sqlite', 'db/sqlite3/'],
    ]);
  });

  it('does not choose between several dialects of one file, except for production', async () => {
    const settings = (...engines: string[]) =>
      engines.map((engine) => `"ENGINE": "django.db.backends.${engine}",\n`).join('');
    const django = (text: string) => find({ ...given.DJANGO, 'shop/settings.py': text });
    expect((await django(settings('sqlite3', 'postgresql')))[0]?.dialect).toBeUndefined();
    const rails = await find({
      ...given.RAILS,
      'config/database.yml': 'development:\n  adapter: sqlite3\nproduction:\n  adapter: mysql2\n',
    });
    expect(rails[0]).toMatchObject({ dialect: 'mysql', from: 'config/database.yml:4' });
  });

  it('does not take the driver of SQLite for the database if the program has another driver', async () => {
    expect((await find(given.GOOSE_DRIVERS))[0]?.dialect).not.toBe('sqlite');
    expect((await find(given.GOOSE_SQLITE))[0]?.dialect).toBe('sqlite');
  });

  it('does not choose between files of one folder that name different dialects', async () => {
    const files = { ...given.LARAVEL, '.env.example.docker': 'DB_CONNECTION=mariadb\n' };
    expect((await find(files))[0]?.dialect).toBeUndefined();
  });

  it('takes the provider of EF Core from what only that provider writes into a migration', async () => {
    const path = 'src/Shop/Migrations/20260101000000_CreateUsers.cs';
    const annotations = '.Annotation("SqlServer:Clustered", false).Annotation("MySql:CharSet", "utf8mb4");\n';
    const files = { ...given.EF_CORE, [path]: `${given.EF_CORE[path]}${annotations}` };
    expect((await find(files))[0]).toMatchObject({ dialect: 'mysql', from: `${path}:8` });
  });

  it('names a database whose SQL is not read instead of guessing', async () => {
    const files = { ...given.DBMATE, '.env': 'DATABASE_URL=clickhouse://localhost/shop\n' };
    const [found] = await findTools(await repositoryFiles(treeOf(files)));
    expect(found?.dialect).toMatchObject({ dialect: undefined, unread: 'clickhouse' });
  });

  it('prefers the profile with a database that is read to those of tests and desktops', async () => {
    const folder = 'src/main/resources';
    const files = {
      ...given.FLYWAY,
      [`${folder}/application.yml`]: 'spring:\n  flyway:\n    enabled: true\n',
      [`${folder}/application-desktop.yml`]: 'spring:\n  datasource:\n    url: jdbc:h2:/opt/data\n',
      [`${folder}/application-standalone.yml`]: 'spring:\n  datasource:\n    url: jdbc:mysql://db/shop\n',
    };
    expect((await find(files))[0]).toMatchObject({
      dialect: 'mysql',
      from: `${folder}/application-standalone.yml:3`,
    });
  });

  it.each([
    ['is the only one', '', { dialect: 'sqlite', from: 'build.gradle:2' }],
    ['is beside another one', 'implementation "org.postgresql:postgresql:42"\n', { dialect: undefined }],
  ])('takes SQLite for a project of Java whose driver %s', async (_, other, expected) => {
    const build = `implementation "org.flywaydb:flyway-core"\nimplementation "org.xerial:sqlite-jdbc:3"\n${other}`;
    const files = { 'build.gradle': build, 'src/main/resources/db/migration/V1__a.sql': 'CREATE TABLE a (id int);\n' };
    expect((await find(files))[0]).toMatchObject(expected);
  });

  it('guesses the dialect from the SQL if no configuration names it', async () => {
    const files = { 'db/1.sql': '-- migrate:up\nCREATE TABLE t (id INT AUTO_INCREMENT) ENGINE=InnoDB;\n' };
    expect((await find(files))[0]).toMatchObject({ dialect: 'mysql', from: 'sql' });
  });
});
