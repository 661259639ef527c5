import { CALLS, type Simulation, simulationSchema } from '../contract/index.ts';
import { maskJson } from '../debug/index.ts';
import type { Reply } from '../http/index.ts';
import type { BaseUrl } from './base-url.ts';
import type { RequestContext } from './errors.ts';
import { readWorkspaceAnswer, unexpectedAnswer } from './read-response.ts';

/** The simulation in a response. Raises the error that a failed or unexpected response stands for. */
export function readSimulation(reply: Reply, status: number, context: RequestContext): Simulation {
  return maskJson(readWorkspaceAnswer(reply, status, simulationSchema, context), context.mask);
}

/**
 * The path for polling a simulation: that of `Location`, which must be the URL that the contract defines. Any other URL
 * could send the key elsewhere: to another origin, or to another tenant of the same origin.
 */
export function pollPath(reply: Reply, id: string, { origin, prefix }: BaseUrl, context: RequestContext): string {
  const path = CALLS.readSimulation.path.replace('{id}', id);
  const location = reply.headers['location'];
  const base = `${origin}${prefix}${CALLS.startSimulation.path}`;
  const url = location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined;
  if (!url) throw unexpectedAnswer('it has no valid `Location`', reply, context);
  if (url.origin !== origin) {
    const where = url.origin === 'null' ? 'another place' : `\`${context.mask(url.origin)}\``;
    throw unexpectedAnswer(`its \`Location\` points to ${where}, which must not receive the API key`, reply, context);
  }
  if (url.href !== `${origin}${prefix}${path}`)
    throw unexpectedAnswer('its `Location` is not the URL of this simulation', reply, context);
  return path;
}
