import type { ApiScope } from '../../../../src/contract/index.ts';

/** How a program is given its key. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly language: 'yaml' | 'text';
  readonly text: string;
  /** Where to store the key first. */
  readonly before: string;
}

interface SnippetFor {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly scopes: readonly ApiScope[];
}

/** The snippets that fit the scopes of a key. None of them contains the key itself: it belongs in a secret store. */
export function snippetsFor({ baseUrl, workspace, scopes }: SnippetFor): readonly Snippet[] {
  const has = (scope: ApiScope) => scopes.includes(scope);
  const ci = has('ci_dryrun:execute') || has('rules:simulate');
  const action = has('ci_dryrun:execute') ? '' : '/simulate';
  const curl = curlFor({ baseUrl, workspace, scopes });
  const all: readonly (readonly [boolean, Snippet])[] = [
    [
      ci,
      {
        id: 'github',
        label: 'GitHub',
        language: 'yaml',
        before: 'Save the key as the repository secret SERVICE_API_KEY. Then add to the workflow:',
        text: `- uses: <owner>/querygate${action}@<full commit id of the release you reviewed>
  with:
    base-url: ${baseUrl}
    workspace: ${workspace}
    api-key: \${{ secrets.SERVICE_API_KEY }}`,
      },
    ],
    [
      ci,
      {
        id: 'gitlab',
        label: 'GitLab',
        language: 'yaml',
        before: 'Save the key as the masked CI/CD variable SERVICE_API_KEY. Then add to .gitlab-ci.yml:',
        text: `include:
  - project: <group>/querygate
    ref: <full commit id of the release you reviewed>
    file: /gitlab/querygate.gitlab-ci.yml

variables:
  SERVICE_BASE_URL: ${baseUrl}
  SERVICE_WORKSPACE_ID: ${workspace}`,
      },
    ],
    [
      has('telemetry:write'),
      {
        id: 'proxy',
        label: 'Proxy',
        language: 'text',
        before: 'Give the key to the proxy as a secret. Its environment:',
        text: `SERVICE_BASE_URL=${baseUrl}
SERVICE_WORKSPACE_ID=${workspace}
SERVICE_API_KEY=<the key>
QUERYGATE_UPSTREAM=<host of the database>:5432`,
      },
    ],
    [
      curl !== undefined,
      {
        id: 'curl',
        label: 'curl',
        language: 'text',
        before: 'With the key in the environment variable SERVICE_API_KEY:',
        text: curl ?? '',
      },
    ],
  ];
  return all.flatMap(([fits, snippet]) => (fits ? [snippet] : []));
}

/** A request that the key may make; undefined if it may make none that fits into a snippet. */
function curlFor({ baseUrl, workspace, scopes }: SnippetFor): string | undefined {
  const get = (path: string) =>
    `curl ${baseUrl}/api/v1/workspaces/${workspace}/${path} \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"`;
  const post = (path: string, body: string) =>
    `curl ${baseUrl}/api/v1/${path} \\
  -H "Authorization: Bearer $SERVICE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
  if (scopes.includes('proxy:evaluate'))
    return post('proxy/query', `{"workspace": "${workspace}", "dialect": "postgresql", "query": "select 1"}`);
  if (scopes.includes('ci_dryrun:execute'))
    return post(
      'ci/dry-run',
      `{"workspace": "${workspace}", "files": [{"path": "a.sql", "status": "added", "dialect": "postgresql",
       "source": {"text": "drop table users;"}}]}`,
    );
  if (scopes.includes('rules:read')) return get('ruleset');
  if (scopes.includes('audit:read')) return get('data-policy');
  return undefined;
}
