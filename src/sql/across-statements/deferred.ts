import type { Operation, OperationKind, Place } from '../../model/index.ts';
import { decodeString } from '../reader/body.ts';
import { withFacts } from '../reader/operation.ts';
import type { Lexical } from '../text/dialects.ts';
import { unquote } from '../text/names.ts';
import { isClosedBody, type TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { wordsOf } from '../text/words.ts';
import type { FollowedStatement } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** A statement that creates a routine and runs nothing. */
interface Routine {
  readonly statement: FollowedStatement;
  readonly range: TokenRange;
  /** In lower case, without schema. */
  readonly name: string;
}

/** Every name that is looked for; a routine with any other name counts as used. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;
/** Places of operations that run with the statement, and not when its routine is called. */
const RUNS_NOW: ReadonlySet<Place> = new Set(['statement', 'executable_comment']);
/** Statements that neither call nor attach the routines that they name. */
const ONLY_NAMES = /^(?:DROP|COMMENT|GRANT|REVOKE|DENY)$/;
const ROUTINE_WORDS = /^(?:FUNCTION|PROCEDURE|PROC|ROUTINE|AGGREGATE)$/;
/** Operations that run text which is not in the file as it is. */
const RUNS_OTHER_TEXT: ReadonlySet<OperationKind> = new Set(['execute_dynamic', 'execute_prepared', 'meta_command']);

/**
 * Marks the operations in the body of a routine that the change neither calls nor attaches (`deferred`). Any other use
 * of the routine's name counts, in strings and other bodies too. If the file may run text that is not in it, all of its
 * routines count as used.
 *
 * A routine that may replace one of the base counts as used if the base attaches it, or if that is not known. Text that a
 * SECURITY DEFINER routine builds from its parameters is not deferred: each caller can choose what its owner runs.
 */
export function markDeferred(
  statements: readonly FollowedStatement[],
  { ranges, tokens, lexical, context, complete }: ScriptReading,
): void {
  if (!complete || !context?.routinesUsed) return;
  const { routinesUsed, routinesAttached } = context;
  const routines: Routine[] = [];
  for (const [index, statement] of statements.entries()) {
    const range = ranges[index] as TokenRange;
    const name = statement.operations.length > 1 ? routineName(statement, tokens, range, lexical) : undefined;
    if (name !== undefined) routines.push({ statement, range, name });
  }
  if (routines.length === 0) return;
  const own = new Map(routines.map((routine) => [routine.statement, routine.name]));
  const names = new Set(routines.map(({ name }) => name));
  const uses: Uses = { names, lengths: new Set([...names].map((name) => name.length)), found: new Set(routinesUsed) };
  const used = uses.found;
  for (const name of routinesAttached ?? replacedRoutines(statements)) used.add(name);
  for (const [index, statement] of statements.entries()) {
    const range = ranges[index] as TokenRange;
    const name = own.get(statement);
    if (name === undefined && (statement.unreadable.length > 0 || runsOtherText(statement, tokens, range))) return;
    if (!addUses(uses, tokens, range, name)) return;
  }
  // A routine that runs may call the others.
  if (routines.some(({ name, statement, range }) => used.has(name) && runsOtherText(statement, tokens, range))) return;
  for (const { statement, name, range } of routines) {
    if (used.has(name)) continue;
    const isOpen = runsTextOfCallers(tokens, range, lexical);
    statement.operations = statement.operations.map((operation) =>
      RUNS_NOW.has(operation.place) || (isOpen && operation.kind === 'execute_dynamic' && !operation.readable)
        ? operation
        : withFacts(operation, { deferred: true }),
    );
  }
}

/** Whether a routine has parameters and runs with the privileges of its owner. PUBLIC may execute a new one. */
function runsTextOfCallers(tokens: TokenList, { from, to }: TokenRange, { routines }: Lexical): boolean {
  if (routines.language === 'transact-sql') return executesAs(tokens, from, to);
  let open = from;
  while (open < to && tokens.word(open) !== '(') open++;
  if (tokens.word(open + 1) === ')') return false;
  for (let at = open; at < to; at++)
    if (tokens.word(at) === 'SECURITY' && tokens.word(at + 1) === 'DEFINER') return true;
  return false;
}

/** T-SQL's `CREATE PROCEDURE p @a int WITH EXECUTE AS OWNER AS …`. */
function executesAs(tokens: TokenList, from: number, to: number): boolean {
  let hasParameters = false;
  for (let at = from; at < to; at++) {
    hasParameters ||= tokens.kind(at) === T.param;
    // `@a AS int` is a parameter.
    if (tokens.word(at) !== 'AS' || tokens.kind(at - 1) === T.param) continue;
    if (!/^EXEC(?:UTE)?$/.test(tokens.word(at - 1))) return false;
    return hasParameters && tokens.word(at + 1) !== 'CALLER';
  }
  return false;
}

const DROPS_ROUTINE: ReadonlySet<OperationKind> = new Set(['drop_function', 'drop_procedure']);
const CREATES_ROUTINE: ReadonlySet<OperationKind> = new Set(['create_function', 'create_procedure']);

/** The names, in lower case, of routines that may have been there before. */
function* replacedRoutines(statements: readonly FollowedStatement[]): Iterable<string> {
  for (const { kind, target, orReplace } of statements.flatMap(({ operations }) => operations)) {
    const replaces = DROPS_ROUTINE.has(kind) || kind === 'alter_other' || (CREATES_ROUTINE.has(kind) && orReplace);
    if (replaces && target.name !== undefined) yield target.name.toLowerCase();
  }
}

/** The name of the routine that the statement creates; undefined if its body may run without being named. */
function routineName(
  { operations }: FollowedStatement,
  tokens: TokenList,
  range: TokenRange,
  lexical: Lexical,
): string | undefined {
  const [create, ...others] = operations.filter(({ place }) => RUNS_NOW.has(place));
  if (!create || others.length > 0) return undefined;
  const { kind, target } = create;
  const alters =
    kind === 'alter_other' &&
    lexical.routines.alteredBody === 'routine' &&
    /^(?:FUNCTION|PROC|PROCEDURE)$/.test(tokens.word(range.from + 1));
  if (kind !== 'create_function' && kind !== 'create_procedure' && !alters) return undefined;
  const name = target.name?.toLowerCase();
  if (name === undefined || !PLAIN_NAME.test(name) || !isClosedBody(tokens, range, lexical.compound)) return undefined;
  return replacesTrigger(create, tokens, range) ? undefined : name;
}

/** Maximum tokens of a CREATE FUNCTION in which RETURNS is looked for. */
const MAX_HEAD = 2000;

/** A trigger function that is replaced may be attached already, and then runs with the next write of the file. */
function replacesTrigger({ orReplace }: Operation, tokens: TokenList, { from, to }: TokenRange): boolean {
  if (!orReplace) return false;
  for (let at = from; at < Math.min(to, from + MAX_HEAD); at++)
    if (tokens.word(at) === 'RETURNS') {
      const type = tokens.word(at + 2) === '.' ? at + 3 : at + 1;
      return /^"?(?:event_)?trigger"?$/i.test(tokens.raw(type));
    }
  return false;
}

/** What can hide a name in a text that is built: concatenation, escapes, variables. */
const MAY_HIDE_NAMES = /\|\||\+|\\|@|concat|format/i;

/** Whether the statement may run text that is not in the file as it is. */
function runsOtherText({ operations }: FollowedStatement, tokens: TokenList, { from, to }: TokenRange): boolean {
  const running = operations.filter(({ kind }) => RUNS_OTHER_TEXT.has(kind));
  if (running.length === 0) return false;
  if (running.some(({ kind, readable }) => kind !== 'execute_dynamic' || !readable)) return true;
  return MAY_HIDE_NAMES.test(tokens.text.slice(tokens.start(from), tokens.end(to - 1)));
}

/** Which of the names of routines are used. */
interface Uses {
  readonly names: ReadonlySet<string>;
  /**
   * Lengths of the names: most words have another length and need no comparison. Lower case changes only the length of
   * `İ`, which none of the names contains.
   */
  readonly lengths: ReadonlySet<number>;
  readonly found: Set<string>;
}

/**
 * Adds the names that a statement uses, except `own`, the name of the routine that it creates. False if it may use any
 * name.
 */
function addUses(uses: Uses, tokens: TokenList, { from, to }: TokenRange, own: string | undefined): boolean {
  if (own === undefined && ONLY_NAMES.test(tokens.word(from))) return true;
  if (own === undefined && onlyAlters(tokens, from, to)) return true;
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.op || kind === T.number) continue;
    if (mayUseAny(tokens, at)) return false;
    if (!mayUseOne(uses, tokens, at)) continue;
    for (const word of namesUsedAt(tokens, at)) if (word !== own && uses.names.has(word)) uses.found.add(word);
  }
  return true;
}

