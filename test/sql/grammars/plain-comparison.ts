import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import mariadb from 'node-sql-parser/build/mariadb.js';
import type { Dialect } from '../../../src/model/index.ts';
import { nodeSqlParserGrammar, type Parse } from '../../../src/sql/grammars/node-sql-parser/grammar.ts';
import { rewriteMysqlForm } from '../../../src/sql/grammars/node-sql-parser/mysql-forms.ts';
import { readPlainSelect } from '../../../src/sql/grammars/node-sql-parser/plain-select.ts';
import { postgresGrammar } from '../../../src/sql/grammars/postgresql/grammar.ts';
import { readPlainForm } from '../../../src/sql/grammars/postgresql/plain-forms.ts';
import type { Grammar } from '../../../src/sql/grammars/types.ts';
import { readScript } from '../../../src/sql/script/script.ts';
import { LEXICAL } from '../../../src/sql/text/dialects.ts';

await loadModule();
const libpgQuery = { parse: parseSync, parsePlPgSql: parsePlPgSQLSync };
const parser = new mariadb.Parser();

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
      full: nodeSqlParserGrammar(parse, LEXICAL.mariadb, () => undefined, rewriteMysqlForm),
      quick: nodeSqlParserGrammar(parse, LEXICAL.mariadb, withCallback(readPlainSelect, onPlain), rewriteMysqlForm),
    };
  },
} satisfies Partial<Record<Dialect, Grammars>>;

/** Compares reading with and without the grammar. */
export class Comparison {
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
