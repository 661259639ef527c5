import type { Lexical } from '../../text/dialects.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import type { Expression } from '../expression.ts';
import { MAX_DEPTH, PRECEDENCE } from './operators.ts';

/** The position in the tokens of an expression. */
export abstract class Cursor {
  at: number;
  /** Whether nesting exceeded the limit, which makes the result unusable. */
  tooDeep = false;
  readonly tokens: TokenList;
  readonly to: number;
  /** Lower-case names of the statement's only table. */
  readonly tableNames: readonly string[];
  readonly lexical: Lexical;

  constructor(tokens: TokenList, from: number, to: number, lexical: Lexical, tableNames: readonly string[]) {
    this.tableNames = tableNames;
    this.tokens = tokens;
    this.at = from;
    this.to = to;
    this.lexical = lexical;
  }

  /** Parses an expression up to an operator that binds no more than `minPrecedence`. */
  abstract parse(minPrecedence: number, depth: number): Expression;

  /** A cursor for an expression inside of another query. */
  abstract inner(from: number, to: number): Cursor;

  word(ahead = 0): string {
    return this.at + ahead < this.to ? this.tokens.word(this.at + ahead) : '';
  }

  opaqueFrom(from: number): Expression {
    return { kind: 'opaque', text: textOf(this.tokens, from, this.at), from, to: this.at, given: false };
  }

  /** A value that is not evaluated here. */
  givenFrom(from: number): Expression {
    return { kind: 'opaque', text: textOf(this.tokens, from, this.at), from, to: this.at, given: true };
  }

  /** What begins at `start`, and is described by its first operand and the tokens behind it. */
  opaqueWith(first: Expression, start: number, from: number, given = false): Expression {
    const text = `${first.kind} ${textOf(this.tokens, from, this.at)}`;
    return { kind: 'opaque', text, from: start, to: this.at, given };
  }

  startsQuery(ahead: number): boolean {
    let at = ahead;
    while (at < MAX_DEPTH && this.word(at) === '(') at++;
    const word = this.word(at);
    return word === 'SELECT' || word === 'WITH' || word === 'VALUES' || word === 'TABLE';
  }

  typeName(): void {
    while (this.at < this.to) {
      const kind = this.tokens.kind(this.at);
      if (kind === T.quoted || (kind === T.word && PRECEDENCE[this.word()] === undefined)) {
        this.at++;
        if (this.word() === '.') {
          this.at++;
          continue;
        }
        if (/^(?:PRECISION|VARYING|ZONE|TIME|WITH|WITHOUT)$/.test(this.word())) continue;
      }
      break;
    }
    if (this.word() === '(') this.skipBracket('(', ')');
    while (this.word() === '[') this.skipBracket('[', ']');
  }

  skipBracket(open: string, close: string): void {
    let depth = 0;
    for (; this.at < this.to; this.at++) {
      const word = this.word();
      if (word === open) depth++;
      else if (word === close && --depth === 0) {
        this.at++;
        return;
      }
    }
  }
}

export function textOf(tokens: TokenList, from: number, to: number): string {
  const parts: string[] = [];
  for (let at = from; at < Math.min(to, from + 64); at++) {
    const raw = tokens.word(at) || tokens.raw(at);
    // Two parameters without a name or number have two values.
    parts.push(tokens.kind(at) === T.param && /^(?:\?|%s)$/.test(raw) ? `${raw} #${at}` : raw);
  }
  // A long text equals only itself.
  return to - from > 64 ? `${parts.join(' ')} #${from}` : parts.join(' ');
}
