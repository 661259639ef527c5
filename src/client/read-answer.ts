import type { z } from 'zod';
import { HEADERS } from '../contract/index.ts';
import { PRODUCT, ServiceError } from '../model/index.ts';
import { errorOf, mediaType, oneLine, parseJson, type RequestContext, requestIdOf } from './answer.ts';
import type { Reply } from './exchange.ts';

/**
 * What an answer holds, as the contract has it; the key is not taken out of it yet.
 * Raises whatever an answer that holds none stands for.
 *
 * @param status that of success
 */
export function readAnswer<T extends z.ZodType>(
  reply: Reply,
  status: number,
  schema: T,
  asked: RequestContext,
): z.output<T> {
  checkStatus(reply, status, asked);
  if ('unread' in reply.body) throw unexpectedAnswer(reply.body.unread, reply, asked);
  if (mediaType(reply) !== 'application/json') {
    const type = mediaType(reply);
    throw unexpectedAnswer(
      `it is ${type === '' ? 'of no type' : `\`${oneLine(type, asked.mask, 80)}\``}, not JSON`,
      reply,
      asked,
    );
  }
  const json = parseJson(reply.body.text);
  if (json === undefined) throw unexpectedAnswer('it is no JSON', reply, asked);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = oneLine((issue?.path ?? []).join('.'), asked.mask, 200);
  const what = oneLine(issue?.message ?? '', asked.mask, 200);
  throw unexpectedAnswer(`${where === '' ? '' : `\`${where}\`: `}${what}`, reply, asked);
}

/** The same for an answer about a workspace, which must be the one that was asked for. */
export function readWorkspaceAnswer<T extends z.ZodType<{ readonly workspace: string }>>(
  reply: Reply,
  status: number,
  schema: T,
  asked: RequestContext,
): z.output<T> {
  const answer = readAnswer(reply, status, schema, asked);
  if (answer.workspace !== asked.workspace) throw unexpectedAnswer('it is about another workspace', reply, asked);
  return answer;
}

/** Raises what the answer stands for, unless it has this status. */
export function checkStatus(reply: Reply, status: number, asked: RequestContext): void {
  if (reply.status === status) return;
  throw errorOf(reply, { ...asked, requestId: requestIdOf(reply.headers[HEADERS.requestId], asked) });
}

/** The error for an answer that is not what the contract says. */
export function unexpectedAnswer(what: string, reply: Reply, asked: RequestContext): ServiceError {
  const requestId = requestIdOf(reply.headers[HEADERS.requestId], asked);
  return new ServiceError(
    `the answer of the service at \`${asked.origin}\` is not what ${PRODUCT.name} ${PRODUCT.version} expects: ${what}; see that \`base-url\` leads to the service, and that client and service are up to date (request \`${requestId}\`)`,
    undefined,
    { status: reply.status, requestId },
  );
}
