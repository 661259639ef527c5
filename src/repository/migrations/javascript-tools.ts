import { DATABASE_URL, type FileSign, type ToolSigns, variable } from './tool-signs.ts';

const PACKAGE = /(?:^|\/)package\.json$/;
const SCRIPT = /\.(?:[cm]?[jt]s|json)$/;
const DRIVER: FileSign = {
  path: PACKAGE,
  content: /"(pg|postgres|mysql2?|mariadb|sqlite3|better-sqlite3|tedious|mssql)"\s*:/,
};
const PRISMA: FileSign = { path: /\.prisma$/, content: /\bdatasource\s+\w+\s*\{[^}]*\bprovider\s*=\s*"(\w+)"/ };
const DRIZZLE: readonly FileSign[] = [
  { path: /(?:^|\/)(?:meta\/_journal|snapshot)\.json$/, content: /"dialect"\s*:\s*"(\w+)"/ },
  { path: /(?:^|\/)drizzle[\w.-]*\.(?:[cm]?[jt]s|json)$/, content: /\bdialect["']?\s*:\s*["'](\w+)["']/ },
];
/** libSQL's `migrate` turns foreign keys off by itself, outside of its transaction. */
const LIBSQL: FileSign = {
  path: /(?:^|\/)drizzle[\w.-]*\.(?:[cm]?[jt]s|json)$/,
  content: /\bdialect["']?\s*:\s*["']turso["']/,
};
const MIGRATION_SCRIPT = /^(?=.*migrat)(|.*\/)[^/]+\.[cm]?[jt]s$/is;
const RUNS_ONLY = 'run it against an empty database and check the SQL that this prints';

