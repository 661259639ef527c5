import type { Comment } from '../../model/index.ts';
import { beginsRoutine, splitBatch } from './batches.ts';
import type { Lexical } from './dialects.ts';
import { T, type TokenList } from './tokens.ts';

/** The tokens of one statement: `from` inclusive, `to` exclusive, without the terminator. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** Maximum tokens between CREATE and the kind of its object. */
const MAX_HEAD = 20;
const BLOCK_WORDS = /^(?:IF|LOOP|WHILE|REPEAT|FOR)$/;

/** The object type of the CREATE or ALTER at `first`, after OR REPLACE, DEFINER, TEMP and AGGREGATE; else empty. */
function objectOf(tokens: TokenList, first: number): string {
  let at = tokens.kind(first) === T.execOpen ? first + 1 : first;
  const verb = tokens.word(at);
  if (verb !== 'CREATE' && verb !== 'ALTER') return '';
  at++;
  for (const limit = at + 16; at < limit; at++) {
    const kind = tokens.kind(at);
    const word = tokens.word(at);
    if (kind === T.execOpen || kind === T.execClose) continue;
    if (/^(?:OR|REPLACE|AGGREGATE|TEMP|TEMPORARY)$/.test(word)) continue;
    if (word !== 'DEFINER') return word;
    // `DEFINER = name @ host`: `@host` is one token or two.
    if (tokens.word(at + 1) === '=') at++;
    at++;
    if (tokens.word(at + 1) === '(') at += 2;
    if (tokens.word(at + 1) === '@') at += 2;
    else if (tokens.kind(at + 1) === T.param) at++;
  }
  return '';
}

/**
 * Whether the statement at `first` has a compound body, inside which a `;` does not end the statement.
 * MariaDB's `BEGIN NOT ATOMIC` is such a body without a routine.
 */
export function hasBody(tokens: TokenList, first: number, kind: Lexical['compound']): boolean {
  switch (kind) {
    case 'batch':
      return beginsRoutine(tokens, first);
    case 'begin-atomic':
      return /^(?:FUNCTION|PROCEDURE)$/.test(objectOf(tokens, first));
    case 'trigger':
      return objectOf(tokens, first) === 'TRIGGER';
    case 'begin':
      if (tokens.word(first) === 'BEGIN') return tokens.word(first + 1) === 'NOT';
      return /^(?:FUNCTION|PROCEDURE|TRIGGER|EVENT|PACKAGE)$/.test(objectOf(tokens, first));
  }
}

const ROUTINES = /^(?:FUNCTION|PROCEDURE|PACKAGE)$/;
/** Words with which a body without AS begins, or a statement that no server takes behind AS. */
const BODY_BEGINS =
  /^(?:INSERT|UPDATE|DELETE|SELECT|SET|CALL|IF|CASE|WHILE|LOOP|REPEAT|FOR|DO|TRUNCATE|DROP|ALTER|CREATE|EXECUTE|PREPARE|GRANT|REVOKE|WITH|BEGIN|DECLARE|REPLACE|RETURN)$/;

/**
 * The AS or IS that opens the body of a routine or package; negative if there is none. `at` is its PROCEDURE, FUNCTION or
 * PACKAGE. MariaDB docs, sql_mode=ORACLE.
 */
export function asBehindHeader(tokens: TokenList, at: number): number {
  let parentheses = 0;
  let returns = false;
  for (let next = at + 1; tokens.kind(next) !== T.terminator && tokens.kind(next) !== T.end; next++) {
    const word = tokens.word(next);
    if (word === ';') return -1;
    if (word === '(') parentheses++;
    else if (word === ')') parentheses--;
    if (tokens.kind(next) !== T.word || parentheses > 0) continue;
    if (word === 'AS' || word === 'IS') return beginsBody(tokens, next + 1) ? next : -1;
    if (ROUTINES.test(word) || (BODY_BEGINS.test(word) && !isInHeader(tokens, next, returns))) return -1;
    returns ||= word === 'RETURN' || word === 'RETURNS';
  }
  return -1;
}

/** Whether a declaration or BEGIN is at `at`. */
function beginsBody(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  const word = tokens.word(at);
  return kind === T.quoted || (kind === T.word && (word === 'BEGIN' || !BODY_BEGINS.test(word)));
}

