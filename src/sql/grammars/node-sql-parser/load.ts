import type { Dialect } from '../../../model/index.ts';
import { LEXICAL } from '../../text/dialects.ts';
import type { Grammar } from '../types.ts';
import { withoutStack } from '../without-stack.ts';
import { nodeSqlParserGrammar } from './grammar.ts';
import { readPlainSelect } from './plain-select.ts';

type ParserDialect = Extract<Dialect, 'mysql' | 'mariadb' | 'sqlite'>;

/**
 * One build per dialect, loaded on demand, with the name that it expects, and what reads plain queries in its place because
 * it gives the same.
 */
const BUILDS = {
  mysql: { load: () => import('node-sql-parser/build/mysql.js'), name: 'MySQL', readPlain: readPlainSelect },
  mariadb: { load: () => import('node-sql-parser/build/mariadb.js'), name: 'MariaDB', readPlain: readPlainSelect },
  sqlite: { load: () => import('node-sql-parser/build/sqlite.js'), name: 'Sqlite', readPlain: () => undefined },
} as const;

/** Loads node-sql-parser's build of a dialect. */
export async function loadNodeSqlParser(dialect: ParserDialect): Promise<Grammar> {
  const { load, name, readPlain } = BUILDS[dialect];
  const build = await load();
  // UMD modules: whether the exports are under `default` depends on the module loader.
  const { Parser } = 'default' in build ? (build.default as typeof build) : build;
  const parser = new Parser();
  return nodeSqlParserGrammar(
    withoutStack((sql) => parser.parse(sql, { database: name })),
    LEXICAL[dialect],
    readPlain,
  );
}
