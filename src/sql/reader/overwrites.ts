import { evaluate, TooDeep } from '../expressions/evaluate.ts';
import { chain, type Expression } from '../expressions/expression.ts';
import { isSameForm } from '../expressions/form.ts';
import { LENGTHS } from '../expressions/functions.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import type { Constant } from '../expressions/values.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { Scan } from './scan.ts';

const MAX_TERMS = 20;
const DIFFERS = /^(?:<>|<!=>)$/;

/** An assignment: the column, and its new value. */
interface Assignment {
  readonly column: Expression;
  readonly value: Expression;
}

/** Facts of an UPDATE after which all rows have the new value. */
export const OVERWRITING = {
  filter: undefined,
  filterDoubt:
    'this condition leaves out only rows that have the new value already, so that all rows have it afterwards; write which rows are meant',
};

/**
 * Whether the condition of an UPDATE leaves out only rows that have the new value already: `SET a = 1 WHERE a <> 1`,
 * `SET a = NULL WHERE a IS NOT NULL`. All rows then have it afterwards, as without a condition.
 *
 * @param set the first token of the assignments, which end at `stop`
 */
export function isOverwriting(scan: Scan, set: number, stop: number, to: number): boolean {
  const where = stop < 0 ? -1 : scan.find('WHERE', stop, to);
  // Facts of traffic do not depend on literals.
  if (where < 0 || scan.out.isTraffic) return false;
  const end = scan.find(CONDITION_ENDS, where + 1, to);
  return overwritesAll(scan, scan.commaParts(set, stop), { from: where + 1, to: end < 0 ? to : end });
}

const CONDITION_ENDS = new Set(['RETURNING', 'ORDER', 'LIMIT', 'OPTION', ';']);

function overwritesAll(scan: Scan, assignments: readonly TokenRange[], where: TokenRange): boolean {
  const condition = parsed(scan, where);
  if (!condition || assignments.length > MAX_TERMS) return false;
  const values = assignments.flatMap((range) => assignmentIn(scan, range) ?? []);
  return values.length > 0 && saysDiffers(condition, values);
}

function assignmentIn(scan: Scan, range: TokenRange): Assignment | undefined {
  const read = parsed(scan, range);
  if (read?.kind !== 'binary' || read.op !== '=') return emptyingMethod(scan, range);
  const { left, right } = read;
  if (isFixed(right) || isHashOf(right, left)) return { column: bare(left), value: right };
  if (right.kind === 'query' && isUnlinked(scan, right)) return { column: bare(left), value: right };
  if (isZeroed(right)) return { column: bare(left), value: { kind: 'constant', value: 0 } };
  if (isDefault(right)) return { column: bare(left), value: right };
  // `substr(x, 1, 0)` is the same for every row, too.
  const value = constantOf(right, scan);
  return value === undefined ? undefined : { column: bare(left), value: { kind: 'constant', value } };
}

