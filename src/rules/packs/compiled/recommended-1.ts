// Generated from recommended-1.yml and the files that it extends, by `npm run generate`.
import { all, atom, not, precompiled, some } from '../../conditions/precompiled.ts';
import type { PackRule } from '../pack-rule.ts';

const operation_createdHere = atom("operation.createdHere", "operation.createdHere", ({ operation }) => operation.createdHere);
const operation_temporary = atom("operation.temporary", "operation.temporary", ({ operation }) => operation.temporary);
const operation_rebuilt = atom("operation.rebuilt", "operation.rebuilt", ({ operation }) => operation.rebuilt);
const operation_rowsCopied = atom("operation.rowsCopied", "operation.rowsCopied", ({ operation }) => operation.rowsCopied);
const operation_valuesMoved = atom("operation.valuesMoved", "operation.valuesMoved", ({ operation }) => operation.valuesMoved);
const operation_replacesNothing = atom("operation.replacesNothing", "operation.replacesNothing", ({ operation }) => operation.replacesNothing);
const operation_rolledBack = atom("operation.rolledBack", "operation.rolledBack", ({ operation }) => operation.rolledBack);
const operation_deferred = atom("operation.deferred", "operation.deferred", ({ operation }) => operation.deferred);
const use_unused = atom("use.unused", "use.unused", ({ use }) => use.unused);
const operation_kind_drop_table = atom("operation.kind = = \"drop_table\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind === "drop_table");
const operation_cascade = atom("operation.cascade", "operation.cascade", ({ operation }) => operation.cascade);
const operation_orReplace = atom("operation.orReplace", "operation.orReplace", ({ operation }) => operation.orReplace);
const operation_columnsCreatedHere = atom("operation.columnsCreatedHere", "operation.columnsCreatedHere", ({ operation }) => operation.columnsCreatedHere);
const operation_valuesCopied = atom("operation.valuesCopied", "operation.valuesCopied", ({ operation }) => operation.valuesCopied);
const operation_target_name_in: ReadonlySet<string> = new Set(["lo_unlink", "lo_truncate", "lo_truncate64", "lo_put", "lowrite"]);
const operation_target_name_in_lo_unlink_lo_truncate_lo_truncate64 = atom("operation.target.name in [ \"lo_unlink\" , \"lo_truncate\" , \"lo_truncate64\" , \"lo_put\" , \"lowrite\" ]", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation_target_name_in.has(operation.target.name));
const operation_filter_conditional = atom("operation.filter ! = \"conditional\"", "operation.filter", ({ operation }) => operation.filter === undefined ? undefined : operation.filter !== "conditional");
const operation_kind_in: ReadonlySet<string> = new Set(["delete", "merge_delete", "update", "merge"]);
const operation_kind_in_delete_merge_delete_update_merge = atom("operation.kind in [ \"delete\" , \"merge_delete\" , \"update\" , \"merge\" ]", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation_kind_in.has(operation.kind));
const operation_filter_in: ReadonlySet<string> = new Set(["none", "always_true"]);
const operation_filter_in_none_always_true = atom("operation.filter in [ \"none\" , \"always_true\" ]", "operation.filter", ({ operation }) => operation.filter === undefined ? undefined : operation_filter_in.has(operation.filter));
const operation_kind_discard_data = atom("operation.kind ! = \"discard_data\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind !== "discard_data");
const use_known = atom("use.known", "use.known", ({ use }) => use.known);
const use_calls_0 = atom("use.calls > 0", "use.calls", ({ use }) => use.calls === undefined ? undefined : use.calls > 0);
const operation_tableCreatedHere = atom("operation.tableCreatedHere", "operation.tableCreatedHere", ({ operation }) => operation.tableCreatedHere);
const operation_recreated = atom("operation.recreated", "operation.recreated", ({ operation }) => operation.recreated);
const use_insertsWithoutColumn_0 = atom("use.insertsWithoutColumn > 0", "use.insertsWithoutColumn", ({ use }) => use.insertsWithoutColumn === undefined ? undefined : use.insertsWithoutColumn > 0);
const use_insertsWithoutList_0 = atom("use.insertsWithoutList > 0", "use.insertsWithoutList", ({ use }) => use.insertsWithoutList === undefined ? undefined : use.insertsWithoutList > 0);
const operation_notNull = atom("operation.notNull", "operation.notNull", ({ operation }) => operation.notNull);
const operation_hasDefault = atom("operation.hasDefault", "operation.hasDefault", ({ operation }) => operation.hasDefault);
const statement_dialect_in: ReadonlySet<string> = new Set(["mysql", "mariadb", "sqlite", "transactsql"]);
const statement_dialect_in_mysql_mariadb_sqlite_transactsql = atom("statement.dialect in [ \"mysql\" , \"mariadb\" , \"sqlite\" , \"transactsql\" ]", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement_dialect_in.has(statement.dialect));
const operation_keepsValues = atom("operation.keepsValues", "operation.keepsValues", ({ operation }) => operation.keepsValues);
const public_in_operation_grantees = atom("\"public\" in operation.grantees", "operation.grantees", ({ operation }) => operation.grantees === undefined ? undefined : operation.grantees.includes("public"));
const all_in_operation_privileges = atom("\"all\" in operation.privileges", "operation.privileges", ({ operation }) => operation.privileges === undefined ? undefined : operation.privileges.includes("all"));
const operation_grantOption = atom("operation.grantOption", "operation.grantOption", ({ operation }) => operation.grantOption);
const operation_target_name = atom("operation.target.name = = \"*\"", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name === "*");
const operation_target_schema = atom("operation.target.schema = = \"*\"", "operation.target.schema", ({ operation }) => operation.target.schema === undefined ? undefined : operation.target.schema === "*");
const operation_privileges_exists_x_x_usage = atom("operation.privileges.exists ( x , x ! = \"usage\" )", "operation.privileges", ({ operation }) => operation.privileges === undefined ? undefined : operation.privileges.some((x) => x !== "usage"));
const item_in: ReadonlySet<string> = new Set(["super", "file", "proxy", "reload", "shutdown", "process", "replication", "system_user", "set_user_id", "create user", "replication slave", "replication client", "replication admin", "role_admin", "connection_admin", "system_variables_admin", "persist_ro_variables_admin", "set_any_definer", "allow_nonexistent_definer", "binlog_admin", "binlog admin", "binlog replay", "clone_admin", "backup_admin", "encryption_key_admin", "connection admin", "federated admin", "set user", "control", "control server", "impersonate", "impersonate any login", "take", "take ownership", "unsafe", "unsafe assembly", "external", "external access assembly", "administer", "administer bulk operations", "alter system"]);
const operation_privileges_exists_x_x_in_super_file_proxy_reload_s = atom("operation.privileges.exists ( x , x in [ \"super\" , \"file\" , \"proxy\" , \"reload\" , \"shutdown\" , \"process\" , \"replication\" , \"system_user\" , \"set_user_id\" , \"create user\" , \"replication slave\" , \"replication client\" , \"replication admin\" , \"role_admin\" , \"connection_admin\" , \"system_variables_admin\" , \"persist_ro_variables_admin\" , \"set_any_definer\" , \"allow_nonexistent_definer\" , \"binlog_admin\" , \"binlog admin\" , \"binlog replay\" , \"clone_admin\" , \"backup_admin\" , \"encryption_key_admin\" , \"connection admin\" , \"federated admin\" , \"set user\" , \"control\" , \"control server\" , \"impersonate\" , \"impersonate any login\" , \"take\" , \"take ownership\" , \"unsafe\" , \"unsafe assembly\" , \"external\" , \"external access assembly\" , \"administer\" , \"administer bulk operations\" , \"alter system\" ] )", "operation.privileges", ({ operation }) => operation.privileges === undefined ? undefined : operation.privileges.some((x) => item_in.has(x)));
const operation_target_name_2 = atom("operation.target.name = = \"\"", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name === "");
const item_in_2: ReadonlySet<string> = new Set(["alter", "alter any login"]);
const operation_privileges_exists_x_x_in_alter_alter_any_login = atom("operation.privileges.exists ( x , x in [ \"alter\" , \"alter any login\" ] )", "operation.privileges", ({ operation }) => operation.privileges === undefined ? undefined : operation.privileges.some((x) => item_in_2.has(x)));
const operation_kind_alter_default_privileges = atom("operation.kind ! = \"alter_default_privileges\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind !== "alter_default_privileges");
const operation_revokes = atom("operation.revokes", "operation.revokes", ({ operation }) => operation.revokes);
const operation_tableDroppedHere = atom("operation.tableDroppedHere", "operation.tableDroppedHere", ({ operation }) => operation.tableDroppedHere);
const operation_lostOptions_exists_x_x = atom("operation.lostOptions.exists ( x , x ! = \"\" )", "operation.lostOptions", ({ operation }) => operation.lostOptions === undefined ? undefined : operation.lostOptions.some((x) => x !== ""));
const operation_kind_create_language = atom("operation.kind = = \"create_language\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind === "create_language");
const operation_language_in: ReadonlySet<string> = new Set(["c", "internal", "plpythonu", "plpython2u", "plpython3u", "plperlu", "pltclu", "plsh", "plluau", "plrubyu", "plr", "plphpu", "pljavau", "java", "clr"]);
const operation_language_in_c_internal_plpythonu_plpython2u_plpyth = atom("operation.language in [ \"c\" , \"internal\" , \"plpythonu\" , \"plpython2u\" , \"plpython3u\" , \"plperlu\" , \"pltclu\" , \"plsh\" , \"plluau\" , \"plrubyu\" , \"plr\" , \"plphpu\" , \"pljavau\" , \"java\" , \"clr\" ]", "operation.language", ({ operation }) => operation.language === undefined ? undefined : operation_language_in.has(operation.language));
const operation_target_name_in_2: ReadonlySet<string> = new Set(["c", "internal", "plpythonu", "plpython2u", "plpython3u", "plperlu", "pltclu", "plsh", "plluau", "plrubyu", "plr", "plphpu", "pljavau", "java", "clr", "adminpack", "file_fdw", "dblink", "postgres_fdw", "pg_cron", "pg_background", "http", "pg_net"]);
const operation_target_name_in_c_internal_plpythonu_plpython2u_plp = atom("operation.target.name in [ \"c\" , \"internal\" , \"plpythonu\" , \"plpython2u\" , \"plpython3u\" , \"plperlu\" , \"pltclu\" , \"plsh\" , \"plluau\" , \"plrubyu\" , \"plr\" , \"plphpu\" , \"pljavau\" , \"java\" , \"clr\" , \"adminpack\" , \"file_fdw\" , \"dblink\" , \"postgres_fdw\" , \"pg_cron\" , \"pg_background\" , \"http\" , \"pg_net\" ]", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation_target_name_in_2.has(operation.target.name));
const operation_kind_access_file = atom("operation.kind = = \"access_file\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind === "access_file");
const operation_endpoint_file = atom("operation.endpoint = = \"file\"", "operation.endpoint", ({ operation }) => operation.endpoint === undefined ? undefined : operation.endpoint === "file");
const operation_endpoint_client = atom("operation.endpoint = = \"client\"", "operation.endpoint", ({ operation }) => operation.endpoint === undefined ? undefined : operation.endpoint === "client");
const operation_readable = atom("operation.readable", "operation.readable", ({ operation }) => operation.readable);
const operation_kind_set = atom("operation.kind = = \"set\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind === "set");
const statement_dialect_in_2: ReadonlySet<string> = new Set(["postgresql", "cockroachdb", "redshift"]);
const statement_dialect_in_postgresql_cockroachdb_redshift = atom("statement.dialect in [ \"postgresql\" , \"cockroachdb\" , \"redshift\" ]", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement_dialect_in_2.has(statement.dialect));
const operation_target_name_startsWith_pg = atom("operation.target.name.startsWith ( \"pg_\" )", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name.startsWith("pg_"));
const operation_target_schema_in: ReadonlySet<string> = new Set(["", "pg_catalog"]);
const operation_target_schema_in_pg_catalog = atom("operation.target.schema in [ \"\" , \"pg_catalog\" ]", "operation.target.schema", ({ operation }) => operation.target.schema === undefined ? undefined : operation_target_schema_in.has(operation.target.schema));
const operation_target_name_pg_search_documents = atom("operation.target.name = = \"pg_search_documents\"", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name === "pg_search_documents");
const operation_target_name_in_3: ReadonlySet<string> = new Set(["user", "db", "global_priv", "global_grants", "tables_priv", "columns_priv", "procs_priv", "proxies_priv", "role_edges", "roles_mapping", "default_roles", "func", "proc", "event", "plugin", "component", "servers"]);
const operation_target_name_in_user_db_global_priv_global_grants_t = atom("operation.target.name in [ \"user\" , \"db\" , \"global_priv\" , \"global_grants\" , \"tables_priv\" , \"columns_priv\" , \"procs_priv\" , \"proxies_priv\" , \"role_edges\" , \"roles_mapping\" , \"default_roles\" , \"func\" , \"proc\" , \"event\" , \"plugin\" , \"component\" , \"servers\" ]", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation_target_name_in_3.has(operation.target.name));
const operation_target_schema_mysql = atom("operation.target.schema = = \"mysql\"", "operation.target.schema", ({ operation }) => operation.target.schema === undefined ? undefined : operation.target.schema === "mysql");
const statement_dialect_sqlite = atom("statement.dialect = = \"sqlite\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "sqlite");
const operation_target_name_in_4: ReadonlySet<string> = new Set(["sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"]);
const operation_target_name_in_sqlite_master_sqlite_schema_sqlite_ = atom("operation.target.name in [ \"sqlite_master\" , \"sqlite_schema\" , \"sqlite_temp_master\" , \"sqlite_temp_schema\" ]", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation_target_name_in_4.has(operation.target.name));
const operation_target_name_writable_schema = atom("operation.target.name = = \"writable_schema\"", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name === "writable_schema");
const operation_target_name_in_5: ReadonlySet<string> = new Set(["setvar", "on"]);
const operation_target_name_in_setvar_on = atom("operation.target.name in [ \"setvar\" , \"on\" ]", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation_target_name_in_5.has(operation.target.name));
const operation_target_name_setvar = atom("operation.target.name = = \"setvar\"", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name === "setvar");
const operation_place_statement = atom("operation.place = = \"statement\"", "operation.place", ({ operation }) => operation.place === undefined ? undefined : operation.place === "statement");
const item_in_3: ReadonlySet<string> = new Set(["pg_sleep", "pg_sleep_for", "pg_sleep_until", "sleep", "benchmark"]);
const statement_functions_exists_x_x_in_pg_sleep_pg_sleep_for_pg_s = atom("statement.functions.exists ( x , x in [ \"pg_sleep\" , \"pg_sleep_for\" , \"pg_sleep_until\" , \"sleep\" , \"benchmark\" ] )", "statement.functions", ({ statement }) => statement.functions === undefined ? undefined : statement.functions.some((x) => item_in_3.has(x)));
const operation_kind_control = atom("operation.kind = = \"control\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind === "control");
const operation_target_name_in_6: ReadonlySet<string> = new Set(["delay", "time"]);
const operation_target_name_in_delay_time = atom("operation.target.name in [ \"delay\" , \"time\" ]", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation_target_name_in_6.has(operation.target.name));
const operation_target_name_sqlite_sequence = atom("operation.target.name = = \"sqlite_sequence\"", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name === "sqlite_sequence");
const operation_maintenance_shrink = atom("operation.maintenance = = \"shrink\"", "operation.maintenance", ({ operation }) => operation.maintenance === undefined ? undefined : operation.maintenance === "shrink");
const operation_changeEffects_exists_effect_effect = atom("operation.changeEffects.exists ( effect , effect ! = \"\" )", "operation.changeEffects", ({ operation }) => operation.changeEffects === undefined ? undefined : operation.changeEffects.some((x) => x !== ""));
const operation_typeChange_in: ReadonlySet<string> = new Set(["same", "widen"]);
const operation_typeChange_in_same_widen = atom("operation.typeChange in [ \"same\" , \"widen\" ]", "operation.typeChange", ({ operation }) => operation.typeChange === undefined ? undefined : operation_typeChange_in.has(operation.typeChange));
const operation_kind_rename_other = atom("operation.kind = = \"rename_other\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind === "rename_other");
const operation_objectType_in: ReadonlySet<string> = new Set(["index", "constraint", "trigger", "event trigger", "event", "policy", "rule", "statistics", "tablespace", "operator", "conversion"]);
const operation_objectType_in_index_constraint_trigger_event_trigg = atom("operation.objectType in [ \"index\" , \"constraint\" , \"trigger\" , \"event trigger\" , \"event\" , \"policy\" , \"rule\" , \"statistics\" , \"tablespace\" , \"operator\" , \"conversion\" ]", "operation.objectType", ({ operation }) => operation.objectType === undefined ? undefined : operation_objectType_in.has(operation.objectType));
const operation_onlyDefined = atom("operation.onlyDefined", "operation.onlyDefined", ({ operation }) => operation.onlyDefined);
const statement_dialect_postgresql = atom("statement.dialect = = \"postgresql\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "postgresql");
const operation_unique = atom("operation.unique", "operation.unique", ({ operation }) => operation.unique);

export const RULES: readonly PackRule[] = [
  {
    id: "no-drop-table",
    operations: [
      "drop_table"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary && !operation.rebuilt && !operation.rowsCopied && !operation.valuesMoved && !operation.replacesNothing && !operation.rolledBack && !operation.deferred && !use.unused",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary), not(operation_rebuilt), not(operation_rowsCopied), not(operation_valuesMoved), not(operation_replacesNothing), not(operation_rolledBack), not(operation_deferred), not(use_unused)),
    }),
    verdict: "block",
    message: "dropping table {operation.target} loses all its rows",
    description: "Dropping a table deletes its rows, indexes, grants and triggers, and only a backup can restore them. Code that still uses the table fails immediately. The rule does not match if the file rebuilds the table: if it copies all rows and columns to a new table, which gets the name of the old one, or in a transaction to another table and back. For a copy that does not count, the message says why; if only the SQL of the base is missing, `no-unproven-rebuild` warns instead. In PostgreSQL the policies are lost too, and row security can hide rows from the copy, so the file and the SQL of the base branch may mention neither. In SQLite, DROP TABLE deletes rows of other tables that refer to the dropped ones with ON DELETE CASCADE, so the file must turn foreign keys off first, outside a transaction, unless the SQL of the base branch shows that there is no such foreign key. In T-SQL, where a batch goes on after most errors, the file must copy and drop in different batches, in a TRY, or after `SET XACT_ABORT ON`.",
    help: {
      "default": "Stop using the table first, rename it in one release, and drop it a few releases later. Take a backup just before the drop."
    },
    fixes: [
      {
        "title": "turn foreign keys off while the table is rebuilt, so that the drop deletes no rows of other tables",
        "dialects": [
          "sqlite"
        ],
        "match": "DROP TABLE [IF EXISTS] {table}; ALTER TABLE {copy} RENAME TO {table}",
        "around": {
          "before": "PRAGMA foreign_keys = OFF",
          "after": "PRAGMA foreign_keys = ON"
        }
      },
      {
        "title": "rename the new table last, with foreign keys off, so that those of other tables keep referring to it and the drop deletes none of their rows",
        "dialects": [
          "sqlite"
        ],
        "match": "ALTER TABLE {table} RENAME TO {old}; CREATE TABLE [IF NOT EXISTS] {table} {definition*}; INSERT INTO {table} {copied*} FROM {old}; DROP TABLE [IF EXISTS] {old}",
        "names": {
          "new": "new_{table}"
        },
        "new": [
          "new"
        ],
        "write": [
          "CREATE TABLE {new} {definition}",
          "INSERT INTO {new} {copied} FROM {table}",
          "DROP TABLE {table}",
          "ALTER TABLE {new} RENAME TO {table}"
        ],
        "around": {
          "before": "PRAGMA foreign_keys = OFF",
          "after": "PRAGMA foreign_keys = ON"
        }
      }
    ],
    examples: [
      {
        "block": [
          "DROP TABLE users",
          "DROP TABLE IF EXISTS a, b CASCADE",
          "CREATE TABLE IF NOT EXISTS t (id int); DROP TABLE t",
          "DO $$ BEGIN DROP TABLE users; END $$",
          "BEGIN; DROP TABLE users; COMMIT"
        ],
        "pass": [
          "CREATE TABLE t (id int); DROP TABLE t",
          "CREATE TEMPORARY TABLE t (id int); DROP TABLE t",
          "DROP INDEX users_name_idx",
          "SELECT 'DROP TABLE users'",
          "BEGIN; DROP TABLE users; ROLLBACK"
        ]
      },
      {
        "block": [
          "DROP/**/TABLE users",
          "/*! DROP TABLE users */"
        ],
        "pass": [
          "DROP TEMPORARY TABLE t"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "DROP TABLE \"users\"",
          "CREATE TABLE new (id int); INSERT INTO new SELECT id FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users"
        ],
        "pass": [
          "CREATE TABLE new (id int, name text); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users",
          "CREATE TABLE new (id int, name text); INSERT INTO new (id, name) SELECT id, name FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users"
        ],
        "dialect": "sqlite",
        "base": "CREATE TABLE users (id int, name text);"
      },
      {
        "block": [
          "CREATE TABLE new (id int); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users"
        ],
        "pass": [
          "PRAGMA foreign_keys = OFF; CREATE TABLE new (id int); INSERT INTO new SELECT * FROM users; DROP TABLE users; ALTER TABLE new RENAME TO users"
        ],
        "dialect": "sqlite",
        "base": "CREATE TABLE users (id int); CREATE TABLE notes (user int REFERENCES users ON DELETE CASCADE);"
      },
      {
        "block": [
          "DROP TABLE IF EXISTS users; CREATE TABLE users (id int)"
        ],
        "pass": [
          "DROP TABLE IF EXISTS jobs; CREATE TABLE jobs (id int)"
        ],
        "base": "CREATE TABLE users (id int);"
      },
      {
        "block": [
          "DROP TABLE [dbo].[users]"
        ],
        "pass": [
          "CREATE TABLE #t (id int); DROP TABLE #t"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-unproven-rebuild",
    operations: [
      "drop_table"
    ],
    when: precompiled({
      text: "operation.rowsCopied && !operation.createdHere && !operation.temporary && !operation.deferred",
      file: "no",
      formula: all(operation_rowsCopied, not(operation_createdHere), not(operation_temporary), not(operation_deferred)),
    }),
    verdict: "warn",
    message: "{operation.target} is dropped after its rows were copied to the table that takes its place",
    description: "A column that the copy leaves out is lost with all its values, and the SQL of the base branch does not show which columns the old table has: its CREATE TABLE is not there, or what later migrations changed is not certain, or other files show that the table may be older than its CREATE TABLE IF NOT EXISTS. In SQLite the drop may also delete rows of tables that refer to this one, which the base does not show. In PostgreSQL the table may have policies, which are lost, where not all SQL of the schema is in files.",
    help: {
      "default": "Compare the columns of the copy with those of the table in the database."
    },
    examples: [
      {
        "block": [
          "CREATE TABLE b (id int); INSERT INTO b (id) SELECT id FROM a; DROP TABLE a; ALTER TABLE b RENAME TO a"
        ],
        "pass": [
          "CREATE TABLE b (id int); INSERT INTO b (id) SELECT id FROM a WHERE id > 0; DROP TABLE a; ALTER TABLE b RENAME TO a",
          "CREATE TABLE b (id int); INSERT INTO b (id) SELECT id FROM a; DROP TABLE a"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE a RENAME TO old; CREATE TABLE a (id int); INSERT INTO a (id) SELECT id FROM old; DROP TABLE old"
        ],
        "pass": [
          "PRAGMA foreign_keys = ON; CREATE TABLE b (id int); INSERT INTO b (id) SELECT id FROM a; DROP TABLE a; ALTER TABLE b RENAME TO a"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "no-drop-before-create",
    operations: [
      "drop_table",
      "drop_type",
      "drop_sequence",
      "drop_materialized_view"
    ],
    when: precompiled({
      text: "(operation.kind == \"drop_table\" || operation.cascade) && !operation.createdHere && !operation.temporary && operation.replacesNothing && !operation.rebuilt && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(some(operation_kind_drop_table, operation_cascade), not(operation_createdHere), not(operation_temporary), operation_replacesNothing, not(operation_rebuilt), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "warn",
    message: "if {operation.target} exists, it is dropped with all its data before it is created",
    description: "No SQL file of the base branch names the object, so the DROP most likely does nothing. A database in which it was created in another way, or in which the file runs again, loses the rows of the table, or with CASCADE the columns of the type or sequence. The rule also reports the DROPs of a script for a new database: a file that drops most of its tables before it creates them, as the base branch has it, without a version in its name, and run by no migration tool.",
    help: {
      "default": "Leave out the DROP: the CREATE then fails if the object exists, and nothing is lost."
    },
    examples: [
      {
        "block": [
          "DROP TABLE IF EXISTS jobs; CREATE TABLE jobs (id int)",
          "DROP TABLE IF EXISTS jobs CASCADE; CREATE TABLE jobs (id int)",
          "DROP TYPE IF EXISTS mood CASCADE; CREATE TYPE mood AS ENUM ('fine')"
        ],
        "pass": [
          "DROP TABLE IF EXISTS users; CREATE TABLE users (id int)",
          "DROP TABLE IF EXISTS users CASCADE; CREATE TABLE users (id int)",
          "CREATE TABLE jobs (id int)"
        ],
        "base": "CREATE TABLE users (id int);"
      }
    ],
  },
  {
    id: "no-replace-table",
    operations: [
      "create_table"
    ],
    when: precompiled({
      text: "operation.orReplace && !operation.createdHere && !operation.temporary",
      file: "no",
      formula: all(operation_orReplace, not(operation_createdHere), not(operation_temporary)),
    }),
    verdict: "block",
    message: "CREATE OR REPLACE TABLE drops {operation.target} and all its rows if the table exists",
    description: "`CREATE OR REPLACE TABLE` drops an existing table with all its rows, although the statement does not say DROP.",
    help: {
      "default": "Use `CREATE TABLE IF NOT EXISTS`. To replace a table, create the new one under another name and drop the old one in a later migration."
    },
    examples: [
      {
        "block": [
          "CREATE OR REPLACE TABLE users (id int)"
        ],
        "pass": [
          "CREATE TABLE users (id int)"
        ],
        "dialect": "mariadb"
      }
    ],
  },
  {
    id: "no-drop-column",
    operations: [
      "drop_column"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary && !operation.columnsCreatedHere && !operation.valuesCopied && !operation.valuesMoved && !operation.rolledBack && !operation.deferred && !use.unused",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary), not(operation_columnsCreatedHere), not(operation_valuesCopied), not(operation_valuesMoved), not(operation_rolledBack), not(operation_deferred), not(use_unused)),
    }),
    verdict: "block",
    message: "dropping column {operation.columns} of {operation.target} deletes its values",
    description: "Dropping a column deletes all its values, and the indexes and constraints that use it. A release that still reads or writes the column fails immediately.",
    help: {
      "default": "Stop reading and writing the column in one release, and drop it in a later one."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users DROP COLUMN email",
          "ALTER TABLE users ADD COLUMN a int, DROP COLUMN email CASCADE"
        ],
        "pass": [
          "ALTER TABLE users DROP CONSTRAINT users_email_key",
          "CREATE TABLE t (a int, b int); ALTER TABLE t DROP COLUMN b",
          "ALTER TABLE users ADD COLUMN old_email text; ALTER TABLE users DROP COLUMN old_email",
          "ALTER TABLE users ALTER COLUMN email DROP DEFAULT"
        ]
      },
      {
        "block": [
          "ALTER TABLE users DROP email"
        ],
        "pass": [
          "ALTER TABLE users DROP INDEX email_idx"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE users DROP COLUMN email"
        ],
        "dialect": "sqlite"
      },
      {
        "block": [
          "ALTER TABLE users DROP COLUMN email"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-column-rebuild",
    operations: [
      "drop_column"
    ],
    when: precompiled({
      text: "operation.valuesCopied && !operation.createdHere && !operation.temporary && !operation.columnsCreatedHere && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(operation_valuesCopied, not(operation_createdHere), not(operation_temporary), not(operation_columnsCreatedHere), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "warn",
    message: "column {operation.columns} of {operation.target} is replaced by one into which an UPDATE has put its values",
    description: "The file adds a column, puts the values of the old one into it with an UPDATE of all rows, drops the old one and gives the new one its name. What the UPDATE does not keep is lost, as are rows' values that are written between the UPDATE and the DROP, and the indexes, constraints and comments of the old column.",
    help: {
      "default": "Compare what the UPDATE writes with the old values, and let nothing write to the table until the file has run."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users ADD COLUMN age_new int; UPDATE users SET age_new = age::int; ALTER TABLE users DROP COLUMN age; ALTER TABLE users RENAME COLUMN age_new TO age",
          "ALTER TABLE users RENAME COLUMN age TO age_old; ALTER TABLE users ADD COLUMN age int; UPDATE users SET age = age_old::int WHERE age_old IS NOT NULL; ALTER TABLE users DROP COLUMN age_old"
        ],
        "pass": [
          "ALTER TABLE users ADD COLUMN age_new int; UPDATE users SET age_new = age::int",
          "ALTER TABLE users ALTER COLUMN age TYPE int USING age::int"
        ]
      }
    ],
  },
  {
    id: "no-drop-of-moved",
    operations: [
      "drop_column",
      "drop_table",
      "update"
    ],
    when: precompiled({
      text: "operation.valuesMoved && !operation.valuesCopied && !operation.createdHere && !operation.temporary && !operation.columnsCreatedHere && !operation.rolledBack && !operation.deferred && !use.unused",
      file: "no",
      formula: all(operation_valuesMoved, not(operation_valuesCopied), not(operation_createdHere), not(operation_temporary), not(operation_columnsCreatedHere), not(operation_rolledBack), not(operation_deferred), not(use_unused)),
    }),
    verdict: "warn",
    message: "{operation.target} loses {operation.columns} after the file has written the values elsewhere",
    description: "The file writes the values of the column to another table or column, and drops it, or rebuilds its table without it; or it writes all rows and columns of a table to other tables, and drops it; or it overwrites the values in all rows. What that statement leaves out or changes is lost, and so is what is written to the column or table between the two. A release that still uses it fails immediately.",
    help: {
      "default": "Compare the copy with what is dropped before it is, in a later release: until then the old code works, and the copy can be repeated."
    },
    examples: [
      {
        "block": [
          "INSERT INTO studio_urls (studio_id, url) SELECT id, url FROM studios WHERE url IS NOT NULL; ALTER TABLE studios DROP COLUMN url",
          "UPDATE users SET flags = is_active + 2; ALTER TABLE users DROP COLUMN is_active",
          "CREATE TABLE notes_old AS SELECT * FROM notes; DROP TABLE notes",
          "CREATE TABLE users_old AS SELECT * FROM users; UPDATE users SET plan = 'free'"
        ],
        "pass": [
          "UPDATE users SET plan = old_plan",
          "CREATE TABLE users_old AS SELECT * FROM users; UPDATE users SET plan = 'free' WHERE id = 1",
          "INSERT INTO studio_urls (studio_id, url) SELECT id, name FROM studios; ALTER TABLE studios DROP COLUMN url",
          "ALTER TABLE studios DROP COLUMN url",
          "CREATE TABLE notes_old AS SELECT * FROM notes WHERE id > 9; DROP TABLE notes"
        ]
      },
      {
        "block": [
          "CREATE TABLE texts (id int, body text); INSERT INTO texts SELECT id, body FROM notes; INSERT INTO flows SELECT id, flow FROM notes; DROP TABLE notes"
        ],
        "pass": [
          "CREATE TABLE texts (id int, body text); INSERT INTO texts SELECT id, body FROM notes; DROP TABLE notes"
        ],
        "base": "CREATE TABLE notes (id int, body text, flow int);"
      },
      {
        "block": [
          "CREATE TABLE b (id int); INSERT INTO b SELECT id FROM studios; INSERT INTO urls SELECT id, url FROM studios; DROP TABLE studios; ALTER TABLE b RENAME TO studios"
        ],
        "pass": [
          "CREATE TABLE b (id int); INSERT INTO b SELECT id FROM studios; INSERT INTO urls SELECT id, url FROM studios WHERE id > 9; DROP TABLE studios; ALTER TABLE b RENAME TO studios"
        ],
        "dialect": "sqlite",
        "base": "CREATE TABLE studios (id int, url text);"
      }
    ],
  },
  {
    id: "no-drop-schema",
    operations: [
      "drop_schema"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "block",
    message: "dropping schema {operation.target} can delete everything in it",
    description: "Dropping a schema can also drop its tables, views and functions, and the file names none of them.",
    help: {
      "default": "Drop the objects one by one, so that each drop is reviewed, and drop the empty schema last."
    },
    examples: [
      {
        "block": [
          "DROP SCHEMA billing CASCADE",
          "DROP SCHEMA IF EXISTS billing"
        ],
        "pass": [
          "CREATE SCHEMA billing"
        ]
      }
    ],
  },
  {
    id: "no-drop-database",
    operations: [
      "drop_database",
      "drop_tablespace"
    ],
    verdict: "block",
    message: "dropping {operation.target} deletes everything stored in it",
    description: "Dropping a database or tablespace deletes everything in it. No application migration needs that.",
    help: {
      "default": "Leave it to the administrators of the server, who can do it by hand with a backup available."
    },
    examples: [
      {
        "block": [
          "DROP DATABASE shop",
          "DROP TABLESPACE fast"
        ],
        "pass": [
          "CREATE DATABASE shop"
        ]
      },
      {
        "block": [
          "DROP DATABASE IF EXISTS shop",
          "DROP SCHEMA shop"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "DROP DATABASE shop"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-truncate",
    operations: [
      "truncate",
      "truncate_partition"
    ],
    when: precompiled({
      text: "(!operation.createdHere || operation.cascade) && !operation.temporary && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(some(not(operation_createdHere), operation_cascade), not(operation_temporary), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "block",
    message: "this removes all rows of {operation.target} (or of the given partitions) at once",
    description: "TRUNCATE deletes every row of the table at once. It fires no row triggers, cannot be filtered, and with CASCADE also empties every table that references this one. MySQL's DISCARD TABLESPACE, and an engine that keeps no rows such as BLACKHOLE, lose the rows too.",
    help: {
      "default": "Delete only the rows that must go, with a WHERE clause, in batches."
    },
    examples: [
      {
        "block": [
          "TRUNCATE users",
          "TRUNCATE TABLE a, b RESTART IDENTITY CASCADE",
          "CREATE TABLE t (id int PRIMARY KEY); ALTER TABLE users ADD FOREIGN KEY (t) REFERENCES t; TRUNCATE t CASCADE"
        ],
        "pass": [
          "CREATE TABLE t (id int); TRUNCATE t",
          "CREATE TEMP TABLE t (id int); TRUNCATE t",
          "DELETE FROM users WHERE created < '2019-01-01'"
        ]
      },
      {
        "block": [
          "TRUNCATE users",
          "ALTER TABLE logs TRUNCATE PARTITION p0"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "TRUNCATE TABLE dbo.users"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "ALTER TABLE sales APPEND FROM staging_sales"
        ],
        "dialect": "redshift"
      }
    ],
  },
  {
    id: "no-drop-partition",
    operations: [
      "drop_partition"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "block",
    message: "dropping a partition of {operation.target} deletes its rows",
    description: "Dropping a partition deletes the rows stored in it, just as dropping a table does.",
    help: {
      "default": "Move the partition out of the table first, archive it, and drop it later, once you know that its rows are not needed."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE logs DROP PARTITION p2019"
        ],
        "pass": [
          "ALTER TABLE logs ADD PARTITION (PARTITION p2027 VALUES LESS THAN (2028))"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-detach-partition",
    operations: [
      "detach_partition",
      "switch_partition"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "block",
    message: "this takes a partition or all rows out of {operation.target}, and queries on the table no longer find them",
    description: "The rows of a detached, switched or exchanged partition disappear from the table at once. Queries do not fail: they silently return wrong results. The partition is often dropped next.",
    help: {
      "default": "Plan it as an archiving job with an owner, and allow it with an exception."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE logs DETACH PARTITION logs_2019"
        ],
        "pass": [
          "ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')"
        ]
      },
      {
        "block": [
          "ALTER TABLE logs EXCHANGE PARTITION p0 WITH TABLE archive"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE logs SWITCH PARTITION 1 TO archive"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-drop-owned",
    operations: [
      "drop_owned"
    ],
    when: precompiled({
      text: "!operation.rolledBack",
      file: "no",
      formula: not(operation_rolledBack),
    }),
    verdict: "block",
    message: "DROP OWNED drops everything that the role owns in this database",
    description: "`DROP OWNED BY` drops every table, view and function that a role owns and revokes every privilege granted to it. The file does not show what those are.",
    help: {
      "default": "Drop or reassign the objects one by one. `REASSIGN OWNED` keeps them and changes their owner."
    },
    examples: [
      {
        "block": [
          "DROP OWNED BY reporting",
          "DROP OWNED BY reporting CASCADE"
        ]
      }
    ],
  },
  {
    id: "no-drop-cascade",
    operations: [
      "drop_type",
      "drop_extension",
      "drop_sequence",
      "drop_other",
      "drop_role",
      "drop_materialized_view"
    ],
    when: precompiled({
      text: "operation.cascade && !operation.createdHere && !operation.replacesNothing && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(operation_cascade, not(operation_createdHere), not(operation_replacesNothing), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "block",
    message: "CASCADE also drops everything that depends on {operation.target}, including table columns",
    description: "Dropping a type, domain or extension with CASCADE also drops every column that uses it, with its data. The objects that depend on it in production may differ from those in your test database.",
    help: {
      "default": "Drop the dependent objects first, each by name, and leave out CASCADE. If you missed one, the drop then fails instead of deleting it."
    },
    examples: [
      {
        "block": [
          "DROP TYPE mood CASCADE",
          "DROP EXTENSION hstore CASCADE",
          "DROP DOMAIN email CASCADE",
          "DROP SEQUENCE s CASCADE"
        ],
        "pass": [
          "DROP TYPE mood",
          "DROP EXTENSION hstore",
          "CREATE TYPE mood AS ENUM (); DROP TYPE mood CASCADE"
        ]
      },
      {
        "block": [
          "DROP TYPE IF EXISTS mood CASCADE; CREATE TYPE mood AS ENUM ('fine')"
        ],
        "pass": [
          "DROP TYPE IF EXISTS color CASCADE; CREATE TYPE color AS ENUM ('red')"
        ],
        "base": "CREATE TYPE mood AS ENUM (); CREATE TABLE users (id int, mood mood);"
      }
    ],
  },
  {
    id: "no-large-object-unlink",
    operations: [
      "discard_data"
    ],
    when: precompiled({
      text: "operation.target.name in [\"lo_unlink\", \"lo_truncate\", \"lo_truncate64\", \"lo_put\", \"lowrite\"]",
      file: "no",
      formula: operation_target_name_in_lo_unlink_lo_truncate_lo_truncate64,
    }),
    verdict: "block",
    message: "{operation.target} deletes or overwrites large objects",
    description: "Unlinking a large object deletes it, even if rows still refer to it. `lo_truncate` and `lo_put` change the content of every object that the rows name.",
    help: {
      "default": "Use `vacuumlo`, which removes only large objects that nothing refers to."
    },
    examples: [
      {
        "block": [
          "SELECT lo_unlink(avatar) FROM users",
          "SELECT lo_put(avatar, 0, '') FROM users"
        ],
        "pass": [
          "SELECT avatar FROM users",
          "SELECT lo_put($1, $2, $3)"
        ]
      }
    ],
  },
  {
    id: "no-discard-data",
    operations: [
      "discard_data"
    ],
    when: precompiled({
      text: "!(operation.target.name in [\"lo_unlink\", \"lo_truncate\", \"lo_truncate64\", \"lo_put\", \"lowrite\"]) && !operation.createdHere && !operation.rolledBack && operation.filter != \"conditional\" && !operation.deferred",
      file: "no",
      formula: all(not(operation_target_name_in_lo_unlink_lo_truncate_lo_truncate64), not(operation_createdHere), not(operation_rolledBack), operation_filter_conditional, not(operation_deferred)),
    }),
    verdict: "block",
    message: "this loses data of {operation.target} without a DELETE or DROP",
    description: "Some statements and functions of the administrator delete rows that they do not name: `drop_chunks`, `DBCC CHECKDB` with `REPAIR_ALLOW_DATA_LOSS`, `ALTER IGNORE TABLE`, a change of a column with an expression that does not read it. A change of a type that rounds or cuts off values (an amount to `numeric(10,0)`, a time to `date`) loses a part of each. Only a backup can restore them.",
    help: {
      "default": "Delete the rows in a statement that names them, after a backup, or leave it to the administrators of the server."
    },
    examples: [
      {
        "block": [
          "SELECT drop_chunks('logs', INTERVAL '1 day')",
          "ALTER TABLE users ALTER COLUMN email TYPE int USING NULL",
          "ALTER TABLE users ALTER COLUMN name TYPE varchar(10) USING left(name, 10)"
        ],
        "pass": [
          "SELECT show_chunks($1)",
          "ALTER TABLE users ALTER COLUMN age TYPE int USING age::int",
          "CREATE TABLE t (a text); ALTER TABLE t ALTER COLUMN a TYPE int USING 0"
        ]
      },
      {
        "block": [
          "ALTER TABLE users ENGINE=MEMORY",
          "ALTER TABLE users CONVERT TO CHARACTER SET latin1"
        ],
        "pass": [
          "ALTER TABLE users ENGINE=InnoDB",
          "ALTER TABLE users CONVERT TO CHARACTER SET utf8mb4"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER IGNORE TABLE users ADD UNIQUE (email)"
        ],
        "pass": [
          "ALTER TABLE t ADD UNIQUE (a)"
        ],
        "dialect": "mariadb"
      },
      {
        "block": [
          "DBCC CHECKDB (shop, REPAIR_ALLOW_DATA_LOSS)"
        ],
        "pass": [
          "DBCC CHECKDB (shop)"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-destructive-routine",
    operations: [
      "drop_table",
      "drop_column",
      "drop_schema",
      "truncate",
      "truncate_partition",
      "drop_partition",
      "detach_partition",
      "switch_partition",
      "discard_data",
      "delete",
      "merge_delete",
      "update",
      "merge"
    ],
    when: precompiled({
      text: "operation.deferred && (!(operation.kind in [\"delete\", \"merge_delete\", \"update\", \"merge\"]) || operation.filter in [\"none\", \"always_true\"]) && (operation.kind != \"discard_data\" || operation.filter != \"conditional\") && !operation.createdHere && !operation.temporary",
      file: "no",
      formula: all(operation_deferred, some(not(operation_kind_in_delete_merge_delete_update_merge), operation_filter_in_none_always_true), some(operation_kind_discard_data, operation_filter_conditional), not(operation_createdHere), not(operation_temporary)),
    }),
    verdict: "warn",
    message: "a call of this routine drops, empties or overwrites {operation.target}",
    description: "Nothing is lost yet: the change creates the routine, but neither calls it nor attaches it to a trigger, event, policy, default or job. A routine that is replaced must not be attached in the SQL of the base branch either; if that SQL is not known, the rule for the statement itself blocks it, as it does when a change calls the routine. Calls are looked for in the SQL files and migrations of the change, and not in other programs; in the base, in up to 200 files that name the routine and 4 MB, the newest first, without tests.",
    help: {
      "default": "Revoke EXECUTE from everyone who may not delete these rows."
    },
    per: "statement",
    examples: [
      {
        "block": [
          "CREATE FUNCTION purge() RETURNS void LANGUAGE plpgsql AS $$ BEGIN TRUNCATE jobs; END $$",
          "CREATE FUNCTION purge() RETURNS void LANGUAGE sql AS 'DELETE FROM jobs'"
        ],
        "pass": [
          "CREATE FUNCTION purge() RETURNS void LANGUAGE plpgsql AS $$ BEGIN TRUNCATE jobs; END $$; SELECT purge()",
          "CREATE FUNCTION purge() RETURNS void LANGUAGE sql AS 'DELETE FROM jobs WHERE jobs.done'"
        ]
      },
      {
        "block": [
          "CREATE PROCEDURE purge AS TRUNCATE TABLE jobs"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-drop-of-unused",
    operations: [
      "drop_table",
      "drop_column"
    ],
    when: precompiled({
      text: "use.unused && !operation.createdHere && !operation.temporary && !operation.columnsCreatedHere && !operation.valuesCopied && !operation.rebuilt && !operation.rowsCopied && !operation.replacesNothing && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(use_unused, not(operation_createdHere), not(operation_temporary), not(operation_columnsCreatedHere), not(operation_valuesCopied), not(operation_rebuilt), not(operation_rowsCopied), not(operation_replacesNothing), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "warn",
    message: "this drop loses data that nothing has used",
    description: "The history of production shows no use of the table or column for as many days as `unused-days` in the configuration asks for, so dropping it breaks nothing that ran in this time. Its data is lost all the same. Without `unused-days`, or if the history is not complete, `no-drop-table` and `no-drop-column` block the drop.",
    help: {
      "default": "Take a backup just before the drop. Ask the owners of jobs that run less often than the history is long."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE customers DROP COLUMN country",
          "DROP TABLE orders"
        ],
        "pass": [
          "ALTER TABLE customers DROP COLUMN name",
          "DROP TABLE customers"
        ],
        "history": [
          "SELECT id, name FROM customers WHERE id = 1"
        ]
      },
      {
        "pass": [
          "ALTER TABLE customers DROP COLUMN country"
        ]
      }
    ],
  },
  {
    id: "no-removal-of-used",
    operations: [
      "rename_table",
      "rename_column",
      "rename_other",
      "set_schema",
      "drop_view",
      "drop_materialized_view",
      "drop_function",
      "drop_procedure",
      "drop_sequence",
      "drop_type",
      "revoke"
    ],
    when: precompiled({
      text: "use.known && use.calls > 0 && !operation.createdHere && !operation.tableCreatedHere && !operation.temporary && !operation.recreated && !operation.deferred",
      file: "no",
      formula: all(use_known, use_calls_0, not(operation_createdHere), not(operation_tableCreatedHere), not(operation_temporary), not(operation_recreated), not(operation_deferred)),
    }),
    verdict: "block",
    message: "recorded queries fail from now on",
    description: "Recorded queries use the table, column, view, routine, sequence or type that the statement renames, moves or drops, or the role that loses a privilege used it. They fail as soon as the statement runs, and until the last server runs the new code. What a dropped table or column holds is the subject of `no-drop-table` and `no-drop-column`, which block without a history too.",
    help: {
      "default": "Give code both names for a while: add a column and fill it, or leave a view under the old name. Remove the old one when the history no longer shows it. For a privilege, move the code to another role first."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE customers RENAME COLUMN name TO full_name",
          "ALTER TABLE customers RENAME TO clients",
          "DROP VIEW monthly_sales",
          "REVOKE SELECT ON customers FROM app"
        ],
        "pass": [
          "ALTER TABLE customers RENAME COLUMN country TO land",
          "ALTER TABLE orders RENAME TO sales",
          "DROP VIEW weekly_sales",
          "REVOKE DELETE ON customers FROM app",
          "REVOKE SELECT ON customers FROM reports",
          "DROP VIEW monthly_sales; CREATE VIEW monthly_sales AS SELECT 1 AS total"
        ],
        "history": [
          "SELECT id, name FROM customers WHERE id = 1",
          "SELECT total FROM monthly_sales"
        ]
      },
      {
        "block": [
          "REVOKE USAGE ON SCHEMA billing FROM app",
          "REVOKE SELECT ON ALL TABLES IN SCHEMA billing FROM app",
          "REVOKE EXECUTE ON FUNCTION billing.net(int) FROM PUBLIC, app"
        ],
        "pass": [
          "REVOKE USAGE ON SCHEMA archive FROM app",
          "REVOKE INSERT ON ALL TABLES IN SCHEMA billing FROM app"
        ],
        "history": [
          "SELECT id FROM billing.invoices",
          "SELECT billing.net(1)"
        ]
      },
      {
        "block": [
          "DROP TYPE mood",
          "ALTER TYPE mood RENAME TO feeling"
        ],
        "pass": [
          "DROP TYPE feeling",
          "DROP SEQUENCE customers_id_seq"
        ],
        "history": [
          "SELECT id FROM customers WHERE mood = 'sad'::mood"
        ]
      },
      {
        "block": [
          "DROP SEQUENCE invoice_numbers"
        ],
        "pass": [
          "DROP SEQUENCE order_numbers"
        ],
        "dialect": "mariadb",
        "history": [
          "SELECT NEXT VALUE FOR invoice_numbers"
        ]
      },
      {
        "pass": [
          "ALTER TABLE customers RENAME TO clients"
        ]
      }
    ],
  },
  {
    id: "no-required-column-left-out",
    operations: [
      "add_column",
      "set_not_null",
      "alter_column_type"
    ],
    when: precompiled({
      text: "use.known && (use.insertsWithoutColumn > 0 || use.insertsWithoutList > 0) && operation.notNull && !operation.hasDefault && !operation.tableCreatedHere && !operation.deferred",
      file: "no",
      formula: all(use_known, some(use_insertsWithoutColumn_0, use_insertsWithoutList_0), operation_notNull, not(operation_hasDefault), not(operation_tableCreatedHere), not(operation_deferred)),
    }),
    verdict: "block",
    message: "recorded INSERTs into {operation.target} give {operation.columns} no value, so they fail from now on",
    description: "A column that must not be null and has no default needs a value in each INSERT. Recorded INSERTs name the columns that they fill, and this one is not among them, or name none, so that a new column gets no value.",
    help: {
      "default": "Let the code write the column first, or give it a default."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE customers ADD COLUMN country text NOT NULL"
        ],
        "pass": [
          "ALTER TABLE customers ADD COLUMN country text NOT NULL DEFAULT ''",
          "ALTER TABLE customers ADD COLUMN country text",
          "ALTER TABLE orders ADD COLUMN country text NOT NULL"
        ],
        "history": [
          "INSERT INTO customers (id, name) VALUES (1, 'a')"
        ]
      },
      {
        "block": [
          "ALTER TABLE customers ADD COLUMN country text NOT NULL"
        ],
        "pass": [
          "ALTER TABLE customers ALTER COLUMN name SET NOT NULL"
        ],
        "history": [
          "INSERT INTO customers VALUES (1, 'a')"
        ]
      },
      {
        "block": [
          "ALTER TABLE customers ADD COLUMN country varchar(2) NOT NULL",
          "ALTER TABLE customers MODIFY country varchar(2) NOT NULL"
        ],
        "pass": [
          "ALTER TABLE customers MODIFY name varchar(90) NOT NULL",
          "ALTER TABLE customers MODIFY country varchar(2) NOT NULL DEFAULT ''"
        ],
        "dialect": "mysql",
        "history": [
          "INSERT INTO customers (id, name) VALUES (1, 'a')"
        ]
      },
      {
        "pass": [
          "ALTER TABLE customers ALTER COLUMN name varchar(90) NOT NULL"
        ],
        "dialect": "transactsql",
        "history": [
          "INSERT INTO customers (id, name) VALUES (1, 'a')"
        ]
      }
    ],
  },
  {
    id: "no-column-for-listless-insert",
    operations: [
      "add_column"
    ],
    when: precompiled({
      text: "use.known && use.insertsWithoutList > 0 && !operation.tableCreatedHere && !operation.deferred && statement.dialect in [\"mysql\", \"mariadb\", \"sqlite\", \"transactsql\"]",
      file: "no",
      formula: all(use_known, use_insertsWithoutList_0, not(operation_tableCreatedHere), not(operation_deferred), statement_dialect_in_mysql_mariadb_sqlite_transactsql),
    }),
    verdict: "block",
    message: "recorded INSERTs into {operation.target} do not name their columns, so they fail with one more",
    description: "`INSERT INTO t VALUES (…)` must have as many values as the table has columns. PostgreSQL alone accepts fewer.",
    help: {
      "default": "Let the code name the columns that it inserts first."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE customers ADD COLUMN country varchar(2)"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN country varchar(2)"
        ],
        "dialect": "mysql",
        "history": [
          "INSERT INTO customers VALUES (1, 'a')"
        ]
      },
      {
        "pass": [
          "ALTER TABLE customers ADD COLUMN country text"
        ],
        "history": [
          "INSERT INTO customers VALUES (1, 'a')"
        ]
      }
    ],
  },
  {
    id: "no-unfiltered-delete",
    operations: [
      "delete",
      "merge_delete"
    ],
    when: precompiled({
      text: "operation.filter in [\"none\", \"always_true\"] && !operation.createdHere && !operation.temporary && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(operation_filter_in_none_always_true, not(operation_createdHere), not(operation_temporary), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "block",
    message: "this deletes every row of {operation.target}",
    description: "A DELETE without a WHERE clause, or with one that is always true (`1=1`, `id = id`), empties the table. The rule finds it anywhere in a statement: in a CTE, a DO block or a trigger, and in the body of a function that the change runs or that is not known to wait for a call (see `no-destructive-routine`). In a file, the rule is undecided if the condition compares the key with a constant that keeps every row (`id > 0`), or if a parameter stands alone as a condition. Every other condition on a column is a filter, also a wide one. In a PostgreSQL file, what the file rolls back itself (`BEGIN; …; ROLLBACK`, as in tests) does not match.",
    help: {
      "default": "Write a condition that selects the rows to delete, and delete them in batches."
    },
    examples: [
      {
        "block": [
          "DELETE FROM users",
          "DELETE FROM users WHERE true",
          "DELETE FROM users WHERE id = id",
          "WITH gone AS (DELETE FROM users RETURNING id) SELECT count(*) FROM gone",
          "DO $$ BEGIN DELETE FROM users; END $$",
          "EXPLAIN ANALYZE DELETE FROM users",
          "BEGIN; DELETE FROM users; ROLLBACK TO a; COMMIT"
        ],
        "pass": [
          "DELETE FROM users WHERE id = 1",
          "DELETE FROM users WHERE id NOT IN (SELECT user_id FROM orders)",
          "CREATE TEMP TABLE t (id int); DELETE FROM t",
          "BEGIN; DELETE FROM users; ROLLBACK"
        ]
      },
      {
        "block": [
          "DELETE FROM users WHERE 1",
          "DELETE FROM users"
        ],
        "pass": [
          "DELETE FROM users WHERE id = 1"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "DELETE FROM users WHERE 1 = 1"
        ],
        "dialect": "sqlite"
      },
      {
        "block": [
          "DELETE users"
        ],
        "pass": [
          "DELETE FROM users WHERE id = 1"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-unfiltered-update",
    operations: [
      "update",
      "merge"
    ],
    when: precompiled({
      text: "operation.filter in [\"none\", \"always_true\"] && !operation.createdHere && !operation.temporary && !operation.columnsCreatedHere && !operation.keepsValues && !operation.valuesMoved && !operation.rolledBack && !operation.deferred",
      file: "no",
      formula: all(operation_filter_in_none_always_true, not(operation_createdHere), not(operation_temporary), not(operation_columnsCreatedHere), not(operation_keepsValues), not(operation_valuesMoved), not(operation_rolledBack), not(operation_deferred)),
    }),
    verdict: "block",
    message: "this overwrites {operation.columns} in every row of {operation.target}",
    description: "An UPDATE without a WHERE clause, or with one that is always true, overwrites every row of the table. The old values are lost, and every row stays locked until the transaction ends. The rule does not match if the same file added all the assigned columns: they hold no older values. Nor does it match if only NULLs get a value (`plan = COALESCE(plan, 'free')`), or if the file wrote all the values elsewhere before (see `no-drop-of-moved`).",
    help: {
      "default": "Write a condition that selects the rows to change (`WHERE new_column IS NULL` for a backfill), and update them in batches. For a new column, set a default instead."
    },
    examples: [
      {
        "block": [
          "UPDATE users SET plan = 'free'",
          "UPDATE users SET plan = 'free' WHERE 1 = 1",
          "UPDATE users SET plan = COALESCE(plan, 'free'), tier = 1",
          "UPDATE users SET plan = COALESCE(nick, plan)",
          "ALTER TABLE users ADD COLUMN tier int; UPDATE users SET tier = 1, plan = 'free'",
          "ALTER TABLE users ADD COLUMN IF NOT EXISTS tier int; UPDATE users SET tier = 1",
          "INSERT INTO factors (user_id, secret) SELECT id, secret FROM users; UPDATE users SET secret = NULL, plan = 'free'",
          "UPDATE users SET tier = tier + 1"
        ],
        "pass": [
          "UPDATE users SET plan = COALESCE(plan, 'free'), nick = coalesce(users.nick, name)",
          "UPDATE users SET plan = 'free' WHERE plan IS NULL",
          "CREATE TABLE t (a int); UPDATE t SET a = 1",
          "ALTER TABLE users ADD COLUMN tier int; UPDATE users SET tier = 1",
          "INSERT INTO factors (user_id, secret) SELECT id, secret FROM users; UPDATE users SET secret = NULL"
        ]
      },
      {
        "block": [
          "UPDATE users SET plan = 'free'"
        ],
        "pass": [
          "UPDATE users SET plan = 'free' WHERE id = 1"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "MERGE INTO users u USING plans p ON true WHEN MATCHED THEN UPDATE SET plan = 'free'"
        ],
        "pass": [
          "MERGE INTO users u USING plans p ON u.id = p.id WHEN MATCHED THEN UPDATE SET plan = p.name",
          "MERGE INTO users u USING plans p ON true WHEN NOT MATCHED THEN INSERT (plan) VALUES (p.name)"
        ]
      },
      {
        "block": [
          "UPDATE users SET [plan] = 'free'"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-grant-to-public",
    operations: [
      "grant",
      "grant_role"
    ],
    when: precompiled({
      text: "\"public\" in operation.grantees",
      file: "no",
      formula: public_in_operation_grantees,
    }),
    verdict: "block",
    suppressible: false,
    message: "every role gets {operation.privileges} on {operation.target}",
    description: "PUBLIC is every role, including roles created later. T-SQL's user guest and MySQL's account without a name count as PUBLIC: anybody can use them. A privilege granted to PUBLIC cannot be revoked from a single role.",
    help: {
      "default": "Grant the privilege only to the role that needs it."
    },
    examples: [
      {
        "block": [
          "GRANT SELECT ON users TO PUBLIC"
        ],
        "pass": [
          "GRANT SELECT ON users TO reporting",
          "SELECT 1"
        ]
      },
      {
        "block": [
          "GRANT SELECT ON dbo.users TO public",
          "GRANT CONNECT TO guest"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-grant-all",
    operations: [
      "grant"
    ],
    when: precompiled({
      text: "\"all\" in operation.privileges && !(\"public\" in operation.grantees)",
      file: "no",
      formula: all(all_in_operation_privileges, not(public_in_operation_grantees)),
    }),
    verdict: "block",
    suppressible: false,
    message: "{operation.grantees} is granted every privilege on {operation.target}",
    description: "ALL includes TRUNCATE, REFERENCES and TRIGGER, and any privilege that a later database release adds.",
    help: {
      "default": "Grant only the privileges that are needed, by name."
    },
    examples: [
      {
        "block": [
          "GRANT ALL ON users TO app",
          "GRANT ALL PRIVILEGES ON ALL TABLES IN SCHEMA public TO app"
        ],
        "pass": [
          "GRANT SELECT ON users TO app"
        ]
      },
      {
        "block": [
          "GRANT ALL PRIVILEGES ON *.* TO 'app'@'%'"
        ],
        "pass": [
          "GRANT SELECT ON shop.users TO 'app'@'%'"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-grant-option",
    operations: [
      "grant",
      "grant_role"
    ],
    when: precompiled({
      text: "operation.grantOption",
      file: "no",
      formula: operation_grantOption,
    }),
    verdict: "block",
    suppressible: false,
    message: "{operation.grantees} can grant {operation.privileges} to any other role",
    description: "WITH GRANT OPTION and WITH ADMIN OPTION let the grantee give access to other roles without a review.",
    help: {
      "default": "Leave out the option, and grant the privilege to each role that needs it."
    },
    examples: [
      {
        "block": [
          "GRANT SELECT ON users TO app WITH GRANT OPTION"
        ],
        "pass": [
          "GRANT SELECT ON users TO app"
        ]
      }
    ],
  },
  {
    id: "no-grant-role",
    operations: [
      "grant_role"
    ],
    when: precompiled({
      text: "!(\"public\" in operation.grantees) && !operation.grantOption",
      file: "no",
      formula: all(not(public_in_operation_grantees), not(operation_grantOption)),
    }),
    verdict: "block",
    suppressible: false,
    message: "{operation.grantees} becomes a member of {operation.privileges} and gets all its privileges",
    description: "A member of a role gets every privilege of that role, now and in the future. The file does not show which ones.",
    help: {
      "default": "Grant the individual privileges, or manage role membership in the tool that manages your accounts."
    },
    examples: [
      {
        "block": [
          "GRANT admin TO app"
        ],
        "pass": [
          "GRANT SELECT ON users TO app"
        ]
      },
      {
        "block": [
          "ALTER ROLE db_owner ADD MEMBER app"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-grant-server",
    operations: [
      "grant"
    ],
    when: precompiled({
      text: "((operation.target.name == \"*\" && operation.target.schema == \"*\" && operation.privileges.exists(x, x != \"usage\")) || operation.privileges.exists(x, x in [\"super\", \"file\", \"proxy\", \"reload\", \"shutdown\", \"process\", \"replication\", \"system_user\", \"set_user_id\", \"create user\", \"replication slave\", \"replication client\", \"replication admin\", \"role_admin\", \"connection_admin\", \"system_variables_admin\", \"persist_ro_variables_admin\", \"set_any_definer\", \"allow_nonexistent_definer\", \"binlog_admin\", \"binlog admin\", \"binlog replay\", \"clone_admin\", \"backup_admin\", \"encryption_key_admin\", \"connection admin\", \"federated admin\", \"set user\", \"control\", \"control server\", \"impersonate\", \"impersonate any login\", \"take\", \"take ownership\", \"unsafe\", \"unsafe assembly\", \"external\", \"external access assembly\", \"administer\", \"administer bulk operations\", \"alter system\"]) || (operation.target.name == \"\" && operation.privileges.exists(x, x in [\"alter\", \"alter any login\"]))) && !(\"public\" in operation.grantees) && !(\"all\" in operation.privileges)",
      file: "no",
      formula: all(some(all(operation_target_name, operation_target_schema, operation_privileges_exists_x_x_usage), operation_privileges_exists_x_x_in_super_file_proxy_reload_s, all(operation_target_name_2, operation_privileges_exists_x_x_in_alter_alter_any_login)), not(public_in_operation_grantees), not(all_in_operation_privileges)),
    }),
    verdict: "block",
    suppressible: false,
    message: "{operation.grantees} is granted {operation.privileges}, which gives access to the whole server or database",
    description: "A privilege on `*.*` also covers the tables that store accounts. Other privileges lead to all the rest: SUPER, FILE, CONTROL and IMPERSONATE let an account act as the server or as any other user.",
    help: {
      "default": "Grant on the schema or table that is needed, and manage accounts in the tool that manages your servers."
    },
    examples: [
      {
        "block": [
          "GRANT SUPER ON *.* TO 'app'@'%'",
          "GRANT USAGE, INSERT ON *.* TO 'app'@'%'",
          "GRANT SELECT, FILE ON *.* TO 'app'@'%'",
          "GRANT CREATE USER ON *.* TO 'app'@'%'",
          "GRANT REPLICATION SLAVE ON *.* TO 'app'@'%'",
          "GRANT SELECT ON *.* TO 'app'@'%'"
        ],
        "pass": [
          "GRANT USAGE ON *.* TO 'app'@'%'",
          "GRANT SELECT ON shop.* TO 'app'@'%'"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "GRANT CONTROL SERVER TO app",
          "GRANT ALTER ANY LOGIN TO app",
          "GRANT IMPERSONATE ON USER::dbo TO app",
          "GRANT CONTROL ON SCHEMA::dbo TO app"
        ],
        "pass": [
          "GRANT SELECT ON dbo.users TO app",
          "GRANT ALTER ON dbo.users TO app",
          "GRANT CREATE TABLE TO app"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-grant",
    operations: [
      "grant"
    ],
    when: precompiled({
      text: "!(\"public\" in operation.grantees) && !(\"all\" in operation.privileges) && !operation.grantOption && !((operation.target.name == \"*\" && operation.target.schema == \"*\" && operation.privileges.exists(x, x != \"usage\")) || operation.privileges.exists(x, x in [\"super\", \"file\", \"proxy\", \"reload\", \"shutdown\", \"process\", \"replication\", \"system_user\", \"set_user_id\", \"create user\", \"replication slave\", \"replication client\", \"replication admin\", \"role_admin\", \"connection_admin\", \"system_variables_admin\", \"persist_ro_variables_admin\", \"set_any_definer\", \"allow_nonexistent_definer\", \"binlog_admin\", \"binlog admin\", \"binlog replay\", \"clone_admin\", \"backup_admin\", \"encryption_key_admin\", \"connection admin\", \"federated admin\", \"set user\", \"control\", \"control server\", \"impersonate\", \"impersonate any login\", \"take\", \"take ownership\", \"unsafe\", \"unsafe assembly\", \"external\", \"external access assembly\", \"administer\", \"administer bulk operations\", \"alter system\"]) || (operation.target.name == \"\" && operation.privileges.exists(x, x in [\"alter\", \"alter any login\"])))",
      file: "no",
      formula: all(not(public_in_operation_grantees), not(all_in_operation_privileges), not(operation_grantOption), not(some(all(operation_target_name, operation_target_schema, operation_privileges_exists_x_x_usage), operation_privileges_exists_x_x_in_super_file_proxy_reload_s, all(operation_target_name_2, operation_privileges_exists_x_x_in_alter_alter_any_login)))),
    }),
    verdict: "warn",
    suppressible: false,
    message: "{operation.grantees} gets {operation.privileges} on {operation.target}",
    description: "A grant gives a role access to data. That is routine, but the owner of the data should take a second look.",
    help: {
      "default": "Check that the role needs the privilege, and that no narrower privilege is enough."
    },
    examples: [
      {
        "block": [
          "GRANT SELECT ON users TO reporting"
        ],
        "pass": [
          "REVOKE SELECT ON users FROM reporting"
        ]
      }
    ],
  },
  {
    id: "no-revoke",
    operations: [
      "revoke",
      "revoke_role",
      "alter_default_privileges"
    ],
    when: precompiled({
      text: "!(\"public\" in operation.grantees) && (operation.kind != \"alter_default_privileges\" || operation.revokes)",
      file: "no",
      formula: all(not(public_in_operation_grantees), some(operation_kind_alter_default_privileges, operation_revokes)),
    }),
    verdict: "warn",
    suppressible: false,
    message: "{operation.grantees} loses {operation.privileges} on {operation.target}",
    description: "Everything that uses the privilege through this role fails immediately. Revoking a privilege from PUBLIC is not reported, because it only makes the database safer.",
    help: {
      "default": "Check in the query history who still uses the privilege, and revoke it once they have stopped."
    },
    examples: [
      {
        "block": [
          "REVOKE SELECT ON users FROM reporting",
          "ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM reporting"
        ],
        "pass": [
          "REVOKE ALL ON SCHEMA public FROM PUBLIC",
          "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC"
        ]
      }
    ],
  },
  {
    id: "no-default-privileges",
    operations: [
      "alter_default_privileges"
    ],
    when: precompiled({
      text: "!operation.revokes",
      file: "no",
      formula: not(operation_revokes),
    }),
    verdict: "block",
    suppressible: false,
    message: "default privileges change who can access every object created later",
    description: "Default privileges apply to objects that do not exist yet, so the access that they give is never reviewed.",
    help: {
      "default": "Grant on each object in the migration that creates it."
    },
    examples: [
      {
        "block": [
          "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reporting"
        ],
        "pass": [
          "ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE SELECT ON TABLES FROM reporting"
        ]
      }
    ],
  },
  {
    id: "no-role-change",
    operations: [
      "create_role",
      "alter_role",
      "drop_role"
    ],
    verdict: "block",
    suppressible: false,
    message: "role or account {operation.target} is created, changed or dropped",
    description: "Accounts, passwords and attributes such as SUPERUSER or BYPASSRLS decide who can do anything at all. A migration also applies them to every environment, and passwords stay in the history of the repository.",
    help: {
      "default": "Manage accounts in the tool that manages your servers, and keep passwords out of files."
    },
    examples: [
      {
        "block": [
          "CREATE ROLE app LOGIN",
          "ALTER ROLE app SUPERUSER",
          "ALTER USER app BYPASSRLS",
          "DROP ROLE app"
        ]
      },
      {
        "block": [
          "CREATE USER 'app'@'%' IDENTIFIED BY 'x'"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "CREATE LOGIN app WITH PASSWORD = 'x'"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-owner-change",
    operations: [
      "change_owner"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.tableCreatedHere",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_tableCreatedHere)),
    }),
    verdict: "block",
    suppressible: false,
    message: "the owner of {operation.target} changes, and an owner has full control of it",
    description: "The owner of an object can drop it, read it and grant access to it, and row security does not apply to the owner. The rule does not match for an object that the file creates, also with IF NOT EXISTS or OR REPLACE if no SQL file of the base branch names it.",
    help: {
      "default": "Grant the privileges that are needed, and keep one role as the owner of all objects."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users OWNER TO app",
          "REASSIGN OWNED BY a TO b"
        ],
        "pass": [
          "CREATE SCHEMA app"
        ]
      },
      {
        "block": [
          "CREATE TABLE IF NOT EXISTS users (id int); ALTER TABLE users OWNER TO app",
          "CREATE OR REPLACE FUNCTION price() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$; ALTER FUNCTION price() OWNER TO app"
        ],
        "pass": [
          "CREATE TABLE IF NOT EXISTS public.jobs (id int); ALTER TABLE public.jobs OWNER TO app",
          "CREATE OR REPLACE FUNCTION cost() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$; ALTER FUNCTION cost() OWNER TO app"
        ],
        "base": "CREATE TABLE users (id int); CREATE FUNCTION price() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;"
      }
    ],
  },
  {
    id: "no-public-bucket",
    operations: [
      "publish_bucket"
    ],
    verdict: "warn",
    message: "everyone can download the files of a public storage bucket",
    description: "The files of a public bucket of Supabase need no key and no login: anyone who knows or guesses the name of a file can download it. Policies of `storage.objects` do not apply to that.",
    help: {
      "default": "Keep the bucket private, and give access by policies or signed URLs."
    },
    examples: [
      {
        "block": [
          "UPDATE storage.buckets SET public = true WHERE id = 'invoices'",
          "INSERT INTO storage.buckets (id, name, public) VALUES ('invoices', 'invoices', true)"
        ],
        "pass": [
          "UPDATE storage.buckets SET public = false WHERE id = 'invoices'",
          "INSERT INTO storage.buckets (id, name, public) VALUES ('invoices', 'invoices', false)",
          "UPDATE shop.buckets SET public = true WHERE id = 'invoices'"
        ]
      }
    ],
  },
  {
    id: "no-set-role",
    operations: [
      "set_role"
    ],
    verdict: "warn",
    suppressible: false,
    message: "the statements that follow run with the privileges of another role",
    description: "After SET ROLE, SET SESSION AUTHORIZATION or EXECUTE AS, the database checks the privileges of another role for every later statement.",
    help: {
      "default": "Let the migration tool log in as the role that is needed."
    },
    examples: [
      {
        "block": [
          "SET ROLE admin",
          "SET SESSION AUTHORIZATION admin"
        ],
        "pass": [
          "SET search_path TO billing"
        ]
      },
      {
        "block": [
          "EXECUTE AS USER = 'admin'"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-disable-row-security",
    operations: [
      "disable_row_security"
    ],
    when: precompiled({
      text: "!operation.createdHere",
      file: "no",
      formula: not(operation_createdHere),
    }),
    verdict: "block",
    suppressible: false,
    message: "every row of {operation.target} becomes visible to all roles that can read the table",
    description: "When row security is off, or not forced, policies are ignored and each tenant sees the rows of all others.",
    help: {
      "default": "Leave row security on. Change the policy that is in the way, and have the change reviewed."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users DISABLE ROW LEVEL SECURITY",
          "ALTER TABLE users NO FORCE ROW LEVEL SECURITY"
        ],
        "pass": [
          "ALTER TABLE users ENABLE ROW LEVEL SECURITY",
          "ALTER TABLE users FORCE ROW LEVEL SECURITY"
        ]
      }
    ],
  },
  {
    id: "no-policy-change",
    operations: [
      "alter_policy",
      "drop_policy"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.recreated && !operation.tableCreatedHere && !operation.tableDroppedHere",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_recreated), not(operation_tableCreatedHere), not(operation_tableDroppedHere)),
    }),
    verdict: "block",
    suppressible: false,
    message: "policy {operation.target}, which decides who can see or write rows, is changed or dropped",
    description: "Dropping or rewriting a policy changes who can see and write which rows. If it gives too much access, nothing fails. The rule does not match if the SQL of the base branch shows that the policy gives no more access than before: it has the same command, no more roles, and conditions that are the same or have more terms joined by AND. `no-create-policy` and `no-policy-rewrite` report it then.",
    help: {
      "default": "Ask the owner of the data to agree, and add an exception that names the policy."
    },
    examples: [
      {
        "block": [
          "DROP POLICY tenant ON users",
          "ALTER POLICY tenant ON users USING (true)",
          "DROP POLICY tenant ON users; CREATE POLICY tenant ON orders USING (tenant_id = 1)"
        ],
        "pass": [
          "CREATE POLICY tenant ON users USING (tenant_id = 1)",
          "DROP POLICY tenant ON users; DROP TABLE users",
          "CREATE TABLE users (id int);\nDO $$ BEGIN DROP POLICY IF EXISTS tenant ON users; CREATE POLICY tenant ON users USING (true); END $$"
        ]
      },
      {
        "block": [
          "DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (true)",
          "DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (tenant_id IS NOT NULL)",
          "DROP POLICY tenant ON users; CREATE POLICY tenant ON users FOR SELECT USING (tenant_id = app_tenant())",
          "ALTER POLICY tenant ON users USING (tenant_id IS NOT NULL)"
        ],
        "pass": [
          "ALTER POLICY tenant ON users USING (tenant_id = (SELECT app_tenant()))",
          "ALTER POLICY tenant ON users TO app",
          "DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (tenant_id = (SELECT app_tenant()))"
        ],
        "base": "CREATE POLICY tenant ON users USING (tenant_id = app_tenant());"
      }
    ],
  },
  {
    id: "no-create-policy",
    operations: [
      "create_policy"
    ],
    verdict: "warn",
    suppressible: false,
    message: "policy {operation.target} can make more rows visible or writable",
    description: "Policies add up: each permissive policy gives access to more rows than the ones before it.",
    help: {
      "default": "Review the policy together with the existing ones, or make it `AS RESTRICTIVE`."
    },
    examples: [
      {
        "block": [
          "CREATE POLICY everybody ON users USING (true)",
          "DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (true)"
        ],
        "pass": [
          "ALTER TABLE users ENABLE ROW LEVEL SECURITY"
        ]
      }
    ],
  },
  {
    id: "no-policy-rewrite",
    operations: [
      "alter_policy"
    ],
    when: precompiled({
      text: "!operation.createdHere && operation.recreated",
      file: "no",
      formula: all(not(operation_createdHere), operation_recreated),
    }),
    verdict: "warn",
    suppressible: false,
    message: "policy {operation.target} is changed; the SQL of the base branch shows no wider access",
    description: "The new conditions and roles give access to no more rows than those in the SQL files of the base branch. If the policy of the database differs from these files, nothing shows what the change gives.",
    help: {
      "default": "Check that the policy of the database is the one in the files."
    },
    examples: [
      {
        "block": [
          "ALTER POLICY tenant ON users USING (tenant_id = (SELECT app_tenant()))"
        ],
        "pass": [
          "ALTER POLICY tenant ON users USING (true)",
          "ALTER POLICY tenant ON users RENAME TO own_rows"
        ],
        "base": "CREATE POLICY tenant ON users USING (tenant_id = app_tenant());"
      }
    ],
  },
  {
    id: "no-lost-option",
    operations: [
      "create_view",
      "create_function",
      "create_procedure",
      "alter_other"
    ],
    when: precompiled({
      text: "operation.lostOptions.exists(x, x != \"\")",
      file: "no",
      formula: operation_lostOptions_exists_x_x,
    }),
    verdict: "warn",
    message: "{operation.target} loses {operation.lostOptions}",
    description: "CREATE OR REPLACE, and DROP with CREATE, silently reset every option of a view and every setting of a function that they do not repeat. Without `security_invoker` a view shows the rows that its owner can see, without row security. Without `search_path` a SECURITY DEFINER function can run functions of a schema that the caller chooses. SECURITY DEFINER lets every caller run the function with the privileges of its owner.",
    help: {
      "default": "Repeat the options in the new definition, or set them by ALTER in the same file."
    },
    examples: [
      {
        "block": [
          "CREATE OR REPLACE VIEW report AS SELECT 1 AS a, 2 AS b",
          "DROP VIEW report; CREATE VIEW report AS SELECT 1 AS a",
          "CREATE OR REPLACE FUNCTION is_admin(u uuid) RETURNS boolean LANGUAGE sql SECURITY DEFINER AS $$ SELECT false $$",
          "ALTER FUNCTION is_admin(uuid) RESET search_path"
        ],
        "pass": [
          "CREATE OR REPLACE VIEW report WITH (security_invoker = true) AS SELECT 1 AS a, 2 AS b",
          "CREATE OR REPLACE VIEW report AS SELECT 1 AS a; ALTER VIEW report SET (security_invoker = true)",
          "ALTER FUNCTION is_admin(uuid) SET search_path = app"
        ],
        "base": "CREATE VIEW report WITH (security_invoker = true) AS SELECT 1 AS a; CREATE FUNCTION is_admin(u uuid) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$ SELECT true $$;"
      },
      {
        "block": [
          "ALTER FUNCTION price(int) SECURITY DEFINER"
        ],
        "pass": [
          "ALTER FUNCTION price(int) SECURITY INVOKER",
          "CREATE OR REPLACE VIEW report AS SELECT 1 AS a"
        ]
      }
    ],
  },
  {
    id: "no-disable-trigger",
    operations: [
      "disable_trigger"
    ],
    when: precompiled({
      text: "!operation.createdHere",
      file: "no",
      formula: not(operation_createdHere),
    }),
    verdict: "block",
    suppressible: false,
    message: "triggers of {operation.target} are disabled, which can include foreign-key checks and audit triggers",
    description: "While triggers are disabled (also by `session_replication_role = replica`), foreign keys are not checked and audit rows are not written. Rows written in the meantime are never checked later.",
    help: {
      "default": "Write the change so that it passes the triggers, or add a condition to the trigger that lets the change through."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users DISABLE TRIGGER ALL",
          "SET session_replication_role = 'replica'"
        ],
        "pass": [
          "ALTER TABLE users ENABLE TRIGGER ALL"
        ]
      },
      {
        "block": [
          "DISABLE TRIGGER audit ON users"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-drop-trigger",
    operations: [
      "drop_trigger"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.recreated && !operation.tableDroppedHere",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_recreated), not(operation_tableDroppedHere)),
    }),
    verdict: "warn",
    message: "trigger {operation.target} no longer checks or records writes",
    description: "Triggers check rows and write audit records. Without the trigger, writes succeed with no check, no record and no error. The rule does not match if the same file creates the trigger again on the same table; use one transaction for both, or writes between them pass unchecked.",
    help: {
      "default": "Replace the trigger in one statement or one transaction (`CREATE OR REPLACE TRIGGER`), or explain why it is no longer needed."
    },
    examples: [
      {
        "block": [
          "DROP TRIGGER audit ON users",
          "DROP EVENT TRIGGER guard",
          "DROP TRIGGER audit ON users; CREATE TRIGGER audit AFTER INSERT ON orders EXECUTE FUNCTION f()"
        ],
        "pass": [
          "CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f(); DROP TRIGGER t ON users",
          "DROP TRIGGER t ON users; CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f()"
        ]
      },
      {
        "block": [
          "DROP TRIGGER IF EXISTS audit"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "DROP TRIGGER guard ON DATABASE"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-execute-program",
    operations: [
      "execute_program"
    ],
    verdict: "block",
    suppressible: false,
    message: "this runs a program on the database server",
    description: "COPY … PROGRAM, xp_cmdshell and similar features run a shell command as the account of the database server.",
    help: {
      "default": "Run the program outside the database, and load its output as rows."
    },
    examples: [
      {
        "block": [
          "COPY users TO PROGRAM 'curl http://example.org'"
        ],
        "pass": [
          "COPY users FROM STDIN"
        ]
      },
      {
        "block": [
          "EXEC xp_cmdshell 'dir'"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-load-library",
    operations: [
      "load_library"
    ],
    verdict: "block",
    suppressible: false,
    message: "this loads native code into the process of the database",
    description: "A shared library or assembly runs inside the server, with all its privileges and no checks. In SQLite, it runs inside the program that opens the database.",
    help: {
      "default": "Ask the administrators of the server to install it.",
      "sqlite": "Load it in the program."
    },
    examples: [
      {
        "block": [
          "LOAD '/tmp/x.so'"
        ],
        "pass": [
          "CREATE EXTENSION citext"
        ]
      },
      {
        "block": [
          "CREATE FUNCTION f RETURNS INTEGER SONAME 'x.so'"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "SELECT load_extension('x')"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "no-untrusted-language",
    operations: [
      "create_language",
      "create_function",
      "create_procedure",
      "do_block"
    ],
    when: precompiled({
      text: "operation.kind == \"create_language\" || operation.language in [\"c\", \"internal\", \"plpythonu\", \"plpython2u\", \"plpython3u\", \"plperlu\", \"pltclu\", \"plsh\", \"plluau\", \"plrubyu\", \"plr\", \"plphpu\", \"pljavau\", \"java\", \"clr\"]",
      file: "no",
      formula: some(operation_kind_create_language, operation_language_in_c_internal_plpythonu_plpython2u_plpyth),
    }),
    verdict: "block",
    suppressible: false,
    message: "this runs or installs code in an untrusted language, which can access the server",
    description: "Untrusted languages (`plpython3u`, `plperlu`, C and similar) run without a sandbox. They can read files and open connections as the account of the database server.",
    help: {
      "default": "Write it in SQL or PL/pgSQL, or move it out of the database."
    },
    examples: [
      {
        "block": [
          "CREATE LANGUAGE plpython3u",
          "CREATE FUNCTION f() RETURNS int LANGUAGE plpython3u AS 'return 1'"
        ],
        "pass": [
          "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'"
        ]
      }
    ],
  },
  {
    id: "no-dangerous-extension",
    operations: [
      "create_extension"
    ],
    when: precompiled({
      text: "operation.target.name in [\"c\", \"internal\", \"plpythonu\", \"plpython2u\", \"plpython3u\", \"plperlu\", \"pltclu\", \"plsh\", \"plluau\", \"plrubyu\", \"plr\", \"plphpu\", \"pljavau\", \"java\", \"clr\", \"adminpack\", \"file_fdw\", \"dblink\", \"postgres_fdw\", \"pg_cron\", \"pg_background\", \"http\", \"pg_net\"]",
      file: "no",
      formula: operation_target_name_in_c_internal_plpythonu_plpython2u_plp,
    }),
    verdict: "block",
    suppressible: false,
    message: "extension {operation.target} can access files, programs or other machines",
    description: "Some extensions can read files, run programs or connect to other machines. Once one is installed, SQL can do the same.",
    help: {
      "default": "Ask the administrators of the server to install it, for the roles that need it."
    },
    examples: [
      {
        "block": [
          "CREATE EXTENSION dblink",
          "CREATE EXTENSION IF NOT EXISTS plpython3u"
        ],
        "pass": [
          "CREATE EXTENSION citext"
        ]
      }
    ],
  },
  {
    id: "no-server-files",
    operations: [
      "access_file",
      "copy_from"
    ],
    when: precompiled({
      text: "operation.kind == \"access_file\" || operation.endpoint == \"file\"",
      file: "no",
      formula: some(operation_kind_access_file, operation_endpoint_file),
    }),
    verdict: "block",
    suppressible: false,
    message: "this reads or writes files on the database server",
    description: "COPY … FROM a file, LOAD DATA without LOCAL, BULK INSERT and functions such as pg_read_file access files as the account of the database server. These files can include keys, configuration and other databases.",
    help: {
      "default": "Send the content through the connection: use `COPY … FROM STDIN`, or a program on the client.",
      "mysql": "Send the content through the connection: use `LOAD DATA LOCAL`, or a program on the client.",
      "transactsql": "Send the content through the connection, with a program on the client."
    },
    examples: [
      {
        "block": [
          "SELECT pg_read_file('/etc/passwd')",
          "SELECT lo_export(1, '/tmp/x')",
          "COPY users FROM '/etc/passwd'"
        ],
        "pass": [
          "SELECT count(*) FROM users",
          "COPY users FROM STDIN"
        ]
      },
      {
        "block": [
          "SELECT LOAD_FILE('/etc/passwd')",
          "LOAD DATA INFILE '/etc/passwd' INTO TABLE users"
        ],
        "pass": [
          "LOAD DATA LOCAL INFILE 'users.csv' INTO TABLE users"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "BULK INSERT users FROM 'c:/users.csv'"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "SELECT edit('', 'sh')",
          "SELECT writefile('x', 'y')"
        ],
        "dialect": "sqlite"
      },
      {
        "pass": [
          "COPY users FROM 's3://imports/users' IAM_ROLE default"
        ],
        "dialect": "redshift"
      }
    ],
  },
  {
    id: "no-export-to-file",
    operations: [
      "copy_to"
    ],
    when: precompiled({
      text: "!(operation.endpoint == \"client\")",
      file: "no",
      formula: not(operation_endpoint_client),
    }),
    verdict: "block",
    suppressible: false,
    message: "rows are exported to a file or to object storage, instead of the client",
    description: "COPY … TO a file and SELECT … INTO OUTFILE write files as the account of the database server. A file written to the right place can be executed as a program. SQLite's VACUUM INTO writes the whole database. Redshift's UNLOAD and CockroachDB's EXPORT write rows to object storage, where the privileges of the database do not apply.",
    help: {
      "default": "Export from a client, with a role that can only read."
    },
    examples: [
      {
        "block": [
          "COPY users TO '/tmp/users.csv'"
        ],
        "pass": [
          "COPY users TO STDOUT"
        ]
      },
      {
        "block": [
          "SELECT * FROM users INTO OUTFILE '/tmp/x'"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "EXPORT INTO CSV 'external://exports' FROM TABLE users"
        ],
        "dialect": "cockroachdb"
      },
      {
        "block": [
          "UNLOAD ('SELECT * FROM users') TO 's3://exports/users' IAM_ROLE default"
        ],
        "dialect": "redshift"
      }
    ],
  },
  {
    id: "no-remote-sql",
    operations: [
      "remote_sql"
    ],
    verdict: "block",
    suppressible: false,
    message: "this runs SQL on another machine or sends data to it",
    description: "dblink and similar functions run SQL on another server. Querygate sees that SQL only as a text argument and cannot check it, and the call can send data out of the database.",
    help: {
      "default": "Connect to the other database from an application instead."
    },
    examples: [
      {
        "block": [
          "SELECT dblink_exec('host=x', 'DROP TABLE users')"
        ],
        "pass": [
          "SELECT * FROM users"
        ]
      }
    ],
  },
  {
    id: "no-text-as-sql",
    operations: [
      "execute_text"
    ],
    verdict: "block",
    message: "a function runs its text argument as SQL, which cannot be checked",
    description: "Functions such as `query_to_xml` run their text argument as a query, so what it does is hidden in a string.",
    help: {
      "default": "Write the query directly, so that Querygate can check it."
    },
    examples: [
      {
        "block": [
          "SELECT query_to_xml('DELETE FROM users', true, true, '')"
        ],
        "pass": [
          "SELECT to_json('x'::text)"
        ]
      }
    ],
  },
  {
    id: "no-unreadable-sql",
    operations: [
      "execute_dynamic"
    ],
    when: precompiled({
      text: "!operation.readable && !operation.deferred",
      file: "no",
      formula: all(not(operation_readable), not(operation_deferred)),
    }),
    verdict: "block",
    message: "SQL is built at run time, so it cannot be checked",
    description: "The text that an EXECUTE builds is known only at run time, and it can do anything that other rules forbid. Literal text is read and checked as usual, and so is text whose unknown parts are single names or values: what `format(%I)`, `%L` or `QUOTENAME` quotes, numbers and dates by their declared type or a cast, and in PL/pgSQL the ids of rows (`NEW.id`). In a routine that the change only creates, `no-unreadable-routine` warns instead.",
    help: {
      "default": "Write out the statement. If names really vary, let a reviewer allow this one with a reason."
    },
    examples: [
      {
        "block": [
          "DO $$ DECLARE t text; BEGIN SELECT x INTO t FROM y; EXECUTE 'DROP TABLE ' || t; END $$"
        ],
        "pass": [
          "DO $$ BEGIN EXECUTE 'ALTER TABLE users ADD COLUMN a int'; END $$",
          "DO $$ BEGIN FOR i IN 1..9 LOOP EXECUTE format('CREATE TABLE p_%s (a int)', i); END LOOP; END $$"
        ]
      },
      {
        "block": [
          "EXEC(@sql)",
          "EXEC sp_executesql @sql"
        ],
        "pass": [
          "EXEC('SELECT 1')"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-unreadable-routine",
    operations: [
      "execute_dynamic"
    ],
    when: precompiled({
      text: "!operation.readable && operation.deferred",
      file: "no",
      formula: all(not(operation_readable), operation_deferred),
    }),
    verdict: "warn",
    message: "this routine builds SQL at run time, which cannot be checked",
    description: "Nothing runs yet: the change creates the routine, but neither calls it nor attaches it to a trigger, event, policy, default or job. A routine that is replaced must not be attached in the SQL of the base branch either; if that SQL is not known, `no-unreadable-sql` blocks it. Once it is called, the text that it builds can do anything that its caller may do, and anything that its owner may do if it is SECURITY DEFINER (T-SQL: WITH EXECUTE AS). `no-destructive-routine` says how far calls are followed.",
    help: {
      "default": "Write out the statement, or build it only from constants and names quoted with `format(%I)`."
    },
    examples: [
      {
        "block": [
          "CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE q; END $$"
        ],
        "pass": [
          "CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE q; END $$; SELECT f($1)",
          "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ANALYZE users'; END $$"
        ]
      },
      {
        "block": [
          "CREATE PROCEDURE p @q nvarchar(max) AS EXEC sp_executesql @q"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-alter-system",
    operations: [
      "alter_system"
    ],
    verdict: "block",
    suppressible: false,
    message: "this changes the configuration of the whole server",
    description: "Server settings apply to every database and survive a restart. Some of them name programs to run.",
    help: {
      "default": "Change it in the tool that manages the server. For one transaction, use `SET LOCAL`."
    },
    examples: [
      {
        "block": [
          "ALTER SYSTEM SET archive_command = 'x'"
        ],
        "pass": [
          "SET LOCAL lock_timeout = '2s'"
        ]
      },
      {
        "block": [
          "SET GLOBAL max_connections = 10"
        ],
        "pass": [
          "SET SESSION sql_mode = DEFAULT"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "EXEC sp_configure 'xp_cmdshell', 1"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-alter-database",
    operations: [
      "alter_database"
    ],
    verdict: "warn",
    message: "this changes settings of the whole database {operation.target}",
    description: "ALTER DATABASE affects every user who connects afterwards. It can take the database offline, name libraries that each session loads, or trust code that was not trusted before.",
    help: {
      "default": "Change it in the tool that manages your databases. For one session, use `SET`."
    },
    examples: [
      {
        "block": [
          "ALTER DATABASE shop SET session_preload_libraries = 'x'"
        ],
        "pass": [
          "CREATE DATABASE shop"
        ]
      },
      {
        "block": [
          "ALTER DATABASE shop CHARACTER SET latin1"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER DATABASE shop SET TRUSTWORTHY ON",
          "ALTER DATABASE shop SET OFFLINE"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-catalog-write",
    operations: [
      "insert",
      "update",
      "delete",
      "truncate",
      "merge",
      "replace",
      "copy_from",
      "set"
    ],
    when: precompiled({
      text: "(!(operation.kind == \"set\") && ((statement.dialect in [\"postgresql\", \"cockroachdb\", \"redshift\"] && operation.target.name.startsWith(\"pg_\") && operation.target.schema in [\"\", \"pg_catalog\"] && !(operation.target.name == \"pg_search_documents\")) || (operation.target.name in [\"user\", \"db\", \"global_priv\", \"global_grants\", \"tables_priv\", \"columns_priv\", \"procs_priv\", \"proxies_priv\", \"role_edges\", \"roles_mapping\", \"default_roles\", \"func\", \"proc\", \"event\", \"plugin\", \"component\", \"servers\"] && operation.target.schema == \"mysql\") || (statement.dialect == \"sqlite\" && operation.target.name in [\"sqlite_master\", \"sqlite_schema\", \"sqlite_temp_master\", \"sqlite_temp_schema\"]))) || (operation.kind == \"set\" && operation.target.name == \"writable_schema\")",
      file: "no",
      formula: some(all(not(operation_kind_set), some(all(statement_dialect_in_postgresql_cockroachdb_redshift, operation_target_name_startsWith_pg, operation_target_schema_in_pg_catalog, not(operation_target_name_pg_search_documents)), all(operation_target_name_in_user_db_global_priv_global_grants_t, operation_target_schema_mysql), all(statement_dialect_sqlite, operation_target_name_in_sqlite_master_sqlite_schema_sqlite_))), all(operation_kind_set, operation_target_name_writable_schema)),
    }),
    verdict: "block",
    suppressible: false,
    message: "this writes to the system catalog of the database: {operation.target}",
    description: "The system catalog records which objects exist and who has access to them. Writing to it directly can give any privilege to any user, bypassing GRANT, and one wrong row can make the database unreadable.",
    help: {
      "default": "Use the statement that is made for the change, such as `ALTER TABLE`, `GRANT` or `ALTER ROLE`."
    },
    examples: [
      {
        "block": [
          "UPDATE pg_authid SET rolsuper = true WHERE rolname = 'app'",
          "DELETE FROM pg_catalog.pg_constraint WHERE conname = $1",
          "INSERT INTO pg_proc SELECT * FROM pg_proc WHERE proname = 'f'"
        ],
        "pass": [
          "SELECT relname FROM pg_class",
          "INSERT INTO app.pg_notes (id) VALUES (1)",
          "DELETE FROM pg_search_documents WHERE id = 1",
          "INSERT INTO ${schema}.users (id) VALUES (1)"
        ]
      },
      {
        "block": [
          "UPDATE mysql.user SET Super_priv = 'Y' WHERE User = 'app'",
          "REPLACE INTO mysql.db VALUES (1)"
        ],
        "pass": [
          "SELECT user FROM mysql.user WHERE user = 'app'",
          "INSERT INTO ${prefix}_users (id) VALUES (1)",
          "UPDATE `${prefix}users` SET a = 1 WHERE id = 2",
          "INSERT INTO ${table} (id) VALUES (1)"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "PRAGMA writable_schema = 1",
          "UPDATE sqlite_master SET sql = '' WHERE name = 'users'"
        ],
        "pass": [
          "DELETE FROM sqlite_sequence WHERE name = 'users'",
          "PRAGMA foreign_keys = ON"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "no-server-control",
    operations: [
      "server_control"
    ],
    when: precompiled({
      text: "!operation.createdHere",
      file: "no",
      formula: not(operation_createdHere),
    }),
    verdict: "block",
    suppressible: false,
    message: "this acts on the server itself, its sessions or its logs",
    description: "KILL, SHUTDOWN, FLUSH, PURGE and RESTORE affect every user of the server, and can delete logs that backups need.",
    help: {
      "default": "Leave it to the administrators of the server."
    },
    examples: [
      {
        "block": [
          "SHUTDOWN",
          "PURGE BINARY LOGS TO 'x'",
          "CALL mysql.rds_kill(1)"
        ],
        "pass": [
          "SHOW PROCESSLIST"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "KILL 53",
          "ALTER DATABASE shop SET OFFLINE"
        ],
        "pass": [
          "CREATE DATABASE shop; ALTER DATABASE shop SET SINGLE_USER",
          "ALTER DATABASE shop SET MULTI_USER"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-end-sessions",
    operations: [
      "end_session"
    ],
    verdict: "block",
    message: "this ends other sessions or cancels their queries",
    description: "The work of these sessions is rolled back, and the applications that they belong to see an error.",
    help: {
      "default": "Set `lock_timeout` and try again later instead of ending other sessions."
    },
    examples: [
      {
        "block": [
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        ],
        "pass": [
          "SELECT pid FROM pg_stat_activity"
        ]
      }
    ],
  },
  {
    id: "no-meta-command",
    operations: [
      "meta_command"
    ],
    when: precompiled({
      text: "!(operation.target.name in [\"setvar\", \"on\"])",
      file: "no",
      formula: not(operation_target_name_in_setvar_on),
    }),
    verdict: "block",
    suppressible: false,
    message: "this is a command of the client program, not SQL, so it cannot be checked",
    description: "Commands such as `\\!`, `\\i`, `:r` or `.read` run a shell or other files, which Querygate has not read. Commands that only print something, or set how it is printed, pass: `\\timing`, `\\echo`, `.headers on`, `warnings`. So does `\\set ON_ERROR_STOP on`.",
    help: {
      "default": "Put the SQL itself into the file, and leave the rest to the tool that runs it."
    },
    examples: [
      {
        "block": [
          "\\! rm -rf /\n",
          "\\i other.sql\n",
          "\\echo `ls`\n"
        ],
        "pass": [
          "SELECT 1",
          "\\set ON_ERROR_STOP on\n\\timing on\n"
        ]
      },
      {
        "block": [
          ".read other.sql\n"
        ],
        "pass": [
          ".headers on\n.mode column\n"
        ],
        "dialect": "sqlite"
      },
      {
        "block": [
          "!!dir\n",
          ":out x.txt\n"
        ],
        "pass": [
          ":on error exit\nSELECT 1"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-script-variable",
    operations: [
      "meta_command"
    ],
    when: precompiled({
      text: "operation.target.name == \"setvar\"",
      file: "no",
      formula: operation_target_name_setvar,
    }),
    verdict: "block",
    message: "this sets a variable of the client program to text that becomes part of the SQL and cannot be checked",
    description: "sqlcmd inserts the text of a variable wherever `$(name)` appears, before the server sees the statement. The text can end that statement and start another. A single name, number or path cannot, and passes.",
    help: {
      "default": "Write the value where it is used. If it must vary, let a reviewer allow this one with a reason."
    },
    examples: [
      {
        "block": [
          ":setvar x \"1; DROP TABLE users\"\nSELECT $(x)"
        ],
        "pass": [
          "SELECT $(x)",
          ":setvar DatabaseName \"shop\"\nUSE [$(DatabaseName)]",
          ":on error exit\nSELECT 1"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-attach-database",
    operations: [
      "attach_database"
    ],
    verdict: "warn",
    message: "another database file is attached or detached",
    description: "ATTACH creates the file if it does not exist, in any folder, and the statements that follow can write to it.",
    help: {
      "default": "Open the other file in a separate connection."
    },
    examples: [
      {
        "block": [
          "ATTACH DATABASE 'other.db' AS other"
        ],
        "pass": [
          "SELECT 1"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "no-sleep",
    operations: [
      "any"
    ],
    when: precompiled({
      text: "(operation.place == \"statement\" && statement.functions.exists(x, x in [\"pg_sleep\", \"pg_sleep_for\", \"pg_sleep_until\", \"sleep\", \"benchmark\"])) || (operation.kind == \"control\" && operation.target.name in [\"delay\", \"time\"])",
      file: "no",
      formula: some(all(operation_place_statement, statement_functions_exists_x_x_in_pg_sleep_pg_sleep_for_pg_s), all(operation_kind_control, operation_target_name_in_delay_time)),
    }),
    verdict: "warn",
    message: "the session sleeps and holds its locks meanwhile",
    description: "A sleep in a migration holds its locks and a connection. In an application query it is a sign of SQL injection.",
    help: {
      "default": "Wait in the tool that runs the file, between statements."
    },
    examples: [
      {
        "block": [
          "SELECT pg_sleep(10)"
        ],
        "pass": [
          "SELECT now()"
        ]
      },
      {
        "block": [
          "SELECT SLEEP(10)",
          "SELECT BENCHMARK(1000000, MD5(1))"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "WAITFOR DELAY '0:0:10'"
        ],
        "pass": [
          "PRINT 1"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-disable-constraint",
    operations: [
      "disable_constraint"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.recreated",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_recreated)),
    }),
    verdict: "block",
    message: "constraints of {operation.target} are no longer checked",
    description: "While a constraint is off, rows that break it are stored. Rows written in the meantime are not checked when it is on again, unless the server is told to check all rows.",
    help: {
      "default": "Change the rows so that they pass the constraint, or drop the constraint and add a correct one."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users NOCHECK CONSTRAINT ALL"
        ],
        "pass": [
          "ALTER TABLE users WITH CHECK CHECK CONSTRAINT ALL"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "PRAGMA ignore_check_constraints = ON"
        ],
        "pass": [
          "PRAGMA foreign_keys = ON"
        ],
        "dialect": "sqlite"
      },
      {
        "block": [
          "SET check_constraint_checks = 0"
        ],
        "pass": [
          "SET check_constraint_checks = 1"
        ],
        "dialect": "mariadb"
      }
    ],
  },
  {
    id: "no-disable-protection",
    operations: [
      "disable_protection"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.recreated",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_recreated)),
    }),
    verdict: "block",
    message: "this turns off or weakens a protection, such as an audit, a history, a log, a mask or encryption",
    description: "An audit, a history table, the binary log or a replication slot records what happens to the data. While it is off, nothing is recorded, and what is missing cannot be added later. A mask, a security barrier or encryption hides values from users, who can read them once it is off.",
    help: {
      "default": "Leave the protection on. If it is in the way, ask the administrators of the server."
    },
    examples: [
      {
        "block": [
          "SELECT pg_drop_replication_slot('backup')",
          "SECURITY LABEL FOR anon ON COLUMN users.email IS NULL"
        ],
        "pass": [
          "SELECT slot_name FROM pg_replication_slots"
        ]
      },
      {
        "block": [
          "SET sql_log_bin = 0",
          "UNINSTALL PLUGIN audit_log"
        ],
        "pass": [
          "SET sql_log_bin = 1"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE users SET (SYSTEM_VERSIONING = OFF)",
          "ALTER DATABASE shop SET TRUSTWORTHY ON",
          "ALTER SERVER AUDIT a WITH (STATE = OFF)"
        ],
        "pass": [
          "ALTER TABLE users SET (SYSTEM_VERSIONING = ON)",
          "ALTER DATABASE shop SET TRUSTWORTHY OFF"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "PRAGMA trusted_schema = ON"
        ],
        "pass": [
          "PRAGMA trusted_schema = OFF"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "no-paused-protection",
    operations: [
      "disable_constraint",
      "disable_protection"
    ],
    when: precompiled({
      text: "operation.recreated && !operation.createdHere",
      file: "no",
      formula: all(operation_recreated, not(operation_createdHere)),
    }),
    verdict: "warn",
    message: "a check or protection of {operation.target} is off until a later statement turns it on again",
    description: "Writes of other sessions pass in the meantime without the check or the history. If the file stops before the later statement, it stays off.",
    help: {
      "default": "Run all of it in one transaction."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE t NOCHECK CONSTRAINT ALL; ALTER TABLE t WITH CHECK CHECK CONSTRAINT ALL",
          "ALTER TABLE t SET (SYSTEM_VERSIONING = OFF); ALTER TABLE t SET (SYSTEM_VERSIONING = ON)"
        ],
        "pass": [
          "ALTER TABLE t WITH CHECK CHECK CONSTRAINT ALL",
          "ALTER TABLE t NOCHECK CONSTRAINT ALL"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-scheduled-event",
    operations: [
      "create_event"
    ],
    verdict: "warn",
    message: "event {operation.target} runs its SQL again and again, after this change was reviewed",
    description: "An event of MySQL or MariaDB runs unattended, with the privileges of its definer. Rows that it deletes or changes are lost a little at a time.",
    help: {
      "default": "Check the condition of each DELETE and UPDATE in it, and limit how many rows one run deletes."
    },
    examples: [
      {
        "block": [
          "CREATE EVENT purge ON SCHEDULE EVERY 1 HOUR DO DELETE FROM sessions WHERE expires_at < NOW()"
        ],
        "pass": [
          "DELETE FROM sessions WHERE expires_at < NOW()"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-scheduled-job",
    operations: [
      "schedule_job"
    ],
    when: precompiled({
      text: "!operation.deferred",
      file: "no",
      formula: not(operation_deferred),
    }),
    verdict: "block",
    message: "this changes or starts a job of the server, which runs SQL or programs later",
    description: "A job runs again and again, with the privileges of its owner, and after the change was reviewed. What it runs is hidden in a text or in the rows of a table.",
    help: {
      "default": "Manage jobs in the tool that manages the server, or let a reviewer allow this one with a reason."
    },
    examples: [
      {
        "block": [
          "SELECT cron.schedule('0 3 * * *', 'DELETE FROM users')",
          "INSERT INTO cron.job (command) VALUES ('x')",
          "SELECT alter_job(1007, scheduled => true, config => '{}')",
          "UPDATE partman.part_config SET retention = '1 day' WHERE parent_table = 'public.logs'"
        ],
        "pass": [
          "SELECT alter_job(1007, scheduled => false)",
          "SELECT jobid FROM cron.job",
          "SELECT app.schedule(1)",
          "INSERT INTO schedule (id) VALUES (1)",
          "CREATE FUNCTION plan() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM cron.schedule('0 3 * * *', 'x'); END $$"
        ]
      },
      {
        "block": [
          "EXEC msdb.dbo.sp_add_job @job_name = 'x'",
          "EXEC sp_procoption 'p', 'startup', 'on'"
        ],
        "pass": [
          "EXEC msdb.dbo.sp_help_job @job_name = 'x'"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "ALTER TABLE sessions SET (ttl_expire_after = '1 day')"
        ],
        "pass": [
          "CREATE TABLE sessions (id int PRIMARY KEY) WITH (ttl_expire_after = '1 day')"
        ],
        "dialect": "cockroachdb"
      }
    ],
  },
  {
    id: "no-drop-job",
    operations: [
      "drop_job",
      "drop_event"
    ],
    when: precompiled({
      text: "!operation.recreated",
      file: "no",
      formula: not(operation_recreated),
    }),
    verdict: "warn",
    message: "a scheduled job is removed, turned off or on, or changed: {operation.target}",
    description: "The job may do backups, retention or refreshes. Nothing fails when it no longer runs.",
    help: {
      "default": "Check what the job does, and who relies on it."
    },
    examples: [
      {
        "block": [
          "SELECT cron.unschedule('nightly')",
          "SELECT alter_job(1007, scheduled => false)",
          "UPDATE partman.part_config SET retention = NULL WHERE parent_table = 'public.logs'"
        ],
        "pass": [
          "SELECT app.unschedule(1)",
          "SELECT alter_job(1007, scheduled => false, config => '{}')"
        ]
      },
      {
        "block": [
          "EXEC msdb.dbo.sp_delete_job @job_name = 'x'"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "DROP EVENT IF EXISTS nightly",
          "ALTER EVENT nightly DISABLE"
        ],
        "pass": [
          "DROP EVENT nightly; CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DO SELECT 1",
          "ALTER EVENT nightly ENABLE"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-discarded-writes",
    operations: [
      "discard_writes"
    ],
    when: precompiled({
      text: "!operation.createdHere",
      file: "no",
      formula: not(operation_createdHere),
    }),
    verdict: "block",
    message: "later writes to {operation.target} can be discarded without an error",
    description: "With `DO INSTEAD NOTHING`, `RAISE(IGNORE)`, an INSTEAD OF trigger that does nothing, or a trigger function that only returns NULL, a write succeeds and its data is lost. The application does not notice.",
    help: {
      "default": "Raise an error instead, so that the application sees that the row was not written."
    },
    examples: [
      {
        "block": [
          "CREATE RULE r AS ON DELETE TO users DO INSTEAD NOTHING"
        ],
        "pass": [
          "CREATE RULE r AS ON DELETE TO users DO ALSO NOTIFY gone"
        ]
      },
      {
        "block": [
          "CREATE TRIGGER t BEFORE INSERT ON users BEGIN SELECT RAISE(IGNORE); END"
        ],
        "pass": [
          "CREATE TRIGGER t BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'x'); END"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "no-reduced-durability",
    operations: [
      "reduce_durability"
    ],
    when: precompiled({
      text: "!operation.createdHere",
      file: "no",
      formula: not(operation_createdHere),
    }),
    verdict: "warn",
    message: "after a crash of the server, committed rows can be lost",
    description: "An unlogged table is emptied after a crash. Without a journal or synchronous writes, a crash or power loss can damage the whole database.",
    help: {
      "default": "Keep the default, and make large writes in batches if they are slow."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users SET UNLOGGED"
        ],
        "pass": [
          "ALTER TABLE users SET LOGGED",
          "CREATE TABLE t (id int); ALTER TABLE t SET UNLOGGED"
        ]
      },
      {
        "block": [
          "PRAGMA synchronous = OFF",
          "PRAGMA journal_mode = OFF"
        ],
        "pass": [
          "PRAGMA journal_mode = WAL",
          "PRAGMA synchronous = NORMAL"
        ],
        "dialect": "sqlite"
      },
      {
        "block": [
          "ALTER DATABASE shop SET DELAYED_DURABILITY = FORCED"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-replication-change",
    operations: [
      "change_replication"
    ],
    when: precompiled({
      text: "!operation.createdHere",
      file: "no",
      formula: not(operation_createdHere),
    }),
    verdict: "warn",
    message: "replication of {operation.target} changes, so other databases can get fewer rows, more rows or an error",
    description: "Publications, subscriptions and replica identities decide which rows other databases get. Without a replica identity, UPDATE and DELETE of a published table fail.",
    help: {
      "default": "Change replication in the tool that manages your servers, together with the other side."
    },
    examples: [
      {
        "block": [
          "ALTER PUBLICATION p DROP TABLE users",
          "ALTER TABLE users REPLICA IDENTITY NOTHING"
        ],
        "pass": [
          "ALTER TABLE users REPLICA IDENTITY FULL"
        ]
      },
      {
        "block": [
          "EXEC sp_droparticle 'p', 'users'"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-remote-server",
    operations: [
      "remote_server"
    ],
    verdict: "warn",
    message: "this defines another server, or how this one logs in to it",
    description: "Queries can read from the other server and write to it afterwards. The password stays in the history of the repository.",
    help: {
      "default": "Manage connections between servers, and their passwords, in the tool that manages your servers."
    },
    examples: [
      {
        "block": [
          "CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'x')",
          "CREATE USER MAPPING FOR app SERVER other OPTIONS (password 'x')"
        ],
        "pass": [
          "DROP SERVER other"
        ]
      },
      {
        "block": [
          "ALTER SERVER s OPTIONS (HOST 'x')"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "EXEC sp_addlinkedserver 'other'"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-sequence-reset",
    operations: [
      "reset_sequence"
    ],
    when: precompiled({
      text: "!operation.createdHere && !(operation.target.name == \"sqlite_sequence\")",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_target_name_sqlite_sequence)),
    }),
    verdict: "warn",
    message: "a counter is set to a given value: if it goes back, new rows get numbers that are in use",
    description: "A sequence that goes back gives numbers that rows have already. Inserts then fail, or, without a unique key, two rows get the same number.",
    help: {
      "default": "Compute the value from the rows: `SELECT setval('users_id_seq', max(id)) FROM users`."
    },
    examples: [
      {
        "block": [
          "SELECT setval('users_id_seq', 1)",
          "ALTER SEQUENCE users_id_seq RESTART"
        ],
        "pass": [
          "SELECT setval('users_id_seq', max(id)) FROM users",
          "CREATE SEQUENCE s; ALTER SEQUENCE s RESTART WITH 5"
        ]
      },
      {
        "block": [
          "DBCC CHECKIDENT ('users', RESEED, 0)"
        ],
        "pass": [
          "DBCC CHECKIDENT ('users', NORESEED)"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-clear-history",
    operations: [
      "clear_history"
    ],
    verdict: "warn",
    message: "logs, statistics, old versions of rows or the history of jobs and backups are deleted",
    description: "What is deleted can no longer explain an incident or an attack. Cleared plans and statistics make queries slow until they are collected again. With a `gc.ttlseconds` below the default of 4 hours, CockroachDB deletes old versions of rows before a query `AS OF SYSTEM TIME` or an incremental backup can read them.",
    help: {
      "default": "Let the server remove old entries by age."
    },
    examples: [
      {
        "block": [
          "SELECT pg_stat_statements_reset()"
        ],
        "pass": [
          "SELECT query FROM pg_stat_statements"
        ]
      },
      {
        "block": [
          "CALL mysql.rds_rotate_general_log()"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "EXEC sp_cycle_errorlog",
          "DBCC FREEPROCCACHE"
        ],
        "pass": [
          "DBCC SQLPERF (LOGSPACE)"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "ALTER TABLE orders CONFIGURE ZONE USING gc.ttlseconds = 600"
        ],
        "pass": [
          "ALTER TABLE orders CONFIGURE ZONE USING gc.ttlseconds = 90000"
        ],
        "dialect": "cockroachdb"
      }
    ],
  },
  {
    id: "no-shrink",
    operations: [
      "maintain"
    ],
    when: precompiled({
      text: "operation.maintenance == \"shrink\"",
      file: "no",
      formula: operation_maintenance_shrink,
    }),
    verdict: "warn",
    message: "shrinking files moves pages, which fragments every index and blocks other sessions",
    description: "DBCC SHRINKDATABASE and SHRINKFILE move pages from the end of a file to its start. The file grows again soon.",
    help: {
      "default": "Leave free space in the files. Shrink a file once, by hand, if most of it stays empty."
    },
    examples: [
      {
        "block": [
          "DBCC SHRINKDATABASE (shop)"
        ],
        "pass": [
          "DBCC CHECKDB (shop)"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-column-type-change",
    operations: [
      "alter_column_type"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary && (operation.changeEffects.exists(effect, effect != \"\") || !(operation.typeChange in [\"same\", \"widen\"]))",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary), some(operation_changeEffects_exists_effect_effect, not(operation_typeChange_in_same_widen))),
    }),
    verdict: "warn",
    message: "changing {operation.columns} in {operation.target} can {operation.changeEffects}",
    description: "A narrower type truncates, rounds or rejects existing values. Most type changes also rewrite the whole table under a lock that blocks reads. MySQL's MODIFY and CHANGE also remove what the new definition does not repeat, such as NOT NULL and DEFAULT. Where the SQL of the base branch shows the old definition, the message says what this change can do, and a change that keeps all values and the stored rows passes, such as `varchar(255)` to `varchar(500)` in PostgreSQL.",
    help: {
      "default": "Add a column of the new type, fill it in batches, switch over, and drop the old column later. With MODIFY and CHANGE, repeat the whole definition of the column."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users ALTER COLUMN name TYPE varchar(10)"
        ],
        "pass": [
          "ALTER TABLE users ALTER COLUMN name SET DEFAULT ''"
        ]
      },
      {
        "block": [
          "ALTER TABLE users ALTER COLUMN name TYPE varchar(100)",
          "ALTER TABLE users ALTER COLUMN id TYPE bigint",
          "ALTER TABLE users ALTER COLUMN total TYPE numeric(12, 1)"
        ],
        "pass": [
          "ALTER TABLE users ALTER COLUMN name TYPE varchar(500)",
          "ALTER TABLE users ALTER COLUMN name TYPE text",
          "ALTER TABLE users ALTER COLUMN total TYPE numeric(12, 2)"
        ],
        "base": "CREATE TABLE users (id int, name varchar(255), total numeric(10, 2))"
      },
      {
        "block": [
          "ALTER TABLE users MODIFY name varchar(10)"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE users MODIFY name varchar(200)",
          "ALTER TABLE users MODIFY name varchar(50) NOT NULL"
        ],
        "pass": [
          "ALTER TABLE users MODIFY name varchar(200) NOT NULL",
          "ALTER TABLE users MODIFY name varchar(100) NOT NULL COMMENT 'as printed'"
        ],
        "dialect": "mysql",
        "base": "CREATE TABLE users (id int, name varchar(100) NOT NULL)"
      },
      {
        "block": [
          "ALTER TABLE users ALTER COLUMN name varchar(10)"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "ALTER TABLE users ALTER COLUMN name varchar(200)"
        ],
        "pass": [
          "ALTER TABLE users ALTER COLUMN name varchar(200) NOT NULL"
        ],
        "dialect": "transactsql",
        "base": "CREATE TABLE users (id int, name varchar(100) NOT NULL)"
      }
    ],
  },
  {
    id: "no-rename",
    operations: [
      "rename_table",
      "rename_column",
      "rename_other",
      "set_schema"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary && !operation.recreated && !(operation.kind == \"rename_other\" && operation.objectType in [\"index\", \"constraint\", \"trigger\", \"event trigger\", \"event\", \"policy\", \"rule\", \"statistics\", \"tablespace\", \"operator\", \"conversion\"])",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary), not(operation_recreated), not(all(operation_kind_rename_other, operation_objectType_in_index_constraint_trigger_event_trigg))),
    }),
    verdict: "warn",
    message: "code that still uses the old name fails immediately",
    description: "No release can use the old and the new name at the same time, so a rename breaks whatever is running at that moment. The rule does not match if the file gives the old name to another object afterwards, as tools that change MySQL's tables online do, nor for indexes, constraints, triggers, policies and other objects that queries do not name.",
    help: {
      "default": "Add the new name next to the old one (a column to copy into, or a view), move the code over, and remove the old name later."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE users RENAME TO people",
          "ALTER TABLE users RENAME COLUMN a TO b",
          "ALTER TABLE users SET SCHEMA app",
          "ALTER SCHEMA billing RENAME TO finance",
          "ALTER VIEW report RENAME TO summary",
          "ALTER VIEW report RENAME COLUMN total TO amount",
          "ALTER FUNCTION price(int) RENAME TO cost",
          "ALTER SEQUENCE users_id_seq RENAME TO people_id_seq",
          "ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'",
          "ALTER TYPE address RENAME ATTRIBUTE zip TO postcode"
        ],
        "pass": [
          "ALTER INDEX users_idx RENAME TO people_idx",
          "ALTER TABLE users RENAME CONSTRAINT a TO b",
          "ALTER TRIGGER audit ON users RENAME TO log",
          "ALTER POLICY tenant ON users RENAME TO own_rows",
          "CREATE TABLE t (a int); ALTER TABLE t RENAME TO u",
          "ALTER TYPE mood RENAME TO mood_old; CREATE TYPE mood AS ENUM ('calm'); DROP TYPE mood_old"
        ]
      },
      {
        "block": [
          "RENAME TABLE users TO people",
          "RENAME TABLE users TO users_old, people TO users",
          "RENAME USER app TO web"
        ],
        "pass": [
          "RENAME TABLE users TO _users_del, _users_gho TO users",
          "ALTER TABLE users RENAME INDEX a TO b"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "EXEC sp_rename 'dbo.mood', 'state', 'USERDATATYPE'"
        ],
        "pass": [
          "EXEC sp_rename 'dbo.users.a', 'b', 'INDEX'"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-cascading-key",
    operations: [
      "add_cascade"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary)),
    }),
    verdict: "warn",
    message: "deleting a referenced row now also deletes rows of {operation.target}",
    description: "The file replaces a foreign key by one with ON DELETE CASCADE. A DELETE that failed before, because rows still referred to the deleted one, then deletes these rows too.",
    help: {
      "default": "Keep the old action, and delete the rows that refer to others in a statement of their own."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders DROP CONSTRAINT orders_user_fk, ADD CONSTRAINT orders_user_fk FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE"
        ],
        "pass": [
          "ALTER TABLE orders ADD FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE",
          "ALTER TABLE orders DROP CONSTRAINT c; ALTER TABLE orders ADD FOREIGN KEY (a) REFERENCES b ON DELETE RESTRICT"
        ]
      },
      {
        "block": [
          "ALTER TABLE a DROP FOREIGN KEY f; ALTER TABLE a ADD CONSTRAINT f FOREIGN KEY (b) REFERENCES c (id) ON DELETE CASCADE"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-replace-into",
    operations: [
      "replace"
    ],
    when: precompiled({
      text: "!operation.createdHere && !operation.temporary",
      file: "no",
      formula: all(not(operation_createdHere), not(operation_temporary)),
    }),
    verdict: "warn",
    message: "REPLACE deletes conflicting rows of {operation.target}, including the columns that it does not set",
    description: "REPLACE deletes the old row before it inserts the new one. Columns that it does not name get their default values, and rows that reference the old row may be deleted too.",
    help: {
      "default": "Use `INSERT … ON DUPLICATE KEY UPDATE` or `INSERT … ON CONFLICT … DO UPDATE`."
    },
    examples: [
      {
        "block": [
          "REPLACE INTO users (id) VALUES (1)"
        ],
        "pass": [
          "INSERT INTO users (id) VALUES (1)"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "INSERT OR REPLACE INTO users (id) VALUES (1)"
        ],
        "pass": [
          "INSERT OR IGNORE INTO users (id) VALUES (1)"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "no-merge-delete",
    operations: [
      "merge_delete"
    ],
    when: precompiled({
      text: "!(operation.filter in [\"none\", \"always_true\"]) && !operation.createdHere && !operation.temporary",
      file: "no",
      formula: all(not(operation_filter_in_none_always_true), not(operation_createdHere), not(operation_temporary)),
    }),
    verdict: "warn",
    message: "this MERGE deletes rows of {operation.target}",
    description: "Which rows the DELETE branch deletes depends on what the source contains at that moment. An empty source can mean all of them.",
    help: {
      "default": "Use a separate DELETE statement, with a filter that says which rows."
    },
    examples: [
      {
        "block": [
          "MERGE INTO users u USING gone g ON u.id = g.id WHEN MATCHED THEN DELETE"
        ],
        "pass": [
          "MERGE INTO users u USING new n ON u.id = n.id WHEN MATCHED THEN UPDATE SET name = n.name"
        ]
      }
    ],
  },
  {
    id: "no-drop-view-cascade",
    operations: [
      "drop_view",
      "drop_function",
      "drop_procedure",
      "drop_constraint",
      "drop_index",
      "drop_rule"
    ],
    when: precompiled({
      text: "operation.cascade && !operation.createdHere",
      file: "no",
      formula: all(operation_cascade, not(operation_createdHere)),
    }),
    verdict: "warn",
    message: "CASCADE also drops everything that depends on {operation.target}",
    description: "CASCADE drops views, triggers, defaults and foreign keys that the file does not name. No rows are lost, but queries fail.",
    help: {
      "default": "Drop the dependent objects first, each by name, and leave out CASCADE."
    },
    examples: [
      {
        "block": [
          "DROP VIEW report CASCADE",
          "DROP FUNCTION f() CASCADE"
        ],
        "pass": [
          "DROP VIEW report",
          "CREATE VIEW v AS SELECT 1; DROP VIEW v CASCADE"
        ]
      }
    ],
  },
  {
    id: "no-drop-materialized-view",
    operations: [
      "drop_materialized_view"
    ],
    when: precompiled({
      text: "!operation.cascade && !operation.createdHere",
      file: "no",
      formula: all(not(operation_cascade), not(operation_createdHere)),
    }),
    verdict: "warn",
    message: "materialized view {operation.target} must be computed again if it is still needed",
    description: "The rows of the view can be computed again, but that may take a long time. Queries on the view fail meanwhile.",
    help: {
      "default": "Create the new view under another name first, then swap the names."
    },
    examples: [
      {
        "block": [
          "DROP MATERIALIZED VIEW totals"
        ],
        "pass": [
          "REFRESH MATERIALIZED VIEW totals"
        ]
      }
    ],
  },
  {
    id: "no-drop-constraint",
    operations: [
      "drop_constraint"
    ],
    when: precompiled({
      text: "!operation.recreated && !operation.tableCreatedHere && !operation.onlyDefined && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(not(operation_recreated), not(operation_tableCreatedHere), not(operation_onlyDefined), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "{operation.target} may get rows from now on that constraint {operation.constraint} refused",
    description: "Without its key, foreign key or check, a table takes rows that are duplicate, orphaned or invalid, and the constraint cannot be added again until they are gone. Dropping a foreign key also locks the table that it references. A constraint that the file replaces does not count.",
    help: {
      "default": "Make sure that the application or another constraint keeps such rows out."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders DROP CONSTRAINT orders_customer_id_fkey",
          "ALTER TABLE orders DROP CONSTRAINT orders_pkey; ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0)"
        ],
        "pass": [
          "ALTER TABLE orders DROP CONSTRAINT orders_state_check; ALTER TABLE orders ADD CONSTRAINT orders_state_check CHECK (state <> '') NOT VALID",
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NOT VALID; ALTER TABLE orders DROP CONSTRAINT c",
          "ALTER TABLE orders ALTER COLUMN total SET NOT NULL; ALTER TABLE orders DROP CONSTRAINT orders_total_check",
          "CREATE TABLE t (a int CONSTRAINT c CHECK (a > 0)); ALTER TABLE t DROP CONSTRAINT c"
        ]
      },
      {
        "pass": [
          "ALTER TABLE orders DROP CHECK orders_state_check"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-drop-unique-index",
    operations: [
      "drop_index"
    ],
    when: precompiled({
      text: "operation.unique && !operation.recreated && !operation.createdHere && !operation.tableCreatedHere && !operation.onlyDefined && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_unique, not(operation_recreated), not(operation_createdHere), not(operation_tableCreatedHere), not(operation_onlyDefined), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "the table of {operation.target} may get duplicate rows from now on",
    description: "By its name the index is unique. Without it, the table takes duplicate rows, and ON CONFLICT on its columns fails. An index that the file replaces does not count.",
    help: {
      "default": "Create the unique index that replaces it first. If the rows need not be unique, allow the statement with a comment."
    },
    examples: [
      {
        "block": [
          "DROP INDEX CONCURRENTLY orders_number_key",
          "CREATE UNIQUE INDEX orders_mail_key ON orders (mail); DROP INDEX orders_number_key"
        ],
        "pass": [
          "DROP INDEX orders_customer_idx",
          "DROP INDEX orders_number_key; CREATE UNIQUE INDEX orders_number_key ON orders (number)",
          "CREATE UNIQUE INDEX orders_number_region_key ON orders (number, region); DROP INDEX orders_number_key"
        ]
      }
    ],
  },
];
