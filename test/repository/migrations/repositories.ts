import { readFileSync } from 'node:fs';

/** Files of a small repository, by path. */
export type Repository = Readonly<Record<string, string>>;

/** A repository whose files a tool wrote: see fixtures/README.md. */
export function madeByTool(name: string): Repository {
  const text = readFileSync(new URL(`fixtures/${name}.tree`, import.meta.url), 'utf8');
  const files = text.split(/^=== /m).slice(1);
  return Object.fromEntries(
    files.map((file) => {
      const end = file.indexOf('\n');
      return [file.slice(0, end), file.slice(end + 1)];
    }),
  );
}

/** The files below a folder, as in a monorepo. */
export function below(folder: string, repository: Repository): Repository {
  return Object.fromEntries(Object.entries(repository).map(([path, text]) => [`${folder}/${path}`, text]));
}

const CREATE = 'CREATE TABLE users (id bigint PRIMARY KEY);\n';
const DROP = 'DROP TABLE users;\n';

export const RAILS: Repository = {
  Gemfile: "source 'https://rubygems.org'\ngem 'rails', '~> 8.0'\ngem 'pg', '~> 1.1'\n",
  'config/database.yml':
    'default: &default\n  adapter: postgresql\n  encoding: unicode\n\nproduction:\n  <<: *default\n  database: shop\n',
  'db/migrate/20260101000000_create_users.rb':
    'class CreateUsers < ActiveRecord::Migration[8.0]\n  def change\n    create_table :users\n  end\nend\n',
  'db/structure.sql':
    'SET statement_timeout = 0;\nCREATE TABLE public.users (id bigint);\n\nINSERT INTO "schema_migrations" (version) VALUES\n(\'20260101000000\');\n',
};

export const DJANGO: Repository = {
  'manage.py': '#!/usr/bin/env python\nimport os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")\n',
  'shop/settings.py':
    'DATABASES = {\n    "default": {\n        "ENGINE": "django.db.backends.mysql",\n        "NAME": "shop",\n    }\n}\n',
  'orders/migrations/__init__.py': '',
  'orders/migrations/0001_initial.py':
    'from django.db import migrations, models\n\n\nclass Migration(migrations.Migration):\n    initial = True\n    operations = []\n',
  'orders/migrations/0002_total.py':
    'from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n    dependencies = [("orders", "0001_initial")]\n',
};

export const ALEMBIC: Repository = {
  'alembic.ini': '[alembic]\nscript_location = alembic\nsqlalchemy.url = postgresql+psycopg://localhost/shop\n',
  'alembic/env.py': 'from alembic import context\n\nconfig = context.config\n',
  'alembic/versions/1975ea83b712_create_users.py':
    '"""create users"""\nfrom alembic import op\nimport sqlalchemy as sa\n\nrevision = "1975ea83b712"\ndown_revision = None\n\n\ndef upgrade():\n    op.create_table("users")\n',
};

export const LARAVEL: Repository = {
  artisan: '#!/usr/bin/env php\n<?php\n',
  '.env.example': 'APP_NAME=Shop\n\nDB_CONNECTION=pgsql\nDB_HOST=127.0.0.1\n',
  'database/migrations/2026_01_01_000000_create_users_table.php':
    "<?php\n\nuse Illuminate\\Database\\Migrations\\Migration;\n\nreturn new class extends Migration\n{\n    public function up(): void\n    {\n        Schema::create('users', function () {});\n    }\n};\n",
};

export const ECTO: Repository = {
  'mix.exs': 'defmodule Shop.MixProject do\n  defp deps, do: [{:ecto_sql, "~> 3.12"}, {:postgrex, ">= 0.0.0"}]\nend\n',
  'lib/shop/repo.ex':
    'defmodule Shop.Repo do\n  use Ecto.Repo,\n    otp_app: :shop,\n    adapter: Ecto.Adapters.Postgres\nend\n',
  'priv/repo/migrations/20260101000000_create_users.exs':
    'defmodule Shop.Repo.Migrations.CreateUsers do\n  use Ecto.Migration\n\n  def change do\n    create table(:users)\n  end\nend\n',
};

