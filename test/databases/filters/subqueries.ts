import { type Clause, formula, negated, type WriteCondition } from './conditions.ts';
import { allOf, type Condition, type Effect } from './effects.ts';
import { link, readList } from './from-list.ts';
import { type Operand, type OutputColumn, visible, writeColumn } from './names.ts';
import { type Query, selectQuery } from './queries.ts';
import type { Type } from './tables.ts';

/** `x IN (SELECT …)`; the query names nothing outside, though often by the same names. */
export const inQuery: WriteCondition = (clause) => {
  const { draft, subjects } = clause;
  const operand = key(clause, draft.pick<Type>(['number', 'number', 'number', 'text']));
  if (!operand) return undefined;
  const isKey = operand.column.of === 'id';
  const query = selectQuery(draft, {
    depth: 0,
    only: operand.column.type,
    whole: isKey && draft.chance(0.2),
    mayLimit: draft.dialect.limitInList,
  });
  const [output] = query.columns;
  if (!output) return undefined;
  const effect = subjects.has(operand.column.source) ? membership(operand, output, query) : 'same';
  const isNegated = draft.chance(0.25);
  // Every row but those with NULL: neither answer is wrong, nor is one of what this is combined with.
  if (effect === 'open' || (isNegated && effect === 'every')) return undefined;
  return { sql: `${operand.sql} ${isNegated ? 'NOT ' : ''}IN (${query.sql})`, effect };
};

/** Mostly the key, as people write it. */
function key({ draft, scope }: Clause, type: Type): Operand | undefined {
  const columns = visible(scope, type);
  const keys = columns.filter(({ name }) => name === 'id');
  const able = keys.length > 0 && draft.chance(0.6) ? keys : columns;
  return able.length > 0 ? writeColumn(draft, scope, draft.pick(able)) : undefined;
}

function membership({ column }: Operand, output: OutputColumn, { copy }: Query): Effect {
  if (copy === 'no') return 'open';
  if (output.of === undefined || output.of !== column.of || copy === 'tied') return 'tied';
  return copy === 'every' && !column.nullable ? 'every' : 'open';
}

/** `id IN (SELECT accounts.id FROM orders)`: a column of the row itself, not of the table that is read. */
export const inOwnColumn: WriteCondition = (clause) => {
  const { draft, scope, subjects } = clause;
  const operand = key(clause, 'number');
  if (!operand || operand.column.nullable) return undefined;
  const list = readList({ draft, scope: { sources: [], outer: scope }, subjects: new Set(subjects) }, [], 1, 1);
  const output = writeColumn(draft, { sources: list.sources, outer: scope }, operand.column);
  if (output?.column !== operand.column) return undefined;
  return { sql: `${operand.sql} IN (SELECT ${output.sql} FROM ${list.sql})`, effect: 'same' };
};

/** `EXISTS (SELECT … FROM … WHERE …)`, tied to the row or not. */
export const exists: WriteCondition = (clause) => {
  const { draft } = clause;
  const inner = rowsOf(clause);
  const limit = draft.chance(0.1) ? ' LIMIT 1' : '';
  const condition: Condition = {
    sql: `EXISTS (SELECT ${draft.pick(['1', '1', '*'])} ${inner.sql}${limit})`,
    effect: inner.effect,
  };
  return draft.chance(0.25) ? negated(condition) : condition;
};

/** Whether there are rows, by what the conditions select. A contradiction in a subquery is nothing that people write. */
const HAS_ROWS: Readonly<Record<Effect, Effect>> = {
  every: 'same',
  same: 'same',
  tied: 'tied',
  open: 'open',
  no: 'open',
};

/** `FROM … WHERE …` of a subquery, and of which rows outside it depends whether it has rows. */
function rowsOf({ draft, scope, subjects: outside }: Clause): Condition {
  const subjects = new Set(outside);
  const list = readList({ draft, scope: { sources: [], outer: scope }, subjects }, [], draft.chance(0.25) ? 2 : 1, 0);
  const inner: Clause = { draft, scope: { sources: list.sources, outer: scope }, subjects };
  const parts = draft.chance(0.6) ? [link(inner, draft.pick(scope.sources), draft.pick(list.sources))] : [];
  if (draft.chance(0.4)) parts.push(formula(inner));
  const where = parts.length > 0 ? ` WHERE ${parts.map(({ sql }) => sql).join(' AND ')}` : '';
  const effect = allOf([list, ...parts].map((part) => part.effect));
  return { sql: `FROM ${list.sql}${where}`, effect: HAS_ROWS[effect] };
}

/** A comparison with `(SELECT count(*) …)`, or of a column with `(SELECT max(x) …)`. */
export const scalar: WriteCondition = (clause) => {
  const { draft, subjects } = clause;
  const operator = draft.pick(['=', '>', '<', '>=', '<>']);
  if (draft.chance(0.5)) {
    const { sql, effect } = rowsOf(clause);
    return { sql: `(SELECT count(*) ${sql}) ${operator} ${draft.between(0, 3)}`, effect };
  }
  const operand = key(clause, 'number');
  if (!operand) return undefined;
  const query = selectQuery(draft, { depth: 1, only: 'number' });
  const value = draft.pick(['max', 'min', 'avg', 'count']);
  return {
    sql: `${operand.sql} ${operator} (SELECT ${value}(q.${query.columns[0]?.name}) FROM (${query.sql}) AS q)`,
    effect: subjects.has(operand.column.source) ? 'tied' : 'same',
  };
};
