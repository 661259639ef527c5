import { unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Expression } from '../expression.ts';
import { type Cursor, textOf } from './cursor.ts';
import { converted } from './infix.ts';
import { knownCall } from './known-calls.ts';
import { FAITHFUL_TYPES, FROM_ARGUMENTS, INTERVAL_UNITS } from './operators.ts';
import { readArguments, readCase, readConstantQuery, readExists, readFromArguments } from './special-forms.ts';

export function readOperand(parser: Cursor, depth: number): Expression {
  const tokens = parser.tokens;
  if (parser.at >= parser.to) return { kind: 'opaque', text: '', from: parser.to, to: parser.to, given: false };
  const from = parser.at;
  const kind = tokens.kind(from);
  const word = parser.word();
  switch (kind) {
    case T.number: {
      parser.at++;
      const value = Number(tokens.raw(from).replaceAll('_', ''));
      return Number.isNaN(value) ? parser.givenFrom(from) : { kind: 'constant', value };
    }
    case T.string:
    case T.dollar:
      return readString(parser, from);
    case T.quoted:
      return readNameOrCall(parser, depth);
    case T.op:
      if (word === '(') return readParenthesis(parser, depth);
      if (word === '-' || word === '+') {
        parser.at++;
        const arg = parser.parse(10, depth + 1);
        return word === '-' ? { kind: 'unary', op: '-', arg } : arg;
      }
      if (word === '!' && parser.lexical.values.logicSymbols) {
        parser.at++;
        return { kind: 'unary', op: 'not', arg: parser.parse(10, depth + 1) };
      }
      parser.at++;
      if (word === '~' && parser.at < parser.to) {
        // In two's complement, `~x` is `-x - 1`.
        const left: Expression = { kind: 'unary', op: '-', arg: parser.parse(10, depth + 1) };
        return { kind: 'binary', op: '-', left, right: { kind: 'constant', value: 1 } };
      }
      return parser.opaqueFrom(from);
    case T.word:
      return readKeyword(parser, word, depth);
    default:
      parser.at++;
      if (kind !== T.param) return parser.opaqueFrom(from);
      // SQLite's `?1`.
      if (tokens.kind(parser.at) === T.number && tokens.start(parser.at) === tokens.end(from)) parser.at++;
      return parser.givenFrom(from);
  }
}

