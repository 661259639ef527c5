import { type Expression, partsOf } from '../../expressions/expression.ts';
import { isSameForm } from '../../expressions/form.ts';
import { parseExpression } from '../../expressions/parse/index.ts';
import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';
import { nameAt } from './columns.ts';
import { conversionDoubt } from './narrowed-types.ts';

/** Functions that keep a part of their argument, or nothing that leads back to it. */
const LOSES =
  /^(?:LEFT|RIGHT|SUBSTR|SUBSTRING|TRUNC|SPLIT_PART|MD5|SHA224|SHA256|SHA384|SHA512|DIGEST|CRYPT|HASHTEXT|LENGTH|CHAR_LENGTH|OCTET_LENGTH|ASCII|REGEXP_REPLACE|REPEAT|OVERLAY|DATE_TRUNC|SIGN)$/;
/** Types that a text is cut to, if they have no length or a short one. */
const CUTS = /^(?:CHAR|CHARACTER|BPCHAR|VARCHAR|NVARCHAR|"CHAR")$/;
const COMPARES = new Set(['=', '<>', '<', '>', '<=', '>=', '<=>', '<!=>']);

/** PostgreSQL: facts of the loss of data by the action `ALTER COLUMN c TYPE …` in `from` to `to`; undefined if it loses none. */
export function lossOf(scan: Scan, table: string | undefined, from: number, to: number): Facts | undefined {
  if (losesValues(scan, table, from, to)) return { objectClass: 'relation' };
  const filterDoubt = conversionDoubt(scan, from, to);
  return filterDoubt === undefined ? undefined : { objectClass: 'relation', filter: undefined, filterDoubt };
}

/**
 * PostgreSQL: whether the action `ALTER COLUMN c TYPE … USING expression` in `from` to `to` loses the values of the
 * column, since the expression does not read it, keeps only a part, or gives values that do not lead back to it.
 */
function losesValues(scan: Scan, table: string | undefined, from: number, to: number): boolean {
  const { tokens } = scan;
  if (tokens.word(from) !== 'ALTER') return false;
  const at = tokens.word(from + 1) === 'COLUMN' ? from + 2 : from + 1;
  const column = nameAt(scan, at);
  if (tokens.word(at + 1) !== 'TYPE' && !scan.is(at + 1, 'SET', 'DATA', 'TYPE')) return false;
  const type = tokens.word(at + 1) === 'TYPE' ? at + 2 : at + 4;
  const using = scan.find('USING', at + 2, to);
  // A text becomes its first byte.
  if (using < 0) return tokens.raw(type).toLowerCase() === '"char"';
  if (keepsPart(scan, using, to) || rounds(scan, using, to)) return true;
  if (cutsText(scan, using + 1, to) || keepsNothing(parseExpression(tokens, using + 1, to, scan.lexical))) return true;
  for (let at = using + 1; at < to; at++) {
    const kind = tokens.kind(at);
    // A placeholder can be an expression with the column.
    if (kind === T.placeholder) return false;
    if (kind !== T.word && kind !== T.quoted) continue;
    // The name of the table reads all columns: `t.c`, `to_json(t)`.
    const name = nameAt(scan, at);
    if (name === column || name === table) return false;
  }
  return true;
}

/** Whether the expression keeps a part of its argument: `left(a, 1)`, `extract(year FROM a)`, `tags[1]`. */
function keepsPart({ tokens }: Scan, using: number, to: number): boolean {
  let first = using + 1;
  while (tokens.word(first) === '(') first++;
  const isCall = tokens.word(first + 1) === '(';
  if (isCall && LOSES.test(tokens.word(first))) return true;
  if (isCall && tokens.word(first) === 'EXTRACT' && tokens.word(first + 2) !== 'EPOCH') return true;
  // `tags[1]` keeps one element.
  return tokens.word(to - 1) === ']' && tokens.word(using + 2) === '[' && tokens.word(using + 1) !== 'ARRAY';
}

const ROUNDS = /^(?:ROUND|FLOOR|CEIL|CEILING)$/;

/** `USING round(amount)`, without arithmetic: `round(amount * 100)` changes the scale. */
function rounds({ tokens }: Scan, using: number, to: number): boolean {
  let first = using + 1;
  while (tokens.word(first) === '(') first++;
  if (!ROUNDS.test(tokens.word(first)) || tokens.word(first + 1) !== '(') return false;
  for (let at = first; at < to; at++) if (/^[-*/+]$/.test(tokens.word(at))) return false;
  return true;
}

/** A cast to a type with a length cuts a text without an error: `name::varchar(1)`. An assignment would not. */
function cutsText({ tokens }: Scan, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const isCast = tokens.word(at) === '::' || (tokens.word(at) === 'AS' && tokens.word(at - 1) !== ')');
    if (isCast && CUTS.test(tokens.raw(at + 1).toUpperCase())) {
      const length = tokens.word(at + 2) === 'VARYING' ? at + 3 : at + 2;
      if (tokens.word(length) === '(' && Number(tokens.raw(length + 1)) < MIN_LENGTH) return true;
    }
  }
  return false;
}

/** Casts to this length or more are taken to fit. */
const MIN_LENGTH = 16;

/** Texts that say yes or no. A column with such values, or with numbers, has two of them before and after. */
const FLAG = /^(?:t|f|true|false|y|n|yes|no|on|off|[01]|j|ja|nein|(?:in)?active|(?:en|dis)abled)$/i;

function isNoFlag(side: Expression): boolean {
  return side.kind === 'constant' && typeof side.value === 'string' && !FLAG.test(side.value);
}

/** Whether different values become equal: `x <> ''`, `x = 'paid'`, `x * 0`, `x IS NOT NULL`, `coalesce('', x)`, `x % 2`. */
function keepsNothing(expression: Expression | undefined): boolean {
  if (expression?.kind === 'is') return expression.what === 'NULL';
  if (expression?.kind === 'case') return hasOneResult(expression);
  if (expression?.kind === 'call' && expression.name === 'coalesce') {
    const [first] = expression.args;
    return first?.kind === 'constant' && first.value !== null;
  }
  if (expression?.kind === 'binary' && expression.op === '%') return expression.right.kind === 'constant';
  if (expression?.kind === 'binary' && COMPARES.has(expression.op)) {
    return [expression.left, expression.right].some(isNoFlag);
  }
  if (expression?.kind === 'in') return expression.items.some(isNoFlag);
  if (expression?.kind === 'call' && expression.name === 'nullif') {
    const [value, none] = expression.args;
    return value !== undefined && none !== undefined && isSameForm(value, none);
  }
  if (expression?.kind !== 'binary' || expression.op !== '*') return false;
  return partsOf(expression).some((part) => part.kind === 'constant' && part.value === 0);
}

/** Whether all branches give the same constant. */
function hasOneResult({ whens, otherwise }: Expression & { kind: 'case' }): boolean {
  const [first, ...others] = [...whens.map(({ result }) => result), ...(otherwise ? [otherwise] : [])];
  return first?.kind === 'constant' && others.every((result) => isSameForm(first, result));
}
