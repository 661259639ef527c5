import type { z } from 'zod';
import { HEADERS } from '../contract/index.ts';
import type { Reply } from '../http/index.ts';
import { PRODUCT, ServiceError } from '../model/index.ts';
import { errorOf, mediaType, oneLine, parseJson, type RequestContext, requestIdOf } from './errors.ts';

/**
 * The body of a response, validated by the schema. The API key is not masked yet.
 * Raises the error that a failed or unexpected response stands for.
 *
 * @param status of a successful response
 */
export function readAnswer<T extends z.ZodType>(
  reply: Reply,
  status: number,
  schema: T,
  context: RequestContext,
): z.output<T> {
  checkStatus(reply, status, context);
  if ('unread' in reply.body) throw unexpectedAnswer(reply.body.unread, reply, context);
  if (mediaType(reply) !== 'application/json') {
    const type = oneLine(mediaType(reply), context.mask, 80);
    const fault = type === '' ? 'it has no content type' : `its content type is \`${type}\`, not JSON`;
    throw unexpectedAnswer(fault, reply, context);
  }
  const json = parseJson(reply.body.text);
  if (json === undefined) throw unexpectedAnswer('it is not valid JSON', reply, context);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = oneLine((issue?.path ?? []).join('.'), context.mask, 200);
  const what = oneLine(issue?.message ?? '', context.mask, 200);
  throw unexpectedAnswer(`${where === '' ? '' : `\`${where}\`: `}${what}`, reply, context);
}

/** Like readAnswer, for a response about a workspace, which must be the requested one. */
export function readWorkspaceAnswer<T extends z.ZodType<{ readonly workspace: string }>>(
  reply: Reply,
  status: number,
  schema: T,
  context: RequestContext,
): z.output<T> {
  const answer = readAnswer(reply, status, schema, context);
  if (answer.workspace !== context.workspace) throw unexpectedAnswer('it is for another workspace', reply, context);
  return answer;
}

/** Raises the error that a response stands for, unless it has this status. */
export function checkStatus(reply: Reply, status: number, context: RequestContext): void {
  if (reply.status === status) return;
  throw errorOf(reply, { ...context, requestId: requestIdOf(reply.headers[HEADERS.requestId], context) });
}

/** The error for a response that does not follow the contract. */
export function unexpectedAnswer(what: string, reply: Reply, context: RequestContext): ServiceError {
  const requestId = requestIdOf(reply.headers[HEADERS.requestId], context);
  return new ServiceError(
    `the response of the service at \`${context.origin}\` is not what ${PRODUCT.name} ${PRODUCT.version} expects: ${what}; check that \`base-url\` points to the service, and that client and service are up to date (request \`${requestId}\`)`,
    undefined,
    { status: reply.status, requestId },
  );
}
