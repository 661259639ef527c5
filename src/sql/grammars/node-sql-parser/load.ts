import type { Dialect } from '../../../model/index.ts';
import { LEXICAL } from '../../text/dialects.ts';
import type { Grammar } from '../types.ts';
import { withoutStack } from '../without-stack.ts';
import { nodeSqlParserGrammar } from './grammar.ts';
import { rewriteMysqlForm } from './mysql-forms.ts';
import { readPlainSelect } from './plain-select.ts';

type ParserDialect = Extract<Dialect, 'mysql' | 'mariadb' | 'sqlite'>;

const MYSQL_FORMS = { readPlain: readPlainSelect, rewrite: rewriteMysqlForm };
/**
 * One build per dialect, loaded on demand, with the name that it expects, what reads plain queries in its place because it
 * gives the same, and what rewrites the forms that it does not read.
 */
const BUILDS = {
  mysql: { load: () => import('node-sql-parser/build/mysql.js'), name: 'MySQL', ...MYSQL_FORMS },
  mariadb: { load: () => import('node-sql-parser/build/mariadb.js'), name: 'MariaDB', ...MYSQL_FORMS },
  sqlite: {
    load: () => import('node-sql-parser/build/sqlite.js'),
    name: 'Sqlite',
    readPlain: () => undefined,
    rewrite: () => undefined,
  },
} as const;

/** Loads node-sql-parser's build of a dialect. */
export async function loadNodeSqlParser(dialect: ParserDialect): Promise<Grammar> {
  const { load, name, readPlain, rewrite } = BUILDS[dialect];
  const build = await load();
  // UMD modules: whether the exports are under `default` depends on the module loader.
  const { Parser } = 'default' in build ? (build.default as typeof build) : build;
  const parser = new Parser();
  return nodeSqlParserGrammar(
    withoutStack((sql) => parser.parse(sql, { database: name })),
    LEXICAL[dialect],
    readPlain,
    rewrite,
  );
}
