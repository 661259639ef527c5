import { T, type TokenList } from './tokens.ts';

/** A token of a statement, or a literal that stands for one or several. */
export interface Piece {
  readonly at: number;
  readonly literal: boolean;
}

const VALUE_WORDS = new Set(['NULL', 'TRUE', 'FALSE']);

function isLiteral(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return kind === T.number || kind === T.string || kind === T.dollar || kind === T.unreadable;
}

/** Whether the token at `at` belongs to the literal before it: a string that goes on, `12abc`. */
function continues(tokens: TokenList, at: number): boolean {
  if (isLiteral(tokens, at)) return tokens.kind(at) !== T.number || tokens.start(at) === tokens.end(at - 1);
  const kind = tokens.kind(at);
  return (kind === T.word || kind === T.quoted) && tokens.start(at) === tokens.end(at - 1);
}

/** The token behind the literal at `at`. */
function afterLiteral(tokens: TokenList, at: number, to: number): number {
  let next = at + 1;
  while (next < to && continues(tokens, next)) next++;
  return next;
}

/** Behind the parenthesis of `IN (literal, …)` that opens at `at`; -1 where it holds anything else. */
function afterList(tokens: TokenList, at: number, to: number): number {
  let next = at;
  do {
    next++;
    if (next >= to || !isLiteral(tokens, next)) return -1;
    next = afterLiteral(tokens, next, to);
  } while (next < to && tokens.word(next) === ',');
  return next < to && tokens.word(next) === ')' ? next + 1 : -1;
}

/** Behind the value that is a whole item of a row at `at` (`5`, `-5`, `'x'`, NULL, TRUE, FALSE); -1 where none is. */
function afterValue(tokens: TokenList, at: number, to: number): number {
  const word = tokens.word(at);
  let next = -1;
  if (isLiteral(tokens, at)) next = afterLiteral(tokens, at, to);
  else if (tokens.kind(at) === T.word && VALUE_WORDS.has(word)) next = at + 1;
  else if (word === '-' && tokens.kind(at + 1) === T.number) next = afterLiteral(tokens, at + 1, to);
  return next > 0 && next < to && (tokens.word(next) === ',' || tokens.word(next) === ')') ? next : -1;
}

/** The pieces of the rows behind the VALUES before `at`, a row that is made like the one before it left out. */
function readRows(tokens: TokenList, from: number, to: number, pieces: Piece[]): number {
  let at = from;
  let before = '';
  while (at < to && tokens.word(at) === '(') {
    const start = pieces.length;
    const comma = tokens.word(at - 1) === ',';
    if (comma) pieces.push({ at: at - 1, literal: false });
    const first = pieces.length;
    at = readRow(tokens, at, to, pieces);
    const row = spell(tokens, pieces, first);
    if (row === before) pieces.length = start;
    before = row;
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
    const behind = step(tokens, at, to, pieces);
    // An IN list of literals is closed already.
    if (word === '(' && behind === at + 1) depth++;
    const item =
      depth === 1 && (word === '(' || word === ',') && behind === at + 1 ? afterValue(tokens, behind, to) : -1;
    at = behind;
    if (item > 0) {
      pieces.push({ at, literal: true });
      at = item;
    }
    if (word === ')' && --depth <= 0) return at;
  }
  return at;
}

function spell(tokens: TokenList, pieces: readonly Piece[], from: number): string {
  return JSON.stringify(pieces.slice(from).map(({ at, literal }) => (literal ? 0 : tokens.word(at) || tokens.raw(at))));
}

/** One token or literal, or an IN list of literals as one. */
function step(tokens: TokenList, at: number, to: number, pieces: Piece[]): number {
  if (isLiteral(tokens, at)) {
    pieces.push({ at, literal: true });
    return afterLiteral(tokens, at, to);
  }
  pieces.push({ at, literal: false });
  if (tokens.word(at) !== '(' || tokens.word(at - 1) !== 'IN') return at + 1;
  const behind = afterList(tokens, at, to);
  if (behind < 0) return at + 1;
  pieces.push({ at: at + 1, literal: true }, { at: behind - 1, literal: false });
  return behind;
}

/**
 * The tokens `from` to `to` with what is a literal marked. `IN (1, 2, 3)` holds one, and of consecutive VALUES rows that
 * are made alike the first alone is left, so that a statement with more of them has the same pieces.
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
