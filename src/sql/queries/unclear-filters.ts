import { type Expression, partsOf } from '../expressions/expression.ts';
import type { TokenList } from '../text/tokens.ts';
import type { GivenContext } from './given-values.ts';
import { unknownFunctionIn } from './known-functions.ts';
import { nameKey, type Query } from './query.ts';

/** A write, whose condition is read. */
export interface UnclearContext extends GivenContext {
  /** Whether it deletes the rows. */
  readonly deletes: boolean;
}

/** Names of the key of a table. */
const KEY = /^(?:id|_?rowid_?|oid)$/i;
/** Functions that look for a value in a list, which a query may fill with all of them. */
const SEARCHES = /^(?:find_in_set|instr|strpos|position|charindex|locate|json_contains)$/;
const HIGH_NOT = /\bHIGH_NOT_PRECEDENCE\b/i;

/**
 * Why it is not known whether a term of a condition tells the rows of a table apart; undefined if nothing speaks against
 * it. None of these is proved: each is a way to write a condition that holds for nearly every row.
 */
export function unclear(expression: Expression, context: UnclearContext, negated: boolean): string | undefined {
  const { text } = context;
  const called = unknownFunctionIn(expression, text);
  if (called !== undefined) return `whether \`${called}\` tells rows apart is not known; compare a column itself`;
  if (context.deletes && keepsOne(expression, context, negated))
    return 'this trigger deletes all rows but those that are written';
  if (startsAtGiven(expression, context, negated))
    return 'this condition is true for every row if the value of the new row is low enough';
  if (isOwnColumnTwice(expression, context))
    return 'in a function in SQL, a name that a column and a parameter have is the column: it is compared with itself';
  if (comparesWithItself(expression, text)) return 'both sides of this comparison are calculated from one column';
  if (searchesQuery(expression)) return 'the list that is searched may have every row of the table';
  if (expression.kind === 'query_in') {
    const query = context.pins.queryAt(context.block, expression.from, expression.to);
    if (query && readsListOfQuery(query, context)) return 'the list that is searched may have every row of the table';
    if (query && !negated && !expression.negated && listsParents(expression.arg, query, context))
      return 'every row that refers to a row of that table has its key; write which of them are meant';
  }
  if (text.lexical.family === 'sqlite' && comparesTypes(expression))
    return 'SQLite sorts every number before every text, and every text before every blob';
  if (text.lexical.family === 'sqlcmd' && expression.kind === 'opaque' && PSEUDO_COLUMN.test(expression.text))
    return 'every row has a value of this column of the server';
  if (text.lexical.family === 'mysql' && negated && setsHighNot(text.tokens))
    return 'with HIGH_NOT_PRECEDENCE, NOT is about the next value only';
  return undefined;
}

const setsByText = new WeakMap<TokenList, boolean>();

function setsHighNot(tokens: TokenList): boolean {
  let sets = setsByText.get(tokens);
  if (sets === undefined) {
    sets = HIGH_NOT.test(tokens.text);
    setsByText.set(tokens, sets);
  }
  return sets;
}

/** Whether a part is the key of the target. */
function isKey(part: Expression, { pins, block, target }: UnclearContext): boolean {
  const column = part.kind === 'column' ? pins.resolve(part, block) : undefined;
  return column !== undefined && KEY.test(column.name) && (column.id === target.id || column.id === block.id);
}

/** `NEW.id` of a trigger. */
function isOfNewRow(part: Expression): boolean {
  return part.kind === 'column' && /^new\./.test(part.text);
}

/** A trigger's `id <> NEW.id` and `id NOT IN (SELECT id FROM inserted)`, where nothing else decides. */
function keepsOne(expression: Expression, context: UnclearContext, negated: boolean): boolean {
  if (expression.kind === 'binary') {
    const { op, left, right } = expression;
    if (op !== (negated ? '=' : '<>')) return false;
    return (isKey(left, context) && isOfNewRow(right)) || (isKey(right, context) && isOfNewRow(left));
  }
  if (expression.kind !== 'query_in' || negated === expression.negated || !isKey(expression.arg, context)) return false;
  const [block, ...others] = context.pins.queryAt(context.block, expression.from, expression.to)?.blocks ?? [];
  const [source, ...joined] = block?.sources ?? [];
  return others.length + joined.length === 0 && block?.conditions.length === 0 && source?.table?.name === 'inserted';
}

