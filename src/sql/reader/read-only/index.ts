import type { Dialect, Operation, OperationKind, StatementFacts } from '../../../model/index.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import { effectsOfTokens } from './effects.ts';
import { reviewedOf } from './functions.ts';
import { unlistedRelations } from './relations.ts';

type Effects = StatementFacts['effects'];

const READS: ReadonlySet<OperationKind> = new Set(['select', 'show', 'explain', 'copy_to', 'cursor']);
/** Beside those that read: what begins or ends a transaction, and settings, of which some only read. */
const OTHERS: ReadonlySet<OperationKind> = new Set(['begin', 'commit', 'rollback', 'savepoint', 'set']);

/** Whether a statement with these operations can be one that only reads, so that its effects matter. */
export function mayOnlyRead(operations: readonly Operation[]): boolean {
  return operations.every(({ kind }) => READS.has(kind) || OTHERS.has(kind));
}

/** The effects that the tokens show; not known if only a grammar tells, or if the dialect was not reviewed. */
export function effectsFound(scan: Scan, range: TokenRange, operations: readonly Operation[]): Effects {
  const reviewed = reviewedOf(scan.dialect);
  if (!mayOnlyRead(operations)) return [];
  // A command of the client program that is harmless; no other one only reads.
  if (reviewed !== undefined && scan.tokens.kind(range.from) === T.directive) return [];
  return reviewed === undefined || reviewed.byGrammar ? undefined : effectsOfTokens(reviewed, scan, range);
}

/** All effects of a statement that otherwise only reads. */
export function effectsOf(
  dialect: Dialect,
  operations: readonly Operation[],
  found: Effects,
  tablesRead: StatementFacts['tablesRead'],
): Effects {
  if (!mayOnlyRead(operations)) return [];
  const reviewed = reviewedOf(dialect);
  if (!reviewed || found === undefined || tablesRead === undefined) return undefined;
  const effects = new Set(found);
  if (operations.some(({ kind, endpoint }) => kind === 'copy_to' && endpoint !== 'client')) effects.add('file');
  if (!reviewed.hasPragmas && operations.some(({ kind }) => kind === 'set')) effects.add('setting');
  for (const name of unlistedRelations(dialect, tablesRead)) effects.add(`relation ${name}`);
  return [...effects];
}

/**
 * Whether the statement only reads: false if it certainly does more, and not known if it uses something that is not on the
 * lists, whose effects have a name (`function f`).
 */
export function isReadOnly(
  operations: readonly Operation[],
  effects: Effects,
  understood: boolean,
): StatementFacts['readOnly'] {
  const reads = operations.every(({ kind }) => READS.has(kind) || kind === 'set');
  if (!reads || effects?.some((effect) => !effect.includes(' '))) return false;
  return understood && operations.length > 0 && effects?.length === 0 ? true : undefined;
}
