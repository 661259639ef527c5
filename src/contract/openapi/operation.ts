import type { CallEntry, CallName } from '../calls.ts';
import { errorsOf } from './error-responses.ts';
import examples from './examples.golden.json' with { type: 'json' };
import { headersOf, REQUEST_HEADERS } from './headers.ts';
import { schemaOf } from './schemas.ts';

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted; the work has started.',
  204: 'Done; the response has no body.',
};

/** The OpenAPI operation of a call. */
export function operationOf(name: CallName, call: CallEntry): object {
  const { scope, roles } = call;
  return {
    operationId: name,
    summary: call.summary,
    tags: [tagOf(call)],
    ...(scope !== undefined && { 'x-scope': scope }),
    ...(roles && { 'x-roles': roles }),
    security: securityOf(call),
    parameters: parametersOf(call),
    ...(call.request && { requestBody: bodyOf(call, call.request) }),
    responses: responsesOf(call),
  };
}

/** The path segment after the API version, or after the workspace. */
function tagOf({ path }: CallEntry): string {
  const [, , , first = '', , third = ''] = path.split('/');
  const tag = first === 'workspaces' ? third || first : first;
  return tag === 'rulesets' ? 'ruleset' : tag === 'key' ? 'keys' : tag;
}

/** The alternatives: an API key with the scope, or a session. */
function securityOf({ scope, roles, session }: CallEntry): readonly object[] {
  const apiKey = scope === undefined ? [] : [{ apiKey: scope === 'any' ? [] : [scope] }];
  return roles || session === 'needed' ? [...apiKey, { session: [] }] : apiKey;
}

function parametersOf({ path, query, requestHeaders }: CallEntry): readonly object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    $ref: `#/components/parameters/${parameter}`,
  }));
  const { properties = {}, required = [] } = query ? schemaOf(query) : {};
  const inQuery = Object.entries(properties).map(([parameter, { description, ...schema }]) => ({
    name: parameter,
    in: 'query',
    ...(description !== undefined && { description }),
    required: required.includes(parameter),
    schema,
  }));
  const headers = Object.entries({ 'X-Request-Id': 'optional', ...requestHeaders }).map(([header, presence]) => ({
    name: header,
    in: 'header',
    required: presence === 'required',
    ...REQUEST_HEADERS[header as keyof typeof REQUEST_HEADERS],
  }));
  return [...inPath, ...inQuery, ...headers];
}

function bodyOf(call: CallEntry, request: NonNullable<CallEntry['request']>): object {
  const example = exampleOf(call, 'request');
  const content =
    request === 'text'
      ? { 'text/plain': { schema: { type: 'string' }, ...example } }
      : {
          [call.form ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: schemaOf(request),
            ...example,
          },
        };
  const required = request === 'text' || !request.safeParse(undefined).success;
  return { required, content };
}

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly request?: unknown;
  readonly response?: unknown;
}

/** What a client sent to a real service and got from it (written by test/server/http/examples.test.ts). */
function exampleOf({ method, path }: CallEntry, side: 'request' | 'response'): { readonly example?: unknown } {
  const found = (examples as readonly Exchange[]).find(
    (each) => each.method === method.toLowerCase() && each.path === path,
  );
  return found?.[side] === undefined ? {} : { example: found[side] };
}

function responsesOf(call: CallEntry): object {
  const forKeys = call.scope === undefined ? [] : (['Querygate-Key-Expires'] as const);
  const success = {
    description: STATUS_DESCRIPTIONS[call.answers] ?? '',
    headers: headersOf(['X-Request-Id', ...forKeys, ...(call.responseHeaders ?? [])]),
    ...contentOf(call),
  };
  const unchanged = { description: 'The ruleset in `If-None-Match` is still active.', headers: headersOf(['ETag']) };
  return {
    [call.answers]: success,
    ...(call.requestHeaders?.['If-None-Match'] && { 304: unchanged }),
    ...errorsOf(call),
  };
}

function contentOf(call: CallEntry): object {
  const { response } = call;
  if (response === undefined) return {};
  const example = exampleOf(call, 'response');
  const text = { schema: { type: 'string' } };
  if (response === 'json lines or csv')
    return { content: { 'application/jsonl': { ...text, ...example }, 'text/csv': text } };
  return response === 'json lines'
    ? { content: { 'application/jsonl': { ...text, ...example } } }
    : { content: { 'application/json': { schema: schemaOf(response), ...example } } };
}
