import type { Lexical } from '../text/dialects.ts';
import { unquote } from '../text/names.ts';
import { T, type TokenList } from '../text/tokens.ts';
import type { Expression } from './expression.ts';

const PRECEDENCE: Record<string, number> = {
  OR: 1,
  XOR: 2,
  AND: 3,
  '&&': 3,
  '=': 5,
  '==': 5,
  '<=>': 5,
  '<>': 5,
  '!=': 5,
  '<': 5,
  '>': 5,
  '<=': 5,
  '>=': 5,
  IS: 5,
  ISNULL: 5,
  NOTNULL: 5,
  IN: 6,
  '!<': 5,
  '!>': 5,
  BETWEEN: 6,
  LIKE: 6,
  ILIKE: 6,
  RLIKE: 6,
  REGEXP: 6,
  GLOB: 6,
  SIMILAR: 6,
  NOT: 6,
  '||': 7,
  '+': 8,
  '-': 8,
  '*': 9,
  '/': 9,
  '%': 9,
  DIV: 9,
  MOD: 9,
  AT: 11,
  COLLATE: 11,
  '::': 12,
  '[': 13,
};
/** Operators and the equivalent that replaces them. */
const EQUIVALENT_OPERATORS: Readonly<Record<string, string>> = {
  '&&': 'AND',
  '==': '=',
  '!=': '<>',
  '!<': '>=',
  '!>': '<=',
};
/** Keywords that may follow IS; anything else there is a value (SQLite). */
const IS_WORDS = new Set(['NULL', 'TRUE', 'FALSE', 'UNKNOWN', 'NORMALIZED', 'JSON', 'DOCUMENT', 'OF', 'NFC', 'NFD']);
/** Patterns that match every text, for operators whose wildcards are not those of LIKE. */
const ANY_TEXT = /^\^?(?:\.\*\??)?\$?$/;
const MATCHES_ALL: Readonly<Record<string, RegExp>> = {
  GLOB: /^\*+$/,
  SIMILAR: /^%+$/,
  RLIKE: ANY_TEXT,
  REGEXP: ANY_TEXT,
};
/** Functions whose arguments may be separated by FROM and FOR. */
const FROM_ARGUMENTS = new Set(['extract', 'substring', 'trim', 'overlay']);
/** Maximum nesting, deeper than any real filter. */
const MAX_DEPTH = 200;
/** Types of casts under which different values stay different. */
const FAITHFUL_TYPES = new Set(['TEXT', 'UUID']);
const INTERVAL_UNITS = new Set('YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MICROSECOND'.split(' '));
const OPAQUE_OPERATORS = new Set(['->', '->>', '#>', '#>>', '~', '@', '?', '<<', '>>', '&', '|', '^', '#', '!']);
/** Of these, the ones whose value for two numbers is known. */
const BIT_OPERATORS = new Set(['&', '|']);

/**
 * Parses the expression in tokens `from` to `to`. Never throws: unsupported syntax becomes `opaque`. Undefined if the
 * expression is nested too deep.
 *
 * @param own lower-case names of the statement's only table, so that `t.id` and `id` are the same column
 */
export function parseExpression(
  tokens: TokenList,
  from: number,
  to: number,
  lexical: Lexical,
  own: readonly string[] = [],
): Expression | undefined {
  const parser = new Parser(tokens, from, to, lexical.family === 'mysql', own);
  const expression = parser.parse(0, 0);
  if (parser.tooDeep) return undefined;
  return parser.at >= to ? expression : { kind: 'opaque', text: textOf(tokens, from, to), from, to, given: false };
}

function textOf(tokens: TokenList, from: number, to: number): string {
  const parts: string[] = [];
  for (let at = from; at < Math.min(to, from + 64); at++) {
    const raw = tokens.word(at) || tokens.raw(at);
    // Two parameters without a name or number have two values.
    parts.push(tokens.kind(at) === T.param && /^(?:\?|%s)$/.test(raw) ? `${raw} #${at}` : raw);
  }
  // A long text equals only itself.
  return to - from > 64 ? `${parts.join(' ')} #${from}` : parts.join(' ');
}

/** Whether its value does not depend on a row. */
function isGiven(expression: Expression): boolean {
  if (expression.kind === 'unary') return isGiven(expression.arg);
  return expression.kind === 'constant' || (expression.kind === 'opaque' && expression.given);
}

