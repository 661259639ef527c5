import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadWorkspace, signIn } from '../load/first-steps.ts';
import type { ServiceProcess } from '../load/service-process.ts';
import { type Answer, Lost, type Question, type Wire } from '../load/wire.ts';
import type { Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';

/** Milliseconds for which the same thing is asked for again and again, until somebody answers. */
const PATIENCE = 120_000;

/** All that the parts of the load share. */
export interface Soak {
  readonly fleet: Fleet;
  readonly wire: Wire;
  readonly journal: Journal;
  readonly workspace: LoadWorkspace;
  /** A key with every scope. */
  readonly key: string;
  /** Keys that only read: each may list a page ten times a second. */
  readonly readers: readonly string[];
  /** Aborted when the load has to come to its end. */
  readonly over: AbortSignal;
}

/** A question with the name that its answers are counted by. */
export interface NamedQuestion extends Question {
  readonly name: string;
}

/**
 * Asks a server once. Undefined where nothing is known of what became of it: no answer, or one that says to come again (429, 503).
 * That a server which was alive all the time did not answer is a fault.
 */
export async function askOnce(
  soak: Soak,
  question: NamedQuestion,
  server?: ServiceProcess,
): Promise<Answer | undefined> {
  const { wire, journal } = soak;
  const asked = server ?? (await soak.fleet.next());
  const life = asked.starts;
  try {
    const answer = await wire.ask(asked.url, question);
    journal.answered(question.name, answer.status);
    if (answer.status === 429 || answer.status === 503) {
      await sleep(Number(answer.headers['retry-after'] ?? 1) * 1000);
      return undefined;
    }
    return answer;
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    journal.lost++;
    // A server that was killed is told of a moment later than its connections.
    await sleep(100);
    if (asked.starts === life && asked.isReady)
      journal.fault(`${question.name} was not answered by a server that lived: ${error.message}`);
    return undefined;
  }
}

/** Asks until somebody answers; only for what may be asked for twice. Raises Error where nobody ever does. */
export async function askUntilAnswered(
  soak: Soak,
  question: NamedQuestion,
  server?: ServiceProcess,
): Promise<{ readonly answer: Answer; readonly tries: number }> {
  const until = performance.now() + PATIENCE;
  for (let tries = 1; performance.now() < until; tries++) {
    const answer = await askOnce(soak, question, server);
    if (answer) return { answer, tries };
    await sleep(200);
  }
  throw new Error(`${question.name} was never answered`);
}

/** Whether an answer is the success that was expected; another one is a fault. */
export function isAnswer(soak: Soak, { name }: NamedQuestion, answer: Answer, status: number): boolean {
  if (answer.status === status) return true;
  soak.journal.fault(`${name} was answered with ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 300)}`);
  return false;
}

/** Signs the owner in, whoever answers. */
export async function ownerToken(soak: Soak): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      const { url } = await soak.fleet.next();
      return await signIn(soak.wire, url, soak.workspace);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      await sleep(200);
    }
  }
  throw new Error('nobody could sign in');
}