export const EF_CORE: Repository = {
  'src/Shop/Shop.csproj':
    '<Project Sdk="Microsoft.NET.Sdk">\n  <ItemGroup>\n    <PackageReference Include="Microsoft.EntityFrameworkCore.SqlServer" Version="9.0.0" />\n  </ItemGroup>\n</Project>\n',
  'src/Shop/Migrations/20260101000000_CreateUsers.cs':
    'using Microsoft.EntityFrameworkCore.Migrations;\n\nnamespace Shop.Migrations;\n\npublic partial class CreateUsers : Migration\n{\n}\n',
};

export const LIQUIBASE_XML: Repository = {
  'pom.xml': '<project><dependencies><artifactId>liquibase-core</artifactId></dependencies></project>\n',
  'src/main/resources/application.properties': 'spring.datasource.url=jdbc:mariadb://localhost/shop\n',
  'src/main/resources/db/changelog/db.changelog-1.0.xml':
    '<?xml version="1.0" encoding="UTF-8"?>\n<databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog">\n</databaseChangeLog>\n',
};

export const FLYWAY_JAVA: Repository = {
  'build.gradle': "plugins { id 'org.flywaydb.flyway' version '11.0.0' }\n",
  'src/main/java/db/migration/V2__Backfill.java':
    'package db.migration;\n\npublic class V2__Backfill extends BaseJavaMigration {\n}\n',
};

export const GOOSE_GO: Repository = {
  'go.mod': 'module example.com/shop\n',
  'main.go': 'package main\n\nfunc main() {\n\tgoose.SetDialect("sqlite3")\n}\n',
  'migrations/00002_backfill.go': 'package migrations\n\nfunc init() {\n\tgoose.AddMigrationContext(up, down)\n}\n',
};

export const GOOSE: Repository = {
  'go.mod': 'module example.com/shop\n\nrequire github.com/pressly/goose/v3 v3.24.0\n',
  '.env.example': 'GOOSE_DRIVER=postgres\nGOOSE_DBSTRING=host=localhost\n',
  'db/migrations/00001_create_users.sql': `-- +goose Up\n${CREATE}\n-- +goose Down\n${DROP}`,
};

export const GOOSE_SQLITE: Repository = {
  'go.mod':
    'module example.com/shop\n\nrequire (\n\tgithub.com/pressly/goose/v3 v3.24.0\n\tgithub.com/mattn/go-sqlite3 v1.14.24\n)\n',
  'db/migrations/00001_create_users.sql': `-- +goose Up\n${CREATE}\n-- +goose Down\n${DROP}`,
};

/** The driver of SQLite is only for tests. */
export const GOOSE_DRIVERS: Repository = {
  ...GOOSE_SQLITE,
  'go.mod': GOOSE_SQLITE['go.mod']?.replace(')', '\tgithub.com/jackc/pgx/v5 v5.7.0\n)') ?? '',
};

export const DBMATE: Repository = {
  '.env': 'DATABASE_URL="mysql://root@127.0.0.1:3306/shop"\n',
  'db/migrations/20260101000000_create_users.sql': `-- migrate:up\n${CREATE}\n-- migrate:down\n${DROP}`,
  'db/schema.sql': `${CREATE}\n--\n-- Dbmate schema migrations\n--\n`,
};

export const SQL_MIGRATE: Repository = {
  'dbconfig.yml': 'production:\n  dialect: sqlite3\n  datasource: shop.db\n',
  'migrations/1_users.sql': `-- +migrate Up\n${CREATE}\n-- +migrate Down\n${DROP}`,
};

export const RAMBLER: Repository = {
  'rambler.json': '{ "driver": "mysql", "directory": "sql" }\n',
  'sql/01.sql': `-- rambler up\n${CREATE}\n-- rambler down\n${DROP}`,
};

