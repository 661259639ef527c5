import { PRODUCT, ServiceError } from '../../model/index.ts';
import { type Asked, errorOf, mediaType, oneLine, parseJson, requestIdOf } from './answer.ts';
import type { BaseUrl } from './base-url.ts';
import { CALLS, HEADERS, type Simulation, simulationSchema } from '../contract.ts';
import type { Reply } from './exchange.ts';
import { maskJson } from './mask.ts';

/** The simulation that an answer holds. Raises whatever an answer that holds none stands for. */
export function readSimulation(reply: Reply, status: number, asked: Asked): Simulation {
  const known = { ...asked, requestId: requestIdOf(reply.headers[HEADERS.requestId], asked) };
  if (reply.status !== status) throw errorOf(reply, known);
  if ('unread' in reply.body) throw unexpected(reply.body.unread, reply, asked);
  if (mediaType(reply) !== 'application/json') {
    const type = mediaType(reply);
    throw unexpected(
      `it is ${type === '' ? 'of no type' : `\`${oneLine(type, asked.mask, 80)}\``}, not JSON`,
      reply,
      asked,
    );
  }
  const json = parseJson(reply.body.text);
  if (json === undefined) throw unexpected('it is no JSON', reply, asked);
  const parsed = simulationSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = oneLine((issue?.path ?? []).join('.'), asked.mask, 200);
    const what = oneLine(issue?.message ?? '', asked.mask, 200);
    throw unexpected(`${where === '' ? '' : `\`${where}\`: `}${what}`, reply, asked);
  }
  if (parsed.data.workspace !== asked.workspace) throw unexpected('it is about another workspace', reply, asked);
  return maskJson(parsed.data, asked.mask);
}

/** The error for an answer that is not what the contract says. */
export function unexpected(what: string, reply: Reply, asked: Asked): ServiceError {
  const requestId = requestIdOf(reply.headers[HEADERS.requestId], asked);
  return new ServiceError(
    `the answer of the service at \`${asked.origin}\` is not what ${PRODUCT.name} ${PRODUCT.version} expects: ${what}; see that \`base-url\` leads to the service, and that client and service are up to date (request \`${requestId}\`)`,
    undefined,
    { status: reply.status, requestId },
  );
}

/**
 * Where to ask how a simulation stands: what `Location` says, which must be the address that the contract gives it. Any
 * other could lead the key away: to another origin, or to another tenant of the same.
 */
export function pollPath(reply: Reply, from: string, id: string, { origin, prefix }: BaseUrl, asked: Asked): string {
  const path = `${prefix}${CALLS.readSimulation.path.replace('{id}', id)}`;
  const location = reply.headers['location'];
  const base = `${origin}${from}`;
  const url = location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined;
  if (!url) throw unexpected('it has no `Location`', reply, asked);
  if (url.origin !== origin) {
    const where = url.origin === 'null' ? 'another place' : `\`${asked.mask(url.origin)}\``;
    throw unexpected(`its \`Location\` leads to ${where}, where the API key must not go`, reply, asked);
  }
  if (url.href !== `${origin}${path}`)
    throw unexpected('its `Location` is not where a simulation is read', reply, asked);
  return path;
}
