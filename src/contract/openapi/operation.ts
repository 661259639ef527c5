import type { CallEntry, CallName } from '../calls.ts';
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import { problemsOf } from './call-problems.ts';
import { OWN_HEADERS, REQUEST_HEADERS } from './headers.ts';
import { schemaOf } from './schemas.ts';

/** The parts of a path that are not fixed. */
export const PATH_PARAMETERS = {
  workspace: { description: 'Id of the workspace.', schema: { type: 'string' } },
  id: { description: 'Id of the simulation.', schema: { type: 'string' } },
  key: { description: 'Id of the API key; it is no secret.', schema: { type: 'string' } },
  version: { description: 'Version of the ruleset.', schema: { type: 'integer', minimum: 1 } },
  hash: {
    description: 'SHA-256 of the part, 64 hex digits in lower case.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
} as const;

const REASONS: Readonly<Record<number, string>> = {
  200: 'What was asked for.',
  201: 'It is made.',
  202: 'It is begun.',
  204: 'It is done.',
  400: 'The body cannot be read.',
  401: 'Nobody knows who asks.',
  403: 'Who asks may not.',
  404: 'It is not there, or not for whoever asks.',
  408: 'The request did not come to its end.',
  409: 'It does not go together with what is.',
  412: 'Another ruleset is active.',
  413: 'The body is too large.',
  415: 'The body is of the wrong type.',
  422: 'The body does not say what it must.',
  428: '`If-Match` is missing.',
  429: 'Too many requests.',
  431: 'The headers are too large.',
  500: 'A defect, or a limit, of the service.',
  503: 'Not now.',
};

/** The operation that a call is. */
export function operationOf(name: CallName, call: CallEntry): object {
  const { scope, roles } = call;
  return {
    operationId: name,
    summary: call.summary,
    tags: [tagOf(call)],
    ...(scope !== undefined && { 'x-scope': scope }),
    ...(roles && { 'x-roles': roles }),
    security: securityOf(call),
    parameters: parametersOf(name, call),
    ...(call.request && { requestBody: bodyOf(call.request) }),
    responses: responsesOf(name, call),
  };
}

/** What comes after the version of the API, or after the workspace. */
function tagOf({ path }: CallEntry): string {
  const [, , , first = '', , third = ''] = path.split('/');
  const tag = first === 'workspaces' ? third : first;
  return tag === 'rulesets' ? 'ruleset' : tag;
}

/** Either of them lets whoever holds it in; with an API key its scopes are named. */
function securityOf({ scope, roles, session }: CallEntry): readonly object[] {
  const key = scope === undefined ? [] : [{ apiKey: [scope] }];
  return roles || session === 'needed' ? [...key, { session: [] }] : key;
}

function parametersOf(name: CallName, { path, query }: CallEntry): readonly object[] {
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
  const headers = Object.entries({ 'X-Request-Id': false, ...OWN_HEADERS[name]?.request }).map(([header, needed]) => ({
    name: header,
    in: 'header',
    required: needed,
    ...REQUEST_HEADERS[header as keyof typeof REQUEST_HEADERS],
  }));
  return [...inPath, ...inQuery, ...headers];
}

function bodyOf(request: NonNullable<CallEntry['request']>): object {
  const content =
    request === 'text'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(request) } };
  const required = request === 'text' || !request.safeParse(undefined).success;
  return { required, content };
}

function responsesOf(name: CallName, call: CallEntry): object {
  const own = OWN_HEADERS[name]?.answer ?? [];
  const known = call.scope === undefined ? [] : (['Querygate-Key-Expires'] as const);
  const success = {
    description: REASONS[call.answers] ?? '',
    headers: headersOf(['X-Request-Id', ...known, ...own]),
    ...(call.response && { content: { 'application/json': { schema: schemaOf(call.response) } } }),
  };
  const unchanged = { description: 'It is still the one that `If-None-Match` names.', headers: headersOf(['ETag']) };
  const heedsNone = OWN_HEADERS[name]?.request && 'If-None-Match' in OWN_HEADERS[name].request;
  return { [call.answers]: success, ...(heedsNone && { 304: unchanged }), ...errorsOf(call) };
}

/** One response for each status, which says what its codes mean. */
function errorsOf(call: CallEntry): object {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(call)) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: [REASONS[status], '', ...codes.map((code) => `- \`${code}\`: ${PROBLEMS[code].summary}`)].join(
          '\n',
        ),
        headers: headersOf([
          'X-Request-Id',
          ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
          ...(status === 429 || status === 503 ? ['Retry-After'] : []),
        ]),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
        // No closed list in the schema: an answer may have codes that are newer than the document.
        'x-codes': codes,
      },
    ]),
  );
}

function headersOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
