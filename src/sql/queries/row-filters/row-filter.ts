import { chain, type Expression, hasPart } from '../../expressions/expression.ts';
import { RANDOM } from '../../expressions/functions.ts';
import { printExpression } from '../../expressions/print.ts';
import { type ConditionTruth, truthOfCondition } from '../../expressions/truth.ts';
import { tracing } from '../../trace.ts';
import type { Pins } from '../pins.ts';
import type { Block, Query, Source, SqlText, Write } from '../query.ts';
import { type References, referencesOf } from '../references.ts';
import { addTied } from '../ties.ts';
import { tablesBehind } from '../written-tables.ts';
import { AllRows } from './all-rows.ts';
import { type Correlated, correlation, dependsOnTied, isRequired } from './correlation.ts';
import { keyDoubt } from './keys.ts';

/**
 * Whether a condition tells rows of the target apart. `no`: it holds for all rows or for none. `never`: it holds for
 * none, whatever the data. `unknown`: that depends on a parameter, or on whose column a name is.
 *
 * A condition filters unless it provably does not: which rows `name <> 'x'` selects is data.
 */
export type Selectivity = 'yes' | 'no' | 'never' | 'unknown';

const MAX_DEPTH = 200;

/** Where a write stands. */
export interface Surroundings {
  /** Whether a bare name may be a variable. */
  readonly inBody: boolean;
  /** Whether it was recorded: then the literals in its conditions do not count. */
  readonly isTraffic: boolean;
  /** Takes the reasons why it is not known whether a condition filters. */
  readonly doubts: string[];
}

/** Why a condition holds for all rows or for none, for the trace. */
const WHY = {
  form: 'it is true whatever the data',
  itself: 'it finds each row of the table itself',
  others: 'it is about tables that nothing links to the row',
  query: 'its subquery is not linked to the row',
  constant: 'it uses no column',
} as const;

interface Context extends Correlated {
  readonly target: Source;
  readonly tied: Set<number>;
  readonly all: AllRows;
  /** The same if placeholders for a schema stand for that of the target. */
  readonly presumed: AllRows;
  readonly surroundings: Surroundings;
  /** Why the last condition holds for all rows or for none. */
  why: (typeof WHY)[keyof typeof WHY] | '';
}

/** What the conditions of a write say about the rows of a target; undefined if it has none that restricts them. */
export function selectivityOf(
  text: SqlText,
  write: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): Selectivity | undefined {
  const own = selectivityInBlock(text, write, target, pins, surroundings);
  if (own === 'yes' || !target.query) return own;
  const inner = selectivityOfQuery(text, write, target, pins, surroundings);
  return inner === 'no' ? own : every([own ?? 'no', inner]);
}

/** The same of the CTE or derived table that is the target, in T-SQL. */
function selectivityOfQuery(
  text: SqlText,
  write: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): Selectivity {
  const tables = tablesBehind(target, write.assigned, pins).map((around) =>
    every(
      around.map(({ source, block }) => {
        if (block.limited || block.groups || block.having.length > 0) return 'yes';
        return selectivityInBlock(text, { ...write, block }, source, pins, surroundings) ?? 'no';
      }),
    ),
  );
  // The server rejects a write to what is not a table in the end.
  return tables.length === 0 ? 'yes' : some(tables);
}

function selectivityInBlock(
  text: SqlText,
  write: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): Selectivity | undefined {
  const { block } = write;
  const context = contextOf(text, write, target, pins, surroundings);
  const links = block.links.filter(({ to }) => to === target.id);
  const joinsAll = (all: AllRows) => links.every(({ from, column }) => all.has(sourceOf(block, from), column, column));
  if (
    !joinsAll(context.presumed) ||
    block.sources.some((source) => isRequired(source, { ...context, tied: new Set([target.id]) }))
  )
    return 'yes';
  const conditions = block.conditions.filter(({ restricts }) => restricts === undefined || restricts.has(target.id));
  const parts = conditions.map(({ expression }) => ofCondition(expression, context, false, 0));
  if (links.length > 0) parts.push(joinsAll(context.all) ? 'no' : doubted(SCHEMA, context));
  return parts.length > 0 ? every(parts) : undefined;
}

/** What the joins, and the query that is written to, say about the rows of a target, whatever the WHERE says. */
export function selectivityOfJoins(
  text: SqlText,
  { block, ...write }: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): Selectivity | undefined {
  const conditions = block.conditions.filter(({ restricts }) => restricts !== undefined);
  return selectivityOf(text, { ...write, block: { ...block, conditions } }, target, pins, surroundings);
}

/** What the condition of a branch of a MERGE says about the rows of a target. */
export function selectivityOfBranch(
  condition: Expression,
  text: SqlText,
  write: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): Selectivity {
  return ofCondition(condition, contextOf(text, write, target, pins, surroundings), false, 0);
}

