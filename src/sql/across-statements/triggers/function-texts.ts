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
/** Conditions that hold for each row that is written. */
const ALWAYS =
  /\bIF\s+\(?(?:TRUE|1\s*=\s*1|NEW\s+IS\s+NOT\s+NULL|NEW\.id\s+(?:IS\s+NOT\s+NULL|>\s*0|>=\s*0))\)?\s+THEN\b/i;
const ENDS_BRANCH = /\b(?:ELSE|ELSIF|ELSEIF|END\s+IF)\b/i;
const RETURNS_VARIABLE = /\bRETURN\s+(?!(?:NEW|OLD|NULL)\b)([a-z_]\w*)\s*;/gi;
const SAMPLES: readonly Constant[] = [null, -5, 1, 2, 700];

/** Characters of the longest body that is followed. */
export const MAX_BODY = 1 << 14;

/** Whether a function whose body is that text does nothing at all. */
export function doesNothing(body: string): boolean {
  return DOES_NOTHING.test(body);
}

/**
 * The body with NULL in place of variables that are NULL where they are returned, up to the end of the first branch that
 * is always taken.
 */
export function plainBody(body: string): string {
  if (body.length > MAX_BODY) return body;
  const nulls = nullVariables(body);
  const named = body.replace(RETURNS_VARIABLE, (text: string, name: string) =>
    nulls.has(name.toLowerCase()) ? 'RETURN NULL;' : text,
  );
  return withTaken(withoutNever(named));
}

/** The body up to the end of the first branch that is always taken. */
function withTaken(named: string): string {
  const taken = ALWAYS.exec(named);
  if (!taken) return named;
  const rest = named.slice(taken.index + taken[0].length);
  const end = ENDS_BRANCH.exec(rest)?.index ?? rest.length;
  const branch = rest.slice(0, end);
  const before = named.slice(0, taken.index);
  return /\bRETURN\b/i.test(branch) ? `${before}${branch} END` : `${before}${branch}${rest.slice(end)}`;
}

export const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;
export type TriggerEvent = (typeof EVENTS)[number];

const COMPARES_EVENT = /\bTG_OP\s*(?:(=|<>|!=)\s*'(\w+)'|IN\s*\(([^()]*)\))/gi;

/** The body with TRUE or FALSE in place of the conditions about TG_OP, as for one event. */
export function bodyFor(body: string, event: TriggerEvent): string {
  if (body.length > MAX_BODY) return body;
  return body.replace(
    COMPARES_EVENT,
    (_, op: string | undefined, one: string | undefined, list: string | undefined) => {
      const named = (one ?? list ?? '').toUpperCase().split(/\W+/).includes(event);
      return named === (op === undefined || op === '=') ? 'TRUE' : 'FALSE';
    },
  );
}

/** The body without the branches of `IF FALSE`. */
function withoutNever(body: string): string {
  let rest = body;
  for (let never = NEVER.exec(rest); never; never = NEVER.exec(rest)) {
    const after = rest.slice(never.index + never[0].length);
    const end = ENDS_BRANCH.exec(after);
    if (!end) return rest;
    const tail = after.slice(end.index);
    const next = /^ELS(?:E\s?)?IF\b/i.test(tail)
      ? tail.replace(/^ELS(?:E\s?)?IF\b/i, 'IF')
      : /^ELSE\b/i.test(tail)
        ? tail.replace(/^ELSE\b/i, 'IF TRUE THEN')
        : tail.replace(/^END\s+IF\s*;?/i, '');
    rest = rest.slice(0, never.index) + next;
  }
  return rest;
}

const NEVER = /\bIF\s+\(?FALSE\)?\s+THEN\b/i;

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
