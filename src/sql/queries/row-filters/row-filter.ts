import { chain, type Expression, partsOf } from '../../expressions/expression.ts';
import { RANDOM } from '../../expressions/functions.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import { holdsForAnyCount, holdsInItsQuery, withCalculated } from '../calculated-columns.ts';
import { withConstantRows } from '../constant-rows.ts';
import { dependsOnGiven, hasParameter, holdsForAnyType, withConstants } from '../given-values.ts';
import { ownRoutineIn } from '../own-routines.ts';
import type { Pins } from '../pins.ts';
import { type Block, type Link, nameKey, type Query, type Source, type SqlText, type Write } from '../query.ts';
import { type References, referencesOf } from '../references.ts';
import { holdsForAnyAddress, rowOrTextDoubt, sameRowId } from '../system-columns.ts';
import { addTied, tyingTerms } from '../ties.ts';
import { readsUnfilledTable } from '../unfilled-tables.ts';
import { KEEPS_ONE, keepsOneOfItself, ordersRows } from './all-but-one.ts';
import { correlation, existsByFunction, isLinkedByOr } from './correlation.ts';
import { comparesWithExtreme } from './extremes.ts';
import { isBetweenExtremes, isInWholeArray, isSelfJoin, isWholeTable, listDoubt } from './find-each-row.ts';
import { deletesAllThatIsJoined, holdsIfJoinedToItself, joinsItself } from './joins.ts';
import { neverMatches } from './missing-matches.ts';
import { ownRowsDoubt } from './own-rows.ts';
import { holdsInPractice } from './practical-filters.ts';
import { type UnclearContext, unclear } from './unclear-filters.ts';
import { WholeTable } from './whole-table.ts';

/**
 * Whether a condition tells rows of the target apart. `no`: it holds for all rows or for none. `never`: it holds for
 * none, whatever the data. `unknown`: that depends on a parameter, or on whose column a name is.
 */
export type Apart = 'yes' | 'no' | 'never' | 'unknown';

const MAX_DEPTH = 200;

interface Context extends UnclearContext {
  readonly whole: WholeTable;
  readonly surroundings: Surroundings;
  /** Ids of the target, and of the sources that a join ties to it. */
  readonly tied: Set<number>;
}

/** Where a write stands. */
export interface Surroundings {
  /** Whether a bare name may be a variable. */
  readonly inBody: boolean;
  /** Whether it was recorded: then the literals in its conditions do not count. */
  readonly isTraffic: boolean;
  /** Takes the reasons why it is not known whether a condition filters. */
  readonly doubts: string[];
}

/** What the conditions of a write say about the rows of a target; undefined if it has none that restricts them. */
export function tellsRowsApart(
  text: SqlText,
  write: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): Apart | undefined {
  const { block } = write;
  const { isTraffic } = surroundings;
  const context = contextOf(text, write, target, pins, surroundings);
  const { whole } = context;
  const links = block.links.filter(({ to }) => to === target.id);
  const linked = whole.bounded<Apart>(
    () => (links.some((link) => isRestricted(link, block, whole)) ? 'yes' : 'no'),
    ...CUT,
  );
  if (deletesAllThatIsJoined(write, context) || joinsItself(context)) return 'no';
  if (linked !== 'no') return linked;
  if (!isTraffic && keepsOneOfItself(context)) {
    surroundings.doubts.push(KEEPS_ONE);
    return 'unknown';
  }
  const conditions = block.conditions.filter(({ restricts }) => restricts === undefined || restricts.has(target.id));
  if (conditions.length === 0) return links.length > 0 ? 'no' : undefined;
  return every(conditions.map(({ expression }) => apart(expression, context, false, 0)));
}

/** What the condition of a branch of a MERGE says about the rows of a target. */
export function branchTellsRowsApart(
  condition: Expression,
  text: SqlText,
  write: Write,
  target: Source,
  pins: Pins,
  surroundings: Surroundings,
): Apart {
  const context = contextOf(text, write, target, pins, surroundings);
  if (joinsItself(context) && holdsIfJoinedToItself(condition, context)) return 'no';
  return apart(condition, context, false, 0);
}

function contextOf(text: SqlText, write: Write, target: Source, pins: Pins, surroundings: Surroundings): Context {
  const { block } = write;
  const { inBody, isTraffic } = surroundings;
  const whole = new WholeTable(text, pins, target, block, { isTraffic });
  const deletes = text.tokens.word(write.from) === 'DELETE';
  const tied = new Set([target.id]);
  const context: Context = { text, pins, block, target, whole, tied, inBody, surroundings, deletes };
  tie(context);
  return context;
}

/** What counts as an answer that a limit cut short. */
const CUT = ['yes', 'unknown'] as const;

