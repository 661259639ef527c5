import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { Parser } from 'node-sql-parser/build/mariadb.js';
import { expect, test } from 'vitest';
import { Queries } from '../../../bench/log/queries.ts';
import { Random } from '../../../bench/log/random.ts';
import { makeTables } from '../../../bench/log/schema.ts';
import type { Dialect } from '../../../src/model/index.ts';
import { nodeSqlParserGrammar, type Parse } from '../../../src/sql/grammars/node-sql-parser/grammar.ts';
import { readPlainSelect } from '../../../src/sql/grammars/node-sql-parser/plain-select.ts';
import { postgresGrammar } from '../../../src/sql/grammars/postgresql/grammar.ts';
import { readPlainForm } from '../../../src/sql/grammars/postgresql/plain-forms.ts';
import type { Grammar } from '../../../src/sql/grammars/types.ts';
import { readScript } from '../../../src/sql/script.ts';
import { LEXICAL } from '../../../src/sql/text/dialects.ts';
import { operationsOf } from '../read.ts';
import { MYSQL_KEYWORDS, POSTGRESQL_KEYWORDS, Statements } from './plain-statements.ts';

await loadModule();
const libpgQuery = { parse: parseSync, parsePlPgSql: parsePlPgSQLSync };
const parser = new Parser();

/**
 * A grammar that reads every statement (`full`), and one that plain forms skip (`quick`), which then calls `onPlain`.
 */
type Grammars = (onPlain: () => void) => { readonly full: Grammar; readonly quick: Grammar };

function withCallback<I, R>(read: (input: I) => R | undefined, onPlain: () => void): (input: I) => R | undefined {
  return (input) => {
    const reading = read(input);
    if (reading) onPlain();
    return reading;
  };
}

const GRAMMARS = {
  postgresql: (onPlain) => ({
    full: postgresGrammar(libpgQuery, () => undefined),
    quick: postgresGrammar(libpgQuery, withCallback(readPlainForm, onPlain)),
  }),
  mariadb: (onPlain) => {
    const parse: Parse = (sql) => parser.parse(sql, { database: 'MariaDB' });
    return {
      full: nodeSqlParserGrammar(parse, LEXICAL.mariadb, () => undefined),
      quick: nodeSqlParserGrammar(parse, LEXICAL.mariadb, withCallback(readPlainSelect, onPlain)),
    };
  },
} satisfies Partial<Record<Dialect, Grammars>>;

/** Compares reading with and without the grammar. */
class Comparison {
  /** Number of statements that skipped the grammar. */
  plain = 0;
  /** Number of those that the grammar rejects. */
  rejected = 0;
  readonly differences: string[] = [];
  readonly #dialect: keyof typeof GRAMMARS;
  readonly #full: Grammar;
  readonly #quick: Grammar;
  #isPlain = false;

  constructor(dialect: keyof typeof GRAMMARS) {
    this.#dialect = dialect;
    const { full, quick } = GRAMMARS[dialect](() => {
      this.#isPlain = true;
    });
    this.#full = full;
    this.#quick = quick;
  }

