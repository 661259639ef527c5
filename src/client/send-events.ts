import { CALLS, type EventsAnswer, LIMITS, type QueryEvent } from '../contract/index.ts';
import { ServiceError } from '../model/index.ts';
import type { RequestContext } from './answer.ts';
import { keyExpires, type ServiceConnection, type WaitHooks, withConnection } from './conversation.ts';
import type { Reply } from './exchange.ts';
import { maskJson } from './mask.ts';
import { readAnswer, unexpectedAnswer } from './read-answer.ts';
import type { ClientSettings } from './settings.ts';

export type SentEvent = QueryEvent;

/** What became of all events. `refused[].index` counts in the list that was given. */
export interface SentEvents extends Readonly<EventsAnswer> {
  readonly keyExpires: string | undefined;
}

type Refusal = EventsAnswer['refused'][number];

/** One event as it is sent, and its place in the list that was given. */
interface Written {
  readonly index: number;
  readonly json: string;
}

export async function sendEvents(
  settings: ClientSettings,
  events: readonly SentEvent[],
  { onProgress }: WaitHooks,
): Promise<SentEvents> {
  const total = { accepted: 0, duplicates: 0, refused: [] as Refusal[], keyExpires: undefined as string | undefined };
  const before = `{"workspace":${JSON.stringify(settings.workspace)},"events":[`;
  const room = LIMITS.requestBytes - Buffer.byteLength(before) - 2;
  return await withConnection(settings, { scope: CALLS.ingestEvents.scope, onProgress }, async (conversation) => {
    for (const batch of batches(events, room, total.refused)) {
      const { reply, answer } = await sendBatch(conversation, batch, before).catch((error: unknown) => {
        throw withTaken(error, total.accepted + total.duplicates, events.length);
      });
      total.accepted += answer.accepted;
      total.duplicates += answer.duplicates;
      total.keyExpires = keyExpires(reply) ?? total.keyExpires;
      for (const each of answer.refused) total.refused.push({ ...each, index: batch[each.index]?.index ?? each.index });
    }
    return { ...total, refused: total.refused.sort((a, b) => a.index - b.index) };
  });
}

/** Events in calls that the service takes. One that no call can hold is refused here, as the service would. */
function* batches(events: readonly SentEvent[], room: number, refused: Refusal[]): Generator<readonly Written[]> {
  let batch: Written[] = [];
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    const json = JSON.stringify(event);
    // With the comma before it.
    const size = Buffer.byteLength(json) + 1;
    if (size > room) {
      const detail = `the event has ${size} bytes, and a call takes ${room}; send \`truncated\` with a shorter query`;
      refused.push({ index, id: event.id, code: 'event_invalid', detail });
      continue;
    }
    if (batch.length === LIMITS.events || bytes + size > room) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ index, json });
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

async function sendBatch({ session, context }: ServiceConnection, batch: readonly Written[], before: string) {
  const { method, path, answers, response } = CALLS.ingestEvents;
  const body = `${before}${batch.map(({ json }) => json).join(',')}]}`;
  const reply = await session.call({ method, path, headers: { 'content-type': 'application/json' }, body });
  const answer = readAnswer(reply, answers, response, context);
  checkCounts(answer, batch.length, reply, context);
  return { reply, answer: maskJson(answer, context.mask) };
}

/** Each event was taken, came before or was refused, and none is told of twice. */
function checkCounts(
  { accepted, duplicates, refused }: EventsAnswer,
  sent: number,
  reply: Reply,
  asked: RequestContext,
): void {
  const indices = new Set(refused.map(({ index }) => index));
  if (indices.size !== refused.length || refused.some(({ index }) => index >= sent)) {
    throw unexpectedAnswer('it refuses events that were not sent, or one of them twice', reply, asked);
  }
  const told = accepted + duplicates + refused.length;
  if (told !== sent) throw unexpectedAnswer(`it tells of ${told} events, and ${sent} were sent`, reply, asked);
}

function withTaken(error: unknown, taken: number, all: number): unknown {
  if (!(error instanceof ServiceError) || taken === 0) return error;
  const message = `${error.message}; ${taken} of ${all} events had been taken before, and sending all of them again counts none twice`;
  return new ServiceError(message, error.exitCode, error.details);
}
