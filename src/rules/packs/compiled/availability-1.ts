// Generated from availability-1.yml and the files that it extends, by `npm run generate`.
import { all, atom, not, precompiled, some } from '../../conditions/precompiled.ts';
import type { PackRule } from '../pack-rule.ts';

const operation_concurrently = atom("operation.concurrently", "operation.concurrently", ({ operation }) => operation.concurrently);
const operation_indexType_in: ReadonlySet<string> = new Set(["fulltext", "partitioned"]);
const operation_indexType_in_fulltext_partitioned = atom("operation.indexType in [ \"fulltext\" , \"partitioned\" ]", "operation.indexType", ({ operation }) => operation.indexType === undefined ? undefined : operation_indexType_in.has(operation.indexType));
const operation_tableCreatedHere = atom("operation.tableCreatedHere", "operation.tableCreatedHere", ({ operation }) => operation.tableCreatedHere);
const statement_dialect_in: ReadonlySet<string> = new Set(["postgresql", "transactsql"]);
const statement_dialect_in_postgresql_transactsql = atom("statement.dialect in [ \"postgresql\" , \"transactsql\" ]", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement_dialect_in.has(statement.dialect));
const operation_createdHere = atom("operation.createdHere", "operation.createdHere", ({ operation }) => operation.createdHere);
const operation_tableDroppedHere = atom("operation.tableDroppedHere", "operation.tableDroppedHere", ({ operation }) => operation.tableDroppedHere);
const operation_lockRepeated = atom("operation.lockRepeated", "operation.lockRepeated", ({ operation }) => operation.lockRepeated);
const statement_dialect_postgresql = atom("statement.dialect = = \"postgresql\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "postgresql");
const operation_ifNotExists = atom("operation.ifNotExists", "operation.ifNotExists", ({ operation }) => operation.ifNotExists);
const operation_recreated = atom("operation.recreated", "operation.recreated", ({ operation }) => operation.recreated);
const operation_indexGap = atom("operation.indexGap", "operation.indexGap", ({ operation }) => operation.indexGap);
const operation_maintenance_reindex = atom("operation.maintenance = = \"reindex\"", "operation.maintenance", ({ operation }) => operation.maintenance === undefined ? undefined : operation.maintenance === "reindex");
const statement_inTransaction = atom("statement.inTransaction", "statement.inTransaction", ({ statement }) => statement.inTransaction);
const operation_place_in: ReadonlySet<string> = new Set(["do_block", "routine_body", "dynamic"]);
const operation_place_in_do_block_routine_body_dynamic = atom("operation.place in [ \"do_block\" , \"routine_body\" , \"dynamic\" ]", "operation.place", ({ operation }) => operation.place === undefined ? undefined : operation_place_in.has(operation.place));
const operation_indexType_in_2: ReadonlySet<string> = new Set(["fulltext", "spatial"]);
const operation_indexType_in_fulltext_spatial = atom("operation.indexType in [ \"fulltext\" , \"spatial\" ]", "operation.indexType", ({ operation }) => operation.indexType === undefined ? undefined : operation_indexType_in_2.has(operation.indexType));
const operation_lockOption_none = atom("operation.lockOption = = \"none\"", "operation.lockOption", ({ operation }) => operation.lockOption === undefined ? undefined : operation.lockOption === "none");
const operation_algorithm_instant = atom("operation.algorithm = = \"instant\"", "operation.algorithm", ({ operation }) => operation.algorithm === undefined ? undefined : operation.algorithm === "instant");
const statement_dialect_in_2: ReadonlySet<string> = new Set(["mysql", "mariadb"]);
const statement_dialect_in_mysql_mariadb = atom("statement.dialect in [ \"mysql\" , \"mariadb\" ]", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement_dialect_in_2.has(statement.dialect));
const operation_kind_in: ReadonlySet<string> = new Set(["create_index", "drop_index"]);
const operation_kind_in_create_index_drop_index = atom("operation.kind in [ \"create_index\" , \"drop_index\" ]", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation_kind_in.has(operation.kind));
const operation_maintenance_rewrite = atom("operation.maintenance = = \"rewrite\"", "operation.maintenance", ({ operation }) => operation.maintenance === undefined ? undefined : operation.maintenance === "rewrite");
const operation_constraintType_in: ReadonlySet<string> = new Set(["primary_key", "unique"]);
const operation_constraintType_in_primary_key_unique = atom("operation.constraintType in [ \"primary_key\" , \"unique\" ]", "operation.constraintType", ({ operation }) => operation.constraintType === undefined ? undefined : operation_constraintType_in.has(operation.constraintType));
const operation_algorithm_in: ReadonlySet<string> = new Set(["instant", "inplace", "nocopy"]);
const operation_algorithm_in_instant_inplace_nocopy = atom("operation.algorithm in [ \"instant\" , \"inplace\" , \"nocopy\" ]", "operation.algorithm", ({ operation }) => operation.algorithm === undefined ? undefined : operation_algorithm_in.has(operation.algorithm));
const operation_defaultKind_in: ReadonlySet<string> = new Set(["stored", "volatile"]);
const operation_defaultKind_in_stored_volatile = atom("operation.defaultKind in [ \"stored\" , \"volatile\" ]", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation_defaultKind_in.has(operation.defaultKind));
const operation_defaultKind_identity = atom("operation.defaultKind = = \"identity\"", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation.defaultKind === "identity");
const operation_typeChange_narrow = atom("operation.typeChange = = \"narrow\"", "operation.typeChange", ({ operation }) => operation.typeChange === undefined ? undefined : operation.typeChange === "narrow");
const statement_dialect_mysql = atom("statement.dialect = = \"mysql\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "mysql");
const operation_algorithm_in_2: ReadonlySet<string> = new Set(["instant", "inplace"]);
const operation_algorithm_in_instant_inplace = atom("operation.algorithm in [ \"instant\" , \"inplace\" ]", "operation.algorithm", ({ operation }) => operation.algorithm === undefined ? undefined : operation_algorithm_in_2.has(operation.algorithm));
const operation_typeChange_convert = atom("operation.typeChange = = \"convert\"", "operation.typeChange", ({ operation }) => operation.typeChange === undefined ? undefined : operation.typeChange === "convert");
const operation_lockOption_in: ReadonlySet<string> = new Set(["none", "shared", "exclusive"]);
const operation_lockOption_in_none_shared_exclusive = atom("operation.lockOption in [ \"none\" , \"shared\" , \"exclusive\" ]", "operation.lockOption", ({ operation }) => operation.lockOption === undefined ? undefined : operation_lockOption_in.has(operation.lockOption));
const operation_kind_add_constraint = atom("operation.kind = = \"add_constraint\"", "operation.kind", ({ operation }) => operation.kind === undefined ? undefined : operation.kind === "add_constraint");
const operation_algorithm_copy = atom("operation.algorithm = = \"copy\"", "operation.algorithm", ({ operation }) => operation.algorithm === undefined ? undefined : operation.algorithm === "copy");
const operation_defaultKind_in_2: ReadonlySet<string> = new Set(["stored", "volatile", "identity"]);
const operation_defaultKind_in_stored_volatile_identity = atom("operation.defaultKind in [ \"stored\" , \"volatile\" , \"identity\" ]", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation_defaultKind_in_2.has(operation.defaultKind));
const operation_lockOption_in_2: ReadonlySet<string> = new Set(["shared", "exclusive"]);
const operation_lockOption_in_shared_exclusive = atom("operation.lockOption in [ \"shared\" , \"exclusive\" ]", "operation.lockOption", ({ operation }) => operation.lockOption === undefined ? undefined : operation_lockOption_in_2.has(operation.lockOption));
const operation_algorithm_instant_2 = atom("operation.algorithm ! = \"instant\"", "operation.algorithm", ({ operation }) => operation.algorithm === undefined ? undefined : operation.algorithm !== "instant");
const operation_constraintType_foreign_key = atom("operation.constraintType = = \"foreign_key\"", "operation.constraintType", ({ operation }) => operation.constraintType === undefined ? undefined : operation.constraintType === "foreign_key");
const operation_notValid = atom("operation.notValid", "operation.notValid", ({ operation }) => operation.notValid);
const operation_inline = atom("operation.inline", "operation.inline", ({ operation }) => operation.inline);
const operation_hasDefault = atom("operation.hasDefault", "operation.hasDefault", ({ operation }) => operation.hasDefault);
const statement_dialect_mariadb = atom("statement.dialect = = \"mariadb\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "mariadb");
const has_file_path = atom("has ( file.path )", "file.path", ({ file }) => file !== undefined);
const operation_tableFilledHere = atom("operation.tableFilledHere", "operation.tableFilledHere", ({ operation }) => operation.tableFilledHere);
const operation_lockedTables_exists_table_table = atom("operation.lockedTables.exists ( table , table ! = \"\" )", "operation.lockedTables", ({ operation }) => operation.lockedTables === undefined ? undefined : operation.lockedTables.some((x) => x !== ""));
const statement_dialect_in_3: ReadonlySet<string> = new Set(["postgresql", "transactsql", "mysql", "mariadb"]);
const statement_dialect_in_postgresql_transactsql_mysql_mariadb = atom("statement.dialect in [ \"postgresql\" , \"transactsql\" , \"mysql\" , \"mariadb\" ]", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement_dialect_in_3.has(statement.dialect));
const operation_constraintType_in_2: ReadonlySet<string> = new Set(["check", "not_null"]);
const operation_constraintType_in_check_not_null = atom("operation.constraintType in [ \"check\" , \"not_null\" ]", "operation.constraintType", ({ operation }) => operation.constraintType === undefined ? undefined : operation_constraintType_in_2.has(operation.constraintType));
const operation_checkedDomain = atom("operation.checkedDomain", "operation.checkedDomain", ({ operation }) => operation.checkedDomain);
const operation_constraintType_in_3: ReadonlySet<string> = new Set(["unique", "primary_key"]);
const operation_constraintType_in_unique_primary_key = atom("operation.constraintType in [ \"unique\" , \"primary_key\" ]", "operation.constraintType", ({ operation }) => operation.constraintType === undefined ? undefined : operation_constraintType_in_3.has(operation.constraintType));
const operation_usingIndex = atom("operation.usingIndex", "operation.usingIndex", ({ operation }) => operation.usingIndex);
const operation_partitioned = atom("operation.partitioned", "operation.partitioned", ({ operation }) => operation.partitioned);
const has_statement_serverVersion = atom("has ( statement.serverVersion )", "statement.serverVersion", ({ statement }) => statement.serverVersion !== undefined);
const statement_serverVersion_180000 = atom("statement.serverVersion < 180000", "statement.serverVersion", ({ statement }) => statement.serverVersion === undefined ? undefined : statement.serverVersion < 180000);
const operation_constraintType_exclusion = atom("operation.constraintType = = \"exclusion\"", "operation.constraintType", ({ operation }) => operation.constraintType === undefined ? undefined : operation.constraintType === "exclusion");
const operation_notNullChecked = atom("operation.notNullChecked", "operation.notNullChecked", ({ operation }) => operation.notNullChecked);
const statement_serverVersion_120000 = atom("statement.serverVersion < 120000", "statement.serverVersion", ({ statement }) => statement.serverVersion === undefined ? undefined : statement.serverVersion < 120000);
const statement_ddlInTransaction = atom("statement.ddlInTransaction", "statement.ddlInTransaction", ({ statement }) => statement.ddlInTransaction);
const operation_constraintType_primary_key = atom("operation.constraintType = = \"primary_key\"", "operation.constraintType", ({ operation }) => operation.constraintType === undefined ? undefined : operation.constraintType === "primary_key");
const operation_defaultKind_in_3: ReadonlySet<string> = new Set(["volatile", "stored", "identity"]);
const operation_defaultKind_in_volatile_stored_identity = atom("operation.defaultKind in [ \"volatile\" , \"stored\" , \"identity\" ]", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation_defaultKind_in_3.has(operation.defaultKind));
const operation_defaultKind_in_4: ReadonlySet<string> = new Set(["stored", "identity", "volatile"]);
const operation_defaultKind_in_stored_identity_volatile = atom("operation.defaultKind in [ \"stored\" , \"identity\" , \"volatile\" ]", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation_defaultKind_in_4.has(operation.defaultKind));
const operation_defaultKind_in_5: ReadonlySet<string> = new Set(["stored", "identity"]);
const operation_defaultKind_in_stored_identity = atom("operation.defaultKind in [ \"stored\" , \"identity\" ]", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation_defaultKind_in_5.has(operation.defaultKind));
const operation_defaultKind_volatile = atom("operation.defaultKind = = \"volatile\"", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation.defaultKind === "volatile");
const operation_notNull = atom("operation.notNull", "operation.notNull", ({ operation }) => operation.notNull);
const statement_dialect_transactsql = atom("statement.dialect = = \"transactsql\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "transactsql");
const operation_defaultKind_in_6: ReadonlySet<string> = new Set(["constant", "stable"]);
const operation_defaultKind_in_constant_stable = atom("operation.defaultKind in [ \"constant\" , \"stable\" ]", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation_defaultKind_in_6.has(operation.defaultKind));
const statement_serverVersion_110000 = atom("statement.serverVersion < 110000", "statement.serverVersion", ({ statement }) => statement.serverVersion === undefined ? undefined : statement.serverVersion < 110000);
const operation_tableEmptied = atom("operation.tableEmptied", "operation.tableEmptied", ({ operation }) => operation.tableEmptied);
const statement_dialect_in_4: ReadonlySet<string> = new Set(["postgresql", "sqlite", "transactsql", "cockroachdb", "redshift"]);
const statement_dialect_in_postgresql_sqlite_transactsql_cockroach = atom("statement.dialect in [ \"postgresql\" , \"sqlite\" , \"transactsql\" , \"cockroachdb\" , \"redshift\" ]", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement_dialect_in_4.has(statement.dialect));
const operation_defaultKind_in_7: ReadonlySet<string> = new Set(["stable", "volatile", "stored"]);
const operation_defaultKind_in_stable_volatile_stored = atom("operation.defaultKind in [ \"stable\" , \"volatile\" , \"stored\" ]", "operation.defaultKind", ({ operation }) => operation.defaultKind === undefined ? undefined : operation_defaultKind_in_7.has(operation.defaultKind));
const statement_dialect_sqlite = atom("statement.dialect = = \"sqlite\"", "statement.dialect", ({ statement }) => statement.dialect === undefined ? undefined : statement.dialect === "sqlite");
const operation_maintenance_in: ReadonlySet<string> = new Set(["vacuum_full", "cluster", "rewrite"]);
const operation_maintenance_in_vacuum_full_cluster_rewrite = atom("operation.maintenance in [ \"vacuum_full\" , \"cluster\" , \"rewrite\" ]", "operation.maintenance", ({ operation }) => operation.maintenance === undefined ? undefined : operation_maintenance_in.has(operation.maintenance));
const operation_maintenance_in_2: ReadonlySet<string> = new Set(["optimize", "repair", "rewrite"]);
const operation_maintenance_in_optimize_repair_rewrite = atom("operation.maintenance in [ \"optimize\" , \"repair\" , \"rewrite\" ]", "operation.maintenance", ({ operation }) => operation.maintenance === undefined ? undefined : operation_maintenance_in_2.has(operation.maintenance));
const operation_maintenance_vacuum = atom("operation.maintenance = = \"vacuum\"", "operation.maintenance", ({ operation }) => operation.maintenance === undefined ? undefined : operation.maintenance === "vacuum");
const operation_boundsChecked = atom("operation.boundsChecked", "operation.boundsChecked", ({ operation }) => operation.boundsChecked);
const operation_target_name = atom("operation.target.name = = \"\"", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation.target.name === "");
const operation_lockOption_in_3: ReadonlySet<string> = new Set(["access share", "row share", "row exclusive", "share update exclusive"]);
const operation_lockOption_in_access_share_row_share_row_exclusive = atom("operation.lockOption in [ \"access share\" , \"row share\" , \"row exclusive\" , \"share update exclusive\" ]", "operation.lockOption", ({ operation }) => operation.lockOption === undefined ? undefined : operation_lockOption_in_3.has(operation.lockOption));
const operation_table_in: ReadonlySet<string> = new Set(["", "ddl_command_start", "ddl_command_end", "table_rewrite", "sql_drop", "login"]);
const operation_table_in_ddl_command_start_ddl_command_end_table_r = atom("operation.table in [ \"\" , \"ddl_command_start\" , \"ddl_command_end\" , \"table_rewrite\" , \"sql_drop\" , \"login\" ]", "operation.table", ({ operation }) => operation.table === undefined ? undefined : operation_table_in.has(operation.table));
const statement_lockTimeoutSet = atom("statement.lockTimeoutSet", "statement.lockTimeoutSet", ({ statement }) => statement.lockTimeoutSet);
const operation_maintenance_disabled = atom("operation.maintenance = = \"disabled\"", "operation.maintenance", ({ operation }) => operation.maintenance === undefined ? undefined : operation.maintenance === "disabled");
const operation_target_name_in: ReadonlySet<string> = new Set(["alembic_version", "schema_migrations", "flyway_schema_history", "goose_db_version", "databasechangelog", "databasechangeloglock", "__EFMigrationsHistory", "__efmigrationshistory", "knex_migrations", "knex_migrations_lock", "_prisma_migrations", "SequelizeMeta", "sequelizemeta", "django_migrations", "_sqlx_migrations", "__drizzle_migrations", "__diesel_schema_migrations", "atlas_schema_revisions", "refinery_schema_history", "ar_internal_metadata", "pgmigrations"]);
const operation_target_name_in_alembic_version_schema_migrations_f = atom("operation.target.name in [ \"alembic_version\" , \"schema_migrations\" , \"flyway_schema_history\" , \"goose_db_version\" , \"databasechangelog\" , \"databasechangeloglock\" , \"__EFMigrationsHistory\" , \"__efmigrationshistory\" , \"knex_migrations\" , \"knex_migrations_lock\" , \"_prisma_migrations\" , \"SequelizeMeta\" , \"sequelizemeta\" , \"django_migrations\" , \"_sqlx_migrations\" , \"__drizzle_migrations\" , \"__diesel_schema_migrations\" , \"atlas_schema_revisions\" , \"refinery_schema_history\" , \"ar_internal_metadata\" , \"pgmigrations\" ]", "operation.target.name", ({ operation }) => operation.target.name === undefined ? undefined : operation_target_name_in.has(operation.target.name));
const operation_onlyDefined = atom("operation.onlyDefined", "operation.onlyDefined", ({ operation }) => operation.onlyDefined);
const operation_enumValue_added = atom("operation.enumValue = = \"added\"", "operation.enumValue", ({ operation }) => operation.enumValue === undefined ? undefined : operation.enumValue === "added");
const operation_refusedInTransaction = atom("operation.refusedInTransaction", "operation.refusedInTransaction", ({ operation }) => operation.refusedInTransaction);
const statement_usesNewEnumValue = atom("statement.usesNewEnumValue", "statement.usesNewEnumValue", ({ statement }) => statement.usesNewEnumValue);
const operation_locksTable = atom("operation.locksTable", "operation.locksTable", ({ operation }) => operation.locksTable);
const statement_statementTimeoutSet = atom("statement.statementTimeoutSet", "statement.statementTimeoutSet", ({ statement }) => statement.statementTimeoutSet);

export const RULES: readonly PackRule[] = [
  {
    id: "require-concurrent-index",
    operations: [
      "create_index"
    ],
    when: precompiled({
      text: "!operation.concurrently && !(operation.indexType in [\"fulltext\", \"partitioned\"]) && !operation.tableCreatedHere && statement.dialect in [\"postgresql\", \"transactsql\"]",
      file: "no",
      formula: all(not(operation_concurrently), not(operation_indexType_in_fulltext_partitioned), not(operation_tableCreatedHere), statement_dialect_in_postgresql_transactsql),
    }),
    verdict: "warn",
    message: "writes to {operation.table} wait until the index is built",
    description: "A plain CREATE INDEX reads the whole table, and nothing can write to it meanwhile. MySQL and MariaDB build most indexes without blocking. `ON ONLY` a partitioned table PostgreSQL builds nothing: that is the way to build the index of each partition with `CONCURRENTLY`, and attach it.",
    help: {
      "default": "Build the index with `CONCURRENTLY`, outside a transaction. A partitioned table refuses that: create the index `ON ONLY` it, build that of each partition with `CONCURRENTLY`, and attach them.",
      "transactsql": "Build the index with `ONLINE = ON`."
    },
    fixes: [
      {
        "title": "build the index while others write",
        "dialects": [
          "postgresql"
        ],
        "match": "CREATE {unique: UNIQUE} INDEX {rest...}",
        "write": [
          {
            "sql": "CREATE {unique} INDEX CONCURRENTLY {rest}",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "build the index while others write, after dropping what a build that failed has left",
        "dialects": [
          "postgresql"
        ],
        "match": "CREATE {unique: UNIQUE} INDEX IF NOT EXISTS {index} ON {table} {rest...}",
        "new": [
          "index"
        ],
        "write": [
          {
            "sql": "DROP INDEX CONCURRENTLY IF EXISTS {table.schema}{index}",
            "run": "outside-transaction"
          },
          {
            "sql": "CREATE {unique} INDEX CONCURRENTLY {index} ON {table} {rest}",
            "run": "outside-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "CREATE INDEX orders_customer ON orders (customer_id)",
          "CREATE UNIQUE INDEX u ON orders (number)",
          "CREATE INDEX ON \"only\" (id)"
        ],
        "pass": [
          "CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)",
          "CREATE TABLE orders (id int); CREATE INDEX orders_id ON orders (id)",
          "CREATE INDEX orders_customer ON ONLY orders (customer_id)"
        ]
      },
      {
        "block": [
          "CREATE INDEX orders_customer ON orders (customer_id)",
          "CREATE SPATIAL INDEX shops_place ON shops (place)"
        ],
        "pass": [
          "CREATE FULLTEXT INDEX ON posts (body) KEY INDEX pk",
          "CREATE INDEX orders_customer ON orders (customer_id) WITH (ONLINE = ON)",
          "IF OBJECT_ID('orders') IS NULL BEGIN CREATE TABLE orders (id int); CREATE INDEX i ON orders (id) END"
        ],
        "dialect": "transactsql"
      },
      {
        "pass": [
          "CREATE INDEX orders_customer ON orders (customer_id)"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "require-concurrent-drop-index",
    operations: [
      "drop_index"
    ],
    when: precompiled({
      text: "!operation.concurrently && !operation.createdHere && !operation.tableCreatedHere && !operation.tableDroppedHere && !operation.lockRepeated && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(not(operation_concurrently), not(operation_createdHere), not(operation_tableCreatedHere), not(operation_tableDroppedHere), not(operation_lockRepeated), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "dropping index {operation.target} locks its table for a moment, after waiting for running queries, and new queries wait behind it",
    description: "DROP INDEX takes the strongest lock on the table of the index. It holds it for a moment, but first it waits for the longest running query, and every query that comes later waits too. The rule does not match if the file drops the table afterwards, or if the same transaction alters the table anyway, as far as the name of the index shows its table.",
    help: {
      "default": "Drop the index with `CONCURRENTLY`, outside a transaction. PostgreSQL refuses that for an index of a partitioned table: set `lock_timeout` before it, so that it fails instead of making others wait."
    },
    fixes: [
      {
        "title": "drop the index while others read and write",
        "dialects": [
          "postgresql"
        ],
        "match": "DROP INDEX {exists: IF EXISTS} {index}",
        "write": [
          {
            "sql": "DROP INDEX CONCURRENTLY {exists} {index}",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "drop each index while others read and write",
        "dialects": [
          "postgresql"
        ],
        "match": "DROP INDEX {exists: IF EXISTS} {indexes*}",
        "write": [
          {
            "sql": "DROP INDEX CONCURRENTLY {exists} {indexes}",
            "run": "outside-transaction",
            "each": "indexes"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "DROP INDEX orders_customer",
          "DROP INDEX IF EXISTS orders_customer"
        ],
        "pass": [
          "DROP INDEX CONCURRENTLY orders_customer",
          "CREATE TABLE t (a int); CREATE INDEX i ON t (a); DROP INDEX i",
          "DROP INDEX orders_customer; DROP TABLE orders",
          "BEGIN; DROP INDEX orders_customer; ALTER TABLE orders DROP COLUMN customer; COMMIT"
        ]
      },
      {
        "pass": [
          "DROP INDEX orders_customer ON orders"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-concurrent-index-if-not-exists",
    operations: [
      "create_index"
    ],
    when: precompiled({
      text: "operation.concurrently && operation.ifNotExists && !operation.recreated && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_concurrently, operation_ifNotExists, not(operation_recreated), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "IF NOT EXISTS keeps an invalid index {operation.target} of a build that failed",
    description: "CREATE INDEX CONCURRENTLY that fails or is cancelled leaves an invalid index, which queries do not use. With `IF NOT EXISTS`, the next run finds it, builds nothing and reports success.",
    help: {
      "default": "Put `DROP INDEX CONCURRENTLY IF EXISTS` of the same index before it, and leave `IF NOT EXISTS` out."
    },
    fixes: [
      {
        "title": "drop what a build that failed has left, then build the index",
        "dialects": [
          "postgresql"
        ],
        "match": "CREATE {unique: UNIQUE} INDEX CONCURRENTLY IF NOT EXISTS {index} ON {table} {rest...}",
        "new": [
          "index"
        ],
        "write": [
          {
            "sql": "DROP INDEX CONCURRENTLY IF EXISTS {table.schema}{index}",
            "run": "outside-transaction"
          },
          {
            "sql": "CREATE {unique} INDEX CONCURRENTLY {index} ON {table} {rest}",
            "run": "outside-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_customer ON orders (customer_id)"
        ],
        "pass": [
          "CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)",
          "CREATE INDEX IF NOT EXISTS orders_customer ON orders (customer_id)",
          "DROP INDEX CONCURRENTLY IF EXISTS orders_customer; CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_customer ON orders (customer_id)"
        ]
      }
    ],
  },
  {
    id: "no-index-gap",
    operations: [
      "drop_index"
    ],
    when: precompiled({
      text: "operation.indexGap && !operation.createdHere && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_indexGap, not(operation_createdHere), not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "until its replacement is built, queries that used index {operation.target} read the whole table",
    description: "The file drops the index first and builds the one that replaces it afterwards. A build takes minutes on a large table, and can fail.",
    help: {
      "default": "Create the new index first, under another name if needed, and drop the old one afterwards. `ALTER INDEX … RENAME TO` gives it the old name."
    },
    examples: [
      {
        "block": [
          "DROP INDEX CONCURRENTLY orders_state_idx; CREATE INDEX CONCURRENTLY orders_state_at_idx ON orders (state, at)"
        ],
        "pass": [
          "CREATE INDEX CONCURRENTLY orders_state_at_idx ON orders (state, at); DROP INDEX CONCURRENTLY orders_state_idx",
          "DROP INDEX CONCURRENTLY IF EXISTS orders_state_idx; CREATE INDEX CONCURRENTLY orders_state_idx ON orders (state)",
          "DROP INDEX CONCURRENTLY orders_state_idx; CREATE INDEX CONCURRENTLY orders_at_idx ON orders (at)"
        ]
      }
    ],
  },
  {
    id: "require-concurrent-reindex",
    operations: [
      "maintain"
    ],
    when: precompiled({
      text: "operation.maintenance == \"reindex\" && !operation.concurrently && !operation.tableCreatedHere && statement.dialect in [\"postgresql\", \"transactsql\"]",
      file: "no",
      formula: all(operation_maintenance_reindex, not(operation_concurrently), not(operation_tableCreatedHere), statement_dialect_in_postgresql_transactsql),
    }),
    verdict: "warn",
    message: "rebuilding {operation.target} blocks writes, and queries that would use the index, until it is done",
    description: "A plain REINDEX blocks all writes to the table while it builds the index again, and queries that would use the index. An offline REBUILD on SQL Server does the same.",
    help: {
      "default": "Use `REINDEX … CONCURRENTLY`, outside a transaction. Before PostgreSQL 12, build a second index with `CONCURRENTLY` and drop the first.",
      "transactsql": "Use `REBUILD WITH (ONLINE = ON)`."
    },
    fixes: [
      {
        "title": "rebuild it while others write",
        "dialects": [
          "postgresql"
        ],
        "match": "REINDEX INDEX {name}",
        "write": [
          {
            "sql": "REINDEX INDEX CONCURRENTLY {name}",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "rebuild its indexes while others write",
        "dialects": [
          "postgresql"
        ],
        "match": "REINDEX TABLE {name}",
        "write": [
          {
            "sql": "REINDEX TABLE CONCURRENTLY {name}",
            "run": "outside-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "REINDEX TABLE orders",
          "REINDEX INDEX orders_customer",
          "REINDEX (VERBOSE) TABLE orders"
        ],
        "pass": [
          "REINDEX TABLE CONCURRENTLY orders",
          "ANALYZE orders"
        ]
      },
      {
        "block": [
          "ALTER INDEX orders_customer ON orders REBUILD"
        ],
        "pass": [
          "ALTER INDEX orders_customer ON orders REBUILD WITH (ONLINE = ON)",
          "ALTER INDEX orders_customer ON orders REORGANIZE"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-concurrently-in-transaction",
    operations: [
      "create_index",
      "drop_index",
      "maintain",
      "detach_partition"
    ],
    when: precompiled({
      text: "operation.concurrently && (statement.inTransaction || operation.place in [\"do_block\", \"routine_body\", \"dynamic\"]) && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_concurrently, some(statement_inTransaction, operation_place_in_do_block_routine_body_dynamic), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "CONCURRENTLY fails inside a transaction, a DO block or a function",
    description: "PostgreSQL refuses CONCURRENTLY inside a transaction, so the migration stops here. Many migration tools run each file in a transaction. A DO block or function always runs in one.",
    help: {
      "default": "Put the statement into a file of its own, outside a DO block, and tell the migration tool to run that file without a transaction."
    },
    fixes: [
      {
        "title": "run it outside a transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "CREATE {unique: UNIQUE} INDEX CONCURRENTLY {rest...}",
        "write": [
          {
            "sql": "CREATE {unique} INDEX CONCURRENTLY {rest}",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "run it outside a transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "DROP INDEX CONCURRENTLY {rest...}",
        "write": [
          {
            "sql": "DROP INDEX CONCURRENTLY {rest}",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "run it outside a transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "REINDEX {rest...}",
        "write": [
          {
            "sql": "REINDEX {rest}",
            "run": "outside-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "BEGIN; CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id); COMMIT",
          "BEGIN; DROP INDEX CONCURRENTLY orders_customer; COMMIT",
          "DO $$ BEGIN CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id); END $$",
          "DO $$ BEGIN EXECUTE 'DROP INDEX CONCURRENTLY orders_customer'; END $$",
          "CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN COMMIT; REINDEX TABLE CONCURRENTLY orders; END $$"
        ],
        "pass": [
          "CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)",
          "BEGIN; SELECT 1; COMMIT; DROP INDEX CONCURRENTLY orders_customer"
        ]
      }
    ],
  },
  {
    id: "no-blocking-index",
    operations: [
      "create_index"
    ],
    when: precompiled({
      text: "operation.indexType in [\"fulltext\", \"spatial\"] && !(operation.lockOption == \"none\") && !(operation.algorithm == \"instant\") && !operation.tableCreatedHere && statement.dialect in [\"mysql\", \"mariadb\"]",
      file: "no",
      formula: all(operation_indexType_in_fulltext_spatial, not(operation_lockOption_none), not(operation_algorithm_instant), not(operation_tableCreatedHere), statement_dialect_in_mysql_mariadb),
    }),
    verdict: "warn",
    message: "writes to {operation.table} wait until the index is built",
    description: "MySQL and MariaDB build most indexes while others write, but no FULLTEXT and no SPATIAL index. The first FULLTEXT index of a table writes every row again.",
    help: {
      "default": "Add it when the table is small or at a quiet time, or with gh-ost or pt-online-schema-change."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE posts ADD FULLTEXT INDEX posts_body (body)",
          "CREATE FULLTEXT INDEX posts_body ON posts (body)",
          "CREATE SPATIAL INDEX shops_place ON shops (place)",
          "ALTER TABLE shops ADD SPATIAL KEY (place)"
        ],
        "pass": [
          "CREATE INDEX posts_author ON posts (author_id)",
          "ALTER TABLE posts ADD INDEX (author_id), ADD UNIQUE (slug)",
          "CREATE TABLE posts (body text); CREATE FULLTEXT INDEX posts_body ON posts (body)"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE posts ADD FULLTEXT (body)"
        ],
        "dialect": "mariadb"
      },
      {
        "pass": [
          "CREATE FULLTEXT INDEX ON posts (body) KEY INDEX pk"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-refused-algorithm",
    operations: [
      "ddl"
    ],
    when: precompiled({
      text: "((operation.algorithm == \"instant\" && (operation.kind in [\"create_index\", \"drop_index\"] || operation.maintenance == \"rewrite\" || operation.constraintType in [\"primary_key\", \"unique\"])) || (operation.algorithm in [\"instant\", \"inplace\", \"nocopy\"] && operation.defaultKind in [\"stored\", \"volatile\"]) || (operation.algorithm == \"instant\" && operation.defaultKind == \"identity\") || (operation.algorithm in [\"instant\", \"inplace\", \"nocopy\"] && operation.typeChange == \"narrow\") || (statement.dialect == \"mysql\" && ((operation.algorithm in [\"instant\", \"inplace\"] && operation.typeChange == \"convert\") || (operation.algorithm == \"instant\" && (operation.lockOption in [\"none\", \"shared\", \"exclusive\"] || operation.kind == \"add_constraint\")) || (operation.lockOption == \"none\" && (operation.algorithm == \"copy\" || operation.indexType in [\"fulltext\", \"spatial\"] || operation.defaultKind in [\"stored\", \"volatile\", \"identity\"]))))) && statement.dialect in [\"mysql\", \"mariadb\"]",
      file: "no",
      formula: all(some(all(operation_algorithm_instant, some(operation_kind_in_create_index_drop_index, operation_maintenance_rewrite, operation_constraintType_in_primary_key_unique)), all(operation_algorithm_in_instant_inplace_nocopy, operation_defaultKind_in_stored_volatile), all(operation_algorithm_instant, operation_defaultKind_identity), all(operation_algorithm_in_instant_inplace_nocopy, operation_typeChange_narrow), all(statement_dialect_mysql, some(all(operation_algorithm_in_instant_inplace, operation_typeChange_convert), all(operation_algorithm_instant, some(operation_lockOption_in_none_shared_exclusive, operation_kind_add_constraint)), all(operation_lockOption_none, some(operation_algorithm_copy, operation_indexType_in_fulltext_spatial, operation_defaultKind_in_stored_volatile_identity))))), statement_dialect_in_mysql_mariadb),
    }),
    verdict: "warn",
    message: "the server refuses this change with this ALGORITHM and LOCK",
    description: "ALGORITHM=INSTANT changes metadata only: it neither builds indexes nor writes rows. In MySQL, LOCK cannot be written with it. Another type, or a shorter one, needs a copy of the table. With ALGORITHM=COPY, and for a FULLTEXT or SPATIAL index, LOCK=NONE is refused. The migration stops here.",
    help: {
      "default": "Leave out LOCK with `ALGORITHM=INSTANT`. For an index, write `ALGORITHM=INPLACE, LOCK=NONE`. For what needs a copy of the table, use gh-ost or pt-online-schema-change."
    },
    per: "statement",
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN note int NULL, ALGORITHM=INSTANT, LOCK=NONE",
          "ALTER TABLE orders ADD INDEX (a), ALGORITHM=INSTANT",
          "ALTER TABLE orders DROP INDEX a, ALGORITHM=INSTANT",
          "ALTER TABLE orders ADD UNIQUE (a), ALGORITHM=INSTANT",
          "ALTER TABLE orders ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES b (id), ALGORITHM=INSTANT",
          "ALTER TABLE orders ENGINE=InnoDB, ALGORITHM=INSTANT",
          "ALTER TABLE orders ADD COLUMN gross int AS (net + tax) STORED, ALGORITHM=INPLACE",
          "ALTER TABLE orders ADD COLUMN note int, ALGORITHM=COPY, LOCK=NONE",
          "ALTER TABLE posts ADD FULLTEXT INDEX (body), LOCK=NONE",
          "CREATE INDEX i ON orders (a) ALGORITHM=COPY LOCK=NONE"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN note int NULL, ALGORITHM=INSTANT",
          "ALTER TABLE orders ADD COLUMN note int NULL, ALGORITHM=INSTANT, LOCK=DEFAULT",
          "ALTER TABLE orders ADD INDEX (a), ALGORITHM=INPLACE, LOCK=NONE",
          "ALTER TABLE orders DROP COLUMN note, ALGORITHM=INSTANT",
          "ALTER TABLE orders ADD COLUMN gross int AS (net + tax) VIRTUAL, ALGORITHM=INSTANT",
          "ALTER TABLE orders RENAME COLUMN a TO b, ALGORITHM=INSTANT"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE orders MODIFY total bigint, ALGORITHM=INPLACE, LOCK=NONE",
          "ALTER TABLE orders MODIFY note varchar(100), ALGORITHM=INPLACE"
        ],
        "pass": [
          "ALTER TABLE orders MODIFY note varchar(210), ALGORITHM=INPLACE",
          "ALTER TABLE orders MODIFY total bigint, ALGORITHM=COPY"
        ],
        "dialect": "mysql",
        "base": "CREATE TABLE orders (id int, total decimal(10, 2), note varchar(200));"
      },
      {
        "block": [
          "ALTER TABLE orders ADD INDEX (a), ALGORITHM=INSTANT",
          "ALTER TABLE orders ADD COLUMN token char(36) DEFAULT (UUID()), ALGORITHM=INPLACE"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN note int NULL, ALGORITHM=INSTANT, LOCK=NONE"
        ],
        "dialect": "mariadb"
      }
    ],
  },
  {
    id: "no-blocking-alter",
    operations: [
      "ddl"
    ],
    when: precompiled({
      text: "(operation.algorithm == \"copy\" || operation.lockOption in [\"shared\", \"exclusive\"]) && operation.algorithm != \"instant\" && !operation.tableCreatedHere && statement.dialect in [\"mysql\", \"mariadb\"]",
      file: "no",
      formula: all(some(operation_algorithm_copy, operation_lockOption_in_shared_exclusive), operation_algorithm_instant_2, not(operation_tableCreatedHere), statement_dialect_in_mysql_mariadb),
    }),
    verdict: "warn",
    message: "ALGORITHM or LOCK makes writes to the table wait, and with LOCK=EXCLUSIVE reads too, until this statement is done",
    description: "ALGORITHM=COPY and LOCK=SHARED block writes to the table until the change is complete; LOCK=EXCLUSIVE blocks reads too. COPY also writes every row again.",
    help: {
      "default": "Ask for `ALGORITHM=INSTANT`, or for both `ALGORITHM=INPLACE` and `LOCK=NONE`: the server then refuses what it cannot do without blocking."
    },
    fixes: [
      {
        "title": "build the index while others write",
        "dialects": [
          "mariadb"
        ],
        "match": "CREATE {unique: UNIQUE} INDEX {name} ON {table} ({columns*}) ALGORITHM [=] COPY",
        "write": [
          "CREATE {unique} INDEX {name} ON {table} ({columns}) ALGORITHM=INPLACE LOCK=NONE"
        ]
      },
      {
        "title": "build the index while others write",
        "dialects": [
          "mariadb"
        ],
        "match": "ALTER TABLE {table} ADD {unique: UNIQUE} INDEX {name} ({columns*}), ALGORITHM [=] COPY",
        "write": [
          "ALTER TABLE {table} ADD {unique} INDEX {name} ({columns}), ALGORITHM=INPLACE, LOCK=NONE"
        ]
      },
      {
        "title": "build the index while others write",
        "dialects": [
          "mariadb"
        ],
        "match": "CREATE {unique: UNIQUE} INDEX {name} ON {table} ({columns*}) LOCK [=] SHARED",
        "write": [
          "CREATE {unique} INDEX {name} ON {table} ({columns}) ALGORITHM=INPLACE LOCK=NONE"
        ]
      },
      {
        "title": "build the index while others write",
        "dialects": [
          "mariadb"
        ],
        "match": "ALTER TABLE {table} ADD {unique: UNIQUE} INDEX {name} ({columns*}), LOCK [=] SHARED",
        "write": [
          "ALTER TABLE {table} ADD {unique} INDEX {name} ({columns}), ALGORITHM=INPLACE, LOCK=NONE"
        ]
      },
      {
        "title": "build the index while others write",
        "dialects": [
          "mariadb"
        ],
        "match": "CREATE {unique: UNIQUE} INDEX {name} ON {table} ({columns*}) LOCK [=] EXCLUSIVE",
        "write": [
          "CREATE {unique} INDEX {name} ON {table} ({columns}) ALGORITHM=INPLACE LOCK=NONE"
        ]
      },
      {
        "title": "build the index while others write",
        "dialects": [
          "mariadb"
        ],
        "match": "ALTER TABLE {table} ADD {unique: UNIQUE} INDEX {name} ({columns*}), LOCK [=] EXCLUSIVE",
        "write": [
          "ALTER TABLE {table} ADD {unique} INDEX {name} ({columns}), ALGORITHM=INPLACE, LOCK=NONE"
        ]
      }
    ],
    per: "statement",
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN note text, ALGORITHM=COPY",
          "CREATE INDEX i ON orders (a) LOCK=SHARED",
          "ALTER TABLE orders ADD INDEX (a), LOCK=EXCLUSIVE"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN note text, ALGORITHM=INSTANT",
          "ALTER TABLE orders ADD INDEX (a), ALGORITHM=INPLACE, LOCK=NONE"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN note text, ALGORITHM=COPY"
        ],
        "dialect": "mariadb"
      }
    ],
  },
  {
    id: "require-not-valid-foreign-key",
    operations: [
      "add_constraint"
    ],
    when: precompiled({
      text: "operation.constraintType == \"foreign_key\" && !operation.notValid && !(operation.lockOption == \"none\") && !(operation.algorithm == \"instant\") && (!operation.inline || operation.hasDefault || statement.dialect == \"mariadb\") && (!operation.tableCreatedHere || (has(file.path) && operation.tableFilledHere && operation.lockedTables.exists(table, table != \"\") && statement.dialect == \"postgresql\")) && statement.dialect in [\"postgresql\", \"transactsql\", \"mysql\", \"mariadb\"]",
      file: "guarded",
      formula: all(operation_constraintType_foreign_key, not(operation_notValid), not(operation_lockOption_none), not(operation_algorithm_instant), some(not(operation_inline), operation_hasDefault, statement_dialect_mariadb), some(not(operation_tableCreatedHere), all(has_file_path, operation_tableFilledHere, operation_lockedTables_exists_table_table, statement_dialect_postgresql)), statement_dialect_in_postgresql_transactsql_mysql_mariadb),
    }),
    verdict: "warn",
    message: "writes to {operation.target} and the referenced table wait until the foreign key has checked every row",
    description: "Adding a foreign key checks every row of the table, and nothing can write to either table meanwhile. MySQL and MariaDB even copy the table, unless `foreign_key_checks` is off. A new table that the file filled from another one has rows to check, too.",
    help: {
      "default": "Add it as `NOT VALID`, then validate it in a later transaction. PostgreSQL before 18 refuses that for a partitioned table: add and validate it on each partition first, then on the table, which checks no row again.",
      "mysql": "Add it at a quiet time, or with pt-online-schema-change.",
      "transactsql": "Add it `WITH NOCHECK`, then check it in a later transaction."
    },
    fixes: [
      {
        "title": "add the foreign key first, and check the rows in a later transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {table...} ADD CONSTRAINT {name} FOREIGN KEY {rest...}",
        "write": [
          "ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY {rest} NOT VALID",
          {
            "sql": "ALTER TABLE {table} VALIDATE CONSTRAINT {name}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "add the foreign key first, with the name that PostgreSQL gives it, and check the rows in a later transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {exists: IF EXISTS} {only: ONLY} {table} ADD FOREIGN KEY ({columns*}) {rest...}",
        "names": {
          "name": "{table}_{columns}_fkey"
        },
        "new": [
          "name"
        ],
        "write": [
          "ALTER TABLE {exists} {only} {table} ADD CONSTRAINT {name} FOREIGN KEY ({columns}) {rest} NOT VALID",
          {
            "sql": "ALTER TABLE {exists} {only} {table} VALIDATE CONSTRAINT {name}",
            "run": "own-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)",
          "ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)",
          "ALTER TABLE orders ADD COLUMN customer_id int DEFAULT 1 REFERENCES customers (id)",
          "ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID, VALIDATE CONSTRAINT f",
          "CREATE TABLE orders (customer_id int); INSERT INTO orders SELECT customer FROM invoices; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)"
        ],
        "pass": [
          "CREATE TABLE orders (customer_id int); INSERT INTO orders VALUES (1); ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)",
          "ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID",
          "CREATE TABLE orders (customer_id int); ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)",
          "ALTER TABLE orders ADD COLUMN customer_id int REFERENCES customers (id)"
        ]
      },
      {
        "block": [
          "ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)",
          "SET foreign_key_checks = 0; SET foreign_key_checks = 1; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)",
          "SET GLOBAL foreign_key_checks = 0; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)"
        ],
        "pass": [
          "SET foreign_key_checks = 0; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)",
          "SET SESSION foreign_key_checks = OFF; ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers (id)"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN customer_id int REFERENCES customers (id)"
        ],
        "dialect": "mariadb"
      },
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)"
        ],
        "pass": [
          "ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT f FOREIGN KEY (customer_id) REFERENCES customers (id)"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "require-not-valid-check",
    operations: [
      "add_constraint"
    ],
    when: precompiled({
      text: "operation.constraintType in [\"check\", \"not_null\"] && !operation.notValid && !operation.checkedDomain && (statement.dialect in [\"postgresql\", \"transactsql\"] || (!(operation.lockOption == \"none\") && !(operation.algorithm == \"instant\") && (statement.dialect == \"mysql\" || (statement.dialect == \"mariadb\" && !operation.inline)))) && !operation.tableCreatedHere",
      file: "no",
      formula: all(operation_constraintType_in_check_not_null, not(operation_notValid), not(operation_checkedDomain), some(statement_dialect_in_postgresql_transactsql, all(not(operation_lockOption_none), not(operation_algorithm_instant), some(statement_dialect_mysql, all(statement_dialect_mariadb, not(operation_inline))))), not(operation_tableCreatedHere)),
    }),
    verdict: "warn",
    message: "queries on {operation.target} wait until every row has been checked",
    description: "Adding a CHECK constraint reads every row under a lock that blocks reads and writes. MySQL and MariaDB copy the table while writes wait.",
    help: {
      "default": "Add it as `NOT VALID`, then validate it in a later transaction.",
      "mysql": "Add it with gh-ost or pt-online-schema-change.",
      "transactsql": "Add it `WITH NOCHECK`, then check it in a later transaction."
    },
    fixes: [
      {
        "title": "add the constraint first, and check the rows in a later transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {table...} ADD CONSTRAINT {name} CHECK {rest...}",
        "write": [
          "ALTER TABLE {table} ADD CONSTRAINT {name} CHECK {rest} NOT VALID",
          {
            "sql": "ALTER TABLE {table} VALIDATE CONSTRAINT {name}",
            "run": "own-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)",
          "ALTER TABLE orders ADD COLUMN total int CHECK (total >= 0)",
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID, VALIDATE CONSTRAINT c"
        ],
        "pass": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID",
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID, VALIDATE CONSTRAINT d",
          "CREATE TABLE orders (total int); ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)"
        ]
      },
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)"
        ],
        "pass": [
          "ALTER TABLE orders WITH NOCHECK ADD CONSTRAINT c CHECK (total >= 0)"
        ],
        "dialect": "transactsql"
      },
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)"
        ],
        "pass": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT ENFORCED"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0)"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN total int CHECK (total >= 0)"
        ],
        "dialect": "mariadb"
      }
    ],
  },
  {
    id: "no-domain-check",
    operations: [
      "add_constraint",
      "validate_constraint"
    ],
    when: precompiled({
      text: "operation.checkedDomain && !operation.notValid && !operation.createdHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_checkedDomain, not(operation_notValid), not(operation_createdHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "writes to every table with a column of domain {operation.target} wait until all its rows have been checked",
    description: "Adding or validating a constraint of a domain, or setting it NOT NULL, reads all tables that use the domain, and writes to them wait until the transaction ends. Unlike that of a table, a constraint of a domain blocks writes also while it is validated.",
    help: {
      "default": "Add the constraint as `NOT VALID`: it checks new values at once. Validate it at a quiet time, or replace the domain by a plain type with a CHECK on each table."
    },
    examples: [
      {
        "block": [
          "ALTER DOMAIN price ADD CONSTRAINT c CHECK (VALUE >= 0)",
          "ALTER DOMAIN price SET NOT NULL",
          "ALTER DOMAIN price VALIDATE CONSTRAINT c"
        ],
        "pass": [
          "ALTER DOMAIN price ADD CONSTRAINT c CHECK (VALUE >= 0) NOT VALID",
          "ALTER DOMAIN price DROP CONSTRAINT c",
          "CREATE DOMAIN price AS numeric; ALTER DOMAIN price SET NOT NULL"
        ]
      }
    ],
  },
  {
    id: "require-constraint-using-index",
    operations: [
      "add_constraint"
    ],
    when: precompiled({
      text: "operation.constraintType in [\"unique\", \"primary_key\"] && !operation.usingIndex && !operation.concurrently && !operation.tableCreatedHere && statement.dialect in [\"postgresql\", \"transactsql\"]",
      file: "no",
      formula: all(operation_constraintType_in_unique_primary_key, not(operation_usingIndex), not(operation_concurrently), not(operation_tableCreatedHere), statement_dialect_in_postgresql_transactsql),
    }),
    verdict: "warn",
    message: "queries on {operation.target} wait until the index of the constraint is built",
    description: "A new UNIQUE or PRIMARY KEY constraint builds its index under a lock that blocks reads and writes of the table.",
    help: {
      "default": "Build a unique index with `CONCURRENTLY` first, and attach it with `USING INDEX`. On a partitioned table, which refuses both, `ALTER TABLE ONLY … ADD` the constraint, build a unique index of each partition with `CONCURRENTLY`, and attach each with `ALTER INDEX … ATTACH PARTITION`.",
      "transactsql": "Build its index with `ONLINE = ON`."
    },
    fixes: [
      {
        "title": "build the index while others write, then make it a constraint",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD CONSTRAINT {name} UNIQUE {nulls: NULLS NOT DISTINCT} ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({columns}) {nulls}",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name} {deferrable} {deferred}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "build the index while others write, then make it a constraint with the name that PostgreSQL gives it",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD UNIQUE {nulls: NULLS NOT DISTINCT} ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "names": {
          "name": "{table}_{columns}_key"
        },
        "new": [
          "name"
        ],
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({columns}) {nulls}",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name} {deferrable} {deferred}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "build the index while others write, then make it the primary key",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD CONSTRAINT {name} PRIMARY KEY ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({columns})",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} PRIMARY KEY USING INDEX {name} {deferrable} {deferred}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "build the index while others write, then make it the primary key with the name that PostgreSQL gives it",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD PRIMARY KEY ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "names": {
          "name": "{table}_pkey"
        },
        "new": [
          "name"
        ],
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({columns})",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} PRIMARY KEY USING INDEX {name} {deferrable} {deferred}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "build the index while others write, and make it a constraint in the same statement",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {only: ONLY} {table} ADD CONSTRAINT {name} UNIQUE {nulls: NULLS NOT DISTINCT} ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "names": {
          "index": "{name}_new"
        },
        "new": [
          "index"
        ],
        "apart": [
          "columns"
        ],
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {index} ON {table} ({columns}) {nulls}",
            "run": "outside-transaction"
          },
          "ALTER TABLE {only} {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {index} {deferrable} {deferred}"
        ]
      },
      {
        "title": "build the index while others write, and make it a constraint in the same statement, with PostgreSQL's name",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {only: ONLY} {table} ADD UNIQUE {nulls: NULLS NOT DISTINCT} ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "names": {
          "name": "{table}_{columns}_key",
          "index": "{table}_{columns}_key_new"
        },
        "new": [
          "name",
          "index"
        ],
        "apart": [
          "columns"
        ],
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {index} ON {table} ({columns}) {nulls}",
            "run": "outside-transaction"
          },
          "ALTER TABLE {only} {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {index} {deferrable} {deferred}"
        ]
      },
      {
        "title": "build the index while others write, and make it the primary key in the same statement",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {only: ONLY} {table} ADD CONSTRAINT {name} PRIMARY KEY ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "names": {
          "index": "{name}_new"
        },
        "new": [
          "index"
        ],
        "apart": [
          "columns"
        ],
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {index} ON {table} ({columns})",
            "run": "outside-transaction"
          },
          "ALTER TABLE {only} {table} ADD CONSTRAINT {name} PRIMARY KEY USING INDEX {index} {deferrable} {deferred}"
        ]
      },
      {
        "title": "build the index while others write, and make it the primary key in the same statement, with PostgreSQL's name",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {only: ONLY} {table} ADD PRIMARY KEY ({columns*}) {deferrable: DEFERRABLE} {deferred: INITIALLY DEFERRED}",
        "names": {
          "name": "{table}_pkey",
          "index": "{table}_pkey_new"
        },
        "new": [
          "name",
          "index"
        ],
        "apart": [
          "columns"
        ],
        "write": [
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {index} ON {table} ({columns})",
            "run": "outside-transaction"
          },
          "ALTER TABLE {only} {table} ADD CONSTRAINT {name} PRIMARY KEY USING INDEX {index} {deferrable} {deferred}"
        ]
      },
      {
        "title": "add the column, then build the index while others write, and make it a constraint",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} UNIQUE",
        "names": {
          "name": "{table}_{column}_key"
        },
        "new": [
          "name"
        ],
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}",
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({column})",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "add the column, then build the index while others write, and make it a constraint",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} UNIQUE REFERENCES {more...}",
        "names": {
          "name": "{table}_{column}_key"
        },
        "new": [
          "name"
        ],
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type} REFERENCES {more}",
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({column})",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "add the column, then build the index while others write, and make it a constraint",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} ({size*}) UNIQUE",
        "names": {
          "name": "{table}_{column}_key"
        },
        "new": [
          "name"
        ],
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}({size})",
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({column})",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "add the column, then build the index while others write, and make it a constraint",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} ({size*}) UNIQUE REFERENCES {more...}",
        "names": {
          "name": "{table}_{column}_key"
        },
        "new": [
          "name"
        ],
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}({size}) REFERENCES {more}",
          {
            "sql": "CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({column})",
            "run": "outside-transaction"
          },
          {
            "sql": "ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}",
            "run": "own-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)",
          "ALTER TABLE orders ADD PRIMARY KEY (id)",
          "ALTER TABLE orders ADD COLUMN number int UNIQUE"
        ],
        "pass": [
          "ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX orders_number",
          "CREATE TABLE orders (number int); ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)"
        ]
      },
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number)"
        ],
        "pass": [
          "ALTER TABLE orders ADD CONSTRAINT u UNIQUE (number) WITH (ONLINE = ON)"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-change-refused-on-partitioned-table",
    operations: [
      "create_index",
      "drop_index",
      "add_constraint"
    ],
    when: precompiled({
      text: "operation.partitioned && (operation.concurrently || operation.usingIndex || (operation.constraintType == \"foreign_key\" && operation.notValid && (!has(statement.serverVersion) || statement.serverVersion < 180000))) && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_partitioned, some(operation_concurrently, operation_usingIndex, all(operation_constraintType_foreign_key, operation_notValid, some(not(has_statement_serverVersion), statement_serverVersion_180000))), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "PostgreSQL refuses this on a partitioned table",
    description: "An index of a partitioned table cannot be built or dropped with `CONCURRENTLY`. The table takes no constraint `USING INDEX`, and before PostgreSQL 18 no foreign key `NOT VALID`. The migration stops here.",
    help: {
      "default": "Create the index `ON ONLY` the table, build that of each partition with `CONCURRENTLY`, and attach each with `ALTER INDEX … ATTACH PARTITION`. For a unique constraint, begin with `ALTER TABLE ONLY … ADD`. Add and validate a foreign key on each partition, then on the table. Drop an index without `CONCURRENTLY`, after `SET lock_timeout`."
    },
    examples: [
      {
        "block": [
          "CREATE TABLE logs (id int, day date) PARTITION BY RANGE (day); CREATE INDEX CONCURRENTLY logs_id ON logs (id)",
          "CREATE TABLE logs_2027 PARTITION OF logs FOR VALUES FROM ('2027-01-01') TO ('2028-01-01'); ALTER TABLE logs ADD FOREIGN KEY (id) REFERENCES orders (id) NOT VALID"
        ],
        "pass": [
          "CREATE TABLE logs_2027 PARTITION OF logs FOR VALUES FROM ('2027-01-01') TO ('2028-01-01'); CREATE INDEX CONCURRENTLY logs_2027_id ON logs_2027 (id)",
          "CREATE TABLE logs (id int, day date) PARTITION BY RANGE (day); CREATE INDEX logs_id ON ONLY logs (id)"
        ]
      },
      {
        "block": [
          "DROP INDEX CONCURRENTLY logs_id",
          "CREATE INDEX CONCURRENTLY logs_day ON logs (day)"
        ],
        "pass": [
          "DROP INDEX logs_id",
          "DROP INDEX CONCURRENTLY old_logs_id"
        ],
        "base": "CREATE TABLE logs (id int, day date) PARTITION BY RANGE (day); CREATE TABLE old_logs (id int, day date); CREATE INDEX logs_id ON logs (id); CREATE INDEX old_logs_id ON old_logs (id);"
      },
      {
        "pass": [
          "CREATE TABLE logs_2027 PARTITION OF logs FOR VALUES FROM ('2027-01-01') TO ('2028-01-01'); ALTER TABLE logs ADD FOREIGN KEY (id) REFERENCES orders (id) NOT VALID"
        ],
        "server-version": "18"
      }
    ],
  },
  {
    id: "no-exclusion-constraint",
    operations: [
      "add_constraint"
    ],
    when: precompiled({
      text: "operation.constraintType == \"exclusion\" && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_constraintType_exclusion, not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "queries on {operation.target} wait until the index of the exclusion constraint is built",
    description: "An exclusion constraint builds its index and checks every row while reads and writes wait. PostgreSQL has no way to add one without that.",
    help: {
      "default": "Add it when the table is small or at a quiet time, with a `lock_timeout`; or create a new table with the constraint and move the rows in batches."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE bookings ADD CONSTRAINT c EXCLUDE USING gist (room WITH =, during WITH &&)"
        ],
        "pass": [
          "CREATE TABLE bookings (room int, EXCLUDE USING gist (room WITH =))"
        ]
      }
    ],
  },
  {
    id: "require-checked-not-null",
    operations: [
      "set_not_null"
    ],
    when: precompiled({
      text: "(!operation.notNullChecked || (has(statement.serverVersion) && statement.serverVersion < 120000)) && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(some(not(operation_notNullChecked), all(has_statement_serverVersion, statement_serverVersion_120000)), not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "queries on {operation.target} wait until every row has been checked for NULL",
    description: "SET NOT NULL reads every row under a lock that blocks reads and writes. PostgreSQL 12 and newer skip that if a validated CHECK constraint proves that the column is not null.",
    help: {
      "default": "Add a CHECK constraint as `NOT VALID`, validate it, and then set NOT NULL. Before PostgreSQL 12, leave it at the CHECK."
    },
    fixes: [
      {
        "title": "let a CHECK that is validated in a later transaction prove that no row is NULL",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {exists: IF EXISTS} {only: ONLY} {table} ALTER [COLUMN] {column} SET NOT NULL",
        "names": {
          "check": "{table}_{column}_not_null"
        },
        "write": [
          "ALTER TABLE {exists} {only} {table} ADD CONSTRAINT {check} CHECK ({column} IS NOT NULL) NOT VALID",
          {
            "sql": "ALTER TABLE {exists} {only} {table} VALIDATE CONSTRAINT {check}",
            "run": "own-transaction"
          },
          "ALTER TABLE {exists} {only} {table} ALTER COLUMN {column} SET NOT NULL",
          "ALTER TABLE {exists} {only} {table} DROP CONSTRAINT {check}"
        ]
      }
    ],
    examples: [
      {
        "block": [
          "ALTER TABLE orders ALTER COLUMN total SET NOT NULL",
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders ALTER COLUMN total SET NOT NULL"
        ],
        "pass": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL",
          "CREATE TABLE orders (total int); ALTER TABLE orders ALTER COLUMN total SET NOT NULL"
        ]
      },
      {
        "block": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL"
        ],
        "server-version": "11"
      },
      {
        "pass": [
          "ALTER TABLE orders ADD CONSTRAINT c CHECK (total IS NOT NULL) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE orders ALTER COLUMN total SET NOT NULL"
        ],
        "server-version": "12"
      }
    ],
  },
  {
    id: "no-validation-after-ddl",
    operations: [
      "validate_constraint"
    ],
    when: precompiled({
      text: "statement.ddlInTransaction && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(statement_ddlInTransaction, not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "the transaction holds the lock of an earlier change while it checks every row of {operation.target}",
    description: "A lock is held until its transaction ends. VALIDATE CONSTRAINT blocks nothing itself, but in the transaction that added the constraint, writes wait for the whole check.",
    help: {
      "default": "Validate the constraint in a transaction of its own: a migration of its own, for most tools."
    },
    fixes: [
      {
        "title": "validate the constraint in a later transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE {table...} VALIDATE CONSTRAINT {name}",
        "write": [
          {
            "sql": "ALTER TABLE {table} VALIDATE CONSTRAINT {name}",
            "run": "own-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "BEGIN; ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c; COMMIT"
        ],
        "pass": [
          "BEGIN; ALTER TABLE orders ADD CONSTRAINT c CHECK (total >= 0) NOT VALID; COMMIT; ALTER TABLE orders VALIDATE CONSTRAINT c",
          "ALTER TABLE orders VALIDATE CONSTRAINT c"
        ]
      }
    ],
  },
  {
    id: "no-primary-key-change",
    operations: [
      "add_constraint",
      "drop_constraint"
    ],
    when: precompiled({
      text: "operation.constraintType == \"primary_key\" && !(operation.lockOption == \"none\") && !(operation.algorithm == \"instant\") && !operation.tableCreatedHere && statement.dialect in [\"mysql\", \"mariadb\"]",
      file: "no",
      formula: all(operation_constraintType_primary_key, not(operation_lockOption_none), not(operation_algorithm_instant), not(operation_tableCreatedHere), statement_dialect_in_mysql_mariadb),
    }),
    verdict: "warn",
    message: "changing the primary key writes every row of {operation.target} again",
    description: "InnoDB stores the rows in the order of the primary key, so adding or dropping one copies the table. Dropping it alone blocks writes for that long.",
    help: {
      "default": "Drop and add the key in one ALTER TABLE with `ALGORITHM=INPLACE, LOCK=NONE`, or use gh-ost or pt-online-schema-change."
    },
    fixes: [
      {
        "title": "change the key while others write, or not at all",
        "dialects": [
          "mariadb"
        ],
        "match": "ALTER TABLE {table} DROP PRIMARY KEY, ADD PRIMARY KEY ({columns*})",
        "write": [
          "ALTER TABLE {table} DROP PRIMARY KEY, ADD PRIMARY KEY ({columns}), ALGORITHM=INPLACE, LOCK=NONE"
        ]
      }
    ],
    examples: [
      {
        "block": [
          "ALTER TABLE orders DROP PRIMARY KEY",
          "ALTER TABLE orders ADD PRIMARY KEY (id)"
        ],
        "pass": [
          "ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (id, region), ALGORITHM=INPLACE, LOCK=NONE",
          "ALTER TABLE orders ADD UNIQUE (number)",
          "CREATE TABLE t (a int); ALTER TABLE t ADD PRIMARY KEY (a)"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-rewriting-column",
    operations: [
      "add_column"
    ],
    when: precompiled({
      text: "((operation.defaultKind in [\"volatile\", \"stored\", \"identity\"] && statement.dialect == \"postgresql\") || (operation.checkedDomain && statement.dialect == \"postgresql\") || (operation.defaultKind in [\"stored\", \"identity\", \"volatile\"] && !(operation.lockOption == \"none\") && !(operation.algorithm == \"instant\") && statement.dialect in [\"mysql\", \"mariadb\"]) || ((operation.defaultKind in [\"stored\", \"identity\"] || (operation.defaultKind == \"volatile\" && operation.notNull)) && statement.dialect == \"transactsql\")) && !operation.tableCreatedHere",
      file: "no",
      formula: all(some(all(operation_defaultKind_in_volatile_stored_identity, statement_dialect_postgresql), all(operation_checkedDomain, statement_dialect_postgresql), all(operation_defaultKind_in_stored_identity_volatile, not(operation_lockOption_none), not(operation_algorithm_instant), statement_dialect_in_mysql_mariadb), all(some(operation_defaultKind_in_stored_identity, all(operation_defaultKind_volatile, operation_notNull)), statement_dialect_transactsql)), not(operation_tableCreatedHere)),
    }),
    verdict: "warn",
    message: "adding {operation.columns} writes every row of {operation.target} again",
    description: "Each row gets a value of its own: a volatile default such as `gen_random_uuid()`, a stored generated column, an identity or `serial` column. The server writes every row again while others wait. PostgreSQL also does that if the type of the column is a domain with a constraint.",
    help: {
      "default": "Add a plain column, set its default for new rows if it has one, and fill old rows in batches."
    },
    fixes: [
      {
        "title": "add the column, set its default for new rows, and fill old rows in batches",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} DEFAULT gen_random_uuid()",
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}",
          "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT gen_random_uuid()",
          {
            "sql": "DO $$\nBEGIN\n  LOOP\n    UPDATE {table} SET {column} = DEFAULT\n    WHERE ctid IN (SELECT ctid FROM {table} WHERE {column} IS NULL LIMIT 10000);\n    EXIT WHEN NOT FOUND;\n    COMMIT;\n  END LOOP;\nEND\n$$",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "add the column, set its default for new rows, and fill old rows in a later transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} DEFAULT gen_random_uuid()",
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}",
          "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT gen_random_uuid()",
          {
            "sql": "UPDATE {table} SET {column} = DEFAULT WHERE {column} IS NULL",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "add the column, set its default for new rows, and fill old rows in batches",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} DEFAULT uuid_generate_v4()",
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}",
          "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT uuid_generate_v4()",
          {
            "sql": "DO $$\nBEGIN\n  LOOP\n    UPDATE {table} SET {column} = DEFAULT\n    WHERE ctid IN (SELECT ctid FROM {table} WHERE {column} IS NULL LIMIT 10000);\n    EXIT WHEN NOT FOUND;\n    COMMIT;\n  END LOOP;\nEND\n$$",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "add the column, set its default for new rows, and fill old rows in a later transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} DEFAULT uuid_generate_v4()",
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}",
          "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT uuid_generate_v4()",
          {
            "sql": "UPDATE {table} SET {column} = DEFAULT WHERE {column} IS NULL",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "add the column, set its default for new rows, and fill old rows in batches",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} DEFAULT clock_timestamp()",
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}",
          "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT clock_timestamp()",
          {
            "sql": "DO $$\nBEGIN\n  LOOP\n    UPDATE {table} SET {column} = DEFAULT\n    WHERE ctid IN (SELECT ctid FROM {table} WHERE {column} IS NULL LIMIT 10000);\n    EXIT WHEN NOT FOUND;\n    COMMIT;\n  END LOOP;\nEND\n$$",
            "run": "outside-transaction"
          }
        ]
      },
      {
        "title": "add the column, set its default for new rows, and fill old rows in a later transaction",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER TABLE [ONLY] {table} ADD [COLUMN] {column} {type} DEFAULT clock_timestamp()",
        "write": [
          "ALTER TABLE {table} ADD COLUMN {column} {type}",
          "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT clock_timestamp()",
          {
            "sql": "UPDATE {table} SET {column} = DEFAULT WHERE {column} IS NULL",
            "run": "own-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN token uuid DEFAULT gen_random_uuid()",
          "ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED",
          "ALTER TABLE orders ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY",
          "ALTER TABLE orders ADD COLUMN n serial",
          "CREATE DOMAIN price AS int CHECK (VALUE > 0); ALTER TABLE orders ADD COLUMN total price"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN token uuid",
          "CREATE DOMAIN price AS int; ALTER TABLE orders ADD COLUMN total price",
          "ALTER TABLE orders ADD COLUMN at timestamptz DEFAULT TIMESTAMP WITH TIME ZONE 'epoch'",
          "ALTER TABLE orders ADD COLUMN at timestamptz DEFAULT now()",
          "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
          "CREATE TABLE orders (id int); ALTER TABLE orders ADD COLUMN n serial"
        ]
      },
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED",
          "ALTER TABLE orders ADD COLUMN token char(36) NOT NULL DEFAULT (UUID())"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL",
          "ALTER TABLE orders ADD COLUMN at datetime DEFAULT CURRENT_TIMESTAMP",
          "ALTER TABLE orders ADD COLUMN n int DEFAULT 5"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN token uuid DEFAULT uuid()"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN n int DEFAULT 5 AFTER id"
        ],
        "dialect": "mariadb"
      },
      {
        "block": [
          "ALTER TABLE orders ADD token uniqueidentifier NOT NULL DEFAULT NEWID()"
        ],
        "pass": [
          "ALTER TABLE orders ADD token uniqueidentifier NULL DEFAULT NEWID()"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-default-on-old-server",
    operations: [
      "add_column"
    ],
    when: precompiled({
      text: "operation.defaultKind in [\"constant\", \"stable\"] && has(statement.serverVersion) && statement.serverVersion < 110000 && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_defaultKind_in_constant_stable, has_statement_serverVersion, statement_serverVersion_110000, not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "PostgreSQL before 11 writes every row of {operation.target} again to add a column with a default",
    description: "Before PostgreSQL 11 a column with any default is added by writing every row again. The rule needs `server-version` in the configuration.",
    help: {
      "default": "Add the column without a default, set the default for new rows, and fill old rows in batches."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN state text"
        ],
        "server-version": "10"
      },
      {
        "pass": [
          "ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"
        ],
        "server-version": "11"
      },
      {
        "pass": [
          "ALTER TABLE orders ADD COLUMN state text DEFAULT 'new'"
        ]
      }
    ],
  },
  {
    id: "require-default-for-not-null",
    operations: [
      "add_column"
    ],
    when: precompiled({
      text: "operation.notNull && !operation.hasDefault && !operation.tableCreatedHere && !operation.tableEmptied && statement.dialect in [\"postgresql\", \"sqlite\", \"transactsql\", \"cockroachdb\", \"redshift\"]",
      file: "no",
      formula: all(operation_notNull, not(operation_hasDefault), not(operation_tableCreatedHere), not(operation_tableEmptied), statement_dialect_in_postgresql_sqlite_transactsql_cockroach),
    }),
    verdict: "warn",
    message: "adding {operation.columns} as NOT NULL without a default fails if {operation.target} has rows",
    description: "The rows that exist have no value for the new column, so the server refuses the statement and the migration stops.",
    help: {
      "default": "Give the column a constant default, or add it as nullable, fill it, and set NOT NULL later."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN state text NOT NULL",
          "DELETE FROM orders WHERE id > 5; ALTER TABLE orders ADD COLUMN state text NOT NULL",
          "DELETE FROM orders; INSERT INTO orders VALUES (1); ALTER TABLE orders ADD COLUMN state text NOT NULL"
        ],
        "pass": [
          "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
          "ALTER TABLE orders ADD COLUMN state text",
          "CREATE TABLE orders (id int); ALTER TABLE orders ADD COLUMN state text NOT NULL",
          "DELETE FROM orders; ALTER TABLE orders ADD COLUMN state text NOT NULL",
          "TRUNCATE customers, orders; ALTER TABLE orders ADD COLUMN state text NOT NULL"
        ]
      },
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN state text NOT NULL"
        ],
        "dialect": "sqlite"
      },
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN state STRING NOT NULL"
        ],
        "dialect": "cockroachdb"
      },
      {
        "pass": [
          "ALTER TABLE orders ADD COLUMN state varchar(10) NOT NULL"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-refused-column",
    operations: [
      "add_column",
      "add_constraint"
    ],
    when: precompiled({
      text: "((operation.inline && operation.constraintType in [\"unique\", \"primary_key\"]) || (operation.inline && operation.constraintType == \"foreign_key\" && operation.hasDefault && !operation.notValid && !operation.tableCreatedHere) || (operation.defaultKind in [\"stable\", \"volatile\", \"stored\"] && !operation.tableCreatedHere)) && statement.dialect == \"sqlite\"",
      file: "no",
      formula: all(some(all(operation_inline, operation_constraintType_in_unique_primary_key), all(operation_inline, operation_constraintType_foreign_key, operation_hasDefault, not(operation_notValid), not(operation_tableCreatedHere)), all(operation_defaultKind_in_stable_volatile_stored, not(operation_tableCreatedHere))), statement_dialect_sqlite),
    }),
    verdict: "warn",
    message: "SQLite refuses to add {operation.columns} to {operation.target} in this form",
    description: "SQLite adds no column that is UNIQUE or a PRIMARY KEY. To a table with rows it adds no stored generated column, and none with a default such as CURRENT_TIMESTAMP or an expression; and unless foreign keys are off, none that refers to a table and has another default than NULL. The migration stops here.",
    help: {
      "default": "Add a plain column, fill it, and create a unique index; or create a new table, copy the rows, and rename it."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN number int UNIQUE",
          "ALTER TABLE orders ADD COLUMN number int PRIMARY KEY",
          "ALTER TABLE orders ADD COLUMN at text DEFAULT CURRENT_TIMESTAMP",
          "ALTER TABLE orders ADD COLUMN token text DEFAULT (hex(randomblob(16)))",
          "ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) STORED",
          "CREATE TABLE t (a int); ALTER TABLE t ADD COLUMN b int UNIQUE",
          "ALTER TABLE orders ADD COLUMN customer int NOT NULL DEFAULT 1 REFERENCES customers (id)"
        ],
        "pass": [
          "PRAGMA foreign_keys = OFF; ALTER TABLE orders ADD COLUMN customer int DEFAULT 1 REFERENCES customers (id)",
          "ALTER TABLE orders ADD COLUMN customer int DEFAULT NULL REFERENCES customers (id)",
          "ALTER TABLE orders ADD COLUMN number int",
          "ALTER TABLE orders ADD COLUMN state text NOT NULL DEFAULT 'new'",
          "ALTER TABLE orders ADD COLUMN customer int REFERENCES customers (id)",
          "ALTER TABLE orders ADD COLUMN gross int GENERATED ALWAYS AS (net + tax) VIRTUAL",
          "CREATE TABLE t (a int UNIQUE); ALTER TABLE t ADD COLUMN at text DEFAULT CURRENT_TIMESTAMP"
        ],
        "dialect": "sqlite"
      },
      {
        "pass": [
          "ALTER TABLE orders ADD COLUMN number int UNIQUE"
        ]
      }
    ],
  },
  {
    id: "no-blocking-maintenance",
    operations: [
      "maintain",
      "alter_table"
    ],
    when: precompiled({
      text: "((operation.maintenance in [\"vacuum_full\", \"cluster\", \"rewrite\"] && statement.dialect == \"postgresql\") || (operation.maintenance in [\"optimize\", \"repair\", \"rewrite\"] && !(operation.lockOption == \"none\") && !(operation.algorithm == \"instant\") && statement.dialect in [\"mysql\", \"mariadb\"]) || (operation.maintenance == \"vacuum\" && statement.dialect == \"sqlite\")) && !operation.tableCreatedHere",
      file: "no",
      formula: all(some(all(operation_maintenance_in_vacuum_full_cluster_rewrite, statement_dialect_postgresql), all(operation_maintenance_in_optimize_repair_rewrite, not(operation_lockOption_none), not(operation_algorithm_instant), statement_dialect_in_mysql_mariadb), all(operation_maintenance_vacuum, statement_dialect_sqlite)), not(operation_tableCreatedHere)),
    }),
    verdict: "warn",
    message: "this writes every row again, and others wait until it is done",
    description: "VACUUM FULL, CLUSTER, and a change of the tablespace, of logging or of the expression of a generated column write the table again while reads and writes wait, and so do functions of Citus and TimescaleDB that distribute a table or move its rows. On MySQL and MariaDB, OPTIMIZE TABLE, another engine, row format or character set, and partitioning rebuild the table, and so does SQLite's VACUUM with the whole database.",
    help: {
      "default": "Leave it out of migrations. Use a plain `VACUUM`, pg_repack or pg_squeeze.",
      "mysql": "Ask for `LOCK=NONE`, which the server refuses if it would block, or use gh-ost or pt-online-schema-change.",
      "sqlite": "Leave it out of migrations, and run it when nothing else uses the database."
    },
    fixes: [
      {
        "title": "rebuild the table while others write, or not at all",
        "dialects": [
          "mariadb"
        ],
        "match": "ALTER TABLE {table} FORCE",
        "write": [
          "ALTER TABLE {table} FORCE, ALGORITHM=INPLACE, LOCK=NONE"
        ]
      },
      {
        "title": "rebuild the table while others write, or not at all",
        "dialects": [
          "mariadb"
        ],
        "match": "ALTER TABLE {table} ROW_FORMAT [=] {format}",
        "write": [
          "ALTER TABLE {table} ROW_FORMAT={format}, ALGORITHM=INPLACE, LOCK=NONE"
        ]
      }
    ],
    examples: [
      {
        "block": [
          "VACUUM FULL orders",
          "VACUUM (FULL, ANALYZE) orders",
          "CLUSTER orders USING orders_pkey",
          "ALTER TABLE orders SET TABLESPACE fast",
          "ALTER TABLE orders SET UNLOGGED",
          "ALTER TABLE orders ALTER COLUMN gross SET EXPRESSION AS (net * 2)",
          "SELECT create_hypertable('orders', 'at', migrate_data => true)",
          "SELECT create_distributed_table('orders', 'tenant_id')"
        ],
        "pass": [
          "VACUUM orders",
          "SELECT create_hypertable('orders', 'at')",
          "CREATE TABLE orders (tenant_id int); SELECT create_distributed_table('orders', 'tenant_id')",
          "VACUUM (ANALYZE) orders",
          "VACUUM (FULL false) orders",
          "ALTER TABLE orders SET (fillfactor = 70)",
          "CREATE TABLE t (a int); ALTER TABLE t SET UNLOGGED"
        ]
      },
      {
        "block": [
          "OPTIMIZE TABLE orders",
          "ALTER TABLE orders CONVERT TO CHARACTER SET utf8mb4",
          "ALTER TABLE orders ENGINE=InnoDB",
          "ALTER TABLE orders FORCE",
          "ALTER TABLE orders COMMENT='x' ROW_FORMAT=COMPRESSED",
          "ALTER TABLE orders PARTITION BY HASH (id) PARTITIONS 4",
          "ALTER TABLE orders ADD COLUMN x int PARTITION BY HASH (id) PARTITIONS 4",
          "ALTER TABLE orders REMOVE PARTITIONING"
        ],
        "pass": [
          "ANALYZE TABLE orders",
          "ALTER TABLE orders DEFAULT CHARACTER SET utf8mb4",
          "ALTER TABLE orders COMMENT='ENGINE=MyISAM', AUTO_INCREMENT=5",
          "ALTER TABLE orders ADD PARTITION (PARTITION p2 VALUES LESS THAN (3000))",
          "ALTER TABLE orders FORCE, ALGORITHM=INPLACE, LOCK=NONE",
          "ALTER TABLE orders DROP COLUMN `engine`",
          "CREATE TABLE t (a int); ALTER TABLE t ENGINE=InnoDB"
        ],
        "dialect": "mysql"
      },
      {
        "block": [
          "VACUUM"
        ],
        "pass": [
          "ANALYZE"
        ],
        "dialect": "sqlite"
      }
    ],
  },
  {
    id: "require-concurrent-refresh",
    operations: [
      "refresh_materialized_view"
    ],
    when: precompiled({
      text: "!operation.concurrently && !operation.createdHere && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(not(operation_concurrently), not(operation_createdHere), not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "reads of {operation.target} wait, or fail after WITH NO DATA, until the view is computed again",
    description: "A plain REFRESH MATERIALIZED VIEW blocks every query on the view until it has run the whole query. With `WITH NO DATA` it empties the view instead, and queries on it fail until the next REFRESH.",
    help: {
      "default": "Use `REFRESH MATERIALIZED VIEW CONCURRENTLY`. It needs a unique index on the view, and cannot be combined with `WITH NO DATA`."
    },
    examples: [
      {
        "block": [
          "REFRESH MATERIALIZED VIEW totals",
          "REFRESH MATERIALIZED VIEW totals WITH NO DATA"
        ],
        "pass": [
          "REFRESH MATERIALIZED VIEW CONCURRENTLY totals",
          "CREATE MATERIALIZED VIEW totals AS SELECT 1 WITH NO DATA; REFRESH MATERIALIZED VIEW totals"
        ]
      }
    ],
  },
  {
    id: "no-unchecked-partition",
    operations: [
      "attach_partition"
    ],
    when: precompiled({
      text: "!operation.tableCreatedHere && !operation.boundsChecked && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(not(operation_tableCreatedHere), not(operation_boundsChecked), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "attaching {operation.table} reads all its rows, and queries on it wait",
    description: "ATTACH PARTITION checks every row of the new partition under a lock that blocks reads and writes of it, and of the default partition if there is one. A CHECK constraint that proves the bounds avoids that.",
    help: {
      "default": "Add a validated CHECK constraint with the bounds, and IS NOT NULL, to the table first, and drop it after the ATTACH. Of one that an earlier migration added, the rule does not know: then allow the ATTACH with a comment."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')",
          "ALTER TABLE logs_2027 ADD CONSTRAINT c CHECK (day >= '2027-01-01' AND day < '2028-01-01'); ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')",
          "ALTER TABLE logs_2027 ADD CONSTRAINT c CHECK (day IS NOT NULL AND day >= '2027-01-01' AND day < '2028-01-01') NOT VALID; ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')"
        ],
        "pass": [
          "ALTER TABLE logs_2027 ADD CONSTRAINT c CHECK (day IS NOT NULL AND day >= '2027-01-01' AND day < '2028-01-01') NOT VALID; ALTER TABLE logs_2027 VALIDATE CONSTRAINT c; ALTER TABLE logs ATTACH PARTITION logs_2027 FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')",
          "CREATE TABLE logs_2027 (day date); ALTER TABLE logs ATTACH PARTITION logs_2027 DEFAULT"
        ]
      }
    ],
  },
  {
    id: "no-lock-table",
    operations: [
      "lock_table"
    ],
    when: precompiled({
      text: "!(operation.target.name == \"\") && !(operation.lockOption in [\"access share\", \"row share\", \"row exclusive\", \"share update exclusive\"]) && !operation.tableCreatedHere",
      file: "no",
      formula: all(not(operation_target_name), not(operation_lockOption_in_access_share_row_share_row_exclusive), not(operation_tableCreatedHere)),
    }),
    verdict: "warn",
    message: "queries on {operation.target} wait until the lock is released",
    description: "An explicit lock makes others wait until the transaction or session ends, however long the statements after it take.",
    help: {
      "default": "Leave it out: each statement takes the lock that it needs. If it is needed, keep the transaction short and set a lock timeout."
    },
    examples: [
      {
        "block": [
          "LOCK TABLE orders",
          "LOCK TABLE orders IN ACCESS EXCLUSIVE MODE",
          "LOCK orders IN SHARE MODE NOWAIT",
          "LOCK TABLE ONLY orders, customers IN SHARE ROW EXCLUSIVE MODE"
        ],
        "pass": [
          "CREATE TABLE t (a int); LOCK TABLE t",
          "LOCK TABLE orders IN ACCESS SHARE MODE",
          "LOCK TABLE orders IN ROW EXCLUSIVE MODE NOWAIT"
        ]
      },
      {
        "block": [
          "LOCK TABLES orders WRITE",
          "LOCK TABLES orders READ"
        ],
        "pass": [
          "UNLOCK TABLES"
        ],
        "dialect": "mysql"
      }
    ],
  },
  {
    id: "no-trigger-on-busy-table",
    operations: [
      "create_trigger"
    ],
    when: precompiled({
      text: "!(operation.table in [\"\", \"ddl_command_start\", \"ddl_command_end\", \"table_rewrite\", \"sql_drop\", \"login\"]) && !statement.lockTimeoutSet && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(not(operation_table_in_ddl_command_start_ddl_command_end_table_r), not(statement_lockTimeoutSet), not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "creating a trigger on {operation.table} waits for all writing transactions, and new writes wait behind it",
    description: "CREATE TRIGGER takes a lock that conflicts with every write. It is short, but it waits for the longest open transaction that writes, and later writes wait too. From then on each write runs the trigger.",
    help: {
      "default": "Set a `lock_timeout` and try again if it expires."
    },
    fixes: [
      {
        "title": "wait at most five seconds for the lock",
        "dialects": [
          "postgresql"
        ],
        "match": "CREATE {rest*}",
        "write": [
          "SET LOCAL lock_timeout = '5s'",
          "CREATE {rest}"
        ]
      },
      {
        "title": "wait at most five seconds for the lock",
        "dialects": [
          "postgresql"
        ],
        "match": "CREATE {rest*}",
        "write": [
          "SET lock_timeout = '5s'",
          "CREATE {rest}",
          "RESET lock_timeout"
        ]
      }
    ],
    examples: [
      {
        "block": [
          "CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()",
          "SET lock_timeout = '2s'; RESET lock_timeout; CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()"
        ],
        "pass": [
          "CREATE TABLE orders (id int); CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()",
          "CREATE EVENT TRIGGER log_ddl ON ddl_command_end EXECUTE FUNCTION log_ddl()",
          "SET lock_timeout = '2s'; CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit()"
        ]
      }
    ],
  },
  {
    id: "no-disable-autovacuum",
    operations: [
      "alter_table"
    ],
    when: precompiled({
      text: "operation.maintenance == \"disabled\" && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_maintenance_disabled, not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "without autovacuum, {operation.target} grows with each UPDATE and DELETE",
    description: "Autovacuum removes dead rows and keeps statistics. Without it the table and its indexes grow, plans get worse, and the vacuum against wraparound of transaction ids, which still runs, has more to do.",
    help: {
      "default": "Tune it for the table instead, such as `autovacuum_vacuum_scale_factor`, and turn it on again after a bulk load."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders SET (autovacuum_enabled = false)",
          "ALTER TABLE orders SET (fillfactor = 70, toast.autovacuum_enabled = off)"
        ],
        "pass": [
          "ALTER TABLE orders SET (autovacuum_enabled = true)",
          "ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.01)",
          "CREATE TABLE orders (id int); ALTER TABLE orders SET (autovacuum_enabled = false)"
        ]
      }
    ],
  },
  {
    id: "no-backfill-after-ddl",
    operations: [
      "update",
      "delete",
      "merge"
    ],
    when: precompiled({
      text: "has(file.path) && statement.ddlInTransaction && !(operation.target.name in [\"alembic_version\", \"schema_migrations\", \"flyway_schema_history\", \"goose_db_version\", \"databasechangelog\", \"databasechangeloglock\", \"__EFMigrationsHistory\", \"__efmigrationshistory\", \"knex_migrations\", \"knex_migrations_lock\", \"_prisma_migrations\", \"SequelizeMeta\", \"sequelizemeta\", \"django_migrations\", \"_sqlx_migrations\", \"__drizzle_migrations\", \"__diesel_schema_migrations\", \"atlas_schema_revisions\", \"refinery_schema_history\", \"ar_internal_metadata\", \"pgmigrations\"]) && !operation.tableCreatedHere && !operation.onlyDefined && statement.dialect in [\"postgresql\", \"transactsql\"]",
      file: "guarded",
      formula: all(has_file_path, statement_ddlInTransaction, not(operation_target_name_in_alembic_version_schema_migrations_f), not(operation_tableCreatedHere), not(operation_onlyDefined), statement_dialect_in_postgresql_transactsql),
    }),
    verdict: "warn",
    message: "the transaction holds the lock of an earlier change while it writes rows of {operation.target}",
    description: "A lock is held until its transaction ends. If the transaction that altered a table also fills it, queries on the table wait until every row is written. The few rows in which migration tools note what ran do not count.",
    help: {
      "default": "Fill the rows in a migration of its own, in batches, after the change of the schema is committed."
    },
    fixes: [
      {
        "title": "write the rows once the change of the schema is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "UPDATE {rest*}",
        "write": [
          {
            "sql": "UPDATE {rest}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "write the rows once the change of the schema is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "DELETE {rest*}",
        "write": [
          {
            "sql": "DELETE {rest}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "write the rows once the change of the schema is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "WITH {rest*}",
        "write": [
          {
            "sql": "WITH {rest}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "write the rows once the change of the schema is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "MERGE {rest*}",
        "write": [
          {
            "sql": "MERGE {rest}",
            "run": "own-transaction"
          }
        ]
      }
    ],
    examples: [
      {
        "block": [
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; UPDATE orders SET state = 'new' WHERE id > 0; COMMIT",
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; DELETE FROM schema_migrations_log WHERE id > 0; COMMIT",
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; CREATE FUNCTION fill() RETURNS void LANGUAGE sql AS $$ UPDATE orders SET state = 'new' WHERE id > 0 $$; SELECT fill(); COMMIT"
        ],
        "pass": [
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; CREATE FUNCTION fill() RETURNS void LANGUAGE sql AS $$ UPDATE orders SET state = 'new' WHERE id > 0 $$; COMMIT",
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; COMMIT; UPDATE orders SET state = 'new' WHERE id > 0",
          "BEGIN; CREATE TABLE orders (state text); UPDATE orders SET state = 'new' WHERE id > 0; COMMIT",
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; UPDATE alembic_version SET version_num = '2' WHERE version_num = '1'; COMMIT",
          "BEGIN; ALTER TABLE orders ADD COLUMN state text; DELETE FROM public.schema_migrations WHERE version = '1'; COMMIT"
        ]
      },
      {
        "block": [
          "BEGIN TRAN; ALTER TABLE orders ADD state int; DELETE FROM [History] WHERE id > 0; COMMIT"
        ],
        "pass": [
          "BEGIN TRAN; ALTER TABLE orders ADD state int; DELETE FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'1'; COMMIT"
        ],
        "dialect": "transactsql"
      }
    ],
  },
  {
    id: "no-enum-value-in-transaction",
    operations: [
      "alter_type"
    ],
    when: precompiled({
      text: "has(statement.serverVersion) && statement.serverVersion < 120000 && statement.inTransaction && operation.enumValue == \"added\" && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(has_statement_serverVersion, statement_serverVersion_120000, statement_inTransaction, operation_enumValue_added, statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "PostgreSQL before 12 refuses ALTER TYPE … ADD VALUE inside a transaction",
    description: "Before PostgreSQL 12 a value cannot be added to an enum inside a transaction, unless the transaction created the type, so the migration stops here. The rule needs `server-version` in the configuration.",
    help: {
      "default": "Put the statement into a file of its own, and tell the migration tool to run that file without a transaction. Prisma does so with a single statement."
    },
    examples: [
      {
        "block": [
          "BEGIN; ALTER TYPE mood ADD VALUE 'calm'; COMMIT"
        ],
        "pass": [
          "ALTER TYPE mood ADD VALUE 'calm'",
          "BEGIN; CREATE TYPE mood AS ENUM ('sad'); ALTER TYPE mood ADD VALUE 'calm'; COMMIT",
          "BEGIN; ALTER TYPE mood RENAME TO state; ALTER TYPE address ADD ATTRIBUTE zip text; COMMIT"
        ],
        "server-version": "11"
      },
      {
        "pass": [
          "BEGIN; ALTER TYPE mood ADD VALUE 'calm'; COMMIT"
        ],
        "server-version": "12"
      }
    ],
  },
  {
    id: "no-statement-refused-in-transaction",
    operations: [
      "maintain",
      "alter_system",
      "create_database",
      "drop_database",
      "create_other",
      "drop_tablespace",
      "alter_database",
      "alter_other",
      "set"
    ],
    when: precompiled({
      text: "operation.refusedInTransaction && (statement.inTransaction || operation.place in [\"do_block\", \"routine_body\", \"dynamic\"]) && statement.dialect == \"postgresql\"",
      file: "no",
      formula: all(operation_refusedInTransaction, some(statement_inTransaction, operation_place_in_do_block_routine_body_dynamic), statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "PostgreSQL refuses this statement inside a transaction, a DO block or a function",
    description: "VACUUM, ALTER SYSTEM, CREATE and DROP DATABASE or TABLESPACE, REINDEX DATABASE, SYSTEM or SCHEMA, CLUSTER of all tables and DISCARD ALL fail inside a transaction, so the migration stops here. Many migration tools run each file in a transaction.",
    help: {
      "default": "Put the statement into a file of its own, and tell the migration tool to run that file without a transaction. Prisma does so with a single statement."
    },
    examples: [
      {
        "block": [
          "BEGIN; VACUUM orders; COMMIT",
          "BEGIN; ALTER SYSTEM SET work_mem = '64MB'; COMMIT",
          "BEGIN; REINDEX (VERBOSE) SCHEMA app; COMMIT",
          "DO $$ BEGIN VACUUM orders; END $$"
        ],
        "pass": [
          "VACUUM orders",
          "BEGIN; ANALYZE orders; COMMIT",
          "BEGIN; CLUSTER orders USING orders_pkey; COMMIT",
          "BEGIN; DISCARD TEMP; COMMIT"
        ]
      }
    ],
  },
  {
    id: "no-new-enum-value-in-transaction",
    operations: [
      "insert",
      "update",
      "delete",
      "merge",
      "create_table",
      "create_index",
      "create_view",
      "create_materialized_view",
      "create_policy",
      "create_trigger",
      "add_column",
      "alter_column_type",
      "set_default",
      "add_constraint",
      "do_block"
    ],
    when: precompiled({
      text: "has(file.path) && statement.usesNewEnumValue && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, statement_usesNewEnumValue, statement_dialect_postgresql),
    }),
    verdict: "warn",
    message: "PostgreSQL refuses a new enum value in the transaction that adds it",
    description: "PostgreSQL answers \"unsafe use of new value\": a value that ALTER TYPE … ADD VALUE adds can be used only once the transaction is committed. Many migration tools run a file, or all files, in one transaction. The same text in a column of another type may match as well; PostgreSQL allows that.",
    help: {
      "default": "Add the value in a migration of its own, and use it in the next one."
    },
    fixes: [
      {
        "title": "use the value once the transaction that adds it is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "INSERT {rest*}",
        "write": [
          {
            "sql": "INSERT {rest}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "use the value once the transaction that adds it is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "UPDATE {rest*}",
        "write": [
          {
            "sql": "UPDATE {rest}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "use the value once the transaction that adds it is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "DELETE {rest*}",
        "write": [
          {
            "sql": "DELETE {rest}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "use the value once the transaction that adds it is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "CREATE {rest*}",
        "write": [
          {
            "sql": "CREATE {rest}",
            "run": "own-transaction"
          }
        ]
      },
      {
        "title": "use the value once the transaction that adds it is committed",
        "dialects": [
          "postgresql"
        ],
        "match": "ALTER {rest*}",
        "write": [
          {
            "sql": "ALTER {rest}",
            "run": "own-transaction"
          }
        ]
      }
    ],
    per: "statement",
    examples: [
      {
        "block": [
          "BEGIN; ALTER TYPE mood ADD VALUE 'calm'; INSERT INTO diary (mood) VALUES ('calm'); COMMIT",
          "BEGIN; ALTER TYPE mood ADD VALUE 'calm'; ALTER TABLE diary ALTER mood SET DEFAULT 'calm'; COMMIT",
          "BEGIN; ALTER TYPE mood ADD VALUE 'calm'; CREATE INDEX i ON diary (id) WHERE mood = 'calm'; COMMIT"
        ],
        "pass": [
          "ALTER TYPE mood ADD VALUE 'calm'; INSERT INTO diary (mood) VALUES ('calm')",
          "BEGIN; ALTER TYPE mood ADD VALUE 'calm'; COMMIT; INSERT INTO diary (mood) VALUES ('calm')",
          "BEGIN; ALTER TYPE mood ADD VALUE 'calm'; INSERT INTO diary (mood) VALUES ('sad'); COMMIT",
          "BEGIN; CREATE TYPE mood AS ENUM ('calm'); INSERT INTO diary (mood) VALUES ('calm'); COMMIT"
        ]
      },
      {
        "pass": [
          "BEGIN; CREATE TYPE mood AS ENUM ('sad'); ALTER TYPE mood ADD VALUE 'calm'; INSERT INTO diary (mood) VALUES ('calm'); COMMIT"
        ],
        "server-version": "17"
      }
    ],
  },
  {
    id: "no-several-changes-in-transaction",
    operations: [
      "add_column",
      "drop_column",
      "rename_column",
      "alter_column_type",
      "set_not_null",
      "drop_not_null",
      "set_default",
      "drop_default",
      "add_constraint",
      "drop_constraint",
      "rename_table",
      "set_schema",
      "attach_partition",
      "detach_partition",
      "drop_table",
      "truncate",
      "create_trigger",
      "drop_trigger",
      "alter_table"
    ],
    when: precompiled({
      text: "has(file.path) && statement.ddlInTransaction && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, statement_ddlInTransaction, not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "off",
    message: "the transaction holds the lock of an earlier change while it waits for {operation.target}",
    description: "Each change of a table keeps its lock until the transaction ends. A transaction that waits for a second lock blocks the first table for that long, and two such transactions can deadlock.",
    help: {
      "default": "Change one table in a transaction. Split the migration."
    },
    examples: [
      {
        "block": [
          "BEGIN; ALTER TABLE a ADD COLUMN x int; ALTER TABLE b ADD COLUMN x int; COMMIT"
        ],
        "pass": [
          "ALTER TABLE a ADD COLUMN x int; ALTER TABLE b ADD COLUMN x int"
        ]
      }
    ],
  },
  {
    id: "require-lock-timeout",
    operations: [
      "ddl",
      "truncate",
      "maintain",
      "refresh_materialized_view",
      "lock_table"
    ],
    when: precompiled({
      text: "has(file.path) && operation.locksTable && !statement.lockTimeoutSet && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, operation_locksTable, not(statement_lockTimeoutSet), statement_dialect_postgresql),
    }),
    verdict: "off",
    message: "without a lock timeout, other queries wait as long as this change of {operation.target} waits",
    description: "A change of a table waits for the longest transaction that uses the table, and every later query waits behind it. A lock timeout ends that, and the migration can be tried again. A new foreign key also locks the table that it references, and a new partition its parent.",
    help: {
      "default": "Set `lock_timeout` at the top of the file, or for the role that runs the migrations. `SET LOCAL` does nothing outside a transaction."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN state text",
          "DROP INDEX orders_customer",
          "CREATE POLICY p ON orders USING (true)",
          "CREATE TABLE items (id int, order_id int REFERENCES orders (id))",
          "CREATE TABLE orders_2027 PARTITION OF orders FOR VALUES FROM (1) TO (2)",
          "DROP VIEW totals",
          "SET LOCAL lock_timeout = '2s'; ALTER TABLE orders ADD COLUMN state text"
        ],
        "pass": [
          "SET lock_timeout = '2s'; ALTER TABLE orders ADD COLUMN state text",
          "BEGIN; SET LOCAL lock_timeout = '2s'; ALTER TABLE orders ADD COLUMN state text; COMMIT",
          "CREATE TABLE orders (id int PRIMARY KEY); CREATE TABLE items (order_id int REFERENCES orders (id))",
          "CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)",
          "ALTER TABLE orders VALIDATE CONSTRAINT c",
          "DROP FUNCTION total(int)"
        ]
      }
    ],
  },
  {
    id: "require-statement-timeout",
    operations: [
      "add_column",
      "drop_column",
      "rename_column",
      "alter_column_type",
      "set_not_null",
      "drop_not_null",
      "set_default",
      "drop_default",
      "add_constraint",
      "drop_constraint",
      "rename_table",
      "set_schema",
      "attach_partition",
      "detach_partition",
      "drop_table",
      "truncate",
      "create_trigger",
      "drop_trigger",
      "alter_table"
    ],
    when: precompiled({
      text: "has(file.path) && !statement.statementTimeoutSet && !operation.tableCreatedHere && statement.dialect == \"postgresql\"",
      file: "guarded",
      formula: all(has_file_path, not(statement_statementTimeoutSet), not(operation_tableCreatedHere), statement_dialect_postgresql),
    }),
    verdict: "off",
    message: "without a statement timeout, queries on {operation.target} wait as long as this change runs",
    description: "A change that scans or rewrites a table keeps its lock until it is done. A statement timeout ends a change that takes longer than planned.",
    help: {
      "default": "Set `statement_timeout` at the top of the file, or for the role that runs the migrations."
    },
    examples: [
      {
        "block": [
          "ALTER TABLE orders ADD COLUMN state text"
        ],
        "pass": [
          "SET statement_timeout = '30s'; ALTER TABLE orders ADD COLUMN state text"
        ]
      }
    ],
  },
  {
    id: "no-nested-transaction",
    operations: [
      "begin"
    ],
    when: precompiled({
      text: "has(file.path) && statement.inTransaction",
      file: "guarded",
      formula: all(has_file_path, statement_inTransaction),
    }),
    verdict: "off",
    message: "a transaction is open already: its COMMIT ends the one that the migration tool started",
    description: "PostgreSQL warns and goes on in the outer transaction, and MySQL commits it. The COMMIT of the file then ends the transaction of the migration tool, and what follows it cannot be rolled back.",
    help: {
      "default": "Leave BEGIN and COMMIT out of the file, or tell the migration tool to run it without a transaction."
    },
    examples: [
      {
        "block": [
          "BEGIN; BEGIN; COMMIT"
        ],
        "pass": [
          "BEGIN; COMMIT; BEGIN; COMMIT"
        ]
      }
    ],
  },
];
