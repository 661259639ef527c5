import { PRODUCT } from '../../model/index.ts';
import { CALLS, type CallEntry, type CallName } from '../calls.ts';
import { SCOPES } from '../scopes.ts';
import { ANSWER_HEADERS } from './headers.ts';
import { operationOf, PATH_PARAMETERS } from './operation.ts';
import { componentSchemas } from './schemas.ts';

/** The contract as an OpenAPI 3.1 document (JSON), made from CALLS. */
export function openApi(): object {
  return {
    openapi: '3.1.1',
    info: {
      title: `${PRODUCT.name} service`,
      version: PRODUCT.version,
      description:
        'Workspaces with their active ruleset, production history, audit trail and API keys. An answer may gain keys, codes and headers; whoever reads it passes over those that it does not know. A request is strict.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The base URL of the service.' }],
    tags: tags(),
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      parameters: Object.fromEntries(
        Object.entries(PATH_PARAMETERS).map(([name, parameter]) => [
          name,
          { name, in: 'path', required: true, ...parameter },
        ]),
      ),
      headers: ANSWER_HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key of one workspace (\`qg_…\`), with the scope that the call names: ${scopes()}.`,
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of somebody who is signed in (`qgs_…`), with one of the roles that `x-roles` names.',
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

/** The operations of each path. */
function paths(): Readonly<Record<string, object>> {
  const byPath: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(CALLS) as [CallName, CallEntry][]) {
    byPath[call.path] = { ...byPath[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return byPath;
}

function tags(): readonly object[] {
  return Object.entries({
    ci: 'What jobs of CI ask.',
    texts: 'Parts of texts that are too large for one request.',
    proxy: 'Single queries.',
    ingest: 'Queries that ran.',
    ruleset: 'The active ruleset, and those before it.',
    'data-policy': 'What is kept, and how long.',
    'audit-events': 'Who did what.',
    queries: 'Recorded queries.',
    keys: 'API keys.',
    sessions: 'Signing in.',
  }).map(([name, description]) => ({ name, description }));
}
