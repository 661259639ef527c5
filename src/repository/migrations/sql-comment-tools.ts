import { DATABASE_URL, type FileSign, type ToolSigns, variable } from './tool-signs.ts';

// Tools whose SQL files carry a comment that only this tool reads.

const SQL = /^(|.*\/)[^/]+\.sql$/is;
const GO_PROJECT = /(?:^|\/)go\.mod$/;

const OTHER_DRIVERS = '(?:go-sql-driver/mysql|jackc/pgx|lib/pq|go-mssqldb)\\b';
/** SQLite's driver in a `go.mod` that has no other one. */
const ONLY_SQLITE = new RegExp(
  `(?<!${OTHER_DRIVERS}[\\s\\S]*)\\b(?:mattn/go-|modernc\\.org/|ncruces/go-)(sqlite)3?\\s(?![\\s\\S]*${OTHER_DRIVERS})`,
);

const GOOSE_DIALECT: readonly FileSign[] = [
  variable('GOOSE_DRIVER'),
  { path: /\.go$/, content: /\bgoose\.(?:SetDialect\("|Dialect)(\w+)/ },
  {
    path: /(?:^|\/)(?:Makefile|justfile|Taskfile\.ya?ml|[\w.-]+\.sh|Dockerfile)$/,
    content: /\bgoose\s+(?:-\S+\s+(?:\S+\s+)?)*(postgres|mysql|sqlite3?|mssql|clickhouse|redshift|turso)\b/,
  },
  DATABASE_URL,
  { path: /\.go$/, content: /\b[dD]ialect\s*=\s*"(\w+)"/ },
  { path: GO_PROJECT, content: ONLY_SQLITE },
];

export const SQL_COMMENT_TOOLS: readonly ToolSigns[] = [
  {
    name: 'goose',
    files: SQL,
    content: /^--\s*\+goose\s+(?:Up|Down|StatementBegin|NO TRANSACTION)/im,
    project: GO_PROJECT,
    dialect: GOOSE_DIALECT,
    tool: 'goose',
  },
  {
    name: 'goose (Go)',
    files: /^(|.*\/)\d+_[^/]+\.go$/s,
    content: /\bgoose\.Add(?:Named)?Migration\w*\(/,
    project: GO_PROJECT,
    dialect: GOOSE_DIALECT,
    printedSql: {
      command: undefined,
      note: 'goose cannot print the SQL of a migration in Go; write it in SQL if you can',
    },
  },
  {
    name: 'dbmate',
    files: SQL,
    content: /^--\s*migrate:up\b/im,
    dialect: [DATABASE_URL],
    tool: 'dbmate',
  },
  {
    name: 'sql-migrate',
    files: SQL,
    content: /^--\s*\+migrate\s+Up\b/im,
    project: GO_PROJECT,
    dialect: [{ path: /(?:^|\/)dbconfig\.ya?ml$/, content: /^\s*dialect:\s*["']?(\w+)/m }, DATABASE_URL],
    tool: 'sql-migrate',
  },
  {
    name: 'rambler',
    files: SQL,
    content: /^--\s*rambler\s+up\b/im,
    dialect: [{ path: /(?:^|\/)rambler\.json$/, content: /"driver"\s*:\s*"(\w+)"/ }],
    tool: 'rambler',
  },
  {
    name: 'MyBatis Migrations',
    files: SQL,
    content: /^--[ \t]*(?:\/\/[ \t]*)?@UNDO\b/im,
    dialect: [{ path: /(?:^|\/)environments\/[^/]+\.properties$/, content: /^\s*url\s*=\s*jdbc:(\w+):/m }],
    tool: 'mybatis',
  },
  {
    name: 'Liquibase',
    files: SQL,
    content: /^\s*--\s*liquibase\s+formatted\s+sql\b/i,
    dialect: [
      {
        path: /(?:^|\/)liquibase[\w.-]*\.properties$/,
        content: /^\s*(?:liquibase\.command\.)?url\s*[:=]\s*(?:jdbc|offline):(\w+)/m,
      },
      { path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ },
      { path: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/, content: /\bjdbc:(\w+):/ },
      DATABASE_URL,
    ],
    tool: 'liquibase',
  },
];