export const LIQUIBASE_SQL: Repository = {
  'liquibase.properties': 'changeLogFile=changelog.sql\nurl=jdbc:sqlserver://localhost;databaseName=shop\n',
  'db/changelog/001.sql': `--liquibase formatted sql\n\n--changeset ann:1\n${CREATE}--rollback DROP TABLE users;\n`,
};

export const FLYWAY: Repository = {
  'pom.xml': '<project><artifactId>flyway-core</artifactId></project>\n',
  'src/main/resources/application.yml': 'spring:\n  datasource:\n    url: jdbc:mysql://localhost/shop\n',
  'src/main/resources/db/migration/V1__create_users.sql': CREATE,
  'src/main/resources/db/migration/U1__create_users.sql': DROP,
};

export const GOLANG_MIGRATE: Repository = {
  'go.mod': 'module example.com/shop\n\nrequire github.com/golang-migrate/migrate/v4 v4.18.0\n',
  'main.go': 'package main\n\nimport _ "github.com/golang-migrate/migrate/v4/database/postgres"\n',
  'migrations/000001_create_users.up.sql': CREATE,
  'migrations/000001_create_users.down.sql': DROP,
};

export const SQLX: Repository = {
  'Cargo.toml':
    '[package]\nname = "shop"\n\n[dependencies]\nsqlx = { version = "0.8", features = ["runtime-tokio", "sqlite"] }\n',
  'migrations/20260101000000_create_users.sql': CREATE,
};

export const DIESEL: Repository = {
  'Cargo.toml': '[package]\nname = "shop"\n\n[dependencies]\ndiesel = { version = "2.2", features = ["postgres"] }\n',
  'diesel.toml': '[print_schema]\nfile = "src/schema.rs"\n',
  'migrations/2026-01-01-000000_create_users/up.sql': CREATE,
  'migrations/2026-01-01-000000_create_users/down.sql': DROP,
};

export const SUPABASE: Repository = {
  'supabase/config.toml': 'project_id = "shop"\n\n[db]\nmajor_version = 17\n',
  'supabase/migrations/20260101000000_create_users.sql': CREATE,
};

export const HASURA: Repository = {
  'hasura/config.yaml': 'version: 3\nendpoint: http://localhost:8080\nmetadata_directory: metadata\n',
  'hasura/migrations/default/1700000000000_create_users/up.sql': CREATE,
  'hasura/migrations/default/1700000000000_create_users/down.sql': 'DROP TABLE users;\n',
};

export const POP: Repository = {
  'go.mod': 'module shop\n\nrequire (\n\tgithub.com/gobuffalo/pop/v6 v6.1.1\n)\n',
  'database.yml': 'development:\n  dialect: postgres\n  database: shop\n',
  'migrations/20260101000000_create_users.up.sql': CREATE,
  'migrations/20260101000000_create_users.down.sql': DROP,
};

export const POPX: Repository = {
  '.env': 'DATABASE_URL=postgres://localhost/shop\n',
  'persistence/sql/persister.go': 'package sql\n\nimport (\n\t"github.com/ory/x/popx"\n)\n',
  'persistence/sql/migrations/20260101000000000000_create_users.up.sql': CREATE,
  'persistence/sql/migrations/20260101000000000000_create_users.postgres.up.sql':
    'CREATE TABLE users (id bigserial);\n',
  'persistence/sql/migrations/20260101000000000000_create_users.mysql.up.sql':
    'CREATE TABLE `users` (id int AUTO_INCREMENT) ENGINE=InnoDB;\n',
  'persistence/sql/migrations/20260101000000000000_create_users.down.sql': DROP,
  'persistence/sql/migrations/20260101000000000001_users_index.postgres.autocommit.up.sql':
    'CREATE INDEX CONCURRENTLY users_name ON users (name);\n',
};

