import { PRODUCT } from '../../model/index.ts';
import { CALLS, type CallEntry, type CallName } from '../calls.ts';
import { PATH_PARAMETERS } from '../path-parameters.ts';
import { SCOPES } from '../scopes.ts';
import { errorResponses } from './error-responses.ts';
import { ANSWER_HEADERS } from './headers.ts';
import { operationOf } from './operation.ts';
import { componentSchemas, schemaOf } from './schemas.ts';

/** The contract as an OpenAPI 3.1 document (JSON), generated from CALLS. */
export function openApi(): object {
  return {
    openapi: '3.1.1',
    info: {
      title: `${PRODUCT.name} service`,
      version: PRODUCT.version,
      description:
        'Manages workspaces with their active ruleset, production history, audit trail and API keys. Responses may gain keys, codes and headers: ignore those that you do not know. Requests are strict: an unknown field is an error.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Base URL of the service.' }],
    tags: tags(),
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      parameters: pathParameters(),
      headers: ANSWER_HEADERS,
      responses: errorResponses(Object.values(CALLS)),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `API key of a workspace (\`qg_…\`), or the token of a CI job (\`qgt_…\`). It needs the scope that is listed with the call: ${scopes()}.`,
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'Session token of a signed-in user (`qgs_…`). The user needs one of the roles in `x-roles`.',
        },
      },
    },
  };
}

function scopes(): string {
  return Object.entries(SCOPES)
    .map(([scope, summary]) => `\`${scope}\` (${summary})`)
    .join(', ');
}

function pathParameters(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(PATH_PARAMETERS).map(([name, parameter]) => {
      const { description, ...schema } = schemaOf(parameter);
      return [name, { name, in: 'path', required: true, description, schema }];
    }),
  );
}

/** The OpenAPI paths, each with its operations. */
function paths(): Readonly<Record<string, object>> {
  const byPath: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(CALLS) as [CallName, CallEntry][]) {
    byPath[call.path] = { ...byPath[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return byPath;
}

function tags(): readonly object[] {
  return Object.entries({
    ci: 'Dry runs and simulations for CI jobs.',
    texts: 'Uploads of files that are too large for one request.',
    proxy: 'Evaluation of single queries.',
    ingest: 'Reports of queries that ran.',
    ruleset: 'The active ruleset and its earlier versions.',
    proxies: 'The proxies that reported themselves.',
    'proxy-modes': 'What proxies do with queries that the ruleset blocks.',
    'data-policy': 'What is stored, and for how long.',
    'audit-events': 'The audit trail: who did what, and when.',
    'audit-chain': 'Whether the audit trail is intact.',
    queries: 'Recorded queries.',
    'dry-runs': 'Recorded dry runs.',
    'schema-use': 'Which tables and columns the recorded queries use.',
    try: 'Judging a query without recording it.',
    keys: 'API keys.',
    workspaces: 'Your workspaces.',
    rotations: 'Pending rotations of API keys.',
    auth: 'Tokens for CI jobs.',
    trusts: 'Trusts in the identity tokens of CI hosts.',
    simulations: 'The simulations of a workspace.',
    members: 'The people of a workspace.',
    invitations: 'Invitations to a workspace.',
    setup: 'The first workspace of a new service.',
    'sign-in-methods': 'How people can sign in.',
    'sign-on': 'Signing on at the identity provider.',
    sessions: 'Signing in and out, and your own sessions.',
    account: 'Your own name, and how you sign in.',
  }).map(([name, description]) => ({ name, description }));
}
