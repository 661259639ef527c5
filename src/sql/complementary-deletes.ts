import type { OperationKind } from '../model/index.ts';
import type { Expression } from './expressions/expression.ts';
import { parseExpression } from './expressions/parse/index.ts';
import { truthOfCondition } from './expressions/truth.ts';
import { changeFacts, type FollowedStatement, followStatements } from './followed-statement.ts';
import type { Lexical } from './text/dialects.ts';
import { qualified } from './text/names.ts';
import type { TokenRange } from './text/splitter.ts';
import type { TokenList } from './text/tokens.ts';

/** DELETEs of one table that are taken together. Those of files with more are rows of data, one by one. */
const MAX_DELETES = 8;
const MAX_TOKENS = 60;
/** Words after which other tables or only some rows are meant. */
const OTHERWISE = /^(?:USING|JOIN|SELECT|LIMIT|ORDER|RETURNING|TOP|WITH|FOR)$/;

/**
 * Marks a DELETE that, together with those of the same table before it, deletes every row: `WHERE x < 5`, then
 * `WHERE x >= 5`. Neither does alone.
 */
export function markComplementaryDeletes(
  statements: readonly FollowedStatement[],
  kinds: ReadonlySet<OperationKind>,
  ranges: readonly TokenRange[],
  tokens: TokenList,
  lexical: Lexical,
): void {
  if (!kinds.has('delete')) return;
  const rangeOf = new Map(statements.map((statement, at) => [statement, ranges[at]]));
  followStatements(statements, new Deletes(rangeOf, tokens, lexical));
}

class Deletes {
  /** By table: the conditions of its DELETEs. */
  readonly #conditions = new Map<string, Expression[]>();
  readonly #ranges: ReadonlyMap<FollowedStatement, TokenRange | undefined>;
  readonly #tokens: TokenList;
  readonly #lexical: Lexical;

  constructor(ranges: ReadonlyMap<FollowedStatement, TokenRange | undefined>, tokens: TokenList, lexical: Lexical) {
    this.#ranges = ranges;
    this.#tokens = tokens;
    this.#lexical = lexical;
  }

  startSection(): void {
    this.forget();
  }

  forget(): void {
    this.#conditions.clear();
  }

  rollBack(): void {
    this.forget();
  }

  skip(): void {}

  follow(statement: FollowedStatement): void {
    const [operation, ...others] = statement.operations;
    if (operation?.kind !== 'delete' || others.length > 0 || operation.filter !== 'conditional') return;
    if (operation.place !== 'statement' || operation.createdHere || operation.temporary) return;
    const table = qualified(operation.target);
    const range = this.#ranges.get(statement);
    if (table === undefined || !range || range.to - range.from > MAX_TOKENS) return;
    const known = this.#conditions.get(table) ?? [];
    this.#conditions.set(table, known);
    if (known.length >= MAX_DELETES) return;
    const condition = this.#conditionOf(range, operation.target.name ?? '');
    if (!condition) return;
    known.push(condition);
    if (known.length < 2) return;
    const all = known.reduce((left, right) => ({ kind: 'binary', op: 'OR', left, right }));
    if (truthOfCondition(all, this.#lexical) === 'true') changeFacts(statement, 0, TOGETHER);
  }

  #conditionOf({ from, to }: TokenRange, name: string): Expression | undefined {
    const tokens = this.#tokens;
    let where = -1;
    for (let at = from; at < to; at++) {
      const word = tokens.word(at);
      if (OTHERWISE.test(word)) return undefined;
      if (word === 'WHERE' && where < 0) where = at;
    }
    return where < 0 ? undefined : parseExpression(tokens, where + 1, to, this.#lexical, [name.toLowerCase()]);
  }
}

const TOGETHER = {
  filter: undefined,
  filterDoubt: 'together with the DELETEs before it, this one deletes every row of the table',
};
