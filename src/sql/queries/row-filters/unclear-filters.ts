import { type Expression, partsOf } from '../../expressions/expression.ts';
import { isComparison } from '../../expressions/values.ts';
import { fileWords } from '../file-words.ts';
import type { GivenContext } from '../given-values.ts';
import { unknownFunctionIn } from '../known-functions.ts';
import { joinsParent, listsParents } from '../parents.ts';
import { nameKey, type Query } from '../query.ts';
import { keepsNewRows, skipsFirst, startsAtNewRow } from './all-but-one.ts';
import { selfLookupDoubt } from './own-rows.ts';
import { oddForm } from './plain-terms.ts';
import { KEY, MEASURE } from './practical-filters.ts';
import { holdsForTexts } from './texts-as-numbers.ts';
import { isBelowMilliseconds } from './time-values.ts';

/** A write, whose condition is read. */
export interface UnclearContext extends GivenContext {
  /** Whether it deletes the rows. */
  readonly deletes: boolean;
}

/** Why it is not known whether a term of a condition tells rows apart; undefined if this does not apply to it. */
type Doubt = (expression: Expression, context: UnclearContext, negated: boolean) => string | undefined;

/** None of these is proved: each finds a way to write a condition that holds for nearly every row. */
const DOUBTS: readonly Doubt[] = [
  unknownFunction,
  validityTest,
  (expression, _, negated) => (!negated && isAnyAddress(expression) ? 'every e-mail address has an @' : undefined),
  notNullColumn,
  equalNulls,
  (expression, context, negated) =>
    holdsForTexts(expression, context, negated)
      ? 'MySQL takes a text that does not begin with a digit for 0'
      : undefined,
  allTypes,
  sessionBound,
  keyBesideCount,
  (expression, context, negated) =>
    context.deletes && keepsNewRows(expression, context, negated)
      ? 'this trigger deletes all rows except the new ones'
      : undefined,
  (expression, context, negated) =>
    startsAtNewRow(expression, context, negated)
      ? 'this condition is true for every row if the value of the new row is low enough'
      : undefined,
  (expression, context, negated) =>
    context.deletes && !negated && expression.kind === 'binary' && joinsParent(expression, context)
      ? 'every row that has a parent is joined; say which of them are meant'
      : undefined,
  (expression, context) =>
    isOwnColumnTwice(expression, context)
      ? 'in an SQL function, a name that a column and a parameter share means the column, which is compared with itself'
      : undefined,
  (expression, { text }) =>
    comparesWithItself(expression, text) ? 'both sides of this comparison are calculated from one column' : undefined,
  (expression, context, negated) =>
    !negated && skipsFirst(expression, context, context.block) ? SKIPS_FIRST : undefined,
  (expression) =>
    expression.kind === 'binary' && isBelowMilliseconds(expression)
      ? 'the seconds of a time are compared with milliseconds, which are above all of them'
      : undefined,
  (expression) => (searchesQuery(expression) ? FULL_LIST : undefined),
  subquery,
  (expression, context, negated) => (negated ? undefined : selfLookupDoubt(expression, context)),
  (expression, { text }) =>
    text.lexical.values.typeOrder && comparesTypes(expression)
      ? 'SQLite sorts every number before every text, and every text before every blob'
      : undefined,
  (expression, { text }) =>
    text.lexical.values.systemColumns === 'dollar' &&
    (isRowLocation(expression, text) || (expression.kind === 'opaque' && PSEUDO_COLUMN.test(expression.text)))
      ? 'this column of the server has a value in every row'
      : undefined,
  (_, { text }, negated) =>
    text.lexical.sqlMode && negated && fileWords(text.tokens).bindsNot
      ? 'with HIGH_NOT_PRECEDENCE, NOT is about the next value only'
      : undefined,
  (expression, { text }) => oddForm(expression, text),
];