/**
 * What a MERGE says about the rows of a target for which its source has none: WHEN NOT MATCHED BY SOURCE. These are all
 * rows if ON links none of them to a row of the source, or if the source has no rows.
 */
export function selectivityOfUnmatched(
  text: SqlText,
  write: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): 'yes' | 'no' | 'unknown' {
  const isEmpty = write.block.sources.some((source) => source !== target && isEmptySource(source, text, surroundings));
  const found = isEmpty ? 'no' : selectivityOf(text, write, target, pins, surroundings);
  return found === 'yes' || found === 'unknown' ? found : 'no';
}

function isEmptySource({ query }: Source, { lexical }: SqlText, { isTraffic }: Surroundings): boolean {
  if (!query || query.blocks.length === 0) return false;
  return query.blocks.every(
    ({ isEmpty, conditions }) =>
      isEmpty ||
      (!isTraffic &&
        conditions.some(({ expression }) => /^(?:false|null)$/.test(truthOfCondition(expression, lexical) ?? ''))),
  );
}

/** Whether the rows of a source are written in the statement: VALUES, or SELECT without FROM. */
export function hasOwnRows({ query }: Source): boolean {
  if (!query || query.blocks.length === 0 || query.narrowed) return false;
  return query.blocks.every(
    ({ sources, conditions, isEmpty }) => sources.length === 0 && conditions.length === 0 && !isEmpty,
  );
}

function contextOf(text: SqlText, { block }: Write, target: Source, pins: Pins, surroundings: Surroundings): Context {
  const { isTraffic } = surroundings;
  const all = new AllRows(text, pins, target, isTraffic);
  const presumed = new AllRows(text, pins, target, isTraffic, true);
  const tied = new Set([target.id]);
  const context: Context = { text, pins, block, target, isTraffic, tied, all, presumed, surroundings, why: '' };
  tie(context);
  return context;
}

function sourceOf({ sources }: Block, wanted: number): Source | undefined {
  return sources.find(({ id }) => id === wanted);
}

/** Ties every source to the target that a join or a term of the WHERE compares with it. */
function tie(context: Context): void {
  const { block, tied } = context;
  if (block.sources.length < 2) return;
  for (const source of block.sources) if (dependsOnTied(source, context)) tied.add(source.id);
  addTied(tied, block, (term) => referencesOf(term, context).ids);
}

function every(parts: readonly Selectivity[]): Selectivity {
  if (parts.includes('never')) return 'never';
  if (parts.includes('yes')) return 'yes';
  return parts.includes('unknown') ? 'unknown' : 'no';
}

function some(parts: readonly Selectivity[]): Selectivity {
  const possible = parts.filter((part) => part !== 'never');
  if (possible.length === 0) return 'never';
  if (possible.includes('no')) return 'no';
  return possible.includes('unknown') ? 'unknown' : 'yes';
}

const ANSWERS: Readonly<Record<Selectivity, string>> = {
  yes: 'tells rows apart',
  no: 'holds for all rows or for none',
  never: 'holds for no row',
  unknown: 'not known',
};

function ofCondition(expression: Expression, context: Context, negated: boolean, depth: number): Selectivity {
  context.why = '';
  const answer = decide(expression, context, negated, depth);
  const trace = tracing();
  // A NOT is a step of what it negates.
  if (trace && !(expression.kind === 'unary' && expression.op === 'not')) {
    const reason = answer === 'unknown' ? context.surroundings.doubts.at(-1) : answer === 'no' ? context.why : '';
    const what = printExpression(
      negated ? { kind: 'unary', op: 'not', arg: expression } : expression,
      context.text.tokens,
    );
    trace.note('filter', `${what}: ${ANSWERS[answer]}${reason ? `, because ${reason}` : ''}`);
  }
  return answer;
}

function decide(expression: Expression, context: Context, negated: boolean, depth: number): Selectivity {
  if (depth > MAX_DEPTH) return 'unknown';
  const truth = context.isTraffic ? undefined : truthOf(expression, context, negated);
  if (truth !== undefined && truth !== 'maybe') return truth === 'true' ? holdsFor(context, 'form') : 'never';
  if (expression.kind === 'unary' && expression.op === 'not')
    return ofCondition(expression.arg, context, !negated, depth + 1);
  if (expression.kind === 'binary' && (expression.op === 'AND' || expression.op === 'OR')) {
    const parts = chain(expression, expression.op).map((term) => ofCondition(term, context, negated, depth + 1));
    return (expression.op === 'AND') === negated ? some(parts) : every(parts);
  }
  if (expression.kind === 'exists') return ofExists(expression, context, negated, depth);
  if (context.all.findsEachRow(expression, negated, context.block)) return holdsFor(context, 'itself');
  if (context.presumed.findsEachRow(expression, negated, context.block)) return doubted(SCHEMA, context);
  const doubt = context.isTraffic ? undefined : keyDoubt(expression, negated, context);
  if (doubt !== undefined) return doubted(doubt, context);
  if (expression.kind === 'opaque' && context.text.tokens.word(expression.from) === 'CURRENT') return 'yes';
  return ofReferences(expression, context) ?? ofConstant(expression, negated, context);
}

