import { T, type TokenList } from '../../text/tokens.ts';
import { decodeString } from '../body.ts';
import { isCatalogName, readsCatalogOnly } from '../catalogs.ts';
import type { Scan } from '../scan.ts';
import { type DynamicText, either, isAssigned, isValueType, NAME, type TextReading, UNKNOWN } from '../texts.ts';

/** Where a variable gets a value: an expression, fields of a query, a single value, or something that is not known. */
type Assignment = Expression | 'value' | 'unknown';

interface Expression {
  /** `rows`: the select list of a query. `elements`: an array whose elements are assigned one by one. */
  readonly kind: 'text' | 'rows' | 'elements';
  readonly from: number;
  readonly to: number;
  /** The FROM of the query; -1 without one. */
  readonly source: number;
  /** The end of the query. */
  readonly end: number;
}

interface Variable {
  declared: boolean;
  /** Its type holds nothing but single values. */
  isValue: boolean;
  readonly assigned: Assignment[];
}

const BODIES = new WeakMap<TokenList, ReadonlyMap<string, Variable>>();

/** The row for which a trigger runs. */
const ROW_OF_TRIGGER = /^(?:new|old)$/;
/** Columns that hold the number or key of a row. */
const ID = /^(?:\w+_)?id$/;

/** The texts of a variable of a PL/pgSQL body, or of a field of a loop's record, by all its assignments in the body. */
export function plpgsqlValues(reading: TextReading, from: number, to: number): readonly DynamicText[] {
  const { scan, open } = reading;
  const { tokens, place } = scan;
  if (place !== 'do_block' && place !== 'routine_body') return UNKNOWN;
  if (tokens.kind(from) !== T.word && tokens.kind(from) !== T.quoted) return UNKNOWN;
  const end = beforeCast(scan, from, to);
  const field = end === from + 3 && tokens.word(from + 1) === '.' ? nameAt(scan, from + 2) : undefined;
  if (end !== from + 1 && field === undefined) return UNKNOWN;
  const name = nameAt(scan, from);
  const parameter = field === undefined ? reading.parameters?.get(name) : undefined;
  if (parameter !== undefined) return [{ text: parameter, complete: true }];
  const variable = variablesOf(scan).get(name);
  if (!variable && ROW_OF_TRIGGER.test(name) && field !== undefined && ID.test(field)) return NAME;
  if (!variable?.declared || open.has(name)) return UNKNOWN;
  if (variable.isValue) return field === undefined ? NAME : UNKNOWN;
  if (!isAssigned(variable.assigned)) return UNKNOWN;
  const [only] = variable.assigned;
  const names = variable.assigned.length === 1 && field === undefined ? namesOfLoop(scan, only) : undefined;
  if (names) reading.loops.set(name, names);
  open.add(name);
  const values = variable.assigned.map((each) => assignedTexts(reading, each, field));
  open.delete(name);
  return either(values);
}

/** The end of a name without `::text` behind it. */
function beforeCast({ tokens }: Scan, from: number, to: number): number {
  for (let at = from; at < to; at++) if (tokens.word(at) === '::' || (tokens.word(at) === ':' && at > from)) return at;
  return to;
}

function nameAt({ tokens }: Scan, at: number): string {
  const raw = tokens.raw(at);
  return tokens.kind(at) === T.quoted ? raw.slice(1, -1) : raw.toLowerCase();
}

function assignedTexts(reading: TextReading, assigned: Assignment, field: string | undefined): readonly DynamicText[] {
  const { scan } = reading;
  if (assigned === 'value') return field === undefined ? NAME : UNKNOWN;
  if (assigned === 'unknown') return UNKNOWN;
  const { kind, from, to, source, end } = assigned;
  const catalog = source >= 0 && readsCatalogOnly(scan, source + 1, end);
  if (kind === 'elements') return field === undefined ? oneOf(elements(scan, from, to)) : UNKNOWN;
  if (kind === 'text') return field === undefined ? reading.read(from, to, catalog) : UNKNOWN;
  return fieldOf(reading, from, to, catalog, field);
}

/** The value of a field of the rows that a loop's query gives; without a field, of its only column. */
function fieldOf(reading: TextReading, from: number, to: number, catalog: boolean, field: string | undefined) {
  const { scan } = reading;
  const first = scan.tokens.word(from) === 'DISTINCT' ? from + 1 : from;
  const parts = scan.commaParts(first, to);
  if (field === undefined && parts.length !== 1) return UNKNOWN;
  for (const part of parts) {
    const isStar = scan.tokens.word(part.to - 1) === '*';
    if (isStar) {
      if (field !== undefined && (ID.test(field) || (catalog && /(?:name|schema)$/.test(field)))) return NAME;
      continue;
    }
    if (field !== undefined && nameAt(scan, part.to - 1) !== field) continue;
    const as = scan.find('AS', part.from, part.to);
    const end = as >= 0 ? as : withoutAlias(scan, part.from, part.to);
    if (catalog && isCatalogName(scan, part.from, end)) return NAME;
    if (isId(scan, part.from, end)) return NAME;
    if (isUnnest(scan, part.from)) return oneOf(unnested(scan, part.from, end));
    return reading.read(part.from, end, catalog);
  }
  return UNKNOWN;
}

