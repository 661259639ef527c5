import { randomUUID } from 'node:crypto';
import type { FactsEvent, QueryEvent, TextEvent } from '../../src/contract/index.ts';
import { bodyOf, callerText, RowWriter, rowText } from '../../src/history/snapshot/row-text.ts';
import { FACTS_VERSION, flowId, type HistoryRow } from '../../src/model/index.ts';
import { newId } from '../../src/server/context/ids.ts';
import type { EventOutcome, QueryOutcome, StoredRow } from '../../src/server/engine/engine.ts';
import { hashOfRow } from '../../src/server/engine/tasks/stored-row.ts';
import type { EventsRecord, QueryRecord, RecordAuthor } from '../../src/server/queries/records.ts';
import { row } from '../history/build.ts';

/** A list of queries as signed-in people get it. */
export const WITH_TEXTS = { withTexts: true } as const;

/** SQL of all recorded queries: those with a row of their own, and those whose row is their entry of the audit trail. */
export const RECORDED_QUERIES = `(
    SELECT workspace_id, sequence, id, channel, calls, verdict, ruleset_version FROM queries
    UNION ALL
    SELECT t.workspace_id, t.sequence, t.id::text, k.channel, coalesce(t.calls, 1), k.verdict, k.ruleset_version
    FROM traffic_entries t JOIN traffic_kinds k ON k.id = t.kind
  ) AS recorded`;

/** A row as the engine creates it. */
export function storedRow(given: Partial<HistoryRow> = {}): StoredRow {
  const made = row(given);
  const text = rowText(bodyOf(new RowWriter().tuple(made), callerText(made.caller, made.callerPatterns)));
  const { unreadable, truncated } = made;
  return { hash: hashOfRow(text), text, flow: flowId(made), unreadable: unreadable !== undefined, truncated };
}

/** A flow of the application `web`. */
export function flowOf(shape: string, application = 'web'): string {
  return flowId({ dialect: 'postgresql', shape, caller: { application, user: undefined, database: undefined } });
}

export function by(workspace: string): RecordAuthor {
  return {
    workspace,
    actor: { kind: 'key', id: 'key_1', name: 'ci' },
    requestId: '0b1c6a0e-5b57-4f6e-8a0e-3c9c1b7f2a11',
    databaseId: 'shop-db',
  };
}

export function queryRecord(
  workspace: string,
  { query = 'select id from users where id = 7', ...outcome }: Partial<QueryOutcome> & { query?: string } = {},
): QueryRecord {
  return {
    ...by(workspace),
    id: newId('qry'),
    request: { query, dialect: 'postgresql', caller: { user: 'app', application: 'web' } },
    outcome: {
      verdict: 'allow',
      statements: 1,
      findings: [],
      rows: [storedRow()],
      shape: 'select id from users where id = ?',
      flow: flowOf(outcome.shape ?? 'select id from users where id = ?'),
      ...outcome,
    },
    ruleset: 3,
  };
}

export function event(given: Partial<TextEvent> = {}): TextEvent {
  return {
    id: randomUUID(),
    type: 'query',
    at: '2026-11-20T09:30:00.000Z',
    query: "select id from users where name = 'Ada'",
    dialect: 'postgresql',
    ...given,
  };
}

export function eventOutcome(rows: readonly StoredRow[] = [storedRow()]): EventOutcome {
  const shape = 'select id from users where name = ?';
  return { rows, shape, flow: flowOf(shape), judged: { verdict: 'allow', rules: [] } };
}

/** An event of a proxy. */
export function factsEvent(given: Partial<FactsEvent> = {}): FactsEvent {
  return {
    id: randomUUID(),
    type: 'query',
    at: '2026-11-20T09:30:00.000Z',
    dialect: 'postgresql',
    factsVersion: FACTS_VERSION,
    rows: [JSON.parse(storedRow().text)],
    judged: { verdict: 'allow', rules: [], ruleset: 3, mode: 'enforce' },
    proxy: 'proxy-1',
    ...given,
  };
}

/** A sequence of events, each with its own or the default outcome. */
export function eventsRecord(
  workspace: string,
  events: readonly (QueryEvent | readonly [QueryEvent, EventOutcome])[],
): EventsRecord {
  return {
    ...by(workspace),
    ruleset: 3,
    events: events.map((given, index) => {
      const [each, outcome] = 'id' in given ? [given, eventOutcome()] : given;
      return { index, event: each, outcome };
    }),
  };
}
