import { judgeRecorded, type QueryFinding, verdictOfQuery } from '../../../check/index.ts';
import type { TrafficRows } from '../../../history/index.ts';
import type { CallerFacts, HistoryRow } from '../../../model/index.ts';
import type { Ruleset } from '../../../rules/index.ts';
import type { SqlReader } from '../../../sql/index.ts';
import type { EventRows, EventVerdict } from '../engine.ts';
import { contextOf, judgeText } from './judge-query.ts';

/** The verdict of rows that a client sent. */
export function judgeRows(ruleset: Ruleset, rows: readonly HistoryRow[], today: string): EventVerdict {
  return eventVerdict(
    rows.flatMap((row) => {
      const { caller, callerPatterns } = row;
      return judgeRecorded(ruleset, row, { file: undefined, caller, callerPatterns, today });
    }),
  );
}

interface Surroundings {
  readonly caller: CallerFacts;
  readonly today: string;
}

/** The verdict of a text without further facts: the same as for a query over HTTP. */
export function judgeEventText(
  reader: SqlReader,
  ruleset: Ruleset,
  text: Surroundings & { readonly query: string },
  read: TrafficRows,
): { readonly judged: EventVerdict; readonly allowed: EventRows['allowed'] } {
  const { findings, byClass } = judgeText(reader, ruleset, text, read);
  const allowed = findings.length === 0 ? { statements: read.tuples.length, byClass } : undefined;
  return { judged: eventVerdict(findings), allowed };
}

/** The strictest verdict over several readings of a text: in its session, or in an unknown and in a new session. */
export function judgeFacts(
  ruleset: Ruleset,
  surroundings: Surroundings,
  readings: readonly TrafficRows[],
): EventVerdict {
  return eventVerdict(
    readings.flatMap((read) => {
      const context = contextOf(surroundings, read);
      return read.tuples.flatMap((tuple) => judgeRecorded(ruleset, tuple, context));
    }),
  );
}

function eventVerdict(findings: readonly QueryFinding[]): EventVerdict {
  const counting = findings.filter(({ excepted }) => !excepted);
  return { verdict: verdictOfQuery(findings), rules: [...new Set(counting.map(({ rule }) => rule))] };
}
