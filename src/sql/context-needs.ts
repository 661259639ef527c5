import type { Dialect, Operation, Target } from '../model/index.ts';
import { namesUsedAt } from './deferred.ts';
import { kindsIn } from './followed-statement.ts';
import type { PolicyName } from './policies.ts';
import { mayRebuild } from './rebuilds.ts';
import { recreatedPolicies } from './recreated.ts';
import { replacedTables } from './replaced-tables.ts';
import { readScript } from './script.ts';
import { lex } from './text/lexer.ts';
import { T } from './text/tokens.ts';
import { wordsOf } from './text/words.ts';

/** What a file needs to know about the rest of the repository: see `FileContext`. */
export interface ContextNeeds {
  /** Tables that the file drops and creates again, in whatever way. */
  readonly tables: readonly Target[];
  /** Routines that the file creates or alters: names in lower case. */
  readonly routines: readonly string[];
  /** Those of the routines whose bodies run SQL that could not be read. */
  readonly unreadableRoutines: readonly string[];
  /** Policies that the file drops and creates again. */
  readonly policies: readonly PolicyName[];
}

const NOTHING: ContextNeeds = { tables: [], routines: [], unreadableRoutines: [], policies: [] };
const MAY_NEED = /\bdrop\b|\b(?:function|procedure|proc)\b/i;
const CREATES_ROUTINE: ReadonlySet<string> = new Set(['create_function', 'create_procedure']);
/** A rebuild drops the old table, or first renames it. */
const OLD_TABLE: ReadonlySet<string> = new Set(['drop_table', 'rename_table']);
const ROUTINE_KINDS: ReadonlySet<string> = new Set([...CREATES_ROUTINE, 'drop_function', 'drop_procedure']);
const ROUTINE_CLASSES: ReadonlySet<string | undefined> = new Set(['function', 'procedure']);

/** What the file needs to know. Most files need nothing, and are not read for that. */
export function contextNeeds(text: string, path: string, dialect: Dialect): ContextNeeds {
  if (!MAY_NEED.test(text)) return NOTHING;
  const { statements } = readScript(text, path, dialect, undefined);
  const tables = new Map<string, Target>();
  for (const [, { target }] of replacedTables(statements)) tables.set(`${target.schema}.${target.name}`, target);
  if (mayRebuild(kindsIn(statements)))
    for (const { kind, target } of statements.flatMap(({ operations }) => operations))
      if (OLD_TABLE.has(kind) && target.name) tables.set(`${target.schema}.${target.name}`, target);
  const routines = new Set<string>();
  const unreadable = new Set<string>();
  for (const { operations } of statements)
    for (const { kind, target, objectClass } of operations) {
      // T-SQL's ALTER PROCEDURE gives a routine a new body, too.
      const creates = CREATES_ROUTINE.has(kind) || (kind === 'alter_other' && ROUTINE_CLASSES.has(objectClass));
      if (!creates || target.name === undefined) continue;
      routines.add(target.name.toLowerCase());
      if (operations.some(({ readable }) => readable === false)) unreadable.add(target.name.toLowerCase());
    }
  return {
    tables: [...tables.values()],
    routines: [...routines],
    unreadableRoutines: [...unreadable],
    policies: recreatedPolicies(statements),
  };
}

/**
 * The words of a file, except the name of a routine in the statement that creates, drops, alters, comments on or grants
 * it. A routine whose name is not among them is neither called nor attached by the file, nor renamed.
 */
export function usedWordsOf(text: string, path: string, dialect: Dialect): Set<string> {
  const used = new Set<string>();
  let at = 0;
  for (const { span, operations } of readScript(text, path, dialect, undefined).statements) {
    addAll(used, wordsOf(text.slice(at, span.start)));
    const words = wordsOf(text.slice(span.start, span.end));
    for (const operation of operations) {
      const { name } = operation.target;
      if (operation.kind === 'rename_other') continue;
      if (namesRoutineOnly(operation) && name !== undefined) words.delete(name.toLowerCase());
    }
    addAll(used, words);
    at = span.end;
  }
  addAll(used, wordsOf(text.slice(at)));
  if (text.includes('\\')) addEscaped(used, text, dialect);
  return used;
}

/** `U&"\\0066"()` calls `f`. */
function addEscaped(used: Set<string>, text: string, dialect: Dialect): void {
  const tokens = lex(text, dialect);
  for (let at = 0; at < tokens.length; at++)
    if (tokens.kind(at) !== T.word && tokens.raw(at).includes('\\')) addAll(used, namesUsedAt(tokens, at));
}

/** Whether the operation creates, drops, alters, comments on or grants a routine: it does not run it. */
export function namesRoutineOnly({ kind, place, objectClass }: Operation): boolean {
  return place === 'statement' && (ROUTINE_KINDS.has(kind) || ROUTINE_CLASSES.has(objectClass));
}

function addAll(all: Set<string>, more: Iterable<string>): void {
  for (const word of more) all.add(word);
}