/** A trigger's `id >= NEW.cutoff`, where nothing else decides. */
function startsAtGiven(expression: Expression, context: UnclearContext, negated: boolean): boolean {
  if (expression.kind !== 'binary' || !/^[<>]=?$/.test(expression.op)) return false;
  const { op, left, right } = expression;
  const [column, value] = op.startsWith('>') === negated ? [right, left] : [left, right];
  return isKey(column, context) && isOfNewRow(value);
}

/** PostgreSQL's `sessions.customer_id = customer_id` in a function whose parameter is called `customer_id`. */
function isOwnColumnTwice(expression: Expression, { text, inBody, target }: UnclearContext): boolean {
  if (!inBody || text.lexical.family !== 'psql' || expression.kind !== 'binary') return false;
  const { left, right } = expression;
  if (left.kind !== 'column' || right.kind !== 'column') return false;
  const [full, bare] = left.to > right.to - right.from + left.from ? [left, right] : [right, left];
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
  const ignoresCase = column.converted || lexical.family === 'mysql' || lexical.family === 'sqlcmd';
  return /^(?:lower|upper|lcase|ucase|initcap)$/.test(call.name)
    ? ignoresCase
    : /^(?:choose|elt|if|iif|ifnull|isnull|concat|coalesce|greatest|least)$/.test(call.name);
}

/** The only column of which something is calculated; undefined if there are others. */
function onlyColumnOf(expression: Expression): string | undefined {
  const names = new Set<string>();
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'column') names.add(next.text);
    open.push(...partsOf(next));
  }
  const [only, ...others] = names;
  return others.length === 0 ? only : undefined;
}

/** `order_id IN (SELECT id FROM orders)`: the list has all rows of the table to which the column refers. */
function listsParents(arg: Expression, { blocks }: Query, { pins, text }: UnclearContext): boolean {
  const [block, ...others] = blocks;
  const [source, ...joined] = block?.sources ?? [];
  if (!block || others.length + joined.length > 0 || source?.table?.name === undefined || arg.kind !== 'column')
    return false;
  if (block.conditions.length + block.having.length > 0 || block.limited || block.groups || block.items?.length !== 1)
    return false;
  const item = pins.expressionOf(block.items[0]);
  const name = arg.text
    .slice(arg.text.lastIndexOf('.') + 1)
    .replaceAll('_', '')
    .toLowerCase();
  const key =
    item?.kind === 'column'
      ? nameKey(text, item.to - 1)
          .replaceAll('_', '')
          .toLowerCase()
      : '';
  const table = source.table.name.replaceAll('_', '').toLowerCase();
  const stem = name.endsWith('id') ? name.slice(0, -2) : '';
  const isParent = stem.length > 1 && [stem, `${stem}s`, `${stem}es`, `${stem.slice(0, -1)}ies`].includes(table);
  return isParent && (key === 'id' || key === name);
}

/** `find_in_set(id, (SELECT group_concat(id) FROM t))`. */
function searchesQuery(expression: Expression): boolean {
  if (expression.kind === 'binary') return [expression.left, expression.right].some(searchesQuery);
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

function comparesTypes(expression: Expression): boolean {
  if (expression.kind !== 'binary' || !/^[<>]=?$/.test(expression.op)) return false;
  const { left, right, op } = expression;
  const [column, value] = op.startsWith('<') ? [left, right] : [right, left];
  if (column.kind !== 'column') return false;
  if (value.kind === 'opaque') return /^x'/i.test(value.text);
  const isText = value.kind === 'constant' && typeof value.value === 'string' && !/^[-+\d.]/.test(value.value);
  return isText && KEY.test(column.text.slice(column.text.lastIndexOf('.') + 1));
}

/** T-SQL's `$IDENTITY` and `$ROWGUID`. */
const PSEUDO_COLUMN = /^\$ ?\w+ IS NOT NULL$/i;
