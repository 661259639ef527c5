import { randomUUID } from 'node:crypto';
import { type EventsAnswer, eventsAnswerSchema } from '../../../src/contract/index.ts';
import type { Answer } from '../../load/wire.ts';
import type { SentEvent } from '../journal.ts';
import { askOnce, askUntilAnswered, isAnswer, type NamedQuestion, type Soak } from '../soak.ts';

const BATCH = 20;
const OUTCOMES = ['ok', 'ok', 'ok', 'failed', 'blocked'] as const;
/** Statements that every ruleset of the soak lets run. */
const STATEMENTS = [
  (at: number) => `SELECT id, state FROM orders WHERE customer_id = ${at} LIMIT 20`,
  (at: number) => `INSERT INTO visits (id, page) VALUES (${at}, 'start')`,
  (at: number) => `SELECT count(*) FROM visits WHERE day = '2026-11-${10 + (at % 20)}'`,
];

let batches = 0;

/** Sends one batch, as a client does that keeps it until it is acknowledged; some come twice, some with a bad event. */
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
  // A poison event is refused alone.
  const poisoned = at % 7 === 3;
  const question = questionOf(soak, poisoned ? [...events, { id: `${batch}-x`, type: 'query', at: 'never' }] : events);
  for (const [id, event] of sent) soak.journal.openEvents.set(id, event);
  const { accepted, tries } = at % 5 === 2 ? await sendTwice(soak, question) : await send(soak, question, poisoned);
  // Before an answer was lost, the batch may have been taken: then its events are duplicates.
  if (tries === 1 && accepted !== BATCH)
    soak.journal.fault(`of a new batch ${accepted} events were accepted, not ${BATCH}`);
  for (const [id, event] of sent) {
    soak.journal.events.set(id, event);
    soak.journal.openEvents.delete(id);
  }
  if (at % 6 === 0) await sendAgain(soak, question, events);
}

function questionOf(soak: Soak, events: readonly unknown[]): NamedQuestion {
  const body = { workspace: soak.workspace.id, events };
  return { name: 'events', method: 'POST', path: '/ingest/events', bearer: soak.key, body };
}

interface Taken {
  readonly accepted: number;
  readonly tries: number;
}

async function send(soak: Soak, question: NamedQuestion, poisoned: boolean): Promise<Taken> {
  const { answer, tries } = await askUntilAnswered(soak, question);
  const read = readAnswer(soak, question, answer);
  const refused = read.refused.map(({ index, code }) => `${index} ${code}`).join();
  if (refused !== (poisoned ? `${BATCH} event_invalid` : '')) soak.journal.fault(`of a batch was refused: ${refused}`);
  if (read.accepted + read.duplicates !== BATCH)
    soak.journal.fault(`${read.accepted} events were accepted and ${read.duplicates} known, of ${BATCH}`);
  return { accepted: read.accepted, tries };
}

/** Sends the same batch twice at once: each event is accepted by one of both. */
async function sendTwice(soak: Soak, question: NamedQuestion): Promise<Taken> {
  const both = await Promise.all([askOnce(soak, question), askOnce(soak, question)]);
  const answers = both.filter((answer) => answer !== undefined);
  const accepted = answers.reduce((sum, answer) => sum + readAnswer(soak, question, answer).accepted, 0);
  if (answers.length === 2) return { accepted, tries: 1 };
  await askUntilAnswered(soak, question);
  return { accepted, tries: 2 };
}

/** A client that forgot what it had sent; and one that uses an id again for something else. */
async function sendAgain(soak: Soak, question: NamedQuestion, events: readonly object[]): Promise<void> {
  const { answer } = await askUntilAnswered(soak, question);
  const { duplicates, accepted } = readAnswer(soak, question, answer);
  if (accepted !== 0 || duplicates !== BATCH)
    soak.journal.fault(`of a batch that was acknowledged before, ${accepted} events were accepted again`);
  const changed = questionOf(soak, [{ ...events[0], query: 'SELECT 1' }]);
  const reused = await askUntilAnswered(soak, changed);
  const { refused } = readAnswer(soak, changed, reused.answer);
  if (refused[0]?.code !== 'event_id_reused')
    soak.journal.fault(`another event with the same id was not refused: ${JSON.stringify(reused.answer.body)}`);
}

function readAnswer(soak: Soak, question: NamedQuestion, answer: Answer): EventsAnswer {
  if (!isAnswer(soak, question, answer, 200)) return { accepted: 0, duplicates: 0, refused: [] };
  return eventsAnswerSchema.parse(answer.body);
}
