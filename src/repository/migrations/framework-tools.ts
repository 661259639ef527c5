import { DATABASE_URL, type FileSign, type ToolSigns, variable } from './tool-signs.ts';

// Migrations of web frameworks and of ORMs, written in the language of the application.

const PYTHON_PROJECT = /(?:^|\/)(?:manage\.py|alembic\.ini|pyproject\.toml|setup\.py)$/;
const PYTHON: FileSign = {
  path: /(?:^|\/)(?:[\w./-]*(?:settings|config|database|db|session)[\w./-]*\.py|\.env[\w.-]*|alembic\.ini)$/,
  content:
    /["'\s=]((?:postgres(?:ql)?|mysql|mariadb|sqlite|mssql|oracle|cockroach(?:db)?|redshift))(?:\+\w+)?:\/\/|\bscheme\s*=\s*["'](\w+)/,
};

export const FRAMEWORK_TOOLS: readonly ToolSigns[] = [
  {
    name: 'Rails',
    // `1_create_audits.audit.rb` is copied from the engine `audit`.
    files: /^(|.*\/)\d+_\w*(?:\.\w+)?\.rb$/s,
    ownPath: /(?:^|\/)db\/migrate\/[^/]+$/,
    content: /<\s*(?:::)?ActiveRecord::Migration\b/,
    project: /(?:^|\/)(?:Gemfile|[\w-]+\.gemspec)$/,
    dialect: [
      { path: /(?:^|\/)config\/database[\w.-]*\.yml[\w.-]*$/, content: /^\s*adapter:\s*["']?(\w+)/m },
      { path: /(?:^|\/)Gemfile$/, content: /^\s*gem\s+["'](pg|mysql2|trilogy|sqlite3)["']/m },
      { path: /(?:^|\/)Gemfile$/, content: /^\s*gem\s+["']activerecord-(sqlserver)-adapter["']/m },
      DATABASE_URL,
    ],
    printedSql: {
      migrate: 'bin/rails db:migrate',
      command: undefined,
      note: 'Rails cannot print the SQL of a migration without running it: run it against an empty database and check the statements in `log/development.log`',
    },
  },
  {
    name: 'Django',
    files: /^(|.*\/)(?:\d{4}_[^/]+|(?<=(?:^|\/)migrations\/)(?!__init__\.)[^/]+)\.py$/s,
    content:
      /^class\s+Migration\s*\(\s*(?:\w+\.)?Migration\s*\)|\bfrom\s+django\.db\s+import\s+[^\n]{0,200}\bmigrations\b/m,
    project: /(?:^|\/)manage\.py$/,
    dialect: [
      {
        path: /\.py$/,
        content:
          /["']ENGINE["']\s*:\s*[^\n]*?["'][\w.]*?\b(postgresql|postgis|mysql|sqlite3|spatialite|oracle|mssql)["']/,
      },
      PYTHON,
      DATABASE_URL,
    ],
    printedSql: {
      migrate: 'python manage.py migrate',
      command: 'python manage.py sqlmigrate <app> <migration>',
      note: 'it needs a database to connect to, and prints `RunPython` as a comment only',
    },
  },
  {
    name: 'Alembic',
    files: /^(?=.*(?:versions|migrations|alembic)\/)(|.*\/)[^/]+\.py$/s,
    content: /^(?:from\s+alembic\s+import\s+[^\n]*\bop\b|down_revision\s*(?::[^=\n]+)?=)/m,
    project: PYTHON_PROJECT,
    dialect: [
      { path: /(?:^|\/)alembic\.ini$/, content: /^\s*sqlalchemy\.url\s*=\s*(\w+)(?:\+\w+)?:/m },
      PYTHON,
      DATABASE_URL,
    ],
    printedSql: {
      migrate: 'alembic upgrade head',
      command: 'alembic upgrade <revision of the base>:head --sql',
      note: 'it needs no database, but cannot print a migration that reads from one; with Flask-Migrate, use `flask db upgrade <revision of the base>:head --sql`',
    },
  },
  {
    name: 'Laravel',
    files: /^(|.*\/)\d{4}_\d\d_\d\d_\d{6}_\w+\.php$/s,
    ownPath: /(?:^|\/)database\/migrations\/[^/]+$/,
    content: /\bIlluminate\\Database\\Migrations\\Migration\b|\bextends\s+Migration\b/,
    project: /(?:^|\/)(?:artisan|composer\.json)$/,
    dialect: [
      variable('DB_CONNECTION'),
      {
        path: /(?:^|\/)config\/database\.php$/,
        content: /["']default["']\s*=>\s*(?:env\(\s*["']DB_CONNECTION["']\s*,\s*)?["'](\w+)["']/,
      },
    ],
    printedSql: {
      command: 'php artisan migrate --pretend',
      note: 'it needs a database to connect to, and prints each statement after a `⇂`, without a semicolon',
    },
  },
  {
    name: 'Ecto',
    files: /^(|.*\/)\d{14}_\w+\.exs$/s,
    ownPath: /(?:^|\/)priv\/[^/]+\/migrations\/[^/]+$/,
    content: /^[ \t]*use[ \t]+[\w.]*\bMigration\b/m,
    project: /(?:^|\/)mix\.exs$/,
    dialect: [
      { path: /\.exs?$/, content: /\bEcto\.Adapters\.(Postgres|MyXQL|SQLite3|Tds)\b/i },
      { path: /(?:^|\/)mix\.exs$/, content: /\{:(postgrex|myxql|ecto_sqlite3|tds)\b/ },
    ],
    printedSql: {
      command: undefined,
      note: 'Ecto cannot print the SQL of a migration without running it: run `mix ecto.migrate --log-migrations-sql` against an empty database and check what it logs',
    },
  },
  {
    name: 'EF Core',
    files: /^(|.*\/)\d{14}_\w+\.cs$/s,
    ownPath: /(?:^|\/)Migrations\/[^/]+$/,
    content: /\bMicrosoft\.EntityFrameworkCore\.Migrations\b/,
    project: /\.csproj$/,
    dialect: [
      {
        path: /\d{14}_\w+\.cs$|ModelSnapshot\.cs$/,
        content:
          /\b(Npgsql|SqlServer|MySql|Sqlite)(?::(?:ValueGenerationStrategy|Identity|Autoincrement|CharSet)"|ModelBuilderExtensions\b)/,
      },
      { path: /\.csproj$/, content: /Include="(Npgsql)\.EntityFrameworkCore/ },
      { path: /\.csproj$/, content: /Include="(Pomelo|MySql)\.EntityFrameworkCore/ },
      { path: /\.csproj$/, content: /Include="Microsoft\.EntityFrameworkCore\.(SqlServer|Sqlite)/ },
    ],
    printedSql: {
      command: 'dotnet ef migrations script <migration of the base> --output migrations.sql',
      note: 'it needs no database',
    },
  },
  {
    name: 'Liquibase changelogs',
    files: /^(?=.*(?:change-?log|changeset|liquibase|migration))(|.*\/)[^/]+\.(?:xml|ya?ml|json)$/is,
    content: /<databaseChangeLog\b|^databaseChangeLog:|"databaseChangeLog"\s*:/m,
    project: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|liquibase[\w.-]*\.properties)$/,
    dialect: [
      {
        path: /(?:^|\/)liquibase[\w.-]*\.properties$/,
        content: /^\s*(?:liquibase\.command\.)?url\s*[:=]\s*(?:jdbc|offline):(\w+)/m,
      },
      { path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ },
    ],
    printedSql: {
      command: 'liquibase update-sql',
      note: 'with `--url=offline:postgresql` or the like it needs no database',
    },
  },
  {
    name: 'Flyway (Java)',
    files: /^(|.*\/)(?:[VU]\d\w*|R)__\w+\.(?:java|kt)$/s,
    ownPath: /(?:^|\/)db\/migration\/[^/]+$/,
    content: /\b(?:BaseJavaMigration|JavaMigration)\b/,
    project: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
    dialect: [{ path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ }],
    printedSql: {
      command: undefined,
      note: 'Flyway cannot print the SQL of a migration in Java; write it in SQL if you can',
    },
  },
];
