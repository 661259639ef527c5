import type { Lexical } from '../../text/dialects.ts';
import type { TokenList } from '../../text/tokens.ts';
import type { Expression } from '../expression.ts';
import { Cursor, textOf } from './cursor.ts';
import { readInfix } from './infix.ts';
import { isGiven, readOperand } from './operands.ts';
import { BIT_OPERATORS, MAX_DEPTH, matchesAnyText, OPAQUE_OPERATORS, PRECEDENCE } from './operators.ts';

/**
 * Parses the expression in tokens `from` to `to`. Never throws: unsupported syntax becomes `opaque`. Undefined if the
 * expression is nested too deep.
 *
 * @param tableNames lower-case names of the statement's only table, so that `t.id` and `id` are the same column
 */
export function parseExpression(
  tokens: TokenList,
  from: number,
  to: number,
  lexical: Lexical,
  tableNames: readonly string[] = [],
): Expression | undefined {
  const parser = new Parser(tokens, from, to, lexical, tableNames);
  const expression = parser.parse(0, 0);
  if (parser.tooDeep) return undefined;
  return parser.at >= to ? expression : { kind: 'opaque', text: textOf(tokens, from, to), from, to, given: false };
}

/**
 * The same for a condition whose syntax is not understood everywhere: its operands of AND and OR are read one by one, so that
 * what is understood stays. Undefined also if it is not known what a part restricts, since it compares something.
 */
export function parseCondition(tokens: TokenList, from: number, to: number, lexical: Lexical): Expression | undefined {
  const parser = new Parser(tokens, from, to, lexical, []);
  const expression = parser.parse(0, 0);
  if (parser.tooDeep) return undefined;
  if (parser.at >= to) return expression;
  for (const op of ['OR', 'AND'] as const) {
    const parts = operandsOf(op, tokens, from, to, lexical);
    if (!parts) return undefined;
    if (parts.length === 1) continue;
    let all: Expression | undefined;
    for (const [start, end] of parts) {
      const right = parseCondition(tokens, start, end, lexical);
      if (!right) return undefined;
      all = all ? { kind: 'binary', op, left: all, right } : right;
    }
    return all;
  }
  return comparesIn(tokens, from, to)
    ? undefined
    : { kind: 'opaque', text: textOf(tokens, from, to), from, to, given: false };
}

const LOGIC_SYMBOLS: ReadonlySet<string> = new Set(['||', '&&', '&']);

/** Splits a condition at an operator outside of parentheses and CASE; undefined if it may bind otherwise. */
function operandsOf(
  op: 'AND' | 'OR',
  tokens: TokenList,
  from: number,
  to: number,
  { values }: Lexical,
): readonly (readonly [number, number])[] | undefined {
  const parts: (readonly [number, number])[] = [];
  let [start, between] = [from, 0];
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(' || word === 'CASE') {
      at = word === '(' ? tokens.closing(at) : endOfCase(tokens, at, to);
      if (at < 0 || at >= to) return undefined;
    } else if (word === 'XOR' || (values.logicSymbols && LOGIC_SYMBOLS.has(word))) return undefined;
    else if (word === 'BETWEEN') between++;
    else if (word === 'AND' && between > 0) between--;
    else if (word === op) {
      parts.push([start, at]);
      start = at + 1;
    }
  }
  parts.push([start, to]);
  return parts.every(([first, end]) => first < end) ? parts : undefined;
}

function endOfCase(tokens: TokenList, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === 'CASE') depth++;
    else if (word === 'END' && --depth === 0) return at;
  }
  return -1;
}

/** Whether a column may be compared with values outside of parentheses. */
function comparesIn(tokens: TokenList, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = Math.max(at, tokens.closing(at));
    else if (word === '=' || word === 'IN') return true;
  }
  return false;
}

class Parser extends Cursor {
  parse(minPrecedence: number, depth: number): Expression {
    if (depth > MAX_DEPTH) {
      const from = this.at;
      this.at = this.to;
      this.tooDeep = true;
      return this.opaqueFrom(from);
    }
    const start = this.at;
    let left = readOperand(this, depth);
    for (;;) {
      const next = this.#readOperator(left, minPrecedence, depth, start);
      if (!next) return left;
      left = next;
    }
  }

  /** What an operator at the cursor makes of its left side; undefined if none there binds more than `minPrecedence`. */
  #readOperator(left: Expression, minPrecedence: number, depth: number, start: number): Expression | undefined {
    const word = this.word();
    if (OPAQUE_OPERATORS.has(word))
      return minPrecedence > 7 ? undefined : this.#readOpaqueOperator(word, left, depth, start);
    const op = word === '||' && this.lexical.values.logicSymbols ? 'OR' : word;
    const precedence = PRECEDENCE[op];
    if (precedence === undefined || precedence <= minPrecedence) return undefined;
    return readInfix(this, op, left, precedence, depth, start);
  }

  #readOpaqueOperator(word: string, left: Expression, depth: number, start: number): Expression {
    const from = this.at;
    this.at++;
    // `x & ~y` has two operators.
    const ends = () => BIT_OPERATORS.has(word) && this.at === from + 1 && this.word() === '~';
    while ((OPAQUE_OPERATORS.has(this.word()) && !ends()) || (word === '~' && this.word() === '*')) this.at++;
    // MySQL's and T-SQL's XOR; PostgreSQL's power.
    const op = word === '^' && !this.lexical.values.booleans ? '#' : word;
    const isBits = BIT_OPERATORS.has(op) && this.at === from + 1;
    const right = this.parse(8, depth + 1);
    if (isBits) return { kind: 'binary', op, left, right };
    const given = isGiven(left) && isGiven(right);
    // `x !~ y` is NOT `x ~ y`.
    if (word === '!' && this.tokens.word(from + 1) === '~')
      return { kind: 'unary', op: 'not', arg: this.opaqueWith(left, start, from + 1, given) };
    if (word === '~' && right.kind === 'constant' && matchesAnyText(String(right.value)))
      return { kind: 'like', arg: left, pattern: { kind: 'constant', value: '%' }, negated: false };
    return this.opaqueWith(left, start, from, given);
  }

  inner(from: number, to: number): Parser {
    return new Parser(this.tokens, from, to, this.lexical, []);
  }
}
