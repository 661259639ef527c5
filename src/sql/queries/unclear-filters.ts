import { type Expression, partsOf } from '../expressions/expression.ts';
import { RANK_OF_ALL } from '../expressions/functions.ts';
import type { TokenList } from '../text/tokens.ts';
import type { GivenContext } from './given-values.ts';
import { unknownFunctionIn } from './known-functions.ts';
import { KEY } from './practical-filters.ts';
import { type Block, nameKey, type Query } from './query.ts';

/** A write, whose condition is read. */
export interface UnclearContext extends GivenContext {
  /** Whether it deletes the rows. */
  readonly deletes: boolean;
}

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
  const tested = validityTest(expression, negated);
  if (tested !== undefined) return `where \`${tested}\` is true for the values of a column, it is so for all of them`;
  const own = otherWordDoubt(expression, context, negated);
  if (own !== undefined) return own;
  if (context.deletes && keepsOne(expression, context, negated))
    return 'this trigger deletes all rows but those that are written';
  if (startsAtGiven(expression, context, negated))
    return 'this condition is true for every row if the value of the new row is low enough';
  if (isOwnColumnTwice(expression, context))
    return 'in a function in SQL, a name that a column and a parameter have is the column: it is compared with itself';
  if (comparesWithItself(expression, text)) return 'both sides of this comparison are calculated from one column';
  if (skipsFirst(expression, context, context.block, negated))
    return 'this condition holds for every row but the first; PARTITION BY is missing';
  if (searchesQuery(expression)) return 'the list that is searched may have every row of the table';
  if (expression.kind === 'query_in') {
    const query = context.pins.queryAt(context.block, expression.from, expression.to);
    if (query && readsListOfQuery(query, context)) return 'the list that is searched may have every row of the table';
    if (query && !negated && !expression.negated && query.blocks.length === 1) {
      const [block] = query.blocks;
      const only = block?.conditions.length === 1 ? block.conditions[0]?.expression : undefined;
      if (block && only && skipsFirst(only, context, block, false))
        return 'this condition holds for every row but the first; PARTITION BY is missing';
    }
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

/** Functions that say whether a value is what the column is for: only where they are false, they tell rows apart. */
const VALIDITY = /^(?:json_valid|isjson|isnumeric|isdate)$/;

/** The function of `json_valid(x)` and `isnumeric(x) = 1`; undefined for `isnumeric(x) = 0`. */
function validityTest(expression: Expression, negated: boolean): string | undefined {
  if (expression.kind === 'call') return VALIDITY.test(expression.name) && !negated ? expression.name : undefined;
  if (expression.kind !== 'binary' || expression.left.kind !== 'call' || !VALIDITY.test(expression.left.name))
    return undefined;
  const { op, left, right } = expression;
  const value = right.kind === 'constant' ? Number(right.value) : Number.NaN;
  const isTrue = (op === '=' && value === 1) || (op === '<>' && value === 0) || (op === '>' && value === 0);
  return isTrue !== negated ? left.name : undefined;
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
  const ignoresCase = column.converted || lexical.family === 'mysql' || lexical.family === 'sqlcmd';
  return /^(?:lower|upper|lcase|ucase|initcap)$/.test(call.name)
    ? ignoresCase
    : /^(?:choose|elt|if|iif|ifnull|isnull|concat|coalesce|greatest|least|printf)$/.test(call.name);
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

/** `rn > 1`, where `rn` is the number of a row among all. */
function skipsFirst(expression: Expression, { pins }: UnclearContext, block: Block, negated: boolean): boolean {
  if (negated || expression.kind !== 'binary' || expression.left.kind !== 'column') return false;
  const { op, left, right } = expression;
  const value = right.kind === 'constant' ? right.value : undefined;
  if (!((/^(?:>|<>)$/.test(op) && value === 1) || (op === '>=' && value === 2))) return false;
  const column = pins.resolve(left, block);
  const source = column && block.sources.find(({ id }) => id === column.id);
  const [inner, ...others] = source?.query?.blocks ?? [];
  if (!column || !inner || others.length > 0 || inner.conditions.length > 0 || source?.columns) return false;
  const item = pins.expressionOf(inner.items?.find(({ name }) => name === column.name));
  return item?.kind === 'call' && item.name === RANK_OF_ALL;
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
  return refersTo(arg.text, source.table.name, item?.kind === 'column' ? nameKey(text, item.to - 1) : '');
}

/** Whether a column refers to the key of a table, by their names: `order_id` to `orders.id`. */
function refersTo(column: string, table: string, key: string): boolean {
  const plain = (name: string) =>
    name
      .slice(name.lastIndexOf('.') + 1)
      .replaceAll('_', '')
      .toLowerCase();
  const name = plain(column);
  const stem = name.endsWith('id') ? name.slice(0, -2) : '';
  const names = [stem, `${stem}s`, `${stem}es`, `${stem.slice(0, -1)}ies`];
  return stem.length > 1 && names.includes(plain(table)) && (plain(key) === 'id' || plain(key) === name);
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

/** Texts, by the names of their columns. */
const TEXT_NAME =
  /^(?:.*_)?(?:e?mail|name|title|description|slug|url|token|phone|address|sku|text|body|message|comment|notes?)$/i;
const TYPES = ['text', 'integer', 'real', 'blob'];

/** What a condition is because of other words in the file, or of the types that it does not show. */
function otherWordDoubt(expression: Expression, context: UnclearContext, negated: boolean): string | undefined {
  const { text, deletes } = context;
  const { family } = text.lexical;
  if (expression.kind === 'is' && expression.what === 'NULL' && expression.negated !== negated) {
    const column = expression.arg.kind === 'column' ? nameKey(text, expression.arg.to - 1) : '';
    if (column !== '' && wordsOf(text.tokens).notNull.has(column)) return 'this file makes the column NOT NULL';
    if (
      family === 'sqlcmd' &&
      expression.arg.kind === 'column' &&
      wordsOf(text.tokens).quotesTexts &&
      text.tokens.raw(expression.arg.from).startsWith('"')
    )
      return 'with QUOTED_IDENTIFIER OFF, a name in double quotes is a text';
  }
  if (expression.kind === 'binary' && /^(?:=|<>)$/.test(expression.op)) {
    const isNull = [expression.left, expression.right].some((side) => side.kind === 'constant' && side.value === null);
    if (isNull && family === 'sqlcmd' && wordsOf(text.tokens).comparesNulls)
      return 'with ANSI_NULLS OFF, NULL is equal to NULL';
    const { left, right } = expression;
    const isZero = right.kind === 'constant' && right.value === 0;
    if (
      family === 'mysql' &&
      !negated &&
      expression.op === '=' &&
      isZero &&
      left.kind === 'column' &&
      TEXT_NAME.test(left.text.slice(left.text.lastIndexOf('.') + 1))
    )
      return 'MySQL takes a text that does not begin with a digit for 0';
    if (deletes && !negated && joinsParent(expression, context))
      return 'every row that refers to a row of that table is joined; write which of them are meant';
  }
  if (
    expression.kind === 'in' &&
    expression.arg.kind === 'call' &&
    /^typeof$/.test(expression.arg.name) &&
    !negated &&
    !expression.negated
  ) {
    const named = new Set(expression.items.map((item) => (item.kind === 'constant' ? item.value : undefined)));
    if (TYPES.every((type) => named.has(type))) return 'these are all types that a value can have';
  }
  return undefined;
}

/** `orders o JOIN users u ON u.id = o.user_id`, for rows of `orders`. */
function joinsParent(
  { left, right }: Expression & { kind: 'binary' },
  { pins, block, target }: UnclearContext,
): boolean {
  return [
    [left, right],
    [right, left],
  ].some(([own, other]) => {
    if (own?.kind !== 'column' || other?.kind !== 'column' || pins.resolve(own, block)?.id !== target.id) return false;
    const found = pins.resolve(other, block);
    const source = found && block.sources.find(({ id }) => id === found.id);
    if (!source?.table?.name || source.id === target.id) return false;
    return refersTo(own.text, source.table.name, found?.name ?? '');
  });
}

/** What a file says in other places. */
interface FileWords {
  readonly notNull: ReadonlySet<string>;
  readonly quotesTexts: boolean;
  readonly comparesNulls: boolean;
}

const fileWords = new WeakMap<TokenList, FileWords>();

function wordsOf(tokens: TokenList): FileWords {
  let words = fileWords.get(tokens);
  if (!words) {
    const notNull = [...tokens.text.matchAll(/\bALTER\s+(?:COLUMN\s+)?"?(\w+)"?\s+SET\s+NOT\s+NULL\b/gi)];
    words = {
      notNull: new Set(notNull.map(([, name = '']) => name.toLowerCase())),
      quotesTexts: /\bQUOTED_IDENTIFIER\s+OFF\b/i.test(tokens.text),
      comparesNulls: /\bANSI_NULLS\s+OFF\b/i.test(tokens.text),
    };
    fileWords.set(tokens, words);
  }
  return words;
}

/** T-SQL's `$IDENTITY` and `$ROWGUID`. */
const PSEUDO_COLUMN = /^\$ ?\w+ IS NOT NULL$/i;