/** The end of an expression before an alias without AS. */
function withoutAlias({ tokens }: Scan, from: number, to: number): number {
  const last = tokens.kind(to - 1) === T.word || tokens.kind(to - 1) === T.quoted;
  const before = tokens.kind(to - 2);
  const ended = before === T.word || before === T.quoted || before === T.string || tokens.word(to - 2) === ')';
  return last && ended && to - 2 >= from ? to - 1 : to;
}

/** Whether the expression is a column with the number or key of a row: `id`, `t.id`. */
function isId(scan: Scan, from: number, to: number): boolean {
  const isColumn = to === from + 1 || (to === from + 3 && scan.tokens.word(from + 1) === '.');
  return isColumn && ID.test(nameAt(scan, to - 1));
}

function isUnnest(scan: Scan, at: number): boolean {
  return scan.tokens.word(at) === 'UNNEST' && scan.tokens.word(at + 1) === '(';
}

/** The names that a loop over an array, or over `SELECT unnest(array)`, assigns; undefined if they are not known. */
function namesOfLoop(scan: Scan, assigned: Assignment | undefined): readonly string[] | undefined {
  if (!assigned || assigned === 'value' || assigned === 'unknown') return undefined;
  const { kind, from, to } = assigned;
  if (kind === 'elements') return elements(scan, from, to);
  return kind === 'rows' && isUnnest(scan, from) ? unnested(scan, from, to) : undefined;
}

const oneOf = (names: readonly string[] | undefined) => (names ? NAME : UNKNOWN);

function unnested(scan: Scan, at: number, to: number): readonly string[] | undefined {
  return elements(scan, at + 2, scan.afterParenthesis(at + 1, to) - 1);
}

/** The elements of `ARRAY['a', 'b']` or `'{a,b}'`, if each is a plain name. */
function elements(scan: Scan, from: number, to: number): readonly string[] | undefined {
  const { tokens } = scan;
  if (tokens.word(from) === 'ARRAY' && tokens.word(from + 1) === '[') {
    const names: string[] = [];
    for (let at = from + 2; at < to && tokens.word(at) !== ']'; at++) {
      if (tokens.word(at) === ',') continue;
      const name = tokens.kind(at) === T.string ? decodeString(tokens.raw(at), false) : '';
      if (!/^[\w.]+$/.test(name)) return undefined;
      names.push(name);
    }
    return names;
  }
  if (tokens.kind(from) === T.string) {
    const list = /^\{([\w., ]*)\}$/.exec(decodeString(tokens.raw(from), false))?.[1];
    return list?.split(',').map((name) => name.trim());
  }
  const variable = variablesOf(scan).get(nameAt(scan, from));
  const [only] = variable?.assigned ?? [];
  if (!variable?.declared || variable.assigned.length !== 1 || !only || only === 'value' || only === 'unknown')
    return undefined;
  const literal = tokens.kind(only.from) === T.string || tokens.word(only.from) === 'ARRAY';
  return only.kind === 'text' && literal ? elements(scan, only.from, only.to) : undefined;
}

function variablesOf(scan: Scan): ReadonlyMap<string, Variable> {
  const known = BODIES.get(scan.tokens);
  if (known) return known;
  const variables = variablesIn(scan);
  BODIES.set(scan.tokens, variables);
  return variables;
}

const NO_VARIABLES: ReadonlyMap<string, Variable> = new Map();
const BOUNDARY = /^(?:;|BEGIN|THEN|ELSE|LOOP|DECLARE|>>)$/;

function variablesIn(scan: Scan): ReadonlyMap<string, Variable> {
  const { tokens } = scan;
  const variables = new Map<string, Variable>();
  const get = (at: number) => {
    const name = nameAt(scan, at);
    const variable = variables.get(name) ?? { declared: false, isValue: false, assigned: [] };
    variables.set(name, variable);
    return variable;
  };
  let declaring = false;
  /** The first token of the statement that `at` is in. */
  let start = 0;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (at > 0 && BOUNDARY.test(tokens.word(at - 1))) start = at;
    if (at - start > MAX_STATEMENT) return NO_VARIABLES;
    if (word === 'DECLARE') declaring = true;
    else if (word === 'BEGIN') declaring = false;
    const isRead = at === start && readStart(scan, at, declaring, get);
    if (!isRead && word === 'INTO' && !/^(?:INSERT|MERGE)$/.test(tokens.word(at - 1))) into(scan, start, at, get);
  }
  return variables;
}