/** Why it is not known whether a term of a condition tells the rows of a table apart; undefined if no doubt is known. */
export function unclear(expression: Expression, context: UnclearContext, negated: boolean): string | undefined {
  for (const doubt of DOUBTS) {
    const reason = doubt(expression, context, negated);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const SKIPS_FIRST = 'this condition holds for every row but the first; PARTITION BY is missing';
const FULL_LIST = 'the list that is searched may contain every row of the table';
/** T-SQL's `$IDENTITY` and `$ROWGUID`. */
const PSEUDO_COLUMN = /^\$ ?\w+ IS NOT NULL$/i;

/** T-SQL's `%%physloc%%` and `%%lockres%%`, which are read as remainders. */
function isRowLocation(expression: Expression, { tokens }: GivenContext['text']): boolean {
  if (expression.kind !== 'is' || expression.arg.kind !== 'binary' || expression.arg.op !== '%') return false;
  const last = expression.arg.right;
  return last.kind === 'opaque' && /^(?:PHYSLOC|LOCKRES)$/.test(tokens.word(last.from - 2));
}

function unknownFunction(expression: Expression, { text }: UnclearContext): string | undefined {
  const called = unknownFunctionIn(expression, text);
  if (called === undefined) return undefined;
  return `it is not known whether the result of \`${called}\` differs between rows; compare a column itself`;
}

/** `email LIKE '%@%'`. */
function isAnyAddress(expression: Expression): boolean {
  if (expression.kind !== 'like' || expression.negated || expression.arg.kind !== 'column') return false;
  const { arg, pattern } = expression;
  const isAny = pattern.kind === 'constant' && /^[%_]*@[%_]*(?:\.[%_]*)?$/.test(String(pattern.value));
  return isAny && /e?mail(?:_?address)?$/i.test(arg.text);
}

/** Functions that test whether a value is valid. Nearly all values are: only a test for invalid ones selects some rows. */
const VALIDITY = /^(?:json_valid|isjson|isnumeric|isdate|isfinite)$/;

function validityTest(expression: Expression, _: UnclearContext, negated: boolean): string | undefined {
  const called = testedValidity(expression, negated);
  return called && `\`${called}\` is normally true for every row; ask where it is false`;
}

/** The function of `json_valid(x)` and `isnumeric(x) = 1`; undefined for `isnumeric(x) = 0`. */
function testedValidity(expression: Expression, negated: boolean): string | undefined {
  if (expression.kind === 'call') return VALIDITY.test(expression.name) && !negated ? expression.name : undefined;
  if (expression.kind !== 'binary' || expression.left.kind !== 'call' || !VALIDITY.test(expression.left.name))
    return undefined;
  const { op, left, right } = expression;
  const value = right.kind === 'constant' ? Number(right.value) : Number.NaN;
  const isTrue = (op === '=' && value === 1) || (op === '<>' && value === 0) || (op === '>' && value === 0);
  return isTrue !== negated ? left.name : undefined;
}

/** `email IS NOT NULL` in a file that makes the column NOT NULL, or replaces its NULLs. */
function notNullColumn(expression: Expression, context: UnclearContext, negated: boolean): string | undefined {
  const column = columnThatIsNotNull(expression, context, negated);
  const { table } = context.target;
  if (column === undefined || table?.name === undefined) return undefined;
  const { notNull, filled } = fileWords(context.text.tokens);
  const name = `${table.name.toLowerCase()}.${column}`.toLowerCase();
  if (notNull.has(name)) return 'this file makes the column NOT NULL';
  return filled.has(name) ? 'this file replaces the NULLs of the column' : undefined;
}

/** The column of `x IS NOT NULL`, as a key. */
function columnThatIsNotNull(expression: Expression, { text }: UnclearContext, negated: boolean): string | undefined {
  if (expression.kind !== 'is' || expression.what !== 'NULL' || expression.negated === negated) return undefined;
  return expression.arg.kind === 'column' ? nameKey(text, expression.arg.to - 1) : undefined;
}

/** `id > (SELECT count(*) FROM settings)`: a number of rows is below nearly all keys, or above them. */
function keyBesideCount(expression: Expression, { pins, block }: UnclearContext): string | undefined {
  if (expression.kind !== 'binary' || !RANGES.has(expression.op)) return undefined;
  const { left, right } = expression;
  const [key, query] = left.kind === 'query' ? [right, left] : [left, right];
  if (query.kind !== 'query' || key.kind !== 'column' || !KEY.test(pins.resolve(key, block)?.name ?? ''))
    return undefined;
  const [only, ...others] = pins.queryAt(block, query.from, query.to)?.blocks ?? [];
  const counted = others.length === 0 ? pins.expressionOf(only?.items?.[0]) : undefined;
  const isCount = counted?.kind === 'call' && counted.name === 'count';
  return isCount ? 'a number of rows says nothing about which keys are meant' : undefined;
}

/** `paid_at < current_setting('app.cutoff')`: a bound that may be above or below all rows. */
function sessionBound(expression: Expression): string | undefined {
  const isRange = expression.kind === 'binary' && RANGES.has(expression.op) && readsSession(expression);
  return isRange ? 'a setting of the session decides which rows are meant' : undefined;
}

const RANGES = new Set(['<', '>', '<=', '>=']);
const SESSION_VALUES = /\b(?:current_setting|session_context|context_info)\b/i;

function readsSession(expression: Expression): boolean {
  if (expression.kind === 'call' || expression.kind === 'opaque') return SESSION_VALUES.test(expression.text);
  return partsOf(expression).some(readsSession);
}

function equalNulls(expression: Expression, { text }: UnclearContext): string | undefined {
  if (
    text.lexical.values.nullsEqual !== 'ansi_nulls' ||
    !isEquality(expression) ||
    !fileWords(text.tokens).comparesNulls
  )
    return undefined;
  const isNull = [expression.left, expression.right].some((side) => side.kind === 'constant' && side.value === null);
  return isNull ? 'with ANSI_NULLS OFF, NULL is equal to NULL' : undefined;
}

function isEquality(expression: Expression): expression is Expression & { kind: 'binary' } {
  return expression.kind === 'binary' && (expression.op === '=' || expression.op === '<>');
}

const NUMBERS_AND_TEXTS = ['text', 'integer', 'real'];

/** SQLite's `typeof(x) IN (…)` with all types, or with the type of a column and that of its missing values. */
function allTypes(expression: Expression, _: UnclearContext, negated: boolean): string | undefined {
  if (expression.kind !== 'in' || expression.arg.kind !== 'call' || expression.arg.name !== 'typeof') return undefined;
  const named = new Set(expression.items.map((item) => (item.kind === 'constant' ? item.value : undefined)));
  // Few columns hold a blob.
  const hasAll =
    negated === expression.negated
      ? NUMBERS_AND_TEXTS.every((type) => named.has(type)) || (named.has('null') && named.size > 1)
      : !NUMBERS_AND_TEXTS.some((type) => named.has(type));
  return hasAll ? 'these are all types that the values of a column normally have' : undefined;
}

function subquery(expression: Expression, context: UnclearContext, negated: boolean): string | undefined {
  if (expression.kind !== 'query_in') return undefined;
  const query = context.pins.queryAt(context.block, expression.from, expression.to);
  if (!query) return undefined;
  if (readsListOfQuery(query, context)) return FULL_LIST;
  if (negated || expression.negated) return undefined;
  const [block, ...others] = query.blocks;
  const [only, ...more] = block?.conditions ?? [];
  if (block && only && others.length + more.length === 0 && skipsFirst(only.expression, context, block))
    return SKIPS_FIRST;
  return listsParents(expression.arg, query, context)
    ? 'every row that has a parent is in this list; say which of them are meant'
    : undefined;
}

/** PostgreSQL's `sessions.customer_id = customer_id` in a function whose parameter is called `customer_id`. */
function isOwnColumnTwice(expression: Expression, { text, inBody, target }: UnclearContext): boolean {
  if (!inBody || text.lexical.routines.language !== 'plpgsql' || expression.kind !== 'binary') return false;
  const { left, right } = expression;
  if (left.kind !== 'column' || right.kind !== 'column') return false;
  const [full, bare] = left.to - left.from > right.to - right.from ? [left, right] : [right, left];
  const isBare = bare.to === bare.from + 1;
  const isOfTarget = full.to === full.from + 3 && nameKey(text, full.from) === target.alias;
  return isBare && isOfTarget && nameKey(text, full.to - 1) === nameKey(text, bare.from);
}

/** `lower(x) = x` where case does not count, and `choose(1, x, 0) = x`; not `x <> lower(x)`, which finds what is left to do. */
function comparesWithItself(expression: Expression, { lexical }: GivenContext['text']): boolean {
  if (expression.kind !== 'binary' || !/^(?:=|<=|>=|<=>)$/.test(expression.op)) return false;
  const { left, right } = expression;
  const [call, column] = left.kind === 'call' ? [left, right] : [right, left];
  if (call.kind !== 'call' || column.kind !== 'column' || onlyColumnOf(call) !== column.text) return false;
  const ignoresCase = column.converted || lexical.values.looseCollations;
  return /^(?:lower|upper|lcase|ucase|initcap)$/.test(call.name)
    ? ignoresCase
    : /^(?:choose|elt|if|iif|ifnull|isnull|concat|coalesce|greatest|least|printf)$/.test(call.name);
}

/** The only column of an expression; undefined if it has others. */
function onlyColumnOf(expression: Expression): string | undefined {
  const names = new Set<string>();
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'column') names.add(next.text);
    for (const part of partsOf(next)) open.push(part);
  }
  const [only, ...others] = names;
  return others.length === 0 ? only : undefined;
}

