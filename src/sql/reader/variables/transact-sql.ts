import { T, type TokenList } from '../../text/tokens.ts';
import { readsCatalogOnly } from '../catalogs.ts';
import type { Scan } from '../scan.ts';
import { type DynamicText, either, isAssigned, isValueType, NAME, type TextReading, UNKNOWN } from '../texts.ts';

/** Where a variable gets a value: an expression, or something that is not known. */
type Assignment = { readonly from: number; readonly to: number; readonly source: number; appends?: true } | 'unknown';

interface Variable {
  declared: boolean;
  /** Whether its type holds numbers or dates only. */
  isValue: boolean;
  readonly assigned: Assignment[];
}

/** The variables of one batch: they live no longer. */
interface Batch {
  readonly from: number;
  readonly to: number;
  readonly variables: ReadonlyMap<string, Variable>;
}

const BATCHES = new WeakMap<TokenList, Batch>();

/**
 * The texts of a variable, by all its assignments in the batch. It must be declared there: a parameter holds what the
 * caller gives.
 */
export function transactSqlValues(reading: TextReading, from: number, to: number): readonly DynamicText[] {
  const { scan, open } = reading;
  if (to !== from + 1 || scan.tokens.kind(from) !== T.param) return UNKNOWN;
  const name = scan.tokens.raw(from).toLowerCase();
  const variable = batchAt(scan, from).variables.get(name);
  if (!variable?.declared || open.has(name)) return UNKNOWN;
  if (variable.isValue) return NAME;
  if (!isAssigned(variable.assigned)) return UNKNOWN;
  open.add(name);
  const values = variable.assigned.map((each) => {
    if (each === 'unknown') return UNKNOWN;
    const catalog = each.source >= 0 && readsCatalogOnly(scan, each.source + 1, scan.tokens.length);
    return reading.read(each.from, each.to, catalog);
  });
  open.delete(name);
  const appends = variable.assigned.some((each) => each !== 'unknown' && each.appends);
  return appends && !values.flat().every(isWholeStatements) ? UNKNOWN : either(values);
}

/** Whether a text may be read alone, and not with those that are put together with it: it ends with a statement. */
function isWholeStatements({ text }: DynamicText): boolean {
  return /(?:^|;)\s*$/.test(text);
}

function isEnd({ tokens }: Scan, at: number): boolean {
  return tokens.kind(at) === T.terminator && tokens.word(at) !== ';';
}

function batchAt(scan: Scan, at: number): Batch {
  const known = BATCHES.get(scan.tokens);
  if (known && at >= known.from && at < known.to) return known;
  let from = at;
  while (from > 0 && !isEnd(scan, from - 1)) from--;
  let to = at;
  while (to < scan.tokens.length && !isEnd(scan, to)) to++;
  const batch = { from, to, variables: variablesIn(scan, from, to) };
  BATCHES.set(scan.tokens, batch);
  return batch;
}

function variablesIn(scan: Scan, from: number, to: number): ReadonlyMap<string, Variable> {
  const { tokens } = scan;
  const variables = new Map<string, Variable>();
  /** The word that began what is read: DECLARE, SET or SELECT, outside of parentheses. */
  let verb = '';
  let depth = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth <= 0 && STARTS.test(word)) verb = word;
    if (tokens.kind(at) !== T.param || !tokens.raw(at).startsWith('@')) continue;
    const name = tokens.raw(at).toLowerCase();
    const variable = variables.get(name) ?? { declared: false, isValue: false, assigned: [] };
    variables.set(name, variable);
    if (verb === 'DECLARE' && depth <= 0 && /^(?:DECLARE|,)$/.test(tokens.word(at - 1)))
      declare(scan, at, to, variable);
    else {
      const assigned = assignmentAt(scan, at, to, depth <= 0 ? verb : '');
      if (assigned) variable.assigned.push(assigned);
    }
  }
  return variables;
}

const STARTS =
  /^(?:DECLARE|SET|SELECT|EXEC|EXECUTE|IF|WHILE|UPDATE|INSERT|DELETE|MERGE|FETCH|PRINT|CREATE|ALTER|DROP|BEGIN|END|ELSE|RETURN|WITH|WHERE|FROM|ORDER|GROUP|VALUES|RAISERROR|OPEN|CLOSE|DEALLOCATE|THROW|RECEIVE)$/;

