import { type Clause, constant, formula, type WriteCondition, withItself } from './conditions.ts';
import { FILTER_DIALECTS, type Server } from './dialects.ts';
import { Draft } from './draft.ts';
import { and, type Condition, type Effect, EVERY } from './effects.ts';
import { type FromList, link, readList } from './from-list.ts';
import { type Source, tableSource } from './names.ts';
import { exists, inOwnColumn, inQuery, scalar } from './subqueries.ts';
import { DECLARATIONS, MARK, TARGET } from './tables.ts';

/** What statements of a kind are filtered by. */
interface Kind {
  /** The subqueries of its conditions. */
  readonly parts?: readonly WriteCondition[];
  /** What the first source is that a FROM list, or else a subquery, reads. */
  readonly reads?: 'table' | 'derived' | 'cte';
  /** Whether the target is joined with other sources. */
  readonly joins?: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  conditions: {},
  'IN subquery': { parts: [inQuery, inQuery, inOwnColumn] },
  EXISTS: { parts: [exists] },
  'scalar subquery': { parts: [scalar] },
  'CTE in a subquery': { parts: [inQuery, exists], reads: 'cte' },
  'joined table': { joins: true, reads: 'table' },
  'joined derived table': { joins: true, reads: 'derived' },
  'joined CTE': { joins: true, reads: 'cte' },
};

export interface FilteredWrite {
  readonly seed: number;
  readonly kind: string;
  readonly sql: string;
  /** The file that the statement ends: it declares the tables if not every name can be resolved without. */
  readonly file: string;
  readonly effect: Effect;
}

/** The statements of a seed: one of each kind. */
export function writesOf(server: Server, seed: number): readonly FilteredWrite[] {
  const dialect = FILTER_DIALECTS[server];
  return Object.entries(KINDS).map(([name, kind], at) => {
    const draft = new Draft(dialect, seed * 100 + at);
    const { sql, effect } = write(draft, kind);
    const file = draft.needsTables || draft.chance(0.2) ? DECLARATIONS + sql : sql;
    return { seed, kind: name, sql, file, effect };
  });
}

function write(draft: Draft, kind: Kind): Condition {
  const { deleteFrom, joinsTarget } = draft.dialect;
  const verb = (kind.joins && !deleteFrom) || draft.chance(0.5) ? 'UPDATE' : 'DELETE';
  // MySQL's DELETE with an alias is one with a FROM list.
  const hasAlias = draft.chance(0.5) && (verb === 'UPDATE' || deleteFrom !== 'joins' || kind.joins);
  const target = tableSource(TARGET, hasAlias ? draft.pick(['t', 'a']) : TARGET);
  const name = hasAlias ? `${TARGET} ${draft.pick(draft.dialect.as)}${target.alias}` : TARGET;
  draft.target = target.alias;
  draft.prefers = kind.reads;
  const subjects = new Set([target]);
  const clause: Clause = { draft, scope: { sources: joinsTarget ? [] : [target] }, subjects };
  const first = joinsTarget ? [{ sql: name, source: target }] : [];
  const list = kind.joins ? readList(clause, first, draft.chance(0.25) ? 2 : 1, 0) : undefined;
  const others = (list?.sources ?? []).filter((source) => source !== target);
  const parts = where(
    { draft, scope: { sources: [target, ...others] }, subjects },
    kind,
    list?.effect.has('some') ? [] : others,
  );
  const filter = parts.length > 0 ? ` WHERE ${parts.map(({ sql }) => sql).join(' AND ')}` : '';
  const ctes = [...draft.ctes].map(([cte, { sql }]) => `${cte} AS (${sql})`);
  return {
    sql: `${ctes.length > 0 ? `WITH ${ctes.join(', ')} ` : ''}${head(draft, verb, name, target, list)}${filter}`,
    effect: and(list?.effect ?? EVERY, ...parts.map(({ effect }) => effect)),
  };
}

function head(
  draft: Draft,
  verb: 'UPDATE' | 'DELETE',
  name: string,
  target: Source,
  list: FromList | undefined,
): string {
  const { joinsTarget } = draft.dialect;
  if (verb === 'UPDATE') {
    if (joinsTarget && list) return `UPDATE ${list.sql} SET ${target.alias}.${MARK} = 1`;
    return `UPDATE ${name} SET ${MARK} = 1${list ? ` FROM ${list.sql}` : ''}`;
  }
  if (!list) return `DELETE FROM ${name}`;
  if (!joinsTarget) return `DELETE FROM ${name} USING ${list.sql}`;
  return draft.chance(0.5)
    ? `DELETE ${target.alias} FROM ${list.sql}`
    : `DELETE FROM ${target.alias} USING ${list.sql}`;
}

/** The conditions of a WHERE, joined by AND; none if there is no WHERE. `unlinked` are sources to link the target with. */
function where(clause: Clause, { parts: subqueries, joins }: Kind, unlinked: readonly Source[]): Condition[] {
  const { draft, scope } = clause;
  const [target] = scope.sources;
  if (draft.chance(joins ? 0.1 : 0.03)) return [];
  const part: WriteCondition | undefined = subqueries && ((at) => draft.pick(subqueries)(at));
  const written: (Condition | undefined)[] = [];
  if (target && unlinked.length > 0 && draft.chance(0.75)) written.push(link(clause, target, draft.pick(unlinked)));
  if (part && draft.chance(0.8)) written.push(part(clause) ?? part(clause) ?? part(clause));
  const isFiltered = written.some((one) => one !== undefined);
  if (!isFiltered && draft.chance(0.15)) written.push(constant(draft));
  else if (!isFiltered && draft.chance(0.1)) written.push(withItself(clause));
  else if (!isFiltered || draft.chance(0.35)) written.push(formula(clause, part));
  const conditions = written.filter((one) => one !== undefined);
  return conditions.length > 0 ? conditions : [formula(clause)];
}
