import type { Draft } from './draft.ts';
import { ANY, and, type Condition, type Effect, EVERY, isOnly, NO, not, or, SAME, TIED, WIDE } from './effects.ts';
import { Expressions } from './expressions.ts';
import { type Column, type Scope, type Source, visible, writeColumn } from './names.ts';
import type { Type } from './tables.ts';

/** Where a condition stands: what it may name, and the sources of which a row is a row of the target. */
export interface Clause {
  readonly draft: Draft;
  readonly scope: Scope;
  readonly subjects: Set<Source>;
}

export type WriteCondition = (clause: Clause) => Condition | undefined;

/** A condition with AND, OR, NOT, CASE and IS; `part` writes some of its leaves. */
export function formula(clause: Clause, part?: WriteCondition, depth = 0): Condition {
  const { draft } = clause;
  const inner = () => formula(clause, part, depth + 1);
  const form = depth < 2 ? draft.between(0, 9) : 9;
  if (form === 0) {
    const [a, b] = [inner(), inner()];
    return { sql: `(${a.sql} OR ${b.sql})`, effect: areOpposite(a, b) ? WIDE : or(a.effect, b.effect) };
  }
  if (form === 1) {
    const [a, b] = [inner(), inner()];
    return { sql: `(${a.sql} AND ${b.sql})`, effect: and(a.effect, b.effect) };
  }
  if (form === 2) return negated(inner());
  if (form === 3 && draft.chance(0.4)) {
    // People write no subquery in a CASE of a filter, and no constant.
    const plain = () => onColumns(clause) ?? constant(draft);
    return caseOf(plain(), plain(), plain());
  }
  if (form === 4 && draft.chance(0.5)) return truthTest(draft, inner());
  return (part && draft.chance(0.4) ? part(clause) : undefined) ?? leaf(clause);
}

/** `active` and `NOT t.active`. */
function areOpposite(a: Condition, b: Condition): boolean {
  const [one, other] = [a, b].map(({ sql }) => sql.replace(/\w+\./g, ''));
  return one === `NOT ${other}` || other === `NOT ${one}`;
}

export function negated({ sql, effect }: Condition): Condition {
  return { sql: `NOT (${sql})`, effect: not(effect) };
}

function caseOf(when: Condition, then: Condition, otherwise: Condition): Condition {
  const isSame = (['every', 'no'] as const).some((outcome) =>
    [then, otherwise].every((part) => isOnly(part.effect, outcome)),
  );
  const effect = isSame ? then.effect : or(and(when.effect, then.effect), and(not(when.effect), otherwise.effect));
  return { sql: `CASE WHEN ${when.sql} THEN ${then.sql} ELSE ${otherwise.sql} END`, effect };
}

function truthTest(draft: Draft, { sql, effect }: Condition): Condition {
  // People test no constant.
  if (isOnly(effect, 'every') || isOnly(effect, 'no')) return { sql, effect };
  const test = draft.pick(['IS TRUE', 'IS NOT TRUE', 'IS FALSE', 'IS NOT FALSE', 'IS NULL', 'IS NOT NULL']);
  const keeps = test === 'IS TRUE' || test === 'IS NOT FALSE' || test.endsWith('NULL');
  return { sql: `(${sql}) ${test}`, effect: keeps ? effect : not(effect) };
}

function leaf(clause: Clause): Condition {
  const { draft } = clause;
  const form = draft.between(0, 19);
  const written = form < 2 ? constant(draft) : form < 4 ? withItself(clause) : onColumns(clause);
  return written ?? constant(draft);
}

/** A condition without columns. */
export function constant(draft: Draft): Condition {
  const { constants, length, like, concat } = draft.dialect;
  const holding = [
    'true',
    '1 = 1',
    '2 > 1',
    "'a' = 'a'",
    'NOT false',
    '1 + 2 = 3',
    '1 IN (1, 2)',
    '2 BETWEEN 1 AND 3',
    'NULL IS NULL',
    'true IS TRUE',
    '(1 = 0) IS NOT TRUE',
    'coalesce(NULL, 1) = 1',
    `'ab' ${draft.pick(like.filter((word) => !word.startsWith('NOT')))} 'a%'`,
    `${length}('abc') = 3`,
    `${concat("'a'", "'b'")} = 'ab'`,
    'CASE WHEN 1 = 1 THEN true ELSE false END',
    ...constants,
  ];
  if (draft.chance(0.75)) return { sql: draft.pick(holding), effect: EVERY };
  return { sql: draft.pick(['false', '1 = 0', '1 > 2', "'a' = 'b'", 'NOT true', '1 IN (2, 3)']), effect: NO };
}

/** A comparison of a column with itself that also holds for NULL, or of a column that cannot be NULL. */
export function withItself({ draft, scope }: Clause): Condition | undefined {
  const columns = visible(scope);
  const operand = columns.length > 0 ? writeColumn(draft, scope, draft.pick(columns)) : undefined;
  if (!operand) return undefined;
  const { sql, column } = operand;
  if (column.nullable || draft.chance(0.3)) {
    const isNotDistinct = draft.dialect.isNotDistinct(sql, sql);
    return { sql: draft.pick([`(${sql} IS NULL OR ${sql} IS NOT NULL)`, isNotDistinct]), effect: EVERY };
  }
  if (draft.chance(0.2)) return { sql: `${sql} <> ${sql}`, effect: NO };
  return { sql: `${sql} ${draft.pick(['=', '=', '>=', '<='])} ${sql}`, effect: EVERY };
}

/** A test of columns of which none has the values of another. */
function onColumns({ draft, scope, subjects }: Clause): Condition | undefined {
  const used: Column[] = [];
  const take = (type: Type) => {
    const free = visible(scope, type).filter((column) => !used.some((other) => haveSameValues(column, other)));
    const operand = free.length > 0 ? writeColumn(draft, scope, draft.pick(free)) : undefined;
    if (!operand || used.some((other) => haveSameValues(operand.column, other))) return undefined;
    used.push(operand.column);
    return operand.sql;
  };
  const type = draft.pick<Type>(['number', 'number', 'number', 'text', 'text', 'flag', 'date']);
  const sql = new Expressions(draft, take).test(type);
  return sql === undefined ? undefined : { sql, effect: isTied(used, subjects) ? TIED : SAME };
}

function haveSameValues(a: Column, b: Column): boolean {
  return a === b || (a.of !== undefined && a.of === b.of);
}

function isTied(columns: readonly Column[], subjects: ReadonlySet<Source>): boolean {
  return columns.some(({ source }) => subjects.has(source));
}

/** What a comparison of two columns by `=` or another operator selects. */
export function compared(operator: string, a: Column, b: Column, subjects: ReadonlySet<Source>): Effect {
  if (a === b) return operator !== '=' ? ANY : a.nullable ? WIDE : EVERY;
  if (!isTied([a, b], subjects)) return SAME;
  if (!haveSameValues(a, b)) return TIED;
  // The table joined with itself, unless only with some of its rows.
  if (operator !== '=') return ANY;
  return [a, b].some(({ source: { copy } }) => copy && isOnly(copy, 'some', 'no')) ? TIED : WIDE;
}