/** `RETURN type` of a function, IF NOT EXISTS, CHARACTER SET. */
function isInHeader(tokens: TokenList, at: number, returns: boolean): boolean {
  const word = tokens.word(at);
  if (word === 'RETURN') return !returns;
  if (word === 'IF') return tokens.word(at + 1) === 'NOT';
  return word === 'SET' && tokens.word(at - 1) === 'CHARACTER';
}

/** Tracks whether the position is inside a compound body, where a `;` does not end the statement. */
class Compound {
  depth = 0;
  readonly #tokens: TokenList;
  readonly #kind: Lexical['compound'];
  readonly #bodyBehindAs: boolean;
  #body = false;
  /** The AS or IS that opens the next body. */
  #opener = -1;
  /** The depths of the bodies that AS opened and whose BEGIN is still to come. */
  #declaring: number[] = [];

  constructor(tokens: TokenList, { compound, bodyBehindAs }: Lexical) {
    this.#tokens = tokens;
    this.#kind = compound;
    this.#bodyBehindAs = bodyBehindAs;
  }

  begin(first: number): void {
    this.#body = hasBody(this.#tokens, first, this.#kind);
    this.depth = this.#body && this.#kind === 'batch' ? 1 : 0;
    this.#declaring = [];
    this.#opener = -1;
    if (!this.#body || !this.#bodyBehindAs) return;
    let at = first;
    while (at < first + MAX_HEAD && !ROUTINES.test(this.#tokens.word(at))) at++;
    if (at < first + MAX_HEAD) this.#opener = asBehindHeader(this.#tokens, at);
  }

  step(at: number): void {
    if (!this.#body || this.#kind === 'batch') return;
    const tokens = this.#tokens;
    const word = tokens.word(at);
    const declares = this.#declaring.length > 0 && this.#declaring.at(-1) === this.depth;
    if (at === this.#opener) this.#declaring.push(++this.depth);
    else if (declares && ROUTINES.test(word)) this.#opener = asBehindHeader(tokens, at);
    else if (declares && word === 'BEGIN') this.#declaring.pop();
    else if (word === 'BEGIN') {
      if (this.#kind !== 'begin-atomic' || tokens.word(at + 1) === 'ATOMIC') this.depth++;
    } else if (this.depth > 0 && word === 'CASE' && tokens.word(at - 1) !== 'END') this.depth++;
    else if (this.depth > 0 && word === 'END' && !BLOCK_WORDS.test(tokens.word(at + 1))) {
      if (declares) this.#declaring.pop();
      this.depth--;
    }
  }
}

/** Words with which a statement of a body begins. A column named `begin` stands before other words. */
const AFTER_BEGIN =
  /^(?:DECLARE|SET|SELECT|INSERT|UPDATE|DELETE|REPLACE|IF|WHILE|LOOP|REPEAT|CASE|CALL|BEGIN|START|PREPARE|DROP|CREATE|TRUNCATE|WITH|RETURN|SIGNAL|OPEN|ALTER)$/;

/**
 * Whether the body of the routine in `range` certainly ends where the splitter ended it. In MySQL, `begin` may also
 * name a column, so that a body seems to continue after its END, unless another DELIMITER ends it.
 */
export function isClosedBody(tokens: TokenList, { from, to }: TokenRange, kind: Lexical['compound']): boolean {
  if (kind !== 'begin') return true;
  if (tokens.kind(to) === T.terminator && tokens.word(to) !== ';') return true;
  for (let at = from; at < to; at++)
    if (tokens.word(at) === 'BEGIN' && !AFTER_BEGIN.test(tokens.word(at + 1))) return false;
  return true;
}

/** Splits tokens into statements, in linear time. Empty statements (`;;`) are left out. */
export function split(tokens: TokenList, lexical: Lexical): readonly TokenRange[] {
  const ranges: TokenRange[] = [];
  const compound = new Compound(tokens, lexical);
  let from = 0;
  let parentheses = 0;
  let executable = false;
  const finish = (to: number) => {
    addStatements(tokens, from, to, lexical, ranges);
    parentheses = 0;
    from = to + 1;
    compound.begin(from);
  };
  compound.begin(from);
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    if (kind === T.terminator) {
      if (!isHeld(tokens, at, lexical, parentheses, compound.depth)) finish(at);
    } else if (kind === T.op) {
      const word = tokens.word(at);
      if (word === '(') parentheses++;
      else if (word === ')' && parentheses > 0) parentheses--;
      // Under another DELIMITER the client sends the `;` along, and the server runs the statements on both sides.
      else if (word === ';' && compound.depth === 0 && !executable) finish(at);
    } else if (kind === T.word) compound.step(at);
    else if (kind === T.execOpen || kind === T.execClose) executable = kind === T.execOpen;
  }
  finish(tokens.length);
  return ranges;
}

/** Adds what is between two terminators: one statement, or several of T-SQL. */
function addStatements(tokens: TokenList, from: number, to: number, lexical: Lexical, ranges: TokenRange[]): void {
  if (to <= from) return;
  if (lexical.separator === 'go') splitBatch(tokens, from, to, ranges);
  else ranges.push({ from, to });
}

/** Whether the terminator at `at` is inside a compound body or parentheses, so that it does not end the statement. */
function isHeld(tokens: TokenList, at: number, lexical: Lexical, parentheses: number, depth: number): boolean {
  if (parentheses > 0 && lexical.separator === 'go' && isBetweenStrings(tokens, at)) return true;
  const isSemicolon = tokens.word(at) === ';' && tokens.end(at) > tokens.start(at);
  return isSemicolon && (depth > 0 || (lexical.parenthesesHold && parentheses > 0));
}

/** Whether the `;` separates strings, as in T-SQL's `OPENROWSET('provider';'user';'password', …)`. */
export function isBetweenStrings(tokens: TokenList, at: number): boolean {
  return tokens.kind(at - 1) === T.string && tokens.kind(at + 1) === T.string;
}

/**
 * Assigns comments to statements. A comment belongs to a statement if it is inside it, after it on its last line, or
 * directly above it (no blank line between). Returns a list for each range that has comments, and the comments that
 * belong to none.
 */
export function assignComments(
  tokens: TokenList,
  ranges: readonly TokenRange[],
): { readonly of: readonly (readonly Comment[] | undefined)[]; readonly loose: readonly Comment[] } {
  const { text, comments } = tokens;
  const of: (Comment[] | undefined)[] = [];
  const add = (index: number, comment: Comment) => {
    const known = of[index];
    if (known) known.push(comment);
    else of[index] = [comment];
  };
  const loose: Comment[] = [];
  if (comments.length === 0) return { of, loose };
  let above: Comment[] = [];
  let next = 0;
  ranges.forEach((range, index) => {
    const start = tokens.start(range.from);
    const end = tokens.end(range.to - 1);
    for (; next < comments.length && (comments[next] as Comment).start < start; next++)
      above.push(comments[next] as Comment);
    const first = firstDirectlyAbove(text, above, start);
    above.forEach((comment, at) => {
      if (at < first) loose.push(comment);
      else add(index, comment);
    });
    above = [];
    let tail = end;
    if (tokens.kind(range.to) === T.terminator) tail = tokens.end(range.to);
    const following = ranges[index + 1] ? tokens.start((ranges[index + 1] as TokenRange).from) : text.length;
    for (; next < comments.length; next++) {
      const comment = comments[next] as Comment;
      const inside = comment.end <= end;
      if (!inside && (comment.start >= following || lineBreaks(text, tail, comment.start) > 0)) break;
      add(index, comment);
      if (!inside) tail = comment.end;
    }
  });
  for (const comment of above) loose.push(comment);
  for (; next < comments.length; next++) loose.push(comments[next] as Comment);
  return { of, loose };
}

/** The index of the first comment of the block above `start`. A blank line ends the block. */
function firstDirectlyAbove(text: string, comments: readonly Comment[], start: number): number {
  let edge = start;
  let first = comments.length;
  for (; first > 0; first--) {
    const comment = comments[first - 1] as Comment;
    if (lineBreaks(text, comment.end, edge) > 1) break;
    edge = comment.start;
  }
  return first;
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