/** Whether a link ties the target to rows of a source that has not every row of the target's table. */
function isRestricted({ from, column }: Link, block: Block, whole: WholeTable): boolean {
  const source = block.sources.find(({ id }) => id === from);
  return !source || !(whole.isTarget(source) || whole.columnReturnsAll(source, column, column));
}

/** Ties every source to the target that a join or a term of the WHERE compares with it. */
function tie(context: Context): void {
  const { block, tied } = context;
  if (block.sources.length < 2) return;
  for (const { id, query, lateral } of block.sources)
    if (lateral && query && correlation(query, context) === 'yes') tied.add(id);
  const referenced = tyingTerms(block).map((term) => referencesOf(term, context));
  addTied(tied, block, referenced);
}

function every(parts: readonly Apart[]): Apart {
  if (parts.includes('never')) return 'never';
  if (parts.includes('yes')) return 'yes';
  return parts.includes('unknown') ? 'unknown' : 'no';
}

function some(parts: readonly Apart[]): Apart {
  const possible = parts.filter((part) => part !== 'never');
  if (possible.length === 0) return 'never';
  if (possible.includes('no')) return 'no';
  return possible.includes('unknown') ? 'unknown' : 'yes';
}

function apart(expression: Expression, context: Context, negated: boolean, depth: number): Apart {
  if (depth > MAX_DEPTH) return 'unknown';
  if (expression.kind === 'unary' && expression.op === 'not')
    return apart(expression.arg, context, !negated, depth + 1);
  if (expression.kind === 'is' && expression.arg.kind === 'query_in' && /^(?:TRUE|FALSE)$/.test(expression.what)) {
    const isFalse = (expression.what === 'FALSE') !== expression.negated;
    return apart(expression.arg, context, negated !== isFalse, depth + 1);
  }
  if (expression.kind === 'binary' && (expression.op === 'AND' || expression.op === 'OR')) {
    const parts = chain(expression, expression.op).map((term) => apart(term, context, negated, depth + 1));
    const answer = (expression.op === 'AND') === negated ? some(parts) : every(parts);
    return answer === 'yes' && expression.op === 'OR' && isDoubtful(expression, context, negated) ? 'unknown' : answer;
  }
  return context.whole.bounded<Apart>(() => termApart(expression, context, negated, depth), ...CUT);
}

/** Whether the condition holds for every row if a column is what its name says. Notes why. */
function isDoubtful(expression: Expression, context: Context, negated: boolean): boolean {
  const { isTraffic, doubts } = context.surroundings;
  const routine = isTraffic ? undefined : ownRoutineIn(expression, context.text);
  if (routine !== undefined) doubts.push(`what \`${routine}\` returns is not known: this file defines it`);
  if (routine !== undefined) return true;
  const doubt = isTraffic ? undefined : inPractice(expression, context, negated);
  if (doubt !== undefined) doubts.push(doubt);
  return doubt !== undefined;
}

/** Why the condition holds in practice as it is, or with the expressions of a CTE's columns in their place. */
function inPractice(expression: Expression, context: Context, negated: boolean): string | undefined {
  const doubt = holdsInPractice(expression, context, negated);
  if (doubt !== undefined) return doubt;
  const calculated = withCalculated(expression, context, []);
  return calculated && holdsInPractice(calculated, context, negated);
}

/** Whether the subquery gives one row to keep: `NOT IN (SELECT min(id) FROM t)`. Notes that. */
function keepsOneRow(
  arg: Expression,
  query: Query,
  { pins, block, target, text, whole, surroundings }: Context,
): boolean {
  const column = pins.columnOf(arg, block);
  if (column?.id !== target.id || !whole.keepsOneRow(query, sameRowId(column.name, text.lexical))) return false;
  surroundings.doubts.push('the subquery gives one row to keep: without GROUP BY, an aggregate is one for all rows');
  return true;
}

/** Whether the rows to keep are those of a table that the file creates and does not fill. Notes that. */
function isWithoutKept(query: Query, { text, surroundings }: Context): boolean {
  if (surroundings.isTraffic || !readsUnfilledTable(text, query)) return false;
  surroundings.doubts.push(UNFILLED);
  return true;
}

const GIVEN =
  'the compared value may be that of every row: a parameter that may be NULL or is called with many values, or a number of a series';
const NO_COLUMN = 'a part of the condition uses no column, so that it holds for all rows or for none';
const OF_THE_WRITE = 'every row may have the same value in this column of the server; name a column of the table';
const BARE_NAMES = 'a name without its table may be a variable or a column of another table; write the table before it';
const PARAMETER = 'the subquery is not linked to the row, so that its parameter decides for all rows or for none';

const UNFILLED = 'this file creates the table of the rows to keep, and does not fill it before this statement';

