// Generated from supabase-1.yml and the files that it extends, by `npm run generate`.
import { all, atom, not, precompiled } from '../../conditions/precompiled.ts';
import type { PackRule } from '../pack-rule.ts';

const has_file_path = atom("has ( file.path )", "file.path", ({ file }) => file !== undefined);
const operation_rowSecurity = atom("operation.rowSecurity", "operation.rowSecurity", ({ operation }) => operation.rowSecurity);
const operation_temporary = atom("operation.temporary", "operation.temporary", ({ operation }) => operation.temporary);
const operation_target_schema_in: ReadonlySet<string> = new Set(["", "public"]);
const operation_target_schema_in_public = atom("operation.target.schema in [ \"\" , \"public\" ]", "operation.target.schema", ({ operation }) => operation.target.schema === undefined ? undefined : operation_target_schema_in.has(operation.target.schema));
const statement_dialect_postgresql = atom("statement.dialect = = \"postgresql\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "postgresql");
const security_invoker_in_operation_options = atom("\"security_invoker\" in operation.options", "operation.options", ({ operation }) => operation.options === undefined ? undefined : operation.options.includes("security_invoker"));
const security_definer_in_operation_options = atom("\"security definer\" in operation.options", "operation.options", ({ operation }) => operation.options === undefined ? undefined : operation.options.includes("security definer"));
const search_path_in_operation_options = atom("\"search_path\" in operation.options", "operation.options", ({ operation }) => operation.options === undefined ? undefined : operation.options.includes("search_path"));
const operation_unindexedKeys_exists_x_x = atom("operation.unindexedKeys.exists ( x , x ! = \"\" )", "operation.unindexedKeys", ({ operation }) => operation.unindexedKeys === undefined ? undefined : operation.unindexedKeys.some((x) => x !== ""));

export const RULES: readonly PackRule[] = [
  {
    id: "require-row-security",
    operations: [
      "create_table"
    ],
    when: precompiled({
      text: "has(file.path) && !operation.rowSecurity && !operation.temporary && operation.target.schema in [\"\", \"public\"] && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, not(operation_rowSecurity), not(operation_temporary), operation_target_schema_in_public, statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "the file does not enable row security on {operation.target}, so the API lets everyone read and write it",
    description: "Supabase grants the roles `anon` and `authenticated` access to every table in `public`. Without row security, anyone with the public key of the project can read and change all rows. Partitions need it too.",
    help: {
      "default": "Add `ALTER TABLE … ENABLE ROW LEVEL SECURITY` to the same file, and the policies that are needed, or create the table in a schema that the API does not expose."
    },
    examples: [
      {
        "block": [
          "CREATE TABLE teams (id bigint PRIMARY KEY)",
          "CREATE TABLE public.teams (id bigint); ALTER TABLE public.members ENABLE ROW LEVEL SECURITY",
          "CREATE TABLE teams (id bigint); ALTER TABLE teams FORCE ROW LEVEL SECURITY"
        ],
        "pass": [
          "CREATE TABLE public.teams (id bigint); ALTER TABLE teams ENABLE ROW LEVEL SECURITY",
          "CREATE TABLE private.teams (id bigint)",
          "CREATE TEMPORARY TABLE teams (id bigint)"
        ]
      }
    ],
  },
  {
    id: "require-security-invoker",
    operations: [
      "create_view"
    ],
    when: precompiled({
      text: "has(file.path) && !(\"security_invoker\" in operation.options) && !operation.temporary && operation.target.schema in [\"\", \"public\"] && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, not(security_invoker_in_operation_options), not(operation_temporary), operation_target_schema_in_public, statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "view {operation.target} shows the rows that its owner can see, without row security",
    description: "A view runs with the privileges of its owner, mostly `postgres`, to which row security does not apply. The API shows all its rows to everyone. `security_invoker` needs PostgreSQL 15.",
    help: {
      "default": "Create the view `WITH (security_invoker = true)`, or in a schema that the API does not expose."
    },
    examples: [
      {
        "block": [
          "CREATE VIEW report AS SELECT * FROM teams",
          "CREATE OR REPLACE VIEW public.report WITH (security_invoker = false) AS SELECT * FROM teams"
        ],
        "pass": [
          "CREATE VIEW report WITH (security_invoker = true) AS SELECT * FROM teams",
          "CREATE VIEW report AS SELECT * FROM teams; ALTER VIEW report SET (security_invoker = on)",
          "CREATE VIEW private.report AS SELECT * FROM teams"
        ]
      }
    ],
  },
  {
    id: "require-search-path",
    operations: [
      "create_function",
      "create_procedure"
    ],
    when: precompiled({
      text: "has(file.path) && \"security definer\" in operation.options && !(\"search_path\" in operation.options) && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, security_definer_in_operation_options, not(search_path_in_operation_options), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "SECURITY DEFINER without `SET search_path`: a caller chooses which tables and functions {operation.target} uses",
    description: "The routine runs with the privileges of its owner, and looks up names in the schemas of the caller's search path. A caller who can create objects in one of them can run own code with these privileges.",
    help: {
      "default": "Add `SET search_path = ''`, and write the schema of every name in the body."
    },
    examples: [
      {
        "block": [
          "CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$"
        ],
        "pass": [
          "CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$ SELECT 1 $$",
          "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$",
          "CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$; ALTER FUNCTION f() SET search_path = ''"
        ]
      }
    ],
  },
  {
    id: "require-foreign-key-index",
    operations: [
      "create_table",
      "add_constraint"
    ],
    when: precompiled({
      text: "has(file.path) && operation.unindexedKeys.exists(x, x != \"\") && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, operation_unindexedKeys_exists_x_x, statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "no index of the file begins with {operation.unindexedKeys}: deleting a row that the key refers to reads all of {operation.target}",
    description: "PostgreSQL creates no index for a foreign key. Without one, each DELETE of a row of the other table, and each UPDATE of its key, reads this table from start to end while it holds locks; so does a join on the column. The rule looks at new tables and columns only: older ones may have an index that the file does not show.",
    help: {
      "default": "Create an index that begins with the column in the same file. A table that stays small does not need it."
    },
    examples: [
      {
        "block": [
          "CREATE TABLE members (id bigint PRIMARY KEY, team_id bigint REFERENCES teams (id))",
          "ALTER TABLE members ADD COLUMN team_id bigint REFERENCES teams (id)",
          "CREATE TABLE members (team_id bigint REFERENCES teams, user_id bigint); CREATE INDEX ON members (user_id, team_id)"
        ],
        "pass": [
          "CREATE TABLE members (id bigint PRIMARY KEY, team_id bigint REFERENCES teams (id)); CREATE INDEX ON members (team_id)",
          "CREATE TABLE members (team_id bigint REFERENCES teams, user_id bigint, PRIMARY KEY (team_id, user_id))",
          "ALTER TABLE members ADD COLUMN team_id bigint REFERENCES teams (id); CREATE INDEX ON members (team_id, id)",
          "ALTER TABLE members ADD FOREIGN KEY (team_id) REFERENCES teams (id)"
        ]
      }
    ],
  },
];