/** `left op ANY (items)` or `left op ALL (items)`. */
function quantified(op: string, left: Expression, items: readonly Expression[], all: boolean): Expression {
  if (op === '=' && !all) return { kind: 'in', arg: left, items, negated: false };
  if (op === '<>' && all) return { kind: 'in', arg: left, items, negated: true };
  const [first, ...others] = items.map((right): Expression => ({ kind: 'binary', op, left, right }));
  if (!first) return { kind: 'constant', value: all };
  return others.reduce((both, next) => ({ kind: 'binary', op: all ? 'AND' : 'OR', left: both, right: next }), first);
}

function converted(expression: Expression): Expression {
  return expression.kind === 'column' ? { ...expression, converted: true } : expression;
}

class Parser {
  at: number;
  /** Whether nesting exceeded the limit, which makes the result unusable. */
  tooDeep = false;
  readonly #tokens: TokenList;
  readonly #to: number;
  readonly #own: readonly string[];
  /** Whether the dialect is MySQL's, where `||` is OR and `!` is NOT. */
  readonly #isMysql: boolean;

  constructor(tokens: TokenList, from: number, to: number, isMysql: boolean, own: readonly string[]) {
    this.#own = own;
    this.#tokens = tokens;
    this.at = from;
    this.#to = to;
    this.#isMysql = isMysql;
  }

