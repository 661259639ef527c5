import { type Clause, formula, negated, type WriteCondition } from './conditions.ts';
import { ANY, and, type Condition, type Effect, EVERY, isOnly, not, SAME, TIED, WIDE } from './effects.ts';
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
  const condition: Condition = {
    sql: `${operand.sql} IN (${query.sql})`,
    effect: subjects.has(operand.column.source) ? membership(operand, output, query) : SAME,
  };
  if (draft.chance(0.75)) return condition;
  return { sql: `${operand.sql} NOT IN (${query.sql})`, effect: not(condition.effect) };
};

/** Mostly the key, as people write it. */
function key({ draft, scope }: Clause, type: Type): Operand | undefined {
  const columns = visible(scope, type);
  const keys = columns.filter(({ name }) => name === 'id');
  const able = keys.length > 0 && draft.chance(0.6) ? keys : columns;
  return able.length > 0 ? writeColumn(draft, scope, draft.pick(able)) : undefined;
}

function membership({ column }: Operand, output: OutputColumn, { copy }: Query): Effect {
  if (copy === undefined || output.of !== column.of) return TIED;
  if (isOnly(copy, 'every')) return column.nullable ? WIDE : EVERY;
  return isOnly(copy, 'some', 'no') && copy.has('some') ? copy : ANY;
}

/** `id IN (SELECT accounts.id FROM orders)`: a column of the row itself, not of the table that is read. */
export const inOwnColumn: WriteCondition = (clause) => {
  const { draft, scope, subjects } = clause;
  const operand = key(clause, 'number');
  if (!operand || operand.column.nullable) return undefined;
  const list = readList({ draft, scope: { sources: [], outer: scope }, subjects: new Set(subjects) }, [], 1, 1);
  const output = writeColumn(draft, { sources: list.sources, outer: scope }, operand.column);
  if (output?.column !== operand.column) return undefined;
  return { sql: `${operand.sql} IN (SELECT ${output.sql} FROM ${list.sql})`, effect: SAME };
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

interface Rows extends Condition {
  /** How their number depends on the row outside. */
  readonly count: Effect;
}

/** `FROM … WHERE …` of a subquery, and how it depends on the row outside whether it has rows. */
function rowsOf({ draft, scope, subjects: outside }: Clause): Rows {
  const subjects = new Set(outside);
  const list = readList({ draft, scope: { sources: [], outer: scope }, subjects }, [], draft.chance(0.25) ? 2 : 1, 0);
  const inner: Clause = { draft, scope: { sources: list.sources, outer: scope }, subjects };
  const parts = draft.chance(0.6) ? [link(inner, draft.pick(scope.sources), draft.pick(list.sources))] : [];
  if (draft.chance(0.4)) parts.push(formula(inner));
  const where = parts.length > 0 ? ` WHERE ${parts.map(({ sql }) => sql).join(' AND ')}` : '';
  const selected = and(list.effect, ...parts.map(({ effect }) => effect));
  // People write no contradiction in a subquery.
  const effect = isOnly(selected, 'no') ? ANY : selected;
  // An outer join adds rows to those that there are anyway.
  const isMultiplied = !effect.has('some') && list.sources.some((source) => subjects.has(source));
  return { sql: `FROM ${list.sql}${where}`, effect, count: isMultiplied ? ANY : effect };
}

/** A comparison with `(SELECT count(*) …)`, or of a column with `(SELECT max(x) …)`. */
export const scalar: WriteCondition = (clause) => {
  const { draft, subjects } = clause;
  const operator = draft.pick(['=', '>', '<', '>=', '<>']);
  if (draft.chance(0.5)) {
    const { sql, count } = rowsOf(clause);
    return { sql: `(SELECT count(*) ${sql}) ${operator} ${draft.between(0, 3)}`, effect: count };
  }
  const operand = key(clause, 'number');
  if (!operand) return undefined;
  const query = selectQuery(draft, { depth: 1, only: 'number' });
  const [output] = query.columns;
  if (!output) return undefined;
  const value = draft.pick(['max', 'min', 'avg', 'count']);
  return {
    sql: `${operand.sql} ${operator} (SELECT ${value}(q.${output.name}) FROM (${query.sql}) AS q)`,
    effect: subjects.has(operand.column.source) ? TIED : SAME,
  };
};
