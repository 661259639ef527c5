import { evaluateCondition } from '../expressions/evaluate.ts';
import { type Expression, partsOf } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { truthOfCondition } from '../expressions/truth.ts';
import type { Lexical } from '../text/dialects.ts';
import { qualified } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';
import { changeFacts, type FollowedStatement, followStatements } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** DELETEs of one table that are taken together. Those of files with more are rows of data, one by one. */
const MAX_DELETES = 8;
const MAX_TOKENS = 60;
/** Words after which other tables or only some rows are meant. */
const OTHERWISE = /^(?:USING|JOIN|SELECT|LIMIT|ORDER|RETURNING|TOP|WITH|FOR)$/;

/**
 * Marks a DELETE that, together with those of the same table before it, deletes every row: `WHERE x < 5`, then
 * `WHERE x >= 5`. Neither does alone.
 */
export function markComplementaryDeletes(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  const { kinds, ranges } = reading;
  if (!kinds.has('delete') && !kinds.has('update')) return;
  const rangeOf = new Map(statements.map((statement, at) => [statement, ranges[at]]));
  followStatements(statements, new Deletes(rangeOf, reading));
}

class Deletes {
  /** By table: the conditions of its DELETEs. */
  readonly #conditions = new Map<string, Expression[]>();
  readonly #ranges: ReadonlyMap<FollowedStatement, TokenRange | undefined>;
  readonly #tokens: TokenList;
  readonly #lexical: Lexical;

  constructor(ranges: ReadonlyMap<FollowedStatement, TokenRange | undefined>, { tokens, lexical }: ScriptReading) {
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
    if (!operation || others.length > 0 || operation.filter !== 'conditional') return;
    if (operation.kind !== 'delete' && operation.kind !== 'update') return;
    if (operation.place !== 'statement' || operation.createdHere || operation.temporary) return;
    const table = qualified(operation.target);
    const range = this.#ranges.get(statement);
    if (table === undefined || !range || range.to - range.from > MAX_TOKENS) return;
    const assigned = operation.kind === 'update' ? this.#assignedIn(range) : '';
    if (assigned === undefined) return;
    const key = `${table} ${assigned}`;
    const known = this.#conditions.get(key) ?? [];
    this.#conditions.set(key, known);
    if (known.length >= MAX_DELETES) return;
    const condition = this.#conditionOf(range, operation.target.name ?? '');
    if (!condition) return;
    known.push(condition);
    if (known.length < 2) return;
    const all = known.reduce((left, right) => ({ kind: 'binary', op: 'OR', left, right }));
    if (truthOfCondition(all, this.#lexical) === 'true' || holdsForCounts(all, this.#lexical))
      changeFacts(statement, 0, operation.kind === 'update' ? UPDATED_TOGETHER : TOGETHER);
  }

  /** The text of the assignments of an UPDATE; undefined if a value is calculated from the row. */
  #assignedIn({ from, to }: TokenRange): string | undefined {
    const tokens = this.#tokens;
    let set = -1;
    for (let at = from; at < to; at++) {
      if (tokens.word(at) === 'SET' && set < 0) set = at;
      if (tokens.word(at) !== 'WHERE' || set < 0) continue;
      // Only one column, and one value for all rows.
      const isConstant = at === set + 4 && tokens.word(set + 2) === '=';
      return isConstant ? Array.from({ length: at - set }, (_, n) => tokens.raw(set + n)).join(' ') : undefined;
    }
    return undefined;
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

/** Whether it holds for each whole number from 1 on that a key may be: `id % 2 = 0 OR id % 2 = 1`. */
function holdsForCounts(condition: Expression, lexical: Lexical): boolean {
  let column: string | undefined;
  const open: Expression[] = [condition];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'column') {
      column ??= next.text;
      if (next.text !== column) return false;
    } else if (next.kind === 'constant') {
      if (typeof next.value !== 'number') return false;
    } else if (next.kind !== 'binary' && next.kind !== 'call' && next.kind !== 'in' && next.kind !== 'between')
      return false;
    open.push(...partsOf(next));
  }
  if (column === undefined) return false;
  return COUNTS.every((count) => evaluateCondition(condition, { valueOf: () => count, lexical }) === true);
}

const COUNTS = [...Array.from({ length: 200 }, (_, at) => at + 1), 735_911, 735_912, 2 ** 31 - 2, 2 ** 31 - 3];

const UPDATED_TOGETHER = {
  filter: undefined,
  filterDoubt: 'together with the UPDATEs before it, this one sets every row of the table',
};
const TOGETHER = {
  filter: undefined,
  filterDoubt: 'together with the DELETEs before it, this one deletes every row of the table',
};
