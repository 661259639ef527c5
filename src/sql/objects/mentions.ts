import { T, type TokenList } from '../text/tokens.ts';
import { wordOfName, wordsOf } from '../text/words.ts';

/** Where a file first names things, whatever they are: in names and texts, but not in comments, comments on objects, or values of enums. */
export class Mentions {
  readonly #tokens: TokenList;
  #found: ReturnType<typeof mentionsOf> | undefined;

  constructor(tokens: TokenList) {
    this.#tokens = tokens;
  }

  /** Whether something before the offset has the name, or a placeholder there may stand for it. */
  isBefore(name: string, offset: number): boolean {
    this.#found ??= mentionsOf(this.#tokens);
    const { first, unknownFrom } = this.#found;
    return Math.min(unknownFrom, first.get(keyOf(name)) ?? Number.POSITIVE_INFINITY) < offset;
  }

  /** Whether something before the offset has the name itself, other than a routine that is created and renames nothing. */
  isWrittenBefore(name: string, offset: number): boolean {
    this.#found ??= mentionsOf(this.#tokens);
    return (this.#found.outside.get(keyOf(name)) ?? Number.POSITIVE_INFINITY) < offset;
  }
}

function keyOf(name: string): string {
  return wordOfName(name) ?? name.toLowerCase();
}

function mentionsOf(tokens: TokenList) {
  const first = new Map<string, number>();
  /** Without those in routines that rename nothing. */
  const outside = new Map<string, number>();
  let endOfRoutine = 0;
  let unknownFrom = Number.POSITIVE_INFINITY;
  let describes = false;
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    if (at === 0 || tokens.kind(at - 1) === T.terminator) {
      describes = hasOnlyProse(tokens, at);
      endOfRoutine = Math.max(endOfRoutine, endOfPlainRoutine(tokens, at));
    }
    if (describes && (kind === T.string || kind === T.dollar)) continue;
    if (isUnknown(tokens, at)) unknownFrom = Math.min(unknownFrom, tokens.start(at));
    if (kind === T.op || kind === T.number) continue;
    for (const word of wordsAt(tokens, at)) {
      if (!first.has(word)) first.set(word, tokens.start(at));
      if (at >= endOfRoutine && !outside.has(word)) outside.set(word, tokens.start(at));
    }
  }
  return { first, outside, unknownFrom };
}

/** Whether the texts of a statement name nothing: `COMMENT ON TABLE t IS 'one row for each u'`, `CREATE TYPE k AS ENUM ('model.u')`. */
function hasOnlyProse(tokens: TokenList, from: number): boolean {
  return tokens.word(from) === 'COMMENT' || (tokens.word(from) === 'CREATE' && tokens.word(from + 1) === 'TYPE');
}

function wordsAt(tokens: TokenList, at: number): ReadonlySet<string> {
  const raw = tokens.raw(at);
  return wordsOf(tokens.kind(at) === T.dollar ? raw.replaceAll(ENUM_VALUES, '$1') : raw);
}

/** `DO $$ BEGIN CREATE TYPE kind AS ENUM ('model.u'); EXCEPTION WHEN duplicate_object …` */
const ENUM_VALUES = /(\bcreate\s+type\s[^;()']{1,200}?\sas\s+enum)\s*\([^()]*\)/gi;

function isUnknown(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return kind === T.placeholder || kind === T.param || kind === T.unreadable || /^U&"/i.test(tokens.raw(at));
}

/** The end of the statement if it creates a routine and no word of it renames something; else its beginning. */
function endOfPlainRoutine(tokens: TokenList, from: number): number {
  if (tokens.word(from) !== 'CREATE') return from;
  const kind = tokens.word(from + 1) === 'OR' && tokens.word(from + 2) === 'REPLACE' ? from + 3 : from + 1;
  if (tokens.word(kind) !== 'FUNCTION' && tokens.word(kind) !== 'PROCEDURE') return from;
  let at = from;
  for (; at < tokens.length && tokens.kind(at) !== T.terminator; at++)
    if (wordsOf(tokens.raw(at)).has('rename')) return from;
  return at;
}
