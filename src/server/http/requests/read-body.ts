import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CallEntry, workspaceIdSchema } from '../../../contract/index.ts';
import { ProblemError } from '../../problems/error.ts';
import { assertJsonLimits } from './json-limits.ts';
import { bodyProblem, queryProblem } from './pointer.ts';

/** The bytes of the body; empty if there is none. */
export function rawBody(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
}

/** Undefined if the bytes are not valid UTF-8. A byte order mark is skipped. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Refuses a body with a content type that the call does not accept. Raises ProblemError `content_type_wrong`.
 * Only UTF-8 is accepted as `charset`: decoded with another charset, a text would be judged as a different text.
 */
export function checkContentType(request: FastifyRequest, entry: CallEntry): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new ProblemError(
      'content_type_wrong',
      'the body is compressed; send it uncompressed, without `Content-Encoding`',
    );
  const header = request.headers['content-type'];
  if (header === undefined) {
    if (entry.request === undefined || rawBody(request).length === 0) return;
    throw wrongType(entry);
  }
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const good = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (!good || type !== mediaTypeOf(entry)) throw wrongType(entry);
}

function mediaTypeOf(entry: CallEntry): string {
  if (entry.form) return 'application/x-www-form-urlencoded';
  return entry.request === 'text' ? 'text/plain' : 'application/json';
}

function wrongType(entry: CallEntry): ProblemError {
  return new ProblemError('content_type_wrong', `the body must be \`${mediaTypeOf(entry)}\` in UTF-8`);
}

/**
 * Parses and validates the body. `own`: the workspace of the key. A body that names another workspace is refused as
 * such, even if it has other errors.
 * Raises ProblemError `body_malformed`, `body_too_large`, `workspace_not_found` or `field_invalid`.
 */
export function readBody(entry: CallEntry, raw: Uint8Array, own: string | undefined): unknown {
  if (entry.request === 'text') return raw;
  if (entry.request === undefined) return readNoBody(raw);
  if (entry.form) return readForm(raw, entry.request);
  if (raw.length === 0) {
    // If all fields are optional, so is the body.
    const none = entry.request.safeParse(undefined);
    if (none.success) return none.data;
  }
  const value = parseJson(raw);
  if (own !== undefined && namesAnother(value, own)) throw workspaceNotFound();
  const parsed = entry.request.safeParse(value);
  if (!parsed.success) throw bodyProblem(parsed.error);
  return parsed.data;
}

/** Raises ProblemError `exchange_malformed`: a form cannot have the other problems of bodies (OAUTH_ERRORS). */
function readForm(raw: Uint8Array, schema: z.ZodType): unknown {
  const refuse = (why: string): never => {
    throw new ProblemError('exchange_malformed', `the form is not that of a token exchange (RFC 8693): ${why}`);
  };
  const text = decode(raw);
  if (text === undefined) return refuse('it is not valid UTF-8');
  const fields = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  const names = fields.map(([name]) => name);
  if (new Set(names).size < names.length) return refuse('a field is repeated');
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // A name of the schema: never of the client.
  return refuse(`\`${issue?.path.join('.') ?? ''}\` is missing or wrong`);
}

function parseJson(raw: Uint8Array): unknown {
  const text = decode(raw);
  if (text === undefined) throw new ProblemError('body_malformed', 'the body is not valid UTF-8');
  assertJsonLimits(raw);
  try {
    return JSON.parse(text);
  } catch {
    // The original message contains a part of the body.
    throw new ProblemError('body_malformed', 'the body is not valid JSON');
  }
}

/** A call without a body accepts none, or an empty object, which some clients send. */
function readNoBody(raw: Uint8Array): undefined {
  if (raw.length === 0) return undefined;
  const parsed = z.strictObject({}).safeParse(parseJson(raw));
  if (!parsed.success) throw bodyProblem(parsed.error);
  return undefined;
}

function namesAnother(value: unknown, own: string): boolean {
  if (typeof value !== 'object' || value === null || !('workspace' in value)) return false;
  const { workspace } = value;
  return workspace !== own && workspaceIdSchema.safeParse(workspace).success;
}

export function workspaceNotFound(): ProblemError {
  return new ProblemError('workspace_not_found', 'there is no such workspace, or the key belongs to another');
}

/** Validates the query string; calls without parameters accept none. Raises ProblemError `field_invalid`. */
export function readQuery(entry: CallEntry, query: unknown): unknown {
  const values = Object.entries(Object(query) as Record<string, unknown>);
  const malformed = values.find(([, value]) => typeof value !== 'string' || /\p{Cc}/u.test(value));
  if (malformed)
    throw new ProblemError('field_invalid', 'a query parameter is given twice or contains control characters');
  const parsed = (entry.query ?? z.strictObject({})).safeParse(Object.fromEntries(values));
  if (!parsed.success) throw queryProblem(parsed.error);
  const read = Object.entries(parsed.data as Record<string, unknown>);
  const loose = read.find(([name, value]) => typeof value === 'number' && String(value) !== Object(query)[name]);
  if (loose)
    throw new ProblemError(
      'field_invalid',
      `the query parameter \`${loose[0]}\`: must be a whole number in decimal digits`,
    );
  return entry.query === undefined ? undefined : parsed.data;
}
