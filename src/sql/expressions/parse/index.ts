import type { Lexical } from '../../text/dialects.ts';
import type { TokenList } from '../../text/tokens.ts';
import type { Expression } from '../expression.ts';
import { readContainment } from './containment.ts';
import { Cursor, textOf } from './cursor.ts';
import { readInfix } from './infix.ts';
import { isGiven, readOperand } from './operands.ts';
import { ANY_TEXT, BIT_OPERATORS, MAX_DEPTH, OPAQUE_OPERATORS, PRECEDENCE } from './operators.ts';

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
  const parser = new Parser(tokens, from, to, lexical.family, own);
  const expression = parser.parse(0, 0);
  if (parser.tooDeep) return undefined;
  return parser.at >= to ? expression : { kind: 'opaque', text: textOf(tokens, from, to), from, to, given: false };
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
      const word = this.word();
      const contains = minPrecedence > 7 ? undefined : readContainment(this, left, depth, start);
      if (contains) {
        left = contains;
        continue;
      }
      if (OPAQUE_OPERATORS.has(word)) {
        if (minPrecedence > 7) return left;
        const from = this.at;
        this.at++;
        const ends = () => BIT_OPERATORS.has(word) && this.at === from + 1 && this.word() === '~';
        // `x & ~y` has two operators.
        while ((OPAQUE_OPERATORS.has(this.word()) && !ends()) || (word === '~' && this.word() === '*')) this.at++;
        const negated = word === '!' && this.tokens.word(from + 1) === '~';
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
            arg: this.opaqueWith(left, start, from + 1, isGiven(left) && isGiven(right)),
          };
          continue;
        }
        if (word === '~' && right.kind === 'constant' && ANY_TEXT.test(String(right.value))) {
          left = { kind: 'like', arg: left, pattern: { kind: 'constant', value: '%' }, negated: false };
          continue;
        }
        left = this.opaqueWith(left, start, from, isGiven(left) && isGiven(right));
        continue;
      }
      const op = word === '||' && this.isMysql ? 'OR' : word;
      const precedence = PRECEDENCE[op];
      if (precedence === undefined || precedence <= minPrecedence) return left;
      const next = readInfix(this, op, left, precedence, depth, start);
      if (!next) return left;
      left = next;
    }
  }

  inner(from: number, to: number): Parser {
    return new Parser(this.tokens, from, to, this.family, []);
  }
}
