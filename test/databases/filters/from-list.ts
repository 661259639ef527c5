import { type Clause, compared, constant, formula } from './conditions.ts';
import { and, type Condition, type Effect, EVERY, SAME } from './effects.ts';
import { type Column, optional, type Source, writeColumn } from './names.ts';
import { readable } from './queries.ts';

/** A source as a FROM list writes it. */
export interface Written {
  readonly sql: string;
  readonly source: Source;
}

export interface FromList {
  readonly sql: string;
  readonly sources: readonly Source[];
  /** What its joins select of the subjects' rows. */
  readonly effect: Effect;
}

/** Adds `count` sources to those that begin a list, by comma or join. */
export function readList(clause: Clause, first: readonly Written[], count: number, depth: number): FromList {
  const { draft } = clause;
  let list: FromList = {
    sql: first.map(({ sql }) => sql).join(', '),
    sources: first.map(({ source }) => source),
    effect: EVERY,
  };
  for (let added = 0; added < count; added++) {
    const taken = [...clause.scope.sources, ...list.sources].map(({ alias }) => alias);
    list = joined(clause, list, readable(draft, { taken, depth: depth + 1 }));
  }
  return list;
}

const JOINS = [',', 'CROSS JOIN', 'USING', 'JOIN', 'JOIN', 'INNER JOIN', 'LEFT JOIN', 'LEFT JOIN'];

/** What is tied to a subject becomes one. A RIGHT JOIN after a subject selects of its rows what an inner one does. */
function joined(clause: Clause, { sql, sources, effect }: FromList, item: Written): FromList {
  const { draft, subjects } = clause;
  const { source } = item;
  // Without rows of the other table there are none at all.
  const add = (text: string, selects: Effect): FromList => ({
    sql: sql + text,
    sources: [...sources, source],
    effect: and(effect, selects, SAME),
  });
  const [only, ...others] = sources;
  if (!only) return add(item.sql, EVERY);
  const form = draft.pick(subjects.has(only) && others.length === 0 ? [...JOINS, 'RIGHT JOIN'] : JOINS);
  if (form === ',') return add(`, ${item.sql}`, EVERY);
  if (form === 'CROSS JOIN') return add(` CROSS JOIN ${item.sql}`, EVERY);
  const shared = others.length > 0 ? [] : pairs(only.columns, source.columns).filter(([a, b]) => a.name === b.name);
  if (form === 'USING' && shared.length > 0) {
    const pair = draft.pick(shared);
    const selects = compared('=', ...pair, subjects);
    addTied(subjects, pair);
    return add(` JOIN ${item.sql} USING (${pair[0].name})`, selects);
  }
  const isOuter = form === 'LEFT JOIN';
  const right = isOuter ? optional(source) : source;
  // Of the row outside, people name a column in a WHERE, not in the ON of an outer join.
  const scope = { sources: [...sources, right], outer: isOuter ? undefined : clause.scope.outer };
  const on = joinCondition({ draft, scope, subjects }, draft.pick(sources), right, isOuter);
  const text = ` ${form === 'USING' ? 'JOIN' : form} ${item.sql} ON ${on.sql}`;
  return isOuter ? { sql: sql + text, sources: scope.sources, effect } : add(text, on.effect);
}

function joinCondition(clause: Clause, left: Source, right: Source, isOuter: boolean): Condition {
  const { draft, subjects } = clause;
  const parts = draft.chance(0.8) ? [link(clause, left, right)] : [];
  if (parts.length === 0 || draft.chance(0.25)) parts.push(draft.chance(0.15) ? constant(draft) : formula(clause));
  const effect = and(...parts.map((part) => part.effect));
  // Which rows of an outer join's inner side there are depends on the row that they are joined to.
  if (isOuter && effect.has('some')) subjects.add(right);
  return { sql: parts.map((part) => part.sql).join(' AND '), effect };
}

type Pair = readonly [Column, Column];

function pairs(left: readonly Column[], right: readonly Column[]): readonly Pair[] {
  return left.flatMap((a) => right.filter((b) => a.type === b.type).map((b) => [a, b] as const));
}

const NATURAL = new Set(['id id', 'id account_id', 'account_id id', 'ref id', 'id ref']);

/** A condition that compares two sources, mostly by a key. */
export function link(clause: Clause, left: Source, right: Source): Condition {
  const { draft, scope, subjects } = clause;
  const all = pairs(left.columns, right.columns);
  const natural = all.filter(([a, b]) => NATURAL.has(`${a.of ?? a.name} ${b.of ?? b.name}`));
  const able = natural.length > 0 && draft.chance(0.75) ? natural : all;
  if (able.length === 0) return constant(draft);
  const [a, b] = draft.pick(able).map((column) => writeColumn(draft, scope, column));
  if (!a || !b || a.column.type !== b.column.type) return constant(draft);
  const operator = draft.pick(['=', '=', '=', '=', '=', '=', '=', '<>', '<']);
  const effect = compared(operator, a.column, b.column, subjects);
  if (operator === '=') addTied(subjects, [a.column, b.column]);
  const [first, second] = draft.shuffled([a, b]);
  return { sql: `${first?.sql} ${operator} ${second?.sql}`, effect };
}

/** Rows that are joined by the target's key are the same row. */
function addTied(subjects: Set<Source>, [a, b]: Pair): void {
  if (a.of !== 'id' || b.of !== 'id' || !(subjects.has(a.source) || subjects.has(b.source))) return;
  subjects.add(a.source).add(b.source);
}
