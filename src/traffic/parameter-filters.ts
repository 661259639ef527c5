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
 * Where a source has put parameters in the place of literals, a condition that was always true (`x = 5 OR 1 = 1`) looks
 * like one that filters (`x = $1 OR $2 = $3`). So `conditional` stays only where no literals could make it anything else:
 * every literal is an operand of a leaf (condition.ts), and it filters even if all of them are equal; or one leaf stands
 * in a chain of AND. Else the filter is not carried.
 */
export function withCertainFilters(
  sql: SqlReader,
  dialect: LexedDialect,
  text: string,
  statements: readonly BaseStatement[],
): readonly BaseStatement[] {
  const writes = statements.flatMap(({ operations }) => operations.filter(({ filter }) => filter === 'conditional'));
  if (writes.length === 0) return statements;
  // What stands in quotes keeps its parameters or loses what looks like them: neither is any literal of a condition.
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
