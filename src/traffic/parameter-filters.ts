import { type LexicalMode, type SqlReader, withValues } from '../sql/index.ts';
import type { BaseStatement } from './reading.ts';

/**
 * The facts of a text whose source replaced the literals by parameters. A condition that compares a column with a parameter
 * is a filter: the value is data. But one that was always true (`a = 5 OR a <> 5`) looks like a filter too
 * (`a = $1 OR a <> $2`). So `conditional` stays only if the condition also filters with one value for all parameters;
 * otherwise the filter is not recorded. A parameter that stands alone as a condition leaves it unknown in any text.
 */
export function withCertainFilters(
  sql: SqlReader,
  text: string,
  mode: LexicalMode | undefined,
  statements: readonly BaseStatement[],
): readonly BaseStatement[] {
  if (!statements.some(({ operations }) => operations.some(({ filter }) => filter === 'conditional')))
    return statements;
  const filled = filtersOf(sql.readTraffic(withValues(text, sql.dialect, mode), mode).statements);
  const own = filtersOf(statements);
  const stays = (at: number) =>
    own[at] !== 'conditional' || (own.length === filled.length && filled[at] === 'conditional');
  let at = 0;
  return statements.map((statement) => ({
    ...statement,
    operations: statement.operations.map((operation) =>
      stays(at++) ? operation : { ...operation, filter: undefined },
    ),
  }));
}

function filtersOf(statements: readonly Pick<BaseStatement, 'operations'>[]): readonly (string | undefined)[] {
  return statements.flatMap(({ operations }) => operations.map(({ filter }) => filter));
}
