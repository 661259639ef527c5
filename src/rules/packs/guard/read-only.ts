import { quoteCel } from '../../cel/format.ts';
import type { GuardPack, GuardRule, Parameter, Values } from './parameters.ts';

/** A name as facts have it: folded, with its schema if it is not found without. */
const NAME = /^[^\s'"`\\]+$/;

/** What a statement may use beside the reviewed lists. */
export const PURE_PARAMETERS = {
  functions: {
    type: 'names',
    pattern: NAME,
    form: 'the name of a function, as in `app.slug`',
    example: '[app.slug, order_total]',
    description:
      'Functions of your own that only read, spelled as the SQL calls them: with their schema if it is written, in lower case.',
  },
  operators: {
    type: 'names',
    pattern: /^(?:[^\s'"`\\.]+\.)?[-+*/<>=~!@#%^&|`?]+$/,
    form: 'an operator, as in `<=>`',
    example: "['<=>']",
    description: 'Operators of extensions that only read.',
  },
  types: {
    type: 'names',
    pattern: NAME,
    form: 'the name of a type, as in `order_status`',
    example: '[order_status]',
    description: 'Types of your own to which values may be cast: enums, and domains whose checks only read.',
  },
  relations: {
    type: 'names',
    pattern: NAME,
    form: 'the name of a catalog, as in `pg_sequences`',
    example: '[pg_stat_wal]',
    description: 'System catalogs that may be read beside the reviewed ones.',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** Operations that read, and those that begin and end a transaction. */
const READS = ['select', 'show', 'explain', 'copy_to', 'cursor', 'begin', 'commit', 'rollback', 'savepoint'] as const;

function listed(names: readonly string[]): string {
  return `[${names.map(quoteCel).join(', ')}]`;
}

/** The effects that the values allow. */
function allowedBy({ functions = [], operators = [], types = [], relations = [] }: Values): readonly string[] {
  return [
    ...functions.map((name) => `function ${name}`),
    ...operators.map((name) => `operator ${name}`),
    ...types.map((name) => `type ${name}`),
    ...relations.map((name) => `relation ${name}`),
  ];
}

/** The rules that refuse everything but reads. */
export function readOnlyRules(values: Values): readonly GuardRule[] {
  return [REQUIRE_READ_ONLY, noUnlistedEffect(values)];
}

const REQUIRE_READ_ONLY: GuardRule = {
  id: 'require-read-only',
  operations: ['any'],
  when: `!(operation.kind in ${listed(READS)}) && !statement.readOnly`,
  verdict: 'block',
  message: '{operation.kind} is not a read, and only reads may run',
  description:
    'Programs that write SQL may read, and nothing else. Every operation of a statement must be a read, or begin or end a transaction: a write in a WITH clause, behind EXPLAIN ANALYZE or in a prepared statement is a write, and a setting lasts longer than the statement.',
  help: {
    default:
      'Ask for the rows with a SELECT. To see what a write would do, use EXPLAIN without ANALYZE, and ask a person to run it.',
  },
  suppressible: false,
  examples: [
    {
      block: [
        'DELETE FROM orders WHERE id = 1',
        'WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d',
        'EXPLAIN ANALYZE DELETE FROM orders',
        'SELECT * INTO backup FROM orders',
        'SET search_path = private',
        'SELECT 1; DROP TABLE orders',
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT query_to_xml('DELETE FROM orders', true, false, '')",
      ],
      pass: [
        'SELECT * FROM orders',
        'EXPLAIN DELETE FROM orders',
        'BEGIN; SELECT 1; COMMIT',
        'COPY (SELECT * FROM orders) TO STDOUT',
      ],
    },
    {
      dialect: 'sqlite',
      block: ['PRAGMA user_version = 1', "ATTACH 'x.db' AS x", "SELECT load_extension('x')"],
      pass: ['PRAGMA table_info(orders)'],
    },
  ],
};

function noUnlistedEffect(values: Values): GuardRule {
  return {
    id: 'no-unlisted-effect',
    operations: ['any'],
    when: `statement.effects.exists(effect, !(effect in ${listed(allowedBy(values))}))`,
    verdict: 'block',
    message: 'the statement may do more than read: {statement.effects}',
    description:
      'A SELECT can lock rows, move a sequence, read files of the server and call functions that write. Functions, operators, types and system catalogs are allowed if they are on a list that was reviewed name by name; whatever is not on it is refused, so that a function that is forgotten is refused, and not allowed.',
    help: {
      default:
        'Leave out the part that the message names. Functions, operators and types of your own that only read are listed in the ruleset: `with: { functions: [app.slug] }`.',
    },
    per: 'statement',
    suppressible: false,
    examples: [
      {
        block: [
          "SELECT nextval('orders_id_seq')",
          'SELECT * FROM orders FOR UPDATE',
          'SELECT public.lower(name) FROM orders',
          'SELECT * FROM pg_authid',
          "COPY orders TO '/tmp/orders'",
        ],
        pass: [
          'SELECT lower(name), count(*) FROM orders GROUP BY 1',
          'SELECT app.slug(title) FROM posts',
          "SELECT relname FROM pg_class WHERE relkind = 'r'",
        ],
      },
      {
        dialect: 'mysql',
        block: ['SELECT SLEEP(10)', 'SELECT @a := 1', "SELECT 1 INTO OUTFILE '/tmp/x'"],
        pass: ['SELECT UPPER(name) FROM orders'],
      },
      { dialect: 'sqlite', block: ['SELECT purge(id) FROM orders'], pass: ["SELECT date('now')"] },
    ],
  };
}

export const READ_ONLY: GuardPack = {
  name: 'querygate:read-only@1',
  docs: 'packs/read-only',
  parameters: PURE_PARAMETERS,
  exampleValues: { functions: ['app.slug'] },
  rules: readOnlyRules,
};
