import type { SqlReader } from '../sql/index.ts';
import { KeyLexer, type LexedDialect } from './key-lexer.ts';
import type { BaseStatement } from './reading.ts';

const PARAMETERS: Record<LexedDialect, RegExp> = {
  postgresql: /\$\d+/g,
  mysql: /\?/g,
  mariadb: /\?/g,
};
const NEGATED_GROUP = /\bnot\s*\(/i;

/**
 * If a source replaced literals by parameters, a condition that was always true (`x = 5 OR 1 = 1`) looks like a filter
 * (`x = $1 OR $2 = $3`). So `conditional` stays only if no literals could change it: each literal is an operand of a
 * leaf (condition.ts), and the condition filters even if all of them are equal, or one leaf is in a chain of AND.
 * Otherwise the filter is not recorded.
 */
export function withCertainFilters(
  sql: SqlReader,
  dialect: LexedDialect,
  text: string,
  statements: readonly BaseStatement[],
): readonly BaseStatement[] {
  const writes = statements.flatMap(({ operations }) => operations.filter(({ filter }) => filter === 'conditional'));
  if (writes.length === 0) return statements;
  // Parameters inside quotes are irrelevant: they are not literals of a condition.
  const filled = text.replace(PARAMETERS[dialect], '1');
  const lexer = new KeyLexer(dialect);
  const bytes = new TextEncoder().encode(filled);
  lexer.read(bytes, 0, bytes.length, undefined, 0);
  const { leafLiterals, otherLiterals, operandOfMore, sawOr } = lexer.conditions;
  if (!lexer.exact && !operandOfMore) {
    if (otherLiterals === 0 && (leafLiterals === 0 || staysConditional(sql, filled, statements))) return statements;
    if (writes.length === 1 && leafLiterals > 0 && !sawOr && !NEGATED_GROUP.test(text)) return statements;
  }
  return statements.map((statement) => ({
    ...statement,
    operations: statement.operations.map((operation) =>
      operation.filter === 'conditional' ? { ...operation, filter: undefined } : operation,
    ),
  }));
}

function staysConditional(sql: SqlReader, filled: string, statements: readonly BaseStatement[]): boolean {
  const read = sql.readTraffic(filled).statements.flatMap(({ operations }) => operations.map(({ filter }) => filter));
  const filters = statements.flatMap(({ operations }) => operations.map(({ filter }) => filter));
  return read.length === filters.length && read.every((filter, at) => filter === filters[at]);
}
