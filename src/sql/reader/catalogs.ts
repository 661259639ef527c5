import { readName } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import type { Scan } from './scan.ts';

const CATALOG_SCHEMAS = /^(?:sys|information_schema|pg_catalog)$/i;
/** PostgreSQL looks for these names in its catalog first. */
const PG_CATALOG = new Set([
  ...['pg_attribute', 'pg_class', 'pg_constraint', 'pg_database', 'pg_depend', 'pg_enum', 'pg_extension', 'pg_index'],
  ...['pg_indexes', 'pg_inherits', 'pg_matviews', 'pg_namespace', 'pg_policies', 'pg_policy', 'pg_proc', 'pg_roles'],
  ...[
    'pg_rules',
    'pg_sequence',
    'pg_sequences',
    'pg_stat_user_tables',
    'pg_tables',
    'pg_trigger',
    'pg_type',
    'pg_views',
  ],
  ...['pg_partitioned_table', 'pg_foreign_table', 'pg_attrdef', 'pg_user', 'pg_authid', 'pg_publication'],
]);
const LIST_ENDS = /^(?:WHERE|GROUP|ORDER|LIMIT|HAVING|LOOP|INTO|FETCH|OFFSET|OPTION|FOR)$/;
/** Words that begin the next statement where a `;` before it is not needed. */
const NEXT_STATEMENT =
  /^(?:IF|EXEC|EXECUTE|SET|DECLARE|ALTER|CREATE|DROP|INSERT|UPDATE|DELETE|PRINT|WHILE|BEGIN|END|RETURN|GOTO|ELSE|UNION)$/;

/** Maximum tokens of a FROM list. */
const MAX_LIST = 400;

/** Whether all tables of the FROM list that begins after `from` belong to the system catalog. */
export function readsCatalogOnly(scan: Scan, from: number, end: number): boolean {
  const to = Math.min(end, from + MAX_LIST);
  const { tokens, lexical } = scan;
  let expectsTable = true;
  let found = false;
  let ended = to === end;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    const isNext = lexical.compound === 'batch' && NEXT_STATEMENT.test(word);
    if (tokens.kind(at) === T.terminator || word === ';' || LIST_ENDS.test(word) || isNext) {
      ended = true;
      break;
    }
    if (expectsTable) {
      const { target, next } = readName(tokens, at, lexical);
      const name = target.name?.toLowerCase() ?? '';
      const inCatalog =
        CATALOG_SCHEMAS.test(target.schema ?? '') ||
        (target.schema === '' && PG_CATALOG.has(name) && lexical.queries.bareCatalogs);
      if (next === at || !inCatalog || tokens.word(next) === '(') return false;
      found = true;
      expectsTable = false;
      at = next - 1;
    } else if (word === 'APPLY') return false;
    else if (word === ',' || word === 'JOIN') expectsTable = true;
    else if (word === '(') at = scan.afterParenthesis(at, to) - 1;
  }
  return found && !expectsTable && ended;
}

/** Whether the tokens are a column that holds a name, such as `d.name` or `c.relname`. */
export function isCatalogName(scan: Scan, from: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, from, scan.lexical);
  const isName = /(?:name|schema)$/i.test(target.name ?? '');
  // `relname::text`, `name COLLATE x`, `name AS x`
  return (
    next > from &&
    isName &&
    (next === to || scan.tokens.word(next) === ':' || /^(?:COLLATE|AS|::)$/.test(scan.tokens.word(next)))
  );
}
