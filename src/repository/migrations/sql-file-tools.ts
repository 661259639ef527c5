import { DATABASE_URL, type FileSign, type ToolSigns } from './tool-signs.ts';

// Tools whose migrations are plain SQL files. A file of the tool itself proves that they are its.

const SKEEMA = /(?:^|\/)\.skeema$/;
const CARGO = /(?:^|\/)Cargo\.toml$/;
/** As pop and popx read the names: the version, the name, perhaps the dialect. */
const POP_FILE = /^(|.*\/)\d+_[^/.]+(?:\.[a-z0-9]+)?\.(?:up|down)\.sql$/s;
const POPX_FILE = /^(|.*\/)\d+_[^/.]+(?:\.[a-z0-9]+)?(?:\.autocommit)?\.(?:up|down)\.sql$/s;
const POP_DIALECT: readonly FileSign[] = [
  { path: /(?:^|\/)database\.ya?ml(?:\.[\w-]+)?$/, content: /^\s*dialect:\s*["']?(\w+)/m },
  DATABASE_URL,
];

const OTHER_DRIVERS = '(?:org\\.postgresql|mysql-connector|mariadb-java-client|mssql-jdbc|ojdbc)\\b';
/** SQLite's driver in a build file that has no other one. */
const ONLY_SQLITE = new RegExp(`(?<!${OTHER_DRIVERS}[\\s\\S]*)\\b(sqlite)-jdbc\\b(?![\\s\\S]*${OTHER_DRIVERS})`);
const JDBC: readonly FileSign[] = [
  { path: /(?:^|\/)flyway[\w.-]*\.(?:conf|toml)$/, content: /\burl\s*=\s*"?jdbc:(\w+):/m },
  { path: /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/, content: /\bjdbc:(?:tc:)?(\w+):/ },
  {
    path: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
    content: /\bjdbc:(\w+):|flyway-(?:database-)?(postgresql|mysql|sqlserver)/,
  },
  { path: /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/, content: /\bjdbc:(\w+):/ },
  { path: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/, content: ONLY_SQLITE },
];

export const SQL_FILE_TOOLS: readonly ToolSigns[] = [
  {
    name: 'Flyway',
    files: /^(|.*\/)(?:[VU]\d[\w.]*|R)__[^/]+\.sql$/s,
    proof: {
      in: 'ancestors',
      path: /(?:^|\/)(?:flyway[\w.-]*\.(?:conf|toml)|pom\.xml|build\.gradle(?:\.kts)?|application[\w.-]*\.(?:properties|ya?ml)|(?:docker-)?compose[\w.-]*\.ya?ml|Makefile|package\.json)$/,
      content: /flyway/i,
    },
    project: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|flyway[\w.-]*\.(?:conf|toml))$/,
    dialect: JDBC,
    tool: 'flyway',
  },
  {
    name: 'golang-migrate',
    files: /^(|.*\/)\d+_[^/]+\.(?:up|down)\.sql$/s,
    proof: {
      in: 'ancestors',
      path: /(?:^|\/)(?:go\.mod|Makefile|Dockerfile|(?:docker-)?compose[\w.-]*\.ya?ml)$/,
      content:
        /\bgolang-migrate\/migrate\b|\bimage:\s*["']?migrate\/migrate\b|\bmigrate\s+(?:-\S+\s+\S+\s+)*-(?:path|source|database)\b/,
    },
    project: /(?:^|\/)go\.mod$/,
    dialect: [{ path: /\.go$/, content: /golang-migrate\/migrate\/v\d+\/database\/(\w+)"/ }, DATABASE_URL],
    tool: 'golang-migrate',
  },
  {
    name: 'sqlx',
    files: /^(|.*\/)\d+_[^/]+\.sql$/s,
    proof: {
      in: 'ancestors',
      path: CARGO,
      content: /^\s*sqlx(?:-core|-macros)?(?:\.workspace)?\s*=|^\[(?:workspace\.)?dependencies\.sqlx\]/m,
    },
    project: CARGO,
    dialect: [
      { path: CARGO, content: /\bsqlx\b[^[\]]*\[[^\]]*"(postgres|mysql|sqlite)"/ },
      { path: /(?:^|\/)\.sqlx\/query-[\w]+\.json$/, content: /"db_name"\s*:\s*"(\w+)"/ },
      DATABASE_URL,
    ],
    tool: 'sqlx',
  },
  {
    name: 'Diesel',
    files: /^(|.*\/)[^/]+\/(?:up|down)\.sql$/s,
    proof: {
      in: 'ancestors',
      path: /(?:^|\/)(?:diesel\.toml|Cargo\.toml)$/,
      content: /\[print_schema\]|\[migrations_directory\]|^\s*diesel(?:_migrations)?(?:\.workspace)?\s*=/m,
    },
    project: /(?:^|\/)(?:diesel|Cargo)\.toml$/,
    dialect: [
      { path: CARGO, content: /\bdiesel\b[^[\]]*\[[^\]]*"(postgres|mysql|sqlite)(?:_backend)?"/ },
      DATABASE_URL,
    ],
    tool: 'diesel',
  },
  {
    name: 'Supabase',
    files: /^((?:.*\/)?migrations\/)\d+_[^/]+\.sql$/s,
    proof: { in: ['..'], path: /(?:^|\/)config\.toml$/, content: /^\s*(?:project_id\s*=|\[db\]|\[auth\])/m },
    instead: {
      files: /(?:^|\/)supabase\/migrations\/\d{14}_[^/]+$/s,
      content:
        /\bauth\.(?:uid|jwt|role|users)\b|\b(?:anon|authenticated|service_role)\b|\bstorage\.(?:buckets|objects)\b/i,
    },
    dialect: 'postgresql',
    tool: 'supabase',
  },
  {
    name: 'Atlas',
    files: /^(|.*\/)[^/]+\.sql$/s,
    proof: { in: ['.'], path: /(?:^|\/)atlas\.sum$/, content: /^h1:\S+/ },
    project: /(?:^|\/)atlas\.hcl$/,
    dialect: [
      { path: /(?:^|\/)atlas\.hcl$/, content: /^\s*(?:dev|url)\s*=\s*"(?:docker:\/\/)?(\w+)[:/]/m },
      { path: /(?:^|\/)(?:Makefile|[\w.-]+\.(?:sh|ya?ml))$/, content: /--dev-url\s+["']?(?:docker:\/\/)?(\w+)[:/]/ },
      DATABASE_URL,
    ],
    tool: 'atlas',
    writesForOthers: true,
  },
  {
    name: 'Sqitch',
    files: /^(|.*\/)(?:deploy|revert|verify)\/.+\.sql$/s,
    proof: { in: 'ancestors', path: /(?:^|\/)sqitch\.plan$/, content: /^%project=/m },
    project: /(?:^|\/)sqitch\.(?:plan|conf)$/,
    dialect: [{ path: /(?:^|\/)sqitch\.conf$/, content: /^\s*engine\s*=\s*(\w+)/m }],
    tool: 'sqitch',
  },
  {
    name: 'DbUp',
    files: /^(|.*\/)[^/]+\.sql$/is,
    proof: {
      in: 'ancestors',
      path: /\.(?:cs|fs|vb)proj$/i,
      content: /<PackageReference\s+Include="dbup(?:-[\w.]+)?"/i,
    },
    project: /\.(?:cs|fs|vb)proj$/i,
    dialect: [
      {
        path: /\.(?:cs|fs|vb)proj$/i,
        content: /<PackageReference\s+Include="dbup-(sqlserver|postgresql|mysql|sqlite)"/i,
      },
    ],
    tool: 'dbup',
  },
  {
    name: 'Hasura',
    files: /^((?:.*\/)?migrations\/(?:[^/]+\/)?)\d+_[^/]+\/(?:up|down)\.sql$/s,
    proof: {
      in: 'ancestors',
      path: /(?:^|\/)config\.ya?ml$/,
      content: /^\s*(?:metadata_directory|admin_secret|endpoint)\s*:/m,
    },
    dialect: 'postgresql',
    tool: 'hasura',
  },
  {
    name: 'pop',
    files: POP_FILE,
    namesDialects: true,
    proof: {
      in: 'ancestors',
      path: /(?:^|\/)go\.mod$/,
      content: /^(?:require)?\s*github\.com\/gobuffalo\/(?:pop|buffalo)(?:\/v\d+)?\s(?!.*\/\/ indirect)/m,
    },
    project: /(?:^|\/)go\.mod$/,
    dialect: POP_DIALECT,
    tool: 'pop',
  },
  {
    // The migrations of Ory's programs.
    name: 'popx',
    files: POPX_FILE,
    namesDialects: true,
    proof: { in: 'ancestors', path: /\.go$/, content: /"github\.com\/ory\/x\/popx"/ },
    project: /(?:^|\/)go\.mod$/,
    dialect: POP_DIALECT,
    tool: 'popx',
  },
  {
    name: 'SSDT',
    files: /^(|.*\/)[^/]+\.sqlproj$/is,
    content: /Microsoft\.Data\.Tools\.Schema|Microsoft\.Build\.Sql|<DSP>/,
    ownsFolder: true,
    project: /\.sqlproj$/i,
    dialect: 'transactsql',
    declarative: true,
  },
  {
    // A `.skeema` without a schema describes the server of those below it.
    name: 'Skeema',
    files: /^(|.*\/)\.skeema$/s,
    content: /^\s*schema\s*=/m,
    ownsFolder: true,
    project: SKEEMA,
    dialect: [{ path: SKEEMA, content: /^\s*flavor\s*=\s*(\w+)/m }],
    declarative: true,
  },
];