export const DBUP: Repository = {
  'Shop.Db/Shop.Db.csproj':
    '<Project Sdk="Microsoft.NET.Sdk">\n  <ItemGroup>\n    <PackageReference Include="dbup-postgresql" Version="5.0.40" />\n  </ItemGroup>\n</Project>\n',
  'Shop.Db/Scripts/0001_create_users.sql': CREATE,
};

export const MYBATIS: Repository = {
  'environments/development.properties': 'driver=org.postgresql.Driver\nurl=jdbc:postgresql://localhost/shop\n',
  'scripts/20260101000000_create_users.sql': `${CREATE}\n-- //@UNDO\nDROP TABLE users;\n`,
};

export const ATLAS: Repository = {
  'atlas.hcl': 'env "local" {\n  dev = "docker://mysql/8/dev"\n  migration {\n    dir = "file://migrations"\n  }\n}\n',
  'migrations/atlas.sum': 'h1:WuLmSQHZUwUkHAyxmYxEdsLIpZHSSLjUaPGmMvJqoWU=\n20260101000000.sql h1:abc=\n',
  'migrations/20260101000000.sql': CREATE,
};

export const SQITCH: Repository = {
  'sqitch.conf': '[core]\n\tengine = pg\n',
  'sqitch.plan': '%syntax-version=1.0.0\n%project=shop\n\nusers 2026-01-01T00:00:00Z Ann <ann@example.com> # Users\n',
  'deploy/users.sql': CREATE,
  'revert/users.sql': DROP,
  'verify/users.sql': 'SELECT id FROM users WHERE false;\n',
};

export const SSDT: Repository = {
  'Shop/Shop.sqlproj':
    '<Project>\n  <PropertyGroup>\n    <DSP>Microsoft.Data.Tools.Schema.Sql.Sql160DatabaseSchemaProvider</DSP>\n  </PropertyGroup>\n</Project>\n',
  'Shop/dbo/Tables/Users.sql': 'CREATE TABLE [dbo].[Users] ([Id] INT NOT NULL);\n',
};

export const SKEEMA: Repository = {
  '.skeema': '[production]\nflavor=mysql:8.0\nhost=db.example.com\n',
  'shop/.skeema': 'default-character-set=utf8mb4\nschema=shop\n',
  'shop/users.sql': 'CREATE TABLE `users` (\n  `id` int NOT NULL\n) ENGINE=InnoDB;\n',
};

export const PG_SCHEMA_DIFF: Repository = {
  'schema/users.sql': 'CREATE TABLE users (id int);\n',
  '.github/workflows/deploy.yml':
    'jobs:\n  deploy:\n    steps:\n      - run: |\n          pg-schema-diff apply --from-dsn "$DSN" \\\n            --to-dir ./schema\n',
};

export const SQLDEF: Repository = {
  'db/schema.sql': 'CREATE TABLE users (id int);\n',
  Makefile: 'migrate:\n\tmysqldef -u root shop --file=db/schema.sql\n',
};

export const ATLAS_DECLARATIVE: Repository = {
  'db/schema.sql': 'CREATE TABLE users (id int);\n',
  'db/atlas.hcl': 'env "local" {\n  src = "file://schema.sql"\n  dev = "docker://mysql/8/dev"\n}\n',
};

export const SUPABASE_SCHEMAS: Repository = {
  'supabase/config.toml': 'project_id = "shop"\n\n[db]\nport = 54322\n',
  'supabase/schemas/users.sql': 'create table users (id int);\n',
  'supabase/migrations/20260101000000_users.sql': 'create table users (id int);\n',
};

export const PRISMA: Repository = {
  'package.json': '{ "name": "shop" }\n',
  'prisma/schema.prisma': 'datasource db {\n  provider = "postgresql"\n  url      = env("DATABASE_URL")\n}\n',
  'prisma/migrations/migration_lock.toml': '# Please do not edit this file manually\nprovider = "postgresql"\n',
  'prisma/migrations/20260101000000_init/migration.sql':
    '-- CreateTable\nCREATE TABLE "User" ("id" SERIAL NOT NULL);\n',
};
