import type { Dialect, Operation, OperationKind, Place } from '../../model/index.ts';
import { withFacts } from '../reader/operation.ts';
import type { Lexical } from '../text/dialects.ts';
import { isClosedBody, type TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';
import type { FollowedStatement } from './followed-statement.ts';
import { routineRuns, wordsRun } from './routine-runs.ts';
import type { ScriptReading } from './script-reading.ts';

/** Every name that is looked for; a routine with any other name counts as run. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;
/** Places of operations that run with the statement, and not when its routine is called. */
const RUNS_NOW: ReadonlySet<Place> = new Set(['statement', 'executable_comment']);

/**
 * Marks the operations in the body of a routine that the change neither calls nor attaches (`deferred`).
 *
 * A routine that may replace one of the base counts as attached if the base attaches it, or if that is not known.
 */
export function markDeferred(
  statements: readonly FollowedStatement[],
  { ranges, tokens, lexical, dialect, context }: ScriptReading,
): void {
  if (!context?.routinesUsed) return;
  const { routinesUsed, routinesRun, routinesAttached } = context;
  const attached = new Set(routinesAttached ?? replacedRoutines(statements));
  let run: ReadonlySet<string> | undefined;
  const isRun = (name: string) => {
    run ??= new Set(routinesRun ?? [...routinesUsed, ...runByFile(statements, tokens.text, dialect)]);
    return run.has(name) || attached.has(name);
  };
  for (const [index, statement] of statements.entries()) {
    if (statement.operations.length < 2) continue;
    const range = ranges[index] as TokenRange;
    const name = routineName(statement, tokens, range, lexical);
    if (name === undefined || isRun(name)) continue;
    statement.operations = statement.operations.map((operation) =>
      RUNS_NOW.has(operation.place) ? operation : withFacts(operation, { deferred: true }),
    );
  }
}

function runByFile(statements: readonly FollowedStatement[], text: string, dialect: Dialect): ReadonlySet<string> {
  const read = statements.map(({ span, operations }) => ({ span, operations: () => operations }));
  return wordsRun([routineRuns(text, dialect, read)]);
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
