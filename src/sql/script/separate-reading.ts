import type { Operation, Span, Unreadable } from '../../model/index.ts';
import type { ScriptText } from '../across-statements/script-reading.ts';
import { UNCLEAR_COLUMN } from '../queries/row-filters/row-filter.ts';
import { isListedRoutine, readCalls } from '../reader/administration/index.ts';
import { withFacts } from '../reader/operation.ts';
import { Collector, type LiteralCall } from '../reader/scan.ts';
import { readSqlArguments } from '../reader/sql-arguments.ts';
import { gatherFacts } from '../reader/statement-facts/index.ts';
import type { TokenRange } from '../text/splitter.ts';
import type { TokenList } from '../text/tokens.ts';
import { type Scanned, scanStatement } from './scan-statement.ts';

/** What the token reader finds in a statement by itself: without those around it, and without a grammar. */
export interface SeparateReading {
  readonly operations: readonly Operation[];
  readonly unreadable: readonly Unreadable[];
  readonly gathered: ReturnType<typeof gatherFacts>;
  readonly understood: boolean;
  /** Where another statement begins without a separator; undefined: nowhere. */
  readonly leftOver?: Unreadable | undefined;
  /** Some servers run a part of it, and others skip that part. */
  readonly optional: boolean;
  /** Whether it is the same whatever calls the rest of the file has and whatever the base defines. */
  readonly isFinal: boolean;
}

/** What the reading of a statement asks of the rest of the file, and of the base. */
interface StatementSurroundings extends Pick<Collector, 'columnsOf'> {
  /** Calls of the routine that the statement creates; empty unless all of them are known. */
  literalCalls(): readonly LiteralCall[];
}

export function readAlone(script: ScriptText, range: TokenRange, surroundings: StatementSurroundings): SeparateReading {
  let dependsOnCalls = false;
  // In traffic, statements are known by their shape, without the arguments of routines.
  const isTraffic = script.context === undefined;
  const collector = new Collector({
    isTraffic,
    literalCalls: () => {
      dependsOnCalls ||= script.lexical.routines.language === 'plpgsql';
      return surroundings.literalCalls();
    },
    columnsOf: surroundings.columnsOf,
  });
  const scanned = scanStatement(script, range, collector);
  const unreadable = [...collector.unreadable];
  if (!isTraffic) readSqlInCalls(scanned);
  readCalls(scanned.scan, scanned.from, scanned.to);
  const { understood, leftOver, optional = false } = scanned;
  // What an optional comment pins is not pinned on every server.
  if (optional) {
    for (const [at, operation] of collector.operations.entries())
      if (operation.filter !== '') collector.operations[at] = withFacts(operation, { pinnedColumns: undefined });
  }
  const { operations } = collector;
  const gathered = gatherFacts(scanned.scan, scanned.from, scanned.to, operations);
  const isFinal = !dependsOnCalls && !operations.some(({ filterDoubt }) => filterDoubt === UNCLEAR_COLUMN);
  return { operations, unreadable, gathered, understood, leftOver, optional, isFinal };
}

/** What a statement does, without the bodies of routines. */
export function readHead(script: ScriptText, range: TokenRange): readonly Operation[] {
  const collector = new Collector({ readsBodies: false });
  scanStatement(script, range, collector);
  return collector.operations;
}

/** Reads the SQL in arguments of calls, in the statement and in the texts that it runs. */
function readSqlInCalls({ scan, from, to }: Scanned): void {
  const isListed = (name: string) => isListedRoutine(scan, name);
  const scans = [...scan.out.scans];
  readSqlArguments(scan, from, to, isListed);
  for (const inner of scans) readSqlArguments(inner, 0, inner.tokens.length, isListed);
}

/** The span of a statement in its file. */
export function spanOf(tokens: TokenList, { from, to }: TokenRange): Span {
  return { start: tokens.start(from), end: tokens.end(to - 1) };
}
