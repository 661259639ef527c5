import { randomUUID } from 'node:crypto';
import { CALLS, HEADERS, type SimulateRequest, type Simulation } from '../contract/index.ts';
import { keyExpires, type Waiting, withConnection } from './connection.ts';
import { dashboardPage } from './dashboard-page.ts';
import { problemError } from './errors.ts';
import { unexpectedAnswer } from './read-response.ts';
import { pollPath, readSimulation } from './read-simulation.ts';
import type { Call } from './session.ts';
import type { ClientSettings } from './settings.ts';
import { filesOf, simulateBody } from './simulate-body.ts';
import { pollPause, retryAfter } from './wait.ts';

/** The progress of a simulation. */
export type SimulationProgress =
  | { readonly state: 'queued' }
  /** Rows of the history: replayed, and in total. */
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | Waiting;

export interface SimulateHooks {
  readonly onProgress?: ((progress: SimulationProgress) => void) | undefined;
}

/** A finished simulation, and when the API key expires. */
export type CompletedSimulation = Extract<Simulation, { status: 'done' }> & {
  /** When the key expires (ISO 8601); undefined if it never expires or the service does not say. */
  readonly keyExpires: string | undefined;
  /** Its page in the dashboard, and that of a flow if its id is appended; undefined if the service names none. */
  readonly page: string | undefined;
  readonly flowPages: string | undefined;
};

export async function simulateRules(
  settings: ClientSettings,
  request: Omit<SimulateRequest, 'workspace'>,
  { onProgress }: SimulateHooks,
): Promise<CompletedSimulation> {
  const job = { scope: CALLS.startSimulation.scope, sent: filesOf(request), onProgress };
  return await withConnection(settings, job, async ({ session, context, baseUrl, clock }) => {
    const start: Call = {
      method: CALLS.startSimulation.method,
      path: CALLS.startSimulation.path,
      headers: { 'content-type': 'application/json', [HEADERS.idempotencyKey]: randomUUID() },
      body: simulateBody({ ...request, workspace: settings.workspace }),
    };
    let reply = await session.call(start);
    let simulation = readSimulation(reply, CALLS.startSimulation.answers, context);
    const { id } = simulation;
    const path = pollPath(reply, id, baseUrl, context);
    for (let polls = 0; ; polls++) {
      if (simulation.status === 'done') {
        const { url, flowsUrl } = simulation;
        const pages = { page: dashboardPage(url), flowPages: dashboardPage(flowsUrl) };
        return { ...simulation, ...pages, keyExpires: keyExpires(reply) };
      }
      if (simulation.status === 'failed') throw problemError(simulation.problem, context);
      session.activity = stateOf(simulation);
      onProgress?.(progressOf(simulation));
      await session.sleep(pollPause(polls, clock), retryAfter(reply.headers, clock));
      reply = await session.call({ method: CALLS.readSimulation.method, path, headers: {} });
      simulation = readSimulation(reply, CALLS.readSimulation.answers, context);
      if (simulation.id !== id) throw unexpectedAnswer('it is for another simulation', reply, context);
    }
  });
}

type Pending = Extract<Simulation, { status: 'queued' | 'running' }>;

function progressOf(simulation: Pending): SimulationProgress {
  return simulation.status === 'queued' ? { state: 'queued' } : { state: 'running', ...simulation.progress };
}

function stateOf(simulation: Pending): string {
  if (simulation.status === 'queued') return `the simulation \`${simulation.id}\` is still queued`;
  const { done, total } = simulation.progress;
  return `the simulation \`${simulation.id}\` has replayed ${done} of ${total} rows`;
}
