import { T, type TokenList } from './tokens.ts';

/** A token of a statement, or a literal that replaces one or more tokens. */
export interface Piece {
  readonly at: number;
  readonly literal: boolean;
}

const VALUE_WORDS = new Set(['NULL', 'TRUE', 'FALSE']);

function isLiteral(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return kind === T.number || kind === T.string || kind === T.dollar || kind === T.unreadable;
}

/** Whether the token at `at` belongs to the literal before it: a continued string, or `12abc`. */
function continues(tokens: TokenList, at: number): boolean {
  if (isLiteral(tokens, at)) return tokens.kind(at) !== T.number || tokens.start(at) === tokens.end(at - 1);
  const kind = tokens.kind(at);
  return (kind === T.word || kind === T.quoted) && tokens.start(at) === tokens.end(at - 1);
}

/** The token after the literal at `at`. */
function afterLiteral(tokens: TokenList, at: number, to: number): number {
  let next = at + 1;
  while (next < to && continues(tokens, next)) next++;
  return next;
}

/** The token after the list of `IN (literal, …)` that opens at `at`; -1 if it holds anything but literals. */
function afterList(tokens: TokenList, at: number, to: number): number {
  let next = at;
  do {
    next++;
    if (next >= to || !isLiteral(tokens, next)) return -1;
    next = afterLiteral(tokens, next, to);
  } while (next < to && tokens.word(next) === ',');
  return next < to && tokens.word(next) === ')' ? next + 1 : -1;
}

/**
 * The token after the value at `at` if that value is a whole item of a row (`5`, `-5`, `'x'`, NULL, TRUE, FALSE); else
 * -1.
 */
function afterValue(tokens: TokenList, at: number, to: number): number {
  const word = tokens.word(at);
  let next = -1;
  if (isLiteral(tokens, at)) next = afterLiteral(tokens, at, to);
  else if (tokens.kind(at) === T.word && VALUE_WORDS.has(word)) next = at + 1;
  else if (word === '-' && tokens.kind(at + 1) === T.number) next = afterLiteral(tokens, at + 1, to);
  return next > 0 && next < to && (tokens.word(next) === ',' || tokens.word(next) === ')') ? next : -1;
}

/** Adds the pieces of the VALUES rows at `from`. A row of the same form as the one before it is left out. */
function readRows(tokens: TokenList, from: number, to: number, pieces: Piece[]): number {
  let at = from;
  let previousRow = '';
  while (at < to && tokens.word(at) === '(') {
    const start = pieces.length;
    const comma = tokens.word(at - 1) === ',';
    if (comma) pieces.push({ at: at - 1, literal: false });
    const first = pieces.length;
    at = readRow(tokens, at, to, pieces);
    const row = rowKey(tokens, pieces, first);
    if (row === previousRow) pieces.length = start;
    previousRow = row;
    if (tokens.word(at) !== ',' || tokens.word(at + 1) !== '(') break;
    at++;
  }
  return at;
}

function readRow(tokens: TokenList, from: number, to: number, pieces: Piece[]): number {
  let depth = 0;
  let at = from;
  while (at < to) {
    const word = tokens.word(at);
    const after = step(tokens, at, to, pieces);
    // An IN list of literals was consumed with its closing parenthesis.
    if (word === '(' && after === at + 1) depth++;
    const item = depth === 1 && (word === '(' || word === ',') && after === at + 1 ? afterValue(tokens, after, to) : -1;
    at = after;
    if (item > 0) {
      pieces.push({ at, literal: true });
      at = item;
    }
    if (word === ')' && --depth <= 0) return at;
  }
  return at;
}

function rowKey(tokens: TokenList, pieces: readonly Piece[], from: number): string {
  return JSON.stringify(pieces.slice(from).map(({ at, literal }) => (literal ? 0 : tokens.word(at) || tokens.raw(at))));
}

/** Adds one token, one literal, or an IN list of literals as one piece; returns the next token. */
function step(tokens: TokenList, at: number, to: number, pieces: Piece[]): number {
  if (isLiteral(tokens, at)) {
    pieces.push({ at, literal: true });
    return afterLiteral(tokens, at, to);
  }
  pieces.push({ at, literal: false });
  if (tokens.word(at) !== '(' || tokens.word(at - 1) !== 'IN') return at + 1;
  const after = afterList(tokens, at, to);
  if (after < 0) return at + 1;
  pieces.push({ at: at + 1, literal: true }, { at: after - 1, literal: false });
  return after;
}

/**
 * The pieces of tokens `from` to `to`, with literals marked. `IN (1, 2, 3)` has one literal, and of consecutive VALUES
 * rows of the same form only the first is kept: the pieces do not depend on the number of items or rows.
 */
export function piecesOf(tokens: TokenList, from: number, to: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to; ) {
    const values = tokens.word(at) === 'VALUES' || tokens.word(at) === 'VALUE';
    at = step(tokens, at, to, pieces);
    if (values && tokens.word(at) === '(') at = readRows(tokens, at, to, pieces);
  }
  return pieces;
}
