import { randomUUID } from 'node:crypto';
import { type EventsAnswer, eventsAnswerSchema } from '../../../src/contract/index.ts';
import type { Answer } from '../../load/wire.ts';
import type { SentEvent } from '../journal.ts';
import { isAnswer, type NamedRequest, type Soak, sendOnce, sendUntilAnswered } from '../soak.ts';

const BATCH = 20;
const OUTCOMES = ['ok', 'ok', 'ok', 'failed', 'blocked'] as const;
/** Statements that all rulesets of the soak allow. */
const STATEMENTS = [
  (at: number) => `SELECT id, state FROM orders WHERE customer_id = ${at} LIMIT 20`,
  (at: number) => `INSERT INTO visits (id, page) VALUES (${at}, 'start')`,
  (at: number) => `SELECT count(*) FROM visits WHERE day = '2026-11-${10 + (at % 20)}'`,
];

let batches = 0;

/**
 * Sends one batch, like a client that keeps it until it is acknowledged; some are sent twice, some with an invalid
 * event.
 */
export async function sendBatch(soak: Soak): Promise<void> {
  const at = batches++;
  const batch = randomUUID();
  const sent = new Map<string, SentEvent>();
  const events = Array.from({ length: BATCH }, (_, i) => {
    const id = `${batch}-${i}`;
    const [calls, outcome] = [1 + (i % 3), OUTCOMES[(at + i) % OUTCOMES.length] ?? 'ok'];
    sent.set(id, { calls, outcome });
    const query = STATEMENTS[i % STATEMENTS.length]?.(at * BATCH + i);
    const caller = { user: 'shop', application: i % 2 === 0 ? 'web' : 'jobs', database: 'shop' };
    return { id, type: 'query', at: new Date().toISOString(), query, dialect: 'postgresql', caller, calls, outcome };
  });
  // Only the invalid event is rejected.
  const poisoned = at % 7 === 3;
  const request = questionOf(soak, poisoned ? [...events, { id: `${batch}-x`, type: 'query', at: 'never' }] : events);
  for (const [id, event] of sent) soak.journal.openEvents.set(id, event);
  const { accepted, tries } = at % 5 === 2 ? await sendTwice(soak, request) : await send(soak, request, poisoned);
  // If an earlier answer was lost, the batch may have been accepted: its events are then duplicates.
  if (tries === 1 && accepted !== BATCH)
    soak.journal.fault(`${accepted} of ${BATCH} events of a new batch were accepted`);
  for (const [id, event] of sent) {
    soak.journal.events.set(id, event);
    soak.journal.openEvents.delete(id);
  }
  if (at % 6 === 0) await sendAgain(soak, request, events);
}

function questionOf(soak: Soak, events: readonly unknown[]): NamedRequest {
  const body = { workspace: soak.workspace.id, events };
  return { name: 'events', method: 'POST', path: '/ingest/events', bearer: soak.key, body };
}

interface Taken {
  readonly accepted: number;
  readonly tries: number;
}

async function send(soak: Soak, request: NamedRequest, poisoned: boolean): Promise<Taken> {
  const { answer, tries } = await sendUntilAnswered(soak, request);
  const read = readAnswer(soak, request, answer);
  const refused = read.refused.map(({ index, code }) => `${index} ${code}`).join();
  if (refused !== (poisoned ? `${BATCH} event_invalid` : ''))
    soak.journal.fault(`events of a batch were rejected: ${refused}`);
  if (read.accepted + read.duplicates !== BATCH)
    soak.journal.fault(`${read.accepted} events were accepted and ${read.duplicates} known, of ${BATCH}`);
  return { accepted: read.accepted, tries };
}

/** Sends the same batch twice at once: each event is accepted once. */
async function sendTwice(soak: Soak, request: NamedRequest): Promise<Taken> {
  const both = await Promise.all([sendOnce(soak, request), sendOnce(soak, request)]);
  const answers = both.filter((answer) => answer !== undefined);
  const accepted = answers.reduce((sum, answer) => sum + readAnswer(soak, request, answer).accepted, 0);
  if (answers.length === 2) return { accepted, tries: 1 };
  await sendUntilAnswered(soak, request);
  return { accepted, tries: 2 };
}

/** A client that forgot what it sent, and one that reuses an id for another event. */
async function sendAgain(soak: Soak, request: NamedRequest, events: readonly object[]): Promise<void> {
  const { answer } = await sendUntilAnswered(soak, request);
  const { duplicates, accepted } = readAnswer(soak, request, answer);
  if (accepted !== 0 || duplicates !== BATCH)
    soak.journal.fault(`${accepted} events of an acknowledged batch were accepted again`);
  const changed = questionOf(soak, [{ ...events[0], query: 'SELECT 1' }]);
  const reused = await sendUntilAnswered(soak, changed);
  const { refused } = readAnswer(soak, changed, reused.answer);
  if (refused[0]?.code !== 'event_id_reused')
    soak.journal.fault(`another event with the same id was not rejected: ${JSON.stringify(reused.answer.body)}`);
}

function readAnswer(soak: Soak, request: NamedRequest, answer: Answer): EventsAnswer {
  if (!isAnswer(soak, request, answer, 200)) return { accepted: 0, duplicates: 0, refused: [] };
  return eventsAnswerSchema.parse(answer.body);
}
