import type { Dialect, Operation, OperationKind, Span } from '../../model/index.ts';
import { LEXICAL } from '../text/dialects.ts';
import { lex } from '../text/lexer/index.ts';
import { T } from '../text/tokens.ts';
import { wordsOf } from '../text/words.ts';

/** Which words of a file can run a routine. */
export interface RoutineRuns {
  /** The words, in lower case, of everything but the bodies of routines. */
  readonly words: ReadonlySet<string>;
  /** By routine, in lower case without schema, the words of the statements that create it. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A statement of a file; its operations are only read if it may name a routine. */
interface StatementText {
  readonly span: Span;
  readonly operations: () => readonly Operation[];
}

/** Statements that neither call nor attach the routines that they name. T-SQL's GRANT does not say what it grants on. */
const ONLY_NAMES = /^\s*(?:DROP|COMMENT|GRANT|REVOKE|DENY)\b/i;
const NAMES_ROUTINE = /func|proc|routine|aggregate/i;
/** T-SQL scripts create a routine as a stub in a string, if OBJECT_ID('name') does not find it, and then alter it. */
const STUB = /\bOBJECT_ID\s{0,8}\(\s{0,8}N?'[^']{1,256}'|\bCREATE\s{1,8}PROC(?:EDURE)?\s{1,8}[\w.[\]]{1,256}/gi;

/** Reads which routines a file creates, and what it may run. */
export function routineRuns(text: string, dialect: Dialect, statements: Iterable<StatementText>): RoutineRuns {
  const words = new Set<string>();
  const bodies = new Map<string, Set<string>>();
  for (const { span, operations } of statements) {
    const statement = text.slice(span.start, span.end);
    if (ONLY_NAMES.test(statement)) continue;
    const own = NAMES_ROUTINE.test(statement) ? operations().find(namesRoutineOnly) : undefined;
    const name = own?.target.name?.toLowerCase();
    if (!own || name === undefined || own.kind === 'rename_other') {
      addAll(words, wordsUsed(statement, dialect));
    } else if (/^(?:create|alter)_/.test(own.kind)) {
      const body = bodies.get(name) ?? new Set();
      bodies.set(name, body);
      addAll(body, wordsOf(statement));
    }
  }
  return { words, bodies };
}

/** T-SQL's condition, which is a statement by itself. Its strings are values, except what another server runs. */
const CONDITION = /^\s*(?:IF|WHILE)\b/i;
const REMOTE = /\bOPEN(?:QUERY|ROWSET|DATASOURCE)\b/i;

/** The words, in lower case, with which a statement may run a routine: not the name of one that it only looks for. */
export function wordsUsed(statement: string, dialect: Dialect): Set<string> {
  if (LEXICAL[dialect].routines.language !== 'transact-sql') return wordsOf(statement);
  if (!CONDITION.test(statement) || REMOTE.test(statement)) return wordsOf(statement.replace(STUB, ''));
  const tokens = lex(statement, dialect);
  const words = new Set<string>();
  for (let at = 0; at < tokens.length; at++) if (tokens.kind(at) !== T.string) addAll(words, wordsOf(tokens.raw(at)));
  return words;
}

/**
 * The words, in lower case, of all that the files run: of what stands in no body, and of the bodies of routines that are
 * named there, and so on.
 */
export function wordsRun(files: readonly RoutineRuns[]): ReadonlySet<string> {
  const run = new Set<string>();
  for (const { words } of files) addAll(run, words);
  // A set can grow while it is read.
  for (const word of run) for (const { bodies } of files) addAll(run, bodies.get(word) ?? []);
  return run;
}

function addAll(all: Set<string>, more: Iterable<string>): void {
  for (const word of more) all.add(word);
}

const ROUTINE_KINDS: ReadonlySet<OperationKind> = new Set([
  'create_function',
  'create_procedure',
  'drop_function',
  'drop_procedure',
]);

/** Whether the operation creates, drops, alters, comments on or grants a routine: it does not run it. */
export function namesRoutineOnly({ kind, place, objectClass }: Operation): boolean {
  return (
    place === 'statement' && (ROUTINE_KINDS.has(kind) || objectClass === 'function' || objectClass === 'procedure')
  );
}
