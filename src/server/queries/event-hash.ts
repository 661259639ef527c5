import { hash } from 'node:crypto';
import type { QueryEvent } from '../../contract/index.ts';
import type { EventOutcome, EventRows } from '../engine/engine.ts';
import { hex } from '../history/add-history.ts';

/**
 * SHA-256 (hex) of the content of an event, independent of its JSON form: defaults are filled in, timestamps are numbers, and
 * rows are as they are stored.
 */
export function eventHash(event: QueryEvent, outcome: EventOutcome): string {
  const { id, type, at, lastAt, query, dialect, calls, judged, outcome: became, sqlstate } = event;
  const fields = JSON.stringify([
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
  ]);
  const last = 'rows' in event ? rowsJson(event.rows, outcome) : JSON.stringify(textFields(event));
  return hash('sha256', `${fields.slice(0, -1)},${last}]`, 'hex');
}

/** Of outcomes, which many events share: the hashes of their rows, as JSON. */
const known = new WeakMap<EventRows, string>();

/** Rows that could not be stored are compared as they were sent. */
function rowsJson(rows: readonly unknown[], outcome: EventOutcome): string {
  if (!('rows' in outcome)) return JSON.stringify(rows);
  let json = known.get(outcome);
  if (json === undefined) {
    json = JSON.stringify(outcome.rows.map((row) => hex(row.hash)));
    known.set(outcome, json);
  }
  return json;
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
