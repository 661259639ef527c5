import type { ApiScope } from '../../../../src/contract/scopes.ts';

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

/** The snippets that fit the scopes of a key. The key itself is in none of them: it belongs into a secret store. */
export function snippetsFor({ baseUrl, workspace, scopes }: SnippetFor): readonly Snippet[] {
  const has = (scope: ApiScope) => scopes.includes(scope);
  const ci = has('ci_dryrun:execute') || has('rules:simulate');
  const action = has('ci_dryrun:execute') ? '' : '/simulate';
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
        text: `variables:
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
SERVICE_API_KEY=<the key>`,
      },
    ],
    [
      has('proxy:evaluate'),
      {
        id: 'curl',
        label: 'curl',
        language: 'text',
        before: 'With the key in the environment variable SERVICE_API_KEY:',
        text: `curl ${baseUrl}/api/v1/proxy/query \\
  -H "Authorization: Bearer $SERVICE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"workspace": "${workspace}", "dialect": "postgresql", "query": "select 1"}'`,
      },
    ],
    [
      !has('proxy:evaluate'),
      {
        id: 'curl',
        label: 'curl',
        language: 'text',
        before: 'With the key in the environment variable SERVICE_API_KEY:',
        text: `curl ${baseUrl}/api/v1/workspaces/${workspace}/${has('rules:read') ? 'ruleset' : 'data-policy'} \\
  -H "Authorization: Bearer $SERVICE_API_KEY"`,
      },
    ],
  ];
  return all.flatMap(([fits, snippet]) => (fits ? [snippet] : []));
}
