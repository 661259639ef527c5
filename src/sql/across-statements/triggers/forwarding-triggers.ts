import type { Operation } from '../../../model/index.ts';
import type { Lexical } from '../../text/dialects.ts';
import { lastPartOf, readName } from '../../text/names.ts';
import type { TokenRange } from '../../text/splitter.ts';
import type { TokenList } from '../../text/tokens.ts';
import { changeFacts, type FollowedStatement } from '../followed-statement.ts';
import type { Pass } from '../script-reading.ts';

const WRITES: ReadonlySet<Operation['kind']> = new Set<Operation['kind']>(['delete', 'update', 'merge_delete']);

/**
 * Makes the filters in the body of a trigger unknown if its table is new and the file fills it by a query: then that query
 * decides which rows the trigger writes. `INSERT INTO q SELECT id FROM events` fires one that deletes `id = NEW.id`.
 */
export const markForwardingTriggers: Pass = (statements, { kinds, tokens, ranges, lexical }) => {
  if (!kinds.has('create_trigger') || !kinds.has('insert')) return;
  const filled = filledByQueries(statements, ranges, tokens);
  const functions = new Map<string, FollowedStatement>();
  for (const [at, statement] of statements.entries()) {
    const [first] = statement.operations;
    const range = ranges[at];
    if (!first || !range) continue;
    if (first.kind === 'create_function' && first.target.name !== undefined)
      functions.set(first.target.name, statement);
    if (first.kind !== 'create_trigger' || !first.tableCreatedHere) continue;
    const table = lastPartOf(first.table ?? '');
    if ((filled.get(table) ?? -1) < at) continue;
    const executed = executedBy(tokens, range, lexical);
    for (const body of [statement, executed === undefined ? undefined : functions.get(executed)])
      if (body) doubtFilters(body, `the query that fills \`${table}\` in this file decides which rows are meant`);
  }
};

/** The last statement that fills a table by a query, by the table's name. */
function filledByQueries(
  statements: readonly FollowedStatement[],
  ranges: readonly TokenRange[],
  tokens: TokenList,
): ReadonlyMap<string, number> {
  const filled = new Map<string, number>();
  for (const [at, { operations }] of statements.entries()) {
    const [first] = operations;
    if (first?.kind !== 'insert' || first.target.name === undefined) continue;
    const { from, to } = ranges[at] ?? { from: 0, to: 0 };
    for (let token = from; token < to; token++)
      if (tokens.word(token) === 'SELECT') filled.set(first.target.name.toLowerCase(), at);
  }
  return filled;
}

function doubtFilters(statement: FollowedStatement, filterDoubt: string): void {
  for (const [index, { kind, filter, createdHere, temporary }] of statement.operations.entries())
    if (WRITES.has(kind) && filter === 'conditional' && !createdHere && !temporary)
      changeFacts(statement, index, { filter: undefined, filterDoubt });
}

/** The name of the function that a trigger runs. */
export function executedBy(tokens: TokenList, { from, to }: TokenRange, lexical: Lexical): string | undefined {
  for (let at = from; at < to; at++)
    if (/^(?:FUNCTION|PROCEDURE)$/.test(tokens.word(at)) && tokens.word(at - 1) === 'EXECUTE')
      return readName(tokens, at + 1, lexical).target.name;
  return undefined;
}