/** What the form of the condition says: `1 = 1`, `x = x` and `x IS NULL OR x IS NOT NULL` are true for every row. */
function truthOf(expression: Expression, { text }: Context, negated: boolean): ConditionTruth | undefined {
  const wanted: Expression = negated ? { kind: 'unary', op: 'not', arg: expression } : expression;
  return truthOfCondition(wanted, text.lexical);
}

const NO_COLUMN = 'a part of the condition uses no column, so that it holds for all rows or for none';
const BARE_NAMES = 'a name without its table may be a variable or a column of another table; write the table before it';
/** The doubt that is settled where the columns of the tables in the subquery are known. */
export const UNCLEAR_COLUMN = 'a name in the subquery may be a column of either table; write its table before it';
const SCHEMA = 'the placeholder may stand for the schema of this table, so that the condition finds each row itself';
const PARAMETER = 'the subquery is not linked to the row, so that its parameter decides for all rows or for none';

/** Notes why a condition holds for all rows or for none. */
function holdsFor(context: Context, why: keyof typeof WHY): 'no' {
  context.why = WHY[why];
  return 'no';
}

/** Notes why it is not known whether a condition filters. */
function doubted(reason: string, { surroundings }: Context): 'unknown' {
  surroundings.doubts.push(reason);
  return 'unknown';
}

/** What follows from the columns and queries that a term names; undefined if it names none. */
function ofReferences(expression: Expression, context: Context): Selectivity | undefined {
  const { ids, unqualified, queries, opaque, variable }: References = referencesOf(expression, context);
  if (variable && ids.size === 0 && !unqualified && queries.length === 0) return doubted(NO_COLUMN, context);
  if (opaque) return expression.kind === 'opaque' && expression.given ? doubted(NO_COLUMN, context) : 'yes';
  // `WHERE done` in a body: a column, or a variable that stands alone.
  if (expression.kind === 'column' && context.surroundings.inBody && expression.to === expression.from + 1)
    return doubted(BARE_NAMES, context);
  if ([...ids].some((id) => context.tied.has(id))) return 'yes';
  const inner = queries.map((query) => correlation(query, context));
  if (inner.includes('yes')) return 'yes';
  // A column without a qualifier that is compared with another table's is taken for the target's.
  if (unqualified) return ids.size > 0 ? 'yes' : doubted(BARE_NAMES, context);
  if (inner.includes('unknown')) return doubted(UNCLEAR_COLUMN, context);
  if (ids.size > 0) return holdsFor(context, 'others');
  if (queries.length > 0) return hasParameter(expression) ? doubted(PARAMETER, context) : holdsFor(context, 'query');
  return undefined;
}

function hasParameter(expression: Expression): boolean {
  return hasPart(expression, ({ kind }) => kind === 'opaque');
}

/** A condition without columns. */
function ofConstant(expression: Expression, negated: boolean, context: Context): Selectivity {
  const truth = truthOfCondition(expression, context.text.lexical);
  if (truth === undefined) return 'unknown';
  if (truth === 'null') return 'never';
  if (truth !== 'maybe') return (truth === 'true') === negated ? 'never' : 'no';
  if (hasPart(expression, (part) => part.kind === 'call' && RANDOM.test(part.name))) return 'yes';
  return hasParameter(expression) ? doubted(NO_COLUMN, context) : holdsFor(context, 'constant');
}

function ofExists(
  expression: Expression & { kind: 'exists' },
  context: Context,
  negated: boolean,
  depth: number,
): Selectivity {
  if (expression.always) return negated ? 'never' : 'no';
  if (expression.where) return ofCondition(expression.where, context, negated, depth + 1);
  const query: Query | undefined = context.pins.queryAt(context.block, expression.from, expression.to);
  if (!query) return 'yes';
  if (context.all.findsItself(query)) return negated ? 'never' : 'no';
  if (!negated && context.presumed.findsItself(query)) return doubted(SCHEMA, context);
  const correlated = correlation(query, context);
  if (correlated === 'unknown') return doubted(UNCLEAR_COLUMN, context);
  return correlated === 'no' ? holdsFor(context, 'query') : correlated;
}
