import { hash } from 'node:crypto';
import type { QueryEvent } from '../../contract/index.ts';
import type { EventOutcome } from '../engine/engine.ts';
import { hex } from '../history/add-history.ts';

/**
 * SHA-256 (hex) of the content of an event, independent of its JSON form: defaults are filled in, timestamps are numbers, and
 * rows are as they are stored.
 */
export function eventHash(event: QueryEvent, outcome: EventOutcome): string {
  const { id, type, at, lastAt, query, dialect, calls, judged, outcome: became, sqlstate } = event;
  const fields = [
    id,
    type,
    Date.parse(at),
    lastAt === undefined ? null : Date.parse(lastAt),
    query,
    dialect,
    calls ?? 1,
    judged && [judged.verdict, judged.rules, judged.ruleset, judged.mode],
    became ?? 'ok',
    sqlstate,
    event.durationMs,
    event.session,
    event.proxy,
    'rows' in event ? rowsOf(event.rows, outcome) : textFields(event),
  ];
  return hash('sha256', JSON.stringify(fields), 'hex');
}

/** Rows that could not be stored are compared as they were sent. */
function rowsOf(rows: readonly unknown[], outcome: EventOutcome): readonly unknown[] {
  return 'rows' in outcome ? outcome.rows.map((row) => hex(row.hash)) : rows;
}

function textFields(event: Exclude<QueryEvent, { rows: unknown }>): readonly unknown[] {
  const { caller = {}, binds, statement, inTransaction, normalised, truncated } = event;
  const { tags, ...names } = caller;
  return [
    sorted(names),
    tags && sorted(tags),
    binds,
    statement,
    inTransaction,
    normalised === true,
    truncated === true,
  ];
}

function sorted(
  names: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string | undefined])[] {
  return Object.entries(names)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
