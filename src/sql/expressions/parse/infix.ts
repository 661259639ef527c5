import { evaluate } from '../evaluate.ts';
import { chain, type Expression } from '../expression.ts';
import { type Cursor, textOf } from './cursor.ts';
import { EQUIVALENT_OPERATORS, FAITHFUL_TYPES, IS_WORDS, MATCHES_ALL, PRECEDENCE } from './operators.ts';
import { readArguments, readArray } from './special-forms.ts';

export function readInfix(
  parser: Cursor,
  op: string,
  left: Expression,
  precedence: number,
  depth: number,
  start: number,
): Expression | undefined {
  switch (op) {
    case 'IS':
      return readIs(parser, left, depth);
    case 'ISNULL':
      parser.at++;
      return { kind: 'is', arg: left, what: 'NULL', negated: false };
    case 'NOTNULL':
      parser.at++;
      return { kind: 'is', arg: left, what: 'NULL', negated: true };
    case 'NOT': {
      const inner = parser.word(1);
      if (inner === 'NULL') {
        parser.at += 2;
        return { kind: 'is', arg: left, what: 'NULL', negated: true };
      }
      if (PRECEDENCE[inner] !== 6 || inner === 'NOT') return undefined;
      parser.at++;
      return readMembership(parser, inner, left, true, depth, start);
    }
    case 'SOUNDS':
      return readSoundsLike(parser, left, depth);
    case 'IN':
    case 'BETWEEN':
    case 'LIKE':
    case 'ILIKE':
    case 'RLIKE':
    case 'REGEXP':
    case 'GLOB':
    case 'SIMILAR':
      return readMembership(parser, op, left, false, depth, start);
    case '::': {
      parser.at++;
      const faithful = FAITHFUL_TYPES.has(parser.word());
      parser.typeName();
      return faithful ? left : converted(left);
    }
    case 'COLLATE':
      parser.at += 2;
      while (parser.word() === '.' && parser.at + 1 < parser.to) parser.at += 2;
      return converted(left);
    case 'AT':
      return readTimeZone(parser, left, depth);
    case '[': {
      const from = parser.at;
      parser.skipBracket('[', ']');
      return parser.opaqueWith(left, start, from);
    }
  }
  parser.at++;
  if (/^(?:ANY|ALL|SOME)$/.test(parser.word()) && parser.word(1) === '(')
    return readQuantified(parser, EQUIVALENT_OPERATORS[op] ?? op, left, depth, start);
  const right = parser.parse(precedence, depth + 1);
  return { kind: 'binary', op: EQUIVALENT_OPERATORS[op] ?? op, left, right };
}

/** MySQL's `x SOUNDS LIKE y`, which is `soundex(x) = soundex(y)`; undefined for anything else. */
function readSoundsLike(parser: Cursor, left: Expression, depth: number): Expression | undefined {
  if (parser.word(1) !== 'LIKE' || !parser.lexical.values.operatorWords.has('SOUNDS')) return undefined;
  parser.at += 2;
  const sides = [left, parser.parse(6, depth + 1)].map(
    (arg): Expression => ({ kind: 'call', name: 'soundex', args: [arg], text: 'soundex' }),
  );
  return { kind: 'binary', op: '=', left: sides[0] as Expression, right: sides[1] as Expression };
}

/** `left op ANY (…)`, with the cursor at ANY. */
function readQuantified(parser: Cursor, op: string, left: Expression, depth: number, start: number): Expression {
  const from = parser.at;
  const all = parser.word() === 'ALL';
  const some = op === '=' && !all;
  parser.at++;
  const items = readArray(parser, parser.at + 1, depth);
  if (items) return quantified(op, left, items, all);
  const inArray = parser.word(1) === 'ARRAY' && parser.word(2) === '(' && parser.startsQuery(3);
  let open = parser.at;
  const isQuery = inArray || parser.startsQuery(1);
  parser.skipBracket('(', ')');
  const end = parser.at;
  if (inArray) open += 2;
  const to = inArray ? parser.tokens.closing(open) + 1 : end;
  if (some && isQuery)
    return { kind: 'query_in', arg: left, negated: false, from: open, to, text: textOf(parser.tokens, open, to) };
  // Without rows, any comparison with ALL of them holds.
  if (all && isQuery)
    return { kind: 'query_in', arg: left, negated: true, from: open, to, text: textOf(parser.tokens, open, to) };
  if (some) {
    parser.at = open + 1;
    const operand = parser.parse(0, depth + 1);
    const complete = parser.at === end - 1;
    parser.at = end;
    if (complete) return { kind: 'any', arg: left, operand, text: textOf(parser.tokens, from, to) };
  }
  const text = `${op} ${textOf(parser.tokens, from, to)}`;
  return { kind: 'opaque', text, from: start, to, given: false };
}

/** `x AT TIME ZONE 'y'`, and `x AT LOCAL`; undefined for anything else. */
function readTimeZone(parser: Cursor, left: Expression, depth: number): Expression | undefined {
  const from = parser.at;
  if (parser.word(1) === 'LOCAL') {
    parser.at += 2;
    return { kind: 'call', name: 'timezone', args: [left], text: textOf(parser.tokens, from, parser.at) };
  }
  if (parser.word(1) !== 'TIME' || parser.word(2) !== 'ZONE') return undefined;
  parser.at += 3;
  const zone = parser.parse(11, depth + 1);
  return { kind: 'call', name: 'timezone', args: [left, zone], text: textOf(parser.tokens, from, parser.at) };
}