/** Whether the token at `at` may use any name. */
function mayUseAny(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  if (kind === T.placeholder && mayName(tokens, at)) return true;
  // `U&"f!0064" UESCAPE '!'` is the name `fd`.
  if (tokens.word(at) === 'UESCAPE') return true;
  return (kind === T.dollar || kind === T.string) && ESCAPED_NAME.test(tokens.raw(at));
}

/** Whether the token at `at` may use one of the names. */
function mayUseOne({ names, lengths }: Uses, tokens: TokenList, at: number): boolean {
  if (tokens.kind(at) === T.word) return lengths.has(tokens.end(at) - tokens.start(at));
  // Most texts contain none of the names. Searching for a few names is much faster than splitting a text into words.
  return names.size > MAX_SEARCHED || holdsOne(names, tokens.raw(at));
}

/** A name with escapes in a body, which may be any name. */
const ESCAPED_NAME = /\bU&"/i;

/** Names for which a text is searched one by one. */
const MAX_SEARCHED = 8;

/** Whether a text may contain one of the names. Escapes can hide one. */
function holdsOne(names: ReadonlySet<string>, raw: string): boolean {
  if (raw.includes('\\')) return true;
  const lower = raw.toLowerCase();
  for (const name of names) if (lower.includes(name)) return true;
  return false;
}

