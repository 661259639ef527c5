import { quoteCel } from '../../cel/format.ts';
import type { GuardPack, GuardRule, Values } from './parameters.ts';
import { PURE_PARAMETERS, readOnlyRules } from './read-only.ts';

const NAME = /^[^\s'"`\\]+$/;

/**
 * Of the reviewed functions, those that get the name or number of a table, function or role, and tell what it is, how it is
 * defined or how large it is.
 */
export const CATALOG_FUNCTIONS = `
  aclexplode col_description format_type has_any_column_privilege has_column_privilege has_database_privilege
  has_foreign_data_wrapper_privilege has_function_privilege has_language_privilege has_schema_privilege has_sequence_privilege
  has_server_privilege has_table_privilege has_tablespace_privilege has_type_privilege obj_description oidvectortypes
  pg_collation_is_visible pg_column_is_updatable pg_describe_object pg_function_is_visible pg_get_constraintdef pg_get_expr
  pg_get_function_arg_default pg_get_function_arguments pg_get_function_identity_arguments pg_get_function_result
  pg_get_function_sqlbody pg_get_functiondef pg_get_indexdef pg_get_partition_constraintdef pg_get_partkeydef
  pg_get_replica_identity_index pg_get_ruledef pg_get_serial_sequence pg_get_statisticsobjdef pg_get_statisticsobjdef_columns
  pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_has_role pg_identify_object pg_index_column_has_property
  pg_index_has_property pg_indexam_has_property pg_opclass_is_visible pg_operator_is_visible pg_opfamily_is_visible
  pg_partition_ancestors pg_partition_root pg_partition_tree pg_relation_is_publishable pg_relation_is_updatable
  pg_statistics_obj_is_visible pg_table_is_visible pg_ts_config_is_visible pg_ts_dict_is_visible pg_ts_parser_is_visible
  pg_ts_template_is_visible pg_type_is_visible row_security_active shobj_description to_regclass to_regcollation
  to_regnamespace to_regoper to_regoperator to_regproc to_regprocedure to_regrole to_regtype pg_database_size pg_indexes_size
  pg_relation_size pg_table_size pg_tablespace_size pg_total_relation_size pragma_collation_list pragma_compile_options
  pragma_database_list pragma_foreign_key_list pragma_function_list pragma_index_info pragma_index_list pragma_index_xinfo
  pragma_module_list pragma_pragma_list pragma_table_info pragma_table_list pragma_table_xinfo`
  .split(/\s+/)
  .filter((name) => name !== '');

function listed(names: readonly string[]): string {
  return `[${names.map(quoteCel).join(', ')}]`;
}

function tableRules({ tables = [], columns }: Values): readonly GuardRule[] {
  return [
    {
      id: 'no-unlisted-table',
      operations: ['any'],
      when: `statement.tablesRead.exists(t, !(t in ${listed(tables)}))`,
      verdict: 'block',
      message: 'reads {statement.tablesRead}, and not all of these tables may be read',
      description:
        'Only the tables that the ruleset lists may be read, wherever a statement names them: in joins, subqueries, WITH clauses and behind EXPLAIN ANALYZE. System catalogs are tables too: list those that the program needs.',
      help: { default: 'Use the listed tables only, or ask for the table to be added to `tables` in the ruleset.' },
      per: 'statement',
      suppressible: false,
      examples: [
        {
          block: [
            'SELECT * FROM salaries',
            'SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM salaries)',
            'WITH orders AS (SELECT * FROM salaries) SELECT * FROM orders',
            'SELECT * FROM private.orders',
            "SELECT most_common_vals FROM pg_stats WHERE tablename = 'salaries'",
          ],
          pass: ['SELECT * FROM orders JOIN public.customers c ON c.id = orders.customer_id', 'SELECT 1'],
        },
      ],
    },
    {
      id: 'no-table-description',
      operations: ['explain', 'show', 'set'],
      when:
        'operation.kind == "set" || (operation.kind == "show" && (statement.dialect != "postgresql" || operation.target.name.matches("^\\\\\\\\[dlzs]"))) || ' +
        '(operation.kind == "explain" && !statement.tablesRead.exists(t, t != ""))',
      verdict: 'block',
      message: '{operation.kind} tells about tables that may not be read',
      description:
        'SHOW, DESCRIBE, PRAGMA, psql’s `\\d` and EXPLAIN tell about every table: its columns, how many rows it has, and which values are common. EXPLAIN ANALYZE runs the query, so that its tables are known, and is allowed for tables that may be read.',
      help: { default: 'Use EXPLAIN ANALYZE on a query of tables that may be read.' },
      suppressible: false,
      examples: [
        {
          block: ["EXPLAIN SELECT * FROM salaries WHERE name = 'x'", '\\d salaries'],
          pass: ['EXPLAIN ANALYZE SELECT * FROM orders', 'SHOW server_version'],
        },
        { dialect: 'mysql', block: ['DESCRIBE salaries', 'SHOW CREATE TABLE salaries'] },
        { dialect: 'sqlite', block: ['PRAGMA table_info(salaries)'] },
      ],
    },
    {
      id: 'no-catalog-function',
      operations: ['any'],
      when: `statement.functions.exists(f, f in ${listed(CATALOG_FUNCTIONS)})`,
      verdict: 'block',
      message: 'a function that describes any object by its name: {statement.functions}',
      description:
        'Some functions of the server get the name of a table and tell its definition, its comments or its size. No list of tables applies to a name in a text.',
      help: {
        default:
          'Leave out the function. The definitions of tables that may be read belong in the program’s instructions.',
      },
      per: 'statement',
      suppressible: false,
      examples: [
        {
          block: ["SELECT pg_get_viewdef('salaries')", "SELECT pg_total_relation_size('salaries')"],
          pass: ['SELECT lower(name) FROM orders'],
        },
        { dialect: 'sqlite', block: ["SELECT name FROM pragma_table_info('salaries')"] },
      ],
    },
    ...(columns ? [columnRule(columns)] : []),
  ];
}

function columnRule(columns: readonly string[]): GuardRule {
  return {
    id: 'no-unlisted-column',
    operations: ['any'],
    when: `statement.unnamedColumns || statement.columnsRead.exists(c, !(c in ${listed(columns)}))`,
    verdict: 'block',
    message: 'reads the columns {statement.columnsRead}, and not all of these may be read',
    description:
      'Only the columns that the ruleset lists may be read, in any table, also in conditions: `WHERE password LIKE …` finds out a value without selecting it. `*`, whole rows, NATURAL JOIN and new names for the columns of a table are refused, since they do not name what they read.',
    help: {
      default:
        'Name the columns, and use the listed ones only. An alias of the select list that ORDER BY uses counts as a column.',
    },
    per: 'statement',
    suppressible: false,
    examples: [
      {
        block: [
          'SELECT password FROM customers',
          'SELECT * FROM customers',
          'SELECT row_to_json(c) FROM customers c',
          'SELECT name FROM customers AS c (id, name)',
          "SELECT id FROM customers WHERE password LIKE 'a%'",
        ],
        pass: ['SELECT id, name, count(*) FROM customers GROUP BY id, name'],
      },
    ],
  };
}

export const TABLES: GuardPack = {
  name: 'querygate:tables@1',
  docs: 'packs/tables',
  parameters: {
    tables: {
      type: 'names',
      required: true,
      pattern: NAME,
      form: 'the name of a table, as in `orders` or `app.orders`',
      example: '[orders, app.customers]',
      description:
        'The tables that may be read, as `schema.name` or `name`. `orders` also stands for `public.orders`, and the other way round.',
    },
    columns: {
      type: 'names',
      pattern: /^[^\s'"`\\.]+$/,
      form: 'the name of a column without its table',
      example: '[id, name, created_at]',
      description:
        'The columns that may be read, without their tables. Without it, all columns. PostgreSQL only: in other dialects it is not known which columns are read.',
    },
    ...PURE_PARAMETERS,
  },
  exampleValues: {
    tables: ['orders', 'customers'],
    columns: ['id', 'name', 'customer_id'],
    functions: ['app.slug'],
  },
  rules: (values) => [...readOnlyRules(values), ...tableRules(values)],
};