export const JAVASCRIPT_TOOLS: readonly ToolSigns[] = [
  {
    name: 'Prisma',
    files: /^(|.*\/)[^/]+\/migration\.sql$/s,
    proof: {
      in: ['.', '..', '../schema'],
      path: /(?:^|\/)(?:migration_lock\.toml|[\w.-]+\.prisma)$/,
      content: /^\s*provider\s*=\s*"\w+"/m,
    },
    project: PACKAGE,
    dialect: [{ path: /(?:^|\/)migration_lock\.toml$/, content: /^\s*provider\s*=\s*"(\w+)"/m }, PRISMA, DATABASE_URL],
    tool: 'prisma',
  },
  {
    name: 'Drizzle',
    files: /^(|.*\/)\d+_[^/]+\.sql$/s,
    proof: { in: ['meta'], path: /(?:^|\/)_journal\.json$/, content: /"dialect"\s*:|"entries"\s*:/ },
    project: PACKAGE,
    dialect: DRIZZLE,
    tool: 'drizzle',
    withoutTransaction: LIBSQL,
  },
  {
    name: 'Drizzle',
    files: /^(|.*\/)\d+_[^/]+\/migration\.sql$/s,
    proof: {
      in: 'ancestors',
      path: /(?:^|\/)drizzle[\w.-]*\.(?:[cm]?[jt]s|json)$/,
      content: /drizzle-kit|\bdialect\b/,
    },
    project: PACKAGE,
    dialect: DRIZZLE,
    tool: 'drizzle',
    withoutTransaction: LIBSQL,
  },
  {
    name: 'Knex',
    files: MIGRATION_SCRIPT,
    content:
      /^[ \t]*(?:exports\.up\s*=|(?:export\s+)?(?:const\s+up\s*=|(?:async\s+)?function\s+up\s*\())[^\n]*\bknex\b|\b(?:from\s+|import\()["']knex["'][\s\S]{0,1000}?\b(?:function\s+up|(?:const|exports\.)\s*up)\b/im,
    project: PACKAGE,
    dialect: [
      { path: /(?:^|\/)knexfile\.[cm]?[jt]s$/, content: /\bclient["']?\s*:\s*["']([\w-]+)["']/ },
      { path: SCRIPT, content: /\bknex\w*\(\s*\{[^}]*\bclient["']?\s*:\s*["']([\w-]+)["']/ },
      DATABASE_URL,
      DRIVER,
    ],
    printedSql: {
      migrate: 'npx knex migrate:latest',
      command: undefined,
      note: `Knex cannot print the SQL of a migration without running it: ${RUNS_ONLY}: \`knex migrate:up --debug\``,
    },
  },
  {
    name: 'TypeORM',
    files: MIGRATION_SCRIPT,
    content:
      /\bimplements\s+(?:\w+\.)?MigrationInterface\b|@typedef\s*\{[^}\n]{0,200}\bMigrationInterface\b|\bup\s*\(\s*queryRunner\b/,
    project: PACKAGE,
    dialect: [
      { path: SCRIPT, content: /\bDataSource(?:Options)?\b[\s\S]{0,400}?\btype["']?\s*:\s*["']([\w-]+)["']/ },
      { path: /(?:^|\/)ormconfig\.\w+$/, content: /\btype["']?\s*:\s*["']([\w-]+)["']/ },
      DATABASE_URL,
      DRIVER,
    ],
    printedSql: {
      migrate: 'npx typeorm migration:run -d <data source>',
      command: undefined,
      note: 'TypeORM cannot print the SQL of a migration without running it: run it against an empty database with `logging: true` and check what it logs',
    },
  },
  {
    name: 'MikroORM',
    files: MIGRATION_SCRIPT,
    content: /\bextends\s+(?:\w+\.)?Migration\b[\s\S]{0,2000}?\bup\s*\(|\bthis\.addSql\s*\(/,
    project: PACKAGE,
    dialect: [{ path: SCRIPT, content: /@mikro-orm\/(?!(?:core|cli|migrations|seeder)\b)(\w+)/ }, DATABASE_URL, DRIVER],
    printedSql: {
      migrate: 'npx mikro-orm migration:up',
      command: undefined,
      note: 'MikroORM cannot print the SQL of a migration without running it',
    },
  },
  {
    name: 'node-pg-migrate',
    files: MIGRATION_SCRIPT,
    content: /\b(?:up\s*=|function\s+up\b)[^\n]{0,100}\bpgm\b|\bfrom\s+["']node-pg-migrate["']/,
    project: PACKAGE,
    dialect: [{ path: /(?:^|\/)package\.json$/, content: /"node-(pg)-migrate"\s*:/ }],
    printedSql: {
      migrate: 'npx node-pg-migrate up',
      command: 'node-pg-migrate up --dry-run',
      note: 'it needs a database to connect to',
    },
  },
  {
    name: 'db-migrate',
    files: MIGRATION_SCRIPT,
    content: /\bexports\.up\s*=[^\n]{0,100}\bdb\b/,
    project: PACKAGE,
    dialect: [{ path: /(?:^|\/)package\.json$/, content: /"db-migrate-(pg|mysql|sqlite3)"\s*:/ }],
    printedSql: {
      migrate: 'npx db-migrate up',
      command: 'db-migrate up --dry-run',
      note: 'it needs a database to connect to',
    },
  },
  {
    name: 'Kysely',
    files: MIGRATION_SCRIPT,
    content: /\bfunction\s+up\s*\([^)]{0,100}\bKysely\b/,
    project: PACKAGE,
    dialect: [DATABASE_URL, DRIVER],
    printedSql: {
      migrate: 'npx kysely migrate:latest',
      command: undefined,
      note: 'Kysely cannot print the SQL of a migration without running it',
    },
  },
  {
    name: 'Sequelize',
    files: MIGRATION_SCRIPT,
    content: /\b(?:up|down)\b[^\n]{0,200}\bqueryInterface\b/i,
    project: PACKAGE,
    dialect: [
      {
        path: /(?:^|\/)(?:config|database|db)[\w./-]*\.(?:[cm]?[jt]s|json)$/,
        content: /\bdialect["']?\s*:\s*["'](\w+)["']/,
      },
      variable('DB_DIALECT'),
      DATABASE_URL,
      DRIVER,
    ],
    printedSql: {
      migrate: 'npx sequelize db:migrate',
      command: undefined,
      note: 'Sequelize cannot print the SQL of a migration without running it: run it against an empty database with `logging: console.log` and check what it logs',
    },
  },
];