function declare(scan: Scan, at: number, to: number, variable: Variable): void {
  const { tokens } = scan;
  let next = tokens.word(at + 1) === 'AS' ? at + 2 : at + 1;
  variable.isValue = !variable.declared && isValueType(tokens, next);
  variable.declared = true;
  while (next < to && /^[A-Z_]\w*$/.test(tokens.word(next)) && tokens.word(next) !== 'DECLARE') {
    next++;
    if (tokens.word(next) === '.') next++;
    else break;
  }
  if (tokens.word(next) === '(') next = scan.afterParenthesis(next, to);
  if (tokens.word(next) === '=') variable.assigned.push(expression(scan, next + 1, to, -1));
}

/** The value assigned to the variable at `at`; undefined if it is only read. */
function assignmentAt(scan: Scan, at: number, to: number, verb: string): Assignment | undefined {
  const { tokens } = scan;
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  if (/^(?:OUT|OUTPUT)$/.test(after) || before === 'INTO' || isListed(scan, at)) return 'unknown';
  const compound = /^(?:\+|-|\*|\/|%|&|\||\^)=$/.test(after) || (after === '+' && tokens.word(at + 2) === '=');
  if (verb === 'FETCH' || (verb === 'EXEC' && after === '=') || (verb === 'EXECUTE' && after === '=')) return 'unknown';
  if (after !== '=' && !compound) return undefined;
  const sets = before === 'SET' || (verb === 'SELECT' && (before === 'SELECT' || before === ',' || before === ')'));
  if (!sets) return /^(?:SELECT|SET|UPDATE)$/.test(verb) ? 'unknown' : undefined;
  const query = verb === 'SELECT' ? at + 2 : -1;
  if (compound && !after.startsWith('+')) return 'unknown';
  const appended = appendedAt(tokens, at);
  const value = expression(scan, appended ?? at + 2, to, query);
  return appended === undefined || value === 'unknown' ? value : { ...value, appends: true };
}

/** What `@x += …` and `@x = @x + …` append to the variable at `at`. */
function appendedAt(tokens: TokenList, at: number): number | undefined {
  if (tokens.word(at + 1) === '+=') return at + 2;
  if (tokens.word(at + 1) === '+') return at + 3;
  const isItself = tokens.raw(at + 2).toLowerCase() === tokens.raw(at).toLowerCase();
  return isItself && tokens.word(at + 3) === '+' ? at + 4 : undefined;
}

/** Whether the variable at `at` is in a list after INTO. */
function isListed({ tokens }: Scan, at: number): boolean {
  let before = at - 1;
  while (tokens.word(before) === ',' && tokens.kind(before - 1) === T.param && at - before < 200) before -= 2;
  return tokens.word(before) === 'INTO';
}

/** Maximum tokens of an expression. */
const MAX_EXPRESSION = 1000;

/**
 * The longest `a + b + …` from `from`. T-SQL ends a statement without `;`, so another operator behind it makes the value
 * unknown.
 *
 * @param query the first token at which the FROM of a SELECT is looked for; -1 without a SELECT
 */
function expression(scan: Scan, from: number, end: number, query: number): Assignment {
  const { tokens } = scan;
  const to = Math.min(end, from + MAX_EXPRESSION);
  let at = from;
  for (;;) {
    const next = afterOperand(scan, at, to);
    if (next < 0) return 'unknown';
    at = next;
    if (tokens.word(at) !== '+' || at >= to) break;
    at++;
  }
  if (tokens.kind(at) === T.op && !/^[;,)]$/.test(tokens.word(at)) && at < to) return 'unknown';
  if (tokens.word(at) === 'COLLATE') return 'unknown';
  if (at >= to && to < end) return 'unknown';
  return { from, to: at, source: query < 0 ? -1 : sourceOf(scan, at, end) };
}

/** The FROM of the SELECT, after its list; -1 if it has none. */
function sourceOf(scan: Scan, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(to, from + 400); at++) {
    const word = scan.tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth > 0) continue;
    if (word === 'FROM') return at;
    if (word === ';' || STARTS.test(word)) return -1;
  }
  return -1;
}

function afterOperand(scan: Scan, at: number, to: number): number {
  const { tokens } = scan;
  const kind = tokens.kind(at);
  if (at >= to) return -1;
  if (tokens.word(at) === '(') return scan.afterParenthesis(at, to);
  if (kind === T.string || kind === T.number || kind === T.param) return at + 1;
  if (tokens.word(at) === 'CASE') return afterCase(scan, at, to);
  if (kind !== T.word && kind !== T.quoted) return -1;
  let next = at + 1;
  while (tokens.word(next) === '.') next += 2;
  return tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next;
}

function afterCase({ tokens }: Scan, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) === 'CASE') depth++;
    else if (tokens.word(at) === 'END' && --depth === 0) return at + 1;
  }
  return -1;
}
