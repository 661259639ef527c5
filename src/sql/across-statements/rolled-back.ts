import { canCarry, type OperationKind } from '../../model/index.ts';
import { withFacts } from '../reader/operation.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';
import type { FollowedStatement } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** A BEGIN that begins a transaction. PostgreSQL refuses others, such as `BEGIN TRAN`, and psql goes on without one. */
const BEGINS =
  /^(?:BEGIN(?: WORK| TRANSACTION)?|START TRANSACTION)(?: (?:ISOLATION|LEVEL|SERIALIZABLE|REPEATABLE|READ|COMMITTED|UNCOMMITTED|WRITE|ONLY|NOT|DEFERRABLE|,))*$/;
/** A ROLLBACK that ends it and begins no other one. */
const ENDS = /^(?:ROLLBACK|ABORT)(?: WORK| TRANSACTION)?(?: AND NO CHAIN)?$/;

/** What acts outside of the transaction, and may take the SQL in its arguments there. */
const ACTS_OUTSIDE: ReadonlySet<OperationKind> = new Set(['remote_sql', 'execute_program', 'load_library']);

/**
 * Marks what a file undoes itself (`rolledBack`): what stands between its BEGIN and its ROLLBACK, as in the tests of
 * pgTAP. Nothing is marked if a statement between them may end the transaction or may be skipped.
 */
export function markRolledBack(
  statements: readonly FollowedStatement[],
  { ranges, tokens, lexical, context, complete, kinds }: ScriptReading,
): void {
  if (!lexical.sessions.rollbackUndoesAll || !context || !complete || !kinds.has('rollback')) return;
  let open: number | undefined;
  for (const [index, statement] of statements.entries()) {
    if (open !== undefined && statement.section !== statements[open]?.section) open = undefined;
    const effect = effectOf(statement, tokens, ranges[index] as TokenRange);
    // In the transaction of a migration tool, BEGIN does nothing.
    if (effect === 'begin' && statement.facts.inTransaction === false) open ??= index;
    if (effect === 'roll back' && open !== undefined)
      for (let at = open; at < index; at++) mark(statements[at] as FollowedStatement, tokens, ranges[at] as TokenRange);
    if (effect === 'roll back' || effect === 'unclear') open = undefined;
  }
}

/** What the statement does to the transaction. */
function effectOf({ operations, unreadable }: FollowedStatement, tokens: TokenList, range: TokenRange) {
  if (unreadable.length > 0) return 'unclear';
  for (const { kind, place, target } of operations) {
    if (place === 'routine_body') continue;
    if (kind === 'meta_command' || kind === 'commit') return 'unclear';
    if (kind === 'prepare' && tokens.word(range.from + 1) === 'TRANSACTION') return 'unclear';
    if (place !== 'statement') continue;
    if (kind === 'begin') return BEGINS.test(textOf(tokens, range)) ? 'begin' : 'unclear';
    // Not `ROLLBACK TO savepoint`.
    if (kind === 'rollback' && target.text === '') return ENDS.test(textOf(tokens, range)) ? 'roll back' : 'unclear';
  }
  return undefined;
}

function textOf(tokens: TokenList, { from, to }: TokenRange): string {
  const words: string[] = [];
  for (let at = from; at < to; at++) words.push(tokens.word(at));
  return words.join(' ');
}

function mark(statement: FollowedStatement, tokens: TokenList, { from }: TokenRange): void {
  if (statement.operations.some(({ kind }) => ACTS_OUTSIDE.has(kind))) return;
  const alters = tokens.word(from) === 'ALTER';
  statement.operations = statement.operations.map((operation) => {
    const { kind, place } = operation;
    // A prepared statement outlives the transaction.
    if (place === 'prepared' || !canCarry(kind, 'rolledBack')) return operation;
    // Functions such as `heap_force_kill` change pages for good.
    return kind === 'discard_data' && !alters ? operation : withFacts(operation, { rolledBack: true });
  });
}
