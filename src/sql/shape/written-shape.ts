import { createHash } from 'node:crypto';
import type { Dialect } from '../../model/index.ts';
import { LEXICAL, type Lexical, type LexicalMode } from '../text/dialects.ts';
import { lexTraffic } from '../text/lexer/index.ts';
import { piecesOf } from '../text/literals.ts';
import { foldName } from '../text/names.ts';
import { split, type TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { foldLists, type ShapePart } from './shape-lists.ts';
import { foldValues } from './shape-values.ts';

/**
 * Maximum characters of a shape. A longer one is cut and gets a hash of the full text, so that different shapes stay
 * different.
 */
const MAX_LENGTH = 20_000;

/**
 * Reserved words of MySQL, which are written in lower case. MySQL names keep their case, and none of these is a bare
 * name.
 */
const RESERVED = new Set(
  `ADD ALL ALTER AND AS ASC BETWEEN BY CALL CASE CHANGE COLLATE COLUMN CREATE CROSS DELETE DESC DESCRIBE DISTINCT DROP ELSE
   EXISTS EXPLAIN FALSE FOR FORCE FOREIGN FROM GRANT GROUP HAVING IGNORE IN INDEX INNER INSERT INTERVAL INTO IS JOIN KEY LEFT
   LIKE LIMIT LOAD LOCK MATCH NATURAL NOT NULL ON OPTIMIZE OR ORDER OUTER OVER PARTITION PRIMARY PROCEDURE RANGE REGEXP
   RENAME REPLACE REVOKE RIGHT RLIKE SELECT SET SHOW STRAIGHT_JOIN TABLE THEN TO TRUE UNION UNIQUE UNLOCK UPDATE USE USING
   VALUES WHEN WHERE WITH XOR`.split(/\s+/),
);
/** Words that are followed by a space before `(`. Any other word before `(` is taken for a function name. */
const SPACED = new Set(
  `ALL AND ANY AS BETWEEN BY CASE DISTINCT ELSE EXCEPT EXISTS FROM IN INTERSECT INTO IS JOIN LATERAL LIKE LIMIT NOT OFFSET ON OR
   OVER RETURNING SELECT SET THEN UNION USING VALUES WHEN WHERE WITH`.split(/\s+/),
);
const ROUTINE_VERBS = new Set(['CALL', 'EXECUTE', 'EXEC']);

/**
 * The statements of a text in the form that is safe to store, one for each statement of `readTraffic`. Every literal is
 * `?`, and so is every other value (what SET assigns, the arguments of CALL and EXECUTE). Comments are removed, hints
 * are kept, names are folded, spacing is normalised, values and lists are folded (shape-values.ts, shape-lists.ts). The shape of a statement that was
 * not recognised must not be stored: the text may not be SQL, and its words could be anything.
 */
export function writtenShapes(text: string, dialect: Dialect, mode: LexicalMode = {}): readonly string[] {
  const lexical: Lexical = { ...LEXICAL[dialect], ...mode };
  return shapesOfTokens(lexTraffic(text, lexical), lexical);
}

/**
 * Whether a text can be a shape that `writtenShapes` wrote: it has no literal and no comment but hints. Names in double
 * quotes are names in every dialect, because a session can have ANSI quotes.
 */
export function isWrittenShape(text: string, dialect: Dialect): boolean {
  const cut = CUT.exec(text);
  if (text === '' || text.length > MAX_LENGTH + (cut?.[0].length ?? 0)) return false;
  const tokens = lexTraffic(cut ? text.slice(0, cut.index) : text, { ...LEXICAL[dialect], doubleQuote: 'identifier' });
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    if (kind === T.string || kind === T.dollar || kind === T.number) return false;
    if (kind === T.unreadable && !(cut && at === tokens.length - 1)) return false;
  }
  return tokens.comments.every(({ start }) => isHint(tokens, start));
}

const CUT = / … \[\d+ characters, SHA-256 [0-9a-f]{16}\]$/;

