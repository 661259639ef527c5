import { CALLS, type Simulation, simulationSchema } from '../contract/index.ts';
import type { RequestContext } from './answer.ts';
import type { BaseUrl } from './base-url.ts';
import type { Reply } from './exchange.ts';
import { maskJson } from './mask.ts';
import { readWorkspaceAnswer, unexpectedAnswer } from './read-answer.ts';

/** The simulation that an answer holds. Raises whatever an answer that holds none stands for. */
export function readSimulation(reply: Reply, status: number, asked: RequestContext): Simulation {
  return maskJson(readWorkspaceAnswer(reply, status, simulationSchema, asked), asked.mask);
}

/**
 * Where to ask how a simulation stands: what `Location` says, which must be the address that the contract gives it. Any
 * other could lead the key away: to another origin, or to another tenant of the same.
 */
export function pollPath(reply: Reply, id: string, { origin, prefix }: BaseUrl, asked: RequestContext): string {
  const path = CALLS.readSimulation.path.replace('{id}', id);
  const location = reply.headers['location'];
  const base = `${origin}${prefix}${CALLS.startSimulation.path}`;
  const url = location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined;
  if (!url) throw unexpectedAnswer('it has no `Location`', reply, asked);
  if (url.origin !== origin) {
    const where = url.origin === 'null' ? 'another place' : `\`${asked.mask(url.origin)}\``;
    throw unexpectedAnswer(`its \`Location\` leads to ${where}, where the API key must not go`, reply, asked);
  }
  if (url.href !== `${origin}${prefix}${path}`)
    throw unexpectedAnswer('its `Location` is not where a simulation is read', reply, asked);
  return path;
}