/** Reads the declaration or assignment with which a statement starts; false if it starts with something else. */
function readStart(scan: Scan, at: number, declaring: boolean, get: (at: number) => Variable): boolean {
  const { tokens } = scan;
  const word = tokens.word(at);
  const isName = tokens.kind(at) === T.word || tokens.kind(at) === T.quoted;
  if (!isName) return false;
  const value = afterAssign(scan, at + 1);
  if (declaring && word !== 'DECLARE') declare(scan, at, get);
  else if (!declaring && value >= 0) get(at).assigned.push(expression(scan, value));
  else if (/^[.[]$/.test(tokens.word(at + 1))) {
    get(at).assigned.push('unknown');
    // `block.variable := …`
    if (tokens.word(at + 1) === '.') get(at + 2).assigned.push('unknown');
  } else if (word === 'FOR' || word === 'FOREACH') loop(scan, at, get);
  else if (word === 'CALL' || word === 'GET')
    for (let next = at + 1, end = endOf(scan, at); next < end; next++) {
      if (tokens.kind(next) === T.word) get(next).assigned.push('unknown');
    }
  else return false;
  return true;
}

/** The token after the `:=` or `=` at `at`; -1 if neither is there. */
function afterAssign({ tokens }: Scan, at: number): number {
  const word = tokens.word(at);
  if (word === ':=' || word === '=') return at + 1;
  return word === ':' && tokens.word(at + 1) === '=' ? at + 2 : -1;
}

/** Maximum tokens of a statement that uses variables. In a body with a longer one, no variable is known. */
const MAX_STATEMENT = 1000;

/** The end of a statement, or a later token if it is longer than the maximum. */
function endOf({ tokens }: Scan, from: number, ends = /^;$/): number {
  let at = from;
  while (at < tokens.length && at - from <= MAX_STATEMENT) {
    if (tokens.kind(at) === T.terminator || ends.test(tokens.word(at))) return at;
    at++;
  }
  return at;
}

function expression(scan: Scan, from: number): Assignment {
  const to = endOf(scan, from);
  return { kind: 'text', from, to, source: -1, end: to };
}

function declare(scan: Scan, at: number, get: (at: number) => Variable): void {
  const { tokens } = scan;
  const variable = get(at);
  const end = endOf(scan, at);
  const type = tokens.word(at + 1) === 'CONSTANT' ? at + 2 : at + 1;
  variable.declared = true;
  // Both names are one variable.
  if (tokens.word(at + 1) === 'ALIAS') for (const each of [variable, get(at + 3)]) each.assigned.push('unknown');
  variable.isValue = isValueType(tokens, type);
  for (let next = type; next < end; next++) {
    const value = tokens.word(next) === 'DEFAULT' ? next + 1 : afterAssign(scan, next);
    if (value < 0) continue;
    if (variable.assigned.length === 0) variable.assigned.push(expression(scan, value));
    return;
  }
}

/** `SELECT a, b INTO x, y FROM …`; the INTO of any other statement gives values that are not known. */
function into(scan: Scan, start: number, at: number, get: (at: number) => Variable): void {
  const { tokens } = scan;
  const end = endOf(scan, at);
  let next = tokens.word(at + 1) === 'STRICT' ? at + 2 : at + 1;
  const targets: number[] = [];
  for (; tokens.kind(next) === T.word || tokens.kind(next) === T.quoted; next += 2) {
    targets.push(next);
    // `INTO block.variable`, or a field of a record
    for (; tokens.word(next + 1) === '.'; next += 2) get(next + 2).assigned.push('unknown');
    if (tokens.word(next + 1) !== ',') break;
  }
  const source = scan.find('FROM', start, end);
  const isQuery = tokens.word(start) === 'SELECT' && scan.find(SETS, start, end) < 0;
  const list = { from: start + 1, to: source >= 0 && source < at ? source : at };
  const parts = targets.length === 1 ? [list] : scan.commaParts(list.from, list.to);
  targets.forEach((target, index) => {
    const part = parts.length === targets.length ? parts[index] : undefined;
    get(target).assigned.push(isQuery && part ? { kind: 'rows', ...part, source, end } : 'unknown');
  });
}

const SETS = new Set(['UNION', 'EXCEPT', 'INTERSECT']);

/** `FOR r IN SELECT …`, `FOR i IN 1..10`, `FOREACH x IN ARRAY a`. */
function loop(scan: Scan, at: number, get: (at: number) => Variable): void {
  const { tokens } = scan;
  const end = endOf(scan, at, /^(?:;|LOOP)$/);
  const source = scan.find('IN', at, end);
  if (source < 0) return;
  const variable = get(at + 1);
  const first = tokens.word(source + 1) === '(' ? source + 2 : source + 1;
  const several = source > at + 2;
  if (tokens.word(at) === 'FOREACH') {
    variable.assigned.push(
      tokens.word(source + 1) === 'ARRAY'
        ? { kind: 'elements', from: source + 2, to: end, source: -1, end }
        : 'unknown',
    );
    return;
  }
  const range = tokens.kind(source + 1) === T.number || tokens.word(source + 1) === 'REVERSE';
  if (range) {
    variable.declared = true;
    variable.assigned.push('value');
  } else if (tokens.word(first) === 'SELECT' && !several && scan.find(SETS, first, end) < 0) {
    const from = scan.find('FROM', first, end);
    variable.assigned.push({ kind: 'rows', from: first + 1, to: from < 0 ? end : from, source: from, end });
  } else {
    for (let name = at + 1; name < source; name += 2) get(name).assigned.push('unknown');
  }
}
