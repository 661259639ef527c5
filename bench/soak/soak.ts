import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadWorkspace, signIn } from '../load/first-steps.ts';
import type { ServiceProcess } from '../load/service-process.ts';
import { type Answer, NoAnswer, type Wire, type WireRequest } from '../load/wire.ts';
import type { Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';

/** Milliseconds for which a request is retried until it is answered. */
const PATIENCE = 120_000;

/** Everything that the parts of the load share. */
export interface Soak {
  readonly fleet: Fleet;
  readonly wire: Wire;
  readonly journal: Journal;
  readonly workspace: LoadWorkspace;
  /** A key with every scope. */
  readonly key: string;
  /** Read-only keys: each may list a page ten times a second. */
  readonly readers: readonly string[];
  /** Aborted when the load must end. */
  readonly over: AbortSignal;
}

/** A request, with the name that its answers are counted by. */
export interface NamedRequest extends WireRequest {
  readonly name: string;
}

/**
 * Sends a request to a server once. Undefined if its outcome is unknown: no answer, or one that asks for a retry (429,
 * 503). It is a fault if a server that stayed alive did not answer.
 */
export async function sendOnce(
  soak: Soak,
  request: NamedRequest,
  server?: ServiceProcess,
): Promise<Answer | undefined> {
  const { wire, journal } = soak;
  const target = server ?? (await soak.fleet.next());
  const life = target.starts;
  try {
    const answer = await wire.send(target.url, request);
    journal.answered(request.name, answer.status);
    if (answer.status === 429 || answer.status === 503) {
      await sleep(Number(answer.headers['retry-after'] ?? 1) * 1000);
      return undefined;
    }
    return answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    journal.lost++;
    // A killed server is noticed a moment after its connections break.
    await sleep(100);
    if (target.starts === life && target.isReady)
      journal.fault(`${request.name} was not answered by a running server: ${error.message}`);
    return undefined;
  }
}

/**
 * Repeats a request until it is answered; only for requests that can be repeated. Raises Error if it is never answered.
 */
export async function sendUntilAnswered(
  soak: Soak,
  request: NamedRequest,
  server?: ServiceProcess,
): Promise<{ readonly answer: Answer; readonly tries: number }> {
  const until = performance.now() + PATIENCE;
  for (let tries = 1; performance.now() < until; tries++) {
    const answer = await sendOnce(soak, request, server);
    if (answer) return { answer, tries };
    await sleep(200);
  }
  throw new Error(`${request.name} was never answered`);
}

/** Whether an answer is the expected success; any other is a fault. */
export function isAnswer(soak: Soak, { name }: NamedRequest, answer: Answer, status: number): boolean {
  if (answer.status === status) return true;
  soak.journal.fault(`${name} was answered with ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 300)}`);
  return false;
}

/** Signs the owner in at any server. */
export async function ownerToken(soak: Soak): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      const { url } = await soak.fleet.next();
      return await signIn(soak.wire, url, soak.workspace);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      await sleep(200);
    }
  }
  throw new Error('the owner could not sign in');
}