/** See `writtenShapes`. */
export function shapesOfTokens(tokens: TokenList, lexical: Lexical): readonly string[] {
  return split(tokens, lexical).map((range) => truncated(shapeOf(tokens, range, lexical)));
}

function truncated(shape: string): string {
  if (shape.length <= MAX_LENGTH) return shape;
  const hash = createHash('sha256').update(shape).digest('hex').slice(0, 16);
  return `${shape.slice(0, MAX_LENGTH)} … [${shape.length} characters, SHA-256 ${hash}]`;
}

const GENERATED_NAMES = new Set('SAVEPOINT RELEASE ROLLBACK FETCH MOVE CLOSE DEALLOCATE'.split(' '));
const GENERATED_FIRST_NAME = new Set(['DECLARE', 'PREPARE', 'EXECUTE']);

/**
 * The name of a savepoint, cursor or prepared statement, with `*` for each part that has a digit: `sp_17` becomes
 * `sp_*`. Drivers generate such names, and each would otherwise be a shape of its own.
 */
export function passingName(name: string): string {
  return name.replace(/[A-Za-z$\u0080-\uffff]*[0-9][A-Za-z0-9$\u0080-\uffff]*/g, '*');
}

/** The token up to which names are driver-generated ones. */
function generatedNamesEnd(tokens: TokenList, { from, to }: TokenRange): number {
  const verb = tokens.word(from);
  return GENERATED_NAMES.has(verb) ? to : GENERATED_FIRST_NAME.has(verb) ? from + 2 : from;
}

function shapeOf(tokens: TokenList, range: TokenRange, lexical: Lexical): string {
  const writer = new Writer();
  for (const { text, name } of folded(partsOf(tokens, range, lexical), lexical)) writer.put(text, name);
  return writer.text;
}

/** T-SQL has neither TRUE nor FALSE. */
function folded<Part extends ShapePart>(parts: readonly Part[], lexical: Lexical): readonly Part[] {
  const { dollarParameters, sigils } = lexical;
  return foldLists(foldValues(parts, { booleans: !sigils, dollarParameters }));
}

interface WrittenPart extends ShapePart {
  /** Whether a `(` after it is that of a call. */
  readonly name: boolean;
}

function partsOf(tokens: TokenList, range: TokenRange, lexical: Lexical): readonly WrittenPart[] {
  const generatedEnd = generatedNamesEnd(tokens, range);
  const hidden = hiddenIn(tokens, range, lexical);
  const parts: WrittenPart[] = [];
  let hide = 0;
  let comment = 0;
  let endsHidden = false;
  const hints = tokens.comments.filter(
    ({ start, end }) => isHint(tokens, start) && isWithin(tokens, range, start, end),
  );
  const before = (offset: number) => {
    for (; (hints[comment]?.start ?? Infinity) < offset; comment++) {
      const text = hintOf(tokens, hints[comment]?.start ?? 0, hints[comment]?.end ?? 0, lexical);
      parts.push({ text, word: '', kind: 'other', name: false });
      endsHidden = false;
    }
  };
  for (const { at, literal } of piecesOf(tokens, range.from, range.to)) {
    before(tokens.start(at));
    while (at >= (hidden[hide]?.to ?? Infinity)) hide++;
    const hiddenRange = hidden[hide];
    if (hiddenRange && at >= hiddenRange.from) {
      if (at === hiddenRange.from || !endsHidden) parts.push(VALUE);
      endsHidden = true;
      continue;
    }
    endsHidden = false;
    parts.push(literal ? VALUE : partOf(tokens, at, lexical, at < generatedEnd));
  }
  before(tokens.end(range.to - 1));
  return parts;
}

const VALUE: WrittenPart = { text: '?', word: '', kind: 'value', name: false };

function partOf(tokens: TokenList, at: number, lexical: Lexical, generated: boolean): WrittenPart {
  const text = textOfToken(tokens, at, lexical);
  const word = tokens.word(at);
  const name = tokens.kind(at) === T.word && !SPACED.has(word);
  return { text: generated ? passingName(text) : text, word, kind: kindOf(tokens, at, text, lexical), name };
}