/** The same for a condition without AND, OR and NOT. */
function termApart(expression: Expression, context: Context, negated: boolean, depth: number): Apart {
  if (expression.kind === 'exists') return existsApart(expression, context, negated, depth);
  const references = referencesOf(expression, context);
  for (const decide of DECISIONS) {
    const answer = decide(expression, context, negated, references);
    if (answer) return answer;
  }
  return constantApart(expression, negated, context);
}

/** What a term says about the rows; undefined if that is for another decision. */
type Decide = (expression: Expression, context: Context, negated: boolean, references: References) => Apart | undefined;

/** The first one that knows an answer counts. */
const DECISIONS: readonly Decide[] = [
  holdsForAnyRow,
  findsEachRow,
  (expression, context, negated) =>
    doubted(rowOrTextDoubt(expression, context) ?? (negated ? undefined : listDoubt(expression, context)), context),
  givenApart,
  missingApart,
  (expression, context, negated) =>
    !negated && dependsOnGiven(expression, context) ? doubted(GIVEN, context) : undefined,
  apartForAnyData,
  (expression, context, negated) => (isDoubtful(expression, context, negated) ? 'unknown' : undefined),
  (expression, context, negated) =>
    context.surroundings.isTraffic ? undefined : doubted(unclear(expression, context, negated), context),
  cursorApart,
  unreadApart,
  queryInApart,
  (expression, context) =>
    expression.kind === 'column' && context.inBody && expression.to === expression.from + 1
      ? doubted(BARE_NAMES, context)
      : undefined,
  referencesApart,
];

/** Notes why it is not known whether a condition filters, if there is a reason. */
function doubted(reason: string | undefined, { surroundings }: Context): 'unknown' | undefined {
  if (reason === undefined) return undefined;
  surroundings.doubts.push(reason);
  return 'unknown';
}

/** `length(x) >= 0`, beside a term that does not filter either. */
function holdsForAnyRow(expression: Expression, { surroundings, text }: Context, negated: boolean): Apart | undefined {
  if (surroundings.isTraffic) return undefined;
  const wanted: Expression = negated ? { kind: 'unary', op: 'not', arg: expression } : expression;
  return truthOfCondition(wanted, text.lexical) === 'true' ? 'no' : undefined;
}

/** Whether each row of the target is found among all rows of its table. */
function findsEachRow(expression: Expression, context: Context, negated: boolean): Apart | undefined {
  if (negated) return undefined;
  const isFound =
    isSelfJoin(expression, context) ||
    isInWholeArray(expression, context) ||
    comparesWithExtreme(expression, context) ||
    (expression.kind === 'between' && isBetweenExtremes(expression, context)) ||
    holdsInItsQuery(expression, context);
  return isFound ? 'no' : undefined;
}

function missingApart(expression: Expression, context: Context, negated: boolean): Apart | undefined {
  const missing = negated ? undefined : neverMatches(expression, context, context.whole);
  if (missing === 'never') return 'no';
  return missing === 'unfilled' && !context.surroundings.isTraffic ? doubted(UNFILLED, context) : undefined;
}

/** A condition that holds whatever the data of columns, because of their types, counts or addresses. */
function apartForAnyData(expression: Expression, context: Context, negated: boolean): Apart | undefined {
  if (holdsForAnyType(expression, context) || (!negated && holdsForAnyCount(expression, context))) return 'no';
  if (!holdsForAnyAddress(expression, context.text.lexical)) return undefined;
  return negated ? 'never' : 'no';
}

/** `WHERE CURRENT OF c`. */
function cursorApart(expression: Expression, { text, whole }: Context): Apart | undefined {
  if (expression.kind !== 'opaque' || text.tokens.word(expression.from) !== 'CURRENT') return undefined;
  return whole.cursorPassesAll(nameKey(text, expression.to - 1), expression.from) ? 'no' : 'yes';
}

function unreadApart(
  expression: Expression,
  context: Context,
  _negated: boolean,
  { ids, unqualified, queries, opaque, variable }: References,
): Apart | undefined {
  if (variable && ids.size === 0 && !unqualified && queries.length === 0) return doubted(NO_COLUMN, context);
  if (!opaque) return undefined;
  return expression.kind === 'opaque' && expression.given ? doubted(NO_COLUMN, context) : 'yes';
}

function queryInApart(expression: Expression, context: Context, negated: boolean): Apart | undefined {
  if (expression.kind !== 'query_in') return undefined;
  const query = context.pins.queryAt(context.block, expression.from, expression.to);
  if (!query) return undefined;
  const excludes = negated !== expression.negated;
  if (context.whole.isEmpty(query)) return excludes ? 'no' : 'never';
  if (!excludes && isWholeTable(expression, query, context)) return 'no';
  if (!excludes) return context.surroundings.isTraffic ? undefined : doubted(ownRowsDoubt(query, context), context);
  return isWithoutKept(query, context) || keepsOneRow(expression.arg, query, context) ? 'unknown' : undefined;
}

