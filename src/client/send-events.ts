import { CALLS, type EventsAnswer, LIMITS, type ServiceEvent } from '../contract/index.ts';
import { maskJson } from '../debug/index.ts';
import type { Reply } from '../http/index.ts';
import { ServiceError } from '../model/index.ts';
import { keyExpires, type ServiceConnection, type WaitHooks, withConnection } from './connection.ts';
import type { RequestContext } from './errors.ts';
import { countValues } from './json-values.ts';
import { readAnswer, unexpectedAnswer } from './read-response.ts';
import type { ClientSettings } from './settings.ts';

export type SentEvent = ServiceEvent;

/** The outcome for all events. `refused[].index` is the index in the input. */
export interface SentEvents extends Readonly<EventsAnswer> {
  readonly keyExpires: string | undefined;
}

type Refusal = EventsAnswer['refused'][number];

/** One serialised event, and its index in the input. */
interface SerializedEvent {
  readonly index: number;
  readonly json: string;
}

export async function sendEvents(
  settings: ClientSettings,
  events: readonly SentEvent[],
  { onProgress }: WaitHooks,
): Promise<SentEvents> {
  const total = { accepted: 0, duplicates: 0, refused: [] as Refusal[], keyExpires: undefined as string | undefined };
  const prefix = `{"workspace":${JSON.stringify(settings.workspace)},"events":[`;
  const available = {
    bytes: LIMITS.requestBytes - Buffer.byteLength(prefix) - 2,
    values: LIMITS.bodyValues - countValues(prefix),
  };
  return await withConnection(settings, { scope: CALLS.ingestEvents.scope, onProgress }, async (connection) => {
    for (const batch of batches(events, available, total.refused)) {
      const { reply, answer } = await sendBatch(connection, batch, prefix).catch((error: unknown) => {
        throw withAcceptedCount(error, total.accepted + total.duplicates, events.length);
      });
      total.accepted += answer.accepted;
      total.duplicates += answer.duplicates;
      total.keyExpires = keyExpires(reply) ?? total.keyExpires;
      for (const each of answer.refused) total.refused.push({ ...each, index: batch[each.index]?.index ?? each.index });
    }
    return { ...total, refused: total.refused.sort((a, b) => a.index - b.index) };
  });
}

/** Groups events into requests within the limits. An event that is too large for any request is rejected here. */
function* batches(
  events: readonly SentEvent[],
  available: { readonly bytes: number; readonly values: number },
  refused: Refusal[],
): Generator<readonly SerializedEvent[]> {
  let batch: SerializedEvent[] = [];
  let bytes = 0;
  let values = 0;
  for (const [index, event] of events.entries()) {
    const json = JSON.stringify(event);
    // Including the comma.
    const size = Buffer.byteLength(json) + 1;
    const held = countValues(json) + 1;
    if (size > available.bytes || held > available.values) {
      const detail =
        size > available.bytes
          ? `the event has ${size} bytes, but a request has room for only ${available.bytes}; shorten the query and set \`truncated\``
          : `the event has ${held} JSON values, but a request has room for only ${available.values}; shorten the query`;
      refused.push({ index, id: event.id, code: 'event_invalid', detail });
      continue;
    }
    if (batch.length === LIMITS.events || bytes + size > available.bytes || values + held > available.values) {
      yield batch;
      batch = [];
      bytes = 0;
      values = 0;
    }
    batch.push({ index, json });
    bytes += size;
    values += held;
  }
  if (batch.length > 0) yield batch;
}

async function sendBatch({ session, context }: ServiceConnection, batch: readonly SerializedEvent[], prefix: string) {
  const { method, path, answers, response } = CALLS.ingestEvents;
  const body = `${prefix}${batch.map(({ json }) => json).join(',')}]}`;
  const reply = await session.call({ method, path, headers: { 'content-type': 'application/json' }, body });
  const answer = readAnswer(reply, answers, response, context);
  checkCounts(answer, batch.length, reply, context);
  return { reply, answer: maskJson(answer, context.mask) };
}

/** Checks that the response accounts for each event exactly once: as accepted, duplicate or rejected. */
function checkCounts(
  { accepted, duplicates, refused }: EventsAnswer,
  sent: number,
  reply: Reply,
  context: RequestContext,
): void {
  const indices = new Set(refused.map(({ index }) => index));
  if (indices.size !== refused.length || refused.some(({ index }) => index >= sent)) {
    throw unexpectedAnswer('it rejects events that were not sent, or the same event twice', reply, context);
  }
  const counted = accepted + duplicates + refused.length;
  if (counted !== sent) throw unexpectedAnswer(`it covers ${counted} events, but ${sent} were sent`, reply, context);
}

function withAcceptedCount(error: unknown, accepted: number, total: number): unknown {
  if (!(error instanceof ServiceError) || accepted === 0) return error;
  const message = `${error.message}; ${accepted} of ${total} events were already accepted; it is safe to send all of them again, since none is counted twice`;
  return new ServiceError(message, error.exitCode, error.details);
}