  #word(ahead = 0): string {
    return this.at + ahead < this.#to ? this.#tokens.word(this.at + ahead) : '';
  }

  #opaqueFrom(from: number): Expression {
    return { kind: 'opaque', text: textOf(this.#tokens, from, this.at), from, to: this.at, given: false };
  }

  /** A value that is not evaluated here. */
  #givenFrom(from: number): Expression {
    return { kind: 'opaque', text: textOf(this.#tokens, from, this.at), from, to: this.at, given: true };
  }

  /** What begins at `start`, and is described by its first operand and the tokens behind it. */
  #opaqueWith(first: Expression, start: number, from: number, given = false): Expression {
    const text = `${first.kind} ${textOf(this.#tokens, from, this.at)}`;
    return { kind: 'opaque', text, from: start, to: this.at, given };
  }

  parse(minPrecedence: number, depth: number): Expression {
    if (depth > MAX_DEPTH) {
      const from = this.at;
      this.at = this.#to;
      this.tooDeep = true;
      return this.#opaqueFrom(from);
    }
    const start = this.at;
    let left = this.#prefix(depth);
    for (;;) {
      const word = this.#word();
      if (OPAQUE_OPERATORS.has(word)) {
        if (minPrecedence > 7) return left;
        const from = this.at;
        this.at++;
        while (OPAQUE_OPERATORS.has(this.#word()) || (word === '~' && this.#word() === '*')) this.at++;
        const negated = word === '!' && this.#tokens.word(from + 1) === '~';
        const isBits = BIT_OPERATORS.has(word) && this.at === from + 1;
        const right = this.parse(8, depth + 1);
        if (isBits) {
          left = { kind: 'binary', op: word, left, right };
          continue;
        }
        if (negated) {
          // `x !~ y` is NOT `x ~ y`.
          left = {
            kind: 'unary',
            op: 'not',
            arg: this.#opaqueWith(left, start, from + 1, isGiven(left) && isGiven(right)),
          };
          continue;
        }
        if (word === '~' && right.kind === 'constant' && ANY_TEXT.test(String(right.value))) {
          left = { kind: 'like', arg: left, pattern: { kind: 'constant', value: '%' }, negated: false };
          continue;
        }
        left = this.#opaqueWith(left, start, from, isGiven(left) && isGiven(right));
        continue;
      }
      const op = word === '||' && this.#isMysql ? 'OR' : word;
      const precedence = PRECEDENCE[op];
      if (precedence === undefined || precedence <= minPrecedence) return left;
      const next = this.#infix(op, left, precedence, depth, start);
      if (!next) return left;
      left = next;
    }
  }

  #infix(op: string, left: Expression, precedence: number, depth: number, start: number): Expression | undefined {
    switch (op) {
      case 'IS':
        return this.#is(left, depth);
      case 'ISNULL':
        this.at++;
        return { kind: 'is', arg: left, what: 'NULL', negated: false };
      case 'NOTNULL':
        this.at++;
        return { kind: 'is', arg: left, what: 'NULL', negated: true };
      case 'NOT': {
        const inner = this.#word(1);
        if (inner === 'NULL') {
          this.at += 2;
          return { kind: 'is', arg: left, what: 'NULL', negated: true };
        }
        if (PRECEDENCE[inner] !== 6 || inner === 'NOT') return undefined;
        this.at++;
        return this.#membership(inner, left, true, depth, start);
      }
      case 'IN':
      case 'BETWEEN':
      case 'LIKE':
      case 'ILIKE':
      case 'RLIKE':
      case 'REGEXP':
      case 'GLOB':
      case 'SIMILAR':
        return this.#membership(op, left, false, depth, start);
      case '::': {
        this.at++;
        const faithful = FAITHFUL_TYPES.has(this.#word());
        this.#typeName();
        return faithful ? left : converted(left);
      }
      case 'COLLATE':
        this.at += 2;
        while (this.#word() === '.' && this.at + 1 < this.#to) this.at += 2;
        return converted(left);
      case 'AT':
        return this.#atTimeZone(left, depth);
      case '[': {
        const from = this.at;
        this.#skipBracket('[', ']');
        return this.#opaqueWith(left, start, from);
      }
    }
    this.at++;
    if (/^(?:ANY|ALL|SOME)$/.test(this.#word()) && this.#word(1) === '(')
      return this.#quantified(EQUIVALENT_OPERATORS[op] ?? op, left, depth, start);
    const right = this.parse(precedence, depth + 1);
    return { kind: 'binary', op: EQUIVALENT_OPERATORS[op] ?? op, left, right };
  }

  /** `left op ANY (…)`, with the cursor at ANY. */
  #quantified(op: string, left: Expression, depth: number, start: number): Expression {
    const from = this.at;
    const all = this.#word() === 'ALL';
    const some = op === '=' && !all;
    this.at++;
    const items = this.#arrayOf(this.at + 1, depth);
    if (items) return quantified(op, left, items, all);
    const inArray = this.#word(1) === 'ARRAY' && this.#word(2) === '(' && this.#startsQuery(3);
    let open = this.at;
    const isQuery = inArray || this.#startsQuery(1);
    this.#skipBracket('(', ')');
    const end = this.at;
    if (inArray) open += 2;
    const to = inArray ? this.#tokens.closing(open) + 1 : end;
    if (some && isQuery)
      return { kind: 'query_in', arg: left, negated: false, from: open, to, text: textOf(this.#tokens, open, to) };
    if (op === '<>' && all && isQuery)
      return { kind: 'query_in', arg: left, negated: true, from: open, to, text: textOf(this.#tokens, open, to) };
    if (some) {
      this.at = open + 1;
      const operand = this.parse(0, depth + 1);
      const complete = this.at === end - 1;
      this.at = end;
      if (complete) return { kind: 'any', arg: left, operand, text: textOf(this.#tokens, from, to) };
    }
    const text = `${op} ${textOf(this.#tokens, from, to)}`;
    return { kind: 'opaque', text, from: start, to, given: false };
  }

  /** `x AT TIME ZONE 'y'`, and `x AT LOCAL`; undefined for anything else. */
  #atTimeZone(left: Expression, depth: number): Expression | undefined {
    const from = this.at;
    if (this.#word(1) === 'LOCAL') {
      this.at += 2;
      return { kind: 'call', name: 'timezone', args: [left], text: textOf(this.#tokens, from, this.at) };
    }
    if (this.#word(1) !== 'TIME' || this.#word(2) !== 'ZONE') return undefined;
    this.at += 3;
    const zone = this.parse(11, depth + 1);
    return { kind: 'call', name: 'timezone', args: [left, zone], text: textOf(this.#tokens, from, this.at) };
  }

  #is(arg: Expression, depth: number): Expression {
    this.at++;
    const negated = this.#word() === 'NOT';
    if (negated) this.at++;
    const what = this.#word();
    if (what === 'DISTINCT' && this.#word(1) === 'FROM') {
      this.at += 2;
      const right = this.parse(5, depth + 1);
      return { kind: 'binary', op: negated ? '<=>' : '<!=>', left: arg, right };
    }
    if (!IS_WORDS.has(what)) {
      return { kind: 'binary', op: negated ? '<!=>' : '<=>', left: arg, right: this.parse(5, depth + 1) };
    }
    this.at++;
    return { kind: 'is', arg, what, negated };
  }

  #membership(op: string, arg: Expression, negated: boolean, depth: number, start: number): Expression {
    const from = this.at;
    this.at++;
    if (op === 'IN') {
      if (this.#word() === '(' && this.#startsQuery(1)) {
        const open = this.at;
        this.#skipBracket('(', ')');
        const to = this.at;
        return { kind: 'query_in', arg, negated, from: open, to, text: textOf(this.#tokens, open, to) };
      }
      if (this.#word() !== '(') {
        this.#skipOperand(depth);
        return this.#opaqueWith(arg, start, from);
      }
      const items = this.#arguments(depth);
      return { kind: 'in', arg, items, negated };
    }
    if (op === 'BETWEEN') {
      const symmetric = this.#word() === 'SYMMETRIC';
      if (symmetric || this.#word() === 'ASYMMETRIC') this.at++;
      const low = this.parse(6, depth + 1);
      if (this.#word() !== 'AND') return this.#opaqueFrom(start);
      this.at++;
      const high = this.parse(6, depth + 1);
      if (symmetric) return this.#opaqueWith(arg, start, from);
      return { kind: 'between', arg, low, high, negated };
    }
    if (op === 'SIMILAR' && this.#word() === 'TO') this.at++;
    const pattern = this.parse(6, depth + 1);
    const everything = MATCHES_ALL[op];
    if (everything && pattern.kind === 'constant' && everything.test(String(pattern.value)))
      return { kind: 'like', arg, pattern: { kind: 'constant', value: '%' }, negated };
    if (this.#word() === 'ESCAPE') {
      this.at++;
      this.parse(6, depth + 1);
      const text = `${op} ${textOf(this.#tokens, from, this.at)}`;
      return { kind: 'opaque', text, from: start, to: this.at, given: false };
    }
    if (op === 'LIKE' || op === 'ILIKE') return { kind: 'like', arg, pattern, negated };
    const text = `${op} ${textOf(this.#tokens, from, this.at)}`;
    return { kind: 'opaque', text, from: start, to: this.at, given: false };
  }

  #prefix(depth: number): Expression {
    const tokens = this.#tokens;
    if (this.at >= this.#to) return { kind: 'opaque', text: '', from: this.#to, to: this.#to, given: false };
    const from = this.at;
    const kind = tokens.kind(from);
    const word = this.#word();
    switch (kind) {
      case T.number: {
        this.at++;
        const value = Number(tokens.raw(from).replaceAll('_', ''));
        return Number.isNaN(value) ? this.#givenFrom(from) : { kind: 'constant', value };
      }
      case T.string:
      case T.dollar:
        return this.#string(from);
      case T.quoted:
        return this.#nameOrCall(depth);
      case T.op:
        if (word === '(') return this.#parenthesis(depth);
        if (word === '-' || word === '+') {
          this.at++;
          const arg = this.parse(10, depth + 1);
          return word === '-' ? { kind: 'unary', op: '-', arg } : arg;
        }
        if (word === '!' && this.#isMysql) {
          this.at++;
          return { kind: 'unary', op: 'not', arg: this.parse(10, depth + 1) };
        }
        this.at++;
        return this.#opaqueFrom(from);
      case T.word:
        return this.#keyword(word, depth);
      default:
        this.at++;
        if (kind !== T.param) return this.#opaqueFrom(from);
        // SQLite's `?1`.
        if (tokens.kind(this.at) === T.number && tokens.start(this.at) === tokens.end(from)) this.at++;
        return this.#givenFrom(from);
    }
  }

  #string(from: number): Expression {
    const raw = this.#tokens.raw(from);
    this.at++;
    const prefix = /^[nNeE](?=')/.test(raw) ? 1 : 0;
    if (raw.startsWith("'", prefix) || (raw.startsWith('"') && this.#isMysql)) {
      const value = unquote(raw.slice(prefix));
      if (/\\|\$\{|\{\{/.test(value)) return this.#givenFrom(from);
      return { kind: 'constant', value };
    }
    return this.#givenFrom(from);
  }

  #keyword(word: string, depth: number): Expression {
    const from = this.at;
    switch (word) {
      case 'TRUE':
        this.at++;
        return { kind: 'constant', value: true };
      case 'FALSE':
        this.at++;
        return { kind: 'constant', value: false };
      case 'NULL':
      case 'UNKNOWN':
        this.at++;
        return { kind: 'constant', value: null };
      case 'NOT':
        this.at++;
        return { kind: 'unary', op: 'not', arg: this.parse(4, depth + 1) };
      case 'EXISTS':
        this.at++;
        if (this.#word() !== '(') return this.#opaqueFrom(from);
        return this.#exists(depth);
      case 'CAST':
        if (this.#word(1) === '(') return this.#cast(depth);
        break;
      case 'CASE':
        return this.#case(depth);
      case 'INTERVAL':
      case 'DATE':
      case 'TIMESTAMP':
      case 'TIME':
        if (this.#tokens.kind(from + 1) === T.string) {
          this.at++;
          if (word !== 'INTERVAL') return this.#string(this.at);
          this.at++;
          if (INTERVAL_UNITS.has(this.#word())) this.at++;
          return this.#givenFrom(from);
        }
        if (word === 'INTERVAL') {
          const interval = this.#interval(depth);
          if (interval) return interval;
        }
        break;
      case 'BOOL':
      case 'BOOLEAN':
        if (this.#tokens.kind(from + 1) === T.string) {
          this.at++;
          return this.#string(this.at);
        }
        break;
      case 'BINARY':
        if (this.#isMysql) {
          this.at++;
          return this.parse(10, depth + 1);
        }
        break;
      case 'ROW':
      case 'ARRAY':
        if (this.#word(1) === '(' || this.#word(1) === '[') {
          this.at++;
          this.#skipBracket(this.#word(), this.#word() === '(' ? ')' : ']');
          return this.#opaqueFrom(from);
        }
    }
    return this.#nameOrCall(depth);
  }

  /** MySQL's `INTERVAL x DAY`; undefined, with the cursor unmoved, for anything else. */
  #interval(depth: number): Expression | undefined {
    const from = this.at;
    const next = this.#tokens.kind(from + 1);
    if (!this.#isMysql || (next === T.op && this.#word(1) !== '(' && this.#word(1) !== '-')) return undefined;
    this.at++;
    const amount = this.parse(9, depth + 1);
    const unit = this.#word();
    if (INTERVAL_UNITS.has(unit) || /^[A-Z]+_[A-Z]+$/.test(unit)) {
      this.at++;
      return isGiven(amount) ? this.#givenFrom(from) : this.#opaqueFrom(from);
    }
    this.at = from;
    return undefined;
  }

  #nameOrCall(depth: number): Expression {
    const tokens = this.#tokens;
    const from = this.at;
    this.at++;
    while (this.#word() === '.' && this.at + 1 < this.#to) this.at += 2;
    if (this.#word() !== '(') {
      const parts: string[] = [];
      for (let at = from; at < this.at; at += 2) {
        parts.push((tokens.kind(at) === T.quoted ? unquote(tokens.raw(at)) : tokens.raw(at)).toLowerCase());
      }
      if (parts.length === 2 && this.#own.includes(parts[0] ?? '')) parts.shift();
      return { kind: 'column', text: parts.join('.'), from, to: this.at, converted: false };
    }
    const name = tokens.word(this.at - 1).toLowerCase();
    if (this.#startsQuery(1)) {
      this.#skipBracket('(', ')');
      return this.#opaqueFrom(from);
    }
    if (FROM_ARGUMENTS.has(name)) {
      const call = this.#fromArguments(name, from, depth);
      if (call) return call;
    }
    const args = this.#arguments(depth);
    while (/^(?:OVER|FILTER|WITHIN)$/.test(this.#word())) {
      this.at++;
      while (this.at < this.#to && this.#word() !== '(') this.at++;
      this.#skipBracket('(', ')');
    }
    return { kind: 'call', name, args, text: textOf(tokens, from, this.at) };
  }

  #parenthesis(depth: number): Expression {
    const from = this.at;
    if (this.#startsQuery(1)) {
      const query = this.#constantQuery(depth);
      return query.value ?? { kind: 'query', text: textOf(this.#tokens, from, this.at), from, to: this.at };
    }
    this.at++;
    const inner = this.parse(0, depth + 1);
    if (this.#word() === ')') {
      this.at++;
      return inner;
    }
    if (this.#word() === ',') return this.#row(from, inner, depth);
    this.at = from;
    this.#skipBracket('(', ')');
    return this.#opaqueFrom(from);
  }

  #exists(depth: number): Expression {
    const open = this.at;
    const { rows } = this.#constantQuery(depth);
    let where: Expression | undefined;
    for (let at = open + 2; at < this.at; at++) {
      const word = this.#tokens.word(at);
      if (word === 'FROM') break;
      if (word !== 'WHERE') continue;
      const inner = new Parser(this.#tokens, at + 1, this.at - 1, this.#isMysql, []);
      const condition = inner.parse(0, depth + 1);
      this.tooDeep ||= inner.tooDeep;
      if (inner.at >= this.at - 1) where = condition;
      break;
    }
    const text = textOf(this.#tokens, open, this.at);
    return { kind: 'exists', always: rows === 'always', where, from: open, to: this.at, text };
  }

  /** The rest of `(a, b)`, after its first item. */
  #row(from: number, first: Expression, depth: number): Expression {
    const args = [first];
    while (this.#word() === ',') {
      this.at++;
      args.push(this.parse(0, depth + 1));
    }
    if (this.#word() === ')') this.at++;
    else {
      this.at = from;
      this.#skipBracket('(', ')');
      return this.#opaqueFrom(from);
    }
    return { kind: 'call', name: 'row', args, text: textOf(this.#tokens, from, this.at) };
  }

  /** `CAST(x AS type)`; the type is ignored, as in `x::type`. */
  #cast(depth: number): Expression {
    const from = this.at;
    this.at += 2;
    const arg = this.parse(0, depth + 1);
    const cast = this.#word() === 'AS';
    const faithful = FAITHFUL_TYPES.has(this.#word(1)) && this.#word(2) === ')';
    this.at = from + 1;
    this.#skipBracket('(', ')');
    if (!cast) return this.#opaqueFrom(from);
    return faithful ? arg : converted(arg);
  }

  #case(depth: number): Expression {
    const from = this.at;
    this.at++;
    const operand = this.#word() === 'WHEN' ? undefined : this.parse(0, depth + 1);
    const whens: { when: Expression; result: Expression }[] = [];
    while (this.#word() === 'WHEN') {
      this.at++;
      const when = this.parse(0, depth + 1);
      if (this.#word() !== 'THEN') break;
      this.at++;
      whens.push({ when, result: this.parse(0, depth + 1) });
    }
    let otherwise: Expression | undefined;
    if (this.#word() === 'ELSE') {
      this.at++;
      otherwise = this.parse(0, depth + 1);
    }
    if (this.#word() === 'END' && whens.length > 0) {
      this.at++;
      return { kind: 'case', operand, whens, otherwise, from, to: this.at };
    }
    let nesting = 0;
    for (this.at = from; this.at < this.#to; this.at++) {
      if (this.#word() === 'CASE') nesting++;
      else if (this.#word() === 'END' && --nesting === 0) break;
    }
    this.at = Math.min(this.at + 1, this.#to);
    return this.#opaqueFrom(from);
  }

  /** A query without FROM: whether it always returns a row, and the value of its column. The cursor is at `(`. */
  #constantQuery(depth: number): { rows: 'always' | 'maybe'; value: Expression | undefined } {
    const open = this.at;
    this.#skipBracket('(', ')');
    const close = this.at - 1;
    const tokens = this.#tokens;
    const first = tokens.word(open + 1);
    if (first !== 'SELECT' && first !== 'VALUES') return { rows: 'maybe', value: undefined };
    for (let at = open + 2; at < close; at++) {
      const word = tokens.word(at);
      if (/^(?:FROM|WHERE|HAVING|LIMIT|UNION|INTERSECT|EXCEPT|OFFSET|FETCH)$/.test(word))
        return { rows: 'maybe', value: undefined };
    }
    const inner = new Parser(tokens, open + 2, close, this.#isMysql, []);
    const value = inner.parse(0, depth + 1);
    this.tooDeep ||= inner.tooDeep;
    if (inner.at < close && tokens.word(inner.at) === 'AS') inner.at = close;
    return { rows: 'always', value: inner.at >= close ? value : undefined };
  }

  #startsQuery(ahead: number): boolean {
    let at = ahead;
    while (at < MAX_DEPTH && this.#word(at) === '(') at++;
    const word = this.#word(at);
    return word === 'SELECT' || word === 'WITH' || word === 'VALUES' || word === 'TABLE';
  }

  #skipOperand(depth: number): void {
    if (this.#word() === '(') this.#skipBracket('(', ')');
    else this.parse(8, depth + 1);
  }

  #typeName(): void {
    while (this.at < this.#to) {
      const kind = this.#tokens.kind(this.at);
      if (kind === T.quoted || (kind === T.word && PRECEDENCE[this.#word()] === undefined)) {
        this.at++;
        if (this.#word() === '.') {
          this.at++;
          continue;
        }
        if (/^(?:PRECISION|VARYING|ZONE|TIME|WITH|WITHOUT)$/.test(this.#word())) continue;
      }
      break;
    }
    if (this.#word() === '(') this.#skipBracket('(', ')');
    while (this.#word() === '[') this.#skipBracket('[', ']');
  }

  /** The arguments of `extract(day FROM x)` and `substring(x FROM 1 FOR 2)`; undefined for the form with commas. */
  #fromArguments(name: string, from: number, depth: number): Expression | undefined {
    const open = this.at;
    const args: Expression[] = [];
    // The words between the arguments are arguments themselves: without them, two different calls would look alike.
    const word = () => args.push({ kind: 'constant', value: this.#word() }) && this.at++;
    this.at++;
    if (name === 'extract' || /^(?:BOTH|LEADING|TRAILING)$/.test(this.#word())) word();
    while (this.at < this.#to && this.#word() !== ')') {
      if (/^(?:FROM|FOR|PLACING)$/.test(this.#word())) word();
      const before = this.at;
      args.push(this.parse(0, depth + 1));
      if (this.at === before || !/^(?:FROM|FOR|PLACING|\))$/.test(this.#word())) break;
    }
    if (this.#word() === ')' && args.length > 0) {
      this.at++;
      return { kind: 'call', name, args, text: textOf(this.#tokens, from, this.at) };
    }
    this.at = open;
    return undefined;
  }

  #arguments(depth: number): Expression[] {
    const from = this.at;
    const items: Expression[] = [];
    this.at++;
    if (this.#word() === ')') {
      this.at++;
      return items;
    }
    for (;;) {
      if (this.#word() === 'DISTINCT' || this.#word() === 'ALL') this.at++;
      if (this.#word() === '*') this.at++;
      else items.push(this.parse(0, depth + 1));
      if (this.#word() === ',') {
        this.at++;
        continue;
      }
      break;
    }
    if (this.#word() === ')') this.at++;
    else {
      this.at = from;
      this.#skipBracket('(', ')');
      return [this.#opaqueFrom(from)];
    }
    return items;
  }

  /**
   * The items of `ARRAY[…]` or `'{}'`, with a cast or without, alone in the parentheses that open before `from`;
   * undefined, with the cursor unmoved, for anything else.
   */
  #arrayOf(from: number, depth: number): readonly Expression[] | undefined {
    const before = this.at;
    const items: Expression[] = [];
    this.at = from;
    const isEmptyText = this.#tokens.kind(from) === T.string && /^'\{\s*\}'$/.test(this.#tokens.raw(from));
    if (isEmptyText) this.at++;
    else if (this.#word() === 'ARRAY' && this.#word(1) === '[') {
      this.at++;
      do {
        this.at++;
        if (this.#word() === ']') break;
        items.push(this.parse(0, depth + 1));
      } while (this.#word() === ',');
      if (this.#word() !== ']') this.at = this.#to;
      this.at++;
    } else this.at = this.#to;
    if (this.#word() === '::') {
      this.at++;
      this.#typeName();
    }
    if (this.#word() === ')') {
      this.at++;
      return items;
    }
    this.at = before;
    return undefined;
  }

  #skipBracket(open: string, close: string): void {
    let depth = 0;
    for (; this.at < this.#to; this.at++) {
      const word = this.#word();
      if (word === open) depth++;
      else if (word === close && --depth === 0) {
        this.at++;
        return;
      }
    }
  }
}