/** The value of an expression that is the same for every row; undefined if it is not known. */
function constantOf(expression: Expression, { lexical }: Scan): Constant | undefined {
  try {
    return evaluate(expression, { valueOf: () => undefined, lexical }, 0);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

/**
 * Whether a subquery that gives a value does not depend on the row: all tables before a dot are its own. A name without a table
 * is taken for a column of its own.
 */
function isUnlinked({ tokens }: Scan, { from, to }: Expression & { kind: 'query' }): boolean {
  const own = new Set<string>();
  const qualifiers = new Set<string>();
  for (let at = from; at < to; at++) {
    const name = tokens.raw(at).toLowerCase();
    if (tokens.word(at + 1) !== '.') own.add(name);
    else if (tokens.word(at - 1) !== '.') qualifiers.add(name);
  }
  return [...qualifiers].every((name) => own.has(name) || /^["[`]?(?:dbo|public)\b/.test(name));
}

/** T-SQL's `SET x.WRITE(N'', 0, NULL)` and `SET x.modify('delete /*')`. */
function emptyingMethod(scan: Scan, { from, to }: TokenRange): Assignment | undefined {
  const { tokens, lexical } = scan;
  if (!lexical.values.methods) return undefined;
  for (let at = from + 2; at < to; at++) {
    const method = tokens.word(at);
    if (tokens.word(at - 1) !== '.' || tokens.word(at + 1) !== '(') continue;
    const text = tokens.raw(at + 2);
    const empties =
      method === 'WRITE'
        ? /^N?''$/i.test(text) && tokens.raw(at + 4) === '0'
        : method === 'MODIFY' && /^N?'\s*delete\s+\/\*/i.test(text);
    const column = empties ? parsed(scan, { from, to: at - 1 }) : undefined;
    return column && { column: bare(column), value: { kind: 'constant', value: '' } };
  }
  return undefined;
}

/** `x - x` and `x * 0`. */
function isZeroed(value: Expression): boolean {
  if (value.kind !== 'binary') return false;
  return (
    (value.op === '-' && isSameForm(value.left, value.right)) ||
    (value.op === '*' && [value.left, value.right].some(isZero))
  );
}

function parsed({ tokens, lexical }: Scan, { from, to }: TokenRange): Expression | undefined {
  return parseExpression(tokens, from, to, lexical);
}

/** Whether it only requires that columns have other values than the new ones. */
function saysDiffers(condition: Expression, values: readonly Assignment[]): boolean {
  for (const op of ['OR', 'AND']) {
    const terms = chain(condition, op);
    if (terms.length > 1) return terms.length <= MAX_TERMS && terms.every((term) => saysDiffers(term, values));
  }
  const isNew = (column: Expression, value: Expression) =>
    values.some((one) => isSameForm(one.column, bare(column)) && isSameForm(one.value, value));
  const isAssigned = (column: Expression) => values.some((one) => isSameForm(one.column, bare(column)));
  if (condition.kind === 'unary' && condition.op === 'not')
    return (
      condition.arg.kind === 'binary' && condition.arg.op === '=' && isNew(condition.arg.left, condition.arg.right)
    );
  if (condition.kind === 'is') return condition.what === 'NULL' && condition.negated && isAssigned(condition.arg);
  if (condition.kind !== 'binary') return false;
  const { op, left, right } = condition;
  if (op === '>' && left.kind === 'call' && LENGTHS.test(left.name) && isZero(right))
    return left.args.length === 1 && empties(left.args[0] as Expression, values);
  // What is not empty becomes empty or NULL: nothing is left of the column.
  if ((op === '>' || op === '<>') && right.kind === 'constant' && right.value === '' && empties(left, values))
    return true;
  if (!DIFFERS.test(op)) return false;
  if (isRow(left) && isRow(right) && left.args.length === right.args.length)
    return left.args.every((arg, at) => isNew(arg, right.args[at] as Expression));
  return isNew(left, right) || isNew(right, left);
}

/** Whether it is a hash of the column, which no value equals: `a = md5(a)`. */
function isHashOf(value: Expression, column: Expression): boolean {
  if (value.kind !== 'call') return false;
  if (value.name === 'encode' || value.name === 'hex' || value.name === 'to_hex')
    return value.args.some((arg) => isHashOf(arg, column));
  return HASHES.test(value.name) && value.args.some((arg) => isSameForm(bare(arg), bare(column)));
}

const HASHES = /^(?:md5|sha|sha1|sha2|sha224|sha256|sha384|sha512|hashbytes|digest|crypt|password)$/;

/** Whether the column becomes empty or NULL. */
function empties(column: Expression, values: readonly Assignment[]): boolean {
  return values.some(
    (one) =>
      isSameForm(one.column, bare(column)) &&
      one.value.kind === 'constant' &&
      (one.value.value === null || one.value.value === ''),
  );
}

function isRow(expression: Expression): expression is Expression & { kind: 'call' } {
  return expression.kind === 'call' && expression.name === 'row';
}

function isZero(expression: Expression): boolean {
  return expression.kind === 'constant' && expression.value === 0;
}

function isDefault(value: Expression): boolean {
  return (value.kind === 'call' && value.name === 'default') || (value.kind === 'column' && value.text === 'default');
}

/** Whether it has the same value for every row, which is known. */
function isFixed(expression: Expression): boolean {
  return expression.kind === 'constant' || (expression.kind === 'unary' && isFixed(expression.arg));
}

/** A column without its table, in one spelling. */
function bare(expression: Expression): Expression {
  if (expression.kind !== 'column') return expression;
  return { ...expression, text: expression.text.slice(expression.text.lastIndexOf('.') + 1).toLowerCase() };
}