function readIs(parser: Cursor, arg: Expression, depth: number): Expression {
  parser.at++;
  const negated = parser.word() === 'NOT';
  if (negated) parser.at++;
  const what = parser.word();
  if (what === 'DISTINCT' && parser.word(1) === 'FROM') {
    parser.at += 2;
    const right = parser.parse(5, depth + 1);
    return { kind: 'binary', op: negated ? '<=>' : '<!=>', left: arg, right };
  }
  if (!IS_WORDS.has(what)) {
    return { kind: 'binary', op: negated ? '<!=>' : '<=>', left: arg, right: parser.parse(5, depth + 1) };
  }
  parser.at++;
  return { kind: 'is', arg, what, negated };
}

/** What follows IN, BETWEEN, LIKE and the like, with the cursor at that word. */
function readMembership(
  parser: Cursor,
  op: string,
  arg: Expression,
  negated: boolean,
  depth: number,
  start: number,
): Expression {
  const from = parser.at;
  parser.at++;
  if (op === 'IN') return readIn(parser, arg, negated, depth, start, from);
  if (op === 'BETWEEN') return readBetween(parser, arg, negated, depth, start, from);
  return readPattern(parser, op, arg, negated, depth, start, from);
}

function readIn(
  parser: Cursor,
  arg: Expression,
  negated: boolean,
  depth: number,
  start: number,
  from: number,
): Expression {
  if (parser.word() !== '(') {
    skipOperand(parser, depth);
    return parser.opaqueWith(arg, start, from);
  }
  if (!parser.startsQuery(1)) return { kind: 'in', arg, items: readArguments(parser, depth), negated };
  const open = parser.at;
  parser.skipBracket('(', ')');
  const to = parser.at;
  return { kind: 'query_in', arg, negated, from: open, to, text: textOf(parser.tokens, open, to) };
}

function readBetween(
  parser: Cursor,
  arg: Expression,
  negated: boolean,
  depth: number,
  start: number,
  from: number,
): Expression {
  const symmetric = parser.word() === 'SYMMETRIC';
  if (symmetric || parser.word() === 'ASYMMETRIC') parser.at++;
  const low = parser.parse(6, depth + 1);
  if (parser.word() !== 'AND') return parser.opaqueFrom(start);
  parser.at++;
  const high = parser.parse(6, depth + 1);
  if (symmetric) return parser.opaqueWith(arg, start, from);
  return { kind: 'between', arg, low, high, negated };
}

function readPattern(
  parser: Cursor,
  op: string,
  arg: Expression,
  negated: boolean,
  depth: number,
  start: number,
  from: number,
): Expression {
  if (op === 'SIMILAR' && parser.word() === 'TO') parser.at++;
  const pattern = parser.parse(6, depth + 1);
  const text = joinedText(pattern, parser);
  if (text !== undefined && MATCHES_ALL[op]?.(text))
    return { kind: 'like', arg, pattern: { kind: 'constant', value: '%' }, negated };
  const isLike = op === 'LIKE' || op === 'ILIKE';
  if (parser.word() === 'ESCAPE') {
    parser.at++;
    const escapeMark = parser.parse(6, depth + 1);
    const isAnyText = pattern.kind === 'constant' && /^%+$/.test(textIn(pattern)) && escapeMark.kind === 'opaque';
    if (isAnyText && /^'[^%']'$/.test(escapeMark.text)) return { kind: 'like', arg, pattern, negated };
    const isUnused =
      [pattern, escapeMark].every(({ kind }) => kind === 'constant') && !textIn(pattern).includes(textIn(escapeMark));
    if (isUnused && isLike) return { kind: 'like', arg, pattern, negated };
  } else if (isLike) return { kind: 'like', arg, pattern, negated };
  return {
    ...{ kind: 'opaque', text: `${op} ${textOf(parser.tokens, from, parser.at)}` },
    ...{ from: start, to: parser.at, given: false },
  };
}

/** The text of literals that are joined: `'*' || ltrim(' ') || '*'`; undefined if anything else is. */
function joinedText(expression: Expression, { lexical }: Cursor): string | undefined {
  const parts = expression.kind === 'binary' && expression.op === '||' ? chain(expression, '||') : [expression];
  const texts = parts.map((part) => {
    const isCall = part.kind === 'call' && part.args.every(({ kind }) => kind === 'constant');
    if (part.kind !== 'constant' && !isCall) return undefined;
    return evaluate(part, { valueOf: () => undefined, lexical }, 0)?.toString();
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

function textIn(expression: Expression): string {
  return expression.kind === 'constant' ? String(expression.value) : '';
}

function skipOperand(parser: Cursor, depth: number): void {
  if (parser.word() === '(') parser.skipBracket('(', ')');
  else parser.parse(8, depth + 1);
}

/** `left op ANY (items)` or `left op ALL (items)`. */
function quantified(op: string, left: Expression, items: readonly Expression[], all: boolean): Expression {
  if (op === '=' && !all) return { kind: 'in', arg: left, items, negated: false };
  if (op === '<>' && all) return { kind: 'in', arg: left, items, negated: true };
  const [first, ...others] = items.map((right): Expression => ({ kind: 'binary', op, left, right }));
  if (!first) return { kind: 'constant', value: all };
  return others.reduce((both, next) => ({ kind: 'binary', op: all ? 'AND' : 'OR', left: both, right: next }), first);
}

export function converted(expression: Expression): Expression {
  return expression.kind === 'column' ? { ...expression, converted: true } : expression;
}
