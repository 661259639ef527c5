import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulation, simulationSchema } from '../../../src/contract/index.ts';
import { EDITED } from '../rules.ts';
import { isAnswer, type NamedRequest, type Soak, sendUntilAnswered } from '../soak.ts';

/** Milliseconds that a simulation may take while servers die: three attempts, each found dead after 15 s. */
const DONE_WITHIN = 180_000;

/** Starts one, retried with the same `Idempotency-Key` if no answer arrived, and waits for its end. */
export async function simulate(soak: Soak): Promise<void> {
  const idempotencyKey = randomUUID();
  const id = await startSimulation(soak, idempotencyKey);
  if (id === undefined) return;
  soak.journal.simulations.set(idempotencyKey, id);
  const again = await startSimulation(soak, idempotencyKey);
  if (again !== id) soak.journal.fault(`the same idempotency key returned simulation ${id}, then ${again}`);
  await readWhenDone(soak, id);
}

async function startSimulation(soak: Soak, idempotencyKey: string): Promise<string | undefined> {
  const request: NamedRequest = {
    name: 'simulation',
    method: 'POST',
    path: '/ci/rules/simulate',
    bearer: soak.key,
    body: { workspace: soak.workspace.id, head: EDITED },
    headers: { 'idempotency-key': idempotencyKey },
  };
  const { answer } = await sendUntilAnswered(soak, request);
  return isAnswer(soak, request, answer, 202) ? simulationSchema.parse(answer.body).id : undefined;
}

/** The simulation once it is done; any other end is a fault, and gives undefined. */
export async function readWhenDone(
  soak: Soak,
  id: string,
): Promise<Extract<Simulation, { outcome: 'simulated' }> | undefined> {
  const request: NamedRequest = {
    name: 'reading a simulation',
    method: 'GET',
    path: `/ci/rules/simulations/${id}`,
    bearer: soak.key,
  };
  const until = performance.now() + DONE_WITHIN;
  while (performance.now() < until) {
    const { answer } = await sendUntilAnswered(soak, request);
    if (!isAnswer(soak, request, answer, 200)) return undefined;
    const simulation = simulationSchema.parse(answer.body);
    if (simulation.status === 'done' && simulation.outcome === 'simulated') return simulation;
    if (simulation.status === 'done' || simulation.status === 'failed') {
      soak.journal.fault(`a simulation ended as ${JSON.stringify(simulation).slice(0, 300)}`);
      return undefined;
    }
    await sleep(250);
  }
  soak.journal.fault(`simulation ${id} did not end`);
  return undefined;
}

/** Runs one to its end, outside the load; returns it. */
export async function simulateOnce(soak: Soak): Promise<Extract<Simulation, { outcome: 'simulated' }> | undefined> {
  const idempotencyKey = randomUUID();
  const id = await startSimulation(soak, idempotencyKey);
  if (id === undefined) return undefined;
  soak.journal.simulations.set(idempotencyKey, id);
  return readWhenDone(soak, id);
}
