import type { PlainForm } from '../plain-form.ts';

// Columns and constraints of tables, in the plain forms of DDL.

/** Reads a part of a statement. If it returns false, the statement is left to the grammar. */
export type Form = (form: PlainForm) => boolean;

export function separated(form: PlainForm, part: Form): boolean {
  do if (!part(form)) return false;
  while (form.take(','));
  return true;
}

export const inParentheses = (form: PlainForm, part: Form) => form.take('(') && separated(form, part) && form.take(')');
export const columnList: Form = (form) => inParentheses(form, (each) => each.name());

export const isTableConstraint: Form = (form) =>
  ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK'].some((word) => form.next(word));

export function tableConstraint(form: PlainForm): boolean {
  if (form.take('CONSTRAINT') && !form.name()) return false;
  if (form.take('PRIMARY')) return form.take('KEY') && columnList(form);
  if (form.take('UNIQUE')) return columnList(form);
  if (form.take('CHECK')) return check(form);
  if (!form.takeAll('FOREIGN', 'KEY') || !columnList(form) || !references(form)) return false;
  return !form.take('NOT') || form.take('VALID');
}

export function column(form: PlainForm): boolean {
  // The grammar takes `format json` for a part of JSON's own syntax.
  if (form.next('FORMAT') || !form.name() || !type(form)) return false;
  for (;;) {
    const read = columnConstraint(form);
    if (read !== true) return read === undefined;
  }
}

/** Undefined if there is none. */
function columnConstraint(form: PlainForm): boolean | undefined {
  const isNamed = form.take('CONSTRAINT');
  if (isNamed && !form.name()) return false;
  if (form.take('NOT')) return form.take('NULL');
  if (form.take('PRIMARY')) return form.take('KEY');
  if (form.take('DEFAULT')) return defaultValue(form);
  if (form.next('REFERENCES')) return references(form);
  if (form.take('GENERATED')) return identity(form);
  if (form.take('CHECK')) return check(form);
  return form.take('UNIQUE') || form.take('NULL') || (isNamed ? false : undefined);
}

function check(form: PlainForm): boolean {
  return form.take('(') && form.condition() && form.take(')');
}

function identity(form: PlainForm): boolean {
  return (form.take('ALWAYS') || form.takeAll('BY', 'DEFAULT')) && form.takeAll('AS', 'IDENTITY');
}

function references(form: PlainForm): boolean {
  if (!form.take('REFERENCES') || !form.table(false)) return false;
  if (form.next('(') && !columnList(form)) return false;
  const seen = new Set<string>();
  while (form.take('ON')) {
    const event = ['DELETE', 'UPDATE'].find((word) => form.take(word));
    if (event === undefined || seen.has(event)) return false;
    seen.add(event);
    if (form.take('SET')) {
      if (!form.take('NULL') && !form.take('DEFAULT')) return false;
    } else if (form.take('NO')) {
      if (!form.take('ACTION')) return false;
    } else if (!form.take('CASCADE') && !form.take('RESTRICT')) return false;
  }
  if (!form.take('DEFERRABLE') || !form.take('INITIALLY')) return true;
  return form.take('DEFERRED') || form.take('IMMEDIATE');
}

const CONSTANTS = ['NULL', 'TRUE', 'FALSE', 'CURRENT_TIMESTAMP', 'CURRENT_DATE'];

/**
 * A constant, an empty array, or a call with no argument or one text; with casts: `'x'::text`, `now()`,
 * `nextval('q'::regclass)`.
 */
export function defaultValue(form: PlainForm): boolean {
  if (form.take('(')) return defaultValue(form) && form.take(')') && casts(form);
  const isConstant = CONSTANTS.some((word) => form.take(word)) || form.literal();
  return (isConstant || (form.take('ARRAY') ? form.takeAll('[', ']') : call(form))) && casts(form);
}

/** `::text::e`, or nothing. */
export function casts(form: PlainForm): boolean {
  while (form.take('::')) if (!type(form)) return false;
  return true;
}

/** Functions that give default values. Most other names of functions are also words that the readers take differently. */
const FUNCTIONS = ['NOW', 'CLOCK_TIMESTAMP', 'STATEMENT_TIMESTAMP', 'GEN_RANDOM_UUID', 'UUID_GENERATE_V4', 'NEXTVAL'];
const functionName: Form = (form) => FUNCTIONS.some((word) => form.take(word));

function call(form: PlainForm): boolean {
  if (!functionName(form) && !(form.name() && form.take('.') && functionName(form))) return false;
  if (!form.take('(')) return false;
  return (!form.text() || casts(form)) && form.take(')');
}

/** Types with words of their own in the grammar, and how many sizes each takes. */
const TYPES: Readonly<Record<string, number>> = {
  BIGINT: 0,
  BOOLEAN: 0,
  CHAR: 1,
  DECIMAL: 2,
  FLOAT: 0,
  INT: 0,
  INTEGER: 0,
  JSON: 0,
  NUMERIC: 2,
  REAL: 0,
  SMALLINT: 0,
  VARCHAR: 1,
};

export function type(form: PlainForm): boolean {
  if (!typeName(form)) return false;
  return !form.take('[') || form.take(']');
}

function typeName(form: PlainForm): boolean {
  for (const word in TYPES) if (form.take(word)) return !form.next('(') || form.sizes(TYPES[word] ?? 0);
  if (form.take('CHARACTER')) return form.take('VARYING') && (!form.next('(') || form.sizes(1));
  if (form.take('DOUBLE')) return form.take('PRECISION');
  if (form.take('TIMESTAMP')) {
    if (form.next('(') && !form.sizes(1)) return false;
    if (form.take('WITH') || form.take('WITHOUT')) return form.takeAll('TIME', 'ZONE');
    return true;
  }
  return typeOwned(form);
}

/** A type without words of its own in the grammar: those that have some are left to it. */
export function typeOwned(form: PlainForm): boolean {
  return !WITH_SYNTAX.some((word) => form.next(word)) && form.table(false);
}

const WITH_SYNTAX = ['INTERVAL', 'POSITION', 'TIME', 'TIMESTAMP'];
