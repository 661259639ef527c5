import type { Dialect } from '../../../model/index.ts';
import { evaluate, TooDeep } from '../../expressions/evaluate.ts';
import { type Expression, partsOf } from '../../expressions/expression.ts';
import { parseExpression } from '../../expressions/parse/index.ts';
import type { Constant } from '../../expressions/values.ts';
import { LEXICAL } from '../../text/dialects.ts';
import { lexFragment } from '../../text/lexer/index.ts';

// Bodies of PL/pgSQL trigger functions, as texts without comments.

/** A body that does nothing: a trigger with it, such as one that writes an audit log, is off. */
const DOES_NOTHING = /^\W*BEGIN\s+RETURN\s+(?:NULL|NEW|OLD)\s*;\s*END\b/i;
const SAMPLES: readonly Constant[] = [null, -5, 1, 2, 700];

/** Whether a function whose body is that text does nothing at all. */
export function doesNothing(body: string): boolean {
  return DOES_NOTHING.test(body);
}

export const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;
export type TriggerEvent = (typeof EVENTS)[number];

const COMPARES_EVENT = /\bTG_OP\s*(?:(=|<>|!=)\s*'(\w+)'|IN\s*\(([^()]*)\))/gi;

/** The body with TRUE or FALSE in place of the conditions about TG_OP, as for one event. */
export function bodyFor(body: string, event: TriggerEvent): string {
  return body.replace(
    COMPARES_EVENT,
    (_, op: string | undefined, one: string | undefined, list: string | undefined) => {
      const named = (one ?? list ?? '').toUpperCase().split(/\W+/).includes(event);
      return named === (op === undefined || op === '=') ? 'TRUE' : 'FALSE';
    },
  );
}

const DECLARED = /(?:^|\bDECLARE\s)\s*([a-z_]\w*)\s+[\w."%]+\s*$/i;
const ASSIGNED = /\b(\w+)(?:\.\w+)?\s*:?=(\s*NULL\s*$)?/gi;

/** The variables, in lower case, that are set to NULL, or declared without a value and never set. */
export function nullVariables(body: string): ReadonlySet<string> {
  const nulls = new Set<string>();
  const set = new Set<string>();
  const declared = new Set<string>();
  let isDeclaring = false;
  for (const statement of body.toLowerCase().split(';')) {
    isDeclaring = (isDeclaring || /\bdeclare\b/.test(statement)) && !/\bbegin\b/.test(statement);
    const [, variable] = isDeclaring ? (DECLARED.exec(statement) ?? []) : [];
    if (variable !== undefined) declared.add(variable);
    for (const [, name = '', isNull] of statement.matchAll(ASSIGNED)) (isNull === undefined ? set : nulls).add(name);
    for (const [, name = ''] of statement.matchAll(/\bfor\s+(\w+)/g)) set.add(name);
    const into = statement.search(/\binto\s/);
    if (into >= 0) for (const [name] of statement.slice(into).matchAll(/\w+/g)) set.add(name);
  }
  for (const name of declared) if (!set.has(name)) nulls.add(name);
  return nulls;
}

const INITIAL_VALUE = /^\s*(?:declare\s+)?([a-z_]\w*)\s[^:=]*(?::=|=|\bdefault\b)\s*('[^']*'|-?\d[\d.]*)\s*$/i;

/** The variables, in lower case, that are declared with a literal and never set again. */
export function constantVariables(body: string): ReadonlySet<string> {
  const constants = new Set<string>();
  const begin = body.search(/\bBEGIN\b/i);
  for (const statement of body
    .slice(0, Math.max(0, begin))
    .replace(/^\$\w*\$/, '')
    .split(';')) {
    const [, name] = INITIAL_VALUE.exec(statement) ?? [];
    if (name !== undefined) constants.add(name.toLowerCase());
  }
  const rest = body.slice(Math.max(0, begin)).toLowerCase();
  for (const [, name = ''] of rest.matchAll(/(?:^|[;\s])(\w+)\s*:?=/g)) constants.delete(name);
  const into = rest.search(/\binto\s/);
  if (into >= 0) for (const [name] of rest.slice(into).matchAll(/\w+/g)) constants.delete(name);
  return constants;
}

/** Whether the value of a column of each new row is always the same. */
export function hasOneValue(text: string, column: string, dialect: Dialect): boolean {
  const tokens = lexFragment(text, dialect);
  const expression = parseExpression(tokens, 0, tokens.length, LEXICAL[dialect]);
  if (!expression || !text.toLowerCase().includes('new.') || !readsOnly(expression, `new.${column}`)) return false;
  try {
    const values = SAMPLES.map((sample) =>
      evaluate(
        expression,
        { valueOf: (part) => (part.kind === 'column' ? sample : undefined), lexical: LEXICAL[dialect] },
        0,
      ),
    );
    // NULL may stay NULL.
    const [, first, ...others] = values;
    return first !== undefined && others.every((value) => value === first);
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}

/** Whether the only column of an expression is that one. */
function readsOnly(expression: Expression, name: string): boolean {
  if (expression.kind === 'column') return expression.text === name;
  return partsOf(expression).every((part) => readsOnly(part, name));
}

/** Whether a value is a literal, whatever type it is cast to. */
export function isConstant(text: string, dialect: Dialect): boolean {
  const tokens = lexFragment(text, dialect);
  const value = parseExpression(tokens, 0, tokens.length, LEXICAL[dialect]);
  return value?.kind === 'constant' || (value?.kind === 'unary' && value.arg.kind === 'constant');
}