/** MySQL's `@name` is a variable of the session. PostgreSQL has no `?`, but texts from drivers do. */
function kindOf(tokens: TokenList, at: number, text: string, lexical: Lexical): ShapePart['kind'] {
  if (text === '?') return 'value';
  return tokens.kind(at) === T.param && !(lexical.sessionVariables && text.startsWith('@')) ? 'param' : 'other';
}

/**
 * A shape that an earlier version wrote, which folded less, as `writtenShapes` writes it now. Any other shape stays as it is.
 */
export function foldedShape(shape: string, dialect: Dialect): string {
  if (!mayFold(shape) || CUT.test(shape)) return shape;
  const lexical: Lexical = { ...LEXICAL[dialect], doubleQuote: 'identifier' };
  const tokens = lexTraffic(shape, lexical);
  let end = 0;
  const parts = Array.from({ length: tokens.length }, (_, at) => {
    const gap = shape.slice(end, tokens.start(at));
    end = tokens.end(at);
    const text = tokens.raw(at);
    return { text, word: tokens.word(at), kind: kindOf(tokens, at, text, lexical), gap };
  });
  return `${folded(parts, lexical)
    .map(({ text, gap }) => gap + text)
    .join('')}${shape.slice(end)}`;
}

/** A parameter, a constant or a sign. */
const OTHER_VALUE = /\$\d|(?<!\bis )(?<!\bis not )\b(?:null|true|false)\b|[-+] ?\?/i;
/** An ARRAY, a list of rows, or `...`. */
const OTHER_LIST = /array ?\[|in ?\( ?\(|\.\.\./i;
/** A list or row that is more than one value. */
const LONGER_LIST = /\b(?:in|values?) ?\((?!\?\)|select\b)/i;
/** What such a list may have besides `?`. */
const ITEM = /[$@]\w|(?<!:):\w|-|null|true|false|default/i;

/** Whether a shape may have values or lists that are not folded. Lexing all takes longer. */
function mayFold(shape: string): boolean {
  if (OTHER_VALUE.test(shape) || OTHER_LIST.test(shape)) return true;
  return LONGER_LIST.test(shape) && ITEM.test(shape);
}

function isHint(tokens: TokenList, start: number): boolean {
  return tokens.text.startsWith('/*+', start);
}

function isWithin(tokens: TokenList, range: TokenRange, start: number, end: number): boolean {
  return start >= tokens.start(range.from) && end <= tokens.end(range.to - 1);
}

/** Writes tokens one after another, with spaces where a reader expects them. */
class Writer {
  text = '';
  #glued = true;
  #name = false;

  put(part: string, name: boolean): void {
    const tight = part === ',' || part === ')' || part === '.' || part === ']' || part === '::' || part === ';';
    const called = (part === '(' && this.#name) || part === '[';
    if (!this.#glued && !tight && !called) this.text += ' ';
    this.text += part;
    this.#glued = part === '(' || part === '.' || part === '[' || part === '::' || part === '@';
    this.#name = name;
  }
}

function textOfToken(tokens: TokenList, at: number, lexical: Lexical): string {
  const raw = tokens.raw(at);
  switch (tokens.kind(at)) {
    case T.word:
      if (lexical.fold === 'none') return RESERVED.has(tokens.word(at)) ? raw.toLowerCase() : raw;
      return foldName(raw, false, lexical);
    case T.quoted:
      return lexical.fold === 'all' ? raw.toLowerCase() : raw;
    case T.param:
      // In dialects where `$1` is not a parameter, `$12.50` is an amount of money.
      if (/^\$\d/.test(raw) && !lexical.dollarParameters) return '?';
      // `@'name'`: the quoted text could be anything.
      return /^@+['"]/.test(raw) ? '@?' : raw;
    case T.op:
    case T.terminator:
    case T.execOpen:
    case T.execClose:
      return raw;
    default:
      return '?';
  }
}

function hintOf(tokens: TokenList, start: number, end: number, lexical: Lexical): string {
  const inner = lexTraffic(tokens.text.slice(start + 3, end - 2), lexical);
  const writer = new Writer();
  for (const { at, literal } of piecesOf(inner, 0, inner.length))
    writer.put(literal ? '?' : textOfToken(inner, at, lexical), inner.kind(at) === T.word);
  return `/*+ ${writer.text} */`;
}

// Values other than literals

/** Ranges of tokens that are replaced by `?` although they are not literals. */
function hiddenIn(tokens: TokenList, range: TokenRange, lexical: Lexical): readonly TokenRange[] {
  let from = range.from;
  while (tokens.kind(from) === T.execOpen && from < range.to) from++;
  const verb = tokens.word(from);
  if (verb === 'SET') return settingValues(tokens, from + 1, range.to, lexical);
  if (verb === 'ALTER') return alteredSettingValues(tokens, from + 1, range.to);
  if (verb === 'PRAGMA') return afterName(tokens, from + 1, range.to);
  if (ROUTINE_VERBS.has(verb) && tokens.word(from + 1) !== 'IMMEDIATE') {
    if (lexical.routines.bareCalls) return procedureArguments(tokens, from + 1, range.to);
    return afterName(tokens, from + 1, range.to);
  }
  // T-SQL runs a procedure by its name alone.
  const bare = lexical.routines.bareCalls && /^(?:SP_|XP_)/.test(verb);
  return bare ? procedureArguments(tokens, from, range.to) : [];
}

function isAssignment(tokens: TokenList, at: number): boolean {
  const word = tokens.word(at);
  return word === '=' || word === ':=' || word === 'TO';
}

/** `SET a = secret, b = other`, and MariaDB's `SET STATEMENT a = 1 FOR …`. */
function settingValues(tokens: TokenList, from: number, to: number, { sessions }: Lexical): readonly TokenRange[] {
  const hidden: TokenRange[] = [];
  let value = -1;
  let depth = 0;
  const close = (at: number) => {
    if (value >= 0 && at > value) hidden.push({ from: value, to: at });
    value = -1;
  };
  const isSetStatement = sessions.statementSettings && tokens.word(from) === 'STATEMENT';
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth > 0) continue;
    if (isSetStatement && word === 'FOR') {
      close(at);
      return hidden;
    }
    if (sessions.sets === 'assignments' && word === ',') close(at);
    else if (value < 0 && isAssignment(tokens, at)) value = at + 1;
  }
  close(to);
  return hidden;
}

/** `ALTER ROLE r SET name = secret`, and the same for a database, the system or a routine. */
function alteredSettingValues(tokens: TokenList, from: number, to: number): readonly TokenRange[] {
  if (tokens.word(from) === 'TABLE') return [];
  for (let at = from; at < to; at++) {
    if (tokens.word(at) !== 'SET') continue;
    for (let next = at + 1; next < Math.min(to, at + 5); next++)
      if (isAssignment(tokens, next) && next + 1 < to) return [{ from: next + 1, to }];
  }
  return [];
}

/** The tokens in the parentheses after a name, or after its `=`. */
function afterName(tokens: TokenList, from: number, to: number): readonly TokenRange[] {
  for (let at = from; at < to; at++) {
    if (tokens.word(at) === '=') return at + 1 < to ? [{ from: at + 1, to }] : [];
    if (tokens.word(at) !== '(') continue;
    const end = tokens.word(to - 1) === ')' ? to - 1 : to;
    return end > at + 1 ? [{ from: at + 1, to: end }] : [];
  }
  return [];
}

/** T-SQL's `[@result =] name arguments`, `(text)`, `AS USER = 'x'`. */
function procedureArguments(tokens: TokenList, from: number, to: number): readonly TokenRange[] {
  let at = from;
  if (tokens.kind(at) === T.param && tokens.word(at + 1) === '=') at += 2;
  at++;
  while (tokens.word(at) === '.' && at + 1 < to) at += 2;
  return at < to ? [{ from: at, to }] : [];
}