/** Functions that look for a value in a list, which a query may fill with all of them. */
const SEARCHES = /^(?:find_in_set|instr|strpos|position|charindex|locate|json_contains)$/;

/** `find_in_set(id, (SELECT group_concat(id) FROM t))`. */
function searchesQuery(expression: Expression): boolean {
  // Not recursive: a chain may have tens of thousands of operands.
  if (expression.kind === 'binary' && isComparison(expression.op))
    return [expression.left, expression.right].some((side) => side.kind === 'call' && searchesQuery(side));
  if (expression.kind === 'any') return expression.operand.kind === 'call' && expression.operand.name === 'enum_range';
  if (expression.kind !== 'call' || !SEARCHES.test(expression.name)) return false;
  const [first, second] = expression.args;
  const isOwnList = first?.kind === 'column' && second?.kind === 'call' && onlyColumnOf(second) === first.text;
  return isOwnList || expression.args.some(({ kind }) => kind === 'query');
}

/** `IN (SELECT value FROM json_each((SELECT json_group_array(id) FROM t)))`. */
function readsListOfQuery({ blocks }: Query, { text }: UnclearContext): boolean {
  return blocks.some(({ sources, subqueries }) => {
    const isFunction = sources.some(({ table, query, series }) => !table && !query && !series);
    if (!isFunction) return false;
    return [...subqueries.keys()].some((open) => /^[(,]$/.test(text.tokens.word(open - 1)));
  });
}

/** `amount < 'none'`: every number is below a text, and none equals it. */
function comparesTypes(expression: Expression): boolean {
  if (expression.kind !== 'binary' || !/^(?:[<>]=?|<>|<!=>)$/.test(expression.op)) return false;
  const { left, right, op } = expression;
  const [column, value] = op.startsWith('<') ? [left, right] : [right, left];
  if (column.kind !== 'column') return false;
  if (value.kind === 'opaque') return /^x'/i.test(value.text);
  const isText = value.kind === 'constant' && typeof value.value === 'string' && !/^[-+\d.]/.test(value.value);
  const name = column.text.slice(column.text.lastIndexOf('.') + 1);
  if (!isText || op === '<>') return isText && MEASURE.test(name);
  return KEY.test(name) || MEASURE.test(name) || (op === '<!=>' && /_id$/i.test(name));
}
