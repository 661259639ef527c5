import {
  type ActiveRuleset,
  CALLS,
  type EventsAnswer,
  eventSchemaOf,
  type QueryEvent,
  type StatusEvent,
  statusEventSchema,
} from '../../../contract/index.ts';
import { FACTS_VERSION, InternalError } from '../../../model/index.ts';
import { newId } from '../../context/ids.ts';
import { dayOf } from '../../context/types.ts';
import type { EventTask } from '../../engine/engine.ts';
import { engineRuleset, underActiveRuleset } from '../../rulesets/active.ts';
import type { Handlers } from '../handler.ts';
import { actorOf } from '../principal.ts';
import { callerFacts } from '../requests/caller-facts.ts';
import { eventFault } from '../requests/pointer.ts';

export const traffic = {
  // The verdict is sent only after it is recorded, so that every verdict is in the audit trail.
  query: async ({ ctx, engine, recorder, pages }, { body: request, principal, requestId }) => {
    const { workspace, query, dialect, caller } = request;
    return underActiveRuleset(ctx, workspace, async (active) => {
      const outcome = await engine.query({
        active: engineRuleset(active),
        query,
        dialect,
        caller: callerFacts(caller),
        today: dayOf(ctx.now()),
      });
      const id = newId('qry');
      const { databaseId } = principal.key;
      const ruleset = active.version;
      await recorder.recordQuery({
        actor: actorOf(principal),
        requestId,
        workspace,
        databaseId,
        check: { key: principal.key.id, scope: CALLS.query.scope, ruleset },
        id,
        request,
        outcome,
        ruleset,
      });
      const { verdict, statements, findings } = outcome;
      const url = pages.query(workspace, id);
      return { body: { id, workspace, verdict, ruleset: { version: ruleset }, statements, findings, url } };
    });
  },
  ingestEvents: async ({ ctx, engine, recorder }, { body: { workspace, events }, principal, requestId }) => {
    const { queries, statuses, refused } = readEvents(events);
    // Frees what was read, while the events wait to be written.
    events.length = 0;
    const unjudged = queries.some(({ event }) => event.judged === undefined);
    const record = async (active: ActiveRuleset | undefined) => {
      const outcomes = await engine.events({
        workspace,
        active: active && engineRuleset(active),
        today: dayOf(ctx.now()),
        tasks: queries.map(({ event }) => taskOf(event)),
      });
      return recorder.recordEvents({
        actor: actorOf(principal),
        requestId,
        workspace,
        databaseId: principal.key.databaseId,
        check: { key: principal.key.id, scope: CALLS.ingestEvents.scope, ruleset: active?.version },
        events: queries.map(({ index, event }, at) => {
          const outcome = outcomes[at];
          if (!outcome) throw new InternalError('the engine gave fewer outcomes than there were events');
          // Without a ruleset they are not read again, and what was read is in the outcome.
          if (!active && 'rows' in event && 'rows' in outcome) event.rows = [];
          return { index, event, outcome };
        }),
        statuses,
        ruleset: active?.version,
      });
    };
    const recorded = unjudged ? await underActiveRuleset(ctx, workspace, record) : await record(undefined);
    return {
      body: { ...recorded, refused: [...refused, ...recorded.refused].sort((a, b) => a.index - b.index) },
    };
  },
} satisfies Partial<Handlers>;

interface SortedEvents {
  readonly queries: { readonly index: number; readonly event: QueryEvent }[];
  readonly statuses: { readonly index: number; readonly event: StatusEvent }[];
  readonly refused: EventsAnswer['refused'];
}

/** Validates each event separately, so that an invalid one does not fail the others. */
function readEvents(events: readonly unknown[]): SortedEvents {
  const sorted: SortedEvents = { queries: [], statuses: [], refused: [] };
  for (const [index, value] of events.entries()) {
    const parsed = eventSchemaOf(value).safeParse(value);
    if (!parsed.success) {
      const detail = eventFault(parsed.error);
      sorted.refused.push({ index, id: idOf(value), code: 'event_invalid', detail });
    } else if (parsed.data.type === 'proxy_status') sorted.statuses.push({ index, event: parsed.data });
    else if ('rows' in parsed.data && parsed.data.factsVersion !== FACTS_VERSION) {
      const { id, factsVersion } = parsed.data;
      const detail = `the facts have version ${factsVersion}, and the service supports version ${FACTS_VERSION}; send the text of the query, or ${factsVersion < FACTS_VERSION ? 'update the client' : 'update the service'}`;
      sorted.refused.push({ index, id, code: 'facts_version_unsupported', detail });
    } else sorted.queries.push({ index, event: parsed.data });
  }
  return sorted;
}

/** The task of the engine for an event. */
function taskOf(event: QueryEvent): EventTask {
  const { dialect, judged, session, outcome = 'ok' } = event;
  const judge = judged === undefined;
  if ('rows' in event) return { rows: event.rows, dialect, judge };
  const { query, caller, binds, inTransaction, statement, normalised = false, truncated = false } = event;
  return {
    ...{ query, dialect, caller: callerFacts(caller), normalised, truncated, binds, inTransaction, judge },
    session: session !== undefined && statement !== undefined ? { name: session, statement } : undefined,
    failed: outcome !== 'ok',
  };
}

/** The id of a refused event, if it has a valid one. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const parsed = statusEventSchema.shape.id.safeParse(value.id);
  return parsed.success ? parsed.data : undefined;
}
