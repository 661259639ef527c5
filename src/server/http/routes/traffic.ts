import { type EventsResponse, eventSchema, type QueryEvent } from '../../../contract/index.ts';
import { newId } from '../../context/ids.ts';
import { dayOf } from '../../context/types.ts';
import { activeRuleset, engineRuleset } from '../../workspaces/active-ruleset.ts';
import { callerFacts } from '../caller-facts.ts';
import type { Handlers } from '../handler.ts';
import { eventFault } from '../pointer.ts';
import { actorOf } from '../principal.ts';

export const traffic: Pick<Handlers, 'query' | 'ingestEvents'> = {
  // The verdict is sent only after it is recorded, so that every verdict is in the audit trail.
  query: async ({ ctx, engine, recorder }, { body: request, principal, requestId }) => {
    const { workspace, query, dialect, caller } = request;
    const active = await activeRuleset(ctx, workspace);
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
      id,
      request,
      outcome,
      ruleset,
    });
    const { verdict, statements, findings } = outcome;
    return { body: { id, workspace, verdict, ruleset: { version: ruleset }, statements, findings } };
  },
  ingestEvents: async ({ engine, recorder }, { body: { workspace, events }, principal, requestId }) => {
    const { read, refused } = readEvents(events);
    const outcomes = await engine.events(
      read.map(({ event: { query, dialect, caller, at, normalised, truncated } }) => ({
        query,
        dialect,
        caller: callerFacts(caller),
        at: Date.parse(at),
        normalised: normalised ?? false,
        truncated: truncated ?? false,
      })),
      workspace,
    );
    const recorded = await recorder.recordEvents({
      actor: actorOf(principal),
      requestId,
      workspace,
      databaseId: principal.key.databaseId,
      events: read.map(({ index, event }, at) => {
        const outcome = outcomes[at];
        if (!outcome) throw new Error('the engine gave fewer outcomes than there were events');
        return { index, event, outcome };
      }),
    });
    return {
      body: { ...recorded, refused: [...refused, ...recorded.refused].sort((a, b) => a.index - b.index) },
    };
  },
};

/** Validates each event separately, so that an invalid one does not fail the others. */
function readEvents(events: readonly unknown[]) {
  const read: { index: number; event: QueryEvent }[] = [];
  const refused: EventsResponse['refused'] = [];
  for (const [index, value] of events.entries()) {
    const parsed = eventSchema.safeParse(value);
    if (parsed.success) read.push({ index, event: parsed.data });
    else refused.push({ index, id: idOf(value), code: 'event_invalid', detail: eventFault(parsed.error) });
  }
  return { read, refused };
}

/** The id of a refused event, if it has a valid one. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const parsed = eventSchema.shape.id.safeParse(value.id);
  return parsed.success ? parsed.data : undefined;
}
