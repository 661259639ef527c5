import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulation, simulationSchema } from '../../../src/contract/index.ts';
import { EDITED } from '../rules.ts';
import { askUntilAnswered, isAnswer, type NamedQuestion, type Soak } from '../soak.ts';

/** Milliseconds that a simulation may take, with servers that die: three attempts, each found dead after 15 s. */
const DONE_WITHIN = 180_000;

/** Starts one, again with the same `Idempotency-Key` where no answer came, and waits for its end. */
export async function simulate(soak: Soak): Promise<void> {
  const wish = randomUUID();
  const id = await startSimulation(soak, wish);
  if (id === undefined) return;
  soak.journal.simulations.set(wish, id);
  const again = await startSimulation(soak, wish);
  if (again !== id) soak.journal.fault(`the same wish was answered with simulation ${id}, then with ${again}`);
  await readWhenDone(soak, id);
}

async function startSimulation(soak: Soak, wish: string): Promise<string | undefined> {
  const question: NamedQuestion = {
    name: 'simulation',
    method: 'POST',
    path: '/ci/rules/simulate',
    bearer: soak.key,
    body: { workspace: soak.workspace.id, head: EDITED },
    headers: { 'idempotency-key': wish },
  };
  const { answer } = await askUntilAnswered(soak, question);
  return isAnswer(soak, question, answer, 202) ? simulationSchema.parse(answer.body).id : undefined;
}

/** The simulation once it is done; another end is a fault, and undefined. */
export async function readWhenDone(
  soak: Soak,
  id: string,
): Promise<Extract<Simulation, { outcome: 'simulated' }> | undefined> {
  const question: NamedQuestion = {
    name: 'reading a simulation',
    method: 'GET',
    path: `/ci/rules/simulations/${id}`,
    bearer: soak.key,
  };
  const until = performance.now() + DONE_WITHIN;
  while (performance.now() < until) {
    const { answer } = await askUntilAnswered(soak, question);
    if (!isAnswer(soak, question, answer, 200)) return undefined;
    const simulation = simulationSchema.parse(answer.body);
    if (simulation.status === 'done' && simulation.outcome === 'simulated') return simulation;
    if (simulation.status === 'done' || simulation.status === 'failed') {
      soak.journal.fault(`a simulation came to ${JSON.stringify(simulation).slice(0, 300)}`);
      return undefined;
    }
    await sleep(250);
  }
  soak.journal.fault(`simulation ${id} did not come to an end`);
  return undefined;
}

/** Runs one to its end, outside of the load; gives it. */
export async function simulateOnce(soak: Soak): Promise<Extract<Simulation, { outcome: 'simulated' }> | undefined> {
  const wish = randomUUID();
  const id = await startSimulation(soak, wish);
  if (id === undefined) return undefined;
  soak.journal.simulations.set(wish, id);
  return readWhenDone(soak, id);
}