  compare(sql: string): void {
    this.#isPlain = false;
    const quick = readScript(sql, '', this.#dialect, this.#quick);
    if (!this.#isPlain) return;
    this.plain++;
    const full = readScript(sql, '', this.#dialect, this.#full);
    // A rejection by node-sql-parser means nothing.
    if (this.#dialect !== 'postgresql' && full.statements.some(({ readers }) => readers.length === 1)) this.rejected++;
    else if (textOf(quick) !== textOf(full)) this.differences.push(`${sql}\n  ${textOf(quick)}\n  ${textOf(full)}`);
  }
}

/** A reading as text, without the readers of its operations. */
function textOf({ statements, unreadable }: ReturnType<typeof readScript>): string {
  return JSON.stringify([
    statements.map(({ operations, facts, unreadable, readers }) => [
      operations.map((operation) => ({ ...operation, readers: undefined })),
      facts,
      unreadable,
      readers,
    ]),
    unreadable,
  ]);
}

test('reading without the grammar gives the same result: almost plain statements', () => {
  const both = new Comparison('postgresql');
  const statements = new Statements(1, {
    keywords: POSTGRESQL_KEYWORDS,
    quote: '"',
    values: [
      '1',
      '-1',
      '1.5',
      '12345678901',
      "'x'",
      "'it''s'",
      "'a\\\\b'",
      '$1',
      '$12',
      'NULL',
      'TRUE',
      "E'x'",
      '1e5',
      '0x1F',
      '$1a',
      '1a',
      "U&'x'",
    ],
  });
  for (let count = 0; count < 15_000; count++) both.compare(statements.next());
  expect(both.differences).toEqual([]);
  expect(both.plain).toBeGreaterThan(1_500);
});

test('reading without the grammar gives the same result: keywords as names', () => {
  const both = new Comparison('postgresql');
  const forms = [
    'SELECT # FROM t',
    'SELECT a AS # FROM t',
    'SELECT a FROM #',
    'SELECT a FROM t #',
    'SELECT a FROM t AS #',
    'SELECT #.a FROM t',
    'SELECT t.# FROM t',
    'SELECT a FROM #.t',
    'SELECT a FROM t WHERE #',
    'SELECT a FROM t WHERE # = 1',
    'SELECT a FROM t WHERE a = #',
    'SELECT a FROM t WHERE NOT #',
    'SELECT a FROM t # JOIN u ON a = b',
    'SELECT a FROM t JOIN u # ON a = b',
    'SELECT a FROM t GROUP BY #',
    'SELECT a FROM t ORDER BY #',
    'SELECT a FROM t ORDER BY # DESC',
    'SELECT COUNT(#) FROM t',
    'SELECT a FROM t # WHERE b = 1',
    'SELECT a FROM t # ORDER BY a',
    'SELECT a, # FROM t LIMIT 1',
    'SELECT # a FROM t',
    'INSERT INTO # (a) VALUES (1)',
    'INSERT INTO t (#) VALUES (1)',
    'INSERT INTO t (a) VALUES (#)',
    'INSERT INTO t (a) VALUES (1) RETURNING #',
    'INSERT INTO t (a) VALUES (1) ON CONFLICT (#) DO NOTHING',
    'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET # = 1',
    'UPDATE # SET a = 1 WHERE b = 1',
    'UPDATE t SET # = 1 WHERE b = 1',
    'UPDATE t SET a = # WHERE b = 1',
    'UPDATE t SET a = 1 WHERE # = 1',
    'DELETE FROM # WHERE a = 1',
    'DELETE FROM t WHERE # = 1',
    'DELETE FROM t WHERE a = 1 RETURNING #',
  ];
  for (const form of forms) for (const word of POSTGRESQL_KEYWORDS) both.compare(form.replace('#', word));
  expect(both.differences).toEqual([]);
  expect(both.plain).toBeGreaterThan(5_000);
});

test('queries of common libraries skip the grammar', () => {
  const both = new Comparison('postgresql');
  const random = new Random(3);
  const tables = makeTables(random);
  let statements = 0;
  for (const quote of ['"', ''] as const) {
    for (const columns of ['star', 'qualified', 'aliased', 'labelled', 'bare'] as const) {
      const style = {
        quote,
        upper: quote === '"',
        columns,
        break: '\n',
        schema: columns === 'qualified',
        lists: 'any',
      } as const;
      const queries = new Queries(random, tables, style, { returning: true, upsert: 'conflict' });
      for (let count = 0; count < 40; count++) {
        for (const template of [
          queries.byId(),
          queries.byIds(),
          queries.page(),
          queries.search(),
          queries.count(),
          queries.exists(),
          queries.joined(),
          queries.insert(3),
          queries.update(),
          queries.delete(),
        ]) {
          both.compare(template.simple(random));
          both.compare(template.extended(random, []));
          statements += 2;
        }
      }
    }
  }
  expect(both.differences).toEqual([]);
  expect(both.plain / statements).toBeGreaterThan(0.95);
});

test('MariaDB: reading without the grammar gives the same result, if the grammar accepts the statement', () => {
  const both = new Comparison('mariadb');
  const keywords = [...POSTGRESQL_KEYWORDS, ...MYSQL_KEYWORDS];
  const values = [
    '1',
    '-1',
    '1.5',
    "'x'",
    '"x"',
    "'it''s'",
    "'a\\'b'",
    '?',
    'NULL',
    'TRUE',
    '1e5',
    '0x1F',
    "N'x'",
    "_utf8'x'",
  ];
  const statements = new Statements(2, { keywords, quote: '`', values });
  for (let count = 0; count < 4_000; count++) both.compare(statements.next());
  const forms = [
    'SELECT # FROM t',
    'SELECT a AS # FROM t',
    'SELECT a FROM # WHERE b = 1',
    'SELECT a FROM t # WHERE b = 1',
    'SELECT t.# FROM t',
    'SELECT #.a FROM t',
    'SELECT a FROM t WHERE # = 1',
    'SELECT a FROM t WHERE b = # AND c = 1',
    'SELECT a FROM t ORDER BY #',
    'SELECT a FROM t # LIMIT 1',
    'SELECT SUM(#) FROM t',
  ];
  for (const form of forms) for (const word of keywords) both.compare(form.replace('#', word));
  expect(both.differences).toEqual([]);
  expect(both.plain - both.rejected).toBeGreaterThan(2_000);
});

test.each([
  ['postgresql', 'UPDATE statistics SET a = 1'],
  ['postgresql', 'UPDATE statistics SET a = 1 WHERE b = 1'],
  ['postgresql', 'UPDATE option SET a = 1 WHERE b = 1'],
  ['mysql', 'UPDATE statistics SET a = 1'],
  ['mariadb', 'UPDATE statistics SET a = 1'],
  ['sqlite', 'UPDATE statistics SET a = 1'],
] as const)('%s: a table is named like a word of another server: %s', (dialect, sql) => {
  expect(operationsOf(dialect, sql).map((operation) => operation.split(' ', 1)[0])).toEqual(['update']);
});