/** `ALTER FUNCTION f OWNER TO x` and the like. RENAME gives it another name, SUPPORT attaches another function. */
function onlyAlters(tokens: TokenList, from: number, to: number): boolean {
  if (tokens.word(from) !== 'ALTER' || !ROUTINE_WORDS.test(tokens.word(from + 1))) return false;
  for (let at = from; at < to; at++) if (/^(?:RENAME|SUPPORT|AS|BEGIN)$/.test(tokens.word(at))) return false;
  return true;
}

/** Whether the placeholder at `at` may stand for the name of a routine. */
function mayName(tokens: TokenList, at: number): boolean {
  let next = at + 1;
  while (tokens.start(next) === tokens.end(next - 1) && tokens.kind(next) !== T.op && tokens.kind(next) !== T.end)
    next++;
  if (tokens.word(next) === '(') return true;
  let before = at - 1;
  while (tokens.word(before) === '.') before -= 2;
  return /^(?:CALL|EXEC|EXECUTE|FUNCTION|PROCEDURE)$/.test(tokens.word(before)) && tokens.word(next) !== '.';
}

/** T-SQL scripts create a routine as a stub in a string, if OBJECT_ID('name') does not find it, and then alter it. */
const CREATES = /\bCREATE\s{1,8}PROC(?:EDURE)?\s{1,8}[\w.[\]]{1,256}/gi;

/** The names, in lower case, that the token at `at` may use. */
export function namesUsedAt(tokens: TokenList, at: number): Iterable<string> {
  const raw = tokens.raw(at);
  const kind = tokens.kind(at);
  if (kind === T.word) return [raw.toLowerCase()];
  if (kind === T.string && tokens.word(at - 2) === 'OBJECT_ID' && tokens.word(at - 1) === '(') return [];
  const words = wordsOf(kind === T.string ? raw.replace(CREATES, '') : raw);
  // Escapes can hide a name.
  if (raw.includes('\\') && (kind === T.string || kind === T.quoted)) {
    for (const text of [unquote(raw), decodeString(raw, true)]) for (const word of wordsOf(text)) words.add(word);
  }
  return words;
}