/** What follows from the columns and queries that the condition names. */
function referencesApart(
  expression: Expression,
  context: Context,
  _negated: boolean,
  { ids, unqualified, ofTheWrite, queries }: References,
): Apart | undefined {
  if ([...ids].some((id) => context.tied.has(id))) return 'yes';
  if (ofTheWrite) return doubted(OF_THE_WRITE, context);
  const inner = queries.map((query) => correlation(query, context));
  if (inner.includes('yes')) return 'yes';
  // A column without a qualifier that is compared with another table's is taken for the target's.
  if (unqualified) return ids.size > 0 ? 'yes' : doubted(BARE_NAMES, context);
  if (inner.includes('unknown')) return doubted(BARE_NAME, context);
  if (ids.size > 0) return 'no';
  if (queries.length > 0) return hasParameter(expression) ? doubted(PARAMETER, context) : 'no';
  return undefined;
}

/** What the condition does with the constants that the text gives to its variables; undefined if that decides nothing. */
function givenApart(expression: Expression, context: Context, negated: boolean): Apart | undefined {
  const { surroundings, text } = context;
  // In traffic, texts are grouped without their literals, except those in bodies that are strings.
  if (surroundings.isTraffic && !(context.inBody && text.lexical.routines.routineBody === 'string')) return undefined;
  let doubtful = false;
  for (const calculated of [...withConstants(expression, context), ...withConstantRows(expression, context)]) {
    const wanted: Expression = negated ? { kind: 'unary', op: 'not', arg: calculated } : calculated;
    if (truthOfCondition(wanted, context.text.lexical) === 'true') return 'no';
    doubtful ||= isDoubtful(calculated, context, negated);
  }
  return doubtful ? 'unknown' : undefined;
}

/** A condition without columns. */
function constantApart(expression: Expression, negated: boolean, context: Context): Apart {
  const { text } = context;
  const truth = truthOfCondition(expression, text.lexical);
  if (truth === undefined) return 'unknown';
  // With that setting, PostgreSQL reads `= NULL` as IS NULL.
  const mayBeNullTest = text.lexical.values.nullsEqual === 'transform_null_equals';
  const isEquality = mayBeNullTest && expression.kind === 'binary' && expression.op === '=';
  if (truth === 'null') return isEquality ? 'unknown' : 'never';
  if (truth !== 'maybe') return (truth === 'true') === negated ? 'never' : 'no';
  if (isRandom(expression)) return 'yes';
  return hasParameter(expression) ? (doubted(NO_COLUMN, context) ?? 'unknown') : 'no';
}

function existsApart(
  expression: Expression & { kind: 'exists' },
  context: Context,
  negated: boolean,
  depth: number,
): Apart {
  if (expression.always) return negated ? 'never' : 'no';
  if (expression.where) return apart(expression.where, context, negated, depth + 1);
  const query = context.pins.queryAt(context.block, expression.from, expression.to);
  if (!query) return 'yes';
  if (context.whole.isEmpty(query)) return negated ? 'no' : 'never';
  if (negated && isWithoutKept(query, context)) return 'unknown';
  if (context.whole.findsItself(query)) return negated ? 'never' : 'no';
  const isOfFunctions = query.blocks.every(
    ({ sources, conditions }) =>
      sources.length > 0 && conditions.length === 0 && sources.every((source) => !source.table && !source.query),
  );
  const [first, ...others] = query.blocks;
  const [source, ...joined] = first?.sources ?? [];
  const [condition, ...more] = first?.conditions ?? [];
  const isAlone = first && source && others.length + joined.length + more.length === 0 && !first.groups;
  if (isAlone && condition && !negated && !context.surroundings.isTraffic && context.whole.isTarget(source)) {
    if (ordersRows(condition.expression, context.pins, first)) {
      context.surroundings.doubts.push(KEEPS_ONE);
      return 'unknown';
    }
  }
  if (isOfFunctions && !context.surroundings.isTraffic)
    return doubted(existsByFunction(query, context), context) ?? 'yes';
  return linkedApart(query, context);
}

/** What EXISTS says by how its query is linked to the row. */
function linkedApart(query: Query, context: Context): Apart {
  const correlated = correlation(query, context);
  if (correlated === 'yes' && !context.surroundings.isTraffic && isLinkedByOr(query, context))
    return doubted(LINKED_BY_OR, context) ?? correlated;
  return correlated === 'unknown' ? (doubted(BARE_NAME, context) ?? correlated) : correlated;
}

const LINKED_BY_OR = 'one side of OR in EXISTS says nothing about the row, so that it may hold for every row';
const BARE_NAME = 'a name in the subquery may be a column of either table; write its table before it';

function isRandom(expression: Expression): boolean {
  if (expression.kind === 'call' && RANDOM.test(expression.name)) return true;
  return partsOf(expression).some(isRandom);
}