function readString(parser: Cursor, from: number): Expression {
  const raw = parser.tokens.raw(from);
  parser.at++;
  const value = stringValue(raw);
  // An escape, or a placeholder of a template.
  if (value === undefined || /\\|\$\{|\{\{/.test(value)) return parser.givenFrom(from);
  return { kind: 'constant', value };
}

/** The text of a string, with its escapes; undefined for another kind of literal. */
function stringValue(raw: string): string | undefined {
  const dollar = /^\$\w*\$/.exec(raw)?.[0].length;
  if (dollar !== undefined) return raw.slice(dollar, -dollar);
  const prefix = /^(?:[nNeE]|[uU]&)?(?=')/.exec(raw)?.[0].length;
  if (prefix !== undefined) return unquote(raw.slice(prefix));
  return raw.startsWith('"') ? unquote(raw) : undefined;
}

function readKeyword(parser: Cursor, word: string, depth: number): Expression {
  return KEYWORDS.get(word)?.(parser, depth) ?? readNameOrCall(parser, depth);
}

/** The operand that begins with a keyword; undefined, with the cursor unmoved, if the word is a name here. */
type ReadKeyword = (parser: Cursor, depth: number) => Expression | undefined;

const KEYWORDS: ReadonlyMap<string, ReadKeyword> = new Map(
  Object.entries<ReadKeyword>({
    TRUE: (parser) => constantAt(parser, true),
    FALSE: (parser) => constantAt(parser, false),
    NULL: (parser) => constantAt(parser, null),
    UNKNOWN: (parser) => constantAt(parser, null),
    NOT: (parser, depth) => {
      parser.at++;
      return { kind: 'unary', op: 'not', arg: parser.parse(4, depth + 1) };
    },
    EXISTS: (parser, depth) => {
      parser.at++;
      return parser.word() === '(' ? readExists(parser, depth) : parser.opaqueFrom(parser.at - 1);
    },
    CAST: (parser, depth) => (parser.word(1) === '(' ? readCast(parser, depth) : undefined),
    CASE: readCase,
    INTERVAL: readInterval,
    DATE: readTypedString,
    TIMESTAMP: readTypedString,
    TIME: readTypedString,
    BOOL: readTypedString,
    BOOLEAN: readTypedString,
    BINARY: (parser, depth) => {
      if (!parser.lexical.values.operatorWords.has('BINARY')) return undefined;
      parser.at++;
      return parser.parse(10, depth + 1);
    },
    ROW: readConstructor,
    ARRAY: readConstructor,
  }),
);

function constantAt(parser: Cursor, value: boolean | null): Expression {
  parser.at++;
  return { kind: 'constant', value };
}

function isString({ tokens }: Cursor, at: number): boolean {
  return tokens.kind(at) === T.string || tokens.kind(at) === T.dollar;
}

/** `DATE '…'`, `BOOLEAN '…'`. */
function readTypedString(parser: Cursor): Expression | undefined {
  if (!isString(parser, parser.at + 1)) return undefined;
  parser.at++;
  return readString(parser, parser.at);
}

/** `ROW(…)`, `ARRAY[…]`. */
function readConstructor(parser: Cursor): Expression | undefined {
  const from = parser.at;
  const open = parser.word(1);
  if (open !== '(' && open !== '[') return undefined;
  parser.at++;
  parser.skipBracket(open, open === '(' ? ')' : ']');
  return parser.opaqueFrom(from);
}

function readInterval(parser: Cursor, depth: number): Expression | undefined {
  const from = parser.at;
  if (!isString(parser, from + 1)) return readMysqlInterval(parser, depth);
  parser.at += 2;
  if (INTERVAL_UNITS.has(parser.word())) parser.at++;
  return parser.givenFrom(from);
}

/** MySQL's `INTERVAL x DAY`; undefined, with the cursor unmoved, for anything else. */
function readMysqlInterval(parser: Cursor, depth: number): Expression | undefined {
  const from = parser.at;
  const next = parser.tokens.kind(from + 1);
  if (next === T.op && parser.word(1) !== '(' && parser.word(1) !== '-') return undefined;
  if (!parser.lexical.values.operatorWords.has('INTERVAL')) return undefined;
  parser.at++;
  const amount = parser.parse(9, depth + 1);
  const unit = parser.word();
  if (INTERVAL_UNITS.has(unit) || /^[A-Z]+_[A-Z]+$/.test(unit)) {
    parser.at++;
    return isGiven(amount) ? parser.givenFrom(from) : parser.opaqueFrom(from);
  }
  parser.at = from;
  return undefined;
}

/** Methods of xml, spatial types and hierarchyid (SQL Server docs). */
const METHODS =
  /^(?:value|exist|query|getlevel|getancestor|isdescendantof|st(?:area|astext|contains|crosses|disjoint|distance|equals|geometrytype|intersects|isempty|isvalid|length|overlaps|srid|touches|within|x|y))$/;

/** The name of a column in tokens `from` to `to`, without the table if that is the target. */
function columnText({ tokens, tableNames }: Cursor, from: number, to: number): string {
  const parts: string[] = [];
  for (let at = from; at < to; at += 2) {
    parts.push((tokens.kind(at) === T.quoted ? unquote(tokens.raw(at)) : tokens.raw(at)).toLowerCase());
  }
  if (parts.length === 2 && tableNames.includes(parts[0] ?? '')) parts.shift();
  return parts.join('.');
}

function readNameOrCall(parser: Cursor, depth: number): Expression {
  const tokens = parser.tokens;
  const from = parser.at;
  parser.at++;
  while (parser.word() === '.' && parser.at + 1 < parser.to) parser.at += 2;
  if (parser.word() !== '(') {
    return { kind: 'column', text: columnText(parser, from, parser.at), from, to: parser.at, converted: false };
  }
  const name = tokens.word(parser.at - 1).toLowerCase();
  if (isOfQuery(parser)) {
    parser.skipBracket('(', ')');
    return parser.opaqueFrom(from);
  }
  // T-SQL's methods of columns: `Doc.value('(/a)[1]', 'int')`.
  const isMethod = parser.lexical.values.methods && parser.at > from + 1 && METHODS.test(name);
  if (isMethod) {
    const column: Expression = {
      kind: 'column',
      text: columnText(parser, from, parser.at - 2),
      from,
      to: parser.at - 2,
      converted: false,
    };
    const args = [column, ...readArguments(parser, depth)];
    return { kind: 'call', name, args, text: textOf(tokens, from, parser.at) };
  }
  if (FROM_ARGUMENTS.has(name)) {
    const call = readFromArguments(parser, name, from, depth);
    if (call) return call;
  }
  const args = (name === 'position' && readPosition(parser, depth)) || readArguments(parser, depth);
  skipWindow(parser);
  return knownCall({ kind: 'call', name, args, text: textOf(tokens, from, parser.at) }, parser.lexical);
}

/** OVER, FILTER and WITHIN GROUP behind a call. */
function skipWindow(parser: Cursor): void {
  while (/^(?:OVER|FILTER|WITHIN)$/.test(parser.word())) {
    parser.at++;
    while (parser.at < parser.to && parser.word() !== '(') parser.at++;
    parser.skipBracket('(', ')');
  }
}

/** `ARRAY(SELECT …)`, whose parentheses are those of a query; not `f((SELECT …), x)`. */
function isOfQuery(parser: Cursor): boolean {
  return parser.startsQuery(1) && parser.word(1) !== '(';
}

/** The arguments of `position(x IN y)`; undefined, with the cursor unmoved, for the form with a comma. */
function readPosition(parser: Cursor, depth: number): Expression[] | undefined {
  const open = parser.at;
  parser.at++;
  const part = parser.parse(6, depth + 1);
  if (parser.word() === 'IN') {
    parser.at++;
    const whole = parser.parse(0, depth + 1);
    if (parser.word() === ')') {
      parser.at++;
      return [part, whole];
    }
  }
  parser.at = open;
  return undefined;
}

function readParenthesis(parser: Cursor, depth: number): Expression {
  const from = parser.at;
  const startsQuery = parser.startsQuery(1);
  if (startsQuery && parser.word(1) !== '(') {
    const query = readConstantQuery(parser, depth);
    return query.value ?? { kind: 'query', text: textOf(parser.tokens, from, parser.at), from, to: parser.at };
  }
  parser.at++;
  const inner = parser.parse(0, depth + 1);
  if (parser.word() === ')') {
    parser.at++;
    return inner.kind === 'query' ? { ...inner, from, to: parser.at } : inner;
  }
  if (parser.word() === ',') return readRow(parser, from, inner, depth);
  parser.at = from;
  parser.skipBracket('(', ')');
  // `((SELECT …) UNION (SELECT …))`
  if (startsQuery) return { kind: 'query', text: textOf(parser.tokens, from, parser.at), from, to: parser.at };
  return parser.opaqueFrom(from);
}

/** The rest of `(a, b)`, after its first item. */
function readRow(parser: Cursor, from: number, first: Expression, depth: number): Expression {
  const args = [first];
  while (parser.word() === ',') {
    parser.at++;
    args.push(parser.parse(0, depth + 1));
  }
  if (parser.word() === ')') parser.at++;
  else {
    parser.at = from;
    parser.skipBracket('(', ')');
    return parser.opaqueFrom(from);
  }
  return { kind: 'call', name: 'row', args, text: textOf(parser.tokens, from, parser.at) };
}

/** `CAST(x AS type)`; the type is ignored, as in `x::type`. */
function readCast(parser: Cursor, depth: number): Expression {
  const from = parser.at;
  parser.at += 2;
  const arg = parser.parse(0, depth + 1);
  const cast = parser.word() === 'AS';
  const faithful = FAITHFUL_TYPES.has(parser.word(1)) && parser.word(2) === ')';
  const isUnsigned = parser.word(1) === 'UNSIGNED' && parser.lexical.values.operatorWords.has('UNSIGNED');
  parser.at = from + 1;
  parser.skipBracket('(', ')');
  if (!cast) return parser.opaqueFrom(from);
  if (isUnsigned) return { kind: 'call', name: 'unsigned', args: [arg], text: textOf(parser.tokens, from, parser.at) };
  return faithful ? arg : converted(arg);
}

/** Whether its value does not depend on a row. */
export function isGiven(expression: Expression): boolean {
  if (expression.kind === 'unary') return isGiven(expression.arg);
  return expression.kind === 'constant' || (expression.kind === 'opaque' && expression.given);
}
