import type { Dialect } from '../../../model/index.ts';
import { LEXICAL } from '../../text/dialects.ts';
import type { Grammar } from '../types.ts';
import { withoutStack } from '../without-stack.ts';
import { nodeSqlParserGrammar } from './grammar.ts';
import { readPlainSelect } from './plain-select.ts';

type ParserDialect = Extract<Dialect, 'mysql' | 'mariadb' | 'sqlite'>;

/** One build per dialect, loaded on demand. */
const BUILDS = {
  mysql: () => import('node-sql-parser/build/mysql.js'),
  mariadb: () => import('node-sql-parser/build/mariadb.js'),
  sqlite: () => import('node-sql-parser/build/sqlite.js'),
} as const;
/** The dialect names that the builds expect. */
const NAMES: Record<ParserDialect, string> = { mysql: 'MySQL', mariadb: 'MariaDB', sqlite: 'Sqlite' };

/** Loads node-sql-parser's build of a dialect. */
export async function loadNodeSqlParser(dialect: ParserDialect): Promise<Grammar> {
  const build = await BUILDS[dialect]();
  // UMD modules: whether the exports are under `default` depends on the module loader.
  const { Parser } = 'default' in build ? (build.default as typeof build) : build;
  const parser = new Parser();
  return nodeSqlParserGrammar(
    withoutStack((sql) => parser.parse(sql, { database: NAMES[dialect] })),
    LEXICAL[dialect],
    dialect === 'sqlite' ? () => undefined : readPlainSelect,
  );
}
